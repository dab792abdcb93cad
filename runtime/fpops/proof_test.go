package fpops_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

var summary = flag.String("summary", "", "append a line of a Markdown table for each family to this `file`")

// TestLong proves every function on all operands, or on 10^8 adversarial ones:
//
//	PTX2GO_LONG=1 go test ./runtime/fpops -timeout 0 -run TestLong/f32-to-int -v
func TestLong(t *testing.T) {
	if !testmode.Long() {
		t.Skip("exhaustive: needs PTX2GO_LONG=1")
	}
	for i := range families {
		t.Run(families[i].name, func(t *testing.T) { families[i].prove(t, true) })
	}
}

// TestSample is TestLong on a sample.
func TestSample(t *testing.T) {
	for i := range families {
		t.Run(families[i].name, func(t *testing.T) { families[i].prove(t, false) })
	}
}

// jobs returns the functions of a family.
func (fam *family) jobs(t *testing.T) []*job {
	var jobs []*job
	for _, s := range specs(t) {
		if fam.holds(s) {
			jobs = append(jobs, &job{spec: s, caller: callerOf(t, s.name)})
		}
	}
	return jobs
}

// stream is where a family's random operands start.
func (fam *family) stream() uint64 {
	h := fnv.New64a()
	h.Write([]byte(fam.name))
	return h.Sum64()
}

// sample is how many operands a run takes without PTX2GO_LONG=1. Those of which there
// are 2^32 are drawn thinner than the digests draw them.
func (fam *family) sample() uint64 {
	if fam.short == sampled {
		return sampled / 8
	}
	return fam.short
}

// prove compares the functions of the family with the oracle.
func (fam *family) prove(t *testing.T, long bool) {
	jobs := fam.jobs(t)
	if len(jobs) == 0 {
		t.Fatalf("family %s has no functions", fam.name)
	}
	n := fam.sample()
	if long {
		n = fam.long
	}
	start := time.Now()
	r := fam.run(jobs, n, fam.all && n == fam.long)
	for _, text := range r.texts {
		t.Error(text)
	}
	r.report(t, fam, len(jobs), time.Since(start))
}

// result is what came out of a family.
type result struct {
	mu       sync.Mutex
	operands uint64
	failures int
	texts    []string
}

// fail counts a difference and keeps the first ones of each function.
func (r *result) fail(j *job, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures++ // all of them, up to tooMany of a function
	if j.failures.Add(1) <= 5 {
		r.texts = append(r.texts, text)
	}
}

// run tests n operands, blocks of them at a time on all processors.
func (fam *family) run(jobs []*job, n uint64, all bool) *result {
	blocks := (n + blockSize - 1) / blockSize
	r := &result{operands: n}
	oracles := new(job)
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			b := newBlock(func(text string) { r.fail(oracles, text) })
			out := make([]uint64, blockSize)
			for k := next.Add(1) - 1; k < blocks; k = next.Add(1) - 1 {
				b.reset()
				fam.draw(b, &softfloat.Rand{Seed: testmode.Seed(), Stream: fam.stream() + k}, k, all)
				for _, j := range jobs {
					b.check(j, out, func(text string) { r.fail(j, text) })
				}
			}
		})
	}
	wg.Wait()
	return r
}

// report logs a line about the family and appends it to the summary.
func (r *result) report(t *testing.T, fam *family, functions int, d time.Duration) {
	seeds, oracle := "all", "integers"
	if !fam.all || r.operands < fam.long {
		seeds = fmt.Sprintf("seed %d", testmode.Seed())
	}
	if fam.hardware && mxcsr.Available() {
		oracle = "integers, MXCSR"
	}
	row := fmt.Sprintf("| %s | %d | %s | %d | %s | %s | %.0f | %d |",
		fam.name, functions, fam.domain, r.operands, seeds, oracle, d.Seconds(), r.failures)
	t.Log(row)
	if *summary == "" {
		return
	}
	f, err := os.OpenFile(*summary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		fmt.Fprint(f, summaryHead)
	}
	fmt.Fprintln(f, row)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

const summaryHead = `| family | functions | operands | number | which | oracle | seconds | failures |
|---|---|---|---|---|---|---|---|
`

// TestFamilies makes sure that every function is proved: in one family, or, if
// it is approximate, in the tests of those.
func TestFamilies(t *testing.T) {
	mentioned := approximateTests(t)
	for _, s := range specs(t) {
		list := families
		if s.approximate {
			list = approximateFamilies
			if !mentioned[s.name] {
				t.Errorf("no test of the approximate functions mentions %s", s.name)
			}
		}
		var in []string
		for i := range list {
			if list[i].holds(s) {
				in = append(in, list[i].name)
			}
		}
		if len(in) != 1 {
			t.Errorf("%s is in the families %q, want one", s.name, strings.Join(in, " "))
		}
	}
}

// approximateTests returns the functions that the tests of the approximate
// functions call by name.
func approximateTests(t *testing.T) map[string]bool {
	mentioned := map[string]bool{}
	for _, pattern := range []string{"approx*_test.go", "mufu*_test.go", "accurate*_test.go", "oob*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "fpops" {
						mentioned[n.Sel.Name] = true
					}
				case *ast.BasicLit:
					if name, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						mentioned[name] = true
					}
				}
				return true
			})
		}
	}
	return mentioned
}
