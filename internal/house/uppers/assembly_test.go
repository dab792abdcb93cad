package uppers

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// leaf is the assembly that gangs call.
func leaf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "runtime/internal/leaf/leaf_amd64.s"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAssembly reads all assembly of gangs that is committed: where it returns to Go or calls it, the upper
// halves of vector registers are not in use, and each VZEROUPPER is needed.
func TestAssembly(t *testing.T) {
	functions := 0
	for _, pattern := range []string{"examples/*/*_ptx_amd64.s", "runtime/driver/internal/*/*_ptx_amd64.s"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s (%v)", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			functions += strings.Count(string(text), "\nTEXT ·")
			for _, f := range CheckAssembly(path, string(text), leaf(t)) {
				t.Error(f)
			}
		}
	}
	if functions < 50 {
		t.Errorf("%d functions", functions)
	}
}

// harvested are the golden files of the harvest for amd64.
const harvested = "internal/harvest/testdata/golden/leaf[18]*.s"

// TestClears: the check notices each VZEROUPPER that is missing from a golden file, and each that is there
// twice.
func TestClears(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, harvested))
	if err != nil || len(paths) < 2 {
		t.Fatalf("%v (%v)", paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		clears := regexp.MustCompile(`VZEROUPPER`).FindAllStringIndex(text, -1)
		if len(clears) < 5 {
			t.Errorf("%s has %d", path, len(clears))
		}
		good := len(CheckAssembly(path, text, leaf(t))) // a scalar conversion, which the source has
		for n, at := range clears {
			without := text[:at[0]] + "NOP" + text[at[1]:]
			twice := text[:at[1]] + "; VZEROUPPER" + text[at[1]:]
			if len(CheckAssembly(path, without, leaf(t))) <= good || len(CheckAssembly(path, twice, leaf(t))) <= good {
				t.Errorf("%s, VZEROUPPER %d: nothing is wrong without it, or with two", path, n)
			}
		}
	}
}

// TestSpoiledAssembly makes mistakes in good assembly.
func TestSpoiledAssembly(t *testing.T) {
	const good = `TEXT ·f(SB), 0, $16-8
	MOVQ x+0(FP), AX
	MOVSS (AX), X0
	CMPQ AX, $1; JEQ l3; JGT bail
	JMP l2
l1:
	VADDPS Y0, Y0, Y0
	VMOVSS X0, (AX); CALL help<>(SB); JCS out; CMPL AX, BX; JHI ask1
l2:
	CMPQ AX, BX; JLT l1 // again
	VZEROUPPER
l3:
	MOVQ AX, ret+8(FP)
	RET
out:
	VZEROUPPER
bail:
	MOVQ $0, ret+8(FP)
	RET
ask1: // the runtime goes on with something else
	CALL example·com∕leaf·Save8(SB)
	CALL example·com∕leaf·Yield(SB)
	CALL example·com∕leaf·Load8(SB)
	JMP l1

TEXT help<>(SB), 0, $0-0
	VADDPS Y0, Y0, Y0
	RET
`
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"VMOVSS X0, (AX)", "MOVSS X0, (AX)", "f (k.s:8): MOVSS X0, (AX)"},
		{"JLT l1 // again\n\tVZEROUPPER", "JLT l1\n", "f (k.s): returns with the upper halves in use"},
		{"out:\n\tVZEROUPPER", "out:\n", "f (k.s): returns with the upper halves in use"},
		{"CALL example·com∕leaf·Save8(SB)", "MOVQ AX, BX", "Yield (leaf): call of yield"},
		{"RET\nout:", "RET\n\tMOVQ AX, BX\nout:", "f (k.s:15): nothing leads to MOVQ AX, BX"},
		{"JGT bail", "VADDPS Y0, Y0, Y0; JGT bail", "f (k.s): returns with the upper halves in use"},
		{"VADDPS Y0, Y0, Y0\n\tRET", "VADDPS Y0, Y0, Y0; ADDSS X0, X0\n\tRET", "help<> (k.s:27): ADDSS X0, X0"},
	} {
		var got []string
		for _, f := range CheckAssembly("k.s", strings.Replace(good, c.old, c.new, 1), leaf(t)) {
			if f.Func == "Yield" {
				f.At, _, _ = strings.Cut(f.At, ":") // its lines are another file's
			}
			got = append(got, f.String())
		}
		if fmt.Sprint(got) != "["+c.want+"]" {
			t.Errorf("%s: %q, want %q", c.old, got, c.want)
		}
	}
}
