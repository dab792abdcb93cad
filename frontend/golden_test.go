package frontend

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics in testdata/errors")

// TestErrors compares all that is reported about the texts in testdata/errors
// with what is expected: positions, carets and hints.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/errors")
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil || len(a.Files) != 2 || a.Files[0].Name != "in.ptx" || a.Files[1].Name != "want" {
				t.Fatalf("need the files in.ptx and want (error %v)", err)
			}
			f := diag.NewFile("in.ptx", string(a.Files[0].Data))
			l := diag.NewList(f)
			Check(Parse(f, l), l)
			got := render(l)
			if got == "" {
				t.Fatal("nothing is reported")
			}
			if *update {
				a.Files[1].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(a.Files[1].Data), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestAccepted checks that nothing at all is said about the files in
// testdata/accepted and the kernels in testdata.
func TestAccepted(t *testing.T) {
	files, err := filepath.Glob("testdata/accepted/*.ptx")
	more, err2 := filepath.Glob("testdata/*.ptx")
	if err != nil || err2 != nil || len(files) == 0 || len(more) == 0 {
		t.Fatal("no files in testdata and testdata/accepted")
	}
	for _, path := range append(files, more...) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l := diag.NewList(diag.NewFile(path, string(src)))
		m := Parse(l.File, l)
		Check(m, l)
		if len(l.Sorted()) > 0 {
			t.Errorf("%s", render(l))
		}
		everythingResolved(t, m)
	}
}

// everythingResolved checks that a module without errors has all that Check
// promises.
func everythingResolved(t *testing.T, m *Module) {
	t.Helper()
	line := func(p diag.Pos) string { return m.File.Position(p).String() }
	var operand func(o *Operand)
	operand = func(o *Operand) {
		switch {
		case (o.Kind == OpName || o.Kind == OpIndex) && o.Sym == nil && o.SReg == nil:
			t.Errorf("%s: %s is not resolved", line(o.Pos), o.Name)
		case o.Kind == OpAddr && o.Name != "" && o.Sym == nil:
			t.Errorf("%s: address %s is not resolved", line(o.Pos), o.Name)
		case o.Kind == OpConst && o.Const == nil, o.Kind == OpConst && o.Const.Kind == ConstAddr && o.Const.Ref == nil:
			t.Errorf("%s: constant is not resolved", line(o.Pos))
		case o.Path != nil:
			t.Errorf("%s: the path of %s is still there", line(o.Pos), o.Name)
		}
		for i := range o.Elems {
			operand(&o.Elems[i])
		}
	}
	var block func(b *Block)
	block = func(b *Block) {
		if b.Scope == nil {
			t.Errorf("%s: block without scope", line(b.Pos))
		}
		for i := range b.Stmts {
			switch s := &b.Stmts[i]; s.Kind {
			case StmtInst:
				if s.Inst.Match == nil {
					t.Errorf("%s: %s has no match", line(s.Pos), s.Inst.Opcode)
				}
				if g := s.Inst.Guard; g != nil {
					if _, ok := g.Pred.Sym.(*Reg); !ok {
						t.Errorf("%s: guard is not resolved", line(s.Pos))
					}
				}
				for i := range s.Inst.Ops {
					operand(&s.Inst.Ops[i])
				}
			case StmtLabel:
				if s.Sym == nil {
					t.Errorf("%s: label without symbol", line(s.Pos))
				}
			case StmtBlock:
				block(s.Block)
			}
		}
	}
	for _, d := range m.Decls {
		if f, ok := d.(*Func); ok && f.Body != nil {
			block(f.Body)
		}
	}
}
