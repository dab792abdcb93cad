package legality

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/testmode"
	"github.com/ptx2go/ptx2go/lower/build"
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
	for _, pattern := range []string{"../casefile/testdata/cases/*/*.ptx", "../../../shared/cases/*/*.ptx"} {
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
	check := newChecker(t)
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
func try(src string, check *checker) (ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	f := diag.NewFile("k.ptx", src)
	l := diag.NewList(f)
	m := frontend.Parse(f, l)
	frontend.Check(m, l)
	if l.Errors() == 0 {
		ir := build.Module(m, l, build.Options{})
		if l.Errors() == 0 {
			pass.Run(ir, pass.Standard, pass.Options{Verify: true})
			out, err := codegen.File(ir, codegen.Options{Package: "k", Source: "k.ptx", Output: "k_ptx.go", Command: "ptx2go", Comments: true})
			if err != nil {
				return false, fmt.Errorf("what is printed is no Go: %w", err)
			}
			return true, check.check(out)
		}
	}
	l.Print(io.Discard)
	for _, d := range l.Sorted() {
		if d.Msg == "" || d.Code == "" || !d.Pos.IsValid() || d.Pos.Offset() > len(src) {
			return false, fmt.Errorf("a diagnostic without a place or a text: %+v", d)
		}
	}
	return false, nil
}

// checker type-checks generated files.
type checker struct {
	mu       sync.Mutex
	fset     *token.FileSet
	importer types.Importer
}

// newChecker finds the export data of the packages that generated code imports.
func newChecker(t *testing.T) *checker {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "./runtime", "./runtime/fpops", "./runtime/intops", "sync/atomic", "math", "math/bits", "context")
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
	c := &checker{fset: token.NewFileSet()}
	c.importer = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s is not for generated code", path)
		}
		return os.Open(exports[path])
	})
	return c
}

func (c *checker) check(src []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, err := parser.ParseFile(c.fset, "k_ptx.go", src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	var first error
	conf := types.Config{Importer: c.importer, Error: func(err error) {
		if first == nil {
			first = fmt.Errorf("the Go code is wrong: %w\n%s", err, lineOf(src, err))
		}
	}}
	if _, err := conf.Check("k", c.fset, []*ast.File{f}, nil); err != nil && first == nil {
		first = err
	}
	return first
}

// lineOf returns the line of the Go file that an error is about.
func lineOf(src []byte, err error) string {
	var e types.Error
	if te, ok := err.(types.Error); ok {
		e = te
		lines := strings.Split(string(src), "\n")
		if n := e.Fset.Position(e.Pos).Line; n >= 1 && n <= len(lines) {
			return lines[n-1]
		}
	}
	return ""
}
