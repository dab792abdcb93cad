package probe

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Limits of what a file shows of differences.
const (
	maxDetails  = 6 // groups of a head
	maxExamples = 8 // inputs of the first of them, and of other heads
	fewExamples = 2 // inputs of the other groups
)

// quick lets the machine compute everything, so that its hashes are known, and
// compares all results, or those of a sample for a Unary head.
func (p *prober) quick(w *work, mod Module) error {
	switch w.h.Shape {
	case Small:
		o, err := upload(p.m, w.h, allOf(w.h))
		if err != nil {
			return err
		}
		return errors.Join(p.compare(w, mod, o), o.free())
	case Tuples:
		o, err := p.tuplesFor(w.h)
		if err != nil {
			return err
		}
		return p.compare(w, mod, o)
	}
	w.sums = make([]uint64, Groups)
	if err := hashOn(p.m, mod, 0, w.sums, p.Fractions); err != nil {
		w.sums = nil
		return err
	}
	w.e.HasSums = true
	for g, s := range w.sums {
		w.e.Sum += s
		w.e.Sums[g] = uint16(s >> 48)
	}
	if w.model == nil || w.h.Class == Approximate {
		p.logf("%-40s on the GPU", w.e.Head)
		return nil
	}
	sums := make([]uint64, Groups)
	if err := hashOn(p.m, mod, 0, sums, p.Sample); err != nil {
		return err
	}
	return p.check(w, mod, sums, p.Sample)
}

// full compares all results of a Unary head.
func (p *prober) full(w *work, mod Module) error {
	if w.h.Shape != Unary || w.model == nil || w.sums == nil || w.all {
		return nil
	}
	return p.check(w, mod, w.sums, p.Fractions)
}

// check compares the hashes of the first n members of all groups with the model's.
func (p *prober) check(w *work, mod Module, sums []uint64, n uint32) error {
	groups := make([]uint32, Groups)
	for g := range groups {
		groups[g] = uint32(g)
	}
	want, ok := hashGroups(w.h, w.model, groups, n, p.over)
	if !ok {
		return nil
	}
	w.compared, w.all = true, n == p.Fractions
	w.e.Inputs = Groups * uint64(n)
	w.e.Groups, w.e.Details = nil, nil
	for g := range groups {
		if sums[g] != want[g] {
			w.e.Groups = append(w.e.Groups, g)
		}
	}
	w.differs = len(w.e.Groups) > 0
	p.logf("%-40s %d inputs: %s", w.e.Head, w.e.Inputs, w.verdict())
	for i, g := range choose(w.e.Groups, maxDetails) {
		if p.over() {
			break
		}
		most := fewExamples
		if i == 0 {
			most = maxExamples
		}
		d, err := p.detail(w, mod, uint32(g), n, most)
		if err != nil {
			return err
		}
		w.e.Details = append(w.e.Details, d)
	}
	return nil
}

// choose picks at most n groups: those next to the exponent of 1 first, then
// others spread over the list.
func choose(groups []int, n int) []int {
	if len(groups) <= n {
		return groups
	}
	distance := func(g int) int { return max(g-127, 127-g) }
	near := slices.Clone(groups)
	slices.SortStableFunc(near, func(a, b int) int { return distance(a) - distance(b) })
	out := near[:n/2]
	for i := 0; len(out) < n; i++ {
		if g := groups[i*(len(groups)-1)/(n-1)]; !slices.Contains(out, g) {
			out = append(out, g)
		} else if i == n-1 {
			break
		}
	}
	return out
}

// detail compares the results of the first n members of a group one by one.
func (p *prober) detail(w *work, mod Module, group, n uint32, most int) (golden.Detail, error) {
	args := groupArgs(w.h, group, n)
	got, err := apply(p.m, mod, w.h, args)
	if err != nil {
		return golden.Detail{}, err
	}
	want := evaluate(w.model, args)
	d := golden.Detail{Group: int(group)}
	d.Count, d.Examples = differences(args, got, want, most)
	for i := range got {
		d.Most = max(d.Most, distance(got[i], want[i]))
	}
	return d, nil
}

// groupArgs returns the first n members of a group in ascending order.
func groupArgs(h *Head, group, n uint32) [][]uint64 {
	args := [][]uint64{make([]uint64, n)}
	for i := range n {
		args[0][i] = uint64(input(group, i))
	}
	slices.Sort(args[0])
	if h.twice {
		b := make([]uint64, n)
		for i, u := range args[0] {
			b[i] = uint64(uint32(u) * second)
		}
		args = append(args, b)
	}
	return args
}

// evaluate computes the model for all tuples on all processors.
func evaluate(model Batch, args [][]uint64) []uint64 {
	n := len(args[0])
	out := make([]uint64, n)
	const chunk = 1 << 12
	parallel((n+chunk-1)/chunk, nil, func(i int) {
		lo, hi := i*chunk, min(n, (i+1)*chunk)
		part := make([][]uint64, len(args))
		for k := range args {
			part[k] = args[k][lo:hi]
		}
		model(out[lo:hi], part)
	})
	return out
}

// distance is the difference of two results as integers.
func distance(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// differences counts the results that are not equal and returns the first of them.
func differences(args [][]uint64, got, want []uint64, most int) (count uint64, list []golden.Example) {
	for i := range got {
		if got[i] == want[i] {
			continue
		}
		if count++; len(list) < most {
			x := golden.Example{GPU: got[i], Model: want[i]}
			for _, a := range args {
				x.Args = append(x.Args, a[i])
			}
			list = append(list, x)
		}
	}
	return count, list
}

// compare compares all results for the operands.
func (p *prober) compare(w *work, mod Module, o *operands) error {
	model := w.model
	if model == nil && w.h.match.Lowering().Verb != isa.LowerNone && w.h.Class != Approximate {
		// No function computes it, but ptx2go has it.
		m, err := w.h.interpreted(p.m.Arch(), p.model)
		if err == nil {
			model, w.e.Model = m, "interpreter"
			o = o.first(interpretedTuples)
		}
	}
	got, err := applyOn(p.m, mod, w.h, o)
	if err != nil {
		return err
	}
	w.e.HasSums, w.e.Sum = true, tupleHash(got)
	if model == nil {
		p.logf("%-40s on the GPU", w.e.Head)
		return nil
	}
	w.compared, w.all = true, true
	w.e.Inputs = uint64(len(got))
	w.e.Count, w.e.Examples = differences(o.args, got, evaluate(model, o.args), maxExamples)
	w.differs = w.e.Count > 0
	p.logf("%-40s %d inputs: %s", w.e.Head, w.e.Inputs, w.verdict())
	return nil
}

// first returns the first n tuples of the operands.
func (o *operands) first(n int) *operands {
	part := &operands{arrays: o.arrays}
	for _, a := range o.args {
		part.args = append(part.args, a[:min(n, len(a))])
	}
	return part
}

// tuplesFor returns the tuples for the sources of a head. Heads with the same
// signature come one after the other.
func (p *prober) tuplesFor(h *Head) (*operands, error) {
	if p.tuples != nil && p.signature == h.signature() {
		return p.tuples, nil
	}
	if err := p.forget(); err != nil {
		return nil, err
	}
	o, err := upload(p.m, h, tuplesOf(h, p.Tuples))
	if err != nil {
		return nil, err
	}
	p.tuples, p.signature = o, h.signature()
	return o, nil
}

// forget frees the tuples.
func (p *prober) forget() error {
	if p.tuples == nil {
		return nil
	}
	err := p.tuples.free()
	p.tuples = nil
	return err
}

// ask asks the questions.
func (p *prober) ask() {
	for i := range questions {
		q := &questions[i]
		heads, tuples, err := q.questionHeads()
		if err != nil {
			panic("probe: " + err.Error()) // the list is part of the program, and tested
		}
		var list []*work
		for _, h := range heads {
			if p.Only != nil && !p.Only.MatchString(q.name) && !p.Only.MatchString(h.Name) {
				continue
			}
			if _, _, err := h.TargetFor(p.m.Arch()); err == nil {
				list = append(list, &work{h: h, e: &golden.Entry{Head: h.Name}})
			}
		}
		n := len(p.file.Answers)
		p.each(list, func(w *work, mod Module) error { return p.answer(q, w.h, mod, tuples[w.h]) })
		if answers := p.file.Answers[n:]; len(answers) > 0 {
			same := 0
			for _, a := range answers {
				if a.HasModel && a.GPU == a.Model {
					same++
				}
			}
			p.logf("%-40s %d of %d answers as expected: %s", "question "+q.name, same, len(answers), q.why)
		}
		for _, w := range list {
			if w.e.Why != "" {
				p.file.Entries = append(p.file.Entries, &golden.Entry{Kind: golden.Tuples, Head: fmt.Sprintf("%s:%s", q.name, w.h.Name),
					Class: "question", Verdict: golden.Failed, Why: w.e.Why})
			}
		}
	}
}

// answering is what answers a question for the head: its function, or the interpreter. It
// is nil where neither can.
func (h *Head) answering(arch int, gpu intrin.Model) Batch {
	if model, _ := h.Model(gpu); model != nil {
		return model
	}
	model, err := h.interpreted(arch, gpu)
	if err != nil {
		return nil
	}
	return model
}

// answer lets the machine answer a question for one head.
func (p *prober) answer(q *question, h *Head, mod Module, tuples [][]uint64) error {
	args := h.columns(tuples)
	got, err := apply(p.m, mod, h, args)
	if err != nil {
		return err
	}
	model := h.answering(p.m.Arch(), p.model)
	var want []uint64
	if model != nil {
		want = make([]uint64, len(got))
		model(want, args)
	}
	for i := range got {
		a := golden.Answer{Question: q.name, Head: h.Name, GPU: got[i], HasModel: model != nil}
		for _, c := range args {
			a.Args = append(a.Args, c[i])
		}
		if model != nil {
			a.Model = want[i]
		}
		p.file.Answers = append(p.file.Answers, a)
	}
	return nil
}
