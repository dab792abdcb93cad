package analysis

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestUniformityScale checks that the work grows with the size of a function and no
// faster: the rounds do not grow at all, the steps of the searches for branches by less
// than a factor of three from one size to the double. What is quadratic is given up.
func TestUniformityScale(t *testing.T) {
	for _, shape := range []string{"nested loops", "loops tested at the top", "jumps to the beginning", "nested ifs", "loops after another", "switch", "jumps over the next"} {
		var steps, rounds int
		for n := 500; n <= 4000; n *= 2 {
			u := NewUniformity(ofShape(shape, n), nil)
			if n > 500 && (u.meet.steps > 3*steps+100 || u.rounds > rounds) && u.meet.steps < maxMeetSteps {
				t.Errorf("%s: %d: %d steps, %d rounds; of half of them %d, %d", shape, n, u.meet.steps, u.rounds, steps, rounds)
			}
			steps, rounds = u.meet.steps, max(rounds, u.rounds)
		}
		if limit := maxMeetSteps + 100*4000*4; steps > limit || rounds > 6 {
			t.Errorf("%s: %d steps, %d rounds", shape, steps, rounds)
		}
		if given := steps > maxMeetSteps; given != (shape == "jumps over the next") {
			t.Errorf("%s: given up: %v", shape, given)
		}
	}
}

// ofShape makes a function of n parts of some shape.
func ofShape(shape string, n int) *ir.Func {
	f := &ir.Func{Name: shape, Entry: true, Module: &ir.Module{}}
	b := f.NewBlock("")
	x := b.Add(ir.OpSReg, ir.I32, 0)
	x.Attr.SReg = "tid.x"
	zero := b.Const(ir.I32, 0, 0)
	end := f.NewBlock("")
	cond := func(b *ir.Block, v *ir.Value) {
		c := b.Add(ir.OpICmp, ir.I1, 0, v, zero)
		c.Attr.Cmp = ir.Eq
		b.Ctrl = []*ir.Value{c}
	}
	jump := func(s *ir.Block) { b.SetTerm(ir.Jump, 0, s); b = s }
	switch shape {
	case "nested loops": // bottom tested
		var heads []*ir.Block
		var phis []*ir.Value
		for range n {
			h := f.NewBlock("")
			jump(h)
			heads = append(heads, h)
			phis = append(phis, h.Add(ir.OpPhi, ir.I32, 0, zero))
		}
		for i := n - 1; i >= 0; i-- {
			phis[i].Args = append(phis[i].Args, b.Add(ir.OpAdd, ir.I32, 0, phis[i], x))
			cond(b, phis[i].Args[1])
			next := f.NewBlock("")
			b.SetTerm(ir.If, 0, heads[i], next)
			b = next
		}
	case "loops tested at the top":
		var heads, outs []*ir.Block
		var phis []*ir.Value
		for range n {
			h, body, out := f.NewBlock(""), f.NewBlock(""), f.NewBlock("")
			jump(h)
			heads, outs = append(heads, h), append(outs, out)
			phis = append(phis, h.Add(ir.OpPhi, ir.I32, 0, zero))
			cond(h, x)
			h.SetTerm(ir.If, 0, body, out)
			b = body
		}
		for i := n - 1; i >= 0; i-- {
			phis[i].Args = append(phis[i].Args, b.Add(ir.OpAdd, ir.I32, 0, phis[i], x))
			b.SetTerm(ir.Jump, 0, heads[i])
			b = outs[i]
		}
	case "jumps to the beginning":
		h := f.NewBlock("")
		jump(h)
		phi := h.Add(ir.OpPhi, ir.I32, 0, zero)
		for range n {
			v := b.Add(ir.OpAdd, ir.I32, 0, phi, x)
			phi.Args = append(phi.Args, v)
			cond(b, v)
			next := f.NewBlock("")
			b.SetTerm(ir.If, 0, h, next)
			b = next
		}
	case "nested ifs":
		var joins []*ir.Block
		for range n {
			then, j := f.NewBlock(""), f.NewBlock("")
			cond(b, x)
			b.SetTerm(ir.If, 0, then, j)
			joins = append(joins, j)
			b = then
		}
		for i := n - 1; i >= 0; i-- {
			jump(joins[i])
			b.Add(ir.OpPhi, ir.I32, 0, x, zero)
		}
	case "loops after another":
		v := x
		for range n {
			h, next := f.NewBlock(""), f.NewBlock("")
			jump(h)
			phi := h.Add(ir.OpPhi, ir.I32, 0, zero)
			w := h.Add(ir.OpAdd, ir.I32, 0, phi, v)
			phi.Args = append(phi.Args, w)
			cond(h, w)
			h.SetTerm(ir.If, 0, h, next)
			v, b = w, next
		}
	case "switch":
		j := f.NewBlock("")
		phi := j.Add(ir.OpPhi, ir.I32, 0)
		var to []*ir.Block
		for range n {
			c := f.NewBlock("")
			c.SetTerm(ir.Jump, 0, j)
			phi.Args = append(phi.Args, x)
			to = append(to, c)
		}
		phi.Args[0] = zero
		b.Ctrl = []*ir.Value{x}
		b.SetTerm(ir.Switch, 0, to...)
		b = j
	case "jumps over the next": // each block may go one or two on, all with phis
		var bs []*ir.Block
		for range n {
			bs = append(bs, f.NewBlock(""))
		}
		jump(bs[0])
		for i := range n - 2 {
			if i > 1 {
				bs[i].Add(ir.OpPhi, ir.I32, 0, x, zero)
			}
			cond(bs[i], x)
			bs[i].SetTerm(ir.If, 0, bs[i+1], bs[i+2])
		}
		bs[n-2].SetTerm(ir.Jump, 0, bs[n-1])
		b = bs[n-1]
	}
	b.SetTerm(ir.Jump, 0, end)
	end.SetTerm(ir.Exit, 0)
	return f
}
