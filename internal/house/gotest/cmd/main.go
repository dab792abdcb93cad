// Command gotest runs go test with the arguments that follow, prints a line for each package and
// what tests print that fail, then each test that was skipped for want of something, and counts. It exits
// with 1 if a test failed, if a test that -run names was not there, or if none ran at all.
//
//	gotest -run '^TestDigest$' ./runtime/...
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/ptx2go/ptx2go/internal/house/gotest"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	rep, err := gotest.Read(out, w)
	if err != nil {
		return err
	}
	failed := cmd.Wait()
	for _, s := range rep.Skipped {
		fmt.Fprintln(w, gotest.Mark+s)
	}
	for _, s := range rep.Slow {
		fmt.Fprintf(w, "%5.0f s %s %s\n", s.Seconds, s.Package, s.Test)
	}
	fmt.Fprintf(w, "%d packages passed, %d failed; %d tests passed, %d skipped, %d left out\n",
		rep.Packages, len(rep.Failed), rep.Tests, len(rep.Skipped), rep.LeftOut)
	if failed != nil {
		return fmt.Errorf("go test: %w", failed)
	}
	if pattern := runFlag(args); pattern != "" {
		missing, err := rep.Missing(pattern)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			return fmt.Errorf("no test has run of those that -run names: %s", strings.Join(missing, ", "))
		}
	}
	if rep.Tests+rep.LeftOut+len(rep.Skipped) == 0 {
		return fmt.Errorf("no test has run")
	}
	return nil
}

// runFlag is the value of -run among arguments of go test, "" without.
func runFlag(args []string) string {
	for i, a := range args {
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-"), "=")
		switch {
		case !strings.HasPrefix(a, "-") || name != "run":
		case ok:
			return value
		case i+1 < len(args):
			return args[i+1]
		}
	}
	return ""
}
