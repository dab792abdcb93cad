package cache

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/interpret/record"
)

// role makes the test binary a program that interprets texts.
const role = "PTX2GO_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(role) != "" {
		Use(Config{Key: "key", Source: os.Getenv(role)})
		for i := range 50 {
			record.Loaded(fmt.Sprint("text ", i, " of ", os.Getpid()))
		}
		return
	}
	os.Exit(m.Run())
}

// folders makes a source, and tools in the path: a go command whose "ptx2go" writes into a file begun that
// it was started and what it finds, waits, and writes into done.
func folders(t *testing.T) (source, dir string) {
	t.Helper()
	source, bin := t.TempDir(), t.TempDir()
	t.Setenv(Variable, t.TempDir())
	dir = Folder("key", false)
	for path, text := range map[string]string{
		filepath.Join(source, "go.mod"): "module x\n",
		filepath.Join(bin, "gcc"):       "#!/bin/sh\n",
		filepath.Join(bin, "go"): `#!/bin/sh
echo >>"$PTX2GO_DIR/compiled"
sleep 0.3
cat >"$5" <<'END'
#!/bin/sh
echo "$PTX2GO_CACHE $PTX2GO_LOCK" >>"$PTX2GO_DIR/begun"
while [ ! -e "$PTX2GO_DIR/end" ]; do sleep 0.05; done
echo >>"$PTX2GO_DIR/done"
END
chmod +x "$5"
`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(role, source)
	return source, dir
}

// lines is how many lines a file has, and the first one.
func lines(file string) (int, string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.Count(string(text), "\n"), first
}

// until waits for a file to have so many lines. The tests' own limit of time ends what never does.
func until(file string, n int) {
	for have, _ := lines(file); have < n; have, _ = lines(file) {
		time.Sleep(10 * time.Millisecond)
	}
}

// TestOneBuilder runs programs at once, with 50 new texts each: nothing is compiled more than once, one
// build is started, which outlives them, has no pipe of theirs open, and would start none itself. After it
// has ended, the next text starts another one.
func TestOneBuilder(t *testing.T) {
	_, dir := folders(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			// It returns when no process has the pipe open any more that it reads.
			if out, err := exec.Command(os.Args[0]).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	begun := filepath.Join(dir, "begun")
	until(begun, 1)
	if all, err := record.List(filepath.Join(dir, Texts)); err != nil || len(all) != 300 {
		t.Errorf("%d texts, %v", len(all), err)
	}
	if out, err := exec.Command(os.Args[0]).CombinedOutput(); err != nil { // while the build waits
		t.Errorf("%v\n%s", err, out)
	}
	if n, first := lines(begun); n != 1 || first != "off 3" {
		t.Errorf("%d builds were started, the first with %q", n, first)
	}
	if n, _ := lines(filepath.Join(dir, "compiled")); n != 1 {
		t.Errorf("ptx2go was compiled %d times", n)
	}
	if err := os.WriteFile(filepath.Join(dir, "end"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ended := func(builds int) {
		until(filepath.Join(dir, "done"), builds)
		lock, err := NewLock(dir, Waiting, true)
		if err != nil {
			t.Fatal(err)
		}
		lock.Release()
	}
	ended(1)
	if out, err := exec.Command(os.Args[0]).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	ended(2) // so that it writes nothing more to the folder
	if n, _ := lines(filepath.Join(dir, "compiled")); n != 1 {
		t.Errorf("ptx2go was compiled %d times", n)
	}
}

// TestOff starts nothing where the user wants no cache, and where there is no compiler.
func TestOff(t *testing.T) {
	for name, set := range map[string]func(){
		"off":      func() { t.Setenv(Variable, "off") },
		"relative": func() { t.Setenv(Variable, "somewhere") },
		"no go":    func() { t.Setenv("PATH", t.TempDir()) },
		"no source": func() {
			if err := os.Remove(filepath.Join(os.Getenv(role), "go.mod")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		_, dir := folders(t)
		set()
		cmd := exec.Command(os.Args[0])
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		for _, at := range []string{dir, filepath.Join(cmd.Dir, "somewhere")} {
			if _, err := os.Stat(at); err == nil {
				t.Errorf("%s: %s is there", name, at)
			}
		}
	}
}
