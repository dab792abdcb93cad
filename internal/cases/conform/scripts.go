package conform

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// scripts are the cases that are written by hand.
func scripts() []*script {
	hand := []*script{
		movForms(), movVectors(), windows(), windows32(), flowForms(), voteForms(), warpForms(), reduxFloats(), matrices(),
		shflForms(), stackForms(), trapFault(), chains(), mapF64(), fmaConstants(), accepted(), slctOld(), variadic(),
	}
	return slices.Concat(hand, productCases(), wmmaCases(), matrixMoves(), matrixFaults())
}

// warp is the number of threads of a warp.
const warp = 32

func movForms() *script {
	s := &script{name: "mov_forms", notes: "mov of addresses of variables and functions, of packed bytes, and of 128 bits."}
	var addresses, in, packed []uint64
	for t := range uint64(warp) {
		addresses = append(addresses, 2^0x5a, 4, t+100, 11, 12, 24, 3*t, t^0x5a)
	}
	r := randomFor(s.name)
	word := func(a, b uint64) uint64 { return a>>32 | b<<32 } // the upper word of a, and the lower one of b
	for range warp {
		a, b := r.Next(), r.Next()
		in = append(in, a, b)
		h := a & 0xffff
		low, high := h&0xff, h>>8
		packed = append(packed, h|(low<<8|high)<<16|high*0x0101<<32|low*0x0101<<48,
			a>>32|b>>32<<32, word(b, b), word(a, a), a, b, b, a)
	}
	s.buffers = []data{{"out", isa.U32, nil, addresses}, {"in", isa.U64, in, nil}, {"packed", isa.U64, nil, packed}}
	s.launches = []launch{{kernel: "addresses", grid: 1, block: warp, args: []string{"out"}}, {kernel: "packing", grid: 1, block: warp, args: []string{"in", "packed"}}}
	return s
}

// movVectors has a kernel for each type: a list to a vector, a vector to another,
// its elements in reverse to a list.
func movVectors() *script {
	s := &script{name: "mov_vectors", notes: "mov of vectors of registers, to and from lists, and of special registers."}
	var b strings.Builder
	b.WriteString("// Written by internal/gen from internal/cases/conform: do not edit.\n// " + s.notes + "\n\n.version 2.3\n.target sm_20\n.address_size 64\n")
	r := randomFor(s.name)
	var in []uint64
	for range 4 * 8 {
		in = append(in, r.Next())
	}
	s.buffers = []data{{"in", isa.B64, in, nil}}
	for _, name := range strings.Fields("b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64") {
		for _, n := range []int{2, 4} {
			t, _ := isa.ParseType(name)
			if n*t.Bits() > 128 {
				continue // more than a vector may have
			}
			kernel := fmt.Sprintf("mov_v%d_%s", n, name)
			b.WriteString("\n" + vectorKernel(kernel, t, n))
			var want []uint64
			for thread := range 8 {
				for i := range n {
					want = append(want, low(t.Bits(), in[thread*4+n-1-i]))
				}
			}
			s.buffers = append(s.buffers, data{kernel, isa.BitsType(t.Bits()), nil, want})
			s.launches = append(s.launches, launch{kernel: kernel, grid: 1, block: 8, args: []string{"in", kernel}})
		}
	}
	s.text = b.String()
	return s
}

func vectorKernel(kernel string, t isa.Type, n int) string {
	var load, store strings.Builder
	var list, back []string
	for i := range n {
		fmt.Fprintf(&load, "\tld.global.%s %%a%d, [%%p+%d];\n", t, i, 8*i)
		list = append(list, fmt.Sprintf("%%a%d", i))
		back = append(back, fmt.Sprintf("%%b%d", n-1-i))
		fmt.Fprintf(&store, "\tst.global.%s [%%q+%d], %%b%d;\n", t, i*t.Bytes(), i)
	}
	vectors := fmt.Sprintf("\t.reg .v%d .%s %%v, %%w;\n", n, t)
	return fmt.Sprintf(`.visible .entry %[1]s(.param .u64 in, .param .u64 out)
{
	.reg .u32 %%t;
	.reg .u64 %%p, %%q, %%o;
	.reg .%[2]s %%a<4>, %%b<4>;
%[9]s	.reg .v4 .u32 %%id;

	mov.v4.u32 %%id, %%tid;
	mov.u32 %%t, %%id.x;
	add.u32 %%t, %%t, %%id.w;	// which is zero
	ld.param.u64 %%p, [in];
	mul.wide.u32 %%o, %%t, 32;
	add.u64 %%p, %%p, %%o;
	ld.param.u64 %%q, [out];
	mul.wide.u32 %%o, %%t, %[4]d;
	add.u64 %%q, %%q, %%o;
%[5]s	mov.v%[3]d.%[2]s %%v, {%[6]s};
	mov.v%[3]d.%[2]s %%w, %%v;
	mov.v%[3]d.%[2]s {%[7]s}, %%w;
%[8]s	ret;
}
`, kernel, t, n, n*t.Bytes(), load.String(), strings.Join(list, ", "), strings.Join(back, ", "), store.String(), vectors)
}

func windows() *script {
	s := &script{name: "windows", notes: "cvta and isspacep of every window: parameters of a kernel are in the global one too."}
	p := []uint64{50, 51, 52, 53}
	const (
		inConst = 1 << iota
		inGlobal
		inLocal
		inShared
		inCTA
		inParam
		inEntry
	)
	var want []uint64
	for t := range uint64(warp) {
		want = append(want, 6, 3, t+1000, 7*t, 7*t, p[2], p[1], t)
		want = append(want, 7, 2, t+1000, 7*t, 7*t, p[2], p[1], t)
		want = append(want, inConst, inGlobal, inLocal, inShared|inCTA, inShared|inCTA, inGlobal|inParam|inEntry, inGlobal|inParam|inEntry, t)
	}
	s.buffers = []data{{"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "windows", grid: 1, block: warp, args: []string{"out", "50 51 52 53"}}}
	return s
}

func windows32() *script {
	s := &script{name: "windows32", notes: "cvta and isspacep with addresses of 32 bits."}
	var want []uint64
	for t := range uint64(warp) {
		want = append(want, 6, 3, t+1000, 7*t, 7*t, 52, 51, t)
		want = append(want, 7, 2, t+1000, 7*t, 7*t, 52, 51, t)
		want = append(want, 1, 1, 1, 1, 0, 1, 0, 0) // in which windows these and others are
	}
	s.buffers = []data{{"the_result", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "windows32", grid: 1, block: warp, args: []string{"50 51 52 53"}}}
	return s
}

func flowForms() *script {
	s := &script{name: "flow_forms", notes: "Calls without arguments and through a table, ret.uni, and branches by an index."}
	var calls, branches []uint64
	count := uint64(0)
	for cta := range uint64(2) {
		for t := range uint64(warp) {
			count++
			if t >= 16 {
				count += 100
			}
			if t < 3 {
				count++
			}
			both := []uint64{low(32, t*t), low(32, ^t)}
			calls = append(calls, both[cta&1], both[t&1])
			branches = append(branches, []uint64{11, 10, 1000, 10}[t%4]+[]uint64{110000, 100000}[cta&1])
		}
	}
	s.buffers = []data{{"called", isa.U32, nil, calls}, {"branched", isa.U32, nil, branches}, {"the_count", isa.U32, nil, []uint64{count}}}
	s.launches = []launch{{kernel: "calls", grid: 2, block: warp, args: []string{"called"}}, {kernel: "branches", grid: 2, block: warp, args: []string{"branched"}}}
	return s
}

func voteForms() *script {
	s := &script{name: "vote_ptx12", notes: "vote of PTX 1.2: warps of all zeros, all ones, one of either, and any."}
	r := randomFor(s.name)
	var in, want []uint64
	for w := range 8 {
		ones := 0
		var lanes []uint64
		for t := range warp {
			u := []uint64{0, 1, bit(t == 7), bit(t != 31), bit(t < 16), r.Next() & 1, r.Next() >> 63, uint64(t)}[w]
			lanes = append(lanes, u)
			ones += int(bit(u != 0))
		}
		all, none := ones == warp, ones == 0
		u := bit(all) | bit(!none)<<1 | bit(all || none)<<2 | bit(none)<<3
		for range lanes {
			want = append(want, u)
		}
		in = append(in, lanes...)
	}
	s.buffers = []data{{"in", isa.U32, in, nil}, {"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "votes", grid: 8, block: warp, args: []string{"in", "out"}}}
	return s
}

// warpForms has warps in which all lanes agree, one differs, all differ, and some of few
// values, each as a whole and in two parts.
func warpForms() *script {
	s := &script{name: "warp_forms", notes: "match of 64 bits, and redux with every operation: whole warps, and two parts of one at a time."}
	r := randomFor(s.name)
	var values, masks, want []uint64
	for w := range 12 {
		cut := []int{warp, 12, 31}[w%3] // the lanes below are one part
		lanes := make([]uint64, warp)
		some := []uint64{r.Next(), r.Next(), 1 << 63, 1 << 31, 1<<32 | 1<<31}
		for t := range lanes {
			switch w / 3 {
			case 0:
				lanes[t] = some[0]
			case 1:
				lanes[t] = some[bit(t == 5)] // by the word that redux does not see, too
			case 2:
				lanes[t] = r.Next()
			case 3:
				lanes[t] = some[r.Below(len(some))]
			}
		}
		part := func(t int) []int {
			var in []int
			for u := range warp {
				if (u < cut) == (t < cut) {
					in = append(in, u)
				}
			}
			return in
		}
		for t, own := range lanes {
			var mask, equal, sum, and, or, xor uint64
			and = 1<<32 - 1
			var words []uint32
			for _, u := range part(t) {
				mask |= 1 << u
				equal |= bit(lanes[u] == own) << u
				word := low(32, lanes[u])
				words = append(words, uint32(word))
				sum, and, or, xor = low(32, sum+word), and&word, or|word, xor^word
			}
			signed := func(a, b uint32) int { return cmp.Compare(int32(a), int32(b)) }
			all := bit(equal == mask)
			masks = append(masks, mask)
			want = append(want, equal, xor, mask*all, all, sum, sum,
				uint64(slices.MaxFunc(words, signed)), uint64(slices.Max(words)),
				uint64(slices.MinFunc(words, signed)), uint64(slices.Min(words)), and, or)
		}
		values = append(values, lanes...)
	}
	s.buffers = []data{{"values", isa.U64, values, nil}, {"masks", isa.U32, masks, nil}, {"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "warps", grid: 12, block: warp, args: []string{"values", "masks", "out"}}}
	return s
}

// reduxFloats has warps of few values, of any, with NaNs and of NaNs, each as a whole and in
// two parts.
func reduxFloats() *script {
	s := &script{name: "redux_f32", notes: "redux.sync of f32: NaNs left out or not, magnitudes, +0 greater than -0, subnormals; whole warps, and two parts of one at a time."}
	r := randomFor(s.name)
	some := []uint64{0, 1 << 31, 1, 1<<31 | 1, 0x7f800000, 0xff800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x007fffff}
	nans := []uint64{0x7fffffff, 0x7fc00000, 0xffc00001, 0x7f800001, 0xff800001}
	var values, masks, want []uint64
	for w := range 24 {
		cut := []int{warp, 12, 31}[w%3] // the lanes below are one part
		lanes := make([]uint64, warp)
		for t := range lanes {
			switch w / 3 {
			case 0:
				lanes[t] = some[r.Below(2)] // zeros
			case 1:
				lanes[t] = some[2+r.Below(2)]
			case 2:
				lanes[t] = some[r.Below(len(some))]
			case 3:
				lanes[t] = r.Next() & 0xbfffffff // no NaN
			case 4:
				lanes[t] = r.Next() | 1<<31&^0x40000000
			case 5:
				lanes[t] = append(some, nans...)[r.Below(len(some)+len(nans))]
			case 6:
				lanes[t] = nans[r.Below(len(nans))]
			case 7: // one number
				if lanes[t] = nans[r.Below(len(nans))]; t == 17 {
					lanes[t] = some[1]
				}
			}
			lanes[t] = low(32, lanes[t])
		}
		for t := range lanes {
			var part []float32
			var mask uint64
			for u, x := range lanes {
				if (u < cut) == (t < cut) {
					mask |= 1 << u
					part = append(part, math.Float32frombits(uint32(x)))
				}
			}
			masks = append(masks, mask)
			for k := range 8 {
				want = append(want, uint64(reduceFloats(part, k&1 != 0, k&2 != 0, k&4 != 0)))
			}
		}
		values = append(values, lanes...)
	}
	s.buffers = []data{{"values", isa.F32, values, nil}, {"masks", isa.U32, masks, nil}, {"out", isa.F32, nil, want}}
	s.launches = []launch{{kernel: "floats", grid: 24, block: warp, args: []string{"values", "masks", "out"}}}
	return s
}

// reduceFloats is section 9.7.13.12 for floats: the bits of the least or greatest of the
// numbers, or of their magnitudes.
func reduceFloats(list []float32, nan, abs, greatest bool) uint32 {
	var numbers []float32
	for _, x := range list {
		if abs {
			x = float32(math.Abs(float64(x)))
		}
		if x == x {
			numbers = append(numbers, x)
		}
	}
	if len(numbers) == 0 || nan && len(numbers) < len(list) {
		return 0x7fffffff
	}
	order := func(x, y float32) int { // -0 is before +0
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(bit(math.Signbit(float64(y))), bit(math.Signbit(float64(x)))))
	}
	if greatest {
		return math.Float32bits(slices.MaxFunc(numbers, order))
	}
	return math.Float32bits(slices.MinFunc(numbers, order))
}

// matrices are of 8 rows and 8 columns of halves, which movmatrix transposes.
func matrices() *script {
	s := &script{name: "movmatrix", notes: "movmatrix: 8 x 8 halves, transposed, once and twice."}
	r := randomFor(s.name)
	var in, want []uint64
	for range 4 {
		var m [8][8]uint64
		for i := range m {
			for j := range m[i] {
				m[i][j] = r.Next() & 0xffff
			}
		}
		for lane := range warp {
			i, j := lane/4, lane%4*2
			own := m[i][j] | m[i][j+1]<<16
			in = append(in, own)
			want = append(want, m[j][i]|m[j+1][i]<<16, own)
		}
	}
	s.buffers = []data{{"in", isa.U32, in, nil}, {"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "transpose", grid: 4, block: warp, args: []string{"in", "out"}}}
	return s
}

func shflForms() *script {
	s := &script{name: "shfl_legacy", notes: "shfl without .sync in each mode: whole warps, segments, clamps, distances beyond the warp."}
	r := randomFor(s.name)
	var bs, cs, want []uint64
	for w := range uint64(24) {
		segment := []uint64{0, 0x10, 0x18, 0x1c, 0x1e, 0x1f}[w%6]
		b, clamp := []uint64{1, 3, 16, 31, 32, 0xffffffe1}[w/4%6], []uint64{0, 0x1f}[w&1]
		if w >= 12 {
			b, clamp = uint64(r.Below(32)), uint64(r.Below(32))
		}
		c := segment<<8 | clamp | r.Next()<<13&0xffffe0e0&^0x1f00
		bs, cs = append(bs, b), append(cs, low(32, c))
		for lane := range uint64(warp) {
			var preds uint64
			at := func(mode string, b, c uint64) uint64 {
				from, p := shuffle(mode, lane, b, c)
				preds = preds>>1 | bit(p)<<3
				return low(32, from*0x01010101+w)
			}
			up, down, bfly, idx := at("up", b, c), at("down", b, c), at("bfly", b, c), at("idx", b, c)
			p := preds
			want = append(want, up, down, bfly, idx, at("down", 3, 0x1f), at("up", 1, 0), p, lane)
		}
	}
	s.buffers = []data{{"b", isa.U32, bs, nil}, {"c", isa.U32, cs, nil}, {"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "shuffles", grid: 24, block: warp, args: []string{"b", "c", "out"}}}
	return s
}

// shuffle is the pseudo-code of 9.7.9.5: the lane that is read, and p.
func shuffle(mode string, lane, b, c uint64) (from uint64, p bool) {
	l, bval, cval, mask := int(lane), int(b&31), int(c&31), int(c>>8&31)
	maxLane := l&mask | cval&^mask
	minLane := l & mask
	var j int
	switch mode {
	case "up":
		j = l - bval
		p = j >= maxLane
	case "down":
		j = l + bval
		p = j <= maxLane
	case "bfly":
		j = l ^ bval
		p = j <= maxLane
	case "idx":
		j = minLane | bval&^mask
		p = j <= maxLane
	}
	if !p {
		j = l
	}
	return uint64(j), p
}

func stackForms() *script {
	s := &script{name: "stack_forms", notes: "stacksave and stackrestore of 64 bits, and pmevent."}
	var want []uint64
	for t := range uint64(warp) {
		want = append(want, t*t, t+5, 1, 1)
	}
	s.buffers = []data{{"out", isa.U32, nil, want}}
	s.launches = []launch{{kernel: "stack", grid: 1, block: warp, args: []string{"out"}}}
	return s
}

func trapFault() *script {
	s := &script{name: "trap_fault", notes: "A launch whose thread 5 of CTA 1 ends it; what the launch before has stored stays."}
	var want []uint64
	for t := range uint64(2 * warp) {
		want = append(want, 3*t)
	}
	s.buffers = []data{{"out", isa.U32, nil, want}}
	fault := fmt.Sprintf(`{"cta":[1,0,0],"thread":[5,0,0],"line":%d,"what":"trap"}`, s.line("\ttrap;"))
	s.launches = []launch{{kernel: "trapped", grid: 2, block: warp, args: []string{"out", "0"}}, {kernel: "trapped", grid: 2, block: warp, args: []string{"out", "1"}, fault: fault}}
	return s
}

// chains: numbers of 256 bits, whose carries run far.
func chains() *script {
	s := &script{name: "int_chains", notes: "Numbers of several words: carries and borrows that run from one instruction to the next."}
	r := randomFor(s.name)
	var in, sums, products []uint64
	number := func(words []uint64) *big.Int {
		z := new(big.Int)
		for i, u := range words {
			z.Or(z, new(big.Int).Lsh(new(big.Int).SetUint64(u), uint(64*i)))
		}
		return z
	}
	words := func(n int, z *big.Int) (out []uint64) {
		for i := range n {
			out = append(out, wrap(64, new(big.Int).Rsh(z, uint(64*i))))
		}
		return out
	}
	for t := range 2 * warp {
		v := make([]uint64, 8)
		for i := range v {
			switch r.Below(4) {
			case 0:
				v[i] = 1<<64 - 1
			case 1:
				v[i] = uint64(r.Below(2))
			default:
				v[i] = r.Next()
			}
			if i >= 4 && t%3 == 0 {
				v[i] = ^v[i-4] // a carry that comes in goes through
			}
		}
		if t%6 == 3 {
			v[4]++
		}
		in = append(in, v...)
		a, b := number(v[:4]), number(v[4:])
		sums = append(sums, words(5, new(big.Int).Add(a, b))...)
		sums = append(sums, words(5, new(big.Int).Sub(a, b))...)
		products = append(products, words(3, new(big.Int).Mul(number(v[:2]), number(v[4:5])))...)
	}
	s.buffers = []data{{"in", isa.U64, in, nil}, {"sums", isa.U64, nil, sums}, {"products", isa.U64, nil, products}}
	for _, k := range []string{"sums", "products"} {
		s.launches = append(s.launches, launch{kernel: k, grid: 1, block: 2 * warp, args: []string{"in", k}})
	}
	return s
}
