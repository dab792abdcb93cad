package pinned

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// errPart is that the go command took packages from its cache and had no listing of them there: who cleans
// the cache by the age of its files takes the one and leaves the other.
var errPart = errors.New("the go command lists only a part of what it compiles")

// Complete calls the go command for the listings of packages, by import path, and returns what it says. command
// has the call, to which it adds flags: where the cache lacks a listing, all is built anew, which mends the
// cache.
func Complete(command func(flags ...string) *exec.Cmd, packages ...string) ([]byte, error) {
	out, err := command().CombinedOutput()
	if err == nil && !lists(out, packages) {
		if out, err = command("-a").CombinedOutput(); err == nil && !lists(out, packages) {
			err = errPart
		}
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

// lists reports whether something is said of each of the packages.
func lists(out []byte, packages []string) bool {
	heads := map[string]bool{}
	s := &splitter{each: func(s section) { heads[s.path] = true }}
	s.Write(out)
	s.end()
	for _, p := range packages {
		if !heads[p] {
			return false
		}
	}
	return true
}
