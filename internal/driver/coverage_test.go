package driver

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestCoverageMatchesDocument compares what ptx2go isa counts, from the functions
// that are linked in, with docs/ISA.md, which is made from the source text.
func TestCoverageMatchesDocument(t *testing.T) {
	doc, err := os.ReadFile("../../docs/ISA.md")
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`(?m)^\| all \|(.*)\|$`).FindSubmatch(doc)
	if want == nil {
		t.Fatal("docs/ISA.md has no totals")
	}
	var tiers [5]sums
	for _, c := range measure(isa.Forms(), nil) {
		tiers[c.form.Tier].add(c)
	}
	var got []string
	for _, s := range tiers {
		got = append(got, fmt.Sprintf(" %d of %d ", s.supported+s.part, s.forms-s.undefined))
	}
	if got := strings.Join(got, "|"); got != string(want[1]) {
		t.Errorf("ptx2go isa counts %s, docs/ISA.md has %s: run go generate .", got, want[1])
	}
}

// TestExecutedIsSupported runs conformance cases, all with PTX2GO_LONG=1: whatever they
// execute, the table calls supported. (CI measures what all of them execute.)
func TestExecutedIsSupported(t *testing.T) {
	dirs, err := filepath.Glob("../cases/casefile/testdata/cases/*/case.json")
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range dirs {
		dirs[i] = filepath.Dir(d)
	}
	x, err := executeCases(t.Context(), testmode.Pick(dirs, 16, filepath.Base), "interp", Stdio{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range x.uncounted() {
		if v.outcome() == outcomeFail {
			t.Errorf("%s: %v", v.key(), v.err)
		}
	}
	if len(x.executed) < 100 {
		t.Errorf("only %d heads are executed", len(x.executed))
	}
	for _, c := range measure(isa.Forms(), x) {
		if c.executed+len(c.idle) != c.supported {
			t.Errorf("%s: %d heads are executed and %d supported ones are not, of %d that are supported", c.form, c.executed, len(c.idle), c.supported)
		}
	}
}
