package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// module is what the translation of one PTX file took, on one processor.
type module struct {
	Name     string
	Bytes    int
	Stages   []stage      // by the tool's own clock, without assembly
	Scalar   *translation // threads one by one, -asm=off
	Assembly *translation // what a user gets: vectors besides
}

type stage struct {
	Name         string
	Milliseconds float64
}

// tool measures the compiler on the PTX of two examples, on modules of three sizes that are made of the
// suite's kernels, the examples' and those of -modules, and on one of many small functions.
func (m *measurements) tool() error {
	pick, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	files, err := filepath.Glob("../../examples/*/*.ptx")
	if err != nil {
		return err
	}
	files = append([]string{"build/kernels.ptx"}, files...)
	if *modules != "" {
		more, err := filepath.Glob(*modules)
		if err != nil {
			return err
		}
		files = append(files, more...)
	}
	sources, err := readSources(files)
	if err != nil {
		return err
	}
	bare, err := emptyProgram()
	if err != nil {
		return err
	}
	m.Modules = nil
	add := func(name string, text func() (string, error)) {
		if err != nil || !pick.MatchString(name) {
			return
		}
		var ptx string
		if ptx, err = text(); err != nil {
			return
		}
		var mod *module
		if mod, err = translate(name, ptx, bare); err == nil {
			m.Modules = append(m.Modules, mod)
			fmt.Fprintf(os.Stderr, "%s: done\n", name)
		}
	}
	for _, example := range []string{"saxpy", "vortex"} {
		add("examples/"+example, func() (string, error) { return whole("../../examples/" + example + "/*.ptx") })
	}
	for _, size := range []int{100_000, 1_000_000, 3_000_000} {
		add(fmt.Sprintf("kernels, %.1f MB", float64(size)/1e6), func() (string, error) { return concat(sources, size), nil })
	}
	add("2,000 functions that call each other", func() (string, error) { return manyFunctions(2000, 40), nil })
	return err
}

// whole makes one module of the PTX files of a pattern.
func whole(pattern string) (string, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return "", err
	}
	sources, err := readSources(files)
	if err != nil {
		return "", err
	}
	size := 0
	for _, s := range sources {
		size += len(s.text)
	}
	return concat(sources, size), nil
}

// milliseconds returns the processor time of a program and its children.
func milliseconds(cmd *exec.Cmd) float64 {
	return float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Microseconds()) / 1000
}

var stageLine = regexp.MustCompile(`(?m)^(\w+) +([\d.]+) +[\d.]+ +[\d.]+$`)

// stages reads the table that -stats prints, without its last line, the sum.
func stages(said []byte) ([]stage, error) {
	var list []stage
	for _, f := range stageLine.FindAllSubmatch(said, -1) {
		ms, err := strconv.ParseFloat(string(f[2]), 64)
		if err != nil {
			return nil, err
		}
		list = append(list, stage{string(f[1]), ms})
	}
	if n := len(list); n < 2 || list[n-1].Name != "total" {
		return nil, fmt.Errorf("-stats prints another table:\n%s", said)
	}
	return list[:len(list)-1], nil
}

// toolTable prints MB of PTX a second, by stage and in all.
func (m *measurements) toolTable() string {
	if len(m.Modules) == 0 {
		return ""
	}
	t := &table{head: []string{"module", "bytes of PTX"}}
	for _, s := range m.Modules[0].Stages {
		t.head = append(t.head, s.Name+", MB/s")
	}
	t.head = append(t.head, "text to text, s", "MB/s")
	for _, mod := range m.Modules {
		cells := []string{mod.Name, strconv.Itoa(mod.Bytes)}
		for _, s := range mod.Stages {
			cells = append(cells, number(float64(mod.Bytes)/1e3/s.Milliseconds))
		}
		user := mod.Scalar.Tool.User
		t.add(append(cells, number(user/1e3), number(float64(mod.Bytes)/1e3/user))...)
	}
	return t.String()
}
