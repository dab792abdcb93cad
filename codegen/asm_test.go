package codegen

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// asmNames are what Files returns where gangs become assembly, in the golden files of testdata/asm.
var asmNames = []string{"out.go", "out_amd64.go", Vector}

// assembled is a PTX text as Go for assembly.
func assembled(t *testing.T, name, src string) []File {
	t.Helper()
	opt := options(name)
	opt.SIMD, opt.Asm, opt.AsmTags = "", name+"_ptx_amd64.go", "amd64"
	files, err := Files(schedule.New(lowered(t, name+".ptx", src), schedule.Options{}), opt)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestAsmGolden is TestGolden for gangs that become assembly. That what is to be compiled compiles is
// tested where it is.
func TestAsmGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/asm/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no testdata", err)
	}
	std := exports(t)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			must := split(ar)
			src := string(ar.Files[0].Data)
			got := assembled(t, name, src)
			if len(got) != len(asmNames) {
				t.Fatalf("%d files", len(got))
			}
			check(t, std, got[:2], strings.Count(src, "\n"))
			if *update {
				ar.Files = ar.Files[:1]
				for i, f := range got {
					ar.Files = append(ar.Files, txtar.File{Name: asmNames[i], Data: f.Source})
				}
				ar.Files = append(ar.Files, must...)
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for i, file := range asmNames {
				want := ""
				if i+1 < len(ar.Files) {
					want = string(ar.Files[i+1].Data)
				}
				if have := string(got[i].Source); have != want {
					t.Errorf("%s has changed (go test -run TestAsmGolden -update rewrites it):\n%s", file, firstChange(have, want))
				}
			}
		})
	}
}

// TestNoAsm: what has no assembly of one width has it of the other.
func TestNoAsm(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/asm/widths.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := schedule.New(lowered(t, "widths.ptx", string(ar.Files[0].Data)), schedule.Options{})
	for _, lanes := range widths {
		opt := options("widths")
		opt.SIMD, opt.Asm = "", "widths_ptx_amd64.go"
		opt.NoAsm = map[Gangs]bool{{"scale", lanes}: true, {"weigh", 8}: true, {"tile", lanes}: true}
		files, err := Files(s, opt)
		if err != nil {
			t.Fatal(err)
		}
		other := map[int]int{8: 16, 16: 8}[lanes]
		kernels := map[string]bool{}
		for _, l := range files[2].Leaves {
			kernels[l.Kernel] = true
			if l.Lanes != other {
				t.Errorf("without %d lanes there is %s, of %d", lanes, l.Name, l.Lanes)
			}
		}
		if len(kernels) != 2 || !kernels["scale"] || !kernels["tile"] {
			t.Errorf("without %d lanes there are gangs of %v", lanes, kernels)
		}
		check(t, exports(t), files[:2], strings.Count(string(ar.Files[0].Data), "\n"))
	}
}

// TestAsmSources: of the PTX of all golden files, what is compiled by itself declares what it uses.
func TestAsmSources(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range assembled(t, strings.TrimSuffix(filepath.Base(path), ".txtar"), string(ar.Files[0].Data)) {
			if f.Name != Vector {
				continue
			}
			n++
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, f.Name, f.Source, 0)
			if err != nil {
				t.Fatal(err)
			}
			// Vectors are in packages that not every version of Go has: what they declare is not asked.
			conf := types.Config{Importer: none{}, Error: func(err error) {
				if !strings.Contains(err.Error(), errNone.Error()) {
					t.Errorf("%s: %v", path, err)
				}
			}}
			_, _ = conf.Check(Vector, fset, []*ast.File{file}, nil) // Error has told
		}
	}
	if n == 0 {
		t.Error("no file has gangs")
	}
}

// none is an importer without packages.
type none struct{}

var errNone = errors.New("no package here")

func (none) Import(string) (*types.Package, error) { return nil, errNone }
