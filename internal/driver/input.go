package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/fatbin"
)

// input is a PTX text that a command takes: a file of its own, one of the texts in a program or an
// object, or what a compiler makes of CUDA C++.
type input struct {
	path string  // as a command line names it: saxpy.ptx, -, kernel.cu, a.out#2
	name string  // what positions call it
	base string  // the path of its Go file without _ptx.go
	text *string // nil: what the file has
}

// fileInput is a file of PTX.
func fileInput(path string) input {
	if path == stdin {
		return input{path: path, name: stdinName, base: "stdin"}
	}
	return input{path: path, name: path, base: withoutExt(path)}
}

// fileInputs are files of PTX.
func fileInputs(paths []string) (list []input) {
	for _, p := range paths {
		list = append(list, fileInput(p))
	}
	return list
}

// pathsOf are the inputs as a command line names them.
func pathsOf(ins []input) (paths []string) {
	for _, in := range ins {
		paths = append(paths, in.path)
	}
	return paths
}

func withoutExt(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) }

// finder finds the PTX that arguments of a command name.
type finder struct {
	gpu string  // for which PTX is chosen where there is some for several targets
	cc  ccFlags // -cc, -cflags
	std Stdio
}

// inputs returns the PTX of arguments, patterns among them.
func (x *finder) inputs(ctx context.Context, args []string) ([]input, error) {
	files, err := matched(args)
	if err != nil {
		return nil, err
	}
	var list []input
	size := 0
	for _, path := range files {
		more, err := x.input(ctx, path)
		if err != nil {
			return nil, err
		}
		for _, in := range more {
			if in.text != nil {
				size += len(*in.text)
			}
		}
		if size > maxInput {
			return nil, fmt.Errorf("%s: with it the texts have more than the %d bytes that ptx2go reads", diag.Shown(path), maxInput)
		}
		list = append(list, more...)
	}
	return list, nil
}

// input returns the PTX of one argument.
func (x *finder) input(ctx context.Context, path string) ([]input, error) {
	if path == stdin {
		return []input{fileInput(path)}, nil
	}
	if isCUDA(path) {
		in, err := x.compiled(ctx, path)
		return []input{in}, err
	}
	file, number := numbered(path)
	known, err := carries(file)
	switch {
	case known:
		return x.carried(file, number)
	case number > 0 && err == nil:
		return nil, fmt.Errorf("%s: %s is no file that carries device code", diag.Shown(path), diag.Shown(file))
	}
	return []input{fileInput(path)}, nil // which says what is wrong when it is read
}

// numbered splits a.out#2, where there is no file of that name.
func numbered(path string) (file string, number int) {
	at := strings.LastIndexByte(path, '#')
	if at < 0 {
		return path, 0
	}
	n, err := strconv.Atoi(path[at+1:])
	if _, missing := os.Stat(path); missing == nil || err != nil || n < 1 {
		return path, 0
	}
	return path[:at], n
}

// carries reports whether a file is of a format that can carry device code.
func carries(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, nil // a pipe can be read once
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin := make([]byte, 64)
	n, err := io.ReadFull(f, begin)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return fatbin.Known(begin[:n]), err
}

// openCode opens a file that carries device code. The file is to be closed.
func openCode(path string) (*fatbin.File, *os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, about(path, err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		f.Close()
		return nil, nil, about(path, err)
	}
	code, err := fatbin.Open(f, size)
	if err != nil {
		err = fmt.Errorf("%s: %w", diag.Shown(path), err)
	}
	return code, f, err
}

// hasImage says that a file has no image of a number; 0 is none.
func hasImage(path string, code *fatbin.File, number int) error {
	if n := len(code.Images); number > n {
		return fmt.Errorf("%s#%d: the file has %s", diag.Shown(path), number, diag.Count(n, "image"))
	}
	return nil
}

// carried returns the PTX that a file carries: the image of a number, or one of each source.
func (x *finder) carried(path string, number int) ([]input, error) {
	code, f, err := openCode(path)
	if f != nil {
		defer f.Close()
	}
	if err != nil {
		return nil, err
	}
	if err := hasImage(path, code, number); err != nil {
		return nil, err
	}
	choice := choose(code.Images, x.gpu)
	if len(choice) == 0 {
		return nil, withoutPTX(path, code)
	}
	several := len(choice) > 1
	if number > 0 {
		choice = []int{number - 1}
	}
	var list []input
	for _, i := range choice {
		if k := code.Images[i].Kind(); k != fatbin.PTX {
			return nil, fmt.Errorf("%s#%d: the image is a %s, not PTX", diag.Shown(path), i+1, k)
		}
		text, err := code.Images[i].Text()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", diag.Shown(path), err)
		}
		in := input{path: path, name: fmt.Sprintf("%s#%d", path, i+1), base: withoutExt(path), text: &text}
		if several {
			in.base += fmt.Sprintf("_%d", i+1)
		}
		if several || number > 0 {
			in.path = in.name
		}
		list = append(list, in)
	}
	return list, nil
}

// withoutPTX is the error about a file in which there is machine code only.
func withoutPTX(path string, code *fatbin.File) error {
	var targets []string
	seen := map[string]bool{}
	for _, i := range code.Images {
		if t := i.Target(); !seen[t] {
			seen[t] = true
			targets = append(targets, t)
		}
	}
	return fmt.Errorf("%s: %s with machine code for %s, and without PTX\n    hint: nvcc -gencode arch=compute_75,code=compute_75 puts PTX into it",
		diag.Shown(path), code.Format, strings.Join(targets, ", "))
}

// foreign says what a text is that is no PTX, and what to do; "" of all others.
func foreign(in input, src string) string {
	begin := src[:min(len(src), 4096)]
	switch {
	case fatbin.Known([]byte(begin)):
		return "it is a file that carries device code, which ptx2go does not read from a pipe\n    hint: name it as a file"
	case strings.HasPrefix(begin, "BC\xc0\xde"):
		return "it is LLVM bitcode, not PTX\n    hint: llc -mcpu=sm_75 makes PTX of it"
	case strings.Contains(begin, "\x00") && !strings.Contains(begin, ".version"): // PTX may end in one
		return "it is neither PTX nor a file that carries it"
	case strings.Contains(begin, "\ntarget triple = \"nvptx"):
		return "it is LLVM IR, not PTX\n    hint: llc -mcpu=sm_75 makes PTX of it"
	case strings.Contains(src, "__global__") && !strings.Contains(src, ".version"):
		return fmt.Sprintf("it is CUDA C++, not PTX\n    hint: ptx2go compiles files that are called %s.cu, if nvcc or clang is there; by hand:\n    nvcc -ptx FILE, or clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -S FILE -o FILE.ptx", filepath.Base(in.base))
	}
	return ""
}
