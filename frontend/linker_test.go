package frontend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// linked reads, checks and links the PTX files of an archive.
func linked(files []txtar.File) ([]*Module, *diag.List) {
	var texts []*diag.File
	for _, f := range files {
		texts = append(texts, diag.NewFile(f.Name, string(f.Data)))
	}
	f := diag.Join(texts...)
	l := diag.NewList(f)
	mods := ParseAll(f, l)
	for _, m := range mods {
		Check(m, l)
	}
	Link(mods, l)
	return mods, l
}

// TestLink compares what is reported about the modules in testdata/link with what is
// expected: both places of what does not fit, in the right files.
func TestLink(t *testing.T) {
	files, err := filepath.Glob("testdata/link/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/link")
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			n := len(a.Files) - 1
			if n < 2 || a.Files[n].Name != "want" {
				t.Fatal("need PTX files, and want as the last")
			}
			_, l := linked(a.Files[:n])
			got := render(l)
			if *update {
				a.Files[n].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(a.Files[n].Data), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestLinkTexts: what may be odd about a text is so in each file, at its own place.
func TestLinkTexts(t *testing.T) {
	const head = ".version 7.0\n.target sm_70\n.address_size 64\n"
	_, l := linked([]txtar.File{
		{Name: "a.ptx", Data: []byte(byteOrderMark + head + ".extern .func f();\n")},
		{Name: "b.ptx", Data: []byte(strings.ReplaceAll(head, "\n", "\r") + ".visible .func f()\r{\r\tbra nowhere;\r\tret;\r}\r\x1a")},
		{Name: "c.ptx", Data: []byte(byteOrderMark + head + ".visible .func g()\n{\n\tbra out;\n}\n\x00\x00")},
	})
	const want = `a.ptx:1:1: note: a byte-order mark: it is skipped, an assembler may refuse it
b.ptx:1:13: note: a carriage return without a line feed: it ends a line, an assembler may see one long line
b.ptx:6:6: error: undefined name nowhere
    	bra nowhere;
    	    ^^^^^^^
b.ptx:9:1: note: ^Z at the end: it is skipped, an assembler may refuse it
c.ptx:1:1: note: a byte-order mark: it is skipped, an assembler may refuse it
c.ptx:6:6: error: undefined name out
    	bra out;
    	    ^^^
c.ptx:8:1: note: NUL at the end: it is skipped, an assembler may refuse it
`
	if d := cmp.Diff(want, render(l)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
