package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestWholeGangsAgree computes numbers of threads, made of %tid.x and of what a row has in common,
// for the threads of gangs: where WholeGangs says that they agree, they do.
func TestWholeGangsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	agreed := 0
	for range 6000 {
		f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
		b := f.NewBlock("")
		input := map[*ir.Value]uint64{}
		sreg := func(name string, n uint64) *ir.Value {
			v := b.Add(ir.OpSReg, ir.I32, 0)
			v.Attr.SReg = name
			input[v] = n
			return v
		}
		tid := sreg("tid.x", 0)
		lane := sreg("laneid", 0)
		konst := func(n uint32) *ir.Value { return b.Const(ir.I32, uint64(n), 0) }
		var row func(deep int) *ir.Value
		row = func(deep int) *ir.Value {
			if deep == 0 {
				switch rng.IntN(7) {
				case 0:
					return sreg("ctaid.x", rng.Uint64N(100))
				case 1:
					return sreg("tid.y", rng.Uint64N(100))
				case 2:
					return konst(rng.Uint32N(100))
				case 3:
					if rng.IntN(4) == 0 {
						return lane
					}
				case 4: // a phi may be of a loop that threads leave one by one
					v := b.Add(ir.OpParam, ir.I32, 0)
					input[v] = rng.Uint64N(1 << 32)
					return v
				}
				return konst(8 * rng.Uint32N(10))
			}
			x, y := row(deep-1), row(rng.IntN(deep))
			if rng.IntN(2) == 0 {
				x, y = y, x
			}
			switch rng.IntN(4) {
			case 0:
				return b.Add(ir.OpShl, ir.I32, 0, x, []*ir.Value{konst(rng.Uint32N(6)), konst(rng.Uint32N(6)), y}[rng.IntN(3)])
			case 1:
				return b.Add(ir.OpMul, ir.I32, 0, x, y)
			}
			return b.Add([]ir.Op{ir.OpAdd, ir.OpSub}[rng.IntN(2)], ir.I32, 0, x, y)
		}
		base := row(rng.IntN(8))
		num := b.Add(ir.OpAdd, ir.I32, 0, base, tid)
		if rng.IntN(2) == 0 {
			num = b.Add(ir.OpAdd, ir.I32, 0, tid, base)
		}
		k := konst([]uint32{8, 16, 3, 4, 7, 15, 0, 0xfffffff8, 24}[rng.IntN(9)])
		var v *ir.Value
		switch rng.IntN(5) {
		case 0:
			v = b.Add([]ir.Op{ir.OpShrU, ir.OpShrS}[rng.IntN(2)], ir.I32, 0, num, k)
		case 1:
			v = b.Add([]ir.Op{ir.OpDivU, ir.OpDivS}[rng.IntN(2)], ir.I32, 0, num, k)
		case 2:
			v = b.Add(ir.OpAnd, ir.I32, 0, num, k)
		default:
			v = b.Add(ir.OpICmp, ir.I1, 0, num, k)
			v.Attr.Cmp = ir.Eq + ir.Cmp(rng.IntN(int(ir.GeU-ir.Eq)+1))
		}
		b.SetTerm(ir.Ret, 0)
		if !WholeGangs(v, 8) {
			continue
		}
		agreed++
		for gang := uint64(0); gang < 64; gang += 8 {
			first := uint64(0)
			for i := range uint64(8) {
				input[tid], input[lane] = gang+i, (gang+i)%32
				got := map[*ir.Value]uint64{}
				for _, w := range b.Values {
					got[w] = compute(w, got, input)
				}
				if i == 0 {
					first = got[v]
				} else if got[v] != first {
					t.Fatalf("thread %d has %d, thread %d has %d: %v in\n%s", gang, first, gang+i, got[v], v, ir.PrintFunc(f))
				}
			}
		}
	}
	if agreed < 100 {
		t.Errorf("only %d values are those of whole gangs", agreed)
	}
}

// TestShape: what .reqntid says of warps.
func TestShape(t *testing.T) {
	for _, c := range []struct {
		n            [3]int64
		rows, layers bool
	}{
		{[3]int64{}, false, false},
		{[3]int64{48, 1, 1}, true, true},
		{[3]int64{64, 2, 3}, true, true},
		{[3]int64{16, 4, 1}, false, true},
		{[3]int64{16, 4, 2}, false, true},
		{[3]int64{12, 4, 2}, false, false},
		{[3]int64{7, 0, 0}, true, true},
	} {
		if got := shapeOf(&ir.Func{ReqNTID: c.n}); got != (shape{c.rows, c.layers}) {
			t.Errorf("%v: %v", c.n, got)
		}
	}
}

// TestRowBase: the number of the first thread of a row, however its products are written.
func TestRowBase(t *testing.T) {
	f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
	b := f.NewBlock("")
	sreg := func(name string) *ir.Value {
		v := b.Add(ir.OpSReg, ir.I32, 0)
		v.Attr.SReg = name
		return v
	}
	op := func(op ir.Op, x, y *ir.Value) *ir.Value { return b.Add(op, ir.I32, 0, x, y) }
	nx, ny, y, z := sreg("ntid.x"), sreg("ntid.y"), sreg("tid.y"), sreg("tid.z")
	b.SetTerm(ir.Ret, 0)
	u := NewUniformity(f, nil)
	for _, c := range []struct {
		v    *ir.Value
		want Level
	}{
		{op(ir.OpMul, nx, y), LayerWarp},
		{op(ir.OpMul, y, nx), LayerWarp},
		{op(ir.OpMul, nx, op(ir.OpAdd, y, op(ir.OpMul, ny, z))), Warp},
		{op(ir.OpMul, op(ir.OpAdd, op(ir.OpMul, z, ny), y), nx), Warp},
		{op(ir.OpMul, nx, op(ir.OpAdd, y, op(ir.OpMul, nx, z))), Varying},
		{op(ir.OpMul, nx, op(ir.OpAdd, y, op(ir.OpMul, ny, y))), Varying},
		{op(ir.OpMul, nx, op(ir.OpAdd, y, op(ir.OpMul, z, nx))), Varying},
		{op(ir.OpMul, nx, op(ir.OpAdd, y, op(ir.OpAdd, ny, z))), Varying},
		{op(ir.OpMul, ny, y), Varying},
		{op(ir.OpAdd, nx, y), Varying},
	} {
		if got := u.RowBase(c.v); got != c.want {
			t.Errorf("%v of %v and %v: %v, not %v", c.v, c.v.Args[0], c.v.Args[1], got, c.want)
		}
	}
}
