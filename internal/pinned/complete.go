package pinned

import (
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Complete calls the go command for the listings of packages, by import path, and returns what it says. command
// has the call, to which it adds flags: packages of which nothing was said are compiled anew, as the cache may
// lack only that. What then has no listing has no code.
func Complete(command func(flags ...string) *exec.Cmd, packages ...string) ([]byte, error) {
	out, err := command().CombinedOutput()
	if silent := unlisted(out, packages); err == nil && len(silent) > 0 {
		// A flag that no build had before and that changes nothing: the cache has no such packages.
		again := "-memprofilerate=" + strconv.FormatInt(time.Now().UnixNano(), 10)
		var flags []string
		for _, p := range silent {
			flags = append(flags, "-gcflags="+p+"=-S "+again)
		}
		out, err = command(flags...).CombinedOutput()
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out[:min(len(out), 2000)])
	}
	return out, nil
}

// Paths are the import paths of packages as the go command takes them, in a folder: args are these, behind
// flags of go list.
func Paths(dir string, env []string, args ...string) ([]string, error) {
	cmd := exec.Command("go", append([]string{"list", "-find"}, args...)...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// unlisted returns those of the packages of which nothing is said.
func unlisted(out []byte, packages []string) (silent []string) {
	heads := map[string]bool{}
	s := &splitter{each: func(s section) { heads[s.path] = true }}
	s.Write(out)
	s.end()
	for _, p := range packages {
		if !heads[p] {
			silent = append(silent, p)
		}
	}
	return silent
}
