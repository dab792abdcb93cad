package isadoc

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

const buildersFile = "lower/builder/builders.go"

func nothing(string) bool { return false }
func all(string) bool     { return true }

func TestWrite(t *testing.T) {
	var none, full bytes.Buffer
	for doc, have := range map[*bytes.Buffer]existing{&none: {nothing, nothing, nil}, &full: {all, all, nil}} {
		write(doc, have, lookAll(have))
	}
	for _, f := range isa.Forms() {
		if !strings.Contains(none.String(), "`"+cell(f.Syntax)+"`") {
			t.Errorf("%s is missing", f)
		}
	}
	// With nothing but IR operations, add.s32 works and fma does not.
	for doc, want := range map[*bytes.Buffer]string{
		&none: "| `fma.$rnd{.ftz}{.sat}.f32 d,a,b,c` | rnd: `rn rz rm rp` | 2.0 | sm_20 | 0 | not supported yet |  |",
		&full: "| `fma.$rnd{.ftz}{.sat}.f32 d,a,b,c` | rnd: `rn rz rm rp` | 2.0 | sm_20 | 0 | supported | oracle Q4 Q5 |",
	} {
		if !strings.Contains(doc.String(), want) {
			t.Errorf("no %s", want)
		}
		if want := "| `add.$T d,a,b` | T: `u16 u32 u64 s16 s32 s64` | 1.0 | sm_10 | 0 | supported | cases |"; !strings.Contains(doc.String(), want) {
			t.Errorf("no %s", want)
		}
		if want := "| `mbarrier.init{.shared{::cta}}.b64 [bar],count` |"; !strings.Contains(doc.String(), want) {
			t.Errorf("no %s", want)
		}
		for line := range strings.Lines(doc.String()) {
			if n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); n != 0 && n != 5 && n != 6 && n != 7 && n != 9 {
				t.Errorf("%d bars in %q", n, line)
			}
		}
	}
}

func TestStatus(t *testing.T) {
	form := func(id string) *isa.Form {
		for _, f := range isa.Forms() {
			if f.ID == id {
				return f
			}
		}
		t.Fatal("no", id)
		return nil
	}
	ftz := func(name string) bool { return strings.Contains(name, "Ftz") }
	for _, tt := range []struct {
		id, want string
		have     existing
	}{
		{"add-0000", "supported", existing{nothing, nothing, nil}},
		{"fma-0000", "not supported yet", existing{nothing, all, nil}},
		{"fma-0000", "8 of 16 heads", existing{ftz, all, nil}},
		{"ld-0000", "supported", existing{nothing, nothing, nil}},
		{"bar-0000", "not supported yet", existing{all, nothing, nil}},
		{"bar-0000", "supported", existing{nothing, all, nil}},
		{"cvt-0001", "not supported yet", existing{nothing, all, nil}},
		{"cvt-0013", "supported", existing{all, all, nil}},
		{"div-0001", "refused: never implemented", existing{all, all, nil}},
		{"cvt-0016", "undefined: PTX 1.0 does not say how it rounds", existing{all, all, nil}},
		{"setp-0005", "supported: modifiers may stand in any order", existing{nothing, nothing, nil}},
		{"tcgen05-0022", "not in the table", existing{all, all, nil}},
	} {
		f := form(tt.id)
		if got := status(f, look(f, tt.have).count); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.id, got, tt.want)
		}
	}
}

func TestScan(t *testing.T) {
	scanned := func(builders string) (existing, error) {
		files := tree.New(t.TempDir())
		put := files.Put
		put("runtime/fpops/a.go", "package fpops\nfunc FmaRnF32() {}\nfunc lower() {}\ntype T int\nfunc (T) Method() {}\n")
		put("runtime/fpops/a_test.go", "package fpops\nfunc TestX() {}\n")
		put("runtime/intops/b.go", "package intops\nfunc PopcB32() {}\n")
		put("runtime/warpops/c.go", "package warpops\n")
		put(buildersFile, builders)
		return scan(files.View(tree.Patterns{"runtime/*/*.go", buildersFile, hardwareFile}, nil))
	}
	have, err := scanned("package builder\nvar builders = map[string]int{\"load\": 1}\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"FmaRnF32": true, "PopcB32": true, "lower": false, "Method": false, "TestX": false} {
		if have.intrinsic(name) != want {
			t.Errorf("intrinsic %s: %v", name, !want)
		}
	}
	if !have.builder("load") || have.builder("store") {
		t.Error("builders")
	}
	if _, err := scanned("package builder\n"); err == nil || !strings.HasPrefix(err.Error(), buildersFile+":1:1: ") {
		t.Errorf("a file without builders: %v", err)
	}
}

func TestAnchor(t *testing.T) {
	if got := anchor("device runtime (extern .func)"); got != "device-runtime-extern-func" {
		t.Error(got)
	}
}
