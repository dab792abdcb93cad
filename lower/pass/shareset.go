package pass

import (
	"iter"
	"math/bits"
	"slices"
)

// shareset is a set of small numbers that is never changed: sets which differ in little
// share the rest, in pieces of 512 numbers.
type shareset []*[8]uint64

// with returns the set with a number in it.
func (s shareset) with(i int) shareset {
	at := i / 512
	if at < len(s) && s[at] != nil && s[at][i%512/64]>>(i%64)&1 != 0 {
		return s
	}
	out := make(shareset, max(len(s), at+1))
	copy(out, s)
	var piece [8]uint64
	if out[at] != nil {
		piece = *out[at]
	}
	piece[i%512/64] |= 1 << (i % 64)
	out[at] = &piece
	return out
}

// union returns the numbers of both sets.
func (s shareset) union(t shareset) shareset {
	if len(s) < len(t) {
		s, t = t, s
	}
	own := false
	for at, x := range t {
		if x == nil || x == s[at] {
			continue
		}
		both := *x
		if s[at] != nil {
			for k, w := range s[at] {
				both[k] |= w
			}
			if both == *s[at] {
				continue
			}
		}
		if !own {
			s, own = append(shareset(nil), s...), true
		}
		if both == *x {
			s[at] = x
		} else {
			s[at] = &both
		}
	}
	return s
}

// equal reports whether the sets have the same numbers.
func (s shareset) equal(t shareset) bool {
	return slices.EqualFunc(s, t, func(x, y *[8]uint64) bool {
		return x == y || x != nil && y != nil && *x == *y
	})
}

// all yields the numbers in ascending order.
func (s shareset) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for at, piece := range s {
			if piece == nil {
				continue
			}
			for k, w := range piece {
				for ; w != 0; w &= w - 1 {
					if !yield(512*at + 64*k + bits.TrailingZeros64(w)) {
						return
					}
				}
			}
		}
	}
}
