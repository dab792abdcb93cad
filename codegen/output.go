package codegen

import (
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Options say how the Go file is to look.
type Options struct {
	Package  string
	Source   string            // base name of the PTX file, for comments and faults
	Output   string            // base name of the Go file, by which a fault finds its lines; names at package level begin with it
	Command  string            // the command line, for the header
	Hash     string            // SHA-256 of the PTX text in hex, the module's key in the registry
	Accurate bool              // approximate instructions give correctly rounded results
	Tags     string            // build constraint, "" for none
	Asm      string            // base name of a Go file that calls gangs in assembly, and of which package vector is the source; "" for none
	AsmTags  string            // the build constraint of the assembly, which that file has besides Tags
	NoAsm    map[Gangs]bool    // what is no assembly
	Polled   map[Gangs]bool    // what polls in each loop over gangs: without, some would go on for too long
	Sanitize *sanitize.Options // what launches look for, where the SSA has notes
	// Independent says that the lanes of a warp go on their own, where a seed decides the order of threads.
	Independent bool
	Leaves      []string // for these architectures package vector is asked for, be there a name for Asm or not
	Widest      bool     // gangs of each width, whether threads or narrower ones take less time or not: to measure or test them
	Comments    bool     // show PTX text behind the statements
	Line        string   // path of the PTX file in //line directives, as seen from Output; "" for none
	// ARM64 and ARM64Tags are what Asm and AsmTags are, for arm64, where VectorARM64 is the source.
	ARM64, ARM64Tags string
	// Origin is the path in //line directives, as seen from Output, of a file that the PTX was
	// compiled from; nil where the directives name the PTX all the same.
	Origin func(file string) string
	Linked []Linked // the further files, where the module was made of several
	// ModuleVar names the module's variable; "" derives it from Output.
	ModuleVar string
	// Prefix begins every exported name that follows from the PTX.
	Prefix string
	// Params names kernel parameters, by PTX name of the kernel.
	Params map[string][]ParamDecl
	// Externs are the functions that the program supplies. CheckExterns must
	// have accepted them.
	Externs []Extern
	gangs   gangPrinter // prints gangs
	// After, where not nil, is called behind each of the stages print and format.
	After func(stage string)
}

// ParamDecl is what a program calls a kernel parameter.
type ParamDecl = scalar.ParamDecl

// fileGen prints one module.
type fileGen struct {
	*sources
	*scalar.Module
	*goText
	asm []*asmText // with the gangs, for each kind of processor for which somebody asks for them

	reports map[string]map[string]gangs.Report // on them, see File.Reports

	moduleVar     string
	varsName      string // exported type of the variables, for the program
	varsFunc      string // returns them
	newVars       string // makes the variables of an instance; empty where there are none
	linesVar      string
	sitesVar      string // empty where there are no notes for a sanitizer
	stepsVar      string // empty where nothing is counted
	originsVar    string // empty where nothing is known of origins
	kernels       []*kernelGen
	copies        map[*ir.Func]*kernelGen // of kernels, see ir.Func.Whole
	live          map[*ir.Func]bool       // functions that kernels reach
	externCallers map[*ir.Func]bool       // what has no body, or calls what has none
}

// File is a generated Go file: gofmt'ed, free of time stamps and paths, the same bytes
// for the same input.
type File struct {
	Name   string // Options.Output, Options.Asm or Vector
	Source []byte
	Lines  []Line
	Spans  []Span // where nothing is lost that the SSA knows, see ir.Module.Origins; else none
	// Reports says in the first file, for each kind of processor for which gangs are asked for, which threads of each
	// kernel run one after the other, by the names of kernels in the PTX.
	Reports map[string]map[string]gangs.Report
	Leaves  []Leaf // the functions of Vector, all of which are to become assembly

	// Place says in Vector where a line of the PTX is, and how it reads: the path of its file as Options.Line
	// and Linked have it, or else its name.
	Place func(line int) (file string, own int, text string)
}

// Line says that a line of the Go file came from a line of the PTX file, or of the
// joined text of several. Both count from one. They are in their order, and of the
// statements that are their comments; the line table in the file has those of the
// accesses that may fault instead.
type Line struct{ Go, PTX int }

// Span says that a part of a line of the Go file came from statements of the PTX. Lines count from one,
// columns are bytes from zero.
type Span struct {
	Line, From, To int
	PTX            []diag.Pos
}

// sources are the PTX files of a module.
type sources struct {
	file *diag.File
	opt  Options
}
