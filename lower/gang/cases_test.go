package gang_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// engine runs the kernels of a module, and records what threads do.
type engine struct {
	m *ir.Module
	x *interp.Machine
	r *recorder
}

func (e *engine) Global(name string) ([]byte, error) {
	b, _ := e.x.Global(name)
	return b, nil
}

func (e *engine) Address(mem []byte) (uint64, error) { return e.x.Address(mem) }

func (e *engine) Launch(ctx context.Context, l *casefile.Launch, args, bufs [][]byte) error {
	var params []byte
	for _, f := range e.m.Funcs {
		if f.Entry && f.Name == l.Kernel {
			for i, p := range f.Params {
				if n := int(p.Off + p.Size); n > len(params) {
					params = append(params, make([]byte, n-len(params))...)
				}
				copy(params[p.Off:], args[i])
			}
		}
	}
	e.r.begin(l.Block)
	return e.x.Launch(ctx, l.Kernel, interp.Config{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Stdout: l.Stdout, Bind: map[string]any{}}, params, bufs)
}

const cases = "../../internal/cases/casefile/testdata/cases"

// widths are how many lanes the gangs have that are planned.
var widths = []int{gang.Width, gang.Widest}

// plans are those of the kernels of a schedule for gangs of a width.
type plans struct {
	kernels []*gang.Kernel
	bodies  map[*schedule.Body]*gang.Plan
}

func planned(s *schedule.Schedule, lanes int) *plans {
	p := &plans{bodies: map[*schedule.Body]*gang.Plan{}}
	for _, k := range s.Kernels {
		x := gang.New(s, k, lanes)
		p.kernels = append(p.kernels, x)
		maps.Copy(p.bodies, x.Plans)
	}
	return p
}

// run plans the kernels of a module for gangs of so many lanes, runs a case in the interpreter, and returns what threads
// did in bodies that have gangs.
func run(c *casefile.Case, m *ir.Module, lanes int) (*schedule.Schedule, *plans, *recorder) {
	s := pipeline.Schedule(m, pipeline.Options{})
	plans := planned(s, lanes)
	r := newRecorder(plans.bodies)
	steps := int64(300_000)
	if testmode.Long() {
		steps = 0
	}
	x, err := interp.New(m, interp.Options{Parts: s.Parts(), Trace: r.event, MaxSteps: steps})
	if err == nil && len(c.Images) == 0 { // a case that faults or takes long is as good as others
		casefile.Execute(context.Background(), c, &engine{m, x, r})
	}
	return s, plans, r
}

// lower takes a PTX text to SSA, nil where it is not supported.
func lower(path, text string) *ir.Module {
	f := diag.NewFile(path, text)
	return pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
}

// load is lower for a variant of a case.
func load(t *testing.T, c *casefile.Case, v casefile.PTX) *ir.Module {
	paths := c.Paths(v.File)
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) > 1 {
		return nil // to be linked
	}
	return lower(paths[0], string(text))
}

// verify checks the plans of bodies, and the chains of kernels.
func verify(t *testing.T, name string, s *schedule.Schedule, plans *plans) {
	for _, k := range plans.kernels {
		for _, c := range k.Chains {
			if err := c.Verify(s.Memory); err != nil {
				t.Errorf("%s: chain of %s: %v", name, k.Func.Name, err)
			}
		}
	}
	for b, p := range plans.bodies {
		if err := p.Verify(s.Memory); err != nil {
			t.Errorf("%s: %s: %v", name, b.Func.Name, err)
		}
	}
}

// TestRandom replays what the threads of random kernels do.
func TestRandom(t *testing.T) {
	n, gangs := uint64(24), 0
	if testmode.Long() {
		n = 4000
	}
	for _, class := range []difftest.Class{difftest.Rows, difftest.Barriers, difftest.Warps, difftest.Streams, difftest.Guards} {
		for seed := range n {
			k := difftest.Generate(testmode.Seed()*100_000+seed, class)
			name := fmt.Sprintf("%s %d", class, k.Seed)
			for _, lanes := range widths {
				m := lower(name, k.Text())
				if m == nil {
					t.Fatalf("%s does not compile", name)
				}
				s, plans, r := run(k.Case("k"), m, lanes)
				verify(t, name, s, plans)
				errs, played := r.replay(s.Memory)
				gangs += played
				for _, err := range errs {
					t.Errorf("%s, %d lanes: %v", name, lanes, err)
				}
			}
		}
	}
	t.Logf("%d gangs replayed", gangs)
	if gangs < 100 {
		t.Errorf("only %d gangs replayed", gangs)
	}
}

// TestCases replays what the threads of the conformance cases do as gangs would do it. It logs
// how many bodies have gangs, and why the others have none.
func TestCases(t *testing.T) {
	for _, lanes := range widths {
		t.Run(fmt.Sprint(lanes, " lanes"), func(t *testing.T) { replayCases(t, lanes) })
	}
}

func replayCases(t *testing.T, lanes int) {
	dirs, err := filepath.Glob(cases + "/*/case.json")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases", err)
	}
	why := map[string]int{}
	bodies, gangs := 0, 0
	for _, dir := range dirs {
		c, err := casefile.Load(filepath.Dir(dir))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range c.PTX {
			if i > 0 && !testmode.Long() {
				break
			}
			m := load(t, c, v)
			if m == nil {
				continue
			}
			s, plans, r := run(c, m, lanes)
			verify(t, c.Name+" "+v.File, s, plans)
			for _, p := range plans.bodies {
				bodies++
				if p.Why != nil {
					why[p.Why.Text]++
				}
			}
			errs, n := r.replay(s.Memory)
			gangs += n
			for _, err := range errs {
				t.Errorf("%s %s: %v", c.Name, v.File, err)
			}
		}
	}
	if gangs < 1000 {
		t.Errorf("only %d gangs replayed", gangs)
	}
	none := 0
	for _, n := range why {
		none += n
	}
	t.Logf("%d bodies, %d with gangs; %d gangs replayed", bodies, bodies-none, gangs)
	for _, text := range slices.Sorted(maps.Keys(why)) {
		t.Logf("%6d %s", why[text], text)
	}
}

// TestMistakes replays gangs by plans in which one fact is wrong: most of what is wrong must
// show. Verify must find a part of it by itself.
func TestMistakes(t *testing.T) {
	shown, verified, all := map[string]int{}, map[string]int{}, map[string]int{}
	for _, name := range []string{"divergence", "sort_search", "mandelbrot", "flow_forms", "bitonic"} {
		c, err := casefile.Load(filepath.Join(cases, name))
		if err != nil {
			continue
		}
		s, plans, r := run(c, load(t, c, c.PTX[0]), gang.Width)
		order := r.order
		for _, p := range plans.bodies {
			r.order = slices.DeleteFunc(slices.Clone(order), func(q squad) bool { return q.plan != p })
			try := func(kind string) {
				all[kind]++
				if errs, _ := r.replay(s.Memory); len(errs) > 0 {
					shown[kind]++
				}
				if p.Verify(s.Memory) != nil {
					verified[kind]++
				}
			}
			if len(r.order) == 0 {
				continue
			}
			for d := range maps.Clone(p.Blend) {
				delete(p.Blend, d)
				try("blend")
				p.Blend[d] = true
			}
			for x, is := range p.Diverges {
				if is {
					p.Diverges[x] = false
					try("mask")
					p.Diverges[x] = true
				}
			}
			for _, x := range p.Body.Func.Blocks {
				for _, v := range x.Values {
					if sh := p.Shape[v.ID]; sh.Class != gang.Uniform && v.Type != ir.Void && p.Body.Uses.Needed[v.ID] {
						p.Shape[v.ID] = gang.Shape{Class: gang.Uniform}
						try("shape")
						p.Shape[v.ID] = sh
					}
				}
			}
			for v, a := range p.Access {
				if a.Order == gang.Gather {
					p.Access[v] = gang.Pattern{Order: gang.Splat}
					try("access")
					p.Access[v] = a
				}
			}
			for _, w := range p.Ways {
				for v := range maps.Clone(w.NoWay) {
					delete(w.NoWay, v)
					try("stored")
					w.NoWay[v] = true
				}
			}
		}
	}
	t.Logf("%v wrong facts, shown by replays %v, by Verify %v", all, shown, verified)
	for _, kind := range []string{"blend", "shape", "access"} {
		if verified[kind] == 0 {
			t.Errorf("%s: Verify finds none of %d mistakes", kind, all[kind])
		}
	}
	for kind, n := range all {
		if 2*shown[kind] < n {
			t.Errorf("%s: only %d of %d mistakes show", kind, shown[kind], n)
		}
	}
}
