package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Paths of the packages that generated code imports.
const (
	runtimePath = "github.com/ptx2go/ptx2go/runtime"
	fpopsPath   = "github.com/ptx2go/ptx2go/runtime/fpops"
	intopsPath  = "github.com/ptx2go/ptx2go/runtime/intops"
)

// rt names something of the runtime.
func rt(name string) *jen.Statement { return jen.Qual(runtimePath, name) }

// settings say how the functions of a module are to look.
type settings struct {
	base     string              // what the names at package level begin with, but for those of kernels
	prefix   string              // what the names of kernels begin with
	comments bool                // show PTX text behind the statements
	alone    bool                // no two accesses share a statement: a debugger is told the line of each
	params   map[string][]string // names of kernel parameters, by PTX name of the kernel
}

// module is what the functions of a module have in common when they are printed.
type module struct {
	settings
	m     *ir.Module
	sched *schedule.Schedule
	names *gosrc.Namer // at package level
	marks *gosrc.Marks

	views     *views
	polls     map[*ir.Func]*polls
	graph     *callGraph
	taken     map[*ir.Func]bool // functions whose address is taken
	recursive map[*ir.Func]bool
	indirect  map[callNode]int // by signature: what an indirect call costs

	// What is at package level, by what it is in the PTX. The file names it.
	symbols       map[*ir.Symbol]*symbolVar
	refs          map[*ir.Ref]string
	funcs         map[*ir.Func]string // device functions
	externs       map[*ir.Func]externFunc
	dispatch      map[string]string // by signature
	dispatchOrder []dispatch

	commented   diag.Pos // PTX statement whose comment is commentText
	commentText string
}

// symbolVar is how a module variable appears in Go.
type symbolVar struct {
	name   string
	elem   gosrc.Kind // element of the slice; gosrc.U8 where accesses differ in width
	number int        // among the module's variables
}

// newModule finds out what is to be known of a module before a function of it is
// printed.
func newModule(s *schedule.Schedule, set settings) *module {
	m := s.Module
	taken := m.AddressTaken()
	g := &module{
		settings: set, m: m, sched: s, names: gosrc.NewNamer(nil), marks: &gosrc.Marks{},
		polls: map[*ir.Func]*polls{}, graph: newCallGraph(m, taken), taken: taken, indirect: map[callNode]int{},
		symbols: map[*ir.Symbol]*symbolVar{}, refs: map[*ir.Ref]string{}, funcs: map[*ir.Func]string{},
		externs: map[*ir.Func]externFunc{}, dispatch: map[string]string{},
	}
	g.recursive = g.graph.recursive()
	for _, f := range m.Funcs {
		placeLocals(f)
	}
	g.views = newViews(s)
	return g
}

// handle is the value of a function's address: what an indirect call reads. No address
// of memory has this form.
func (g *module) handle(f *ir.Func) uint64 {
	if g.m.Narrow() {
		return 0xff<<24 | uint64(f.Number+1)
	}
	return 0xf<<60 | uint64(f.Number+1)<<4
}

// comment is the text of the PTX statement at a place as a comment. The last one is
// remembered.
func (g *module) comment(pos diag.Pos) string {
	if pos != g.commented {
		g.commented, g.commentText = pos, ptxText(g.m.File.Src, pos.Offset())
	}
	return g.commentText
}

// line returns the PTX line of a place, 0 where it is not known.
func (g *module) line(pos diag.Pos) int {
	if g.m.File == nil || !pos.IsValid() {
		return 0
	}
	return g.m.File.Line(pos)
}

// nameSymbol names a variable of the module.
func (g *module) nameSymbol(s *ir.Symbol) {
	g.symbols[s] = &symbolVar{name: g.names.Pick(g.own(s.Name)), elem: g.views.symbol(s).elem, number: len(g.symbols)}
}
