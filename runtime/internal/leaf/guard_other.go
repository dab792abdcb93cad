//go:build !amd64 && !arm64

package leaf

// Asks reports whether assembly finds out that the runtime wants a goroutine to stop: there is none.
func Asks() bool { return false }
