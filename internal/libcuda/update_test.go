package libcuda

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/libcuda/cache"
	"github.com/ptx2go/ptx2go/interpret/record"
)

// role makes the test binary a process that updates a folder.
const role = "PTX2GO_TEST_UPDATE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(role); dir != "" {
		if err := builder(io.Discard).Update(context.Background(), dir); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// builder is one whose translations are the texts, except for those that say bad.
func builder(log io.Writer) *Builder {
	source, err := Source("")
	if err != nil {
		panic(err)
	}
	return &Builder{Source: source, Key: "key", Log: log, Translate: func(_ context.Context, dirs []string, _ bool, _ io.Writer) []error {
		errs := make([]error, len(dirs))
		for i, dir := range dirs {
			text, err := os.ReadFile(filepath.Join(dir, "module.ptx"))
			if err == nil && strings.Contains(string(text), "bad") {
				err = errors.New("it is bad")
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "module_ptx.go"), text, 0o644)
			}
			errs[i] = err
		}
		return errs
	}}
}

// tools puts a go command in the path that "builds" a library: the names of the packages that are linked.
// Those whose text says broken do not compile. body comes before the library is there as a whole.
func tools(t *testing.T, body string) {
	t.Helper()
	bin := t.TempDir()
	script := `#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
for p in $(grep -o 'built/t[0-9a-f]*' main.go); do
	grep -q broken "${p#built/}/module.ptx" && { echo "# ` + programPath + `/${p#built/}"; echo "x.go:1:1: broken"; exit 1; }
done
echo half >"$out"
` + body + `
grep -o 'built/t[0-9a-f]*' main.go >"$out"
exit 0
`
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func keep(t *testing.T, dir string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := record.Keep(filepath.Join(dir, cache.Texts), text); err != nil {
			t.Fatal(err)
		}
	}
}

// newest is how many packages the newest library has, and 0 where there is none.
func newest(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, cache.Newest))
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil || bytes.HasPrefix(text, []byte("half")) {
		t.Fatalf("%q, %v", text, err)
	}
	return bytes.Count(text, []byte("\n"))
}

// TestUpdate builds again and again: with what is new, without what cannot be translated or compiled, and
// with what was built before.
func TestUpdate(t *testing.T) {
	tools(t, "")
	dir := t.TempDir()
	var log bytes.Buffer
	update := func() {
		t.Helper()
		if err := builder(&log).Update(t.Context(), dir); err != nil {
			t.Fatalf("%v\n%s", err, &log)
		}
	}
	keep(t, dir, "a", "b", "bad")
	update()
	if n := newest(t, dir); n != 2 {
		t.Errorf("%d packages, want 2", n)
	}
	if !strings.Contains(log.String(), "it is bad") {
		t.Errorf("log: %s", &log)
	}
	keep(t, dir, "c", "broken")
	update()
	if n := newest(t, dir); n != 3 {
		t.Errorf("%d packages, want 3", n)
	}
	keep(t, dir, "d")
	update()
	keep(t, dir, "e")
	update()
	if n := newest(t, dir); n != 5 {
		t.Errorf("%d packages, want 5", n)
	}
	if builds, _ := filepath.Glob(filepath.Join(dir, "build-*")); len(builds) != 2 {
		t.Errorf("builds: %v", builds)
	}
	if n := strings.Count(log.String(), "it is bad"); n != 1 {
		t.Errorf("what is bad was translated %d times", n)
	}
}

// TestUpdateAtOnce updates a folder in many processes at once: one waits, one builds, and the library has
// everything in the end.
func TestUpdateAtOnce(t *testing.T) {
	tools(t, "sleep 0.2")
	dir := t.TempDir()
	t.Setenv(role, dir)
	var wg sync.WaitGroup
	for i := range 8 {
		keep(t, dir, strings.Repeat("x", i+1))
		wg.Go(func() {
			if out, err := exec.Command(os.Args[0]).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	if n := newest(t, dir); n != 8 {
		t.Errorf("%d packages, want 8", n)
	}
}

// TestUpdateKilled kills a process in the middle of a build: no library is there, or the one from
// before, and the next process clears up and builds.
func TestUpdateKilled(t *testing.T) {
	dir, path := t.TempDir(), os.Getenv("PATH")
	for _, before := range []int{0, 1} {
		tools(t, "while kill -0 $PPID; do sleep 0.05; done 2>/dev/null; exit 1") // until the process is killed
		keep(t, dir, strings.Repeat("y", before+1))
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), role+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for half := false; !half; time.Sleep(20 * time.Millisecond) {
			files, _ := filepath.Glob(filepath.Join(dir, "build-*.new"))
			half = slices.ContainsFunc(files, func(f string) bool {
				about, err := os.Stat(f)
				return err == nil && about.Size() > 0
			})
			if cmd.ProcessState != nil {
				t.Fatal("it has ended")
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if n := newest(t, dir); n != before {
			t.Errorf("%d packages, want %d", n, before)
		}
		// A package that was half written, too.
		if err := os.MkdirAll(filepath.Join(dir, "work", ".new-1", "t0"), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", path)
		tools(t, "")
		if err := builder(io.Discard).Update(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		if n := newest(t, dir); n != before+1 {
			t.Errorf("%d packages, want %d", n, before+1)
		}
		for _, pattern := range []string{"build-*.new", "work/.new-*"} {
			if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
				t.Errorf("left over: %v", left)
			}
		}
	}
}

// TestLibrary builds a library with texts of which two cannot be had as Go code; nothing else lies beside it.
func TestLibrary(t *testing.T) {
	tools(t, "")
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "gcc"), []byte("#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncat base.so >\"$out\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "libcuda.so.1")
	keep(t, from, "a", "b", "bad", "broken")
	texts, err := record.List(filepath.Join(from, cache.Texts))
	if err != nil {
		t.Fatal(err)
	}
	n, err := builder(io.Discard).Library(t.Context(), texts, to)
	if err != nil || n != 2 {
		t.Errorf("%d texts are interpreted, %v", n, err)
	}
	if text, err := os.ReadFile(to); err != nil || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%q, %v", text, err)
	}
	if all, err := os.ReadDir(filepath.Dir(to)); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}

// TestLinked keeps texts that are linked as one module.
func TestLinked(t *testing.T) {
	tools(t, "")
	dir := t.TempDir()
	if _, err := record.Keep(filepath.Join(dir, cache.Texts), "one", "two"); err != nil {
		t.Fatal(err)
	}
	if err := builder(io.Discard).Update(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if two, _ := filepath.Glob(filepath.Join(dir, "work", "t*", "module2.ptx")); len(two) != 1 || newest(t, dir) != 1 {
		t.Errorf("%v", two)
	}
}

// TestLatest keeps the newest texts, and nothing of the others.
func TestLatest(t *testing.T) {
	dir, work := t.TempDir(), t.TempDir()
	keep(t, dir, "a", "b", "c", "d")
	texts := filepath.Join(dir, cache.Texts)
	all, err := record.List(texts)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	want := map[string]bool{}
	for i, x := range all {
		at := now.Add(time.Duration([]int{3, 1, 4, 2}[i]) * time.Minute)
		if err := os.Chtimes(x.Files[0], at, at); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{packageOf(x), packageOf(x) + ".failed"} {
			if err := os.Mkdir(filepath.Join(work, path), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if i%2 == 0 {
			want[x.Name] = true
		}
	}
	got, err := latest(all, 2, work)
	if err != nil || len(got) != 2 || !want[got[0].Name] || !want[got[1].Name] {
		t.Errorf("%v, %v", got, err)
	}
	if left, err := record.List(texts); err != nil || len(left) != 2 || !want[left[0].Name] || !want[left[1].Name] {
		t.Errorf("left are %v, %v", left, err)
	}
	if left, err := os.ReadDir(work); err != nil || len(left) != 4 {
		t.Errorf("packages: %v, %v", left, err)
	}
}

// TestKey checks that the key follows the source.
func TestKey(t *testing.T) {
	source, err := Source("")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Key(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := Key(t.Context(), source); err != nil || a != b || len(a) != 24 {
		t.Errorf("%s, %s, %v", a, b, err)
	}
	if _, err := Source(t.TempDir()); err == nil {
		t.Error("an empty folder is the source")
	}
}
