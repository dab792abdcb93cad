package difftest

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	lower "github.com/ptx2go/ptx2go/lower/vector"
)

// complaints compiles a text without passes and returns all that is wrong with it.
func complaints(f *diag.File) []diag.Diagnostic {
	l := diag.NewList(f)
	l.Limit = 1 << 20
	pipeline.Lower(f, l, pipeline.Options{Passes: pass.List{}})
	return l.Sorted()
}

// onlyLayout puts the blocks in program order and changes nothing else: what
// the oracle runs where nothing is contracted. Contraction is decided after the first
// passes, so that the oracle has these in common with what it judges there.
var onlyLayout = func() pass.List {
	for _, p := range pass.Standard {
		if p.Name == "layout" {
			return pass.List{p}
		}
	}
	panic("difftest: there is no pass layout")
}()

// oracle returns the passes before which nothing is judged.
func oracle(contract string) pass.List {
	if contract == casefile.ContractNone {
		return onlyLayout
	}
	return slices.Concat(pass.Meaning, onlyLayout)
}

// compile returns the module of a text after the passes. contract is the setting of
// contraction as a case spells it. anyShape is for blocks in which a warp spans several
// rows of threads.
func compile(name, text string, list pass.List, contract string, anyShape bool) (m *ir.Module, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError("the compiler", r)
		}
	}()
	l := diag.NewList(diag.NewFile(name, text))
	m = pipeline.Lower(l.File, l, stages(list, contract, anyShape))
	for _, d := range l.Sorted() {
		if d.Severity == diag.Error {
			return nil, fmt.Errorf("%s: %s", l.File.Position(d.Pos), d.Msg)
		}
	}
	return m, nil
}

// stages are the options of the compiler's stages, which check what they make.
func stages(list pass.List, contract string, anyShape bool) pipeline.Options {
	return pipeline.Options{Passes: list, Pass: pass.Options{
		Verify: true, AnyShape: anyShape, Contract: pass.Contract{Off: contract == casefile.ContractNone},
	}}
}

// cut is scheduled, and returns what that panics with.
func cut(m *ir.Module, anyShape bool) (s *schedule.Schedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError("the schedule", r)
		}
	}()
	return scheduled(m, anyShape), nil
}

// lanes returns how many threads of a kernel are to be lanes of a gang, by its seed, and the functions with lanes
// of its parts.
func lanes(s *schedule.Schedule, seed uint64) (gangs map[*ir.Func]*ir.Func, n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError("the functions with lanes", r)
		}
	}()
	n = 4 << (seed % 4)
	return lower.Funcs(s, n), n, nil
}

// scheduled decides how the threads of the kernels of a module run.
func scheduled(m *ir.Module, anyShape bool) *schedule.Schedule {
	return pipeline.Schedule(m, stages(nil, casefile.ContractNone, anyShape))
}
