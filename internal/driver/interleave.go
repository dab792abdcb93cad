package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// seeds is a flag of a seed, or of a range of them.
type seeds struct {
	on          bool
	first, last uint64
}

func (s *seeds) String() string {
	switch {
	case !s.on:
		return ""
	case s.first == s.last:
		return strconv.FormatUint(s.first, 10)
	}
	return fmt.Sprintf("%d..%d", s.first, s.last)
}

func (s *seeds) Set(text string) (err error) {
	from, to, several := strings.Cut(text, "..")
	if !several {
		to = from
	}
	s.on = true
	if s.first, err = strconv.ParseUint(from, 10, 64); err == nil {
		s.last, err = strconv.ParseUint(to, 10, 64)
	}
	if err != nil || s.last < s.first {
		return fmt.Errorf("%q is neither a seed nor a range of seeds such as 1..200", text)
	}
	return nil
}

// all are the seeds, at least one: a range may have more than there is memory for.
func (s *seeds) all() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for seed := s.first; yield(seed) && seed != s.last; {
			seed++
		}
	}
}

// ending is how the run of a seed has ended.
type ending struct {
	seed    uint64
	mem     *casefile.Memory // nil where a thread has failed
	printed []byte
	fault   error
	failed  string // what it says without its seed
	same    int    // seeds that ended so
}

// interleave runs a case in the orders of all seeds. The memory is that of the most frequent ending. Where there are
// several, the user is told, and the error is errFindings.
func (opt *runOptions) interleave(ctx context.Context, c *casefile.Case, m *ir.Module, o interp.Options) (*casefile.Memory, error) {
	var all []*ending
	err := casefile.Within(ctx, opt.timeout, func(ctx context.Context) error {
		for seed := range opt.sched.all() {
			e, err := runSeed(ctx, c, m, o, interleave.Options{Seed: seed, Independent: opt.warp.independent})
			if err != nil {
				return err
			}
			all = opt.join(c, all, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return opt.judge(c, all)
}

// interleaveGenerated does the same of generated code.
func (opt *runOptions) interleaveGenerated(ctx context.Context, c *casefile.Case, m *ir.Module, source string) (*casefile.Memory, error) {
	all, err := opt.runSeeds(ctx, c, m, source)
	if err != nil {
		return nil, err
	}
	return opt.judge(c, all)
}

// join adds the ending of a seed to those that are different.
func (opt *runOptions) join(c *casefile.Case, all []*ending, e *ending) []*ending {
	for _, x := range all {
		if x.alike(c, e) {
			x.same++
			return all
		}
	}
	return append(all, e)
}

// judge tells the user of the endings of all seeds.
func (opt *runOptions) judge(c *casefile.Case, all []*ending) (*casefile.Memory, error) {
	usual := all[0]
	for _, e := range all {
		if e.same > usual.same {
			usual = e
		}
	}
	if _, err := opt.std.Out.Write(usual.printed); err != nil {
		return nil, err
	}
	if len(all) == 1 {
		if n := usual.same; n > 1 && usual.fault == nil {
			fmt.Fprintf(opt.std.Err, "ptx2go: %d seeds, all with the same outcome\n", n)
		}
		return usual.mem, usual.fault
	}
	other := all[0]
	if other == usual {
		other = all[1]
	}
	fmt.Fprintf(opt.std.Err, "ptx2go: %d seeds have %d outcomes; %s the same as seed %d, the first that differs is %d: %s\n",
		opt.sched.last-opt.sched.first+1, len(all), has(usual.same), usual.seed, other.seed, usual.differs(c, other))
	return usual.mem, errFindings
}

func has(n int) string {
	if n == 1 {
		return "1 has"
	}
	return strconv.Itoa(n) + " have"
}

// runSeed runs a case in one order. The error is one of the engine.
func runSeed(ctx context.Context, c *casefile.Case, m *ir.Module, o interp.Options, order interleave.Options) (*ending, error) {
	o.Interleave = &order
	e, err := caseinterp.New(m, o)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	mem, err := casefile.ExecuteTo(ctx, c, e, &out)
	x := &ending{seed: order.Seed, mem: mem, printed: out.Bytes(), same: 1}
	var f *interp.Fault
	if errors.As(err, &f) {
		g := *f
		g.Seed = 0
		x.mem, x.fault, x.failed = nil, err, g.Error()
		return x, nil
	}
	return x, err
}

// alike reports whether two seeds have ended alike.
func (x *ending) alike(c *casefile.Case, y *ending) bool { return x.differs(c, y) == "" }

// differs says where another ending begins to differ, "" if it does not.
func (x *ending) differs(c *casefile.Case, y *ending) string {
	if a, b := x.failed, y.failed; a != b {
		if b == "" {
			return "it has no fault; seed " + strconv.FormatUint(x.seed, 10) + " has: " + x.fault.Error()
		}
		return y.fault.Error()
	}
	if x.mem != nil && y.mem != nil {
		for _, b := range c.Buffers {
			size := casefile.ElemSize(b.Elem)
			a, z := x.mem.Bytes(b.Name), y.mem.Bytes(b.Name)
			for i := 0; i+size <= min(len(a), len(z)); i += size {
				if !bytes.Equal(a[i:i+size], z[i:i+size]) {
					return fmt.Sprintf("%s[%d] is %s and not %s", diag.Shown(b.Name), i/size, casefile.FormatElem(b.Elem, z[i:i+size]), casefile.FormatElem(b.Elem, a[i:i+size]))
				}
			}
		}
	}
	if !bytes.Equal(x.printed, y.printed) {
		return "it prints something else"
	}
	return ""
}
