package probe

import (
	"runtime"
	"sync"
)

// The inputs of a Unary head in groups: a group has one sign and exponent, its
// 2^23 members differ in the fraction. Of a source that is no f32 a group is
// simply one value of the upper 9 bits.
const (
	Groups       = 512
	fractionBits = 23
	Fractions    = 1 << fractionBits
)

// spread is the odd number by which a part of a group is multiplied: that spreads
// it over the fractions and, for all of them, is a permutation.
const spread = 0x5bd1e995

// second derives the second operand of a head with two f32 sources from the
// first: again a permutation, so that either source sees all values.
const second = 0x9e3779b1

// input returns member i of a group.
func input(group, i uint32) uint32 {
	return group<<fractionBits | i*spread&(Fractions-1)
}

// mix scatters the bits of x: the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hash combines an input with its result, which has that many bits.
func hash(in uint32, result uint64, bits int) uint64 {
	if bits <= 32 {
		return mix(result<<32 | uint64(in))
	}
	return mix(mix(result) ^ uint64(in))
}

// block is how many inputs the model gets at a time.
const block = 1024

// hashGroup is the sum of the hashes of n members of a group as the model computes
// them, modulo 2^64. The order does not matter, so the GPU may add in any.
func hashGroup(h *Head, model Batch, group, n uint32) uint64 {
	var a, b, d [block]uint64
	args := [][]uint64{a[:], b[:]}[:len(h.src)]
	bits := h.Bits()
	sum := uint64(0)
	for i := uint32(0); i < n; i += block {
		k := min(block, n-i)
		for j := range k {
			u := input(group, i+j)
			a[j] = uint64(u)
			if h.twice {
				b[j] = uint64(u * second)
			}
		}
		model(d[:k], args)
		for j := range k {
			sum += hash(uint32(a[j]), d[j], bits)
		}
	}
	return sum
}

// hashGroups computes hashGroup for many groups on all processors. It stops
// early, and returns false, when stop says so.
func hashGroups(h *Head, model Batch, groups []uint32, n uint32, stop func() bool) ([]uint64, bool) {
	sums := make([]uint64, len(groups))
	ok := parallel(len(groups), stop, func(i int) { sums[i] = hashGroup(h, model, groups[i], n) })
	return sums, ok
}

// parallel calls fn for 0 to n-1 on all processors. It starts no more calls when
// stop, which may be nil, says so, and then returns false.
func parallel(n int, stop func() bool, fn func(i int)) bool {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				fn(i)
			}
		})
	}
	ok := true
	for i := range n {
		if stop != nil && stop() {
			ok = false
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	return ok
}
