package mutate

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
)

// CasesDir is where the conformance cases are, from the root of the repository.
const CasesDir = "internal/cases/casefile/testdata/cases"

// Seeds is how many random kernels of each class there are.
const Seeds = 60

// Packages are those that decide: what is printed, and what programs do when they run. A
// mistake in them is a wrong bit, or an access outside of a buffer.
var Packages = []string{
	"lower/analysis", "lower/pass", "lower/schedule", "codegen/scalar", "codegen", "runtime/gen",
	"lower/gang", "codegen/gang",
}

// gangs are the packages that are for gangs of threads only.
var gangs = map[string]bool{"lower/gang": true, "codegen/gang": true}

// unread are files that decide nothing: they print for people.
var unread = []string{"print.go", "doc.go", "why.go"}

// Mutant is a change of a file.
type Mutant struct {
	Package string // from the root of the repository
	File    string // likewise
	Func    string // in which it is
	Line    int
	What    string // the operator
	Old     string
	New     string

	from, to int    // in the file, in bytes
	before   string // the lines that it is on
	first    int    // where they begin
	same     int    // of those before it that have its ID

	in  *checked // the package
	typ string   // of an expression; "" for a statement
}

// ID identifies a mutant as long as the text around it stays: by file, function and the lines
// that change, and by its number among those of which that is the same.
func (m *Mutant) ID() string {
	id := fmt.Sprintf("%s %s: %s => %s", m.File, m.Func, flat(m.before), flat(m.after()))
	if m.same > 0 {
		id += fmt.Sprintf(" (%d)", m.same+1)
	}
	return id
}

// after is the lines with the change.
func (m *Mutant) after() string {
	at := m.from - m.first
	return m.before[:at] + m.New + m.before[at+len(m.Old):]
}

// flat is a text in one line.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// Apply returns the file with the change in it.
func (m *Mutant) Apply() ([]byte, error) {
	src, err := os.ReadFile(m.File)
	if err != nil {
		return nil, err
	}
	if string(src[m.from:m.to]) != m.Old {
		return nil, fmt.Errorf("%s has changed", m.File)
	}
	return splice(src, change{m.from, m.to, m.New}), nil
}

// Diff is the lines that change, with a - and a + in front.
func (m *Mutant) Diff() string {
	return "-" + strings.ReplaceAll(m.before, "\n", "\n-") + "\n+" + strings.ReplaceAll(m.after(), "\n", "\n+")
}

// Pick takes n mutants by a seed. Which they are depends on their own text only, so that nearly
// all stay the same when something else changes.
func Pick(all []*Mutant, seed uint64, n int) []*Mutant {
	place := map[*Mutant]string{}
	for _, m := range all {
		h := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, m.ID()))
		place[m] = string(h[:])
	}
	list := slices.SortedFunc(slices.Values(all), func(a, b *Mutant) int { return strings.Compare(place[a], place[b]) })
	return list[:min(n, len(list))]
}
