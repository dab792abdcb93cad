// Package machinecode reads what Go's compiler makes of packages, for tests that care
// about its instructions: the listing of -gcflags=-S. It is no disassembler.
package machinecode

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/pinned"
)

// Target is a processor to compile for.
type Target struct{ Arch, Level string }

func (t Target) String() string {
	if t.Arch != "amd64" {
		return t.Arch
	}
	return t.Arch + "/" + t.Level
}

// Place is a line of the source.
type Place struct {
	File string // its whole path
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Instruction is one of machine code.
type Instruction struct {
	Op string
	At Place  // where it was written, which may be in a function that was inlined
	In string // the function that it is part of: "path/to/package.Func"
}

// Code is what a test wants to know of the machine code of packages.
type Code struct {
	Fused []Instruction              // multiply-adds
	Calls map[string]map[string]bool // by package: the functions that it calls, as they are linked
	Files map[string]bool            // source files that code comes from
}

// In returns the multiply-adds that are part of a function.
func (c *Code) In(function string) []Instruction {
	var in []Instruction
	for _, x := range c.Fused {
		if x.In == function {
			in = append(in, x)
		}
	}
	return in
}

var multiplyAdd = regexp.MustCompile(`^(VF|F|WF)N?M(ADD|SUB)`)

// Compile compiles packages, in a folder of their module, and reads the listing. Files may
// have another text than on disk: overlay has it by their path, and may be nil.
func Compile(dir string, to Target, overlay map[string]string, packages ...string) (*Code, error) {
	args := []string{"build", "-mod=mod", "-gcflags=-S"}
	if overlay != nil {
		tmp, err := os.MkdirTemp("", "overlay")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(tmp)
		file, err := writeOverlay(tmp, overlay)
		if err != nil {
			return nil, err
		}
		args = append(args, "-overlay", file)
	}
	env := append(os.Environ(), "GOWORK=off", "GOARCH="+to.Arch, "GOAMD64="+to.Level, "CGO_ENABLED=0")
	paths, err := pinned.Paths(dir, env, append([]string{"-mod=mod"}, packages...)...)
	if err != nil {
		return nil, err
	}
	listing, err := pinned.Complete(func(flags ...string) *exec.Cmd {
		cmd := exec.Command("go", slices.Concat(args, flags, packages)...)
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}, paths...)
	if err != nil {
		return nil, err
	}
	return read(string(listing))
}

func writeOverlay(dir string, overlay map[string]string) (string, error) {
	replace := map[string]string{}
	for path, text := range overlay {
		replace[path] = filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(replace[path], []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, data, 0o666)
}

// read reads a listing.
func read(listing string) (*Code, error) {
	c := &Code{Calls: map[string]map[string]bool{}, Files: map[string]bool{}}
	function, pkg := "", ""
	for line := range strings.SplitSeq(listing, "\n") {
		if name, _, ok := strings.Cut(line, " STEXT "); ok { // path/to/pkg.Func STEXT size=...
			function = name
			dir, name, _ := cutLast(name, "/")
			name, _, _ = strings.Cut(name, ".")
			pkg = dir + "/" + name
			continue
		}
		// <tab>0x0010 00016 (file.go:12)<tab>FMADDD<tab>F0, F1, F2, F3
		before, rest, ok := strings.Cut(line, ")\t")
		if !ok || !strings.HasPrefix(line, "\t0x") {
			continue
		}
		_, before, _ = strings.Cut(before, "(")
		file, number, _ := cutLast(before, ":")
		op, operands, _ := strings.Cut(rest, "\t")
		c.Files[file] = true
		if multiplyAdd.MatchString(op) {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			c.Fused = append(c.Fused, Instruction{op, Place{file, n}, function})
		}
		if callee, ok := strings.CutSuffix(operands, "(SB)"); ok {
			if c.Calls[pkg] == nil {
				c.Calls[pkg] = map[string]bool{}
			}
			c.Calls[pkg][callee] = true
		}
	}
	return c, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
