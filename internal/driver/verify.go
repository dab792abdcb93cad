package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// variant is one PTX file of one case on its way through verify.
type variant struct {
	c    *casefile.Case
	file string
	m    *ir.Module

	unsupported []string // forms that keep it out
	err         error    // why it failed
	ran         bool
	took        time.Duration
}

func (v *variant) key() string {
	return v.c.Name + "/" + strings.TrimSuffix(v.file, ".ptx")
}

// verifyOptions are the flags of verify.
type verifyOptions struct {
	engine      string
	run         list // case names
	keep        string
	verbose     bool
	independent bool
}

// verify implements ptx2go verify: it compiles every PTX variant of every case
// folder and runs them all, in one built program or in the interpreter. The
// last line is "N passed, N failed".
func verify(ctx context.Context, args []string, io Stdio) error {
	fs := flagSet("verify", io)
	var opt verifyOptions
	fs.StringVar(&opt.engine, "engine", "go", "what runs the kernels: go (generated code) or interp (reference interpreter)")
	fs.Var(&opt.run, "run", "run only the cases of these names, separated by commas")
	fs.StringVar(&opt.keep, "keep", "", "leave the generated program in this folder")
	fs.BoolVar(&opt.verbose, "v", false, "print every variant")
	warp := fs.String("warp", "lockstep", "lockstep, or independent: trust the program to synchronise its warps")
	if err := parseFlags(fs, args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		fs.Usage()
		return usagef("no case folder given")
	}
	switch *warp {
	case "lockstep":
	case "independent":
		opt.independent = true
	default:
		return usagef("-warp=%s: lockstep or independent", *warp)
	}
	cases, err := findCases(fs.Args(), opt.run)
	if err != nil {
		return err
	}
	all := compileCases(cases, opt)
	switch opt.engine {
	case "go":
		err = runGenerated(ctx, all, opt, io)
	case "interp":
		err = runInterpreted(ctx, all)
	default:
		return usagef("-engine=%s: go or interp", opt.engine)
	}
	if err != nil {
		return err
	}
	return summarise(all, opt, io)
}

// findCases returns the case folders at or right below the given folders.
func findCases(dirs []string, names list) ([]*casefile.Case, error) {
	var out []*casefile.Case
	for _, d := range dirs {
		paths, err := filepath.Glob(filepath.Join(d, "*", "case.json"))
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(filepath.Join(d, "case.json")); err == nil {
			paths = append(paths, filepath.Join(d, "case.json"))
		}
		if len(paths) == 0 {
			return nil, fmt.Errorf("%s: no case.json in it or in a folder of it", d)
		}
		sort.Strings(paths)
		for _, p := range paths {
			c, err := casefile.Load(filepath.Dir(p))
			if err != nil {
				return nil, err
			}
			if len(names) == 0 || slices.Contains(names, c.Name) {
				out = append(out, c)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no case of these names: %s", names.String())
	}
	return out, nil
}

// compileCases lowers every variant, several at a time.
func compileCases(cases []*casefile.Case, opt verifyOptions) []*variant {
	var all []*variant
	for _, c := range cases {
		for _, p := range c.PTX {
			all = append(all, &variant{c: c, file: p.File})
		}
	}
	each(all, func(v *variant) {
		defer func() {
			if r := recover(); r != nil {
				v.err = fmt.Errorf("internal error: %v", r)
			}
		}()
		v.compile(opt)
	})
	return all
}

func (v *variant) compile(opt verifyOptions) {
	f, err := load(filepath.Join(v.c.Dir, v.file))
	if err != nil {
		v.err = err
		return
	}
	l := diag.NewList(f)
	v.m = lowerModule(f, l, compileOptions{verify: true, independent: opt.independent, entries: kernelsOf(v.c)})
	for _, d := range l.Sorted() {
		if d.Severity != diag.Error {
			continue
		}
		if d.Code == "unsupported" {
			if !slices.Contains(v.unsupported, d.Msg) {
				v.unsupported = append(v.unsupported, d.Msg)
			}
			continue
		}
		v.err = fmt.Errorf("%s: %s", f.Position(d.Pos), d.Msg)
		return
	}
}

// kernelsOf lists the kernels that a case launches: others in its module need
// not be supported.
func kernelsOf(c *casefile.Case) []string {
	var out []string
	for _, l := range c.Launches {
		if !slices.Contains(out, l.Kernel) {
			out = append(out, l.Kernel)
		}
	}
	return out
}

// each runs fn for every element on a few goroutines.
func each[T any](list []T, fn func(T)) {
	var wg sync.WaitGroup
	next := make(chan T)
	for range 2 {
		wg.Go(func() {
			for x := range next {
				fn(x)
			}
		})
	}
	for _, x := range list {
		next <- x
	}
	close(next)
	wg.Wait()
}

// runnable lists the variants that compiled.
func runnable(all []*variant) []*variant {
	var out []*variant
	for _, v := range all {
		if v.err == nil && len(v.unsupported) == 0 && v.m != nil {
			out = append(out, v)
		}
	}
	return out
}

// summarise prints the findings and the closing line. Left out is what needs
// an instruction that is not supported yet; it is neither passed nor failed.
func summarise(all []*variant, opt verifyOptions, io Stdio) error {
	passed, failed := 0, 0
	folders := map[string]bool{} // every variant passed so far
	var names []string
	for _, v := range all {
		if _, ok := folders[v.c.Name]; !ok {
			folders[v.c.Name] = true
			names = append(names, v.c.Name)
		}
		switch {
		case v.err == nil && len(v.unsupported) == 0 && !v.ran:
			v.err = fmt.Errorf("did not run")
			fallthrough
		case v.err != nil:
			failed++
			folders[v.c.Name] = false
			fmt.Fprintf(io.Out, "FAIL %s: %v\n", v.key(), v.err)
		case len(v.unsupported) > 0:
			folders[v.c.Name] = false
			fmt.Fprintf(io.Out, "left out %s: %s\n", v.key(), strings.Join(v.unsupported, "; "))
		default:
			passed++
			if opt.verbose {
				fmt.Fprintf(io.Out, "ok   %s %v\n", v.key(), v.took.Round(10*time.Microsecond))
			}
		}
	}
	whole := 0
	for _, n := range names {
		if folders[n] {
			whole++
		}
	}
	fmt.Fprintf(io.Out, "%d of %d case folders pass in every variant (%s)\n", whole, len(names), opt.engine)
	fmt.Fprintf(io.Out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return errFailed
	}
	return nil
}
