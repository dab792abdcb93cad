package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
)

// A constant that all lanes have lies in a variable of the file with the gangs, as a whole
// vector: one load brings it in. As a number it would go through a register of 128 bits, and
// where a function has many of them Go's compiler spills those with legacy SSE.

// splat is such a constant.
type splat struct {
	lanes int
	bits  uint64
	kind  gosrc.Kind
}

// Splat is the variable of the file that has a number in all lanes, of 32 or 64 bits.
func (g *Gang) Splat(bits uint64, k gosrc.Kind) *jen.Statement {
	lanes := gang.Width // of warps
	switch {
	case g.f.Lanes > 0:
		lanes = g.f.Lanes
	case g.gangs != nil:
		lanes = g.gangs.Lanes()
	}
	m, id := g.mod, splat{lanes, bits, k}
	name, ok := m.splats[id]
	if !ok {
		typ, text := splatTypes[k], gosrc.Literal(bits, k)
		if text == "" { // no number that Go can spell
			k = map[gosrc.Kind]gosrc.Kind{gosrc.F32: gosrc.U32, gosrc.F64: gosrc.U64}[k]
			typ, text = splatTypes[k], gosrc.Hex(bits)
		}
		name = m.Names.Pick(m.Base + typ + allOfLanes(lanes) + factorName.Replace(text))
		m.splats[id] = name
		m.Splats[lanes] = append(m.Splats[lanes], jen.Id(name).Op("=").Qual(GangPath(lanes), "Const"+typ).Call(jen.Id(text)))
	}
	return jen.Id(name)
}

// allOfLanes is part of the name of what all lanes have.
func allOfLanes(lanes int) string {
	if lanes == gang.Width {
		return "All"
	}
	return "All" + strconv.Itoa(lanes) + "x"
}

// splatTypes are the types of vectors that constants have.
var splatTypes = map[gosrc.Kind]string{gosrc.F32: "F32", gosrc.F64: "F64", gosrc.I32: "I32", gosrc.I64: "I64", gosrc.U32: "U32", gosrc.U64: "U64"}
