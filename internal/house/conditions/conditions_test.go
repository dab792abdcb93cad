package conditions

import (
	"context"
	"encoding/json"
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
		entry := c.id + " " + [...]string{"is never asked", "is never true", "is never false"}[ways[i]]
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

// tested are the packages with tests of parts that compare what the parts make.
var tested = []string{"./lower/pass", "./lower/schedule", "./codegen/scalar"}

// decide builds the compiler with calls, runs it, and its tests, and returns how each condition was
// decided: 1 where it was false, 2 where it was true, 3 for both.
func decide(t *testing.T, root string) (list []condition, ways []int) {
	dir := t.TempDir()
	list, replace, err := instrument(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 1000 {
		t.Fatalf("only %d conditions", len(list))
	}
	overlay, judge, to := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "judge"), filepath.Join(dir, "ways")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, data, 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, root, "go", "build", "-overlay="+overlay, "-o", judge, "./internal/house/mutate/judge")
	t.Setenv(record.File, to)
	command(t, root, judge, "conditions", root)
	command(t, root, "go", append([]string{"test", "-count=1", "-overlay=" + overlay}, tested...)...)
	out, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	ways = make([]int, len(list))
	for line := range strings.Lines(string(out)) {
		var i int
		var way bool
		if _, err := fmt.Sscan(line, &i, &way); err != nil || i >= len(list) {
			t.Fatalf("%q: %v", line, err)
		}
		if way {
			ways[i] |= 2
		} else {
			ways[i] |= 1
		}
	}
	return list, ways
}

func command(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// read reads a list of entries with their reasons: each reason is that of the entries below it
// up to the next one, and begins with a #.
func read(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	why, before := "", ""
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "":
		case strings.HasPrefix(line, "# ") && strings.HasPrefix(before, "# "):
			why += "\n" + line
		case strings.HasPrefix(line, "# "):
			why = line[2:]
		default:
			if _, twice := out[line]; twice {
				return nil, fmt.Errorf("%s:%d: twice", file, i+1)
			}
			out[line] = why
		}
		before = line
	}
	return out, nil
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
