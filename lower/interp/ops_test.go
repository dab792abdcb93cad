package interp

import (
	"context"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// maker builds a kernel by hand. Its first parameter is an address.
type maker struct {
	m *ir.Module
	f *ir.Func
	b *ir.Block
}

func newMaker() *maker {
	m := &ir.Module{Name: "test.ptx", Version: "7.8", Target: "sm_70", PtrBits: 64}
	f := &ir.Func{Name: "k", Entry: true, Module: m}
	f.Params = []*ir.Param{{Name: "p", Type: ir.I64, PTX: "u64", Size: 8, Align: 8}}
	m.Funcs = []*ir.Func{f}
	return &maker{m, f, f.NewBlock("")}
}

func (k *maker) op(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return k.b.Add(op, t, 0, args...)
}

func (k *maker) c(t ir.Type, bits uint64) *ir.Value { return k.b.Const(t, bits, 0) }

func (k *maker) sreg(name string) *ir.Value {
	v := k.op(ir.OpSReg, ir.I32)
	v.Attr.SReg = name
	return v
}

// slot returns the address of a thread's slot of n bytes in the buffer.
func (k *maker) slot(n uint64) *ir.Value {
	p := k.op(ir.OpParam, ir.I64)
	i := k.op(ir.OpAdd, ir.I32, k.op(ir.OpMul, ir.I32, k.sreg("ctaid.x"), k.sreg("ntid.x")), k.sreg("tid.x"))
	off := k.op(ir.OpMul, ir.I64, k.op(ir.OpZext, ir.I64, i), k.c(ir.I64, n))
	return k.op(ir.OpAdd, ir.I64, p, off)
}

func (k *maker) at(addr *ir.Value, off uint64) *ir.Value {
	return k.op(ir.OpAdd, ir.I64, addr, k.c(ir.I64, off))
}

func (k *maker) load(t ir.Type, addr *ir.Value) *ir.Value {
	v := k.op(ir.OpLoad, t, addr)
	v.Attr.Space, v.Attr.Mem = ir.Global, t
	return v
}

func (k *maker) store(addr, x *ir.Value) {
	v := k.op(ir.OpStore, ir.Void, addr, x)
	v.Attr.Space, v.Attr.Mem = ir.Global, x.Type
}

// run launches the kernel with one thread for each slot of the buffer.
func (k *maker) run(t *testing.T, buf []byte, slot int) {
	t.Helper()
	if k.b.Term == ir.TermNone {
		k.b.SetTerm(ir.Ret, 0)
	}
	if err := ir.Verify(k.f); err != nil {
		t.Fatal(err)
	}
	lanes := slices.Clone(buf)
	k.launch(t, buf, slot, Options{Rows: true})
	k.launch(t, lanes, slot, Options{})
	if !slices.Equal(lanes, buf) {
		t.Errorf("in rows %x; lane by lane %x", buf, lanes)
	}
}

func (k *maker) launch(t *testing.T, buf []byte, slot int, opt Options) {
	t.Helper()
	x, err := New(k.m, opt)
	if err != nil {
		t.Fatal(err)
	}
	n := len(buf) / slot
	cfg := Config{Grid: [3]uint32{uint32((n + 31) / 32)}, Block: [3]uint32{32}}
	if n < 32 {
		cfg = Config{Block: [3]uint32{uint32(n)}}
	} else if n%32 != 0 {
		t.Fatalf("%d threads", n)
	}
	if err := x.Launch(context.Background(), "k", cfg, binary.LittleEndian.AppendUint64(nil, x.addrOf(buf)), [][]byte{buf}); err != nil {
		t.Fatal(err)
	}
}

// edges are operands of integer operations.
func edges(n int) []uint64 {
	m := ir.Ones(n)
	e := []uint64{0, 1, 2, 3, 5, 7, uint64(n) - 1, uint64(n), uint64(n) + 1, m, m - 1, m >> 1, m>>1 + 1, m>>1 + 2, m >> 2, 0x9e3779b97f4a7c15, 0x6a09e667f3bcc908}
	for i := range e {
		e[i] &= m
	}
	return e
}

// model computes an operation with big numbers.
func model(op ir.Op, n int, a, b uint64) uint64 {
	u := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	s := func(x uint64) *big.Int {
		r := u(x)
		if x>>(n-1)&1 == 1 {
			r.Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(n)))
		}
		return r
	}
	r := new(big.Int)
	lesser := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	}
	amount := uint(min(b, 1000))
	switch op {
	case ir.OpAdd:
		r.Add(u(a), u(b))
	case ir.OpSub:
		r.Sub(u(a), u(b))
	case ir.OpMul:
		r.Mul(u(a), u(b))
	case ir.OpMulHiS:
		r.Rsh(r.Mul(s(a), s(b)), uint(n))
	case ir.OpMulHiU:
		r.Rsh(r.Mul(u(a), u(b)), uint(n))
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		switch {
		case b == 0:
			r.SetInt64(-1)
		case op == ir.OpDivS:
			r.Quo(s(a), s(b))
		case op == ir.OpDivU:
			r.Quo(u(a), u(b))
		case op == ir.OpRemS:
			r.Rem(s(a), s(b))
		default:
			r.Rem(u(a), u(b))
		}
	case ir.OpMinS:
		r = lesser(s(a), s(b))
	case ir.OpMinU:
		r = lesser(u(a), u(b))
	case ir.OpMaxS:
		r.Neg(lesser(new(big.Int).Neg(s(a)), new(big.Int).Neg(s(b))))
	case ir.OpMaxU:
		r.Neg(lesser(new(big.Int).Neg(u(a)), new(big.Int).Neg(u(b))))
	case ir.OpNeg:
		r.Neg(u(a))
	case ir.OpAbs:
		r.Abs(s(a))
	case ir.OpAnd:
		r.And(u(a), u(b))
	case ir.OpOr:
		r.Or(u(a), u(b))
	case ir.OpXor:
		r.Xor(u(a), u(b))
	case ir.OpNot:
		r.Not(u(a))
	case ir.OpShl:
		r.Lsh(u(a), amount)
	case ir.OpShrU:
		r.Rsh(u(a), amount)
	case ir.OpShrS:
		r.Rsh(s(a), amount)
	}
	m := new(big.Int).SetUint64(ir.Ones(n))
	return m.And(m, r).Uint64()
}

var integerOps = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMulHiS, ir.OpMulHiU, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU,
	ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpNeg, ir.OpAbs, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpShrS, ir.OpShrU}

func isShift(op ir.Op) bool { return op == ir.OpShl || op == ir.OpShrS || op == ir.OpShrU }

// TestIntegerOps runs every integer operation in every width on pairs of edges:
// a slot is two operands and the result of each operation.
func TestIntegerOps(t *testing.T) {
	for _, typ := range []ir.Type{ir.I8, ir.I16, ir.I32, ir.I64} {
		n := typ.Bits()
		k := newMaker()
		size := 16 + 8*len(integerOps)
		slot := k.slot(uint64(size))
		a, b := k.load(typ, slot), k.load(typ, k.at(slot, 8))
		amount := k.load(ir.I32, k.at(slot, 8))
		for i, op := range integerOps {
			args := []*ir.Value{a, b}
			if isShift(op) {
				args[1] = amount
			}
			r := k.op(op, typ, args[:ir.Ops[op].Args]...)
			k.store(k.at(slot, uint64(16+8*i)), r)
		}
		es := edges(n)
		es = append(es, es[:(32-len(es)%32)%32]...)
		buf := make([]byte, size*len(es)*len(es))
		for i, a := range es {
			for j, b := range es {
				at := size * (i*len(es) + j)
				binary.LittleEndian.PutUint64(buf[at:], a)
				binary.LittleEndian.PutUint64(buf[at+8:], b)
			}
		}
		k.run(t, buf, size)
		for at := 0; at < len(buf); at += size {
			a, b := binary.LittleEndian.Uint64(buf[at:]), binary.LittleEndian.Uint64(buf[at+8:])
			for i, op := range integerOps {
				y := b
				if isShift(op) {
					y = uint64(uint32(b))
				}
				got := binary.LittleEndian.Uint64(buf[at+16+8*i:])
				if want := model(op, n, a, y); got != want {
					t.Errorf("%s <%s> %#x %#x = %#x, want %#x", op, typ, a, y, got, want)
				}
			}
		}
	}
}

func TestLogicOfPredicates(t *testing.T) {
	for _, op := range []ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot} {
		for a := range uint64(2) {
			for b := range uint64(2) {
				if got, want := integer(op, 1, a, b), model(op, 1, a, b); got != want {
					t.Errorf("%s %d %d = %d, want %d", op, a, b, got, want)
				}
			}
		}
	}
}

// TestInteger128 checks the wide operations against each other: those on 64
// bits, and algebraic laws that tie the halves together.
func TestInteger128(t *testing.T) {
	es := edges(64)
	for _, a := range es {
		for _, b := range es {
			sa, sb := uint64(int64(a)>>63), uint64(int64(b)>>63)
			// Products of 64 bits, extended either way.
			lo, hi := integer128(ir.OpMul, a, 0, b, 0)
			if lo != model(ir.OpMul, 64, a, b) || hi != model(ir.OpMulHiU, 64, a, b) {
				t.Errorf("%#x * %#x = %#x:%#x", a, b, hi, lo)
			}
			lo, hi = integer128(ir.OpMul, a, sa, b, sb)
			if lo != model(ir.OpMul, 64, a, b) || hi != model(ir.OpMulHiS, 64, a, b) {
				t.Errorf("signed %#x * %#x = %#x:%#x", a, b, hi, lo)
			}
			// Sign-extended operands keep their order and quotients.
			for _, op := range []ir.Op{ir.OpMinS, ir.OpMaxS, ir.OpRemS, ir.OpAnd, ir.OpOr, ir.OpXor} {
				lo, hi = integer128(op, a, sa, b, sb)
				if want := model(op, 64, a, b); lo != want || hi != uint64(int64(want)>>63) {
					t.Errorf("%s %#x %#x = %#x:%#x", op, a, b, hi, lo)
				}
			}
			for _, op := range []ir.Op{ir.OpMinU, ir.OpMaxU, ir.OpDivU, ir.OpRemU} {
				lo, hi = integer128(op, a, 0, b, 0)
				if want := model(op, 64, a, b); lo != want || b != 0 && hi != 0 {
					t.Errorf("%s %#x %#x = %#x:%#x", op, a, b, hi, lo)
				}
			}
			// a:b - b:a + b:a is a:b.
			lo, hi = integer128(ir.OpSub, a, b, b, a)
			if lo, hi = integer128(ir.OpAdd, lo, hi, b, a); lo != a || hi != b {
				t.Errorf("%#x:%#x is lost in a sum", b, a)
			}
			lo, hi = integer128(ir.OpNeg, a, b, 0, 0)
			if lo2, hi2 := integer128(ir.OpSub, 0, 0, a, b); lo != lo2 || hi != hi2 {
				t.Errorf("-%#x:%#x = %#x:%#x", b, a, hi, lo)
			}
			if lo, hi = integer128(ir.OpNot, a, b, 0, 0); lo != ^a || hi != ^b {
				t.Errorf("^%#x:%#x = %#x:%#x", b, a, hi, lo)
			}
			if lo, hi = integer128(ir.OpShl, a, b, 64, 0); lo != 0 || hi != a {
				t.Errorf("%#x:%#x << 64 = %#x:%#x", b, a, hi, lo)
			}
			if lo, hi = integer128(ir.OpShl, a, b, 128+a>>32, 0); lo != 0 || hi != 0 {
				t.Errorf("%#x:%#x << 128 or more = %#x:%#x", b, a, hi, lo)
			}
			if lo, hi = integer128(ir.OpShrU, a, b, 64, 0); lo != b || hi != 0 {
				t.Errorf("%#x:%#x >> 64 = %#x:%#x", b, a, hi, lo)
			}
			if lo, hi = integer128(ir.OpShrS, a, b, 1<<20, 0); lo != sb || hi != sb {
				t.Errorf("%#x:%#x >> 1<<20 = %#x:%#x", b, a, hi, lo)
			}
		}
	}
}

// TestWideValues moves 128-bit values through a kernel.
func TestWideValues(t *testing.T) {
	k := newMaker()
	slot := k.slot(64)
	a := k.load(ir.I128, slot)
	lo := k.op(ir.OpTrunc, ir.I64, a)
	hi := k.op(ir.OpTrunc, ir.I64, k.op(ir.OpShrU, ir.I128, a, k.c(ir.I32, 64)))
	// The halves change places, in a Select that a comparison decides.
	swapped := k.op(ir.OpOr, ir.I128, k.op(ir.OpZext, ir.I128, hi), k.op(ir.OpShl, ir.I128, k.op(ir.OpZext, ir.I128, lo), k.c(ir.I32, 64)))
	less := k.op(ir.OpICmp, ir.I1, hi, lo)
	less.Attr.Cmp = ir.LtU
	k.store(k.at(slot, 16), k.op(ir.OpSelect, ir.I128, less, swapped, a))
	k.store(k.at(slot, 32), k.op(ir.OpSext, ir.I128, k.op(ir.OpTrunc, ir.I8, lo)))
	buf := alignedBytes(32 * 64)
	for i := range 32 {
		binary.LittleEndian.PutUint64(buf[i*64:], uint64(i)*0x0123456789abcdef)
		binary.LittleEndian.PutUint64(buf[i*64+8:], uint64(31-i)*0x0fedcba987654321)
	}
	k.run(t, buf, 64)
	for i := range 32 {
		word := func(j int) uint64 { return binary.LittleEndian.Uint64(buf[i*64+8*j:]) }
		lo, hi := word(0), word(1)
		wantLo, wantHi := lo, hi
		if hi < lo {
			wantLo, wantHi = hi, lo
		}
		if word(2) != wantLo || word(3) != wantHi {
			t.Errorf("thread %d: maximum of the two orders is %#x:%#x, want %#x:%#x", i, word(3), word(2), wantHi, wantLo)
		}
		if s := int64(int8(lo)); word(4) != uint64(s) || word(5) != uint64(s>>63) {
			t.Errorf("thread %d: sign extension of %#x is %#x:%#x", i, uint8(lo), word(5), word(4))
		}
	}
}

// compare computes a comparison of n bits.
func compare(c ir.Cmp, n int, a, b uint64) bool { return comparisons[c].do(a, b, widthOf(n)) != 0 }

func TestIntegerCompares(t *testing.T) {
	cmps := []ir.Cmp{ir.Eq, ir.Ne, ir.LtS, ir.LeS, ir.GtS, ir.GeS, ir.LtU, ir.LeU, ir.GtU, ir.GeU}
	for _, n := range []int{1, 8, 16, 32, 64} {
		for _, a := range edges(n) {
			for _, b := range edges(n) {
				x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
				su, ss := x.Cmp(y), 0
				p, q := ir.Signed(a, n), ir.Signed(b, n)
				switch {
				case p < q:
					ss = -1
				case p > q:
					ss = 1
				}
				want := []bool{su == 0, su != 0, ss < 0, ss <= 0, ss > 0, ss >= 0, su < 0, su <= 0, su > 0, su >= 0}
				for i, c := range cmps {
					if got := compare(c, n, a, b); got != want[i] {
						t.Errorf("%s of %d bits: %#x %#x is %v", c, n, a, b, got)
					}
				}
			}
		}
	}
}

// TestFloatCompares checks the table of section 9.3.1.2: ordered comparisons are
// false for a NaN, unordered ones true.
func TestFloatCompares(t *testing.T) {
	nan := math.NaN()
	inf := math.Inf(1)
	tests := []struct {
		a, b float64
		want string // eq ne lt le gt ge, equ neu ltu leu gtu geu, num nan
	}{
		{1, 2, "011100 011100 10"},
		{2, 1, "010011 010011 10"},
		{0, math.Copysign(0, -1), "100101 100101 10"},
		{-inf, inf, "011100 011100 10"},
		{inf, inf, "100101 100101 10"},
		{nan, 1, "000000 111111 01"},
		{1, nan, "000000 111111 01"},
		{nan, nan, "000000 111111 01"},
	}
	for _, test := range tests {
		i := 0
		for _, r := range test.want {
			if r == ' ' {
				continue
			}
			c := ir.EqF + ir.Cmp(i)
			i++
			if got := compare(c, 64, bits64(test.a), bits64(test.b)); got != (r == '1') {
				t.Errorf("%v %s %v is %v", test.a, c, test.b, got)
			}
			if got := compare(c, 32, bits32(float32(test.a)), bits32(float32(test.b))); got != (r == '1') {
				t.Errorf("f32: %v %s %v is %v", test.a, c, test.b, got)
			}
		}
	}
}

// TestFloatOps runs the core operations on f32 and f64. Go's operators are the
// oracle; an f32 NaN is canonical.
func TestFloatOps(t *testing.T) {
	vals := []float64{0, math.Copysign(0, -1), 1, -1.5, 3, 0.1, 1e-40, -1e-45, 3e38, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, 5e-324, 16777217}
	ops := []ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFNeg, ir.OpFAbs}
	oracle := func(op ir.Op, a, b float64, round func(float64) float64) float64 {
		switch op {
		case ir.OpFAdd:
			return round(a + b)
		case ir.OpFSub:
			return round(a - b)
		case ir.OpFMul:
			return round(float64(a * b))
		case ir.OpFDiv:
			return round(a / b)
		case ir.OpFSqrt:
			return round(math.Sqrt(a))
		case ir.OpFNeg:
			return -a
		}
		return math.Abs(a)
	}
	for _, typ := range []ir.Type{ir.F32, ir.F64} {
		k := newMaker()
		size := 16 + 8*len(ops)
		slot := k.slot(uint64(size))
		a, b := k.load(typ, slot), k.load(typ, k.at(slot, 8))
		for i, op := range ops {
			k.store(k.at(slot, uint64(16+8*i)), k.op(op, typ, []*ir.Value{a, b}[:ir.Ops[op].Args]...))
		}
		n := 256
		buf := make([]byte, size*n)
		type operands struct{ a, b float64 }
		var in []operands
		for i := range n {
			o := operands{vals[i%len(vals)], vals[i/len(vals)%len(vals)]}
			if typ == ir.F32 {
				// f64 arithmetic rounded to f32 is exact enough: 53 > 2*24+1 bits.
				o.a, o.b = float64(float32(o.a)), float64(float32(o.b))
				binary.LittleEndian.PutUint32(buf[i*size:], math.Float32bits(float32(o.a)))
				binary.LittleEndian.PutUint32(buf[i*size+8:], math.Float32bits(float32(o.b)))
			} else {
				binary.LittleEndian.PutUint64(buf[i*size:], math.Float64bits(o.a))
				binary.LittleEndian.PutUint64(buf[i*size+8:], math.Float64bits(o.b))
			}
			in = append(in, o)
		}
		k.run(t, buf, size)
		for i, o := range in {
			for j, op := range ops {
				got := binary.LittleEndian.Uint64(buf[i*size+16+8*j:])
				if typ == ir.F64 {
					want := oracle(op, o.a, o.b, func(x float64) float64 { return x })
					if g := math.Float64frombits(got); got != math.Float64bits(want) && (g == g || want == want) {
						t.Errorf("%s <f64> %v %v = %v, want %v", op, o.a, o.b, g, want)
					}
					continue
				}
				want := oracle(op, o.a, o.b, func(x float64) float64 { return float64(float32(x)) })
				bits := math.Float32bits(float32(want))
				if want != want {
					bits = 0x7fffffff
				}
				if uint32(got) != bits {
					t.Errorf("%s <f32> %v %v = %#x, want %#x", op, o.a, o.b, uint32(got), bits)
				}
			}
		}
	}
}

// TestConversions checks Zext, Sext, Trunc, Bitcast, Canon and Select.
func TestConversions(t *testing.T) {
	k := newMaker()
	slot := k.slot(128)
	a := k.load(ir.I64, slot)
	b8, b16, b32 := k.op(ir.OpTrunc, ir.I8, a), k.op(ir.OpTrunc, ir.I16, a), k.op(ir.OpTrunc, ir.I32, a)
	p := k.op(ir.OpTrunc, ir.I1, a)
	f := k.op(ir.OpBitcast, ir.F32, b32)
	out := []*ir.Value{
		k.op(ir.OpZext, ir.I64, b8), k.op(ir.OpSext, ir.I64, b8), k.op(ir.OpSext, ir.I64, b16), k.op(ir.OpSext, ir.I64, b32),
		k.op(ir.OpZext, ir.I64, k.op(ir.OpSext, ir.I16, b8)), k.op(ir.OpZext, ir.I64, p), k.op(ir.OpSext, ir.I64, p),
		k.op(ir.OpZext, ir.I64, k.op(ir.OpBitcast, ir.I32, k.op(ir.OpCanon, ir.F32, f))),
		k.op(ir.OpZext, ir.I64, k.op(ir.OpBitcast, ir.I32, f)),
		k.op(ir.OpSelect, ir.I64, p, a, k.c(ir.I64, 77)),
		k.op(ir.OpZext, ir.I64, k.c(ir.I8, 0xff)),
	}
	for i, v := range out {
		k.store(k.at(slot, uint64(8*i+8)), v)
	}
	ins := []uint64{0, 1, 0x7f, 0x80, 0xffff8080, 0x7f800001, 0xffc00001, 0x7f800000, 0xff800000, 0x8000000000000000, ^uint64(0), 0x0123456789abcdef}
	buf := make([]byte, 128*32)
	for i := range 32 {
		binary.LittleEndian.PutUint64(buf[128*i:], ins[i%len(ins)])
	}
	k.run(t, buf, 128)
	for i := range 32 {
		a := ins[i%len(ins)]
		p := a & 1
		canon, sel := uint32(a), uint64(77)
		if canon&0x7fffffff > 0x7f800000 {
			canon = 0x7fffffff
		}
		if p == 1 {
			sel = a
		}
		want := []uint64{uint64(uint8(a)), uint64(int64(int8(a))), uint64(int64(int16(a))), uint64(int64(int32(a))),
			uint64(uint16(int16(int8(a)))), p, -p, uint64(canon), uint64(uint32(a)), sel, 0xff}
		for j, w := range want {
			if got := binary.LittleEndian.Uint64(buf[128*i+8+8*j:]); got != w {
				t.Errorf("%#x: result %d is %#x, want %#x", a, j, got, w)
			}
		}
	}
}

// TestIntrin calls functions of each package and of several carriers.
func TestIntrin(t *testing.T) {
	k := newMaker()
	slot := k.slot(64)
	a := k.load(ir.I32, slot)
	f := k.load(ir.F32, slot)
	call := func(name string, t ir.Type, args ...*ir.Value) *ir.Value {
		v := k.op(ir.OpIntrin, t, args...)
		v.Attr.Name = name
		return v
	}
	k.store(k.at(slot, 4), call("PopcB32", ir.I32, a))
	k.store(k.at(slot, 8), call("BfeS32", ir.I32, a, k.c(ir.I32, 4), k.c(ir.I32, 8)))
	k.store(k.at(slot, 12), k.op(ir.OpZext, ir.I32, call("TestpNotanumberF32", ir.I1, f)))
	k.store(k.at(slot, 16), call("FmaRnF64", ir.F64, k.c(ir.F64, math.Float64bits(3)), k.c(ir.F64, math.Float64bits(0.5)), k.c(ir.F64, math.Float64bits(-1))))
	k.store(k.at(slot, 24), call("CvtRziS16F32", ir.I16, f))
	ins := []uint32{0, 0xffffffff, 0x7fc00000, 0x00000f80, math.Float32bits(-3.7), 0x12345678, math.Float32bits(1e9), 0x80000000}
	buf := make([]byte, 64*len(ins))
	for i, x := range ins {
		binary.LittleEndian.PutUint32(buf[64*i:], x)
	}
	k.run(t, buf, 64)
	for i, x := range ins {
		b := buf[64*i:]
		pop := 0
		for j := range 32 {
			pop += int(x >> j & 1)
		}
		if got := binary.LittleEndian.Uint32(b[4:]); got != uint32(pop) {
			t.Errorf("PopcB32(%#x) = %d", x, got)
		}
		if got := int32(binary.LittleEndian.Uint32(b[8:])); got != int32(int8(x>>4)) {
			t.Errorf("BfeS32(%#x, 4, 8) = %d", x, got)
		}
		g := math.Float32frombits(x)
		if got := binary.LittleEndian.Uint32(b[12:]); got != uint32(bit(g != g)) {
			t.Errorf("TestpNotanumberF32(%#x) = %d", x, got)
		}
		if got := math.Float64frombits(binary.LittleEndian.Uint64(b[16:])); got != 0.5 {
			t.Errorf("FmaRnF64 = %v", got)
		}
		want := int16(0)
		switch {
		case g >= 32767:
			want = 32767
		case g <= -32768:
			want = -32768
		case g == g:
			want = int16(g)
		}
		if got := int16(binary.LittleEndian.Uint16(b[24:])); got != want {
			t.Errorf("CvtRziS16F32(%v) = %d, want %d", g, got, want)
		}
	}
}

// TestEveryOpRuns fails for an operation that the interpreter does not know:
// each is either executed by another test here or named below with where.
func TestEveryOpRuns(t *testing.T) {
	elsewhere := map[ir.Op]bool{
		// By the kernels of ptxtest.
		ir.OpInvalid: true, ir.OpConst: true, ir.OpArg: true, ir.OpParam: true, ir.OpSReg: true, ir.OpSymAddr: true, ir.OpFuncAddr: true,
		ir.OpPhi: true, ir.OpExtract: true, ir.OpLoad: true, ir.OpStore: true, ir.OpAtomic: true, ir.OpFence: true, ir.OpToGeneric: true,
		ir.OpFromGeneric: true, ir.OpIsSpace: true, ir.OpBarrier: true, ir.OpWarp: true,
		ir.OpLockstep: true, ir.OpCall: true, ir.OpCallIndirect: true, ir.OpTrap: true,
		ir.OpAlloca: true, ir.OpStackSave: true, ir.OpStackRestore: true,
		// By tex_test.go and the cases tex_*.
		ir.OpRefAddr: true, ir.OpTex: true, ir.OpTexQuery: true, ir.OpIsRef: true, ir.OpSurfLoad: true, ir.OpSurfStore: true, ir.OpSurfRed: true,
		// By internal/cases/planted.
		ir.OpNote: true, ir.OpPoint: true,
		// By parts_test.go.
		ir.OpSlotLoad: true, ir.OpSlotStore: true, ir.OpSlotAll: true, ir.OpSlotSet: true, ir.OpSlotFill: true, ir.OpSlotAny: true, ir.OpRun: true,
		// By lanes_test.go and the cases of package vector.
		ir.OpUndef: true, ir.OpSplat: true, ir.OpRamp: true, ir.OpAny: true, ir.OpAll: true, ir.OpInside: true, ir.OpApart: true,
		ir.OpBail: true, ir.OpPoll: true, ir.OpSlotGet: true, ir.OpSlotPut: true,
		// In this file.
		ir.OpFAdd: true, ir.OpFSub: true, ir.OpFMul: true, ir.OpFDiv: true, ir.OpFSqrt: true, ir.OpFNeg: true, ir.OpFAbs: true, ir.OpCanon: true,
		ir.OpICmp: true, ir.OpFCmp: true, ir.OpSelect: true, ir.OpZext: true, ir.OpSext: true, ir.OpTrunc: true, ir.OpBitcast: true, ir.OpIntrin: true,
	}
	for _, op := range integerOps {
		elsewhere[op] = true
	}
	for op := range ir.Op(len(ir.Ops)) {
		if !elsewhere[op] {
			t.Errorf("%s is a new operation: teach the interpreter and test it", op)
		}
	}
}
