package driver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// execution is what conformance cases execute. An instruction counts when a
// thread executes it, its guard being true, in a variant that passes.
type execution struct {
	executed map[string]bool     // by coverKey
	seen     map[string]*variant // by coverKey, the first variant that has it, executed or not
	variants []*variant
}

// coverageEngines are the engines in which a variant must pass, by -engine.
var coverageEngines = map[string][]string{
	"interp": {"interp"},
	"go":     {"go"},
	"both":   {"interp", "go"},
}

// caseTimeout bounds a variant while coverage is measured.
const caseTimeout = 2 * time.Minute

// executeCases runs every variant of the cases at or below the folders in the
// engines, and those that pass once more as they were built, before any pass,
// in the interpreter, which says what was executed: passes may fold an
// instruction away, and merge others.
func executeCases(ctx context.Context, dirs []string, engine string, std Stdio) (*execution, error) {
	cases, err := findCases(dirs, nil, nil)
	if err != nil {
		return nil, err
	}
	x := &execution{executed: map[string]bool{}, seen: map[string]*variant{}}
	for _, e := range coverageEngines[engine] {
		opt := verifyOptions{engine: e, passes: true, timeout: caseTimeout, std: std}
		all := compileCases(cases, opt)
		if e == "go" {
			all, err = runGenerated(ctx, all, opt)
		} else {
			runInterpreted(ctx, runnable(all), opt)
		}
		if err != nil {
			return nil, err
		}
		x.and(all)
	}
	found := make(map[*variant]*instructions, len(x.variants))
	for _, v := range x.variants {
		found[v] = &instructions{}
	}
	each(x.variants, func(v *variant) {
		if ctx.Err() != nil {
			return
		}
		in := found[v]
		if v.outcome() != outcomePass {
			in.read(v)
			return
		}
		if err := guard(func() error { return in.execute(ctx, v) }); err != nil {
			v.err = fmt.Errorf("before any pass: %w", err)
			in.executed = nil
		}
	})
	for _, v := range x.variants {
		maps.Copy(x.executed, found[v].executed)
		for key := range found[v].all {
			if x.seen[key] == nil {
				x.seen[key] = v
			}
		}
	}
	return x, ctx.Err()
}

// and takes the outcomes in one more engine: a variant passes if it passes in
// all.
func (x *execution) and(all []*variant) {
	if x.variants == nil {
		x.variants = all
		return
	}
	for i, v := range all {
		if old := x.variants[i]; old.outcome() == outcomePass {
			x.variants[i] = v
		}
	}
}

// uncounted lists the variants that do not pass.
func (x *execution) uncounted() []*variant {
	return slices.DeleteFunc(slices.Clone(x.variants), func(v *variant) bool { return v.outcome() == outcomePass })
}

// instructions are those of a variant, by coverKey.
type instructions struct {
	all      map[string]bool
	executed map[string]bool
}

// read collects what a variant contains that need not compile.
func (in *instructions) read(v *variant) {
	f, err := loadLinked(fileInputs(v.c.Paths(v.file)), nil)
	if err != nil {
		return // the variant's own error says so
	}
	l := diag.NewList(f)
	in.all = map[string]bool{}
	for _, m := range frontend.ParseAll(f, l) {
		frontend.Check(m, l)
		for _, d := range m.Decls {
			if fn, ok := d.(*frontend.Func); ok {
				fn.Body.Insts(func(i *frontend.Inst) {
					if i.Match != nil {
						in.all[coverKey(i.Match)] = true
					}
				})
			}
		}
	}
}

// execute runs a variant as it was built and collects what threads execute.
func (in *instructions) execute(ctx context.Context, v *variant) error {
	in.read(v)
	f, err := loadLinked(fileInputs(v.c.Paths(v.file)), nil)
	if err != nil {
		return err
	}
	probes := map[*ir.Value]*bool{}
	byKey := map[string][]*bool{}
	probe := func(i *frontend.Inst, p *ir.Value) {
		hit := new(bool)
		probes[p] = hit
		key := coverKey(i.Match)
		byKey[key] = append(byKey[key], hit)
	}
	c := *v.c
	c.Rounded = true
	l := diag.NewList(f)
	m := lowerModule(f, l, compileOptions{raw: true, contract: pass.Contract{Off: true}, entries: v.c.Kernels(), probe: probe})
	if m == nil {
		return errors.New("it does not compile")
	}
	e, err := caseinterp.New(m, interp.Options{Nonzero: probes})
	if err != nil {
		return err
	}
	run := casefile.Run
	if c.Contract == casefile.ContractPtxas { // a pass contracts, so the results are others here
		run = func(ctx context.Context, c *casefile.Case, e casefile.Engine) error {
			_, err := casefile.Execute(ctx, c, e)
			return err
		}
	}
	err = casefile.Within(ctx, caseTimeout, func(ctx context.Context) error { return run(ctx, &c, e) })
	if err != nil {
		return err
	}
	in.executed = map[string]bool{}
	for key, hits := range byKey {
		if slices.ContainsFunc(hits, func(hit *bool) bool { return *hit }) {
			in.executed[key] = true
		}
	}
	return nil
}
