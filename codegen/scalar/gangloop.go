package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// gangCount is how a loop over gangs counts.
type gangCount struct {
	at   *jen.Statement // what counts: the number of the first thread of a gang, or behind its last from last to first
	from *jen.Statement // what it begins with; nil for zero
	kind gosrc.Kind
	head func(lanes int) *jen.Statement // of a loop in steps of so many threads
	deps []*gosrc.Variable              // of the head
	last func(lanes int) *jen.Statement // makes what counts the beginning of a last gang that overlaps the one before it; nil for none

	first *gosrc.Variable // what counts, as a variable; nil where code speaks of another one

	each   func(*gosrc.Variable) bool // slices with an element for each thread; nil for none
	length *jen.Statement             // how many these have
}

// gangsOfLanes is part of the name of a loop over gangs.
func gangsOfLanes(lanes int) string {
	if lanes == gang.Width {
		return "Gangs"
	}
	return "Gangs" + strconv.Itoa(lanes) + "x"
}

// gangLoop prints a loop over gangs as a function of its own: a scalar float that is alive around
// it would be in a register that the loop moves with legacy SSE. It returns the call, and what
// that mentions: the function returns what has been counted when the loop ends. enter makes code
// speak of the gang's first thread.
func (g *rowGen) gangLoop(w *schedule.Clean, n gangCount, facts schedule.Facts, enter func(in *rowGen)) (call *jen.Statement, deps []*gosrc.Variable) {
	in := g.ofGangs()
	if in.outer == nil {
		in.outer = in.names
	}
	in.ctx.facts = facts
	in.gangsInRow(&Gang{Clean: w, Jam: g.gangs.Plan(g.body).Jam, Front: map[any]*gosrc.Variable{}}, n, enter)
	return in.callGangs(gangsOfLanes(g.gangs.Lanes()), n)
}

// ofGangs is what prints a function of gangs, which the one at hand calls.
func (g *rowGen) ofGangs() *rowGen {
	in := g.inner()
	in.goFunc = g.goFunc.beginGangs()
	return in
}

// gangsInRow prints the loops over the gangs of a row, those of gangs side by side first, and then
// those of single ones.
func (g *rowGen) gangsInRow(gang *Gang, n gangCount, enter func(in *rowGen)) {
	around := g.cur
	jams := []int{1}
	if gang.Jam > 1 {
		jams = []int{gang.Jam, 1}
	}
	if n.last != nil {
		jams = append(jams, 1)
	}
	for i, jam := range jams {
		g.cur, gang.Jam = around, jam
		if n.last != nil && i == len(jams)-1 {
			g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: n.last(g.gangs.Lanes()), Deps: n.deps})
		}
		in := g.inner()
		in.plan = g.plan.alone()
		in.byVal = g.ofFront(g.byVal)
		if t := g.throughRows; t != nil {
			t.list[0].byVal = in.byVal
		}
		gang.funcGen = in.funcGen
		in.gangsAt(gang, n, gang.Jam*g.gangs.Lanes(), enter)
	}
}

// gangsAt prints one loop over gangs, in steps of so many threads.
func (g *rowGen) gangsAt(gang *Gang, n gangCount, lanes int, enter func(in *rowGen)) {
	gang.loop = g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: n.head(lanes), Body: gosrc.NewBlock(), Label: g.pickOuter("gangs"), Deps: n.deps, Origins: g.originOfThreads()})
	if gang.lead == nil {
		gang.lead = gang.loop
	}
	if gang.inRow == nil {
		gang.inRow = gang.loop
	}
	g.cur = gang.loop.Body
	g.names = gosrc.NewNamer(g.names)
	g.tuples = map[*ir.Value][]*gosrc.Variable{}
	enter(g)
	g.gangs.Print(gang)
	rounds := g.kernel.mostGangs(lanes)
	switch polls := g.gangsPoll(rounds * gang.Jam); {
	case polls && g.throughRows == nil:
		s := leaving()
		s.Body.Add(&gosrc.Stmt{Kind: gosrc.BreakStmt, Label: gang.loop.Label})
		gang.loop.Body.Insert(0, s)
	case polls:
		pollGangs(gang.loop.Body)
	default:
		gang.loop.Body.Insert(0, atMost(rounds))
	}
	if g.throughRows == nil {
		gang.loop.Body.Insert(0, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: doneTo(n.at.Clone(), n.kind), Lead: true})
	}
}

// gangsPoll reports whether a loop over so many gangs polls. Each may begin with clearing the local memory of its
// lanes, which may be long.
func (g *rowGen) gangsPoll(gangs int) bool {
	p := g.gangs.Plan(g.body)
	return gang.Frame(p) > 0 || g.kernel.pollsGangs(g.body, gangs, gang.Instructions(p))
}

// ofFront returns the variables of what is computed in front of the loops over threads.
func (g *scope) ofFront(byVal map[*ir.Value]*gosrc.Variable) map[*ir.Value]*gosrc.Variable {
	out := map[*ir.Value]*gosrc.Variable{}
	for v, x := range byVal {
		if g.front[v] {
			out[v] = x
		}
	}
	return out
}

// callGangs ends a function of gangs. It returns the call for the function around, and what that
// mentions.
func (g *rowGen) callGangs(kind string, n gangCount) (call *jen.Statement, deps []*gosrc.Variable) {
	name := g.mod.Names.Pick(g.mod.KernelBase(g.kernel.Func) + kind + strconv.Itoa(len(g.kernel.gangFuncs)+1))
	root := g.root
	gosrc.Tidy(root)
	gosrc.Coalesce(root)
	gosrc.CountLoops(root)
	gosrc.JoinLeaves(root)
	gosrc.Unlabel(root)
	free, own := root.Detach()
	named := map[string]bool{} // what both loops mention each may have made anew, such as the number of the row
	free = slices.DeleteFunc(free, func(v *gosrc.Variable) bool {
		again := named[v.Name]
		named[v.Name] = true
		return v == n.first || again
	})
	declared := map[*gosrc.Variable]bool{}
	for _, v := range g.vars {
		declared[v] = true
	}
	own = slices.DeleteFunc(own, func(v *gosrc.Variable) bool { return !declared[v] })
	gosrc.Declare(own, root, g.irreducible)
	params := []jen.Code{jen.Id("c").Op("*").Add(Runtime("CTA"))}
	args := []jen.Code{jen.Id("c")}
	var body []jen.Code
	switch {
	case n.from != nil:
		params, args = append(params, n.at.Clone().Add(n.kind.Type())), append(args, n.from)
		body = append(body, doneTo(n.at.Clone(), n.kind))
	case n.kind == gosrc.Int:
		body = append(body, n.at.Clone().Op(":=").Lit(0))
	default:
		body = append(body, n.at.Clone().Op(":=").Add(n.kind.Type()).Call(jen.Lit(0)))
	}
	for _, v := range free {
		if v == g.ofLanes.words {
			args = append(args, jen.Id("c").Dot("FramesOfLanes").Call(jen.Id(gosrc.Num(g.ofLanes.number))))
			continue
		}
		of, arg := g.pieces.given(v)
		if args = append(args, arg); !slices.Contains(deps, of) {
			deps = append(deps, of)
		}
		// The Go compiler needs to know how long slices are, to prove their checks away.
		if cut := jen.Id(v.Name).Op("=").Id(v.Name).Index(jen.Op(":").Add(n.length)); n.each != nil && n.each(v) {
			body = append(body, cut)
		}
	}
	params = append(params, gosrc.GroupParams(free)...)
	body = slices.Concat(body, root.Print(g.mod.marks, g.mod.Comments), []jen.Code{jen.Qual(GangPath(g.gangs.Lanes()), "Clear").Call(), jen.Return(n.at.Clone())})
	g.kernel.gangFuncs = append(g.kernel.gangFuncs, leaf(name, params, n.kind.Type(), body, g.mod.Head(g.f)))
	return jen.Id(name).Call(args...), deps
}

// leaf is a function of vectors only.
func leaf(name string, params []jen.Code, result jen.Code, body []jen.Code, of gosrc.Origin) GangFunc {
	head := jen.Func().Id(name).Params(params...).Add(result)
	return GangFunc{Name: name, Code: jen.Comment("//go:noinline").Line().Add(gosrc.Marked(head.Clone().Block(body...), of)), Decl: head}
}

// alone is the plan for a gang: no two values share a variable, as both sides of a branch may
// run, and what is loaded has one.
func (p *plan) alone() *plan {
	q := *p
	q.lanes = true
	q.inline = slices.Clone(p.inline)
	q.vectors = nil // each load has its check, behind which other code does it where it fails
	q.shared = analysis.NewCoalescer(p.f, ir.Dominators(p.f), analysis.NewLiveness(p.f, p.readsOf))
	return &q
}
