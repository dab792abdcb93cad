// Package selected says which one of the mistakes in a program is made: package mutate builds a
// program with many of them, and its environment selects one. Code that is built so calls it.
package selected

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// The variables of the environment: the number of the mistake that is made, from 1, and a file
// that gets a line with the number of each that would be made somewhere.
const (
	Number = "PTX2GO_MUTANT"
	Record = "PTX2GO_MUTANTS_REACHED"
)

// Most is how many a program can have.
const Most = 1 << 12

var (
	number, _ = strconv.Atoi(os.Getenv(Number))
	record    = os.Getenv(Record)
	reached   [Most]atomic.Bool
	file      sync.Mutex
)

// Mutant reports whether mistake n is made.
func Mutant(n int) bool {
	if record != "" && !reached[n].Load() && !reached[n].Swap(true) {
		note(n)
	}
	return n == number
}

// note writes a number to the file. Other processes write to it as well.
func note(n int) {
	file.Lock()
	defer file.Unlock()
	f, err := os.OpenFile(record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(f, n)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		panic(err)
	}
}

// Take returns, in order, the mistakes that would have been made since it was called last. It
// knows them only where they are recorded.
func Take() []int {
	var out []int
	for n := range reached {
		if reached[n].Swap(false) {
			out = append(out, n)
		}
	}
	return slices.Clip(out)
}
