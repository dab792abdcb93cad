package lanes

import (
	"math/rand/v2"
	"testing"
)

// frameOf is the local memory of one lane, byte after byte.
func frameOf(words []uint32, lane int) []byte {
	var out []byte
	for k := lane; k < len(words); k += Width {
		w := words[k]
		out = append(out, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	return out
}

// bytesAt are the bytes of a frame as a number.
func bytesAt(frame []byte, at, size int) (x uint64) {
	for i := range size {
		x |= uint64(frame[at+i]) << (8 * i)
	}
	return x
}

// TestFrames compares accesses of local memory with those of lanes by themselves.
func TestFrames(t *testing.T) {
	const size = 24
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		words := make([]uint32, size/4*Width)
		for i := range words {
			words[i] = r.Uint32()
		}
		var before [Width][]byte
		m := make([]bool, Width)
		at, v32, v64 := make([]uint32, Width), make([]uint32, Width), make([]uint64, Width)
		n := 1 << r.IntN(4)
		one := uint32(r.IntN(size/n) * n)
		same := r.IntN(2) == 0
		for l := range Width {
			before[l] = frameOf(words, l)
			m[l] = r.IntN(3) > 0
			if at[l] = one; !same {
				at[l] = uint32(r.IntN(size/n) * n)
			}
			v64[l] = r.Uint64()
			v32[l] = uint32(v64[l])
		}
		in, where, vals, wide := LoadM(m, 0), LoadU32(at, 0), LoadU32(v32, 0), LoadU64(v64, 0)
		got := make([]uint64, Width)
		narrow := func(x U32) {
			list := make([]uint32, Width)
			StoreU32(list, 0, x)
			for l, y := range list {
				got[l] = uint64(y)
			}
		}
		switch place := uint64(one); {
		case n == 1 && same:
			narrow(LoadFramesU8(words, place))
			StoreFramesU8(words, place, vals, in)
		case n == 2 && same:
			narrow(LoadFramesU16(words, place))
			StoreFramesU16(words, place, vals, in)
		case n == 4 && same:
			narrow(LoadFramesU32(words, place))
			StoreFramesU32(words, place, vals, in)
		case same:
			StoreU64(got, 0, LoadFramesU64(words, place))
			StoreFramesU64(words, place, wide, in)
		case n == 1:
			narrow(GatherFramesU8(words, where, in))
			ScatterFramesU8(words, where, vals, in)
		case n == 2:
			narrow(GatherFramesU16(words, where, in))
			ScatterFramesU16(words, where, vals, in)
		case n == 4:
			narrow(GatherFramesU32(words, where, in))
			ScatterFramesU32(words, where, vals, in)
		default:
			StoreU64(got, 0, GatherFramesU64(words, where, in))
			ScatterFramesU64(words, where, wide, in)
		}
		for l := range Width {
			if want := bytesAt(before[l], int(at[l]), n); (m[l] || same) && got[l] != want {
				t.Fatalf("%d bytes, all at one place %t: lane %d loads %x from %d, want %x", n, same, l, got[l], at[l], want)
			}
			if m[l] {
				for i := range n {
					before[l][int(at[l])+i] = byte(v64[l] >> (8 * i))
				}
			}
			if x := frameOf(words, l); string(x) != string(before[l]) {
				t.Fatalf("%d bytes, all at one place %t: lane %d stores %x at %d, of it %t, and has %x, want %x", n, same, l, v64[l], at[l], m[l], x, before[l])
			}
		}
		ClearFrames(words)
		for i, x := range words {
			if x != 0 {
				t.Fatalf("word %d is %x after it was cleared", i, x)
			}
		}
	}
}

// TestFramePlaces compares places with those of lanes by themselves.
func TestFramePlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	far := []int64{-1 << 63, -1 << 32, -1<<32 + 8, 1 << 32, 1<<32 + 8, 1 << 31, -1 << 31, 1<<31 - 1, -1, -4, 60, 61, 64, 1 << 20, -1 << 20}
	for range 20000 {
		size := int64(1) << r.IntN(5)
		last := 64 - size
		m, at, n := make([]bool, Width), make([]int64, Width), make([]int32, Width)
		from, by := int32(r.IntN(40)-20), int32(1+r.IntN(40))
		ok, ok32, okU32 := true, true, true
		for l := range Width {
			m[l] = r.IntN(4) > 0
			at[l], n[l] = r.Int64N(last/size+1)*size, int32(r.IntN(3))
			if r.IntN(30) == 0 {
				at[l], n[l] = far[r.IntN(len(far))], int32(far[r.IntN(len(far))])
			}
			fits := func(x int64) bool { return x >= 0 && x <= last && x%size == 0 }
			ok = ok && (!m[l] || fits(at[l]))
			ok32 = ok32 && (!m[l] || n[l] >= -1<<20 && n[l] < 1<<20 && fits(int64(from)+int64(by)*int64(n[l])))
			okU32 = okU32 && (!m[l] || n[l] >= 0 && n[l] < 1<<20 && fits(int64(from)+int64(by)*int64(n[l])))
		}
		places := make([]uint32, Width)
		x, got := FramePlaces(LoadI64(at, 0), uint32(last), uint32(size-1), LoadM(m, 0))
		if got != ok {
			t.Fatalf("%d bytes at %d of %t are said to be inside: %t", size, at, m, got)
		}
		StoreU32(places, 0, x)
		for l := range Width {
			if ok && m[l] && int64(places[l]) != at[l] {
				t.Fatalf("lane %d is at %d, not at %d", l, places[l], at[l])
			}
		}
		for _, signed := range []bool{false, true} {
			want := okU32
			if signed {
				want = ok32
				x, got = FramePlacesI32(LoadI32(n, 0), from, by, uint32(last), uint32(size-1), LoadM(m, 0))
			} else {
				x, got = FramePlacesU32(U32FromI32(LoadI32(n, 0)), from, by, uint32(last), uint32(size-1), LoadM(m, 0))
			}
			if got != want {
				t.Fatalf("%d bytes at %d + %d*%d (signed %t) of %t are said to be inside: %t", size, from, by, n, signed, m, got)
			}
			StoreU32(places, 0, x)
			for l := range Width {
				if got && m[l] && int32(places[l]) != from+by*n[l] {
					t.Fatalf("lane %d is at %d, not at %d", l, places[l], from+by*n[l])
				}
			}
		}
	}
}
