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

// asmName is the Go file beside the assembly of a generated file: saxpy_ptx_amd64.go of saxpy_ptx.go.
// What decides when the go command builds a file stays at the end.
func asmName(path string) string {
	ext := filepath.Ext(path)
	const arch = "_amd64"
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

// beside returns a file that imports "C" in the folder of a Go file with a build constraint, and a
// constraint that holds where a build has both; "" for none.
func (c cgoFiles) beside(file, tags string) (path, when string) {
	var all constraint.Expr
	for _, f := range c.in(filepath.Dir(file)) {
		if !together(f.builtBy, buildRule{parsed(codegen.Both(tags, harvest.AMD64.Constraint()))}) {
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

// askAsm asks for assembly of the gangs of a module, whose Go file is named file, where a build can
// have it. The note says which builds have none that one would expect to, "" for none.
func (opt *generateOptions) askAsm(o *codegen.Options, file string) (note string) {
	if opt.asm == noAsm || !builtWith(file, opt.tags, harvest.AMD64.Constraint()) {
		return ""
	}
	if strings.HasSuffix(file, "_test.go") {
		return "tests have no assembly"
	}
	if path, when := opt.cgo.beside(file, opt.tags); when != "" {
		o.AsmTags = "!(" + when + ")"
		note = fmt.Sprintf("%s imports \"C\", and the go command has no assembly beside it: it is left out where %s", path, when)
		if !builtWith(file, codegen.Both(opt.tags, o.AsmTags), harvest.AMD64.Constraint()) {
			return note
		}
	}
	o.Asm = filepath.Base(asmName(file))
	return note
}

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
		if m.opt.Asm != "" {
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
			m.code.read(m, made[i].Vector)
			m.code.read(m, made[i].VectorARM64)
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
	var vector, arm64, calls, source []byte
	if c.vector != nil {
		vector = c.vector.Source
	}
	if c.arm64 != nil {
		arm64 = c.arm64.Source
	}
	if c.asm != nil && c.asm.Source != nil {
		calls, source = c.asm.Go.Source, c.asm.Source
	}
	list := []outFile{{path, launches, c.file.Source}, {simdName(path), gangsGo, vector}, {simdARM64Name(path), gangsGo, arm64}}
	if c.stays(path) {
		return list
	}
	return append(list, outFile{asmName(path), gangsAsm, calls}, outFile{asm.SourceName(asmName(path)), gangsAsm, source})
}

// stays reports whether assembly that cannot be made now lies there from an earlier run, of the same
// text.
func (c *code) stays(path string) bool {
	if c.why == nil || c.asm.Go == nil {
		return false
	}
	calls, err1 := os.ReadFile(asmName(path))
	source, err2 := os.ReadFile(asm.SourceName(asmName(path)))
	return err1 == nil && err2 == nil && bytes.Equal(calls, c.asm.Go.Source) && bytes.HasPrefix(source, c.asm.Head)
}

// say tells what there is no assembly of, and why; check: the files are compared only.
func (c *code) say(path, note string, check bool, w io.Writer) {
	if note != "" && (c.asm == nil || c.asm.Go != nil) {
		fmt.Fprintf(w, "ptx2go: note: %s\n    hint: generate into a package of its own; -asm=off says nothing\n", note)
	}
	if c.why == nil || c.asm.Go == nil {
		return
	}
	what := "cannot be made, and threads run one by one without"
	switch {
	case c.stays(path) && check:
		what = "is not compared, but was made of the same text"
	case c.stays(path):
		what = "stays as it is, made of the same text"
	}
	fmt.Fprintf(w, "ptx2go: warning: %s %s: %v\n    hint: the go command brings that version where it reaches a module proxy; -asm=off says nothing\n",
		filepath.Join(filepath.Dir(path), asm.SourceName(c.asm.Go.Name)), what, c.why)
}

// noteRefused adds notes on kernels whose gangs are no assembly.
func (c *code) noteRefused(s *schedule.Schedule, l *diag.List) {
	if c.asm == nil {
		return
	}
	for _, r := range c.asm.Refused {
		of := ""
		if r.Lanes > gang.Width {
			of = fmt.Sprintf(" in gangs of %d", r.Lanes)
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
