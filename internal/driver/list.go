package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/fatbin"
)

const listHelp = `Of PTX it lists the kernels and their parameters. Of a program, a library, an object, an archive
of objects or a fat binary it lists the images of device code:

  a.out: ELF file, 3 images
  * 1  PTX    sm_70  1648 bytes
         scale(float*, float, int): _Z5scalePffi(.u64, .f32, .u32)
    2  PTX    sm_80  702 bytes (lz4) of 1652
         scale(float*, float, int): _Z5scalePffi(.u64, .f32, .u32)
    3  cubin  sm_80  5120 bytes
         scale(float*, float, int): _Z5scalePffi

Those with a star are translated by ptx2go a.out: in each fat binary PTX of one target, that which the
driver of the GPU of -gpu would take. ptx2go 'a.out#2' translates image 2. Of a .cu file it lists what
the compiler makes of it.

With -gangs it counts instead how many kernels are vectorised, and regions of those with barriers, by the
reasons for the others, and what part of the work that is: operations of all threads by estimate, those in
loops as often as the loops go round, or eight times where that is not known. Of a folder all .ptx files
count. With -json it prints a line for each kernel.
`

// listOptions are the flags of list.
type listOptions struct {
	json  bool
	gangs bool
	write string
	model modelFlags
	cc    ccFlags
	std   Stdio
}

// listing is a line of -json: an image, or a PTX file.
type listing struct {
	File        string       `json:"file"`
	Image       int          `json:"image,omitempty"`
	Member      string       `json:"member,omitempty"` // of an archive
	Name        string       `json:"name,omitempty"`
	Kind        string       `json:"kind"`
	Target      string       `json:"target,omitempty"`
	Version     string       `json:"version,omitempty"` // of PTX
	Compression string       `json:"compression,omitempty"`
	Stored      int64        `json:"stored,omitempty"` // bytes in the file
	Size        int64        `json:"size"`
	Translated  bool         `json:"translated"`
	Kernels     []kernelInfo `json:"kernels"`
	Error       string       `json:"error,omitempty"`
}

// listKernels implements ptx2go list: which kernels files have.
func listKernels(ctx context.Context, args []string, std Stdio) error {
	set := flagSet("list")
	opt := listOptions{std: std}
	set.BoolVar(&opt.json, "json", false, "print JSON, one object a line for each image or PTX file, or kernel with -gangs")
	set.StringVar(&opt.write, "write", "", "write the PTX and the machine code of each image into this `folder`, as a.out.1.sm_70.ptx, and what .cu files become, as kernel.ptx")
	set.BoolVar(&opt.gangs, "gangs", false, "count how much of the kernels is vectorised, and the reasons for the rest; of folders all .ptx files count")
	opt.model.registerGPU(set)
	opt.cc.register(set)
	files, err := parseFlags(set, args, std)
	if err != nil {
		return err
	}
	if _, err := opt.model.model(); err != nil {
		return err
	}
	if len(files) == 0 {
		return usagef("no file given")
	}
	if opt.gangs {
		if opt.write != "" {
			return usagef("-gangs and -write: choose one")
		}
		return opt.listGangs(ctx, files)
	}
	if files, err = matched(files); err != nil {
		return err
	}
	failed := false
	for _, path := range files {
		ok, err := opt.list(ctx, path)
		if err != nil {
			return err
		}
		failed = failed || !ok
	}
	if failed {
		return errFailed
	}
	return nil
}

// list lists one file. It is false where something is wrong with the file, which has been said.
func (opt *listOptions) list(ctx context.Context, path string) (bool, error) {
	file, number := numbered(path)
	if path != stdin && !isCUDA(path) {
		if known, err := carries(file); err == nil && known {
			return opt.images(file, number)
		}
	}
	find := finder{gpu: opt.model.gpu, cc: opt.cc, std: opt.std}
	ins, err := find.input(ctx, path)
	if err != nil {
		return false, err
	}
	f, err := load(ins[0], opt.std.In)
	if err != nil {
		return false, err
	}
	if ins[0].text != nil && opt.write != "" {
		if err := opt.save(filepath.Base(ins[0].name), []byte(f.Src)); err != nil {
			return false, err
		}
	}
	e := listing{File: path, Size: int64(len(f.Src)), Translated: true}
	e.describe(f, opt.std.Err)
	if opt.json {
		err = json.NewEncoder(opt.std.Out).Encode(e)
	} else {
		_, err = fmt.Fprintf(opt.out(), "%s: PTX %s, %s, %s\n%s", path, e.Version, e.Target, diag.Count(len(e.Kernels), "kernel"), e.text("  "))
	}
	return e.Error == "", err
}

func (opt *listOptions) out() io.Writer { return diag.PrintableWriter{W: opt.std.Out} }

// describe fills in what the text of PTX says. What is wrong with it goes to stderr, and into the
// listing as one line.
func (e *listing) describe(f *diag.File, stderr io.Writer) {
	l := diag.NewList(f)
	m, kernels := kernelsOf(f, l)
	e.Kind, e.Kernels, e.Version, e.Target = string(fatbin.PTX), kernels, m.Version.String(), m.Target.String()
	if l.Errors() > 0 {
		l.Print(stderr)
		e.Error = "the PTX has mistakes"
	}
}

// text are the lines of the kernels.
func (e *listing) text(indent string) string {
	var b strings.Builder
	for _, k := range e.Kernels {
		word := k.String()
		if e.Kind != string(fatbin.PTX) {
			word = k.title()
		}
		fmt.Fprintf(&b, "%s%s\n", indent, word)
	}
	return b.String()
}

// images lists the images of a file, or one of them.
func (opt *listOptions) images(path string, number int) (bool, error) {
	code, f, wrong := openCode(path)
	if f != nil {
		defer f.Close()
	}
	if wrong != nil && (code == nil || len(code.Images) == 0) {
		return false, wrong
	}
	if err := hasImage(path, code, number); err != nil {
		return false, err
	}
	w := opt.out()
	if !opt.json {
		if _, err := fmt.Fprintf(w, "%s: %s, %s\n", path, code.Format, diag.Count(len(code.Images), "image")); err != nil {
			return false, err
		}
	}
	ok := wrong == nil
	chosen := choose(code.Images, opt.model.gpu)
	for n, i := range code.Images {
		if number > 0 && number != n+1 {
			continue
		}
		e := listing{File: path, Image: n + 1, Translated: slices.Contains(chosen, n)}
		if err := opt.image(&e, i); err != nil {
			return false, err
		}
		ok = ok && e.Error == ""
		var err error
		if opt.json {
			err = json.NewEncoder(opt.std.Out).Encode(e)
		} else {
			err = e.print(w)
		}
		if err != nil {
			return false, err
		}
	}
	if wrong != nil {
		fmt.Fprintf(opt.std.Err, "ptx2go: %v\n", wrong)
	}
	return ok, nil
}

// image describes an image, and writes it where -write says so.
func (opt *listOptions) image(e *listing, i *fatbin.Image) error {
	e.Kind, e.Target, e.Compression, e.Stored, e.Size = string(i.Kind()), i.Target(), i.Compression, i.Stored, i.Size
	e.Name, e.Member = i.Name, i.Member
	if i.Kind() == fatbin.LTO {
		return nil
	}
	data, err := i.Bytes()
	if err != nil {
		e.Error = err.Error()
		return nil
	}
	ext := ".bin"
	switch i.Kind() {
	case fatbin.PTX:
		ext = ".ptx"
		text := strings.TrimRight(string(data), "\x00")
		data, e.Size = []byte(text), int64(len(text))
		e.describe(diag.NewFile(fmt.Sprintf("%s#%d", e.File, e.Image), text), opt.std.Err)
	case fatbin.Cubin:
		ext = ".cubin"
		names, err := fatbin.CubinKernels(data)
		if err != nil {
			e.Error = err.Error()
		}
		for _, name := range names {
			e.Kernels = append(e.Kernels, newKernel(name))
		}
	}
	if opt.write == "" {
		return nil
	}
	return opt.save(fmt.Sprintf("%s.%d.%s%s", filepath.Base(e.File), e.Image, i.Target(), ext), data)
}

// save writes a file of -write.
func (opt *listOptions) save(name string, data []byte) error {
	if err := os.MkdirAll(opt.write, 0o755); err != nil {
		return err
	}
	name = filepath.Join(opt.write, name)
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%w\n    hint: -write replaces no file", err)
		}
		return err
	}
	_, err = out.Write(data)
	return errors.Join(err, out.Close())
}

// print writes the lines of an image.
func (e *listing) print(w io.Writer) error {
	star, size, more := " ", diag.Count(int(e.Size), "byte"), ""
	if e.Translated {
		star = "*"
	}
	if e.Compression != "" {
		size = fmt.Sprintf("%s (%s) of %d", diag.Count(int(e.Stored), "byte"), e.Compression, e.Size)
	}
	for _, s := range []string{e.Member, e.Name} {
		if s != "" {
			more += ", " + s
		}
	}
	if e.Error != "" {
		more += ": " + e.Error
	}
	_, err := fmt.Fprintf(w, "%s %d  %-5s  %-6s  %s%s\n%s", star, e.Image, e.Kind, e.Target, size, more, e.text("       "))
	return err
}
