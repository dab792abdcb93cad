//go:build linux

package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/house/gocheck"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// The limits of one file. They are far above what is needed, a few tenths of a second
// and some 100 MB, and far below what it takes when something grows with the square of
// the text or faster. Processor time is counted, so that a busy machine changes nothing.
const (
	cpuSeconds  = 20
	memoryBytes = 1 << 30
)

// times is how much larger the files are with PTX2GO_LONG=1.
const times = 8

// childVar tells a child process which files it is to translate: a line for each, with the flag -asm in
// front of it.
const childVar = "PTX2GO_HOSTILE_FILES"

func TestMain(m *testing.M) {
	if paths := os.Getenv(childVar); paths != "" {
		child(strings.Split(paths, "\n"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// result is what a child process writes about a file. Where it was stopped, there is
// none.
type result struct {
	Status  int
	Seconds float64
	Bytes   int64 // at most, of memory
	Said    string
}

// limits are those of one file.
func limits() (cpu, memory int64) {
	if testmode.Long() {
		return cpuSeconds * times, memoryBytes * times
	}
	return cpuSeconds, memoryBytes
}

// child translates files, each within the limits.
func child(paths []string) {
	cpu, memory := limits()
	late := make(chan os.Signal, 1)
	signal.Notify(late, syscall.SIGXCPU) // which Go ignores
	go func() {
		<-late
		fmt.Printf("takes over %d s\n", cpu)
		os.Exit(1)
	}()
	setLimit(syscall.RLIMIT_AS, uint64(16*memory)) // what the machine must be spared
	debug.SetMemoryLimit(memory / 2)               // so that garbage does not count
	for _, line := range paths {
		flag, path, _ := strings.Cut(line, " ")
		debug.FreeOSMemory()
		os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // begins the peak of memory anew
		before := used()
		setLimit(syscall.RLIMIT_CPU, uint64(before)+uint64(cpu)+1)
		var said bytes.Buffer
		out := filepath.Join(filepath.Dir(path), "t_ptx.go")
		var r result
		r.Status = driver.Main(context.Background(), []string{flag, "-pkg", "k", "-o", out, path},
			driver.Stdio{In: strings.NewReader(""), Out: &said, Err: &said})
		r.Seconds, r.Bytes, r.Said = used()-before, peak(), said.String()
		data, err := json.Marshal(r)
		if err == nil {
			err = os.WriteFile(filepath.Join(filepath.Dir(path), "result"), data, 0o666)
		}
		if err != nil {
			panic(err)
		}
	}
}

// setLimit sets the soft limit of a resource.
func setLimit(what int, most uint64) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(what, &l); err != nil {
		panic(err)
	}
	l.Cur = min(most, l.Max)
	if err := syscall.Setrlimit(what, &l); err != nil {
		panic(err)
	}
}

// used is the processor time of the process in seconds.
func used() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// peak is the most memory that the process had, in bytes.
func peak() int64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	var kb int64
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		panic(err)
	}
	return kb << 10
}

// sample is how many of the files a test takes that is not long: half of them. Of asmSample the gangs are
// made assembly, too, which is work of Go's compiler.
const (
	sample    = 67
	asmSample = 12
)

// TestFiles translates the hostile files, those of a sample or, with PTX2GO_LONG=1, all.
func TestFiles(t *testing.T) {
	check, err := gocheck.New(".")
	if err != nil {
		t.Fatal(err)
	}
	files := testmode.Pick(slices.Concat(straight, flow, wide, long), sample, func(f file) string { return f.name })
	inAsm := map[string]bool{}
	for _, f := range testmode.Pick(files, asmSample, func(f file) string { return f.name + " in assembly" }) {
		inAsm[f.name] = true
	}
	var paths, lines []string
	for _, f := range files {
		n := f.n
		if testmode.Long() && !f.whole {
			n *= times
		}
		path := filepath.Join(t.TempDir(), "t.ptx")
		if err := os.WriteFile(path, []byte(f.text(n)), 0o666); err != nil {
			t.Fatal(err)
		}
		flag := "-asm=off"
		if inAsm[f.name] {
			flag = "-asm=on"
		}
		paths, lines = append(paths, path), append(lines, flag+" "+path)
	}
	stopped := map[string]string{} // what the child said that a file stopped
	for next := 0; next < len(paths); {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"="+strings.Join(lines[next:], "\n"))
		said, err := cmd.CombinedOutput()
		for next < len(paths) && exists(filepath.Join(filepath.Dir(paths[next]), "result")) {
			next++
		}
		if next < len(paths) {
			stopped[paths[next]] = fmt.Sprintf("%v\n%s", err, said)
			next++
		}
	}
	for i, f := range files {
		t.Run(f.name, func(t *testing.T) {
			if s := stopped[paths[i]]; s != "" {
				t.Fatalf("stopped: %.5000s", s)
			}
			data, err := os.ReadFile(filepath.Join(filepath.Dir(paths[i]), "result"))
			var r result
			if err == nil {
				err = json.Unmarshal(data, &r)
			}
			if err != nil {
				t.Fatal(err)
			}
			judge(t, f, r, filepath.Dir(paths[i]), check)
		})
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// judge checks what became of a file.
func judge(t *testing.T, f file, r result, dir string, check *gocheck.Checker) {
	t.Logf("%.2f s, %d MB", r.Seconds, r.Bytes>>20)
	code, err := os.ReadFile(filepath.Join(dir, "t_ptx.go"))
	_, memory := limits()
	switch {
	case f.refused != "" && (r.Status != 1 || err == nil):
		t.Fatalf("status %d, want 1 and no output\n%.2000s", r.Status, r.Said)
	case f.refused != "" && !(strings.Contains(r.Said, ".ptx:") && strings.Contains(r.Said, f.refused)):
		t.Fatalf("nothing with a place says %q:\n%.2000s", f.refused, r.Said)
	case f.refused == "" && (r.Status != 0 || err != nil):
		t.Fatalf("status %d, %v\n%.2000s", r.Status, err, r.Said)
	case r.Bytes > memory:
		t.Errorf("%d MB, at most %d are allowed", r.Bytes>>20, memory>>20)
	}
	if f.refused != "" || testmode.Long() {
		return // checking takes longer than translating
	}
	if err := check.Check(code); err != nil {
		t.Error(err)
	}
}
