package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
)

// Where code polls is a matter of the schedule (schedule.Polls).

// poll prints a poll.
func (g *funcGen) poll() {
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.cta().Dot("Poll").Call()})
}

// pollIn prints a poll at the beginning of a loop's body.
func (g *funcGen) pollIn(body *gosrc.Block) {
	saved := g.cur
	g.cur = body
	g.poll()
	g.cur = saved
}

// leaving is the beginning of a poll of gangs: what to do where the launch is over.
func (g *funcGen) leaving() *gosrc.Stmt {
	return &gosrc.Stmt{Kind: gosrc.IfStmt, Code: Runtime("Leave").Call(jen.Id("c")), Body: gosrc.NewBlock()}
}

// atMost says of a loop that it goes round so often at most: nothing polls in it. Who makes assembly of it
// reads that.
func atMost(rounds int) *gosrc.Stmt {
	return &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Comment("// At most " + strconv.Itoa(rounds) + " rounds.")}
}

// isLong reports whether so many operations of gangs need polls. Some, as atomic ones, are forty instructions
// each, and a gang must not execute more than 1<<16 between two polls: it is some ten microseconds that the
// world waits for it to stop.
func isLong(operations int) bool { return operations > 1<<16/40 }

// maxThreads is how many threads a CTA may have.
const maxThreads = 1024

// doneTo says how much is done, for what may fail in a function of gangs.
func doneTo(at *jen.Statement, k gosrc.Kind) *jen.Statement {
	if k != gosrc.U32 {
		at = jen.Uint32().Call(at)
	}
	return jen.Id("c").Dot("Done").Op("=").Add(at)
}

// pollThreads makes a loop over threads poll for each of them.
func pollThreads(body *gosrc.Block) {
	s := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("Poll").Call(), Lead: true}
	at := 0
	if len(body.Stmts) > 0 && body.Stmts[0].Lead {
		at = 1 // behind c.X = tx
	}
	body.Insert(at, s)
}
