package frontend

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// seed adds the kernels and the erroneous texts of testdata, and the shared
// kernels where they are there.
func seed(f *testing.F) {
	for _, pattern := range []string{"testdata/*.ptx", "testdata/accepted/*.ptx", "../../shared/cases/*/kernel.ptx"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range files {
			if src := readFile(f, path); len(src) < 1<<15 {
				f.Add(src)
			}
		}
	}
	files, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(a.Files[0].Data))
	}
}

// checkReports fails where a diagnostic has no place or no text.
func checkReports(t *testing.T, l *diag.List) {
	for _, d := range l.Sorted() {
		if d.Msg == "" || d.Code == "" || d.Len < 0 || d.Pos.Offset() > len(l.File.Src) {
			t.Errorf("bad diagnostic %+v", d)
		}
	}
	_ = render(l)
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src string) {
		file := diag.NewFile("f.ptx", src)
		l := diag.NewList(file)
		Parse(file, l)
		checkReports(t, l)
	})
}

func FuzzCheck(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src string) {
		file := diag.NewFile("f.ptx", src)
		l := diag.NewList(file)
		m := Parse(file, l)
		Check(m, l)
		checkReports(t, l)
		if l.Errors() == 0 {
			everythingResolved(t, m)
			for _, d := range m.Decls {
				if v, ok := d.(*Var); ok && v.Size() < 1<<20 {
					m.Image(v)
				}
			}
		}
	})
}
