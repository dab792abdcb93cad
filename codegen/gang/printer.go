package gang

import (
	"maps"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Printer prints the gangs of a kernel.
type Printer struct {
	plans  *gang.Kernel
	memory *schedule.Memory
}

// New returns a printer of the gangs of a kernel of a schedule, as they are planned.
func New(s *schedule.Schedule, plans *gang.Kernel) *Printer { return &Printer{plans, s.Memory} }

// Lanes is how many lanes a gang has.
func (p *Printer) Lanes() int { return p.plans.Width }

// Plan says how the threads of a body run as gangs.
func (p *Printer) Plan(b *schedule.Body) *gang.Plan { return p.plans.Plans[b] }

// Lane returns no function: what gangs do is printed as it is planned.
func (p *Printer) Lane(*schedule.Body) *scalar.LaneBody { return nil }

// Vectors is not asked for.
func (p *Printer) Vectors(*scalar.Gang) scalar.Vectors { return nil }

// Chains returns the chains that warps go through.
func (p *Printer) Chains() []*gang.Chain { return p.plans.Warps() }

// accessPrinter prints accesses of memory.
type accessPrinter struct{ *printer }

// flowPrinter prints control flow: which lanes do what.
type flowPrinter struct{ accessPrinter }

func newFlowPrinter(p *printer) *flowPrinter { return &flowPrinter{accessPrinter{p}} }

func newPrinter(g *scalar.Gang, plan *gang.Plan, lanes int) *printer {
	return &printer{
		Gang: g, plan: plan, pkg: pkg(scalar.GangPath(lanes)),
		vecs: map[one]*gosrc.Variable{}, copies: map[one]*gosrc.Variable{}, tuples: map[one][]*gosrc.Variable{},
		nodes:  map[*region.Node]*target{},
		scopes: []scope{{}}, checkedOnce: asked(plan),
		parted: map[*region.Node]bool{}, partedIn: map[*region.Node]bool{},
	}
}

// printer prints one gang, or several side by side: see jam.go. It prints values; accessPrinter,
// which is made of it, accesses of memory, and flowPrinter what lanes do under control flow.
type printer struct {
	pkg
	*scalar.Gang
	plan *gang.Plan

	// varying is a value of a function with lanes as a vector; nil where what a gang does is printed as it is planned.
	varying func(v *ir.Value) vector

	vecs   map[one]*gosrc.Variable      // of values that are vectors
	copies map[one]*gosrc.Variable      // of numbers that lanes have from different rounds
	tuples map[one][]*gosrc.Variable    // results of Tuple values, nil entries unused
	spread map[*ir.Value]bool           // see spreads
	apart  map[*ir.Value]bool           // numbers that have a copy
	kept   map[*ir.Slot]*gosrc.Variable // in a chain: of the slots, which need no memory there
	wanted map[*ir.Slot]bool            // likewise: those that something reads behind the region

	nth   int                      // at hand: which of the gangs side by side
	block *ir.Block                // at hand: who reads a value
	edge  *region.Node             // likewise, or nil
	frame *frame                   // which lanes are at hand
	nodes map[*region.Node]*target // what lanes may jump to, around the node at hand

	threads     *gang.Loop         // the loop over threads at hand; nil in a chain
	undos       []*undo            // of its stores
	undoing     string             // the label behind what gangs do where that is undone; "" where nothing jumps there
	loops       []*region.Node     // around the place at hand
	scopes      []scope            // the blocks around the place at hand, the innermost last
	checkedOnce map[*ir.Value]bool // accesses that were checked in front of others

	parted, partedIn map[*region.Node]bool // see parts and partsIn
}

// scope is what numbers were asked in a block.
type scope struct {
	exacts []gang.Exact // not to wrap
	evens  []even       // by how much they grow
}

// even is a number that grows by the same from lane to lane: what the first one has, and by how much.
type even struct {
	of    *ir.Value
	ext   analysis.Ext
	nth   int
	i, by *gosrc.Variable
}

// key is what a splat in front of the loop is of.
type key struct {
	v     *ir.Value // or nil
	bits  uint64    // of a constant, or a distance of lanes
	cross int
	kind  gosrc.Kind
	apart bool // whether memory is
	row   int  // 0 for what is the same in all rows, else of which it is, the first being 1
}

// pkg is the path of the package of the vectors, gang8 or gang16.
type pkg string

// vec names something of the package.
func (l pkg) vec(name string) *jen.Statement { return jen.Qual(string(l), name) }

// vector is a vector on its way into a statement. Its carrier is that of a lane in scalar
// code; 8 and 16 bits are carried in lanes of 32, extended.
type vector struct {
	pkg
	code *jen.Statement
	kind gosrc.Kind
	name *gosrc.Variable // that the code is the name of, nil where it is another expression
}

// named is the vector in a variable.
func (p *printer) named(w *gosrc.Variable, k gosrc.Kind) vector {
	return vector{p.pkg, p.Use(w), k, w}
}

// Is reports whether the vector is what a variable holds.
func (x vector) Is(w *gosrc.Variable) bool { return w != nil && x.name == w }

// typeOf is the type of vectors of a carrier.
func typeOf(k gosrc.Kind) string {
	switch k {
	case gosrc.Bool:
		return "M"
	case gosrc.F32:
		return "F32"
	case gosrc.F64:
		return "F64"
	case gosrc.I64, gosrc.Int:
		return "I64"
	case gosrc.U64:
		return "U64"
	case gosrc.I8, gosrc.I16, gosrc.I32:
		return "I32"
	}
	return "U32"
}

// call is a call of a function of the package.
func (l pkg) call(k gosrc.Kind, name string, args ...jen.Code) vector {
	return vector{pkg: l, code: l.vec(name).Call(args...), kind: k}
}

// of is a call of the function of the package for the type of a carrier.
func (l pkg) of(k gosrc.Kind, name string, args ...jen.Code) vector {
	return l.call(k, name+typeOf(k), args...)
}

// method is a call of a method.
func (x vector) method(name string, args ...jen.Code) vector {
	return vector{pkg: x.pkg, code: x.code.Clone().Dot(name).Call(args...), kind: x.kind}
}

// expr is the vector as what is assigned.
func (x vector) expr() gosrc.Expr {
	if x.name != nil {
		return x.name.Expr()
	}
	return gosrc.Primary(x.code, gosrc.NoKind)
}

// frame is what runs for a set of lanes of its own: the gang, a side of a branch, the body of a
// loop or of a scope.
type frame struct {
	mask  masks   // the lanes; nil where all are there
	whole bool    // all lanes are in the mask, until some are taken out
	asked bool    // whether any lane is left has been asked
	of    *target // the loop or scope; nil for the gang and a side of a branch
	side  bool
	up    *frame

	follows int    // of a side: nodes of it that are being printed, behind which more of it comes
	end     string // of a side: the label behind it, "" where nothing jumps to it

	known bool  // in a chain: which lanes they are
	lanes uint8 // a bit each
}

// masks are those of the gangs side by side.
type masks []*gosrc.Variable

// target is a loop or scope that lanes jump out of, or to the beginning of.
type target struct {
	node   *region.Node
	label  string
	frame  *frame // its body's: that around it where all jump together
	live   masks  // the lanes that are in the loop; nil where all leave it together
	shared bool   // which is the mask of the body as well

	exit  *exit           // of a body that is printed twice, or nil
	whole *gosrc.Variable // whether all lanes are in the loop, where there is an exit
}

// exit is the If at the end of a loop at which lanes leave it, behind which nothing is computed: those stay whose
// number, which counts up from lane to lane, compares so with a bound that they share.
type exit struct {
	of            *region.Node
	cmp           ir.Cmp // less, or less or equal
	number, bound *ir.Value
	stride        int64 // from one lane's number to the next, at least 1
}

// of is the mask of the gang at hand.
func (m masks) of(p *printer) vector { return p.named(m[p.nth], gosrc.Bool) }

// record returns the record of an access in the clean loop at hand, nil where it is printed by
// itself. Stores of some of the lanes are.
func (p *accessPrinter) record(v *ir.Value) *gang.Record {
	if r := p.plan.Record[v]; r != nil && p.window(v) && (v.Op == ir.OpLoad || p.part() == nil) {
		return r
	}
	return nil
}

// square reports whether the rows side by side do an access together.
func (p *accessPrinter) square(v *ir.Value) bool { return p.besideRows() && p.plan.Rows.Square[v] }

// asked are the accesses to where the same lanes have been before.
func asked(p *gang.Plan) map[*ir.Value]bool {
	list := map[*ir.Value]bool{}
	if p != nil {
		maps.Copy(list, p.Asked)
	}
	return list
}

// undo is a load of which stores are undone.
type undo struct {
	load   *ir.Value
	stores []*ir.Value
	full   bool  // all lanes load and store together
	stored masks // of each gang, the lanes that have stored; where all do together one variable, whether they have
	done   bool  // a store is printed already

	// Of a load in a loop, what it gave before the first store, of each gang.
	kept []*gosrc.Variable
}
