package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/libcuda"
	"github.com/ptx2go/ptx2go/internal/libcuda/cache"
	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/interpret/record"
)

var libcudaHelp = `libcuda.so.1 is the CUDA driver API on the CPU, for programs in any language that hand PTX to a
driver:

	ptx2go libcuda -o lib/libcuda.so.1
	LD_LIBRARY_PATH=lib ./program

It takes any PTX text. One that it has Go code of runs as that; others are interpreted, which takes
hundreds of times as long, and are translated in the background, so that the next run has Go code of
them too.

To have the code in the library from the beginning, name the texts: PTX files, and folders that a run with
PTX2GO_RECORD=DIR in its environment has filled.

	PTX2GO_RECORD=texts LD_LIBRARY_PATH=lib ./program
	ptx2go libcuda -o lib/libcuda.so.1 texts

It is built from the source of ptx2go, by go and gcc. What it reads of the environment of a program:

` + switches.Help(widest)

// buildLibrary implements ptx2go libcuda.
func buildLibrary(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("libcuda")
	output := fs.String("o", "libcuda.so.1", "output `file`")
	source := fs.String("source", "", "the `folder` of ptx2go's source (default: that of the module that the current folder is in, else that which this program was built from)")
	update := fs.String("update", "", "translate the texts in this `folder` of the cache, and make the library of them the newest one there: what libraries call in the background")
	approx := approxFlag(fs)
	verbose := fs.Bool("v", false, "print on standard error what the compilers say")
	names, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	b := &libcuda.Builder{Translate: translateTexts, Log: io.Discard}
	if *verbose || *update != "" {
		b.Log = std.Err
	}
	if b.Source, err = libcuda.Source(*source); err != nil {
		return err
	}
	if b.Key, err = libcuda.Key(ctx, b.Source); err != nil {
		return err
	}
	if b.Accurate, err = approx(); err != nil {
		return err
	}
	if *update != "" {
		key := ""
		key, b.Accurate = cache.Accurate(*update)
		switch {
		case len(names) > 0 || given(fs)["o"] || given(fs)["approx"]:
			return usagef("-update has texts, an output and a way to approximate of its own")
		case key != b.Key:
			return fmt.Errorf("%s is for another state of the source, or another version of Go: build the library again", *update)
		}
		return b.Update(ctx, *update)
	}
	texts, remove, err := recorded(names)
	if err != nil {
		return err
	}
	defer remove()
	n, err := b.Library(ctx, texts, *output)
	if n > 0 && err == nil {
		fmt.Fprintf(std.Err, "ptx2go: note: %d of %s cannot be translated, and will be interpreted\n", n, diag.Count(len(texts), "text"))
		if !*verbose {
			fmt.Fprintln(std.Err, "    hint: -v says why")
		}
	}
	return err
}

// recorded returns the texts in files and folders, each once. remove removes what it has made.
func recorded(names []string) (texts []record.Text, remove func(), err error) {
	if names, err = matched(names); err != nil {
		return nil, nil, err
	}
	dir, remove, err := scratch.Dir("ptx2go-texts-")
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			remove()
		}
	}()
	keep := func(files ...string) error {
		var list []string
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			list = append(list, string(text))
		}
		_, err := record.Keep(dir, list...)
		return err
	}
	for _, name := range names {
		about, err := os.Stat(name)
		if err != nil {
			return nil, nil, err
		}
		files, modules := []string{name}, []record.Text(nil)
		if about.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.ptx")); err != nil {
				return nil, nil, err
			}
			if modules, err = record.List(name); err != nil {
				return nil, nil, err
			}
			if len(files)+len(modules) == 0 {
				return nil, nil, fmt.Errorf("%s has no PTX texts", name)
			}
		}
		for _, m := range modules {
			if err := keep(m.Files...); err != nil {
				return nil, nil, err
			}
		}
		for _, f := range files {
			if err := keep(f); err != nil {
				return nil, nil, err
			}
		}
	}
	texts, err = record.List(dir)
	return texts, remove, err
}

// translateTexts writes the Go code of modules, each in a folder with its texts. Many are translated at
// once; where one is at fault, that is found by taking them one by one.
func translateTexts(ctx context.Context, dirs []string, accurate bool, log io.Writer) []error {
	errs := make([]error, len(dirs))
	std := Stdio{In: strings.NewReader(""), Out: log, Err: log}
	translate := func(link bool, files ...string) (err error) {
		defer func() {
			if r := recover(); r != nil {
				internalError(log, r)
				err = errors.New("internal error")
			}
		}()
		args := []string{"-pkg=kernels", "-comments=none", "-tags=" + builtFor()}
		if accurate {
			args = append(args, "-approx="+approxAccurate)
		}
		if link {
			args = append(args, "-link")
		}
		return generate(ctx, append(append(args, "--"), files...), std)
	}
	var single []string
	var at []int
	for i, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.ptx"))
		switch {
		case err != nil:
			errs[i] = err
		case len(files) > 1:
			slices.SortFunc(files, func(a, b string) int { // module2.ptx before module10.ptx
				return cmp.Or(len(a)-len(b), strings.Compare(a, b))
			})
			errs[i] = translate(true, files...)
		default:
			single, at = append(single, files...), append(at, i)
		}
	}
	if len(single) == 0 || translate(false, single...) == nil {
		return errs
	}
	for k, i := range at {
		errs[i] = translate(false, single[k])
	}
	return errs
}
