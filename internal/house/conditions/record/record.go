// Package record remembers which ways conditions have been decided. Code that is instrumented
// by package conditions calls it.
package record

import (
	"fmt"
	"os"
)

// File is the environment variable with the name of a file. Processes add a line to it when a
// condition is first decided one way: its number, and whether it was true.
const File = "PTX2GO_CONDITIONS"

// ways says of each condition, by its number, whether it was false and whether it was true.
// Goroutines may write at the same time: then a line is written twice.
var ways [1 << 16]struct{ no, yes bool }

var file = open()

func open() *os.File {
	name := os.Getenv(File)
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	return f
}

// At notes what a condition is, and returns it.
func At[B ~bool](number int, c B) B {
	way := &ways[number].no
	if c {
		way = &ways[number].yes
	}
	if !*way {
		*way = true
		if _, err := fmt.Fprintln(file, number, c); err != nil {
			panic(err)
		}
	}
	return c
}
