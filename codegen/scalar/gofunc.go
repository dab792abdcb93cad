package scalar

import (
	"maps"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// goFunc is a Go function that is being written.
type goFunc struct {
	root *gosrc.Block
	cur  *gosrc.Block // where statements go
	vars []*gosrc.Variable

	// of the statement that is being built
	deps   []*gosrc.Variable // what it mentions
	places []gosrc.Access    // where it may fault
	fused  []*ir.Value       // the contracted operations in it

	windows map[windowKey]*gosrc.Variable
	fields  map[string]*gosrc.Variable // of the module's variables
	pieces  pieces                     // of a function of gangs
	ofLanes ofLanes                    // likewise

	sharedVar string // the *shared struct
	sharedUse *gosrc.Variable
	threadVar *gosrc.Variable // t, where the body makes it itself
	frameVar  string          // the *frame struct of local variables
	frame     *layout         // its fields
	base      *gosrc.Variable // window offset of the frame
	frameUse  *gosrc.Variable
	frameStmt *gosrc.Stmt // that makes it

	usesTID     *[3]bool       // coordinates that the code so far has read, in functions of gangs too
	irreducible bool           // it has a goto backwards
	ends        []gosrc.Origin // of returns that the brace at the end of the function stands for
	point       int            // next program point of a coroutine

	// device functions
	mark    *gosrc.Variable
	counted bool
}

// ofLanes is the local memory of the lanes of a gang: a slice of words.
type ofLanes struct {
	words  *gosrc.Variable // nil where there is none
	number int64
}

func newGoFunc() *goFunc {
	root := gosrc.NewBlock()
	return &goFunc{root: root, cur: root, usesTID: new([3]bool)}
}

// beginGangs begins a function of gangs, which this one calls: what the statement at hand mentions
// goes into its head.
func (f *goFunc) beginGangs() *goFunc {
	in := newGoFunc()
	in.deps, in.usesTID = f.deps[:len(f.deps):len(f.deps)], f.usesTID
	in.windows, in.fields, in.pieces = maps.Clone(f.windows), maps.Clone(f.fields), pieces{}
	in.sharedVar, in.sharedUse, in.threadVar = f.sharedVar, f.sharedUse, f.threadVar
	in.frameVar, in.frame, in.base, in.frameUse, in.frameStmt = f.frameVar, f.frame, f.base, f.frameUse, f.frameStmt
	return in
}

// pieces are those that a function of gangs is given in the place of arrays, which assembly has none of.
type pieces map[piece]*gosrc.Variable

// windowKey is a part of the window: from a variable on, or with nil all of it.
type windowKey struct {
	from *ir.Symbol
	elem gosrc.Kind
}

// piece is a part of a parameter that is an array.
type piece struct {
	of   *Param
	off  int64
	kind gosrc.Kind
}
