package difftest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/vectors"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Options say how Run compares kernels.
type Options struct {
	Root   string // the source of ptx2go, which generated programs are built with
	Gangs  bool   // run generated code with gangs too, see [Gangs]
	Shrink bool   // make the kernels that fail small
	Keep   string // folder for the kernels that fail, as conformance cases; "" keeps none
}

// Gangs says why generated code is not run with gangs here, nil where it can be. It finds
// that out once.
func Gangs(ctx context.Context) error {
	gangs.Lock()
	defer gangs.Unlock()
	if !gangs.known {
		_, gangs.why = vectors.Lanes(ctx)
		gangs.known = ctx.Err() == nil
	}
	return gangs.why
}

var gangs struct {
	sync.Mutex
	known bool
	why   error
}

// Finding is a kernel on which the engines differ, or that one of them refuses.
type Finding struct {
	Class Class
	Seed  uint64
	Stage Stage
	Err   error
	Small error  // how it fails when it is small; nil where it was not shrunk
	Text  string // PTX, small if it was shrunk
	Dir   string // the case folder, "" where none was written
}

// Error describes the finding in a line.
func (f *Finding) Error() string {
	return fmt.Sprintf("%v seed %d: %s: %v", f.Class, f.Seed, f.Stage, f.Err)
}

// Times is where the time of a run went.
type Times struct{ Interpreted, Generated time.Duration }

// Run compares the engines on the kernels of n seeds of a class, from first on,
// all in one program of generated code.
func Run(ctx context.Context, class Class, first uint64, n int, o Options) ([]*Finding, Times, error) {
	dir, err := os.MkdirTemp("", "difftest")
	if err != nil {
		return nil, Times{}, err
	}
	defer os.RemoveAll(dir)
	c := &checker{dir: dir, root: o.Root, group: 6, native: true, gangs: o.Gangs}
	var kernels []*Kernel
	for i := range n {
		kernels = append(kernels, Generate(first+uint64(i), class))
	}
	results, err := c.check(ctx, kernels)
	if err != nil {
		return nil, Times{}, err
	}
	times := Times{c.interpreting, c.building}
	var found []*Finding
	for _, r := range results {
		if r.Stage == OK {
			continue
		}
		f := &Finding{Class: class, Seed: r.Kernel.Seed, Stage: r.Stage, Err: r.Err}
		if o.Shrink && r.Stage != Oracle {
			small, err := c.shrink(ctx, r)
			if err != nil {
				return nil, times, err
			}
			if small.Stage != OK {
				r = small
				f.Small = r.Err
			}
		}
		f.Text = r.Kernel.Text()
		if o.Keep != "" {
			cs := r.Kernel.Case("k")
			f.Dir = filepath.Join(o.Keep, cs.Name)
			if err := save(f.Dir, cs, f.Text, r.want); err != nil {
				return nil, times, err
			}
		}
		found = append(found, f)
	}
	return found, times, nil
}

// Write writes the kernels of n seeds of a class, from first on, as conformance cases below a
// folder, with the memory that the interpreter leaves, and returns how many it wrote: what
// ptx2go verify can ask of any engine, of a GPU above all. A GPU contracts, so all of them are
// contracted, and they begin with registers that are zero. Left out are kernels with an array
// that is too short, which may end in a fault. Modules are of the given version and target, such as "9.0 sm_90", where these have all that is in
// them, and of their own where not.
func Write(ctx context.Context, class Class, first uint64, n int, as, dir string) (int, error) {
	given, err := parseEra(as)
	if err != nil {
		return 0, err
	}
	written := 0
	for i := range n {
		k := Generate(first+uint64(i), class)
		if k.short != nil {
			continue
		}
		c := k.Case("k")
		c.Contract = casefile.ContractPtxas
		own := eras[k.era].head()
		module := func(head string) (string, *ir.Module, error) {
			text := head + zeroed(strings.TrimPrefix(k.Text(), own))
			m, err := compile("kernel.ptx", text, oracle(casefile.ContractPtxas), casefile.ContractPtxas, true)
			return text, m, err
		}
		text, m, err := module(given.head())
		if err == nil {
			c.PTX[0].Version, c.PTX[0].Target = given.version.String(), given.target.String()
		} else if text, m, err = module(own); err != nil {
			return written, err
		}
		want, err := interpret(ctx, m, c, interp.Options{})
		if err != nil {
			return written, err
		}
		if err := save(filepath.Join(dir, c.Name), c, text, want); err != nil {
			return written, err
		}
		written++
	}
	return written, nil
}
