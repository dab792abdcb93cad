package gang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Text plans the kernels of a schedule for gangs of both widths, and returns what schedule.Print adds to
// each body: what gangs of Width lanes do, whether there are some of Widest, and how much of the work of a
// kernel that is cut a region is estimated to be.
func Text(s *schedule.Schedule) func(*schedule.Body) string {
	texts := map[*schedule.Body]string{}
	for _, k := range s.Kernels {
		x, wide := New(s, k, Width), New(s, k, Widest)
		x.LeaveAlone()
		wide.LeaveTo(x)
		share := shares(s, k)
		for b, p := range x.Plans {
			texts[b] = textOf(p, wide.Plans[b])
			if k.Form == schedule.Regions {
				texts[b] += fmt.Sprintf("  work: %.3g %% of the kernel\n", 100*share[b.Func])
			}
		}
		for _, c := range x.Chains {
			texts[s.Body(k.CTA)] += c.text(k)
		}
	}
	return func(b *schedule.Body) string { return texts[b] }
}

// textOf is a plan as text, and what there is to say of that for wider gangs.
func textOf(p, wide *Plan) string {
	a, b := p.head(), wide.head()
	widths := fmt.Sprintf("gang of %d", p.Width)
	switch {
	case p.Why != nil:
		return fmt.Sprintf("  no gang: %s\n", a)
	case wide.Why != nil:
		b = fmt.Sprintf("  no gang of %d: %s\n", wide.Width, b)
	case a == b:
		widths, b = fmt.Sprintf("%s or %d", widths, wide.Width), ""
	default:
		b = fmt.Sprintf("  gang of %d: %s\n", wide.Width, b)
	}
	return fmt.Sprintf("  %s: %s\n%s%s", widths, a, b, p)
}

// text returns the chain as text: which steps it has, or what keeps warps from it, of which
// threads, and what has to be in memory.
func (c *Chain) text(k *schedule.Kernel) string {
	if c.Why != nil {
		return fmt.Sprintf("  no chain: %s\n", c.Why.In(k.Func.Module))
	}
	region := func(f *ir.Func) string { return fmt.Sprintf("@%s.%d", k.Func.Name, slices.Index(k.Regions, f)+1) }
	var words []string
	for _, s := range c.Steps {
		if s.Value.Op == ir.OpRun {
			word := region(s.Value.Attr.Func)
			for _, e := range s.Exact {
				word += fmt.Sprintf("(%s does not wrap)", e.text("tid.x"))
			}
			words = append(words, word)
		} else {
			words = append(words, fmt.Sprintf("v%d", s.Value.ID))
		}
	}
	text := "  chain: " + strings.Join(words, " ")
	if c.First > 0 {
		text += fmt.Sprintf(", for tid.x<%d", c.First)
	}
	if c.Alone {
		text += ", of one row"
	}
	for _, q := range c.Meet {
		text += fmt.Sprintf(", if v%d of %s is apart from v%d of %s", q.Load.ID, region(q.Load.Block.Func), q.Store.ID, region(q.Store.Block.Func))
	}
	for _, list := range []struct {
		of    []*ir.Slot
		about string
	}{{c.Load, "reads"}, {c.Store, "keeps"}, {c.Aside, "puts aside"}} {
		for i, s := range list.of {
			text += map[bool]string{true: ", " + list.about + " ", false: " "}[i == 0] + fmt.Sprintf("$%d", s.ID)
		}
	}
	return text + "\n"
}

// String returns as text what gangs of a plan do, a line for each thing that it says: which values the
// lanes share and which count up, how accesses find their elements, what takes masks, what keeps lanes as
// they are, what they do in turn, and what has no way back.
func (p *Plan) String() string {
	t := &text{p: p, kernel: p.Body.Func.Owner()}
	t.rows()
	t.shapes()
	t.list(func(v *ir.Value) string {
		a, ok := p.Access[v]
		switch {
		case !ok:
			return ""
		case a.Order == Gather:
			return a.String() + p.because(v.Args[0])
		case p.Record[v] != nil:
			return fmt.Sprintf("%s, in a record with v%d", a, p.Record[v].At.ID)
		}
		return a.String()
	})
	for _, b := range p.Body.Func.Blocks {
		if p.Diverges[b] {
			t.line("gang mask: %s, by v%d%s", b, b.Ctrl[0].ID, p.because(b.Ctrl[0]))
		}
	}
	t.blends()
	t.list(func(v *ir.Value) string {
		if p.Turns[v] {
			return "in turn"
		}
		return ""
	})
	t.list(func(v *ir.Value) string {
		return noWay(p, v)
	})
	t.list(func(v *ir.Value) string {
		for _, w := range p.Ways {
			if l := w.Undo[v]; l != nil {
				return fmt.Sprintf("undone by v%d", l.ID)
			}
		}
		return ""
	})
	return t.String()
}

// noWay says what there is no way back from, and in which cases.
func noWay(p *Plan, v *ir.Value) string {
	if len(p.Ways) == 0 || !p.Ways[0].NoWay[v] {
		return ""
	}
	for _, w := range p.Ways[1:] {
		switch {
		case w.NoWay[v]:
		case len(w.Undo) > 0:
			return "no way back unless stores are undone"
		default:
			return "no way back where memory overlaps"
		}
	}
	return "no way back"
}

// text writes the lines of a plan.
type text struct {
	strings.Builder
	p      *Plan
	kernel *ir.Func
}

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(t, "  "+format+"\n", args...)
}

// list writes what is to say of values, those of which it is the same in one line.
func (t *text) list(about func(*ir.Value) string) {
	of := map[string][]string{}
	var order []string
	for _, v := range t.p.flow.values {
		text := about(v)
		if text == "" {
			continue
		}
		if of[text] == nil {
			order = append(order, text)
		}
		of[text] = append(of[text], fmt.Sprintf("v%d", v.ID))
	}
	for _, text := range order {
		t.line("gang %s: %s", text, strings.Join(of[text], " "))
	}
}

// blends writes the assignments that leave lanes as they are.
func (t *text) blends() {
	var list []string
	for _, b := range t.p.Body.Func.Blocks {
		for _, v := range b.Values {
			if t.p.Blends(v, -1) {
				list = append(list, fmt.Sprintf("v%d", v.ID))
			}
			for i := range v.Args {
				if t.p.Blends(v, i) {
					list = append(list, fmt.Sprintf("v%d from %s", v.ID, b.Preds[i]))
				}
			}
		}
	}
	if len(list) > 0 {
		t.line("gang blend: %s", strings.Join(list, ", "))
	}
}

// head is what a gang costs, or why there is none.
func (p *Plan) head() string {
	if p.Why != nil {
		return p.Why.In(p.Body.Func.Module)
	}
	more := ""
	if p.Aligned {
		more = ", from multiples of " + strconv.Itoa(p.Width)
	}
	if p.Overlap {
		more += ", the last one overlapping"
	}
	alone := ""
	if p.Alone != "" {
		alone = fmt.Sprintf(" (%s)", p.Alone)
	}
	return fmt.Sprintf("%d vectors, jam %d%s%s%s", p.Pressure, p.Jam, alone, more, p.without())
}

// without says of which loops over threads none stands in front.
func (p *Plan) without() (text string) {
	list := p.Body.Clean.All()
	some := slices.ContainsFunc(list, p.Gangs)
	for _, w := range list {
		if x := p.Loops[w]; x.Why != nil {
			text += fmt.Sprintf(", not in the clean loop %s: %s", w.Side, x.Why.In(p.Body.Func.Module))
		}
	}
	if why := p.Loops[nil].Why; why != nil && some {
		text += ", not in the general loop: " + why.In(p.Body.Func.Module)
	}
	return text
}

// rows writes how gangs go through the rows of a CTA, and which vectors rows side by side share.
func (t *text) rows() {
	r := t.p.Rows
	if r == nil {
		return
	}
	alone := ""
	if r.Alone != "" {
		alone = fmt.Sprintf(" (%s)", r.Alone)
	}
	list := func(what string, in func(*ir.Value) bool) {
		var names []string
		for _, v := range t.p.flow.values {
			if in(v) {
				names = append(names, fmt.Sprintf("v%d", v.ID))
			}
		}
		if len(names) > 0 {
			alone += ", " + what + " " + strings.Join(names, " ")
		}
	}
	list("which share", func(v *ir.Value) bool {
		return r.Beside > 1 && v.Op != ir.OpConst && t.p.vectors(v) > 0 && !r.Differs[v.ID] && t.p.Body.Uses.Needed[v.ID]
	})
	list("squares", func(v *ir.Value) bool { return r.Square[v] })
	t.line("gang rows: by themselves, %d at a time%s", r.Beside, alone)
}

// shapes writes the values of which lanes have the same, or one number, although what they are
// computed from does not say so.
func (t *text) shapes() {
	p := t.p
	var shared, counting []string
	for _, v := range p.flow.values {
		switch s := p.Shape[v.ID]; {
		case s.Class == Uniform && (v.Op == ir.OpLoad || v.Op == ir.OpPhi):
			shared = append(shared, fmt.Sprintf("v%d", v.ID))
		case s.Class == Affine:
			counting = append(counting, fmt.Sprintf("v%d%+d", v.ID, s.Stride))
		case s.Class == Crossed:
			counting = append(counting, fmt.Sprintf("v%d%+d^%d", v.ID, s.Stride, s.Cross))
		}
	}
	if len(shared) > 0 {
		t.line("gang uniform: %s", strings.Join(shared, " "))
	}
	if len(counting) > 0 {
		t.line("gang affine: %s", strings.Join(counting, " "))
	}
}

// String returns a pattern as text.
func (a Pattern) String() string {
	if a.Own {
		return map[bool]string{false: "own memory, anyhow", true: "own memory"}[a.Order == Contiguous]
	}
	words := []string{a.Order.String()}
	switch a.Order {
	case Strided:
		words[0] += fmt.Sprintf(" by %d", a.Stride)
	case Swapped:
		words[0] += fmt.Sprintf(" by lane^%d", a.Cross)
	}
	if a.Even != nil {
		words = append(words, fmt.Sprintf("even by v%d", a.Even.Value.ID))
	}
	if a.Whole {
		words = append(words, "inside")
	}
	if a.Window {
		words = append(words, "through a window")
	}
	for _, e := range a.Exact {
		words = append(words, fmt.Sprintf("if %s does not wrap", e.text(strconv.Itoa(Width-1))))
	}
	return strings.Join(words, ", ")
}

// text is the number that must not wrap, of the last thread.
func (e Exact) text(last string) string {
	return fmt.Sprintf("%s(v%d%+d*%s)", map[bool]string{false: "u32", true: "s32"}[e.Signed], e.Value.ID, e.Stride, last)
}
