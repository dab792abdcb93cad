package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// callParts are the operands of a call: (results), target, (arguments), table.
type callParts struct {
	rets, args []frontend.Operand
	target     *frontend.Operand
	table      *frontend.Operand // of an indirect call, else nil
}

func (b *fn) callParts() (c callParts, ok bool) {
	ops := b.ops
	if len(ops) > 0 && ops[0].Kind == frontend.OpList {
		c.rets, ops = ops[0].Elems, ops[1:]
	}
	if len(ops) == 0 {
		return c, false
	}
	c.target, ops = &ops[0], ops[1:]
	if len(ops) > 0 && ops[0].Kind == frontend.OpList {
		c.args, ops = ops[0].Elems, ops[1:]
	}
	if len(ops) > 0 {
		c.table, ops = &ops[0], ops[1:]
	}
	return c, len(ops) == 0
}

// call builds a direct or indirect call.
func (b *fn) call() {
	c, ok := b.callParts()
	if !ok {
		b.giveUp()
		return
	}
	f, direct := c.target.Sym.(*frontend.Func)
	if !direct {
		b.callIndirect(c)
		return
	}
	g := b.callable(f)
	if g == nil {
		return
	}
	args, ok := b.arguments(g.ast, c.args)
	if !ok {
		return
	}
	v := b.add(ir.OpCall, ir.Void, args...)
	v.Attr.Func = g.ir
	b.finishCall(v, g.ast, c)
}

// callIndirect builds a call through a register.
func (b *fn) callIndirect(c callParts) {
	f := b.prototype(c.table)
	if f == nil {
		b.giveUp()
		return
	}
	handle := b.value(c.target, ir.I64)
	args, ok := b.arguments(f, c.args)
	if !ok {
		return
	}
	v := b.add(ir.OpCallIndirect, ir.Void, append([]*ir.Value{handle}, args...)...)
	v.Attr.Sig = SigOf(f)
	b.finishCall(v, f, c)
}

// prototype returns a declaration with the signature of an indirect call: the
// .callprototype, or one of the possible targets, which must agree.
func (b *fn) prototype(table *frontend.Operand) *frontend.Func {
	if table == nil {
		return nil
	}
	if f, ok := b.protos[table.Sym]; ok {
		return f
	}
	f := b.findPrototype(table)
	b.protos[table.Sym] = f
	return f
}

func (b *fn) findPrototype(table *frontend.Operand) *frontend.Func {
	var targets []*frontend.Func
	switch t := table.Sym.(type) {
	case *frontend.Table:
		if t.Proto != nil {
			return t.Proto
		}
		for _, n := range t.Names {
			if g := b.lookup(n.Text); g != nil {
				targets = append(targets, g.ast)
			}
		}
	case *frontend.Var:
		usedInInit(t.Init, func(name string) {
			if g := b.lookup(name); g != nil {
				targets = append(targets, g.ast)
			}
		})
	}
	for _, g := range targets {
		if !sameSignature(targets[0], g) {
			b.errorf(b.in.Pos, "call", "the possible targets %s and %s have different parameters", targets[0].Name, g.Name)
			return nil
		}
	}
	if len(targets) == 0 {
		return nil
	}
	return targets[0]
}

func sameSig(x, y *ir.Sig) bool {
	return slices.Equal(x.Params, y.Params) && slices.Equal(x.Results, y.Results)
}

// arguments returns the values that are passed for the parameters of f.
func (b *fn) arguments(f *frontend.Func, args []frontend.Operand) ([]*ir.Value, bool) {
	if !b.countArguments(f, args) {
		return nil, false
	}
	var vals []*ir.Value
	for i, p := range f.Params {
		if p == unsized(f) {
			var o *frontend.Operand
			if i < len(args) {
				o = &args[i]
			}
			a, ok := b.passArray(p, o)
			if !ok {
				return nil, false
			}
			vals = append(vals, a)
			continue
		}
		o := &args[i]
		types := wordTypes(p)
		b.words += len(types)
		v, _ := o.Sym.(*frontend.Var)
		s := b.slots[v]
		if v == nil || s == nil {
			es := elements(o)
			if len(es) != len(types) || v != nil && v.Space == isa.SpaceParam {
				b.giveUpf("an argument that does not fit its parameter")
				return nil, false
			}
			for k, t := range types {
				vals = append(vals, b.value(&es[k], t))
			}
			continue
		}
		off := 0
		for _, t := range types {
			n := min(t.Bytes(), s.size-off)
			vals = append(vals, b.slotWord(s, off, n, t))
			off += t.Bytes()
		}
	}
	return vals, true
}

// slotWord returns n bytes of a slot in the low bytes of a value of type t.
func (b *fn) slotWord(s *slot, off, n int, t ir.Type) *ir.Value {
	for _, w := range s.words {
		if w.off == off && b.vars[w.x].typ.Bytes() == t.Bytes() {
			return b.bitcast(b.read(w.x, b.cur), t)
		}
	}
	if n == t.Bytes() {
		return b.loadSlot(s, off, t)
	}
	// The slot is smaller than the parameter, or the last word is not whole.
	it := ir.IntOfBits(t.Bits())
	all := b.konst(it, 0)
	for i := range max(n, 0) {
		v := b.resize(b.loadSlot(s, off+i, ir.I8), it, false)
		all = b.or(all, b.shiftLeft(v, 8*i))
	}
	return b.bitcast(all, t)
}

// finishCall gives a call its results and writes them to the operands.
func (b *fn) finishCall(v *ir.Value, f *frontend.Func, c callParts) {
	types := SigOf(f).Results
	var vals []*ir.Value
	switch len(types) {
	case 0:
	case 1:
		v.Type = types[0]
		vals = []*ir.Value{v}
	default:
		v.Type, v.Results = ir.Tuple, types
	}
	if f.NoReturn {
		b.cur.SetTerm(ir.Unreachable, b.pos)
		b.cur = nil
		return
	}
	if len(c.rets) == 0 {
		return // the results are not used
	}
	if v.Type == ir.Tuple {
		vals = b.extract(v)
	}
	if len(c.rets) != len(f.Results) {
		b.errorf(b.in.Pos, "call", "%s for %s", diag.Count(len(c.rets), "destination"), diag.Count(len(f.Results), "result"))
		return
	}
	k := 0
	for i, r := range f.Results {
		n := len(wordTypes(r))
		b.setResult(&c.rets[i], r, vals[k:k+n])
		k += n
	}
}

// setResult writes the values of one result to a register or slot.
func (b *fn) setResult(o *frontend.Operand, r *frontend.Var, vals []*ir.Value) {
	v, _ := o.Sym.(*frontend.Var)
	s := b.slots[v]
	if v == nil || s == nil {
		es := elements(o)
		if len(es) != len(vals) {
			b.giveUpf("a result that does not fit its destination")
			return
		}
		b.setAll(es, vals, false)
		return
	}
	size := int(r.Size())
	if r.Space == isa.SpaceReg {
		size = len(vals) * vals[0].Type.Bytes()
	}
	off := 0
	for _, val := range vals {
		n := min(val.Type.Bytes(), size-off, s.size-off)
		b.storeWord(s, off, n, val)
		off += val.Type.Bytes()
	}
}

// storeWord sets n bytes of a slot from the low bytes of a value.
func (b *fn) storeWord(s *slot, off, n int, v *ir.Value) {
	for _, w := range s.words {
		if w.off == off && b.vars[w.x].typ.Bytes() == v.Type.Bytes() {
			b.assign(w.x, b.bitcast(v, b.vars[w.x].typ))
			return
		}
	}
	if n == v.Type.Bytes() {
		b.storeSlot(s, off, v)
		return
	}
	i := b.integer(v)
	for k := range max(n, 0) {
		b.storeSlot(s, off+k, b.resize(b.shiftRight(i, 8*k), ir.I8, false))
	}
}
