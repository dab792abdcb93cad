package difftest

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/casefile"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// Stage is where a kernel failed.
type Stage string

// The stages, in the order in which a kernel passes them.
const (
	OK          Stage = ""
	Oracle      Stage = "oracle"      // the compiler or the interpreter refuses the kernel: mostly a mistake of Generate
	Passes      Stage = "passes"      // a pass panics
	Interpreted Stage = "interpreted" // another result in the interpreter with passes
	Generated   Stage = "generated"   // no Go code, or it does not compile
	Ran         Stage = "ran"         // another result of the generated code
)

// Result is what became of a kernel.
type Result struct {
	Kernel *Kernel
	Stage  Stage
	Err    error

	want *casefile.Memory
	dir  string // its case folder
}

// checker runs kernels in both engines.
type checker struct {
	dir    string // for programs and cases
	root   string // source of ptx2go
	group  int    // kernels of one PTX module
	rounds int
	native bool // also run generated code

	interpreting, building time.Duration // spent so far
}

// check compares the engines on many kernels, in one program.
func (c *checker) check(ctx context.Context, kernels []*Kernel) ([]*Result, error) {
	results := make([]*Result, len(kernels))
	var good []*Result
	start := time.Now()
	for i, k := range kernels {
		results[i] = c.interpreted(ctx, k)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if results[i].Stage == OK {
			good = append(good, results[i])
		}
	}
	c.interpreting += time.Since(start)
	start = time.Now()
	defer func() { c.building += time.Since(start) }()
	if !c.native {
		return results, nil
	}
	for _, size := range []int{c.group, 1} {
		// What fails in a group is tried again alone.
		if err := c.generated(ctx, good, size); err != nil {
			return nil, err
		}
		var again []*Result
		for _, r := range good {
			if r.Stage == Generated {
				again = append(again, r)
			}
		}
		if good = again; len(good) == 0 {
			break
		}
	}
	return results, nil
}

// interpreted runs a kernel in the interpreter, with passes and without.
func (c *checker) interpreted(ctx context.Context, k *Kernel) *Result {
	r := &Result{Kernel: k}
	fail := func(s Stage, err error) *Result {
		r.Stage, r.Err = s, err
		return r
	}
	text := k.Text()
	m, err := compile("kernel.ptx", text, onlyLayout, true)
	if err != nil {
		return fail(Oracle, err)
	}
	if r.want, err = interpret(ctx, m, k.Case("k")); err != nil {
		return fail(Oracle, err)
	}
	if m, err = compile("kernel.ptx", text, pass.Standard, k.spansRows()); err != nil {
		return fail(Passes, err)
	}
	cs := k.Case("k")
	got, err := interpret(ctx, m, cs)
	if err != nil {
		return fail(Interpreted, err)
	}
	if d := differ(cs, got, r.want); d != "" {
		return fail(Interpreted, fmt.Errorf("%s", d))
	}
	return r
}

// generated runs generated code, with the given number of kernels in a module.
func (c *checker) generated(ctx context.Context, list []*Result, size int) error {
	c.rounds++
	dir := filepath.Join(c.dir, fmt.Sprintf("round%d", c.rounds))
	var units []*unit
	var of [][]*Result
	for start := 0; start < len(list); start += size {
		part := list[start:min(start+size, len(list))]
		var text strings.Builder
		text.WriteString(moduleHead())
		u := &unit{pkg: fmt.Sprintf("m%d", len(units))}
		spans := false
		for i, r := range part {
			prefix := fmt.Sprintf("k%d_", i)
			spans = spans || r.Kernel.spansRows()
			text.WriteString(r.Kernel.unit(prefix))
			r.Stage, r.Err = OK, nil
			r.dir = filepath.Join(dir, "cases", fmt.Sprintf("%s_%d", u.pkg, i))
			if err := save(r.dir, r.Kernel.Case(prefix+"k"), "", r.want); err != nil {
				return err
			}
			u.cases = append(u.cases, &runCase{dir: r.dir})
		}
		u.m, u.err = compile("kernel.ptx", text.String(), pass.Standard, spans)
		units, of = append(units, u), append(of, part)
	}
	if err := newProgram(dir, c.root).run(ctx, units); err != nil {
		return err
	}
	for i, u := range units {
		for j, r := range of[i] {
			switch {
			case u.err != nil:
				r.Stage, r.Err = Generated, u.err
			case u.cases[j].err != nil:
				r.Stage, r.Err = Ran, u.cases[j].err
			}
		}
	}
	return nil
}
