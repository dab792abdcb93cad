//go:build !(linux || darwin)

package gen

// newReadOnly would return a copy that cannot be written.
func newReadOnly([]byte) []byte { return nil }

func freeReadOnly([]byte) {}
