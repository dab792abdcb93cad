package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// scope is what a part of a function has of its own, such as the body of a loop over threads:
// its names and variables, how it speaks of its thread, and what is an expression in it.
type scope struct {
	body  *schedule.Body
	plan  *plan
	names *gosrc.Namer
	outer *gosrc.Namer // of the function, where names are those of a scope in it; or nil

	byVal  map[*ir.Value]*gosrc.Variable   // by class
	tuples map[*ir.Value][]*gosrc.Variable // results of Tuple values, nil entries unused
	front  map[*ir.Value]bool              // variables that are computed before the loop over threads

	ctx         context
	slots       map[*ir.Slot]*gosrc.Variable // of a kernel that is cut
	coords      [3]*gosrc.Variable           // tx, and ty and tz of a region
	index       *gosrc.Variable              // t, the number of the thread in the CTA
	some        bool                         // the index at hand is the first lane's of a gang, which may not be there: see signed
	throughRows *throughRows                 // of gangs that go through the rows of a CTA; nil for a row
}

// context is how the code at hand speaks of its thread.
type context struct {
	cta    string // name of the *ptx.CTA, "" where only a thread is at hand
	thread string // name of the *ptx.Thread, "" where the CTA's reused one serves
	tid    [3]string
	tx     gosrc.Kind                    // of %tid.x, in a loop over threads
	facts  schedule.Facts                // what is known of the threads of that loop
	loop   *schedule.Clean               // the clean loop at hand; nil in the general one
	clean  map[*schedule.Window]*opening // in the clean loop of a row
	at     *gosrc.Variable               // the number of the thread among those that run there
}

// opening is how a window appears in the code of a clean loop.
type opening struct {
	window *schedule.Window
	slice  *jen.Statement  // what accesses index
	v      *gosrc.Variable // which that is, where it is a variable
	array  bool            // it points to an array of what a thread accesses
}

// threadRange is which threads of a row run, as variables of Go.
type threadRange struct {
	lo, hi *gosrc.Variable   // lo is nil for a row from its beginning, hi where width says it
	width  *jen.Statement    // the threads below this run
	oks    []*gosrc.Variable // false where something wraps: more threads may run then
	n      *gosrc.Variable   // how many they are, as an int; nil where nobody has asked
	from   int64             // the first, where lo is nil
	step   int64             // from one of them to the next; 0 for 1
	starts []start           // of the windows of the clean loop
}

// begin is the first thread that runs.
func (r *threadRange) begin() jen.Code {
	if r.lo == nil {
		return jen.Lit(0)
	}
	return jen.Id(r.lo.Name)
}

// end is the thread behind the last that runs.
func (r *threadRange) end() *jen.Statement {
	if r.hi == nil {
		return r.width.Clone()
	}
	return jen.Id(r.hi.Name)
}

// count is how many threads run.
func (r *threadRange) count() *jen.Statement {
	if r.lo == nil {
		return r.end()
	}
	return r.end().Op("-").Id(r.lo.Name)
}

// start is where the windows of a clean loop begin that differ in constants only.
type start struct {
	of *schedule.Window // one of them
	v  *gosrc.Variable  // what is at First of the first thread that runs
}
