package codegen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// withExterns lowers a PTX text of which the program supplies some functions.
func withExterns(t *testing.T, src string, list []Extern) *ir.Module {
	t.Helper()
	names := map[string]bool{}
	for _, x := range list {
		names[x.Name] = true
	}
	l := diag.NewList(diag.NewFile("in.ptx", src))
	m := pipeline.Lower(l.File, l, pipeline.Options{Build: builder.Options{Externs: names}, Pass: pass.Options{Verify: true}})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	return m
}

// TestExternGolden generates Go for modules with functions without a body. Lines
// "extern: ..." in front of the PTX are values of -extern.
func TestExternGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/extern/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	std := exports(t)
	sources := map[string][]File{}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var list []Extern
			for line := range strings.Lines(string(ar.Comment)) {
				if flag, ok := strings.CutPrefix(line, "extern: "); ok {
					more, err := ParseExterns(strings.TrimSpace(flag))
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, more...)
				}
			}
			src := string(ar.Files[0].Data)
			m := withExterns(t, src, list)
			if err := CheckExterns(m, list); err != nil {
				t.Fatal(err)
			}
			out, err := Files(schedule.New(m, schedule.Options{}), Options{
				Package: "golden", Source: "in.ptx", Output: "in_ptx.go", Command: "ptx2go in.ptx", Comments: true, Externs: list,
			})
			if err != nil {
				t.Fatal(err)
			}
			got := string(out[0].Source)
			sources[name] = out
			check(t, std, out, strings.Count(src, "\n"))
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "out.go", Data: out[0].Source})
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := ""
			if len(ar.Files) > 1 {
				want = string(ar.Files[1].Data)
			}
			if got != want {
				t.Errorf("the code has changed (go test -run TestExternGolden -update rewrites it):\n%s", firstChange(got, want))
			}
		})
	}
	vet(t, sources)
}

// spell returns the functions as ParseExterns reads them.
func spell(list []Extern) string {
	var words []string
	for _, x := range list {
		words = append(words, x.String())
	}
	return strings.Join(words, ",")
}

func TestParseExterns(t *testing.T) {
	for s, want := range map[string]string{
		"f":                                "f",
		" f ":                              "f",
		"f=F":                              "f=F",
		"f()":                              "f()",
		"f = F (a int32)":                  "f=F(a int32)",
		"f(uint8, bool)":                   "f(uint8, bool)",
		"f(a, b float32) (float32, int64)": "f(a float32, b float32) (float32, int64)",
		"f(t float64) (r uint16)":          "f(t float64) uint16",
		"_Z1fi(int32)":                     "_Z1fi(int32)",
		"$f(_ int32)":                      "$f(_ int32)",
		"f(a, b int8),g=G, h() bool":       "f(a int8, b int8),g=G,h() bool",
	} {
		list, err := ParseExterns(s)
		if got := spell(list); err != nil || got != want {
			t.Errorf("%q: got %q, want %q; %v", s, got, want, err)
			continue
		}
		again, err := ParseExterns(want)
		if err != nil || spell(again) != want {
			t.Errorf("%q: read back as %q, %v", want, spell(again), err)
		}
	}
	for s, want := range map[string]string{
		"":                     "want the name of a function",
		"(a int32)":            "want the name of a function",
		"f g":                  "want the name of a function",
		"f=":                   "cannot be the name of a Go variable",
		"f=1":                  "cannot be the name of a Go variable",
		"f=func":               "cannot be the name of a Go variable",
		"f=ptx":                "cannot be the name of a Go variable",
		"f(":                   "unexpected end\n\tf(\n\t  ^\n\twant the signature of a Go function",
		"f(a int32":            "want the signature of a Go function",
		"f() {}":               "unexpected \"{\"\n\tf() {}\n\t    ^\n\twant the signature of a Go function",
		"f()()()":              "want the signature of a Go function",
		"f(int)":               "its types must be",
		"f(a ...int32)":        "its types must be",
		"f([]int32)":           "its types must be",
		"f() error":            "its types must be",
		"f(a int32, a uint32)": "two parameters are named a\n\tf(a int32, a uint32)\n\t           ^",
		"f(int8),g(int)":       "cannot be int: its types must be bool, float32, float64, or int8 to uint64\n\tf(int8),g(int)\n\t          ^",
		"f(func bool)":         "\"func\" cannot be the name of a parameter",
		"f)":                   "want the name of a function",
	} {
		if x, err := ParseExterns(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v and %v, want %q", s, x, err, want)
		}
	}
}

func FuzzParseExterns(f *testing.F) {
	f.Add("f=F(a, b float32) (uint8, bool)")
	f.Add("f(")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := ParseExterns(s)
		if err != nil {
			return
		}
		again, err := ParseExterns(spell(list))
		if err != nil || spell(again) != spell(list) {
			t.Errorf("%q: %q is read back as %q, %v", s, spell(list), spell(again), err)
		}
	})
}

func TestCheckExterns(t *testing.T) {
	m := withExterns(t, `.version 7.8
.target sm_70
.address_size 64
.extern .func (.param .b32 r) f(.param .b32 a, .param .f64 b);
.extern .func g();
.func h() { ret; }
.visible .entry k() { ret; }
`, nil)
	for s, want := range map[string]string{
		"f":                               "",
		"f(uint32, uint64) float32":       "",
		"f(x float32, y float64) int32;g": "",
		"g=F;f":                           "",
		"none":                            "in.ptx has no function none",
		"h":                               "h has a body in in.ptx",
		"k":                               "k has a body in in.ptx",
		"f;g;f":                           "f is there twice",
		"f=A;g=A":                         "f and g have the same variable A",
		"f(uint32) uint32":                "f has 2 parameters in the PTX, 1 given",
		"f(uint32, float64)":              "f has 1 result in the PTX, 0 given",
		"f(uint16, float64) uint32":       "f: parameter 1 has 32 bits in the PTX, and uint16 does not",
		"f(bool, float64) uint32":         "f: parameter 1 has 32 bits in the PTX, and bool does not",
		"f(uint32, float64) float64":      "f: result 1 has 32 bits in the PTX, and float64 does not",
		"g(int32)":                        "g has 0 parameters in the PTX, 1 given",
	} {
		var list []Extern
		for word := range strings.SplitSeq(s, ";") {
			more, err := ParseExterns(word)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, more...)
		}
		err := CheckExterns(m, list)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", s, err, want)
		}
	}
}
