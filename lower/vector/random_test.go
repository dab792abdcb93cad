package vector_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/lower/vector"
)

// classes are those of random kernels of which some have functions with lanes.
var classes = []difftest.Class{difftest.Rows, difftest.Barriers, difftest.Warps, difftest.Streams, difftest.Guards}

// trial is a random kernel, and what it does when its threads run by themselves.
type trial struct {
	s      *schedule.Schedule
	of     func() *casefile.Case
	seed   uint64
	memory *casefile.Memory
	fault  string
	ran    bool
}

const trialSteps = 2_000_000

// newTrial runs a kernel without gangs; it returns false for one that takes long.
func newTrial(t *testing.T, seed uint64, class difftest.Class) (*trial, bool) {
	k := difftest.Generate(seed, class)
	x := &trial{of: func() *casefile.Case { return k.Case("k") }, seed: seed}
	if x.s = lower("kernel.ptx", k.Text(), pass.Options{AnyShape: true}); x.s == nil {
		t.Fatalf("%s %d does not compile", class, seed)
	}
	var err error
	if x.memory, err = x.run(alone(x.s), trialSteps); err != nil {
		x.fault = err.Error()
	}
	return x, !isSlow(x.fault)
}

// alone returns gangs that leave all to the threads, which run one after another then.
func alone(s *schedule.Schedule) map[*ir.Func]*ir.Func {
	out := map[*ir.Func]*ir.Func{}
	for region := range vector.Funcs(s, 2) {
		k := region.Owner()
		f := &ir.Func{Name: k.Name, Entry: true, Module: k.Module, Params: k.Params, Part: ir.GangPart, Lanes: 2, Results: []ir.Type{ir.I32}}
		if region.Part == ir.RegionPart {
			f.Args = append(f.Args, region.Args...)
		}
		f.Args = append(f.Args, ir.I32, ir.I32)
		b := f.NewBlock("")
		first := b.Add(ir.OpArg, ir.I32, 0)
		first.Attr.Index = len(f.Args) - 2
		b.Ctrl = []*ir.Value{first}
		b.SetTerm(ir.Ret, 0)
		out[region] = f
	}
	return out
}

func isSlow(fault string) bool { return bytes.Contains([]byte(fault), []byte("budget")) }

// run runs the kernel. x.ran says then whether threads ran as lanes.
func (x *trial) run(gangs map[*ir.Func]*ir.Func, steps int64) (m *casefile.Memory, err error) {
	defer func() {
		if p := recover(); p != nil {
			text, ok := p.(string)
			if !ok {
				panic(p)
			}
			err = fmt.Errorf("%s", text)
		}
	}()
	e, err := caseinterp.New(x.s.Module, interp.Options{Parts: x.s.Parts(), Gangs: gangs, Leave: x.seed + 1, MaxSteps: steps})
	if err != nil {
		return nil, err
	}
	m, err = casefile.Execute(context.Background(), x.of(), e)
	x.ran = e.Launched().Vectors > 0
	return m, err
}

// wrong returns in what threads as lanes differ; "" where they do not.
func (x *trial) wrong(gangs map[*ir.Func]*ir.Func) string {
	m, err := x.run(gangs, 4*trialSteps)
	switch {
	case x.fault != "" && err != nil && err.Error() == x.fault:
		return ""
	case err != nil:
		return err.Error()
	case x.fault != "":
		return "no fault, but: " + x.fault
	}
	for _, b := range x.of().Buffers {
		if !bytes.Equal(m.Bytes(b.Name), x.memory.Bytes(b.Name)) {
			return "buffer " + b.Name + " differs"
		}
	}
	return ""
}

// TestRandom runs random kernels at several widths.
func TestRandom(t *testing.T) {
	n := uint64(6)
	if testmode.Long() {
		n = 500
	}
	ran := 0
	for _, class := range classes {
		for i := range n {
			x, ok := newTrial(t, testmode.Seed()*100_000+i, class)
			if !ok {
				continue
			}
			for _, lanes := range []int{4, 8, 16, 32} {
				gangs := vector.Funcs(x.s, lanes)
				if ran += len(gangs); len(gangs) == 0 {
					continue
				}
				if text := x.wrong(gangs); text != "" {
					t.Errorf("%s %d, %d lanes: %s", class, x.seed, lanes, text)
				}
			}
		}
	}
	if t.Logf("%d functions with lanes", ran); ran < 100 {
		t.Error("these are too few")
	}
}
