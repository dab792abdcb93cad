package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestSureHolds computes random numbers of the threads of a row, with random data: where Sure has
// bounds of one, it is between them, for every thread.
func TestSureHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	edges := []uint32{0, 1, 2, 3, 31, 255, 1023, 1 << 20, 1<<30 - 1, 1 << 30, math.MaxInt32, 1 << 31, math.MaxUint32, math.MaxUint32 - 40, 1<<31 + 1}
	known := 0
	for range 20_000 {
		f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
		b := f.NewBlock("")
		konst := func() *ir.Value { return b.Const(ir.I32, uint64(edges[rng.IntN(len(edges))]), 0) }
		tid := b.Add(ir.OpSReg, ir.I32, 0)
		tid.Attr.SReg = "tid.x"
		data := b.Add(ir.OpParam, ir.I32, 0)
		list := []*ir.Value{tid, tid, data, konst()}
		pick := func() *ir.Value { return list[rng.IntN(len(list))] }
		for range 1 + rng.IntN(8) {
			var v *ir.Value
			switch rng.IntN(7) {
			case 0:
				v = b.Add(ir.OpMul, ir.I32, 0, pick(), []*ir.Value{konst(), konst(), pick()}[rng.IntN(3)])
			case 1:
				v = b.Add(ir.OpShl, ir.I32, 0, pick(), []*ir.Value{b.Const(ir.I32, rng.Uint64N(40), 0), b.Const(ir.I32, rng.Uint64N(12), 0), pick()}[rng.IntN(3)])
			case 2:
				v = b.Add(ir.OpAnd, ir.I32, 0, pick(), []*ir.Value{konst(), konst(), pick()}[rng.IntN(3)])
			case 3:
				v = b.Add([]ir.Op{ir.OpOr, ir.OpXor, ir.OpSub}[rng.IntN(3)], ir.I32, 0, pick(), []*ir.Value{konst(), pick()}[rng.IntN(2)])
			default:
				v = b.Add(ir.OpAdd, ir.I32, 0, pick(), []*ir.Value{konst(), pick()}[rng.IntN(2)])
			}
			list = append(list, v)
		}
		b.SetTerm(ir.Ret, 0)
		threads := []int64{1, 32, 1024}[rng.IntN(3)]
		for _, v := range list {
			lo, hi := Sure(v, threads)
			if lo > hi {
				continue
			}
			if known++; v == tid && (lo != 0 || hi != threads-1) {
				t.Fatalf("%%tid.x of %d is from %d to %d", threads, lo, hi)
			}
			for _, tx := range []int64{0, threads - 1, threads / 2, rng.Int64N(threads)} {
				got := map[*ir.Value]uint64{}
				for _, w := range b.Values {
					got[w] = compute(w, got, map[*ir.Value]uint64{tid: uint64(tx), data: uint64(edges[rng.IntN(len(edges))])})
				}
				if n := ir.Signed(got[v], 32); n < lo || n > hi {
					t.Fatalf("%v of thread %d is %d, not from %d to %d in\n%s", v, tx, n, lo, hi, ir.PrintFunc(f))
				}
			}
		}
	}
	if known < 20_000 {
		t.Errorf("only %d bounds", known)
	}
}

// TestSpotsMeetUnlessApart: accesses of which nothing is known meet those of all threads, unless
// neither writes or they are of different memory.
func TestSpotsMeetUnlessApart(t *testing.T) {
	s, u := &ir.Symbol{Name: "s"}, &ir.Symbol{Name: "u"}
	in := func(m memory, sym *ir.Symbol, known, writes, faults bool) Spot {
		return Spot{memory: m, sym: sym, known: known, by: 4, size: 4, hi: 31, Writes: writes, Faults: faults}
	}
	for _, c := range []struct {
		name string
		x, y Spot
		want bool
	}{
		{"two reads of anything", in(anyMemory, nil, false, false, true), in(anyMemory, nil, false, false, true), false},
		{"a write of anything", in(anyMemory, nil, false, true, true), in(sharedMemory, s, true, false, false), true},
		{"a read of anything", in(sharedMemory, s, true, true, false), in(anyMemory, nil, false, false, true), true},
		{"global and shared", in(globalMemory, nil, false, true, true), in(sharedMemory, s, true, true, false), false},
		{"two of global memory", in(globalMemory, nil, false, true, true), in(globalMemory, nil, false, false, true), true},
		{"two variables", in(sharedMemory, s, true, true, false), in(sharedMemory, u, true, true, false), false},
		{"two variables, one beyond its end", in(sharedMemory, s, true, true, true), in(sharedMemory, u, true, true, false), true},
		{"two variables, the other beyond its end", in(sharedMemory, s, true, true, false), in(sharedMemory, u, true, true, true), true},
		{"somewhere in a variable", in(sharedMemory, s, false, true, false), in(sharedMemory, s, true, true, false), true},
		{"at places of which one is not known", in(sharedMemory, s, true, true, false), in(sharedMemory, s, false, true, false), true},
		{"each thread at its own", in(sharedMemory, s, true, true, false), in(sharedMemory, s, true, false, false), false},
	} {
		lower, higher := c.x.Meets(&c.y)
		if lower != c.want || higher != c.want {
			t.Errorf("%s: lower %v, higher %v", c.name, lower, higher)
		}
	}
}
