package driver

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/page"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/sanitize"
)

// compileOptions are what the stages in front of the code generator need.
type compileOptions struct {
	entries  []string         // only these kernels, all where empty
	warp     warpMode         // -warp
	model    intrin.Model     // -gpu, -approx
	contract pass.Contract    // -contract
	externs  externFlags      // -extern
	debug    bool             // -line without assembly
	raw      bool             // no passes but those that decide what a kernel means
	verify   bool             // run the IR verifier between passes
	sanitize sanitize.Options // -sanitize
	points   bool             // -sched
	count    bool             // -count
	stats    *stopwatch       // -stats, nil for nothing
	dump     *dumper
	page     *page.Page // records the stages, nil for nothing
	probe    func(*frontend.Inst, *ir.Value)
}

// maxInput bounds the size of a PTX file; real modules reach tens of
// megabytes.
const maxInput = 1 << 30

// stdin is the file name that means standard input, and stdinName what positions
// call it.
const (
	stdin     = "-"
	stdinName = "<stdin>"
)

// load reads an input, from r where that is standard input.
func load(in input, r io.Reader) (*diag.File, error) {
	if in.text != nil {
		return diag.NewFile(in.name, *in.text), nil
	}
	if in.path != stdin {
		f, err := os.Open(in.path)
		if err != nil {
			return nil, about(in.path, err)
		}
		defer f.Close()
		r = f
	}
	src, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, about(in.name, err)
	}
	if len(src) > maxInput {
		return nil, fmt.Errorf("%s: more than the %d bytes that ptx2go reads", diag.Shown(in.name), maxInput)
	}
	if what := foreign(in, string(src)); what != "" {
		return nil, fmt.Errorf("%s: %s", diag.Shown(in.name), what)
	}
	return diag.NewFile(in.name, string(src)), nil
}

// loadLinked reads inputs that are linked.
func loadLinked(ins []input, r io.Reader) (*diag.File, error) {
	files := make([]*diag.File, len(ins))
	total := 0
	for i, in := range ins {
		var err error
		if files[i], err = load(in, r); err != nil {
			return nil, err
		}
		if total += len(files[i].Src); total > maxInput {
			return nil, fmt.Errorf("%s: with it the files have more than the %d bytes that ptx2go reads", diag.Shown(in.name), maxInput)
		}
	}
	return diag.Join(files...), nil
}

// linkedNames are the files of a module behind the first.
func linkedNames(m *ir.Module) (list []codegen.Linked) {
	for _, p := range m.File.Parts()[1:] {
		list = append(list, codegen.Linked{Name: filepath.Base(p.Name)})
	}
	return list
}

// linkUsage is the text of -link.
const linkUsage = "link the PTX files: functions and variables that one declares .extern are those that another one defines"

// lowerModule takes a PTX text, or several that are linked, to SSA after the passes.
// Mistakes are in the list; the module is nil if there are any.
func lowerModule(f *diag.File, l *diag.List, opt compileOptions) *ir.Module {
	return pipeline.Lower(f, l, opt.stages(l))
}

// stages are the options of the compiler's stages. What is noted goes to l.
func (opt compileOptions) stages(l *diag.List) pipeline.Options {
	o := pipeline.Options{
		Sanitize: opt.sanitize, Interleave: opt.points, Count: opt.count,
		Build: builder.Options{Origins: opt.page != nil, Model: opt.model, Entries: opt.entries, Externs: opt.externs.names(), Probe: opt.probe},
		Pass: pass.Options{
			Contract:    opt.contract,
			Contracted:  noteContracted(l),
			Verify:      opt.verify,
			Independent: opt.warp.independent,
			AnyShape:    opt.warp.anyBlock,
			Debug:       opt.debug,
			Dump:        opt.hook(),
		},
		After: func(stage string, m *ir.Module) {
			opt.stats.lap(stage)
			switch stage {
			case "build":
				opt.dump.module("build", m)
				opt.record("build", m.Funcs...)
			case "passes":
				opt.dump.module("ssa", m)
			}
		},
	}
	if opt.raw {
		o.Passes = pass.Meaning
		if opt.contract.Off {
			o.Passes = pass.List{}
		}
	}
	return o
}

// hook is called after every pass that changed a function; nil where nobody wants
// to know.
func (opt compileOptions) hook() func(name string, f *ir.Func) {
	dump := opt.dump.hook()
	if opt.page == nil {
		return dump
	}
	return func(name string, f *ir.Func) {
		if dump != nil {
			dump(name, f)
		}
		opt.record(name, f)
	}
}

// record puts what functions look like after a stage on the page of -html.
func (opt compileOptions) record(stage string, fs ...*ir.Func) {
	if opt.page == nil {
		return
	}
	for _, f := range fs {
		opt.page.Add(stage, f)
	}
}

// report prints the diagnostics of a list and says whether there was an error.
func report(l *diag.List, asJSON bool, std Stdio) (bool, error) {
	if asJSON {
		return l.Errors() > 0, l.PrintJSON(std.Out)
	}
	l.Print(std.Err)
	return l.Errors() > 0, nil
}
