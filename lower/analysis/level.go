package analysis

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Level says which threads agree on a value: it is the set of the ways in which two
// threads may differ that may have different values. What depends on two values has the
// union of their levels, l|m.
//
// A row is the threads of a CTA with the same tid.y and tid.z, a layer those with the
// same tid.z, and a warp is 32 threads by their number in the CTA. Neither rows nor
// warps are finer: a warp may span rows, and rows may be longer than warps. Most blocks
// have warps that are pieces of layers or even of rows, which is why a level also tells
// what holds in these blocks only. A gang is a number of threads of a row that follow each
// other, a power of two, of which the first has a multiple of that as its tid.x, and that execute
// every operation together: so it agrees on what a plain load finds at one address.
type Level uint8

// GangWidth is how many threads a gang has where nobody says anything else.
const GangWidth = 8

// The ways in which threads may differ.
const (
	atRuntime   Level = 1 << iota // the compiler does not know the value
	betweenCTAs                   // they are in different CTAs
	betweenRows                   // ... rows or warps of one CTA, whatever the following say
	inRow                         // ... in one row
	inWarp                        // ... in one warp of any shape
	inLayerWarp                   // ... in one warp, which is a piece of a layer
	inRowWarp                     // ... in one warp, which is a piece of a row
	inGang                        // ... in one gang, which is a piece of a row, and of no warp
)

// The levels at which a group of threads agrees. Each includes those before it, but for
// Layer and Row on one side and Warp and LayerWarp on the other. Gang includes what rows
// agree on.
const (
	Constant  Level = 0                       // known to the compiler
	Grid            = Constant | atRuntime    // all threads of a launch
	CTA             = Grid | betweenCTAs      // all threads of a CTA
	Part            = CTA | betweenRows       // each row, and each warp
	Layer           = Part | inWarp           // each row, and each warp that does not span layers
	Row             = Layer | inLayerWarp     // all threads of a CTA with the same tid.y and tid.z
	Warp            = Part | inRow | inGang   // all threads of a warp
	LayerWarp       = Warp | inWarp           // all threads of a warp, if warps are pieces of layers
	RowWarp         = LayerWarp | inLayerWarp // all threads of a warp, if warps are pieces of rows
	Varying         = RowWarp | inRowWarp     // no two threads need agree
	Gang            = Varying &^ inGang       // all threads of a gang
)

var levelNames = map[Level]string{
	Constant: "constant", Grid: "grid", CTA: "cta", Part: "part", Layer: "layer", Row: "row",
	Warp: "warp", LayerWarp: "layerwarp", RowWarp: "rowwarp", Varying: "varying", Gang: "gang",
}

func (l Level) String() string {
	if s, ok := levelNames[l]; ok {
		return s
	}
	if s, ok := levelNames[l|inGang]; ok {
		return s + " or gang"
	}
	return fmt.Sprintf("level %b", uint8(l))
}

// In reports whether the threads of a group agree: l.In(CTA) that all threads of a CTA
// do.
func (l Level) In(group Level) bool { return l&^group == 0 }

// perLevels gives the levels of special registers.
var perLevels = [...]Level{
	isa.PerLaunch: Grid, isa.PerCTA: CTA, isa.PerLayer: Layer, isa.PerRow: Row, isa.PerWarp: Warp,
	isa.PerThread: Varying, isa.PerRead: Varying,
}

// Inherent returns the level of what an operation adds to its arguments: of its result
// if all of them were constant, and all threads executed it. Phis, which choose, and
// operations that bring threads together add nothing of their own.
func Inherent(v *ir.Value) Level {
	switch v.Op {
	case ir.OpConst, ir.OpPhi, ir.OpExtract:
		return Constant
	case ir.OpParam, ir.OpFuncAddr, ir.OpRefAddr:
		return Grid
	case ir.OpSReg:
		return perLevels[isa.LookupSRegPart(v.Attr.SReg).Per]
	case ir.OpSymAddr:
		// The frame of a device function is where the calls so far have put it.
		if v.Attr.Sym.Space == ir.Local && !v.Block.Func.Entry {
			return Varying
		}
		return Grid
	case ir.OpLoad:
		// Other memory may change between the loads of two threads, but for those of a gang.
		switch {
		case v.Strong() || v.Attr.Space == ir.Local:
			return Varying
		case v.Attr.Space != ir.Const && v.Attr.Space != ir.ParamSpace:
			return Gang
		}
		return Grid
	case ir.OpToGeneric, ir.OpFromGeneric, ir.OpIsSpace:
		switch v.Attr.Space {
		case ir.Local: // each thread has memory of its own
			return Varying
		case ir.Shared:
			return CTA
		}
		return Constant
	case ir.OpBarrier, ir.OpWarp:
		return Constant
	case ir.OpArg:
		if v.Block.Func.Part == ir.RegionPart {
			return CTA // computed once for it
		}
		return Varying
	}
	if !v.Pure() {
		return Varying
	}
	return Constant
}
