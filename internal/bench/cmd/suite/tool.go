package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// module is what the translation of one PTX file took, on one processor.
type module struct {
	Name   string
	Bytes  int
	Stages []stage // by the tool's own clock
	User   float64 // ms of processor time of the tool
	Output int     // bytes of Go
	Build  float64 // ms of processor time of go build
}

type stage struct {
	Name         string
	Milliseconds float64
}

// tool measures the compiler on modules of three sizes that are made of the
// suite's kernels, the examples' and those of -modules, and on one of many small
// functions.
func (m *measurements) tool() error {
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
	m.Modules = nil
	for _, size := range []int{100_000, 1_000_000, 3_000_000} {
		if err := m.translate(fmt.Sprintf("kernels, %.1f MB", float64(size)/1e6), concat(sources, size)); err != nil {
			return err
		}
	}
	return m.translate("2,000 functions that call each other", manyFunctions(2000, 40))
}

// translate measures one module: the fastest of some runs.
func (m *measurements) translate(name, text string) error {
	const runs = 3
	dir := filepath.Join("build", "big")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	in, out := filepath.Join("build", "big.ptx"), filepath.Join(dir, "big_ptx.go")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		return err
	}
	best := &module{Name: name, Bytes: len(text)}
	for i := range runs {
		cmd := exec.Command("build/ptx2go", "-stats", "-pkg", "big", "-o", out, in)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		said, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("ptx2go: %v\n%s", err, said)
		}
		if user := milliseconds(cmd); i == 0 || user < best.User {
			best.User = user
			if best.Stages, err = stages(said); err != nil {
				return err
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_ptx.go")) // that with gangs too, which go build leaves out
	if err != nil {
		return err
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return err
		}
		best.Output += int(info.Size())
	}
	for i := range runs {
		// What was built before is in a cache.
		fresh := fmt.Sprintf("package big\n\nconst built = %d\n", time.Now().UnixNano())
		if err := os.WriteFile(filepath.Join(dir, "built.go"), []byte(fresh), 0o666); err != nil {
			return err
		}
		cmd := exec.Command("go", "build", "./build/big")
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %v\n%s", err, said)
		}
		if user := milliseconds(cmd); i == 0 || user < best.Build {
			best.Build = user
		}
	}
	m.Modules = append(m.Modules, best)
	fmt.Fprintf(os.Stderr, "%s: done\n", name)
	return os.RemoveAll(dir)
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
	t.head = append(t.head, "text to text, s", "MB/s", "bytes of Go", "go build, s")
	for _, mod := range m.Modules {
		cells := []string{mod.Name, strconv.Itoa(mod.Bytes)}
		for _, s := range mod.Stages {
			cells = append(cells, number(float64(mod.Bytes)/1e3/s.Milliseconds))
		}
		t.add(append(cells, number(mod.User/1e3), number(float64(mod.Bytes)/1e3/mod.User), strconv.Itoa(mod.Output), number(mod.Build/1e3))...)
	}
	return t.String()
}
