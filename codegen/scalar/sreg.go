package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// sreg says how a special register is read in generated code.
type sreg struct {
	kind  gosrc.Kind
	cheap bool // a field or a loop variable, free to repeat
	read  func(g *funcGen) *jen.Statement
}

func ofCTA(path ...string) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement {
		s := g.cta()
		for _, p := range path {
			s = s.Dot(p)
		}
		return s
	}
}

func ofThread(method string) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement { return g.thread().Dot(method).Call() }
}

func coord(i int) func(*funcGen) *jen.Statement {
	return func(g *funcGen) *jen.Statement { return g.tid(i) }
}

// sregs is how each special register that the builder makes values of is read.
var sregs = map[string]sreg{
	"tid.x": {gosrc.U32, true, coord(0)}, "tid.y": {gosrc.U32, true, coord(1)}, "tid.z": {gosrc.U32, true, coord(2)},
	"ntid.x": {gosrc.U32, true, ofCTA("Dim", "X")}, "ntid.y": {gosrc.U32, true, ofCTA("Dim", "Y")}, "ntid.z": {gosrc.U32, true, ofCTA("Dim", "Z")},
	"ctaid.x": {gosrc.U32, true, ofCTA("ID", "X")}, "ctaid.y": {gosrc.U32, true, ofCTA("ID", "Y")}, "ctaid.z": {gosrc.U32, true, ofCTA("ID", "Z")},
	"nctaid.x": {gosrc.U32, true, ofCTA("Grid", "X")}, "nctaid.y": {gosrc.U32, true, ofCTA("Grid", "Y")}, "nctaid.z": {gosrc.U32, true, ofCTA("Grid", "Z")},

	"laneid":      {gosrc.U32, false, ofThread("LaneID")},
	"warpid":      {gosrc.U32, false, ofThread("WarpID")},
	"nwarpid":     {gosrc.U32, false, ofThread("NWarpID")},
	"lanemask_eq": {gosrc.U32, false, ofThread("LanemaskEq")},
	"lanemask_le": {gosrc.U32, false, ofThread("LanemaskLe")},
	"lanemask_lt": {gosrc.U32, false, ofThread("LanemaskLt")},
	"lanemask_ge": {gosrc.U32, false, ofThread("LanemaskGe")},
	"lanemask_gt": {gosrc.U32, false, ofThread("LanemaskGt")},
	"smid":        {gosrc.U32, false, ofThread("SMID")},
	"nsmid":       {gosrc.U32, false, ofThread("NSMID")},
	"gridid":      {gosrc.U64, false, ofThread("GridID")},
	"clock":       {gosrc.U32, false, ofThread("Clock")},
	"clock_hi":    {gosrc.U32, false, ofThread("ClockHi")},
	"clock64":     {gosrc.U64, false, ofThread("Clock64")},

	"globaltimer":    {gosrc.U64, false, ofThread("GlobalTimer")},
	"globaltimer_lo": {gosrc.U32, false, ofThread("GlobalTimerLo")},
	"globaltimer_hi": {gosrc.U32, false, ofThread("GlobalTimerHi")},

	"dynamic_smem_size": {gosrc.U32, false, ofThread("DynamicSize")},
	"total_smem_size":   {gosrc.U32, false, ofThread("SharedSize")},
}

// buildSReg prints the read of a special register.
func (g *funcGen) buildSReg(v *ir.Value) gosrc.Expr {
	r, ok := sregs[v.Attr.SReg]
	if !ok {
		panic("scalar: special register " + v.Attr.SReg)
	}
	k := r.kind
	if g.f.Part == ir.RegionPart && v.Attr.SReg == "tid.x" && g.ctx.tid[0] == "0" { // of the first thread of a row
		return gosrc.Constant(0, gosrc.U32)
	}
	if g.ctx.clean != nil && v.Attr.SReg == "tid.x" {
		k = g.ctx.tx // the loop may range over a slice
	}
	x := gosrc.Primary(r.read(g), k)
	x.Atom = r.cheap
	return x
}
