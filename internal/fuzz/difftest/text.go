package difftest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// reducer makes the PTX of a case small for which generated code does not do what
// the interpreter does with the SSA form before any pass. It removes lines, so that
// it needs no structure: what does not compile any more, or what the interpreter
// cannot run, is no smaller case.
type reducer struct {
	gangs     bool // run generated code with gangs too
	dir, root string
	c         *casefile.Case
	anyShape  bool
	rounds    int
	want      string // how the case fails, see symptom
}

// Reduce returns a smaller text of the case's first PTX file with which generated
// code and the interpreter still disagree in the same way, and what the memory of
// the case must be then. dir is for programs, root the source of ptx2go. When the
// context ends, the text is as small as it got. Where they agree to begin with, the
// error says so. The case must not have races.
func Reduce(ctx context.Context, dir, root string, c *casefile.Case, text string) (string, *casefile.Memory, error) {
	r := &reducer{dir: dir, root: root, c: c, gangs: Gangs(ctx) == nil}
	for _, l := range c.Launches {
		r.anyShape = r.anyShape || max(l.Block[1], 1)*max(l.Block[2], 1) > 1 && l.Block[0]%32 != 0
	}
	now := strings.Split(text, "\n")
	first, err := r.try(ctx, [][]string{now})
	if err != nil {
		return "", nil, err
	}
	if r.want = first[0]; r.want == "" {
		return "", nil, errors.New("generated code does what the interpreter does")
	}
	for changed := true; changed && ctx.Err() == nil; {
		changed = false
		for size := len(now) / 2; size > 0 && ctx.Err() == nil; size /= 2 {
			next, err := r.remove(ctx, now, size)
			if err != nil && ctx.Err() == nil {
				return "", nil, err
			}
			changed = changed || len(next) < len(now)
			now = next
		}
	}
	if strings.Join(now, "\n") == text {
		return "", nil, errors.Join(ctx.Err(), errors.New("no line can be removed"))
	}
	text = strings.Join(now, "\n")
	want, err := r.interpret(context.WithoutCancel(ctx), text)
	return text, want, err
}

// remove drops as many chunks of the given number of lines as it can, and returns
// what is left, with an error too.
func (r *reducer) remove(ctx context.Context, now []string, size int) ([]string, error) {
	const batch = 16
	for at := 0; at < len(now); {
		var tries [][]string
		for i := range batch {
			if from := at + i*size; from < len(now) {
				tries = append(tries, slices.Delete(slices.Clone(now), from, min(from+size, len(now))))
			}
		}
		fails, err := r.try(ctx, tries)
		if err != nil {
			return now, err
		}
		// All chunks that can go alone, if they can go together, else the first.
		var alone []int
		for i, how := range fails {
			if how == r.want {
				alone = append(alone, i)
			}
		}
		if len(alone) == 0 {
			at += len(tries) * size
			continue
		}
		together := slices.Clone(now)
		for _, i := range slices.Backward(alone) {
			together = slices.Delete(together, at+i*size, min(at+(i+1)*size, len(now)))
		}
		if len(alone) > 1 {
			how, err := r.try(ctx, [][]string{together})
			if err != nil {
				return now, err
			}
			if how[0] != r.want {
				together, alone = tries[alone[0]], alone[:1]
			}
		}
		now = together
		at += (len(tries) - len(alone)) * size
	}
	return now, nil
}

// interpret returns what the case leaves in memory with another text, before any
// pass.
func (r *reducer) interpret(ctx context.Context, text string) (*casefile.Memory, error) {
	m, err := compile("kernel.ptx", text, oracle(r.c.Contract), r.c.Contract, true)
	if err != nil {
		return nil, err
	}
	c := *r.c
	return interpret(ctx, m, &c, interp.Options{})
}

// try says for each text how generated code fails, "" where it does not, or where
// the text is of no use.
func (r *reducer) try(ctx context.Context, list [][]string) ([]string, error) {
	r.rounds++
	dir := filepath.Join(r.dir, fmt.Sprintf("round%d", r.rounds))
	var units []*unit
	var of []int
	for i, lines := range list {
		text := strings.Join(lines, "\n")
		want, err := r.interpret(ctx, text)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		folder := filepath.Join(dir, "cases", fmt.Sprint(i))
		if err := r.save(folder, text, want); err != nil {
			return nil, err
		}
		u := &unit{pkg: fmt.Sprintf("m%d", i), cases: []*runCase{{dir: folder}}}
		var m *ir.Module
		if m, u.err = compile("kernel.ptx", text, pass.Standard, r.c.Contract, r.anyShape); u.err == nil {
			u.m = m
		}
		units, of = append(units, u), append(of, i)
	}
	out := make([]string, len(list))
	if len(units) == 0 {
		return out, nil
	}
	if err := errors.Join(newProgram(dir, r.root, r.gangs).run(ctx, units), ctx.Err()); err != nil {
		return nil, err
	}
	for k, u := range units {
		f := &Result{}
		switch {
		case u.err != nil:
			f.Stage, f.Err = Generated, u.err
		case u.cases[0].err != nil:
			f.Stage, f.Err = Ran, u.cases[0].err
		case u.cases[0].gangErr != nil:
			f.Stage, f.Err = Ganged, u.cases[0].gangErr
		}
		out[of[k]] = symptom(f)
	}
	return out, nil
}

// save writes the case with another text and other expectations.
func (r *reducer) save(dir, text string, want *casefile.Memory) error {
	c := *r.c
	c.Tolerance, c.Stdout = "bits", ""
	c.PTX = []casefile.PTX{c.PTX[0]}
	c.PTX[0].File = "kernel.ptx"
	c.Buffers = nil
	for _, b := range r.c.Buffers {
		copied := *b
		c.Buffers = append(c.Buffers, &copied)
	}
	return save(dir, &c, text, want)
}

// SaveReduced writes a case folder with the text that Reduce returned.
func SaveReduced(dir string, c *casefile.Case, text string, want *casefile.Memory) error {
	r := &reducer{c: c}
	return r.save(dir, text, want)
}
