package lanes

import "math/bits"

// The local memory of the threads of a gang: word k of the frames of all lanes side by side, so that frames of n
// bytes are n/4*Width words, rounded up. Places are distances in bytes from the beginning of a frame: one for all lanes,
// or one of each. They are inside, and multiples of the size of what is accessed.

// ClearFrames makes local memory zero.
func ClearFrames(words []uint32) {
	for i := 0; i < len(words)-(Width-1); i += Width {
		StoreU32(words, i, U32{})
	}
}

// frameWord is the first lane's word at a place.
func frameWord(at uint64) int { return int(at>>2) * Width }

// LoadFramesU32 returns what lanes have at a place.
func LoadFramesU32(words []uint32, at uint64) U32 { return LoadU32(words, frameWord(at)) }

// LoadFramesU64 returns what lanes have at a place.
func LoadFramesU64(words []uint32, at uint64) U64 {
	return JoinU64(LoadU32(words, frameWord(at)), LoadU32(words, frameWord(at)+Width))
}

// LoadFramesU8 returns what lanes have at a place.
func LoadFramesU8(words []uint32, at uint64) U32 {
	return U8(ShrU32(LoadFramesU32(words, at), SplatU32(uint32(at&3)<<3)))
}

// LoadFramesU16 returns what lanes have at a place.
func LoadFramesU16(words []uint32, at uint64) U32 {
	return U16(ShrU32(LoadFramesU32(words, at), SplatU32(uint32(at&3)<<3)))
}

// StoreFramesU32 sets what lanes of m have at a place.
func StoreFramesU32(words []uint32, at uint64, v U32, m M) {
	StoreU32(words, frameWord(at), MergeU32(v, LoadFramesU32(words, at), m))
}

// StoreFramesU64 sets what lanes of m have at a place.
func StoreFramesU64(words []uint32, at uint64, v U64, m M) {
	StoreFramesU32(words, at, U32FromU64(v), m)
	StoreFramesU32(words, at+4, HighU64(v), m)
}

// StoreFramesU8 sets what lanes of m have at a place to the low bits.
func StoreFramesU8(words []uint32, at uint64, v U32, m M) {
	storePart(words, at, v, 0xff, m)
}

// StoreFramesU16 sets what lanes of m have at a place to the low bits.
func StoreFramesU16(words []uint32, at uint64, v U32, m M) {
	storePart(words, at, v, 0xffff, m)
}

func storePart(words []uint32, at uint64, v U32, ones uint32, m M) {
	by := uint32(at&3) << 3
	old := LoadFramesU32(words, at)
	x := old.Xor(old.Xor(ShlU32(v, SplatU32(by))).And(SplatU32(ones << by)))
	StoreU32(words, frameWord(at), MergeU32(x, old, m))
}

// FramePlaces returns places, or false where one of a lane of m is above the last one that is inside, or no multiple
// of a power of two, of which rest is one less.
func FramePlaces(at I64, last, rest uint32, m M) (U32, bool) {
	i, ok := NarrowI64(at, m)
	return framePlaces(U32FromI32(i), last, rest, m, ok)
}

// FramePlacesI32 is FramePlaces for places that are from + by*n, where n is that of a lane. It may be false where a
// place is inside whose n is not within 2^20 of zero.
func FramePlacesI32(n I32, from, by int32, last, rest uint32, m M) (U32, bool) {
	near := n.ShiftAllLeft(11).ShiftAllRight(11).Equal(n)
	return nearPlaces(U32FromI32(n), near, from, by, last, rest, m)
}

// FramePlacesU32 is FramePlacesI32 for numbers without a sign.
func FramePlacesU32(n U32, from, by int32, last, rest uint32, m M) (U32, bool) {
	return nearPlaces(n, ShrAllU32(n, 20).Equal(U32{}), from, by, last, rest, m)
}

func nearPlaces(n U32, near M, from, by int32, last, rest uint32, m M) (U32, bool) {
	return framePlaces(n.Mul(SplatU32(uint32(by))).Add(SplatU32(uint32(from))), last, rest, m, None(AndNotM(m, near)))
}

func framePlaces(u U32, last, rest uint32, m M, ok bool) (U32, bool) {
	fits := AndM(LessEqualU32(u, SplatU32(last)), u.And(SplatU32(rest)).Equal(U32{}))
	return u, ok && None(AndNotM(m, fits))
}

// laneWord is the index of each lane's word at its place.
func laneWord(at U32) I32 {
	return I32FromU32(ShlU32(ShrAllU32(at, 2), SplatU32(uint32(bits.TrailingZeros32(Width))))).Add(RampI32(0, 1))
}

// laneShift is by how many bits what is at the place of each lane is above the lowest bit of its word.
func laneShift(at U32) U32 { return ShrAllU32(ShlAllU32(at, 30), 27) }

// GatherFramesU32 returns what lanes of m have at their places.
func GatherFramesU32(words []uint32, at U32, m M) U32 {
	x, _ := GatherU32(words, laneWord(at), m)
	return x
}

// GatherFramesU64 returns what lanes of m have at their places.
func GatherFramesU64(words []uint32, at U32, m M) U64 {
	return JoinU64(GatherFramesU32(words, at, m), GatherFramesU32(words, at.Add(SplatU32(4)), m))
}

// GatherFramesU8 returns what lanes of m have at their places.
func GatherFramesU8(words []uint32, at U32, m M) U32 {
	return U8(ShrU32(GatherFramesU32(words, at, m), laneShift(at)))
}

// GatherFramesU16 returns what lanes of m have at their places.
func GatherFramesU16(words []uint32, at U32, m M) U32 {
	return U16(ShrU32(GatherFramesU32(words, at, m), laneShift(at)))
}

// ScatterFramesU32 sets what lanes of m have at their places.
func ScatterFramesU32(words []uint32, at, v U32, m M) {
	ScatterU32(words, laneWord(at), v, m)
}

// ScatterFramesU64 sets what lanes of m have at their places.
func ScatterFramesU64(words []uint32, at U32, v U64, m M) {
	ScatterU32(words, laneWord(at), U32FromU64(v), m)
	ScatterU32(words, laneWord(at.Add(SplatU32(4))), HighU64(v), m)
}

// ScatterFramesU8 sets what lanes of m have at their places to the low bits.
func ScatterFramesU8(words []uint32, at, v U32, m M) {
	scatterPart(words, at, v, mostU8.u(), m)
}

// ScatterFramesU16 sets what lanes of m have at their places to the low bits.
func ScatterFramesU16(words []uint32, at, v U32, m M) {
	scatterPart(words, at, v, low16.u(), m)
}

func scatterPart(words []uint32, at, v, ones U32, m M) {
	by := laneShift(at)
	old := GatherFramesU32(words, at, m)
	ScatterU32(words, laneWord(at), old.Xor(old.Xor(ShlU32(v, by)).And(ShlU32(ones, by))), m)
}
