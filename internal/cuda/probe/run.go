package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// Options say what Run does.
type Options struct {
	Header golden.Header  // of the file; Run fills in the sizes and the time
	Only   *regexp.Regexp // heads and questions, nil for all
	Out    string         // folder for dumps, "" for none
	// Budget is how long Run may start new work, 0 for ever.
	Budget time.Duration
	// Fractions is how many members of each of the 512 groups a Unary head sees,
	// Fractions for all; Sample how many the quick pass compares; Tuples how many
	// tuples the other heads see. 0 are the defaults.
	Fractions, Sample uint32
	Tuples            int
	Log               io.Writer // progress, nil for none
	// Save, if not nil, gets what is known so far, now and then: a run may be
	// killed.
	Save func(*golden.File)
}

// Defaults of Options.
const (
	DefaultSample = 1 << 12
	DefaultTuples = 1 << 22
)

// interpretedTuples is how many tuples are compared where the interpreter is the
// model, which is slow.
const interpretedTuples = 1 << 15

// prober is a run under way.
type prober struct {
	Options
	ctx   context.Context
	m     Machine
	model intrin.Model
	start time.Time
	list  []*work
	file  *golden.File // header and answers
	saved time.Time

	// The tuples of the signature that came last.
	signature string
	tuples    *operands

	lost atomic.Pointer[error] // why the machine does not go on
}

// Run asks the machine. What it has found out is in the file even when the error
// says that it could not go on to the end.
func Run(ctx context.Context, m Machine, opt Options) (*golden.File, error) {
	if opt.Fractions == 0 {
		opt.Fractions = Fractions
	}
	if opt.Sample == 0 {
		opt.Sample = DefaultSample
	}
	opt.Sample = min(opt.Sample, opt.Fractions)
	if opt.Tuples == 0 {
		opt.Tuples = DefaultTuples
	}
	if opt.Fractions > Fractions || opt.Tuples < 0 || opt.Tuples > 1<<28 {
		return nil, fmt.Errorf("there are %d fractions, and at most %d tuples", Fractions, 1<<28)
	}
	if opt.Log == nil {
		opt.Log = io.Discard
	}
	model, err := intrin.GPU(fmt.Sprintf("sm_%d", m.Arch()))
	if err != nil {
		return nil, err
	}
	p := &prober{Options: opt, ctx: ctx, m: m, model: model, start: time.Now(), saved: time.Now(), file: &golden.File{Header: opt.Header}}
	p.file.Header.Fractions, p.file.Header.Tuples = opt.Fractions, opt.Tuples
	err = p.run()
	if lost := p.lost.Load(); lost != nil {
		err = errors.Join(err, *lost)
	}
	return p.known(), err
}

// run works through everything, what matters most first: questions, approximate
// instructions with all inputs, then a quick pass over all others, then all inputs
// of these.
func (p *prober) run() error {
	p.list = p.heads()
	p.ask()
	var first, later []*work
	for _, w := range p.list {
		if w.h.Class == Approximate {
			first = append(first, w)
		} else {
			later = append(later, w)
		}
	}
	p.each(first, func(w *work, mod Module) error { return errors.Join(p.quick(w, mod), p.full(w, mod)) })
	p.writeDumps(first)
	p.each(later, p.quick)
	p.each(fullOrder(later), p.full)
	return p.forget()
}

// known returns the file as far as it is known.
func (p *prober) known() *golden.File {
	f := *p.file
	f.Header.Seconds = int(time.Since(p.start).Seconds())
	f.Entries = slices.Clone(f.Entries)
	for _, w := range p.list {
		e := *w.e
		e.Verdict = w.verdict()
		f.Entries = append(f.Entries, &e)
	}
	return &f
}

// saveEvery is how often a run saves what it knows.
const saveEvery = 20 * time.Second

func (p *prober) save() {
	if p.Save != nil && time.Since(p.saved) > saveEvery {
		p.Save(p.known())
		p.saved = time.Now()
	}
}

// work is a head and what has become of it. The fields are written by the goroutine of Run alone.
type work struct {
	h *Head
	e *golden.Entry

	model    Batch
	sums     []uint64 // of the GPU, for a Unary head
	compared bool     // with the model, at least a sample
	all      bool     // with the model, everything that there is
	differs  bool
}

func (w *work) verdict() golden.Verdict {
	switch {
	case w.e.Verdict == golden.Failed:
		return golden.Failed
	case w.differs:
		return golden.Differs
	case w.all:
		return golden.Equal
	case w.compared:
		return golden.Sampled
	case w.model == nil && w.e.HasSums:
		return golden.NoModel
	}
	return golden.Skipped
}

// heads lists the heads that the machine has, in the order of the file: by class,
// shape and signature, then as in the table.
func (p *prober) heads() []*work {
	var list []*work
	for name, h := range HeadsOf(p.m.Arch()) {
		if p.Only != nil && !p.Only.MatchString(name) {
			continue
		}
		kind := map[Shape]string{Unary: golden.Unary, Small: golden.Small, Tuples: golden.Tuples}[h.Shape]
		w := &work{h: h, e: &golden.Entry{Kind: kind, Head: name, Class: h.Class.String()}}
		if w.model, w.e.Model = h.Model(p.model); w.model == nil {
			w.e.Model = ""
		}
		list = append(list, w)
	}
	slices.SortStableFunc(list, func(a, b *work) int {
		if a.h.Class != b.h.Class {
			return int(a.h.Class - b.h.Class)
		}
		if a.h.Shape != b.h.Shape {
			return int(a.h.Shape - b.h.Shape)
		}
		if a.h.Shape == Tuples {
			return strings.Compare(a.h.signature(), b.h.signature())
		}
		return 0
	})
	return list
}

// fullOrder returns the Unary heads that are worth all inputs, the most interesting
// first: conversions between floats, arithmetic, conversions to integers, then
// those with .ftz, which differ in one group, of two sources, which take longest, and
// from integers. A head that is another spelling of one of these has been sampled.
func fullOrder(list []*work) []*work {
	rank := func(h *Head) int {
		switch {
		case h.src[0].typ.IsInt():
			return 5
		case h.twice:
			return 4
		case h.match.Has("ftz"):
			return 3
		case h.dest.typ.IsInt():
			return 2
		case h.Class == Arithmetic:
			return 1
		}
		return 0
	}
	var out []*work
	for _, w := range list {
		if w.h.Shape == Unary && !w.h.Alias() {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b *work) int { return rank(a.h) - rank(b.h) })
	return out
}

// over reports whether no new work may start.
func (p *prober) over() bool {
	return p.ctx.Err() != nil || p.lost.Load() != nil || p.Budget > 0 && time.Since(p.start) > p.Budget
}

// ahead is how many modules are compiled before their turn, at the same time:
// compiling one takes longer than running it.
const ahead = 6

// each calls fn for each element with its module, in order, until time is up.
func (p *prober) each(list []*work, fn func(*work, Module) error) {
	type loaded struct {
		mod Module
		err error
	}
	results := make([]chan loaded, len(list))
	slots := make(chan struct{}, ahead)
	for i := range results {
		results[i] = make(chan loaded, 1)
	}
	go func() {
		for i, w := range list {
			slots <- struct{}{}
			go func() {
				var l loaded
				if !p.over() {
					l.mod, l.err = p.load(w.h)
				}
				results[i] <- l
			}()
		}
	}()
	for i, w := range list {
		l := <-results[i]
		if l.mod != nil {
			if !p.over() {
				l.err = fn(w, l.mod)
			}
			l.err = errors.Join(l.err, l.mod.Unload())
		}
		if l.err != nil {
			p.fail(w, l.err)
		}
		<-slots
		p.save()
	}
}

// load compiles the module of a head.
func (p *prober) load(h *Head) (Module, error) {
	text, err := h.Kernel(p.m.Arch())
	if err != nil {
		return nil, err
	}
	return p.m.Load(text)
}

// fail records that a head did not run.
func (p *prober) fail(w *work, err error) {
	text := err.Error()
	const most = 600 // of the compiler's log
	if len(text) > most {
		text = text[:most] + "..."
	}
	if w.e.Verdict != golden.Failed {
		p.logf("%-40s failed: %s", w.e.Head, text)
	}
	w.e.Verdict, w.e.Why = golden.Failed, text
	if cuda.Lost(err) {
		lost := fmt.Errorf("the GPU was lost at %s: %w", w.e.Head, err)
		p.lost.CompareAndSwap(nil, &lost)
	}
}

func (p *prober) logf(format string, args ...any) {
	fmt.Fprintf(p.Log, "%7.1fs "+format+"\n", append([]any{time.Since(p.start).Seconds()}, args...)...)
}
