package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// funcGen prints code of one function of SSA, at one place: it is what is known of the
// function, the Go function that is being written, and the scope. Who prints an inner scope
// does it with another funcGen that has the same two and a scope of its own, see inner.
type funcGen struct {
	*source
	*goFunc
	*scope
}

// inner returns what prints in a scope inside of the one at hand, which begins as that one is.
func (g *funcGen) inner() *funcGen {
	s := *g.scope
	return &funcGen{source: g.source, goFunc: g.goFunc, scope: &s}
}

// memGen prints accesses of memory, and addresses. What operations are printed by has it.
type memGen struct{ *funcGen }

// syncGen prints the points at which threads wait for each other.
type syncGen struct{ *funcGen }

// rangeGen prints which threads of a row run, how many, and the slices that they go through.
type rangeGen struct{ memGen }

// rowGen prints the loops over the threads of a row, and those over gangs in front of them.
type rowGen struct{ rangeGen }

func newRowGen(g *funcGen) *rowGen { return &rowGen{rangeGen{memGen{g}}} }

// inner is as that of a funcGen.
func (g *rowGen) inner() *rowGen { return newRowGen(g.funcGen.inner()) }

// newFuncGen prepares the printing of a function.
func newFuncGen(g *Module, f *ir.Func, k *Kernel, given func(*ir.Value) (gosrc.Kind, bool)) *funcGen {
	src := &source{mod: g, f: f, kernel: k}
	if g.Origins != nil {
		src.origins = g.Origins.function(f)
	}
	body := g.sched.Body(f)
	src.whole = map[*ir.Slot]*gosrc.Variable{}
	return &funcGen{source: src, goFunc: newGoFunc(), scope: &scope{
		body:  body,
		plan:  newPlan(body, g.memory.Operands, &sites{memory: g.memory, f: f, alone: g.Alone}, given),
		names: gosrc.NewNamer(g.Names),
		byVal: map[*ir.Value]*gosrc.Variable{}, tuples: map[*ir.Value][]*gosrc.Variable{}, slots: src.whole,
	}}
}
