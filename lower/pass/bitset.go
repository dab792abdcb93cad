package pass

import "slices"

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) addAll(t bitset) {
	for i := range s {
		s[i] |= t[i]
	}
}
func (s bitset) remove(t bitset) {
	for i := range s {
		s[i] &^= t[i]
	}
}
func (s bitset) equal(t bitset) bool { return slices.Equal(s, t) }
