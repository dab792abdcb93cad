package conditions

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/conditions/record"
)

var update = flag.Bool("update", false, "write oneway.txt: entries that are no longer true go, new ones come without a reason")

// TestBothWays makes sure that all PTX of the repository together decides every condition both
// ways, but for those of oneway.txt.
func TestBothWays(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the compiler and compiles all cases")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	list, ways := decide(t, root)
	want, err := read("oneway.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for i, c := range list {
		if ways[i] == 3 {
			continue
		}
		entry := c.entry(ways[i])
		got[entry] = true
		if _, ok := want[entry]; !ok && !*update {
			t.Errorf("%s:%d: %s\n\tmake a case of it, leave the condition out, or say in oneway.txt why it is there", c.file, c.line, entry)
		}
	}
	if *update {
		if err := write("oneway.txt", got, want); err != nil {
			t.Fatal(err)
		}
		return
	}
	for entry, why := range want {
		switch {
		case !got[entry]:
			t.Errorf("oneway.txt: no longer true: %s", entry)
		case why == "":
			t.Errorf("oneway.txt: no reason for %s", entry)
		}
	}
	t.Logf("%d conditions, %d of them one way", len(list), len(got))
}

// tested are the packages with tests of parts that compare what the parts make, or what they find out.
var tested = []string{"./lower/analysis", "./lower/pass", "./lower/schedule", "./codegen/scalar"}

// decide builds the compiler with calls, runs it, and its tests, and returns how each condition was
// decided: 1 where it was false, 2 where it was true, 3 for both.
func decide(t *testing.T, root string) (list []condition, ways []int) {
	j, err := Build(t.Context(), root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(j.list) < 1000 {
		t.Fatalf("only %d conditions", len(j.list))
	}
	to := filepath.Join(t.TempDir(), "ways")
	t.Setenv(record.File, to)
	command(t, root, j.program, "conditions", root)
	command(t, root, "go", append([]string{"test", "-count=1", "-overlay=" + j.overlay}, tested...)...)
	ways, err = j.ways(to)
	if err != nil {
		t.Fatal(err)
	}
	return j.list, ways
}

func command(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// write writes the entries below their reasons, those without one first.
func write(file string, entries map[string]bool, reasons map[string]string) error {
	by := map[string][]string{}
	for e := range entries {
		by[reasons[e]] = append(by[reasons[e]], e)
	}
	var whys []string
	for why := range by {
		whys = append(whys, why)
	}
	slices.Sort(whys)
	var b strings.Builder
	for _, why := range whys {
		if why != "" {
			fmt.Fprintf(&b, "\n# %s\n", why)
		}
		slices.Sort(by[why])
		for _, e := range by[why] {
			b.WriteString(e + "\n")
		}
	}
	return os.WriteFile(file, []byte(strings.TrimPrefix(b.String(), "\n")), 0o644)
}
