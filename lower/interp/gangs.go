package interp

import (
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// gangOf returns the function with lanes that is to run the threads of a region, nil for none.
func (x *Machine) gangOf(region *ir.Func) *ir.Func {
	if f := x.opt.Gangs[region]; f != nil {
		return f
	}
	if region.Kernel != nil && len(region.Kernel.Blocks) > 0 && len(region.Blocks) > 0 && region.Blocks[0] == region.Kernel.Blocks[0] {
		return x.opt.Gangs[region.Kernel] // see oneRegion
	}
	return nil
}

// oneRegion returns the CTAPart of a kernel that is not cut, so that its threads run one to its end
// before the next, as those of a region: it does nothing but run the kernel as one.
func oneRegion(kernel *ir.Func) *ir.Func {
	region := *kernel
	region.Part, region.Kernel = ir.RegionPart, kernel
	cta := &ir.Func{
		Name: kernel.Name, Entry: true, Module: kernel.Module, Pos: kernel.Pos, Params: kernel.Params, Shared: kernel.Shared,
		SharedSize: kernel.SharedSize, ReqNTID: kernel.ReqNTID, MaxNTID: kernel.MaxNTID, Part: ir.CTAPart, Kernel: kernel,
	}
	b := cta.NewBlock("")
	b.Add(ir.OpRun, ir.Void, kernel.Pos).Attr.Func = &region
	b.SetTerm(ir.Ret, kernel.Pos)
	return cta
}

// gangs runs the threads of a region as gangs, as far as these go.
type gangs struct {
	parts *partsRun
	lanes *lanes
	y, z  uint32 // of the row that is under way
	next  uint32 // the %tid.x behind the last thread of it that has run
}

func newGangs(p *partsRun, main *frame) *gangs {
	g := &gangs{parts: p, lanes: newLanes(p, p.run.to.gang)}
	for i, a := range p.run.args {
		g.lanes.frames[0].copyFrom(g.lanes.code.args[i], main, a)
	}
	return g
}

// ahead runs gangs, beginning with the first of some threads that are left, and returns those that
// are left then: if there are any, the first of them is to run by itself.
func (g *gangs) ahead(todo []*lane) []*lane {
	for len(todo) > 0 {
		l := todo[0]
		x, end := l.tid[0], l.cta.grid.cfg.Block[0]
		if l.tid[1] != g.y || l.tid[2] != g.z {
			g.y, g.z, g.next = l.tid[1], l.tid[2], 0
		}
		// The threads in front of it have nothing to do. With them the gang may begin at a multiple
		// of its lanes.
		from := x
		if at := x &^ (uint32(len(g.lanes.frames)) - 1); at >= g.next {
			from = at
		}
		done := g.lanes.call(l, from, end)
		if done <= x {
			g.next = x + 1
			return todo
		}
		g.next = done
		for len(todo) > 0 && todo[0].tid[0] < done && todo[0].tid[1] == g.y && todo[0].tid[2] == g.z {
			g.parts.cta.grid.m.inLanes++
			todo = todo[1:]
		}
	}
	return nil
}

// leaves is by which polls gangs are left; nil where they are left by none.
func (x *Machine) leaves() *rand.Rand {
	if x.opt.Leave == 0 {
		return nil
	}
	return rand.New(rand.NewPCG(x.opt.Leave, x.launches))
}
