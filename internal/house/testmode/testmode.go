// Package testmode says how much the tests do, for all packages alike. Two variables
// of the environment set it:
//
//	PTX2GO_LONG=1    everything: all operands, all variants, many more random programs
//	PTX2GO_SEED=n    another sample of what is not done as a whole, and other random
//	                 programs; 1 by default, so that a run can be repeated
//
// Tests read them through these functions when they run, not when a package is
// initialised: go test sees what a test reads, and repeats it when that has changed.
package testmode

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
)

// Long reports whether the tests are to do everything.
func Long() bool {
	s := os.Getenv("PTX2GO_LONG")
	if s == "" {
		return false
	}
	long, err := strconv.ParseBool(s)
	if err != nil {
		panic(fmt.Sprintf("PTX2GO_LONG=%s: say 1 or 0", s))
	}
	return long
}

// Seed is the seed of random programs, operands and samples.
func Seed() uint64 {
	s := os.Getenv("PTX2GO_SEED")
	if s == "" {
		return 1
	}
	seed, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("PTX2GO_SEED=%s: say a number", s))
	}
	return seed
}

// Sampled reports whether the thing of this name is in the sample that has one of n:
// always in long tests, else as name and seed decide. Of a whole list, Pick takes an
// exact number.
func Sampled(name string, n int) bool {
	return Long() || n <= 1 || rank(name)%uint64(n) == 0
}

// Pick returns the elements of list that are in the sample of n: all in long tests,
// else those that seed and name(element) put first, in the order of the list.
func Pick[E any](list []E, n int, name func(E) string) []E {
	if Long() || len(list) <= n {
		return list
	}
	ranks := make([]uint64, len(list))
	for i, e := range list {
		ranks[i] = rank(name(e))
	}
	var out []E
	for i, e := range list {
		before := 0
		for j, r := range ranks {
			if r < ranks[i] || r == ranks[i] && j < i {
				before++
			}
		}
		if before < n {
			out = append(out, e)
		}
	}
	return out
}

// rank is a number that depends on name and seed.
func rank(name string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", Seed(), name)
	// The low bits of FNV depend on the low bits of the text only.
	z := h.Sum64()
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
