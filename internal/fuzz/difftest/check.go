package difftest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
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
	Scheduled   Stage = "scheduled"   // another result in the interpreter as the kernel is cut, or it cannot be cut
	Vectorised  Stage = "vectorised"  // another result there with threads as lanes
	Generated   Stage = "generated"   // no Go code, or it does not compile
	Ran         Stage = "ran"         // another result of the generated code
	Ganged      Stage = "ganged"      // another result of the generated code with gangs
)

// Result is what became of a kernel.
type Result struct {
	Kernel *Kernel
	Stage  Stage
	Err    error

	want  *casefile.Memory // after the run
	fault *fault           // where it does, nil if it does not
}

// fault is where a kernel of which one array is short must end.
type fault struct {
	cta, thread string
	line        int // of the PTX
}

var faultText = regexp.MustCompile(`^kernel \S+, CTA (\(\S+\)), thread (\(\S+\)), kernel\.ptx:(\d+)`)

// faultOf reads the message of a fault; nil if it is none.
func faultOf(err error) *fault {
	if err == nil {
		return nil
	}
	m := faultText.FindStringSubmatch(err.Error())
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[3])
	return &fault{m[1], m[2], n}
}

// checker runs kernels in both engines.
type checker struct {
	dir    string // for programs and cases
	root   string // source of ptx2go
	group  int    // kernels of one PTX module
	rounds int
	native bool // also run generated code
	gangs  bool // and with gangs

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

// unshortened runs a kernel whose short array has one more element, zero, and
// returns the memory without it: what code leaves that does not load the element.
func unshortened(ctx context.Context, m *ir.Module, k *Kernel) (*casefile.Memory, error) {
	c := k.Case("k")
	for _, b := range c.Buffers {
		if b.Name == k.short.Name {
			b.Contents = append(b.Contents, make([]byte, maxElement)...)
			b.Bytes, b.Count = len(b.Contents), len(b.Contents)
		}
	}
	mem, err := interpret(ctx, m, c, interp.Options{})
	if err != nil {
		return nil, err
	}
	short := k.Case("k")
	var data [][]byte
	for _, b := range short.Buffers {
		data = append(data, mem.Bytes(b.Name)[:b.Bytes])
	}
	return casefile.NewMemory(short, data, nil), nil
}

// maxElement is the size of the largest element of an array.
const maxElement = 8

// is reports whether generated code faults where the interpreter does.
func (f *fault) is(want *fault) bool { return f != nil && *f == *want }

// interpreted runs a kernel in the interpreter, with passes and without.
func (c *checker) interpreted(ctx context.Context, k *Kernel) *Result {
	r := &Result{Kernel: k}
	fail := func(s Stage, err error) *Result {
		r.Stage, r.Err = s, err
		return r
	}
	text := k.Text()
	m, err := compile("kernel.ptx", text, oracle(k.contract()), k.contract(), true)
	if err != nil {
		return fail(Oracle, err)
	}
	r.want, err = interpret(ctx, m, k.Case("k"), interp.Options{})
	if err != nil && !(k.short != nil && faultOf(err) != nil) {
		return fail(Oracle, err)
	}
	if m, err = compile("kernel.ptx", text, pass.Standard, k.contract(), k.spansRows()); err != nil {
		return fail(Passes, err)
	}
	cs := k.Case("k")
	got, err := interpret(ctx, m, cs, interp.Options{})
	if bad := inRows(ctx, m, k, got, err); bad != nil {
		return fail(Interpreted, fmt.Errorf("in rows: %w", bad))
	}
	if k.short != nil {
		// The passes may drop a load whose value nobody needs, and its fault.
		if r.want, r.fault = got, faultOf(err); r.fault != nil {
			r.want, err = unshortened(ctx, m, k)
		}
		if err != nil {
			return fail(Interpreted, err)
		}
		if stage, err := r.scheduled(ctx, m); err != nil {
			return fail(stage, err)
		}
		return r
	}
	if err != nil {
		return fail(Interpreted, err)
	}
	if d := differ(k, cs, got, r.want); d != "" {
		return fail(Interpreted, fmt.Errorf("%s", d))
	}
	if stage, err := r.scheduled(ctx, m); err != nil {
		return fail(stage, err)
	}
	return r
}

// inRows runs a kernel in rows, which must do what is done lane by lane.
func inRows(ctx context.Context, m *ir.Module, k *Kernel, want *casefile.Memory, wantErr error) error {
	c := k.Case("k")
	got, err := interpret(ctx, m, c, interp.Options{Rows: true})
	switch {
	case fmt.Sprint(err) != fmt.Sprint(wantErr):
		return fmt.Errorf("%v; lane by lane: %v", err, wantErr)
	case err != nil:
		return nil
	}
	if d := differ(k, c, got, want); d != "" {
		return errors.New(d)
	}
	return nil
}

// scheduled runs a kernel in the interpreter as the parts that generated code prints,
// with warps in an order that the seed chooses: none may matter. Then it runs threads as lanes, of gangs
// of as many as the seed chooses too, which are left now and then. The stage is where that fails.
func (r *Result) scheduled(ctx context.Context, m *ir.Module) (Stage, error) {
	k := r.Kernel
	s, err := cut(m, k.spansRows())
	if err != nil {
		return Scheduled, err
	}
	if parts := s.Parts(); len(parts) > 0 {
		if err := r.same(ctx, m, interp.Options{Parts: parts, Shuffle: k.Seed}); err != nil {
			return Scheduled, err
		}
	}
	gangs, n, err := lanes(s, k.Seed)
	if err == nil && len(gangs) > 0 {
		err = r.same(ctx, m, interp.Options{Parts: s.Parts(), Gangs: gangs, Leave: k.Seed + 1})
	}
	if err != nil {
		return Vectorised, fmt.Errorf("%d lanes: %w", n, err)
	}
	return OK, nil
}

// same compares what the kernel does in the interpreter in another way.
func (r *Result) same(ctx context.Context, m *ir.Module, o interp.Options) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError("the interpreter", p)
		}
	}()
	k := r.Kernel
	cs := k.Case("k")
	got, err := interpret(ctx, m, cs, o)
	switch {
	case r.fault != nil:
		if f := faultOf(err); !f.is(r.fault) {
			return fmt.Errorf("fault %v, want %v: %w", f, r.fault, err)
		}
		return nil
	case err != nil:
		return err
	}
	if d := differ(k, cs, got, r.want); d != "" {
		return errors.New(d)
	}
	return nil
}

// generated runs generated code, with the given number of kernels in a module.
func (c *checker) generated(ctx context.Context, list []*Result, size int) error {
	c.rounds++
	dir := filepath.Join(c.dir, fmt.Sprintf("round%d", c.rounds))
	var units []*unit
	var of [][]*Result
	for start := 0; start < len(list); {
		// Kernels of one era, and of one setting of contraction.
		end := start
		for end < len(list) && end < start+size && list[end].Kernel.era == list[start].Kernel.era &&
			list[end].Kernel.contract() == list[start].Kernel.contract() {
			end++
		}
		part := list[start:end]
		start = end
		var text strings.Builder
		text.WriteString(eras[part[0].Kernel.era].head())
		u := &unit{pkg: fmt.Sprintf("m%d", len(units))}
		spans := false
		for i, r := range part {
			prefix := fmt.Sprintf("k%d_", i)
			spans = spans || r.Kernel.spansRows()
			start := strings.Count(text.String(), "\n") - headLines
			text.WriteString(r.Kernel.unit(prefix))
			r.Stage, r.Err = OK, nil
			folder := filepath.Join(dir, "cases", fmt.Sprintf("%s_%d", u.pkg, i))
			if err := save(folder, r.Kernel.Case(prefix+"k"), "", r.want); err != nil {
				return err
			}
			u.cases = append(u.cases, &runCase{dir: folder, line: start})
		}
		u.anyShape = spans
		u.m, u.err = compile("kernel.ptx", text.String(), pass.Standard, part[0].Kernel.contract(), spans)
		units, of = append(units, u), append(of, part)
	}
	if err := newProgram(dir, c.root, c.gangs).run(ctx, units); err != nil {
		return err
	}
	for i, u := range units {
		for j, r := range of[i] {
			if u.err != nil {
				r.Stage, r.Err = Generated, u.err
				continue
			}
			k := u.cases[j]
			if r.ended(Ran, k.err, k.line); r.Stage == OK && u.gangs {
				r.ended(Ganged, k.gangErr, k.line)
			}
		}
	}
	return nil
}

// ended notes how a run of generated code ended, of a kernel whose lines count from one of
// its module.
func (r *Result) ended(stage Stage, err error, line int) {
	if r.fault == nil {
		if err != nil {
			r.Stage, r.Err = stage, err
		}
		return
	}
	f := faultOf(err)
	if f != nil {
		f.line -= line
	}
	if !f.is(r.fault) {
		r.Stage, r.Err = stage, fmt.Errorf("fault %v, want %v: %w", f, r.fault, err)
	}
}
