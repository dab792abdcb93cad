package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// LaneBody is a function with lanes, for who prints it.
type LaneBody struct {
	*schedule.Body
	Of    *schedule.Body          // whose threads it runs
	Gangs *ir.Block               // the header of the loop over gangs; nil where there is none
	Loops map[*ir.Block]*ir.Block // the header of a loop of Of, by that of the loop here
}

// Vectors spells what a function with lanes does with vectors.
type Vectors interface {
	// Type is the type of the variable of a varying value.
	Type(v *ir.Value) *jen.Statement

	// Value is the expression of a varying value, or of a number that is made of vectors; false for others.
	Value(v *ir.Value) (x gosrc.Expr, ok bool)

	// As is that of a varying value in a carrier of as many bits.
	As(v *ir.Value, k gosrc.Kind) gosrc.Expr

	// Define prints the statement of a value; false where that is the same without vectors.
	Define(v *ir.Value) bool
}

// laneSeam is what a function with lanes says in another way than others do.
type laneSeam interface {
	// coordinate is a special register that is the same for the row.
	coordinate(v *ir.Value) gosrc.Expr

	// memory is the slice of an access that the function around knows.
	memory(a *schedule.Access) *jen.Statement

	// loop prints what stands at the beginning of a loop.
	loop(n *region.Node, s *gosrc.Stmt)
}

// laneFunc is a function with lanes that is printed.
type laneFunc struct {
	name string
	args []outside // behind the CTA, the first thread and the end
}

// outside is what a function with lanes is given by the one that calls it: one of these.
type outside struct {
	v *gosrc.Variable // of the function with lanes

	register *ir.Value        // a special register
	access   *schedule.Access // the memory that it goes through
	slot     *ir.Slot         // the part of it that belongs to the row
	same     *gosrc.Variable  // what the function around calls so too, as which
	code     *jen.Statement
}
