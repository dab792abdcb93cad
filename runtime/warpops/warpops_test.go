package warpops

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A function gives the same for operands that are the same for all lanes, whether they
// have one element or one for each, leaves lanes that take no part as they are, and may
// write where it reads. So the tests below compare each call with one lane at a time, by
// what the manual says.

// lanesOf draws lanes that take part, of a warp of n.
func lanesOf(r *rand.Rand, n int) uint32 {
	all := uint32(1)<<n - 1
	if r.IntN(2) == 0 {
		return all
	}
	return (r.Uint32()|r.Uint32())&all | 1<<r.IntN(n)
}

// width draws the lanes of a warp: the last of a CTA may be short.
func width(r *rand.Rand) int { return []int{32, 32, 32, 1 + r.IntN(32)}[r.IntN(4)] }

// operand draws an operand: one element, or one for each lane.
func operand[T any](r *rand.Rand, n int, draw func() T) []T {
	if r.IntN(3) == 0 {
		n = 1
	}
	return filled(n, draw)
}

func filled[T any](n int, draw func() T) []T {
	a := make([]T, n)
	for i := range a {
		a[i] = draw()
	}
	return a
}

// manualShfl is the pseudo code of section 9.7.9.6, line by line.
func manualShfl(mode string, lane int, b, c uint32) (j int, p bool) {
	bval := int(b & 0x1f)
	cval := int(c & 0x1f)
	mask := int(c >> 8 & 0x1f)
	maxLane := (lane & mask) | (cval &^ mask)
	minLane := lane & mask
	switch mode {
	case "up":
		j = lane - bval
		p = j >= maxLane
	case "down":
		j = lane + bval
		p = j <= maxLane
	case "bfly":
		j = lane ^ bval
		p = j <= maxLane
	case "idx":
		j = minLane | (bval &^ mask)
		p = j <= maxLane
	}
	if !p {
		j = lane // copy from own lane
	}
	return j, p
}

func TestShfl(t *testing.T) {
	modes := map[string]func(d []uint32, p []bool, lanes uint32, a, b, c []uint32){
		"up": ShflUpB32[uint32], "down": ShflDownB32[uint32], "bfly": ShflBflyB32[uint32], "idx": ShflIdxB32[uint32],
	}
	r := rand.New(rand.NewPCG(1, 2))
	for mode, shfl := range modes {
		for range 20000 {
			n := width(r)
			lanes := lanesOf(r, n)
			a := operand(r, n, r.Uint32)
			b := operand(r, n, func() uint32 { return r.Uint32N(40) })
			c := operand(r, n, func() uint32 {
				if r.IntN(3) == 0 {
					return r.Uint32()
				}
				return (32-1<<r.Uint32N(6))<<8 | []uint32{0, 31}[r.IntN(2)] // as compilers write it
			})
			before, beforeP := filled(n, r.Uint32), filled(n, func() bool { return r.IntN(2) == 0 })
			d, p := slices.Clone(before), slices.Clone(beforeP)
			shfl(d, p, lanes, a, b, c)
			alone, aloneP := slices.Clone(before), slices.Clone(beforeP)
			shfl(alone, nil, lanes, a, b, c)
			shfl(nil, aloneP, lanes, a, b, c)
			same, sameB, sameC := slices.Clone(a), slices.Clone(b), slices.Clone(c)
			if len(a) == n {
				shfl(same, nil, lanes, same, b, c)
			}
			if len(b) == n {
				shfl(sameB, nil, lanes, a, sameB, c)
			}
			if len(c) == n {
				shfl(sameC, nil, lanes, a, b, sameC)
			}
			for i := range n {
				want, wantP := before[i], beforeP[i]
				if lanes>>i&1 != 0 {
					var j int
					j, wantP = manualShfl(mode, i, at(b, i), at(c, i))
					want = 0
					if lanes>>j&1 != 0 {
						want = at(a, j)
					}
					if len(a) == n && same[i] != want || len(b) == n && sameB[i] != want || len(c) == n && sameC[i] != want {
						t.Fatalf("%s in place, lane %d: not %#x", mode, i, want)
					}
				}
				if d[i] != want || p[i] != wantP || alone[i] != want || aloneP[i] != wantP {
					t.Fatalf("%s of %d lanes, %#x of them, b %v, c %#x: lane %d has %#x %v, want %#x %v", mode, n, lanes, b, c, i, d[i], p[i], want, wantP)
				}
			}
		}
	}
}

// TestShflCUDA: the operands that compilers make of CUDA's functions.
func TestShflCUDA(t *testing.T) {
	a := make([]float32, 32)
	for i := range a {
		a[i] = float32(i)
	}
	shfl := map[string]func(d []float32, p []bool, lanes uint32, a []float32, b, c []uint32){
		"up": ShflUpB32[float32], "down": ShflDownB32[float32], "bfly": ShflBflyB32[float32], "idx": ShflIdxB32[float32],
	}
	for _, tt := range []struct {
		cuda, mode string
		b, c       uint32
		want       func(lane int) int
	}{
		{"__shfl_up_sync(m, v, 1)", "up", 1, 0, func(i int) int { return max(i-1, 0) }},
		{"__shfl_up_sync(m, v, 3, 8)", "up", 3, 0x1800, func(i int) int {
			if i%8 < 3 {
				return i
			}
			return i - 3
		}},
		{"__shfl_down_sync(m, v, 16)", "down", 16, 0x1f, func(i int) int {
			if i < 16 {
				return i + 16
			}
			return i
		}},
		{"__shfl_down_sync(m, v, 2, 4)", "down", 2, 0x1c1f, func(i int) int {
			if i%4 < 2 {
				return i + 2
			}
			return i
		}},
		{"__shfl_xor_sync(m, v, 31)", "bfly", 31, 0x1f, func(i int) int { return 31 - i }},
		{"__shfl_sync(m, v, 5)", "idx", 5, 0x1f, func(int) int { return 5 }},
		{"__shfl_sync(m, v, 32)", "idx", 32, 0x1f, func(int) int { return 0 }},
		{"__shfl_sync(m, v, 9, 8)", "idx", 9, 0x181f, func(i int) int { return i&^7 | 1 }},
	} {
		d := make([]float32, 32)
		shfl[tt.mode](d, nil, 1<<32-1, a, []uint32{tt.b}, []uint32{tt.c})
		for i := range d {
			if int(d[i]) != tt.want(i) {
				t.Errorf("%s: lane %d reads lane %v, want %d", tt.cuda, i, d[i], tt.want(i))
			}
		}
	}
}

// uniform checks a result that is the same for all lanes that take part.
func uniform[T comparable](t *testing.T, what string, n int, lanes uint32, want, other T, call func(d Uniform[T])) {
	t.Helper()
	d := slices.Repeat([]T{other}, n)
	call(d)
	for i, x := range d {
		if lanes>>i&1 != 0 && x != want || lanes>>i&1 == 0 && x != other {
			t.Fatalf("%s of %d lanes, %#x of them: lane %d has %v, want %v", what, n, lanes, i, x, want)
		}
	}
	call(nil)
}

func TestVote(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		n := width(r)
		lanes := lanesOf(r, n)
		few := r.IntN(34)
		a := operand(r, n, func() bool { return r.IntN(33) < few })
		var yes uint32
		for i := range n {
			if at(a, i) {
				yes |= 1 << i
			}
		}
		yes &= lanes
		for _, v := range []struct {
			name string
			vote func(d Uniform[bool], lanes uint32, a []bool)
			want bool
		}{
			{"all", VoteAllPred, yes == lanes}, {"any", VoteAnyPred, yes != 0}, {"uni", VoteUniPred, yes == 0 || yes == lanes},
		} {
			uniform(t, v.name, n, lanes, v.want, !v.want, func(d Uniform[bool]) { v.vote(d, lanes, a) })
			if len(a) == n {
				same := slices.Clone(a)
				v.vote(same, lanes, same)
				if i := bits.TrailingZeros32(lanes); same[i] != v.want {
					t.Fatalf("%s in place: %v, want %v", v.name, same[i], v.want)
				}
			}
		}
		uniform(t, "ballot", n, lanes, yes, ^yes, func(d Uniform[uint32]) { VoteBallotB32(d, lanes, a) })
		uniform(t, "activemask", n, lanes, lanes, ^lanes, func(d Uniform[uint32]) { ActivemaskB32(d, lanes) })
	}
}

func TestElect(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		n := width(r)
		lanes := lanesOf(r, n)
		leader := bits.TrailingZeros32(lanes)
		uniform(t, "elect", n, lanes, uint32(leader), 99, func(d Uniform[uint32]) { Elect(d, nil, lanes) })
		before := filled(n, func() bool { return r.IntN(2) == 0 })
		p := slices.Clone(before)
		Elect(nil, p, lanes)
		for i := range p {
			want := i == leader
			if lanes>>i&1 == 0 {
				want = before[i]
			}
			if p[i] != want {
				t.Fatalf("%#x: lane %d has %v", lanes, i, p[i])
			}
		}
	}
}

func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		n := width(r)
		lanes := lanesOf(r, n)
		kinds := uint64(1 + r.IntN(4))
		wide := operand(r, n, func() uint64 { return r.Uint64N(kinds) << 60 })
		var narrow []uint32
		for _, x := range wide {
			narrow = append(narrow, uint32(x>>32))
		}
		want := make([]uint32, n)
		for i := range want {
			want[i] = 0xdead
			if lanes>>i&1 == 0 {
				continue
			}
			want[i] = 0
			for j := range n {
				if lanes>>j&1 != 0 && at(wide, i) == at(wide, j) {
					want[i] |= 1 << j
				}
			}
		}
		d32, d64 := slices.Repeat([]uint32{0xdead}, n), slices.Repeat([]uint32{0xdead}, n)
		MatchAnyB32(d32, lanes, narrow)
		MatchAnyB64(d64, lanes, wide)
		MatchAnyB32(nil, lanes, narrow)
		if !slices.Equal(d32, want) || !slices.Equal(d64, want) {
			t.Fatalf("any of %#x: %#x %#x, want %#x", lanes, d32, d64, want)
		}
		if len(narrow) == n {
			same := slices.Clone(narrow)
			MatchAnyB32(same, lanes, same)
			if i := bits.TrailingZeros32(lanes); same[i] != want[i] {
				t.Fatalf("any in place: %#x, want %#x", same[i], want[i])
			}
		}
		all := want[bits.TrailingZeros32(lanes)] == lanes
		mask := uint32(0)
		if all {
			mask = lanes
		}
		uniform(t, "all.b32", n, lanes, mask, 99, func(d Uniform[uint32]) { MatchAllB32(d, nil, lanes, narrow) })
		uniform(t, "all.b64", n, lanes, mask, 99, func(d Uniform[uint32]) { MatchAllB64(d, nil, lanes, wide) })
		uniform(t, "all.b32", n, lanes, all, !all, func(p Uniform[bool]) { MatchAllB32(nil, p, lanes, narrow) })
		uniform(t, "all.b64", n, lanes, all, !all, func(p Uniform[bool]) { MatchAllB64(nil, p, lanes, wide) })
	}
}

func TestRedux(t *testing.T) {
	testRedux(t, map[string]reduction[uint32]{
		"add.u32": {ReduxAddU32, func(x, y uint32) uint32 { return x + y }},
		"min.u32": {ReduxMinU32, func(x, y uint32) uint32 { return min(x, y) }},
		"max.u32": {ReduxMaxU32, func(x, y uint32) uint32 { return max(x, y) }},
		"and.b32": {ReduxAndB32, func(x, y uint32) uint32 { return x & y }},
		"or.b32":  {ReduxOrB32, func(x, y uint32) uint32 { return x | y }},
		"xor.b32": {ReduxXorB32, func(x, y uint32) uint32 { return x ^ y }},
	})
	testRedux(t, map[string]reduction[int32]{
		"add.s32": {ReduxAddS32, func(x, y int32) int32 { return x + y }},
		"min.s32": {ReduxMinS32, func(x, y int32) int32 { return min(x, y) }},
		"max.s32": {ReduxMaxS32, func(x, y int32) int32 { return max(x, y) }},
	})
}

type reduction[T any] struct {
	redux func(d Uniform[T], lanes uint32, a []T)
	op    func(x, y T) T
}

func testRedux[T int32 | uint32](t *testing.T, list map[string]reduction[T]) {
	r := rand.New(rand.NewPCG(9, 10))
	for name, x := range list {
		for range 3000 {
			n := width(r)
			lanes := lanesOf(r, n)
			a := operand(r, n, func() T { return T(r.Uint32()) })
			var want T
			for i, first := 0, true; i < n; i++ {
				switch {
				case lanes>>i&1 == 0:
				case first:
					want, first = at(a, i), false
				default:
					want = x.op(want, at(a, i))
				}
			}
			uniform(t, name, n, lanes, want, ^want, func(d Uniform[T]) { x.redux(d, lanes, a) })
		}
	}
}

// TestReduxF32 compares with floats in float64, where -0 is put below +0 by its sign.
func TestReduxF32(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	some := []float32{0, float32(math.Copysign(0, -1)), 1, -1, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
		float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32}
	less := func(x, y float32) bool {
		return x < y || x == y && math.Signbit(float64(x)) && !math.Signbit(float64(y))
	}
	for _, f := range []struct {
		name          string
		redux         func(d Uniform[float32], lanes uint32, a []float32)
		max, abs, nan bool
	}{
		{"min", ReduxMinF32, false, false, false}, {"min.NaN", ReduxMinNaNF32, false, false, true},
		{"min.abs", ReduxMinAbsF32, false, true, false}, {"min.abs.NaN", ReduxMinAbsNaNF32, false, true, true},
		{"max", ReduxMaxF32, true, false, false}, {"max.NaN", ReduxMaxNaNF32, true, false, true},
		{"max.abs", ReduxMaxAbsF32, true, true, false}, {"max.abs.NaN", ReduxMaxAbsNaNF32, true, true, true},
	} {
		for range 5000 {
			n := width(r)
			lanes := lanesOf(r, n)
			nans := r.IntN(4) * r.IntN(12) // of 32 values
			a := operand(r, n, func() float32 {
				switch {
				case r.IntN(32) < nans:
					return math.Float32frombits(0x7f800001 + r.Uint32N(0x7fffff) | r.Uint32()&(1<<31))
				case r.IntN(2) == 0:
					return some[r.IntN(len(some))]
				}
				return math.Float32frombits(r.Uint32() &^ 0x40000000)
			})
			best, seen, bad := float32(0), false, false
			for i := range n {
				x := at(a, i)
				if f.abs {
					x = float32(math.Abs(float64(x)))
				}
				switch {
				case lanes>>i&1 == 0:
				case x != x:
					bad = true
				case !seen || f.max && less(best, x) || !f.max && less(x, best):
					best, seen = x, true
				}
			}
			want := math.Float32bits(best)
			if !seen || bad && f.nan {
				want = 0x7fffffff
			}
			d := filled(n, r.Float32)
			before := slices.Clone(d)
			f.redux(d, lanes, a)
			f.redux(nil, lanes, a)
			for i, x := range d {
				if lanes>>i&1 == 0 && x != before[i] || lanes>>i&1 != 0 && math.Float32bits(x) != want {
					t.Fatalf("%s of %v: lane %d of %#x has %#x, want %#x", f.name, a, i, lanes, math.Float32bits(x), want)
				}
			}
		}
	}
}

func TestMovmatrix(t *testing.T) {
	a := make([]uint32, 32)
	for i := range a { // the element of row r and column c is 8r+c
		a[i] = uint32(2*i | (2*i+1)<<16)
	}
	d := make([]uint32, 32)
	MovmatrixM8n8TransB16(d, 1<<32-1, a)
	for i, x := range d {
		row, col := i/4, i%4*2
		if want := uint32(8*col + row | (8*(col+1)+row)<<16); x != want {
			t.Errorf("lane %d: %#x, want %#x", i, x, want)
		}
	}
	twice := slices.Clone(d)
	MovmatrixM8n8TransB16(twice, 1<<32-1, twice)
	if !slices.Equal(twice, a) {
		t.Errorf("transposed twice: %#x", twice)
	}
	MovmatrixM8n8TransB16(nil, 1, a)
}

// TestCalls: the table gives the lanes that take part what the functions give, and leaves
// the others alone.
func TestCalls(t *testing.T) {
	var a [3]Column
	for i := range a[0] {
		a[0][i], a[1][i], a[2][i] = uint64(100+i), 1, 31
	}
	lanes := uint32(0xffff)
	r := [2]Column{}
	r[0][16], r[1][16] = 7, 9
	Calls["ShflDownB32"](r[:], a[:], lanes)
	for i := range 16 {
		want, ok := uint64(101+i), uint64(1)
		if i == 15 {
			want = 0 // the lane above takes no part
		}
		if r[0][i] != want || r[1][i] != ok {
			t.Errorf("lane %d: %d %d, want %d %d", i, r[0][i], r[1][i], want, ok)
		}
	}
	if r[0][16] != 7 || r[1][16] != 9 {
		t.Errorf("a lane that takes no part has %d %d", r[0][16], r[1][16])
	}
	Calls["ReduxMinS32"](r[:], []Column{{0: 1, 3: 0xfffffffe}}, 9)
	if r[0][0] != 0xfffffffe || r[0][3] != 0xfffffffe {
		t.Errorf("min.s32 is %#x", r[0][0])
	}
	Calls["BarWarp"](nil, nil, 1)
}

// The sum of a warp by butterfly shuffles.
func ExampleShflBflyB32() {
	v, x := make([]uint32, 32), make([]uint32, 32)
	for i := range v {
		v[i] = uint32(i)
	}
	for d := uint32(16); d > 0; d /= 2 {
		ShflBflyB32(x, nil, 0xffffffff, v, []uint32{d}, []uint32{31})
		for i := range v {
			v[i] += x[i]
		}
	}
	fmt.Println(v[7])
	// Output: 496
}

func Benchmark(b *testing.B) {
	const all = 0xffffffff
	a, d, each, p := make([]uint32, 32), make([]uint32, 32), make([]uint32, 32), make([]bool, 32)
	for _, x := range []struct {
		name string
		call func()
	}{
		{"down", func() { ShflDownB32(d, nil, all, a, []uint32{1}, []uint32{31}) }},
		{"down of 8", func() { ShflDownB32(d, nil, all, a, []uint32{1}, []uint32{0x181f}) }},
		{"down of some", func() { ShflDownB32(d, nil, all-2, a, []uint32{1}, []uint32{31}) }},
		{"up with predicate", func() { ShflUpB32(d, p, all, a, []uint32{1}, []uint32{0}) }},
		{"bfly", func() { ShflBflyB32(d, nil, all, a, []uint32{1}, []uint32{31}) }},
		{"idx", func() { ShflIdxB32(d, nil, all, a, []uint32{1}, []uint32{31}) }},
		{"idx of each", func() { ShflIdxB32(d, nil, all, a, each, []uint32{31}) }},
		{"ballot", func() { VoteBallotB32(d, all, p) }},
		{"any", func() { MatchAnyB32(d, all, a) }},
		{"add", func() { ReduxAddU32(d, all, a) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				x.call()
			}
		})
	}
}
