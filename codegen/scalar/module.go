package scalar

import (
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Paths of the packages that generated code imports.
const (
	RuntimePath = "github.com/ptx2go/ptx2go/runtime/gen"
	FPOpsPath   = "github.com/ptx2go/ptx2go/runtime/fpops"
	IntOpsPath  = "github.com/ptx2go/ptx2go/runtime/intops"
	WarpOpsPath = "github.com/ptx2go/ptx2go/runtime/warpops"

	SanitizePath = "github.com/ptx2go/ptx2go/runtime/sanitize"
	CountersPath = "github.com/ptx2go/ptx2go/runtime/counters"
)

// Runtime names something of the runtime.
func Runtime(name string) *jen.Statement { return jen.Qual(RuntimePath, name) }

// Options say how the functions of a module are to look.
type Options struct {
	Base     string                 // what the names at package level begin with, but for those of kernels
	Prefix   string                 // what the names of kernels begin with
	Comments bool                   // show PTX text behind the statements
	Alone    bool                   // no two instructions share a statement: a debugger is told the line of each, and shows its register
	Params   map[string][]ParamDecl // names of kernel parameters, by PTX name of the kernel
}

// ParamDecl is what a program calls a kernel parameter.
type ParamDecl struct {
	Name string
	Type string // in Go, "" where nothing is said of it
}

// Module is what the functions of a module have in common when they are printed.
type Module struct {
	Options
	IR    *ir.Module
	sched *schedule.Schedule
	Names *gosrc.Namer // at package level
	marks *gosrc.Marks

	memory *schedule.Memory
	signed map[*schedule.View]bool // views whose elements have a sign
	Graph  *ir.CallGraph
	Taken  map[*ir.Func]bool // functions whose address is taken

	// What is at package level, by what it is in the PTX. The file names it.
	exportedNames, ownNames map[string]string // of kernels and of device functions, by those in the PTX

	Vars        Vars
	Funcs       map[*ir.Func]string // device functions
	frames      map[*ir.Func]string // the types of their local variables
	Externs     map[*ir.Func]ExternFunc
	dispatch    map[string]string // by signature
	Dispatchers []Dispatcher
	structs     []*structType     // those that parameters and variables have
	factors     map[uint64]string // by bits
	Factors     []jen.Code        // their declarations
	splats      map[splat]string
	Splats      map[int][]jen.Code // the declarations of what vectors have in all lanes, by how many these are

	Origins *Origins // of what is printed; nil where nobody asks

	sites   []sanitize.Site // of the notes so far, see stmtNote
	numbers map[*ir.Value]int

	commented   diag.Pos // PTX statement whose comment is commentText
	commentText string
}

// Handle is the value of a function's address: what an indirect call reads. No address
// of memory has this form.
func (g *Module) Handle(f *ir.Func) uint64 {
	if g.IR.Narrow() {
		return 0xff<<24 | uint64(f.Number+1)
	}
	return 0xf<<60 | uint64(f.Number+1)<<4
}

// Schedule is what is printed.
func (g *Module) Schedule() *schedule.Schedule { return g.sched }

// OtherFile says that what is printed next goes to another file than what was printed last:
// a text that was shown there is shown here.
func (g *Module) OtherFile() { *g.marks = gosrc.Marks{} }

// comment is the text of the PTX statement at a place as a comment. The last one is
// remembered.
func (g *Module) comment(pos diag.Pos) string {
	if pos != g.commented {
		g.commented, g.commentText = pos, ptxText(g.IR.File.Src, pos.Offset())
	}
	return g.commentText
}

// Line returns the PTX line of a place, 0 where it is not known.
func (g *Module) Line(pos diag.Pos) int {
	if g.IR.File == nil || !pos.IsValid() {
		return 0
	}
	return g.IR.File.Line(pos)
}

// hidden is the variable of the file that hides an f32 constant.
func (g *Module) hidden(bits uint64) gosrc.Expr {
	name, ok := g.factors[bits]
	if !ok {
		text := strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
		name = g.Names.Pick(g.Base + "Factor" + factorName.Replace(text))
		g.factors[bits] = name
		g.Factors = append(g.Factors, jen.Id(name).Float32().Op("=").Add(gosrc.Spell(bits, gosrc.F32)))
	}
	return gosrc.Primary(jen.Id(name), gosrc.F32)
}

// Dispatcher is a dispatcher that is still to be printed.
type Dispatcher struct {
	Name string
	Sig  *ir.Sig
}

// ExternFunc is a function without a body as Go code sees it.
type ExternFunc struct {
	Variable string // that the program sets, "" for a method of the thread
	Method   string
	Names    []string // of the parameters, for the declaration
	Params   []gosrc.Kind
	Results  []gosrc.Kind
}

var factorName = strings.NewReplacer("-", "Minus", "+", "", ".", "p", "e-", "em")
