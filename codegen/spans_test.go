package codegen

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// texts calls do for the PTX texts of the repository, by the names of their files.
func texts(t *testing.T, do func(name, src string)) {
	t.Helper()
	for _, pattern := range []string{"testdata/*.txtar", "../internal/cases/casefile/testdata/cases/*/*.ptx", "../examples/*/*.ptx"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("nothing is like", pattern, err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(path, ".txtar") {
				do(path, string(data))
				continue
			}
			for _, f := range txtar.Parse(data).Files {
				if strings.HasSuffix(f.Name, ".ptx") {
					do(path+":"+f.Name, string(f.Data))
				}
			}
		}
	}
}

// linked is what a PTX text has become, and how.
type linked struct {
	file  *diag.File
	insts map[diag.Pos]bool // its instructions
	built *ir.Module        // as built, with all origins
	sched *schedule.Schedule
	opt   Options
}

// link translates a text with its origins; nil where it is refused.
func link(src string) *linked {
	f := diag.NewFile("k.ptx", src)
	o := pipeline.Options{Build: builder.Options{Origins: true}}
	m := pipeline.Lower(f, diag.NewList(f), o)
	if m == nil {
		return nil
	}
	x := &linked{file: f, insts: map[diag.Pos]bool{}, sched: schedule.New(m, schedule.Options{}), opt: options("k")}
	o.Passes = pass.List{}
	x.built = pipeline.Lower(f, diag.NewList(f), o)
	var walk func(b *frontend.Block)
	walk = func(b *frontend.Block) {
		for _, s := range b.Stmts {
			switch s.Kind {
			case frontend.StmtBlock:
				walk(s.Block)
			case frontend.StmtInst:
				x.insts[s.Inst.Pos] = true
			}
		}
	}
	for _, mod := range frontend.ParseAll(f, diag.NewList(f)) {
		for _, d := range mod.Decls {
			if fn, ok := d.(*frontend.Func); ok && fn.HasBody {
				walk(fn.Body)
			}
		}
	}
	return x
}

// emitting returns the instructions that code is needed for, by SSA on which no pass has run: something
// that a kernel does depends on their results.
func (x *linked) emitting() map[diag.Pos]bool {
	out := map[diag.Pos]bool{}
	note := func(list []diag.Pos) {
		for _, p := range list {
			if x.insts[p] {
				out[p] = true
			}
		}
	}
	live := reached(x.built, ir.NewCallGraph(x.built, x.built.AddressTaken()))
	for _, f := range x.built.Funcs {
		if !f.Entry && !live[f] {
			continue
		}
		var todo []*ir.Value
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.HasEffect() || v.Convergent() {
					todo = append(todo, v)
				}
			}
			todo = append(todo, b.Ctrl...)
			if len(b.Succs) > 1 {
				note(b.Origins())
			}
		}
		seen := map[*ir.Value]bool{}
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !seen[v] {
				seen[v] = true
				note(v.Origins())
				todo = append(todo, v.Args...)
			}
		}
	}
	return out
}

// share is how many of some are as they should be.
type share struct{ ok, all int }

func (s *share) add(ok bool) {
	s.all++
	if ok {
		s.ok++
	}
}

func (s share) percent() float64 { return 100 * float64(s.ok) / float64(s.all) }

// TestSpans counts which instructions of all PTX of the repository are the origin of some Go code, and
// which statements of Go have an origin, and compares each link between the two with the SSA: a link is
// of a statement that a value of the code comes from, or one of which no value has code of its own, and
// whose values lead to that of the code. That the text of the code is the same without origins it checks
// as well.
func TestSpans(t *testing.T) {
	var insts, stmts share
	links, spans := 0, 0
	texts(t, func(name, src string) {
		if strings.Contains(name, "/cases/") && !testmode.Sampled(name, 10) {
			return
		}
		x := link(src)
		if x == nil {
			return
		}
		printed, _, origins := printFiles(x.sched, x.opt)
		plain, err := Files(schedule.New(lowered(t, "k.ptx", src), schedule.Options{}), x.opt)
		if err != nil {
			t.Fatal(err)
		}
		lines, first := map[int]bool{}, []byte(nil)
		for i, text := range printed {
			done, err := gosrc.Resolve(text.pieces)
			if err != nil {
				t.Fatal(err)
			}
			tableLines(lines, done.Pairs)
			if src := withLineTable(done.Source, done.Pairs, text.texts); i == 0 {
				first = src // which has the places in the source of the lines of all files
			} else if !bytes.Equal(src, plain[i].Source) {
				t.Errorf("%s: %s is another text with origins", name, text.file.Name)
			}
			list := origins.Statements(done.Spans)
			lit := map[diag.Pos]bool{}
			may := x.allowed(done.Spans, origins)
			for k, s := range done.Spans {
				spans++
				links += len(list[k])
				for _, p := range list[k] {
					lit[p] = true
					if !may(s, p) {
						t.Errorf("%s: %s:%d: what comes of line %d: %s", name, text.file.Name, s.Line, x.file.Line(p), strings.Split(string(done.Source), "\n")[s.Line-1][s.From:s.To])
					}
				}
			}
			if i == 0 {
				for p := range x.emitting() {
					insts.add(lit[p])
					if !lit[p] && testing.Verbose() {
						t.Logf("%s:%d: dark: %s", name, x.file.Line(p), strings.TrimSpace(x.file.LineText(x.file.Line(p))))
					}
				}
			}
			count(t, done, list, &stmts)
		}
		if !bytes.Equal((&sources{x.file, x.opt}).withOrigins(first, lines), plain[0].Source) {
			t.Errorf("%s: %s is another text with origins", name, plain[0].Name)
		}
	})
	t.Logf("of the instructions %.2f %%, of the statements %.2f %%; %d links of %d pieces of code", insts.percent(), stmts.percent(), links, spans)
	const least = 98
	if insts.percent() < least || stmts.percent() < least {
		t.Errorf("less than %d %%", least)
	}
	if links > 3*spans {
		t.Error("more than three links of a piece of code")
	}
}

// count counts the statements of the functions of a file, and those with an origin.
func count(t *testing.T, f *gosrc.Text, list [][]diag.Pos, stmts *share) {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "k.go", f.Source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	lit := map[int]bool{}
	for i, s := range f.Spans {
		if len(list[i]) > 0 {
			lit[s.Line] = true
		}
	}
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Name.Name == "init" {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch s := n.(type) {
			case *ast.BlockStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.EmptyStmt:
			case ast.Stmt:
				stmts.add(lit[fset.Position(s.Pos()).Line])
			}
			return true
		})
	}
}

// allowed returns whether a piece of code may come from a statement, by what the SSA says that is
// printed: from the code's values backwards.
func (x *linked) allowed(spans []gosrc.Span, origins *scalar.Origins) func(s gosrc.Span, p diag.Pos) bool {
	code := map[any]bool{} // values and blocks that have code
	for _, s := range spans {
		for _, n := range s.Origins {
			_, v, b := origins.Of(n)
			switch {
			case v != nil:
				code[v] = true
			case b != nil:
				code[b] = true
			}
		}
	}
	from := func(v *ir.Value, b *ir.Block) (own []diag.Pos, args []*ir.Value) {
		if v != nil {
			return v.Origins(), v.Args
		}
		return b.Origins(), b.Ctrl
	}
	// behind reports whether a statement is that of a value without code which leads to others, or of a
	// sync point beside them.
	var behind func(args []*ir.Value, p diag.Pos, seen map[*ir.Value]bool) bool
	behind = func(args []*ir.Value, p diag.Pos, seen map[*ir.Value]bool) bool {
		for _, a := range args {
			if seen[a] || code[a] && a.Op != ir.OpConst {
				continue
			}
			seen[a] = true
			if slices.Contains(a.Origins(), p) || behind(a.Args, p, seen) {
				return true
			}
		}
		return false
	}
	// done reports whether a statement has done something with a value of which there is no code: a
	// branch whose lanes are masks, or what leads to it.
	done := func(f *ir.Func, v *ir.Value, p diag.Pos) bool {
		for _, b := range f.Blocks {
			for _, w := range append(slices.Clone(b.Values), nil) {
				from, args := from(w, b)
				if w == nil && code[b] || w != nil && (code[w] || !w.HasEffect()) || !slices.Contains(args, v) {
					continue
				}
				if slices.Contains(from, p) || behind(args, p, map[*ir.Value]bool{}) {
					return true
				}
			}
		}
		return false
	}
	// A sync point that two loops over threads stand for is of what stands beside it.
	syncs := map[diag.Pos]bool{}
	for _, f := range x.built.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Convergent() {
					syncs[v.Pos] = true
				}
			}
		}
	}
	for v := range code {
		if v, ok := v.(*ir.Value); ok {
			delete(syncs, v.Pos)
		}
	}
	return func(s gosrc.Span, p diag.Pos) bool {
		if syncs[p] {
			return true
		}
		for _, list := range append([][]gosrc.Origin{s.Origins}, s.Around...) {
			for _, n := range list {
				f, v, b := origins.Of(n)
				if v == nil && b == nil {
					if p == f.Pos {
						return true
					}
					continue
				}
				own, args := from(v, b)
				if slices.Contains(own, p) || behind(args, p, map[*ir.Value]bool{}) || v != nil && done(f, v, p) {
					return true
				}
			}
		}
		return false
	}
}
