package vector_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/vector"
)

// mutant changes one thing in a function with lanes, and returns what puts it back; nil where there is
// nothing to change in a value.
type mutant struct {
	name string
	make func(v *ir.Value) (undo func())
	most int // how many may survive: masks that all lanes are in, checks that never fail
}

// mutants are mistakes in masks, in what lanes keep, and in where lanes find their elements.
var mutants = []mutant{
	{"an effect without its mask", func(v *ir.Value) func() {
		if v.Mask() == nil || !v.HasEffect() {
			return nil
		}
		return unmask(v)
	}, 2},
	{"lanes that do not keep what they have", func(v *ir.Value) func() {
		if v.Op != ir.OpSelect || !v.Varying {
			return nil
		}
		return argument(v, 2, v.Args[1])
	}, 3},
	{"lanes that keep what they must not", func(v *ir.Value) func() {
		if v.Op != ir.OpSelect || !v.Varying {
			return nil
		}
		return argument(v, 1, v.Args[2])
	}, 0},
	{"a mask with lanes that are elsewhere", func(v *ir.Value) func() {
		if v.Op != ir.OpAnd || !v.Varying || v.Type != ir.I1 {
			return nil
		}
		return argument(v, 0, v.Args[1])
	}, 5},
	{"a mask with lanes that went the other way", func(v *ir.Value) func() {
		if v.Op != ir.OpAnd || !v.Varying || v.Type != ir.I1 {
			return nil
		}
		return argument(v, 1, v.Args[0])
	}, 2},
	{"another stride", func(v *ir.Value) func() {
		if v.Attr.Stride == 0 || v.Op == ir.OpInside {
			return nil
		}
		v.Attr.Stride *= 2
		return func() { v.Attr.Stride /= 2 }
	}, 0},
	{"a check that is left out", func(v *ir.Value) func() {
		if v.Op != ir.OpBail {
			return nil
		}
		never := v.Block.Func.NewValue(ir.OpConst, ir.I1, 0)
		v.Block.Insert(slices.Index(v.Block.Values, v), never)
		undo := argument(v, 0, never)
		return func() {
			undo()
			v.Block.Values = slices.DeleteFunc(v.Block.Values, func(w *ir.Value) bool { return w == never })
		}
	}, 9},
}

func unmask(v *ir.Value) func() {
	args := v.Args
	v.Args, v.Attr.Masked = v.Unmasked(), false
	return func() { v.Args, v.Attr.Masked = args, true }
}

func argument(v *ir.Value, i int, to *ir.Value) func() {
	old := v.Args[i]
	if old == to {
		return nil
	}
	v.Args[i] = to
	return func() { v.Args[i] = old }
}

// masksCase launches the kernel of testdata/masks.txtar, with memory for what so many of its 61 threads store.
func masksCase(threads int) *casefile.Case {
	r := rand.New(rand.NewPCG(7, 7))
	in := &casefile.Buffer{Name: "in", Bytes: 4 * 64}
	for range 64 {
		in.Contents = binary.LittleEndian.AppendUint32(in.Contents, r.Uint32N(256))
	}
	buffer := func(name string, n int) *casefile.Buffer {
		return &casefile.Buffer{Name: name, Bytes: n, Contents: bytes.Repeat([]byte{0xa5}, n)}
	}
	c := &casefile.Case{Format: 1, Name: "masks", PTX: []casefile.PTX{{File: "in.ptx"}}, Buffers: []*casefile.Buffer{in, buffer("out", 768+4*threads), buffer("sum", 256)}}
	l := &casefile.Launch{Kernel: "masks", Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}}
	for _, b := range c.Buffers {
		b.Count = b.Bytes
		l.Args = append(l.Args, casefile.Arg{Buf: b.Name, Type: "u64"})
	}
	l.Args = append(l.Args, casefile.Arg{Type: "u32", Hex: "3d000000"})
	c.Launches = []*casefile.Launch{l}
	return c
}

// TestMutants makes mistakes in a function with lanes, one at a time. They must show: by other bits in memory, by a
// fault, or as the interpreter finds that something depends on what is undefined.
func TestMutants(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/masks.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := lower("in.ptx", string(ar.Files[0].Data), pass.Options{})
	if s == nil {
		t.Fatal("it does not compile")
	}
	for _, lanes := range []int{8, 16} {
		gangs := vector.Funcs(s, lanes)
		var trials []*trial
		for _, threads := range []int{64, 40} { // with the second a thread faults
			x := &trial{s: s, seed: 3, of: func() *casefile.Case { return masksCase(threads) }}
			if x.memory, err = x.run(alone(s), trialSteps); err != nil {
				x.fault = err.Error()
			}
			if text := x.wrong(gangs); text != "" || !x.ran || (x.fault != "") != (threads < 64) {
				t.Fatalf("without a mistake: %s; %s", text, x.fault)
			}
			trials = append(trials, x)
		}
		killed, made := make([]int, len(mutants)), make([]int, len(mutants))
		for _, f := range gangs {
			for _, b := range f.Blocks {
				for _, v := range slices.Clone(b.Values) {
					for i, m := range mutants {
						undo := m.make(v)
						if undo == nil {
							continue
						}
						made[i]++
						if slices.ContainsFunc(trials, func(x *trial) bool { return x.wrong(gangs) != "" }) {
							killed[i]++
						} else {
							t.Logf("%s survives: %s", m.name, v)
						}
						undo()
					}
				}
			}
		}
		for i, m := range mutants {
			t.Logf("%d lanes: %d of %d: %s", lanes, killed[i], made[i], m.name)
			if made[i] == 0 || made[i]-killed[i] > m.most {
				t.Errorf("%s: only %d of %d mistakes show", m.name, killed[i], made[i])
			}
		}
	}
}
