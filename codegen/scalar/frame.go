package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Local variables. The frame of a function is a struct, its variables are fields. An
// access within its variable (schedule.Reach) indexes the field. Any other has a reach of
// its own, and indexes an array that is a part of the frame or all of it; one that may
// meet another frame goes by its address.

// frameStart makes the frame of local variables.
func (g *memGen) frameStart() {
	if len(g.f.Locals) == 0 {
		return
	}
	g.frame = g.frameLayout()
	frame := Runtime("Frame").Types(jen.Id(g.frame.name)).Call(g.thread())
	if fr := g.f.Frame(); fr.Size != g.frame.sizeof() || fr.Align != ir.FrameAlign {
		frame = Runtime("FrameOf").Types(jen.Id(g.frame.name)).Call(g.thread(), jen.Id(gosrc.Num(fr.Size)), jen.Id(gosrc.Num(fr.Align)))
	}
	g.frameVariable(frame).Keep = true // even where nothing of it is used: frames lie one behind the other
	g.frameBaseFrom(g.thread())
}

// frameLayout is the struct of the local variables of a function, which all files have in common.
func (g *source) frameLayout() *layout {
	m := g.mod
	if m.frames[g.f] == "" {
		m.frames[g.f] = m.Names.Pick(m.frameName(g.f))
	}
	return m.newLayout(m.frames[g.f], g.f, g.f.Locals)
}

// frameVariable declares the pointer to the frame.
func (g *memGen) frameVariable(frame *jen.Statement) *gosrc.Stmt {
	g.frameVar = "loc"
	g.frameUse = &gosrc.Variable{Name: g.frameVar, Type: jen.Op("*").Id(g.frame.name)}
	g.vars = append(g.vars, g.frameUse)
	g.frameStmt = &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.frameUse}, RHS: []jen.Code{frame}}
	g.push(g.frameStmt)
	return g.frameStmt
}

// frameBaseFrom declares the window offset of the frame, which the thread knows, or the
// CTA where all threads have one.
func (g *memGen) frameBaseFrom(owner *jen.Statement) {
	g.base = g.temp("locBase", gosrc.U64)
	g.assign(nil, []*gosrc.Variable{g.base}, gosrc.Primary(owner.Dot("FrameBase").Call(), gosrc.U64))
}

// frameBase is the window offset of the frame, which is known of those of gangs.
func (g *memGen) frameBase() gosrc.Expr {
	if g.ofLanes.words != nil {
		return gosrc.Constant(ir.FrameStart, gosrc.U64)
	}
	g.use(g.base)
	return gosrc.Name(g.base.Name, gosrc.U64)
}

// frameType prints the struct of the local variables.
func (g *memGen) frameType() jen.Code {
	if g.frame == nil {
		return nil
	}
	return g.frame.code("holds the local variables of " + g.f.Name + ".")
}

// frames makes the frames of all threads, in the function of the CTA.
func (g *memGen) frames() {
	if len(g.f.Locals) == 0 {
		return
	}
	fr := g.f.Frame()
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("Frames").Call(jen.Id(gosrc.Num(fr.Size)), jen.Id(gosrc.Num(fr.Align)))})
	g.frameBaseFrom(jen.Id("c"))
}

// frameOfThread names the frame of the thread at hand of a region, and where the code
// needs it the thread with that frame on its stack.
func (g *memGen) frameOfThread() {
	if len(g.f.Locals) == 0 {
		return
	}
	if g.asksThread() {
		g.ctx.thread = "th"
		g.threadStart().Lead = true
	}
	g.frame = g.parts.frame
	g.use(g.index)
	g.frameVariable(Runtime("FrameAt").Types(jen.Id(g.frame.name)).Call(jen.Id("c"), jen.Id(g.index.Name))).Lead = true
}

// framePart is a pointer to the array that is the frame from a variable on, or with nil
// from its start, declared behind the frame.
func (g *memGen) framePart(from *ir.Symbol, elem gosrc.Kind) *gosrc.Variable {
	k := windowKey{from, elem}
	if v := g.windows[k]; v != nil {
		return v
	}
	wish, start := "loc"+elem.Suffix(), int64(0)
	if from != nil {
		wish, start = g.frame.field(from), g.mod.memory.Start(g.f, from)
	}
	if g.windows == nil {
		g.windows = map[windowKey]*gosrc.Variable{}
	}
	array := jen.Index(jen.Id(gosrc.Num(g.frameRoom(start, elem)))).Add(elem.Type())
	v := &gosrc.Variable{Name: g.names.Pick(wish), Type: jen.Op("*").Add(array)}
	home := g.frameStmt.Parent
	home.Insert(slices.Index(home.Stmts, g.frameStmt)+1, &gosrc.Stmt{
		Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, Deps: []*gosrc.Variable{g.frameUse}, Whole: true,
		RHS: []jen.Code{Runtime("FrameFrom").Types(array).Call(jen.Id(g.frameVar), jen.Id(gosrc.Num(start)))},
	})
	g.vars = append(g.vars, v)
	g.windows[k] = v
	return v
}

// frameRoom is how many elements a frame has from a byte on.
func (g *source) frameRoom(start int64, elem gosrc.Kind) int64 {
	return (g.f.Frame().Size - start) / int64(elem.Bits()/8)
}
