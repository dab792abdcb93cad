package builder

import (
	"math"
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// opByName gives the operations by the names that the ISA table uses.
var opByName = func() map[string]ir.Op {
	m := map[string]ir.Op{}
	for op, info := range ir.Ops {
		m[info.Name] = ir.Op(op)
	}
	return m
}()

// operation builds an instruction that is one IR operation on its sources.
func (b *fn) operation(name string) {
	op, ok := opByName[name]
	if !ok {
		panic("build: the ISA table names an unknown operation " + name)
	}
	args := make([]*ir.Value, 0, 3)
	for k := 1; k < len(b.ops); k++ {
		if k == 2 && isShift(op) {
			args = append(args, b.value(&b.ops[k], ir.I32))
			continue
		}
		args = append(args, b.src(k))
	}
	v := b.add(op, b.formType(0), args...)
	v.Attr.Contract = b.contractible()
	b.set(&b.ops[0], v, false)
}

// contractible reports whether an assembler may fuse the instruction with others: it is
// an add, sub or mul whose rounding the text leaves out (section 9.7.3.3), or a div that
// is made of such. Those that compile for debugging do not.
func (b *fn) contractible() bool {
	m, t := b.match, b.module.ast.Target
	switch m.Form.Opcode {
	case "add", "sub", "mul":
		return m.RoundsByDefault() && !t.Has("debug")
	case "div":
		n := m.Normal()
		return (slices.Contains(n, "approx") || slices.Contains(n, "full")) && !t.Has("debug")
	}
	return false
}

func isShift(op ir.Op) bool { return op == ir.OpShl || op == ir.OpShrS || op == ir.OpShrU }

// kindType returns the IR type of an intrinsic's parameter or result for an
// operand of type t: t itself where its carrier is of that kind.
func kindType(k intrin.Kind, t ir.Type) (ir.Type, bool) {
	var plain ir.Type
	switch k {
	case intrin.Bool:
		plain = ir.I1
	case intrin.Int8, intrin.Uint8:
		plain = ir.I8
	case intrin.Int16, intrin.Uint16:
		plain = ir.I16
	case intrin.Int32, intrin.Uint32, intrin.B32:
		plain = ir.I32
	case intrin.Int64, intrin.Uint64:
		plain = ir.I64
	case intrin.Float32:
		return ir.F32, t == ir.F32 || t == ir.I32
	case intrin.Float64:
		return ir.F64, t == ir.F64 || t == ir.I64
	default:
		return ir.Void, false
	}
	switch {
	case t == ir.F32, t == ir.F64:
		// An integer carrier of a float would be a mistake in the table.
		return plain, false
	case t != ir.Void && t.Bits() == plain.Bits():
		return t, true
	}
	return plain, t.IsInt()
}

// call1 builds an instruction that is one pure function of its sources.
func (b *fn) call1(name string) {
	written := name
	name = b.module.opt.Model.Name(name)
	f, ok := intrin.Lookup(name)
	if !ok {
		b.giveUp()
		return
	}
	dests, srcs := b.split()
	if len(dests) != len(f.Results) || len(srcs) != len(f.Params) {
		b.giveUp()
		return
	}
	args := make([]*ir.Value, len(srcs))
	for i, k := range srcs {
		t, ok := kindType(f.Params[i], b.formType(k))
		if !ok || b.ops[k].Kind == frontend.OpVec {
			b.giveUp()
			return
		}
		args[i] = b.value(&b.ops[k], t)
	}
	types := make([]ir.Type, len(dests))
	for i, k := range dests {
		if types[i], ok = kindType(f.Results[i], b.formType(k)); !ok {
			b.giveUp()
			return
		}
	}
	if len(dests) == 1 {
		v := b.assembled(written, types[0], args)
		if v == nil {
			v = b.intrinsic(name, types[0], args...)
			v.Attr.Contract = b.contractible()
		}
		b.set(&b.ops[dests[0]], v, f.Results[0].Signed())
		return
	}
	v := b.intrinsic(name, ir.Tuple, args...)
	v.Results = types
	for i, r := range b.extract(v) {
		b.set(&b.ops[dests[i]], r, f.Results[i].Signed())
	}
}

// split returns the indices of the destinations and of the sources.
func (b *fn) split() (dests, srcs []int) {
	for k, i := range b.bound {
		if b.match.Form.Operands[i].Dest {
			dests = append(dests, k)
		} else {
			srcs = append(srcs, k)
		}
	}
	return
}

// extract reads all results of a tuple.
func (b *fn) extract(v *ir.Value) []*ir.Value {
	rs := make([]*ir.Value, len(v.Results))
	for i, t := range v.Results {
		rs[i] = b.add(ir.OpExtract, t, v)
		rs[i].Attr.Index = i
	}
	return rs
}

// product builds the half of a product that .lo, .hi or .wide selects.
func (b *fn) product(x, y *frontend.Operand) *ir.Value {
	pt := b.match.Type()
	t := irType(pt)
	v, w := b.value(x, t), b.value(y, t)
	switch {
	case b.match.Has("wide"):
		t = ir.IntOfBits(2 * t.Bits())
		return b.add(ir.OpMul, t, b.resize(v, t, pt.IsSigned()), b.resize(w, t, pt.IsSigned()))
	case b.match.Has("hi") && pt.IsSigned():
		return b.add(ir.OpMulHiS, t, v, w)
	case b.match.Has("hi"):
		return b.add(ir.OpMulHiU, t, v, w)
	case b.match.Has("lo"):
		return b.add(ir.OpMul, t, v, w)
	}
	// PTX 1.x leaves out the mode and does not say what that means (trap 153).
	b.giveUp()
	return b.konst(t, 0)
}

// mul builds integer mul.
func (b *fn) mul() {
	b.set(&b.ops[0], b.product(&b.ops[1], &b.ops[2]), false)
}

// mad builds integer mad without .sat and carries.
func (b *fn) mad() {
	if b.match.Has("sat") || b.match.Type().IsFloat() {
		b.giveUp()
		return
	}
	p := b.product(&b.ops[1], &b.ops[2])
	b.set(&b.ops[0], b.add(ir.OpAdd, p.Type, p, b.value(&b.ops[3], p.Type)), false)
}

// reciprocal builds a reciprocal as the quotient that it is, so that it is Go's operator
// and its NaNs are made canonical where their bits are seen only.
func (b *fn) reciprocal() {
	t := b.formType(0)
	one := b.konst(t, uint64(math.Float32bits(1)))
	b.set(&b.ops[0], b.add(ir.OpFDiv, t, one, b.src(1)), false)
}

// lop3 builds lop3.BoolOp: a predicate says whether the result is not zero,
// combined with another predicate (trap 29).
func (b *fn) lop3() {
	op := ir.OpAnd
	switch {
	case b.match.Has("or"):
		op = ir.OpOr
	case !b.match.Has("and"):
		b.giveUp()
		return
	}
	const name = "Lop3B32"
	if _, ok := intrin.Lookup(name); !ok || len(b.ops) != 6 {
		b.giveUp()
		return
	}
	var args []*ir.Value
	for k := 1; k <= 4; k++ {
		args = append(args, b.value(&b.ops[k], ir.I32))
	}
	q := b.value(&b.ops[5], ir.I1)
	d := b.intrinsic(name, ir.I32, args...)
	p := b.add(op, ir.I1, b.icmp(ir.Ne, d, b.konst(ir.I32, 0)), q)
	dd, pp := pair(&b.ops[0])
	b.set(dd, d, false)
	if pp != nil {
		b.set(pp, p, false)
	}
}

// pair returns the two destinations of d|p, the second nil where there is one.
func pair(o *frontend.Operand) (first, second *frontend.Operand) {
	if o.Kind == frontend.OpPair {
		return &o.Elems[0], &o.Elems[1]
	}
	return o, nil
}
