package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/build/constraint"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// asmMode says whether gangs become assembly, in words of -asm.
type asmMode string

const (
	noAsm      asmMode = ""
	asmOn      asmMode = "on"
	asmRequire asmMode = "require" // it is an error where there is no compiler for it
)

// asmModes reads -asm.
func asmModes(value string) (asmMode, error) {
	switch value {
	case "off":
		return noAsm, nil
	case string(asmOn), string(asmRequire):
		return asmMode(value), nil
	}
	return noAsm, usagef("-asm=%s: on, off or require", value)
}

// targets are the processors that generated code has assembly for.
var targets = []harvest.Target{harvest.AMD64, harvest.ARM64}

// asmName is the Go file beside the assembly of a generated file: saxpy_ptx_amd64.go of saxpy_ptx.go.
// What decides when the go command builds a file stays at the end.
func asmName(path string, t harvest.Target) string {
	ext := filepath.Ext(path)
	arch := "_" + t.Arch()
	base := strings.TrimSuffix(path, ext)
	if strings.HasSuffix(base, arch) {
		return withWord(path, "asm", architectures, systems)
	}
	return base + arch + ext
}

// cgoFiles finds the Go files that import "C" in folders. The go command takes no assembly in a package
// that has one.
type cgoFiles map[string][]*goFile // by folders that were looked at

func (c cgoFiles) in(dir string) []*goFile {
	list, known := c[dir]
	if known {
		return list
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go")) // none in a folder whose name is a pattern
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(src, []byte(`"C"`)) || strings.ContainsRune("._", rune(filepath.Base(path)[0])) {
			continue
		}
		if f := parseGo(path, src); f != nil && f.imports["C"] {
			list = append(list, f)
		}
	}
	c[dir] = list
	return list
}

// beside returns a file that imports "C" in the folder of a Go file with a build constraint and assembly for a
// target, and a constraint that holds where a build has both; "" for none.
func (c cgoFiles) beside(file, tags string, t harvest.Target) (path, when string) {
	var all constraint.Expr
	for _, f := range c.in(filepath.Dir(file)) {
		if !together(f.builtBy, buildRule{parsed(codegen.Both(tags, t.Constraint()))}) {
			continue
		}
		var rule constraint.Expr = &constraint.TagExpr{Tag: "cgo"}
		for _, x := range f.builtBy {
			rule = &constraint.AndExpr{X: rule, Y: x}
		}
		switch {
		case all == nil:
			path, all = f.path, rule
		case !strings.Contains(all.String(), rule.String()):
			all = &constraint.OrExpr{X: all, Y: rule}
		}
	}
	if all == nil {
		return "", ""
	}
	return path, all.String()
}

// askAsm asks for assembly of the gangs of a module, whose Go file is named file, for each target for which a build
// can have it. The note says which builds have none that one would expect to, "" for none.
func (opt *generateOptions) askAsm(o *codegen.Options, file string) (note string) {
	for _, t := range targets {
		if opt.asm == noAsm || !builtWith(file, opt.tags, t.Constraint()) {
			continue
		}
		if strings.HasSuffix(file, "_test.go") {
			return "tests have no assembly"
		}
		name, tags := asmOptions(o, t)
		if path, when := opt.cgo.beside(file, opt.tags, t); when != "" {
			*tags = "!(" + when + ")"
			note = fmt.Sprintf("%s imports \"C\", and the go command has no assembly beside it: it is left out where %s", path, when)
			if !builtWith(file, codegen.Both(opt.tags, *tags), t.Constraint()) {
				continue
			}
		}
		*name = filepath.Base(asmName(file, t))
	}
	return note
}

// asmOptions are the name of the Go file beside the assembly for a target, and which builds have it.
func asmOptions(o *codegen.Options, t harvest.Target) (name, tags *string) {
	if t == harvest.ARM64 {
		return &o.ARM64, &o.ARM64Tags
	}
	return &o.Asm, &o.AsmTags
}

// asksAsm reports whether a module is to have assembly.
func asksAsm(o *codegen.Options) bool { return o.Asm != "" || o.ARM64 != "" }

// code is what a module is printed as.
type code struct {
	file   codegen.File  // every build has it
	vector *codegen.File // the source of gangs, to read; nil where nobody asks for it, or no kernel has any
	arm64  *codegen.File // the same for arm64
	asm    *asm.Module   // nil where nobody asks for it
	why    error         // there is no compiler for it
}

// printAll prints modules, and makes the assembly of all that want some at once. required: it is an
// error where there is no compiler for it.
func printAll(ctx context.Context, list []*module, required bool) error {
	var wanted []*module
	var requests []asm.Request
	for _, m := range list {
		if asksAsm(&m.opt) {
			wanted = append(wanted, m)
			requests = append(requests, asm.Request{Schedule: m.sched, Options: m.opt, Guard: guard})
			continue
		}
		files, err := codegen.Files(m.sched, m.opt)
		if err != nil {
			panic(err) // what the generator prints must always format
		}
		m.code = code{file: files[0]}
		for i := range files[1:] {
			m.code.read(m, &files[i+1])
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	made, why := asm.All(ctx, requests)
	switch {
	case why == nil || errors.Is(why, asm.ErrUnavailable) && !required:
	case errors.Is(why, asm.ErrUnavailable):
		return fmt.Errorf("-asm=require: %w", why)
	default:
		return why
	}
	for i, m := range wanted {
		if err := made[i].Err; err != nil {
			panic(err) // what the generator prints must always format and compile
		}
		m.code = code{file: made[i].Files[0], asm: made[i], why: why}
		if len(m.opt.Leaves) > 0 {
			for _, a := range made[i].Assemblies {
				m.code.read(m, a.Vector)
			}
		}
		m.stages.stats.lap("assembly")
	}
	return nil
}

// read takes the source of gangs to the files, to be read; nil for none.
func (c *code) read(m *module, f *codegen.File) {
	switch {
	case f == nil:
	case f.Name == codegen.VectorARM64:
		c.arm64 = m.toRead(f)
	default:
		c.vector = m.toRead(f)
	}
}

// all are the files that there are.
func (c *code) all() []codegen.File {
	list := []codegen.File{c.file}
	for _, f := range []*codegen.File{c.vector, c.arm64} {
		if f != nil {
			list = append(list, *f)
		}
	}
	if c.asm != nil {
		list = append(list, c.asm.All()[1:]...)
	}
	return list
}

// outFiles are the files that a run writes, of which the first one has this path, or is standard output.
func (c *code) outFiles(path string) []outFile {
	if path == "-" {
		if all := c.all(); len(all) > 1 {
			return []outFile{{path, launches, archive(all)}}
		}
		return []outFile{{path, launches, c.file.Source}}
	}
	var vector, arm64 []byte
	if c.vector != nil {
		vector = c.vector.Source
	}
	if c.arm64 != nil {
		arm64 = c.arm64.Source
	}
	list := []outFile{{path, launches, c.file.Source}, {simdName(path), gangsGo, vector}, {simdARM64Name(path), gangsGo, arm64}}
	for _, t := range targets {
		if c.stays(path, t) {
			continue
		}
		var calls, source []byte
		if a := c.assembly(t); a.Source != nil {
			calls, source = a.Go.Source, a.Source
		}
		list = append(list, outFile{asmName(path, t), gangsAsm, calls}, outFile{asm.SourceName(asmName(path, t)), gangsAsm, source})
	}
	return list
}

// assembly is what there is for a target.
func (c *code) assembly(t harvest.Target) *asm.Assembly {
	if c.asm == nil {
		return &asm.Assembly{Target: t}
	}
	return c.asm.For(t)
}

// stays reports whether assembly that cannot be made now lies there from an earlier run, of the same
// text.
func (c *code) stays(path string, t harvest.Target) bool {
	a := c.assembly(t)
	if c.why == nil || a.Go == nil {
		return false
	}
	calls, err1 := os.ReadFile(asmName(path, t))
	source, err2 := os.ReadFile(asm.SourceName(asmName(path, t)))
	return err1 == nil && err2 == nil && bytes.Equal(calls, a.Go.Source) && bytes.HasPrefix(source, a.Head)
}

// say tells what there is no assembly of, and why; check: the files are compared only.
func (c *code) say(path, note string, check bool, w io.Writer) {
	var open []*asm.Assembly
	for _, t := range targets {
		if a := c.assembly(t); a.Go != nil {
			open = append(open, a)
		}
	}
	if note != "" && (c.asm == nil || len(open) > 0) {
		fmt.Fprintf(w, "ptx2go: note: %s\n    hint: generate into a package of its own; -asm=off says nothing\n", note)
	}
	if c.why == nil {
		return
	}
	for _, a := range open {
		what := "cannot be made, and threads run one by one without"
		switch {
		case c.stays(path, a.Target) && check:
			what = "is not compared, but was made of the same text"
		case c.stays(path, a.Target):
			what = "stays as it is, made of the same text"
		}
		fmt.Fprintf(w, "ptx2go: warning: %s %s: %v\n", filepath.Join(filepath.Dir(path), asm.SourceName(a.Go.Name)), what, c.why)
	}
	if len(open) > 0 {
		fmt.Fprintln(w, "    hint: the go command brings that version where it reaches a module proxy; -asm=off says nothing")
	}
}

// noteRefused adds notes on kernels whose gangs are no assembly.
func (c *code) noteRefused(s *schedule.Schedule, l *diag.List) {
	if c.asm == nil {
		return
	}
	for _, r := range c.asm.Refused {
		of := ""
		switch {
		case r.Lanes > gang.Width:
			of = fmt.Sprintf(" in gangs of %d", r.Lanes)
		case r.Lanes < gang.Width:
			of = " for " + harvest.ARM64.Arch()
		}
		for _, k := range s.Kernels {
			if k.Func.Name == r.Kernel {
				l.Add(diag.Diagnostic{
					Pos: k.Func.Pos, Len: 1, Severity: diag.Note, Code: "gangs",
					Msg: fmt.Sprintf("kernel %s is not vectorised%s: %s in its function %s: %s", r.Kernel, of, r.Why, r.Func, r.Pos),
				})
			}
		}
	}
}
