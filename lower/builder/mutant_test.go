package builder

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// exchanged finds what mutate exchanges.
var exchanged = regexp.MustCompile(`%?[A-Za-z_]\w*(\.\w+)*|\d+`)

// mutate moves, removes, repeats and guards lines, and exchanges words.
func mutate(rng *rand.Rand, lines []string) string {
	ls := append([]string(nil), lines...)
	for range 1 + rng.IntN(4) {
		// The first lines are the module's head.
		i, j := 3+rng.IntN(len(ls)-3), 3+rng.IntN(len(ls)-3)
		switch rng.IntN(5) {
		case 0:
			ls[i], ls[j] = ls[j], ls[i]
		case 1:
			ls[i] = ""
		case 2:
			ls[i] += "\n" + ls[j]
		case 3:
			ls[i] = "@%p1 " + strings.TrimSpace(ls[i])
		case 4:
			from, to := exchanged.FindAllString(ls[i], -1), exchanged.FindAllStringIndex(ls[j], -1)
			if len(from) > 0 && len(to) > 0 {
				at := to[rng.IntN(len(to))]
				ls[j] = ls[j][:at[0]] + from[rng.IntN(len(from))] + ls[j][at[1]:]
			}
		}
	}
	return strings.Join(ls, "\n")
}

// TestMutants builds the texts of testdata with changes. What the front end lets
// through must not upset the builder, and must give a well-formed module.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	n := 100
	if testmode.Long() {
		n = 20000
	}
	built := 0
	for _, path := range files {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(ar.Files[0].Data), "\n")
		rng := rand.New(rand.NewPCG(testmode.Seed(), uint64(len(lines))))
		for range n {
			if buildMutant(t, mutate(rng, lines)) {
				built++
			}
		}
	}
	if built < 100 {
		t.Errorf("only %d mutants were built", built)
	}
}

// buildMutant builds a text if it has no mistakes.
func buildMutant(t *testing.T, src string) bool {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\n%s", r, src)
		}
	}()
	l := diag.NewList(diag.NewFile("mutant.ptx", src))
	ast := frontend.Parse(l.File, l)
	if ast == nil || l.Errors() > 0 {
		return false
	}
	frontend.Check(ast, l)
	if l.Errors() > 0 {
		return false
	}
	m := Module([]*frontend.Module{ast}, l, Options{})
	if l.Errors() > 0 {
		return false
	}
	if err := ir.VerifyModule(m); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return true
}
