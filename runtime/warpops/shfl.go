package warpops

import "math/bits"

// The shuffles (section 9.7.9.6). The lanes of a warp are in segments of equal width.
// Bits 0 to 4 of b are a distance or a lane; of c bits 8 to 12 are those of a lane's number
// that name its segment, and the others of bits 0 to 4 say where in the segment the
// lanes end that may be read, or for up begin. A lane that would read from elsewhere gets
// its own value and the predicate false; one that reads from a lane that does not take
// part gets zero and the predicate true, be that lane elsewhere in the program, at its end, or
// beyond the block: the manual calls it undefined, an H100 does so.

// ShflUpB32 reads from the lane b below.
func ShflUpB32[T B32](d []T, p []bool, lanes uint32, a []T, b, c []uint32) {
	w := segments(lanes, a, b, c, 0)
	if w == 0 {
		shuffle(d, p, lanes, a, b, c, func(lane, b, _, last int) (int, bool) { return lane - b, lane-b >= last })
		return
	}
	k := min(int(b[0]&31), w)
	if d != nil {
		n := atOnce(d, a, w)
		for s := 0; s < len(a); s += n {
			copy(d[s+k:s+n], a[s:])
		}
		for s := 0; s < len(a); s += w {
			copy(d[s:s+k], a[s:])
		}
	}
	if p != nil {
		for s := 0; s < len(a); s += w {
			fill(p[s:s+k], false)
			fill(p[s+k:s+w], true)
		}
	}
}

// ShflDownB32 reads from the lane b above.
func ShflDownB32[T B32](d []T, p []bool, lanes uint32, a []T, b, c []uint32) {
	w := segments(lanes, a, b, c, 31)
	if w == 0 {
		shuffle(d, p, lanes, a, b, c, func(lane, b, _, last int) (int, bool) { return lane + b, lane+b <= last })
		return
	}
	k := min(int(b[0]&31), w)
	if d != nil {
		n := atOnce(d, a, w)
		for s := 0; s < len(a); s += n {
			copy(d[s:s+n-k], a[s+k:])
		}
		for s := w; s <= len(a); s += w {
			copy(d[s-k:s], a[s-k:])
		}
	}
	if p != nil {
		for s := 0; s < len(a); s += w {
			fill(p[s:s+w-k], true)
			fill(p[s+w-k:s+w], false)
		}
	}
}

// ShflBflyB32 reads from the lane whose number differs in the bits of b.
func ShflBflyB32[T B32](d []T, p []bool, lanes uint32, a []T, b, c []uint32) {
	w := segments(lanes, a, b, c, 31)
	if w == 0 || int(b[0]&31) >= w {
		shuffle(d, p, lanes, a, b, c, func(lane, b, _, last int) (int, bool) { return lane ^ b, lane^b <= last })
		return
	}
	if d != nil {
		var v [32]T
		k := int(b[0] & 31)
		for s := 0; s < len(a); s += 32 {
			to := d[s:][:copy(v[:], a[s:])]
			for i := range to {
				to[i] = v[(i^k)&31]
			}
		}
	}
	fill(p, true)
}

// ShflIdxB32 reads from lane b of the segment.
func ShflIdxB32[T B32](d []T, p []bool, lanes uint32, a []T, b, c []uint32) {
	w := segments(lanes, a, b, c, 31)
	if w == 0 {
		shuffle(d, p, lanes, a, b, c, func(lane, b, named, last int) (int, bool) {
			j := lane&named | b&^named
			return j, j <= last
		})
		return
	}
	k := int(b[0]) & (w - 1)
	if d != nil {
		for s := 0; s < len(a); s += w {
			fill(d[s:s+w], a[s+k])
		}
	}
	fill(p, true)
}

// atOnce returns how many elements of an operand can be moved to a result at once, past the
// ends of segments: all, and only a segment where the result lies where the operand does.
func atOnce[T any](d, a []T, w int) int {
	if &d[0] == &a[0] {
		return w
	}
	return len(a)
}

func fill[T any](d []T, x T) {
	for i := range d {
		d[i] = x
	}
}

// segments returns the width of the segments where all lanes of whole segments take part,
// with the same b and c, and may read from all of theirs: last are those of the lower bits
// of c that say so. It returns 0 where that is not so, which is right for any shuffle.
func segments[T any](lanes uint32, a []T, b, c []uint32, last uint32) int {
	if len(b) != 1 || len(c) != 1 || len(a) == 1 || !whole(lanes, len(a)) {
		return 0
	}
	named := c[0] >> 8 & 31
	w := 32 - int(named)
	if w&(w-1) != 0 || len(a)&(w-1) != 0 || (c[0]^last)&31&^named != 0 {
		return 0
	}
	return w
}

// shuffle is any of them, lane by lane: from says which lane one reads from, by its own
// number, b, the bits that name its segment, and the last lane of that.
func shuffle[T any](d []T, p []bool, lanes uint32, a []T, b, c []uint32, from func(lane, b, named, last int) (int, bool)) {
	if len(a) > 32 {
		for s := 0; s < len(a); s += 32 {
			shuffle(warp(d, s), warp(p, s), lanes, a[s:s+32], b, c, from)
		}
		return
	}
	var (
		v    [32]T
		none T
	)
	copy(v[:], a)
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		c := int(at(c, i))
		named := c >> 8 & 31
		j, ok := from(i, int(at(b, i)&31), named, i&named|c&31&^named)
		if !ok {
			j = i
		}
		there := lanes>>(j&31)&1 != 0
		if len(a) == 1 {
			j = 0
		}
		switch {
		case d == nil:
		case there:
			d[i] = v[j&31]
		default:
			d[i] = none
		}
		if p != nil {
			p[i] = ok
		}
	}
}

// warp returns the lanes of the warp that begins at a place, of several; nil stays nil.
func warp[T any](list []T, at int) []T {
	if list == nil {
		return nil
	}
	return list[at : at+32]
}
