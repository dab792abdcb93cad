package lanes

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// Lanes in another order, and tables.

// Permute returns the lanes that indices name, modulo the number of lanes.
func (x F32) Permute(indices U32) F32 { return permuted(x, indices) }
func (x I32) Permute(indices U32) I32 { return permuted(x, indices) }
func (x U32) Permute(indices U32) U32 { return permuted(x, indices) }

func permuted[T any](x [Width]T, indices U32) (r [Width]T) {
	for l := range r {
		r[l] = x[indices[l]%Width]
	}
	return r
}

// first is lane 0.
func first(x I32) int32 { return x[0] }

// leading are lanes 0 and 1.
func leading(x I32) (a, b int32) { return x[0], x[1] }

// first64 returns lane 0 in all lanes.
func first64(v U64h) U64h { return splatU64h(v[0]) }

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 { return x[length(m.ToBits())-1] }

// last64 is lastOf for 64 bits.
func last64(x U64, m M) uint64 { return append(x.Lo[:], x.Hi[:]...)[length(m.ToBits())-1] }

// unzip takes vectors that lie side by side apart, into what every n-th lane has; zip puts them
// together.
func unzip[T any](n int, all []T, to ...[]T) {
	for i, x := range all {
		to[i%n][i/n] = x
	}
}

func zip[T any](n int, all []T, of ...[]T) {
	for i := range all {
		all[i] = of[i%n][i/n]
	}
}

// split2 takes pairs of lanes apart, join2 puts them together.
func split2(p, q U32) (a, b U32) {
	unzip(2, append(p[:], q[:]...), a[:], b[:])
	return a, b
}

func join2(a, b U32) (p, q U32) {
	var all [2 * Width]uint32
	zip(2, all[:], a[:], b[:])
	return U32(all[:Width]), U32(all[Width:])
}

// split4 takes quadruples apart, join4 puts them together.
func split4(p, q, r, s U32) (a, b, c, d U32) {
	all := append(append(append(p[:], q[:]...), r[:]...), s[:]...)
	unzip(4, all, a[:], b[:], c[:], d[:])
	return a, b, c, d
}

func join4(a, b, c, d U32) (p, q, r, s U32) {
	var all [4 * Width]uint32
	zip(4, all[:], a[:], b[:], c[:], d[:])
	return U32(all[:Width]), U32(all[Width:]), U32(all[2*Width:]), U32(all[3*Width:])
}

// splits64 is split2 for lanes of 64 bits, joins64 is join2.
func splits64(p, q U64h) (a, b U64h) {
	unzip(2, append(p[:], q[:]...), a[:], b[:])
	return a, b
}

func joins64(a, b U64h) (p, q U64h) {
	var all [2 * Half]uint64
	zip(2, all[:], a[:], b[:])
	return U64h(all[:Half]), U64h(all[Half:])
}

// LoadQuadF32 returns s[i] to s[i+3], again and again.
func LoadQuadF32(s []float32, i int) (r F32) {
	for l := range r {
		r[l] = s[i+l%4]
	}
	return r
}

// SplatQuadF32 returns each of the first four lanes in all lanes of a vector.
func SplatQuadF32(x F32) (a, b, c, d F32) {
	return SplatF32(x[0]), SplatF32(x[1]), SplatF32(x[2]), SplatF32(x[3])
}

// powersOf2 returns the bits of entries of powers.Table.
func powersOf2(k U64h) U64h {
	return half1(k, func(k uint64) uint64 { return powers.Table[k&63] })
}

// rowsAt loads the row of table at 16*index bytes in each lane.
func rowsAt(table *mufu.Row, index16 I32) (r rows) {
	for l := range Half {
		even := (*[2]int64)(unsafe.Add(unsafe.Pointer(table), index16[2*l]))
		odd := (*[2]int64)(unsafe.Add(unsafe.Pointer(table), index16[2*l+1]))
		r.even[l], r.evens[l], r.odd[l], r.odds[l] = even[0], even[1], odd[0], odd[1]
	}
	return r
}

// joined puts the lower half of each even lane and the upper half of each odd lane
// together: of v with the odd lanes shifted left by 32.
func (v sums) joined() (r I32) {
	for l := range Half {
		r[2*l], r[2*l+1] = int32(v.even[l]), int32(v.odd[l]>>32)
	}
	return r
}
