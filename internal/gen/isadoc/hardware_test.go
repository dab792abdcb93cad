package isadoc

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestHardware shows what GPUs have answered in the rows of the document.
func TestHardware(t *testing.T) {
	text := hardwareHeader + `
fma.rz*.sat.f32	H200 sm_90	2026-01-31	570.86	differs
fma.*f32	H200 sm_90	2026-01-31	570.86	equal
fma.rn.f32	RTX 2080 sm_75	2026-02-01	550.1	equal
fma.*.f64	H200 sm_90	2026-01-31	570.86	equal
mul.lo.*	H200 sm_90	2026-01-31	570.86	differs
`
	runs, err := parseHardware("h.tsv", text)
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 2 {
		t.Fatalf("%d runs", len(runs))
	}
	have := existing{all, all, runs}
	for id, want := range map[string]string{
		"fma-0000": "oracle Q4 Q5<br>GPU 1: 14 of 16 heads equal, 2 differ<br>GPU 2: 1 of 16 heads equal",
		"fma-0002": "oracle Q1<br>GPU 1: equal",
		"mul-0000": "cases<br>GPU 1: 0 of 12 heads equal, 6 differ",
		"add-0009": "oracle Q1",
	} {
		for _, f := range isa.Forms() {
			if f.ID != id {
				continue
			}
			s := look(f, have)
			if got := s.proof(runs); got != want {
				t.Errorf("%s:\n got %s\nwant %s", id, got, want)
			}
		}
	}
}

func TestHardwareErrors(t *testing.T) {
	for line, want := range map[string]string{
		"fma.rn.f32\tH200\t2026-01-31\t570":           "h.tsv:2:1: 4 columns, not 5",
		"fmq.rn.f32\tH200\t2026-01-31\t570\tequal":    `h.tsv:2:1: no head of the table matches "fmq.rn.f32"`,
		"fma.rn.f3[\tH200\t2026-01-31\t570\tequal":    `h.tsv:2:1: no head of the table matches "fma.rn.f3["`,
		"fma.rn.f32\tH200\t2026-13-31\t570\tequal":    `"2026-13-31" is no date`,
		"fma.rn.f32\t\t2026-01-31\t570\tequal":        "the GPU or the driver is missing",
		"fma.rn.f32\tH200\t2026-01-31\t570\tperhaps":  `"perhaps" is neither equal nor differs`,
		"fma.rn.f32\tH200\t2026-01-31\t570\tequal\t?": "6 columns, not 5",
	} {
		_, err := parseHardware("h.tsv", hardwareHeader+"\n"+line+"\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	if _, err := parseHardware("h.tsv", "head\tgpu\n"); err == nil || !strings.Contains(err.Error(), "h.tsv:1:1: the columns are not") {
		t.Error(err)
	}
	files := tree.New(t.TempDir())
	v := files.View(tree.Patterns{hardwareFile}, nil)
	if runs, err := readHardware(v); runs != nil || err != nil {
		t.Error("a file that is not there:", runs, err)
	}
	files.Put(hardwareFile, hardwareHeader+"\n")
	if runs, err := readHardware(v); runs != nil || err != nil {
		t.Error("a file without rows:", runs, err)
	}
}
