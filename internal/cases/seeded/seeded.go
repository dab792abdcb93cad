// Package seeded draws the random numbers of generated conformance cases: the same
// everywhere and forever, so that the files of a case change only where its generator
// does. It is no source of randomness for anything else.
package seeded

import "hash/fnv"

// Numbers is splitmix64.
type Numbers uint64

// For returns the generator that belongs to a name, so that one list does not
// change because another does.
func For(name string) *Numbers {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := Numbers(h.Sum64())
	return &r
}

// Next returns any 64 bits.
func (r *Numbers) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1.
func (r *Numbers) Below(n int) int { return int(r.Next() >> 33 % uint64(n)) }

// Between returns a number from lo to hi.
func (r *Numbers) Between(lo, hi int) int { return lo + r.Below(hi-lo+1) }

// Bytes returns n bytes. Every byte has a bit at its top as often as not, so that
// extension by the sign shows.
func (r *Numbers) Bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Next() >> 40)
	}
	return b
}
