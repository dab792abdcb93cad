package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestRangesOfWords computes random numbers of 32 and 64 bits, from ones at the ends of what
// they can be, and asks whether they are in their ranges: also in blocks that a comparison leads to.
func TestRangesOfWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	ops := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMinS, ir.OpMaxS, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU}
	shifts := []ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU}
	cmps := []ir.Cmp{ir.Eq, ir.Ne, ir.LtS, ir.LeS, ir.GtS, ir.GeS, ir.LtU, ir.LeU, ir.GtU, ir.GeU}
	edges := []uint64{0, 1, 2, 3, 7, 8, 30, 31, 33, 63, 64, 100, 1 << 31, 1<<31 - 1, 1 << 32, 1<<32 - 1, 1 << 62, 1<<62 + 1, 1 << 63, math.MaxInt64, math.MaxUint64, math.MaxUint64 - 7}
	edge := func(t ir.Type) uint64 { return edges[rng.IntN(len(edges))] & ir.Ones(t.Bits()) }
	known := 0
	for range 10_000 {
		f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
		b := f.NewBlock("")
		input := map[*ir.Value]uint64{}
		lists := map[ir.Type][]*ir.Value{}
		push := func(v *ir.Value) *ir.Value {
			lists[v.Type] = append(lists[v.Type], v)
			return v
		}
		for _, w := range []ir.Type{ir.I32, ir.I64, ir.I64} {
			input[push(b.Add(ir.OpParam, w, 0))] = edge(w)
		}
		pick := func(w ir.Type) *ir.Value {
			if rng.IntN(3) == 0 {
				return b.Const(w, edge(w), 0)
			}
			return lists[w][rng.IntN(len(lists[w]))]
		}
		step := func() {
			w := []ir.Type{ir.I32, ir.I64}[rng.IntN(2)]
			switch k := rng.IntN(10); {
			case k < 4:
				push(b.Add(ops[rng.IntN(len(ops))], w, 0, pick(w), pick(w)))
			case k < 7:
				push(b.Add(shifts[rng.IntN(len(shifts))], w, 0, pick(w), b.Const(ir.I32, uint64(rng.IntN(70)-3)&math.MaxUint32, 0)))
			case k == 7:
				push(b.Add([]ir.Op{ir.OpZext, ir.OpSext}[rng.IntN(2)], ir.I64, 0, pick(ir.I32)))
			case k == 8:
				c := b.Add(ir.OpICmp, ir.I1, 0, pick(w), pick(w))
				c.Attr.Cmp = cmps[rng.IntN(len(cmps))]
				push(b.Add(ir.OpSelect, w, 0, c, pick(w), pick(w)))
			default:
				push(b.Add(ir.OpAnd, w, 0, pick(w), b.Const(w, ir.Ones(1+rng.IntN(w.Bits())), 0)))
			}
		}
		for range 3 + rng.IntN(4) {
			step()
		}
		// A branch, on whose sides more is known.
		w := []ir.Type{ir.I32, ir.I64}[rng.IntN(2)]
		cond := b.Add(ir.OpICmp, ir.I1, 0, pick(w), pick(w))
		cond.Attr.Cmp = cmps[rng.IntN(len(cmps))]
		then, other := f.NewBlock(""), f.NewBlock("")
		b.Ctrl = []*ir.Value{cond}
		b.SetTerm(ir.If, 0, then, other)
		other.SetTerm(ir.Ret, 0)
		b = then
		for range rng.IntN(3) {
			step()
		}
		b.SetTerm(ir.Ret, 0)
		r := NewRanges(f)
		got := map[*ir.Value]uint64{}
		at := f.Blocks[0]
		for at != nil {
			for _, v := range at.Values {
				got[v] = compute(v, got, input)
			}
			for v, n := range got {
				if v.Type == ir.I1 {
					continue
				}
				lo, hi := r.In(v, at)
				if x := ir.Signed(n, v.Type.Bits()); x < lo || x > hi {
					t.Fatalf("%v is %d, not from %d to %d, in b%d of\n%s", v, x, lo, hi, at.ID, ir.PrintFunc(f))
				}
				if all := typeRange(v.Type); (lo > all.lo || hi < all.hi) && v.Op != ir.OpConst {
					known++
				}
			}
			if at.Term == ir.If {
				at = at.Succs[1-int(got[cond]&1)]
			} else {
				at = nil
			}
		}
	}
	if known < 20_000 {
		t.Errorf("only %d ranges say something", known)
	}
}

// compute is what a value is.
func compute(v *ir.Value, got, input map[*ir.Value]uint64) uint64 {
	arg := func(i int) uint64 { return got[v.Args[i]] }
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits
	case ir.OpParam, ir.OpSReg:
		return input[v]
	case ir.OpZext, ir.OpSext:
		return ir.EvalConv(v.Op, v.Args[0].Type, v.Type, arg(0))
	case ir.OpICmp:
		if v.Attr.Cmp.Ints(v.Args[0].Type.Bits(), arg(0), arg(1)) {
			return 1
		}
		return 0
	case ir.OpSelect:
		return arg(2 - int(arg(0)))
	}
	n, _ := ir.EvalInt(v.Op, v.Type, arg(0), arg(1))
	return n
}

// TestRangesOfCounters: a counter of 64 bits that starts in the middle is trusted not to wrap, one
// that starts near the end is not, nor is one that grows by much.
func TestRangesOfCounters(t *testing.T) {
	for _, c := range []struct {
		name          string
		start, step   uint64
		lo, hi        int64
		op            ir.Op
		fromParameter bool
	}{
		{"from 0", 0, 1, 1, math.MaxInt64, ir.OpAdd, false},
		{"down from 0", 0, 4, math.MinInt64, -4, ir.OpSub, false},
		{"from near the end", math.MaxInt64 - 1, 1, math.MinInt64, math.MaxInt64, ir.OpAdd, false},
		{"from near the start", 1<<63 + 5, 1, math.MinInt64, math.MaxInt64, ir.OpSub, false},
		{"from anywhere", 0, 1, math.MinInt64, math.MaxInt64, ir.OpAdd, true},
		{"by much", 0, 1 << 40, math.MinInt64, math.MaxInt64, ir.OpAdd, false},
	} {
		f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
		b, head, exit := f.NewBlock(""), f.NewBlock(""), f.NewBlock("")
		start := b.Const(ir.I64, c.start, 0)
		if c.fromParameter {
			start = b.Add(ir.OpParam, ir.I64, 0)
		}
		step, stop := b.Const(ir.I64, c.step, 0), b.Add(ir.OpParam, ir.I1, 0)
		b.SetTerm(ir.Jump, 0, head)
		i := head.Add(ir.OpPhi, ir.I64, 0, start)
		next := head.Add(c.op, ir.I64, 0, i, step)
		i.Args = append(i.Args, next)
		head.Ctrl = []*ir.Value{stop}
		head.SetTerm(ir.If, 0, exit, head)
		exit.SetTerm(ir.Ret, 0)
		if lo, hi := NewRanges(f).In(next, exit); lo != c.lo || hi != c.hi {
			t.Errorf("%s: from %d to %d, not from %d to %d", c.name, lo, hi, c.lo, c.hi)
		}
	}
}
