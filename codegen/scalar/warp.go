package scalar

import (
	"math"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// An instruction that the lanes of a warp execute together is a function of warpops: a
// coroutine calls the method of its name, the function of a CTA goes through the warps, or
// lets all of them shuffle in one call.

// stmtWarp prints d, p := t.ShflDownB32(1, 0xffffffff, a, b, c).
func stmtWarp(g *memGen, v *ir.Value) {
	f := warpFunc(v)
	args := []jen.Code{g.nextPoint(), (&syncGen{g.funcGen}).members(v)}
	for i, a := range v.WarpArgs() {
		args = append(args, gosrc.Bitcast(g.value(a), intrinKinds[f.Params[i]]).Code())
	}
	call := g.thread().Dot(f.Name).Call(args...)
	switch {
	case v.Type == ir.Void, v.Type != ir.Tuple && g.plan.uses(v) == 0:
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: call})
	case v.Type != ir.Tuple:
		g.set(v, gosrc.Bitcast(gosrc.Primary(call, intrinKinds[f.Results[0]]), g.plan.kinds[v.ID]))
	default:
		ws := g.results(v)
		s := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: call}
		for _, w := range ws {
			if w != nil {
				s = &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: ws, RHS: []jen.Code{call}}
			}
		}
		g.emit(v, s)
	}
}

// members prints the lanes that a thread waits for.
func (g *syncGen) members(v *ir.Value) jen.Code {
	m := v.Members()
	if m == nil {
		return Runtime("Present")
	}
	if _, ok := m.IsConst(); ok {
		return g.u32(m)
	}
	return Runtime("Members").Call(g.u32(m))
}

// eachWarp prints
//
//	for w := range c.EachWarp(on, masks...) {
//		warpops.ShflDownB32(d[w.Lo:w.Hi], nil, w.Lanes, a[w.Lo:w.Hi], []uint32{1}, []uint32{31})
//	}
func (g *syncGen) eachWarp(v *ir.Value) {
	f := warpFunc(v)
	if inOne(v, f) {
		g.shuffle(v, f)
		return
	}
	each, heads := "EachWarp", []jen.Code(nil)
	if m := v.Attr.Slot; m != nil && m.First > 0 {
		each, heads = "EachWarpBelow", append(heads, jen.Lit(int(m.First)))
	} else {
		heads = append(heads, g.threadsOf(v))
	}
	if m := v.Members(); m != nil {
		n, ok := m.IsConst()
		switch {
		case ok && uint32(n) == math.MaxUint32 && v.Type == ir.Void:
			g.note(v)
			return
		case m.Vector():
			heads = append(heads, g.arrayAs(m.Attr.Slot, gosrc.U32).Op("..."))
		default:
			heads = append(heads, g.u32(m))
		}
	}
	passed := g.passedKind(v, f)
	kind := func(k intrin.Kind) gosrc.Kind {
		if k == intrin.B32 {
			return passed
		}
		return intrinKinds[k]
	}
	lanes := func(s *ir.Slot, k gosrc.Kind) jen.Code {
		return g.arrayAs(s, k).Index(jen.Id("w").Dot("Lo").Op(":").Id("w").Dot("Hi"))
	}
	var args []jen.Code
	for i, s := range g.resultSlots(v) {
		if i < len(f.Results) && s != nil {
			args = append(args, lanes(s, kind(f.Results[i])))
		} else if i < len(f.Results) {
			args = append(args, jen.Nil())
		}
	}
	args = append(args, jen.Id("w").Dot("Lanes"))
	for i, a := range v.WarpArgs() {
		k := kind(f.Params[i])
		if a.Vector() {
			args = append(args, lanes(a.Attr.Slot, k))
		} else {
			args = append(args, jen.Index().Add(k.Type()).Values(gosrc.Bitcast(g.value(a), k).Code()))
		}
	}
	g.emit(v, &gosrc.Stmt{
		Kind: gosrc.ForStmt,
		Code: jen.Id("w").Op(":=").Range().Id("c").Dot(each).Call(heads...),
		Body: gosrc.CodeBlock(jen.Qual(WarpOpsPath, f.Name).Call(args...)),
	})
}

// inOne reports whether a shuffle of all warps is one call: it is that of all threads, or of
// the first ones of each row, by one distance.
func inOne(v *ir.Value, f *intrin.Warp) bool {
	args := v.WarpArgs()
	if len(f.Params) == 0 || f.Params[0] != intrin.B32 || v.Attr.Slot != nil && v.Attr.Slot.First == 0 {
		return false
	}
	if m := v.Members(); m != nil {
		if n, ok := m.IsConst(); !ok || uint32(n) != math.MaxUint32 {
			return false
		}
	}
	return args[0].Vector() && !slices.ContainsFunc(args[1:], (*ir.Value).Vector)
}

// shuffle prints
//
//	ptx.ShflDownB32(c, c.Dim.X, d, nil, a, 1, 31)
func (g *syncGen) shuffle(v *ir.Value, f *intrin.Warp) {
	x := jen.Id("c").Dot("Dim").Dot("X")
	if m := v.Attr.Slot; m != nil {
		x = jen.Lit(int(m.First))
	}
	args := []jen.Code{jen.Id("c"), x}
	passed := g.passedKind(v, f)
	for i, s := range g.resultSlots(v) {
		switch {
		case s == nil:
			args = append(args, jen.Nil())
		case f.Results[i] == intrin.B32:
			args = append(args, g.arrayAs(s, passed))
		default:
			args = append(args, g.arrayAs(s, intrinKinds[f.Results[i]]))
		}
	}
	list := v.WarpArgs()
	args = append(args, g.arrayAs(list[0].Attr.Slot, passed))
	for i, a := range list[1:] {
		args = append(args, gosrc.Bitcast(g.value(a), intrinKinds[f.Params[i+1]]).Code())
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime(f.Name).Call(args...)})
}

// passedKind returns the carrier in which a function of a warp passes values on: that of
// the array that they come from, or where one value is the same for all, go to.
func (g *syncGen) passedKind(v *ir.Value, f *intrin.Warp) gosrc.Kind {
	for i, a := range v.WarpArgs() {
		if f.Params[i] == intrin.B32 && a.Vector() {
			return g.slot(a.Attr.Slot).Kind
		}
	}
	for i, s := range g.resultSlots(v) {
		if s != nil && f.Results[i] == intrin.B32 {
			return g.slot(s).Kind
		}
	}
	return gosrc.U32
}

// arrayAs prints the array of a slot as one of a carrier.
func (g *syncGen) arrayAs(s *ir.Slot, k gosrc.Kind) *jen.Statement {
	w := g.slot(s)
	g.use(w)
	if w.Kind == k {
		return jen.Id(w.Name)
	}
	return Runtime("As").Types(k.Type()).Call(jen.Id(w.Name))
}

// note leaves the PTX text of a barrier as a comment; for debuggers there is a statement.
func (g *syncGen) note(v *ir.Value) {
	if g.mod.Alone {
		st := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime("Here").Call()}
		g.at(st, v.Pos)
		g.push(st)
		return
	}
	st := &gosrc.Stmt{Kind: gosrc.CommentStmt}
	g.at(st, v.Pos)
	g.comesFrom(st, g.origin(v))
	st.Line = 0
	g.push(st)
}

// arrayOf names the array of a value of every thread.
func (g *syncGen) arrayOf(v *ir.Value) *jen.Statement {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return jen.Id(w.Name)
}

// threadsOf names the array that says which threads take part, nil for all.
func (g *syncGen) threadsOf(v *ir.Value) *jen.Statement {
	if v.Attr.Slot == nil {
		return jen.Nil()
	}
	return g.arrayOf(v)
}

// resultSlots returns where the results of an operation go, nil for those that nothing
// reads.
func (g *scope) resultSlots(v *ir.Value) []*ir.Slot {
	out := make([]*ir.Slot, max(len(v.Results), 1))
	for _, u := range g.plan.users[v.ID] {
		switch u.Op {
		case ir.OpSlotSet:
			out[0] = u.Attr.Slot
		case ir.OpExtract:
			for _, w := range g.plan.users[u.ID] {
				if w.Op == ir.OpSlotSet {
					out[u.Attr.Index] = w.Attr.Slot
				}
			}
		}
	}
	return out
}
