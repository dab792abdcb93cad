//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// Shuffles of whole warps by distances that are not constants: which lanes the lanes of a gang
// read from, and what these have. lane are the numbers of a gang's lanes in the warp, b and c
// the second and third operand of the instruction; see package warpops for what they mean.

// segment returns the highest lane that each may read from, or for ShflUp the lowest.
func segment(lane U32, c uint32) U32 {
	return lane.And(SplatU32(c >> 8 & 31)).Or(SplatU32(c & 31 &^ (c >> 8)))
}

// inside returns where the lanes read from that may, and elsewhere their own numbers.
func inside(lane, from U32, ok M) (U32, M) { return from.Merge(lane, ok), ok }

// ShflUp reads from the lane b below: it returns which lane that is, its own where that is outside of
// the segment, and whether it is inside.
func ShflUp(lane, b U32, c uint32) (from U32, ok M) {
	from = lane.Sub(b.And(SplatU32(31)))
	return inside(lane, from, NotM(segment(lane, c).AsInt32x8().Greater(from.AsInt32x8())))
}

// ShflDown reads from the lane b above: it returns which lane that is, its own where that is outside of
// the segment, and whether it is inside.
func ShflDown(lane, b U32, c uint32) (from U32, ok M) {
	from = lane.Add(b.And(SplatU32(31)))
	return inside(lane, from, NotM(from.AsInt32x8().Greater(segment(lane, c).AsInt32x8())))
}

// ShflBfly reads from the lane whose number differs in the bits of b: it returns which lane that is, its own where that is outside of
// the segment, and whether it is inside.
func ShflBfly(lane, b U32, c uint32) (from U32, ok M) {
	from = lane.Xor(b.And(SplatU32(31)))
	return inside(lane, from, NotM(from.AsInt32x8().Greater(segment(lane, c).AsInt32x8())))
}

// ShflIdx reads from lane b of the segment: it returns which lane that is, its own where that is outside of
// the segment, and whether it is inside.
func ShflIdx(lane, b U32, c uint32) (from U32, ok M) {
	from = lane.And(SplatU32(c >> 8 & 31)).Or(b.And(SplatU32(31 &^ (c >> 8))))
	return inside(lane, from, NotM(from.AsInt32x8().Greater(segment(lane, c).AsInt32x8())))
}

// bit3 and bit4 tell which gang of a warp a lane is in.
func bit3(from U32) M { return maskI32(from.AsInt32x8().ShiftAllLeft(28)) }
func bit4(from U32) M { return maskI32(from.AsInt32x8().ShiftAllLeft(27)) }

// PickF32 returns what the lanes of a warp have that is a to d.
func PickF32(a, b, c, d F32, from U32) F32 {
	odd := bit3(from)
	lo := b.Permute(from).Merge(a.Permute(from), odd)
	return d.Permute(from).Merge(c.Permute(from), odd).Merge(lo, bit4(from))
}

// PickI32 returns what the lanes of a warp have that is a to d.
func PickI32(a, b, c, d I32, from U32) I32 {
	odd := bit3(from)
	lo := b.Permute(from).Merge(a.Permute(from), odd)
	return d.Permute(from).Merge(c.Permute(from), odd).Merge(lo, bit4(from))
}

// PickU32 returns what the lanes of a warp have that is a to d.
func PickU32(a, b, c, d U32, from U32) U32 {
	odd := bit3(from)
	lo := b.Permute(from).Merge(a.Permute(from), odd)
	return d.Permute(from).Merge(c.Permute(from), odd).Merge(lo, bit4(from))
}
