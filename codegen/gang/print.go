package gang

import "github.com/ptx2go/ptx2go/codegen/scalar"

// Print prints what one gang does, or several side by side.
func (p *Printer) Print(g *scalar.Gang) {
	q := newPrinter(g, p.Plan(g.Body()), p.Lanes())
	q.threads = q.plan.Loops[g.Clean]
	q.undos = undos(q.plan, q.threads)
	f := newFlowPrinter(q)
	if g.Undo = nil; len(q.undos) == 0 {
		f.body()
		return
	}
	for _, u := range q.undos {
		g.Separate(u.load)
	}
	u := undoPrinter{f}
	g.Undo = u.leave
	u.around(f.body)
}
