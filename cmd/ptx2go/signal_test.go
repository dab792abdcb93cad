package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignals ends commands by signals while they have temporary files, or wait for input:
// nothing is left of the files, and the status is that of a program that a signal has ended.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no signals to send on windows")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cases := filepath.Join(root, "internal/cases/casefile/testdata/cases")
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		for _, test := range []struct {
			name  string
			files bool // the command has temporary files
			args  []string
		}{
			{"run", true, []string{"run", "-engine=go", filepath.Join(cases, "saxpy")}},
			{"verify", true, []string{"verify", "-engine=go", filepath.Join(cases, "saxpy")}},
			{"check", false, []string{"check", "-"}},
		} {
			t.Run(test.name+" "+s.String(), func(t *testing.T) {
				if signal.Ignored(s) {
					t.Skipf("SKIPPED: signal %v is ignored here, and by what the test starts", s)
				}
				tmp := t.TempDir()
				cmd := exec.Command("ptx2go", test.args...)
				cmd.Dir = root
				cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
				var out bytes.Buffer
				cmd.Stderr = &out
				in, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				defer in.Close()
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				if test.files {
					await(t, ended, func() bool { return len(names(t, tmp)) > 0 })
				} else {
					if _, err := in.Write(make([]byte, 1<<20)); err != nil { // more than a pipe holds: it reads
						t.Fatal(err)
					}
				}
				if err := cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				var exit *exec.ExitError
				if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 128+int(s) {
					t.Errorf("%v, want status %d\n%s", err, 128+int(s), out.Bytes())
				}
				if want := "ptx2go: " + s.String() + "\n"; out.String() != want {
					t.Errorf("it says %q, want %q", out.String(), want)
				}
				if left := names(t, tmp); len(left) > 0 {
					t.Errorf("left: %s", strings.Join(left, " "))
				}
			})
		}
	}
}

// await waits until a condition holds.
func await(t *testing.T, ended <-chan error, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case err := <-ended:
			t.Fatal("the command has ended already: ", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// names lists what is in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
