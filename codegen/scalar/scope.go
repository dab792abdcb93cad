package scalar

import (
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
