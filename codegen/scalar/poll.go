package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Where code polls is a matter of the schedule (schedule.Polls).

// poll prints a poll.
func (g *funcGen) poll() *gosrc.Stmt {
	return g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.cta().Dot("Poll").Call()})
}

// mindsThread reports whether somebody may ask which thread runs: who is told of a fault, if there
// may be some, functions that take the thread, or who is told in which loop it has left.
func (g *rowGen) mindsThread(faults bool) bool {
	return faults || g.needsThread() || len(g.body.Polls.Loops)+len(g.body.Polls.Labels) > 0
}

// loopRef is what the line table has for the poll of a loop, see ptx.Kernel.Lines.
const loopRef = "loop"

// pollLoop prints the poll of a loop, or of a label that a goto leads back to, and says where that
// is: there the thread is if the launch is given up.
func (g *funcGen) pollLoop(n *region.Node) {
	s := g.poll()
	pos := n.Block.Start()
	n.Walk(func(n *region.Node) bool {
		if n.Kind == region.Basic && !pos.IsValid() { // a pass has made the head
			pos = n.Block.Start()
		}
		return !pos.IsValid()
	})
	s.Line = g.mod.Line(pos)
	s.Places = []gosrc.Access{{Line: s.Line, Ref: loopRef}}
}

// pollOfGangs is a poll of gangs that cannot begin again where they are. They have not begun where steps are
// counted: before the first of these polls stands a leaving.
func pollOfGangs() *gosrc.Stmt {
	return &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("PollGang").Call()}
}

// leaving is the beginning of a poll of gangs: what to do where the launch is over.
func leaving() *gosrc.Stmt {
	return &gosrc.Stmt{Kind: gosrc.IfStmt, Code: Runtime("Leave").Call(jen.Id("c")), Body: gosrc.NewBlock()}
}

// atMost says of a loop that it goes round so often at most: nothing polls in it. Who makes assembly of it
// reads that.
func atMost(rounds int) *gosrc.Stmt {
	return &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Comment("// At most " + strconv.Itoa(rounds) + " rounds.")}
}

// unpolled is how many instructions gangs may execute between two polls: it is some ten microseconds that the world
// waits for them to stop. Package harvest counts them again in what it makes.
const unpolled = 1 << 16

// isLong reports whether so many operations of gangs need polls. Some are forty instructions each.
func isLong(operations int) bool { return operations > unpolled/40 }

// pollsGangs reports whether a loop over so many gangs that run the threads of a body polls. If the body has no loops,
// each has about so many instructions: where that is wrong the harvest says so, and the kernel is Polled.
func (k *Kernel) pollsGangs(b *schedule.Body, gangs, instructions int) bool {
	switch {
	case k.Polled, len(b.Polls.Loops) > 0, oneByOne(b.Tree.Body):
		return true
	case !isLong(gangs * b.Polls.Cost):
		return false
	}
	return b.Tree.HoldsLoop() || gangs*instructions > unpolled
}

// oneByOne reports whether gangs do something in nodes for one lane after the other, which is many more
// instructions: loops of theirs poll where they do. Atomic operations are tried again besides, as long as others
// come in between.
func oneByOne(list []*region.Node) (found bool) {
	for _, n := range list {
		n.Walk(func(n *region.Node) bool {
			found = found || n.Kind == region.Basic && slices.ContainsFunc(n.Block.Values, func(v *ir.Value) bool {
				return v.Op == ir.OpAtomic || v.Op == ir.OpIntrin && intrinsic(v.Attr.Name).Lanewise()
			})
			return !found
		})
	}
	return found
}

// maxThreads is how many threads any CTA may have.
const maxThreads = 1024

// mostGangs is how many gangs of so many threads a CTA of the kernel may have.
func (k *Kernel) mostGangs(lanes int) int {
	most := maxThreads
	if n := k.Func.MostThreads(); n > 0 {
		most = min(most, int(n))
	}
	return max(1, most/lanes)
}

// doneTo says how much is done, for what may fail in a function of gangs.
func doneTo(at *jen.Statement, k gosrc.Kind) *jen.Statement {
	if k != gosrc.U32 {
		at = jen.Uint32().Call(at)
	}
	return jen.Id("c").Dot("Done").Op("=").Add(at)
}

// pollThreads makes a loop over threads poll for each of them.
func pollThreads(body *gosrc.Block) {
	pollFirst(body, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("Poll").Call()})
}

// pollGangs makes a loop over gangs poll for each of them, which cannot begin again.
func pollGangs(body *gosrc.Block) { pollFirst(body, pollOfGangs()) }

func pollFirst(body *gosrc.Block, s *gosrc.Stmt) {
	s.Lead = true
	at := 0
	if len(body.Stmts) > 0 && body.Stmts[0].Lead {
		at = 1 // behind c.X = tx
	}
	body.Insert(at, s)
}
