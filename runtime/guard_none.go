//go:build !(linux || darwin)

package runtime

// newReadOnly would return a copy that cannot be written.
func newReadOnly([]byte) []byte { return nil }

func freeReadOnly([]byte) {}
