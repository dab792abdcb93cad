// Package record remembers which ways conditions have been decided. Code that is instrumented
// by package conditions calls it.
package record

import (
	"fmt"
	"io"
)

// ways are, by the number of a condition, 1 where it was false, 2 where it was true, 3 for both.
// Goroutines may write at the same time: what one loses another condition of the same number
// says again, in one of many thousand rounds.
var ways [1 << 16]struct{ no, yes bool }

// At notes what a condition is, and returns it.
func At[B ~bool](number int, c B) B {
	if c {
		ways[number].yes = true
	} else {
		ways[number].no = true
	}
	return c
}

// Print prints a line for each condition that was decided: its number, and 1 where it was only
// false, 2 where it was only true, 3 where it was both.
func Print(w io.Writer) {
	for i, x := range ways {
		n := 0
		if x.no {
			n |= 1
		}
		if x.yes {
			n |= 2
		}
		if n != 0 {
			fmt.Fprintf(w, "%d %d\n", i, n)
		}
	}
}
