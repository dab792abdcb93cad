package legality

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/gocheck"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/pass"
)

var mutations = flag.Int("mutations", 250, "how many kernels to change")

// mostFailures ends a run.
const mostFailures = 10

// largest is the most bytes of a kernel that is changed: larger ones take long
// and show nothing else.
const largest = 12 << 10

// kernels returns the texts of the conformance cases.
func kernels(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"../../cases/casefile/testdata/cases/*/*.ptx", "../../../../shared/cases/*/*.ptx"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Logf("SKIPPED: no kernels at %s", pattern)
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if len(src) <= largest {
				out[f] = string(src)
			}
		}
	}
	if len(out) < 20 {
		t.Fatalf("only %d kernels", len(out))
	}
	return out
}

// TestMutations changes one token of a kernel, again and again. What comes out
// must be refused with a diagnostic that has a place, or be compiled to Go that
// formats and passes the type checker. Nothing may panic, or take long.
func TestMutations(t *testing.T) {
	all := kernels(t)
	var names []string
	for n := range all {
		names = append(names, n)
	}
	slices.Sort(names)
	check := checker(t)
	var mu sync.Mutex
	refused, compiled, failed := 0, 0, 0
	m := newMutator(int64(testmode.Seed()))
	work := make(chan func(), 4)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for f := range work {
				f()
			}
		})
	}
	for i := 0; i < *mutations; i++ {
		mu.Lock()
		enough := failed == mostFailures
		mu.Unlock()
		if enough {
			break
		}
		name := names[m.rnd.Intn(len(names))]
		src, at := m.mutate(all[name])
		work <- func() {
			start := time.Now()
			ok, err := try(src, check)
			if d := time.Since(start); d > 20*time.Second {
				err = fmt.Errorf("it takes %v", d)
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed++
				t.Errorf("%s, PTX2GO_SEED=%d, change %d:\n%s\n%v", name, testmode.Seed(), i, around(src, at), err)
			}
			if ok {
				compiled++
			} else {
				refused++
			}
		}
	}
	close(work)
	wg.Wait()
	t.Logf("%d changes refused, %d compiled", refused, compiled)
	if !t.Failed() && (refused < *mutations/5 || compiled < *mutations/20) {
		t.Errorf("%d changes refused, %d compiled: too few of one kind", refused, compiled)
	}
}

// around returns the lines around a byte.
func around(src string, at int) string {
	from := strings.LastIndexByte(src[:at], '\n') + 1
	to := len(src)
	if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
		to = at + i
	}
	return fmt.Sprintf("line %d: %s", 1+strings.Count(src[:at], "\n"), src[from:to])
}

// try compiles a text. It returns true where nothing is wrong with it.
func try(src string, check *gocheck.Checker) (ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	f := diag.NewFile("k.ptx", src)
	l := diag.NewList(f)
	if m := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{Verify: true}}); m != nil {
		files, err := codegen.Files(pipeline.Schedule(m, pipeline.Options{}), codegen.Options{Package: "k", Source: "k.ptx", Output: "k_ptx.go", Command: "ptx2go", Comments: true})
		if err != nil {
			return false, fmt.Errorf("what is printed is no Go: %w", err)
		}
		return true, check.Check(files[0].Source)
	}
	l.Print(io.Discard)
	for _, d := range l.Sorted() {
		if d.Msg == "" || d.Code == "" || !d.Pos.IsValid() || d.Pos.Offset() > len(src) {
			return false, fmt.Errorf("a diagnostic without a place or a text: %+v", d)
		}
	}
	return false, nil
}

// checker asks Go's tools about generated files.
func checker(t *testing.T) *gocheck.Checker {
	t.Helper()
	c, err := gocheck.New(".")
	if err != nil {
		t.Fatal(err)
	}
	return c
}
