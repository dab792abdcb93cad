package lanes

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// Tables runs a test again, in a program that has the tables of all functions. They are written by
// internal/gen for the run, and are no part of the tree. The same by hand, as for an emulator:
//
//	go run -tags isatable ./internal/gen -tables DIR
//	go test -overlay DIR/overlay.json ./runtime/gang8
func Tables(t *testing.T, args ...string) {
	program, err := withTables()
	if err != nil {
		t.Fatal(err)
	}
	args = append(args, "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.timeout=0")
	if testing.Short() {
		args = append(args, "-test.short")
	}
	if testing.Verbose() {
		args = append(args, "-test.v")
	}
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	} else if testing.Verbose() {
		t.Logf("%s", out)
	}
}

// tablesDir is where they are, and the program that has them.
var tablesDir string

// withTables builds that program, once.
var withTables = sync.OnceValues(func() (program string, err error) {
	if tablesDir, err = os.MkdirTemp("", "tables"); err != nil {
		return "", err
	}
	run := func(args ...string) error {
		out, err := exec.Command("go", args...).CombinedOutput()
		if err != nil {
			os.Stderr.Write(out)
		}
		return err
	}
	if err := run("run", "-C", filepath.Join("..", ".."), "-tags", "isatable", "./internal/gen", "-tables", tablesDir); err != nil {
		return "", err
	}
	program = filepath.Join(tablesDir, "with.test.exe")
	return program, run("test", "-c", "-overlay", filepath.Join(tablesDir, "overlay.json"), "-o", program, ".")
})
