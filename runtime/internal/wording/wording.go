// Package wording has what texts of errors share.
package wording

import "fmt"

// Count spells a number of things: "1 byte", "2 bytes".
func Count[N int | int64 | uint32 | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Cause formats the text of an error, and returns the error that it wraps, nil if it wraps none.
func Cause(format string, args ...any) (text string, cause error) {
	err := fmt.Errorf(format, args...)
	if w, ok := err.(interface{ Unwrap() error }); ok {
		cause = w.Unwrap()
	}
	return err.Error(), cause
}
