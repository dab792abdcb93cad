package memcase

import "hash/fnv"

// random is splitmix64: small, and the same everywhere for ever.
type random uint64

// seeded returns the generator that belongs to a name, so that one list does not
// change because another does.
func seeded(name string) *random {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := random(h.Sum64())
	return &r
}

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// bytes returns n bytes. Every byte has a bit at its top as often as not, so that
// extension by the sign shows.
func (r *random) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.next() >> 40)
	}
	return b
}
