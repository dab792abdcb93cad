package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// sreg says how a special register is read in generated code.
type sreg struct {
	kind  kind
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
	"tid.x": {kU32, true, coord(0)}, "tid.y": {kU32, true, coord(1)}, "tid.z": {kU32, true, coord(2)},
	"ntid.x": {kU32, true, ofCTA("Dim", "X")}, "ntid.y": {kU32, true, ofCTA("Dim", "Y")}, "ntid.z": {kU32, true, ofCTA("Dim", "Z")},
	"ctaid.x": {kU32, true, ofCTA("ID", "X")}, "ctaid.y": {kU32, true, ofCTA("ID", "Y")}, "ctaid.z": {kU32, true, ofCTA("ID", "Z")},
	"nctaid.x": {kU32, true, ofCTA("Grid", "X")}, "nctaid.y": {kU32, true, ofCTA("Grid", "Y")}, "nctaid.z": {kU32, true, ofCTA("Grid", "Z")},

	"laneid":      {kU32, false, ofThread("LaneID")},
	"warpid":      {kU32, false, ofThread("WarpID")},
	"nwarpid":     {kU32, false, ofThread("NWarpID")},
	"lanemask_eq": {kU32, false, ofThread("LanemaskEq")},
	"lanemask_le": {kU32, false, ofThread("LanemaskLe")},
	"lanemask_lt": {kU32, false, ofThread("LanemaskLt")},
	"lanemask_ge": {kU32, false, ofThread("LanemaskGe")},
	"lanemask_gt": {kU32, false, ofThread("LanemaskGt")},
	"smid":        {kU32, false, ofThread("SMID")},
	"nsmid":       {kU32, false, ofThread("NSMID")},
	"gridid":      {kU64, false, ofThread("GridID")},
	"clock":       {kU32, false, ofThread("Clock")},
	"clock_hi":    {kU32, false, ofThread("ClockHi")},
	"clock64":     {kU64, false, ofThread("Clock64")},

	"globaltimer":    {kU64, false, ofThread("GlobalTimer")},
	"globaltimer_lo": {kU32, false, ofThread("GlobalTimerLo")},
	"globaltimer_hi": {kU32, false, ofThread("GlobalTimerHi")},

	"dynamic_smem_size": {kU32, false, ofThread("DynamicSize")},
	"total_smem_size":   {kU32, false, ofThread("SharedSize")},
}

// buildSReg prints the read of a special register.
func (g *funcGen) buildSReg(v *ir.Value) expr {
	r, ok := sregs[v.Attr.SReg]
	if !ok {
		panic("codegen: special register " + v.Attr.SReg)
	}
	k := r.kind
	if g.ctx.clean != nil && v.Attr.SReg == "tid.x" {
		k = kInt // the loop ranges over a slice
	}
	x := primary(r.read(g), k)
	x.atom = r.cheap
	return x
}
