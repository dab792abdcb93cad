package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// translation is what one way to translate a module takes, and what comes out.
type translation struct {
	Tool, Build cost // of ptx2go, with the compiler that it calls, and of go build of what it writes
	Go          int  // bytes
	Assembly    int  // bytes
	Program     int  // bytes that a program has more with it
}

// cost is what a program and its children take.
type cost struct {
	User   float64 // ms of processor time
	Memory float64 // MiB, of the largest process
}

// costs runs a command on one processor.
func costs(name string, args ...string) (said []byte, c cost, err error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	if said, err = cmd.CombinedOutput(); err != nil {
		return nil, c, fmt.Errorf("%s: %v\n%s", filepath.Base(name), err, said)
	}
	c.User = milliseconds(cmd)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.Memory = float64(usage.Maxrss) / 1024
	}
	return said, c, nil
}

// less replaces a cost by the one of another run that took less time.
func (c *cost) less(other cost) {
	if c.User == 0 || other.User < c.User {
		*c = other
	}
}

// Where modules are generated, and the program that they are part of.
var (
	bigDir  = filepath.Join("build", "big")
	bigMain = filepath.Join("build", "bigmain")
)

// emptyProgram is how large a program is that has the runtime only.
func emptyProgram() (int, error) { return programSize("github.com/ptx2go/ptx2go/runtime/gen") }

// programSize links a program that has a package and returns its size.
func programSize(pkg string) (int, error) {
	if err := os.MkdirAll(bigMain, 0o777); err != nil {
		return 0, err
	}
	defer os.RemoveAll(bigMain)
	text := fmt.Sprintf("package main\n\nimport _ %q\n\nfunc main() {}\n", pkg)
	if err := os.WriteFile(filepath.Join(bigMain, "main.go"), []byte(text), 0o666); err != nil {
		return 0, err
	}
	bin := filepath.Join(bigMain, "program")
	if err := command(nil, "go", "build", "-o", bin, "./"+filepath.ToSlash(bigMain)); err != nil {
		return 0, err
	}
	info, err := os.Stat(bin)
	if err != nil {
		return 0, err
	}
	return int(info.Size()), nil
}

// translate measures one module: the fastest of some runs. bare is how large a program is without it.
func translate(name, text string, bare int) (*module, error) {
	mod := &module{Name: name, Bytes: len(text)}
	for _, x := range []struct {
		asm string
		to  **translation
	}{{"off", &mod.Scalar}, {"require", &mod.Assembly}} {
		t, list, err := translateOnce(text, x.asm, bare)
		if err != nil {
			return nil, err
		}
		if *x.to = t; mod.Stages == nil {
			mod.Stages = list
		}
	}
	return mod, nil
}

func translateOnce(text, asm string, bare int) (*translation, []stage, error) {
	const runs = 3
	in, out := filepath.Join("build", "big.ptx"), filepath.Join(bigDir, "big_ptx.go")
	if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
		return nil, nil, err
	}
	t := &translation{}
	var list []stage
	for range runs {
		if err := os.RemoveAll(bigDir); err != nil {
			return nil, nil, err
		}
		if err := os.MkdirAll(bigDir, 0o777); err != nil {
			return nil, nil, err
		}
		// What was compiled before is in a cache: other names make it other code.
		prefix := fmt.Sprintf("K%d", time.Now().UnixNano())
		said, c, err := costs("build/ptx2go", "-stats", "-pkg", "big", "-prefix", prefix, "-asm="+asm, "-o", out, in)
		if err != nil {
			return nil, nil, err
		}
		if t.Tool.less(c); t.Tool == c {
			if list, err = stages(said); err != nil {
				return nil, nil, err
			}
		}
		if _, c, err = costs("go", "build", "./"+filepath.ToSlash(bigDir)); err != nil {
			return nil, nil, err
		}
		t.Build.less(c)
	}
	size := func(pattern string) (n int) {
		files, _ := filepath.Glob(filepath.Join(bigDir, pattern)) // the pattern is right
		for _, f := range files {
			if info, err := os.Stat(f); err == nil {
				n += int(info.Size())
			}
		}
		return n
	}
	t.Go, t.Assembly = size("*.go"), size("*.s")
	program, err := programSize("github.com/ptx2go/ptx2go/internal/bench/build/big")
	if err != nil {
		return nil, nil, err
	}
	t.Program = program - bare
	return t, list, os.RemoveAll(bigDir)
}

// translationTable prints what modules take and give, with assembly and without.
func (m *measurements) translationTable() string {
	t := &table{head: []string{
		"module", "assembly", "bytes of Go", "of assembly", "of a program",
		"ptx2go, s", "s for 1 MB of PTX", "MiB", "go build, s", "s for 1 MB of PTX", "MiB",
	}}
	for _, mod := range m.Modules {
		for _, x := range []struct {
			with string
			*translation
		}{{"no", mod.Scalar}, {"yes", mod.Assembly}} {
			cells := []string{mod.Name, x.with, strconv.Itoa(x.Go), strconv.Itoa(x.translation.Assembly), strconv.Itoa(x.Program)}
			for _, c := range []cost{x.Tool, x.Build} {
				cells = append(cells, number(c.User/1e3), number(c.User*1e3/float64(mod.Bytes)), number(c.Memory))
			}
			t.add(cells...)
		}
	}
	return t.String()
}
