package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// bra builds a branch. Its guard makes it conditional.
func (b *fn) bra() {
	l, ok := b.ops[0].Sym.(*frontend.Label)
	if !ok {
		b.giveUp()
		return
	}
	g := b.in.Guard
	if g == nil {
		b.cur.SetTerm(ir.Jump, b.pos, b.target(l))
		b.cur = nil
		b.branched(l)
		return
	}
	p := b.predicate(g)
	next := b.f.NewBlock("")
	b.branch(p, g.Neg, b.target(l), next)
	b.branched(l)
	b.seal(next)
	b.start(next)
}

// brx builds an indexed branch.
func (b *fn) brx() {
	var t *frontend.Table
	if len(b.ops) == 2 {
		t, _ = b.ops[1].Sym.(*frontend.Table)
	}
	if t == nil || len(t.Names) == 0 {
		b.giveUp()
		return
	}
	b.edges += len(t.Names)
	i := b.value(&b.ops[0], ir.I32)
	var labels []*frontend.Label
	var blocks []*ir.Block
	for _, n := range t.Names {
		l, ok := n.Sym.(*frontend.Label)
		if !ok {
			b.giveUp()
			return
		}
		labels = append(labels, l)
		blocks = append(blocks, b.target(l))
	}
	b.cur.Ctrl = []*ir.Value{i}
	b.cur.SetTerm(ir.Switch, b.pos, blocks...)
	b.cur = nil
	for _, l := range labels {
		b.branched(l)
	}
}

// ret builds the end of a function: of the thread, in a kernel.
func (b *fn) ret() {
	b.cur.Ctrl = b.results()
	b.cur.SetTerm(ir.Ret, b.pos)
	b.cur = nil
}

// results returns what the function returns at this point.
func (b *fn) results() []*ir.Value {
	var vs []*ir.Value
	for _, r := range b.ast.Results {
		if s := b.slots[r]; s != nil {
			for _, w := range s.words {
				vs = append(vs, b.read(w.x, b.cur))
			}
			continue
		}
		x := b.reg(&frontend.Reg{Var: r, Num: -1}, "")
		for c, t := range wordTypes(r) {
			vs = append(vs, b.bitcast(b.read(x+varID(c), b.cur), t))
		}
	}
	return vs
}

// exit builds the end of the thread.
func (b *fn) exit() {
	b.cur.SetTerm(ir.Exit, b.pos)
	b.cur = nil
}

// trap builds the end of the grid.
func (b *fn) trap() {
	b.add(ir.OpTrap, ir.Void)
	b.cur.SetTerm(ir.Unreachable, b.pos)
	b.cur = nil
}
