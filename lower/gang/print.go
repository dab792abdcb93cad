package gang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Text plans the bodies of a schedule, and returns what schedule.Print adds to each.
func Text(s *schedule.Schedule) func(*schedule.Body) string {
	plans := New(s)
	return func(b *schedule.Body) string {
		if p := plans[b]; p != nil {
			return p.String()
		}
		return ""
	}
}

// String returns the plan as text, a line for each thing that it says: first what a gang costs
// or why there is none, then which values the lanes share and which count up, how accesses find
// their elements, what takes masks, what keeps lanes as they are, and what runs lane by lane.
func (p *Plan) String() string {
	t := &text{p: p, kernel: p.Body.Func.Owner()}
	if p.Why != nil {
		t.line("no gang, because of %s", p.Why.Text)
		return t.String()
	}
	t.head()
	t.shapes()
	for _, v := range p.flow.values {
		if a, ok := p.Access[v]; ok {
			t.line("gang v%d: %s", v.ID, a)
		}
	}
	for _, b := range p.Body.Func.Blocks {
		if p.Diverges[b] {
			t.line("gang mask: %s, by v%d", b, b.Ctrl[0].ID)
		}
	}
	return t.String()
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

// head writes what a gang costs.
func (t *text) head() {
	p := t.p
	more := ""
	if p.Aligned {
		more = ", from multiples of 8"
	}
	t.line("gang: %d vectors, jam %d%s", p.Pressure, p.Jam, more)
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
	words := []string{a.Order.String()}
	if a.Order == Strided {
		words[0] += fmt.Sprintf(" by %d", a.Stride)
	}
	if a.Window {
		words = append(words, "through a window")
	}
	for _, e := range a.Exact {
		i := slices.Index([]bool{false, true}, e.Signed)
		words = append(words, fmt.Sprintf("if %s(v%d%+d*%d) does not wrap", [...]string{"u32", "s32"}[i], e.Value.ID, e.Stride, Width-1))
	}
	return strings.Join(words, ", ")
}
