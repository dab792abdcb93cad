package driver

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
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
	for _, c := range measure(nil) {
		tiers[c.form.Tier].add(c)
	}
	var got []string
	for _, s := range tiers {
		got = append(got, fmt.Sprintf(" %d of %d ", s.supported+s.part, s.forms))
	}
	if got := strings.Join(got, "|"); got != string(want[1]) {
		t.Errorf("ptx2go isa counts %s, docs/ISA.md has %s: run go generate ./internal/isa", got, want[1])
	}
}
