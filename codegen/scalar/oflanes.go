package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The local memory of the lanes of a gang, word after word with those of all lanes side by side, belongs to
// the CTA. The function of gangs is given it:
//
//	tx := sortGangs1(c, xs, c.FramesOfLanes(512))

// HasFrames says that each lane has a frame of local memory, before anything of the gang is printed.
func (g *Gang) HasFrames(bytes int64) {
	g.ofLanes.words = &gosrc.Variable{Name: g.pickOuter("frames"), Type: jen.Index().Uint32()}
	g.ofLanes.number = (bytes + 3) / 4 * int64(g.gangs.Lanes())
}

// Frames names the frames.
func (g *Gang) Frames() *jen.Statement { return g.Use(g.ofLanes.words) }

// InFrame is the place of an access in the frame of its thread, in bytes, where the lanes share it.
func (g *Gang) InFrame(v *ir.Value) gosrc.Expr {
	at, _ := g.mod.memory.InFrame(v)
	var sum gosrc.Expr
	have := false
	add := func(x gosrc.Expr) {
		if !have {
			sum, have = x, true
			return
		}
		sum = gosrc.Binary(sum, "+", x, gosrc.U64)
	}
	off := at.Off
	if at.Root != nil {
		add(gosrc.Convert(g.value(at.Root), gosrc.U64))
		off -= ir.FrameStart
	}
	for _, t := range at.Terms {
		x := g.value(t.Value)
		if t.Ext != analysis.ExtNone {
			x = g.extended(t.Value, t.Ext == analysis.ExtSigned)
		}
		add(scale(gosrc.Convert(x, gosrc.U64), t.Scale))
	}
	if off != 0 || !have {
		add(gosrc.Constant(uint64(off), gosrc.U64))
	}
	return sum
}
