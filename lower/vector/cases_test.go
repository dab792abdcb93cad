package vector_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/lower/vector"
)

const cases = "../../internal/cases/casefile/testdata/cases"

// loaded is a case whose kernels are scheduled.
type loaded struct {
	*casefile.Case
	s *schedule.Schedule
}

// load returns the first variant of a case; without a schedule where it is not for one.
func load(t *testing.T, dir string) loaded {
	t.Helper()
	c, err := casefile.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	x := loaded{Case: c}
	paths := c.Paths(c.PTX[0].File)
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 1 && len(c.Images) == 0 && c.Contract == "" {
		x.s = lower(paths[0], string(text), pass.Options{AnyShape: true}) // whatever the blocks of its launches
	}
	return x
}

// run runs a case with its threads as lanes, and compares what it leaves in memory.
func (x loaded) run(gangs map[*ir.Func]*ir.Func, steps int64) (casefile.Launched, error) {
	e, err := caseinterp.New(x.s.Module, interp.Options{Parts: x.s.Parts(), Gangs: gangs, Leave: testmode.Seed(), MaxSteps: steps})
	if err != nil {
		return casefile.Launched{}, err
	}
	err = casefile.Run(context.Background(), x.Case, e)
	return e.Launched(), err
}

// TestCases runs a sample of the cases at several widths. What they leave is what threads leave that run by
// themselves. ptx2go verify -engine=vector runs all.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(cases + "/*/case.json")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases", err)
	}
	dirs = testmode.Pick(dirs, 20, func(dir string) string { return "vector " + dir })
	for _, lanes := range []int{4, 8, 16, 32} {
		var sum casefile.Launched
		for _, dir := range dirs {
			x := load(t, filepath.Dir(dir))
			if x.s == nil {
				continue
			}
			if lanes == 8 {
				readBack(t, x.s, lanes)
			}
			n, err := x.run(vector.Funcs(x.s, lanes), 0)
			if sum.Add(n); err != nil {
				t.Errorf("%s, %d lanes: %v", x.Name, lanes, err)
			}
		}
		t.Logf("%d lanes: threads ran as lanes in %d of %d launches", lanes, sum.Vectors, sum.Launches)
		if sum.Vectors == 0 {
			t.Errorf("%d lanes: threads ran as lanes in none of %d launches", lanes, sum.Launches)
		}
	}
}
