package driver

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
)

var update = flag.Bool("update", false, "write docs/GANGS.md")

const gangPage = "../../docs/GANGS.md"

// gangCases are the columns of the page.
var gangCases = []struct{ head, dir string }{
	{"of the project's cases", "../cases/casefile/testdata/cases"},
	{"of the shared cases", "../../../shared/cases"},
}

// ganged counts the kernels of the cases of a folder, and the regions of those that are cut.
func ganged(t *testing.T, dir string) *gangCensus {
	cases, err := findCases([]string{dir}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := variantsOf(cases)
	compile(all, verifyOptions{engine: "go", passes: true})
	census := newGangCensus()
	var counting sync.Mutex
	each(runnable(all), func(v *variant) {
		s := scheduled(v.m, v.warp, false)
		files, err := codegen.Files(s, codegen.Options{
			Package: "kernel", Source: v.file, Output: "kernel_ptx.go", Leaves: []string{"amd64"}, Linked: linkedNames(v.m),
		})
		if err != nil {
			t.Errorf("%s: %v", v.key(), err)
			return
		}
		counting.Lock()
		defer counting.Unlock()
		census.add(s, files[0].Reports["amd64"])
	})
	return census
}

// TestGangPage checks that docs/GANGS.md says how many kernels have gangs, and what keeps the
// others from it. Without the shared cases their column stays unchecked.
func TestGangPage(t *testing.T) {
	old, err := os.ReadFile(gangPage)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- reasons -->\n", "<!-- end -->\n"
	head, rest, ok := strings.Cut(string(old), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for its table", gangPage)
	}
	columns := gangCases
	if _, err := os.Stat(columns[1].dir); err != nil {
		t.Logf("not checked: the column %q, as %s is not there", columns[1].head, filepath.ToSlash(columns[1].dir))
		columns = columns[:1]
	}
	var kernels, regions, work []gangColumn
	for _, c := range columns {
		x := ganged(t, c.dir)
		kernels = append(kernels, gangColumn{x.kernels, x.kernelsWhy})
		regions = append(regions, gangColumn{x.regions, x.regionsWhy})
		work = append(work, x.thousandths())
	}
	var b bytes.Buffer
	gangRows(&b, "kernels", kernels)
	gangRows(&b, "regions of the kernels that are cut", regions)
	gangRows(&b, "thousandths of the work, by estimate, each kernel counting the same", work)
	want := b.String()
	if len(columns) < len(gangCases) {
		if got := firstColumn(rest[:len(rest)-len(end)-len(tail)]); got != want {
			t.Errorf("%s is out of date; it says\n%s\nand the cases\n%s", gangPage, got, want)
		}
		return
	}
	want = "| |"
	for _, c := range columns {
		want += " " + c.head + " |"
	}
	want += "\n|---|" + strings.Repeat("---:|", len(columns)) + "\n" + b.String()
	if now := head + begin + want + end + tail; now != string(old) {
		if !*update {
			t.Fatalf("%s is out of date: go test ./internal/driver -run TestGangPage -update\n%s", gangPage, want)
		}
		if err := os.WriteFile(gangPage, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// gangColumn is a column of the rows about one thing: how many there are, and how many are not vectorised
// for each reason.
type gangColumn struct {
	all int
	why map[string]int
}

// thousandths is the work of all kernels of a census.
func (c *gangCensus) thousandths() gangColumn {
	x := gangColumn{1000, map[string]int{}}
	for text, n := range c.work {
		if of := int(1000*n/float64(c.kernels) + 0.5); of > 0 {
			x.why[text] = of
		}
	}
	return x
}

// gangRows writes the rows about kernels or regions, with a column for each folder.
func gangRows(b *bytes.Buffer, what string, columns []gangColumn) {
	all, with := make([]int, len(columns)), make([]int, len(columns))
	counts := map[string][]int{}
	for i, c := range columns {
		all[i], with[i] = c.all, c.all
		for text, n := range c.why {
			if counts[text] == nil {
				counts[text] = make([]int, len(columns))
			}
			counts[text][i] = n
			with[i] -= n
		}
	}
	row := func(name string, n []int) {
		fmt.Fprintf(b, "| %s |", name)
		for _, n := range n {
			fmt.Fprintf(b, " %d |", n)
		}
		fmt.Fprintln(b)
	}
	row("**"+what+"**", all)
	row("**with gangs**", with)
	for _, text := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(slices.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	}) {
		row(text, counts[text])
	}
}

// firstColumn is the table without its head, and without the columns behind the first of
// numbers and the rows in which that is zero.
func firstColumn(table string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		cells := strings.Split(line, "|")
		if i < 2 || len(cells) < 4 || strings.TrimSpace(cells[2]) == "0" {
			continue
		}
		fmt.Fprintf(&b, "|%s|%s|\n", cells[1], cells[2])
	}
	return b.String()
}
