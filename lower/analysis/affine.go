package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Axis is a component of a thread's place in its CTA.
type Axis uint8

// The axes. NoAxis stands for the number one.
const (
	NoAxis Axis = iota
	AxisX
	AxisY
	AxisZ
)

var axes = map[string]Axis{"tid.x": AxisX, "tid.y": AxisY, "tid.z": AxisZ}

// Factor is a value that is uniform over the CTA, as a number: Ext says how a
// value that is narrower than the form is extended.
type Factor struct {
	Value *ir.Value
	Ext   Ext
}

// Product is one summand of a Form: Coef times the axis times the factors.
type Product struct {
	Coef    int64
	Axis    Axis
	Factors []Factor
}

// Assumption says that a 32-bit value does not wrap: that its Form, computed in
// the integers with all factors sign-extended, is within the 32-bit numbers
// with or without sign. Where the form drifts, it says that this is so for some
// number in the place of the drift, which is the same for all threads of the CTA
// in one turn.
type Assumption struct {
	Value  *ir.Value
	Signed bool
}

// Form is an integer as a function of the place of the thread in its CTA:
//
//	Const + sum of Products   modulo 2^Bits
//
// for all threads for which the assumptions hold. Drift adds something to it
// that all threads of the CTA agree on in the same turn of the loops around the
// value, and for which there is no value: the progress of an induction variable.
type Form struct {
	Bits     int
	Const    int64
	Products []Product
	NoWrap   []Assumption
	Drift    bool
}

// Stride returns by how much the value grows from one thread to the next along
// an axis, if that is a constant.
func (f *Form) Stride(x Axis) (int64, bool) {
	var n int64
	for _, p := range f.Products {
		if p.Axis == x {
			if len(p.Factors) > 0 {
				return 0, false
			}
			n += p.Coef
		}
	}
	return n, true
}

// Bounds on the size of a form that is worth having.
const (
	maxProducts = 8
	maxFactors  = 3
)

// Affine finds the forms of the integers of a function.
type Affine struct {
	f     *ir.Func
	u     *Uniformity
	forms []*Form     // by value ID; phis of loops stand for themselves
	start []*ir.Value // by ID of an induction variable: its value at the start
}

// NewAffine analyses a function.
func NewAffine(f *ir.Func, u *Uniformity) *Affine {
	a := &Affine{f: f, u: u, forms: make([]*Form, f.NumValues()), start: make([]*ir.Value, f.NumValues())}
	order := ir.ReversePostorder(f)
	for _, b := range order {
		for _, v := range b.Values {
			if v.Type == ir.I32 || v.Type == ir.I64 {
				a.forms[v.ID] = a.compute(v)
			}
		}
	}
	for _, b := range order {
		if l := u.loops.Headed(b); l != nil {
			for _, phi := range b.Phis() {
				a.induction(phi, l)
			}
		}
	}
	return a
}

// Of returns the form of a value of type I32 or I64 at the place where it is
// computed, false where it has none.
func (a *Affine) Of(v *ir.Value) (Form, bool) {
	if a.forms[v.ID] == nil {
		return Form{}, false
	}
	f := *a.forms[v.ID]
	f.Products = slices.Clone(f.Products)
	// Phis of loops become what they start from. Each step goes to values
	// that dominate the phi, so this ends.
	for i := 0; i < len(f.Products); {
		p := f.Products[i]
		k := slices.IndexFunc(p.Factors, func(x Factor) bool { return !a.u.Of(x.Value).In(CTA) })
		if k < 0 {
			i++
			continue
		}
		phi := p.Factors[k].Value
		start := a.start[phi.ID]
		if start == nil || a.forms[start.ID] == nil || !a.left(phi, v.Block).In(CTA) {
			return Form{}, false
		}
		f.Products = slices.Delete(f.Products, i, i+1)
		p.Factors = slices.Delete(slices.Clone(p.Factors), k, k+1)
		s := a.forms[start.ID]
		// Only what differs between threads: the rest is part of the drift.
		for _, q := range s.Products {
			if q.Axis == NoAxis && !slices.ContainsFunc(q.Factors, func(x Factor) bool { return !a.u.Of(x.Value).In(CTA) }) {
				continue
			}
			if phi.Type == ir.I32 && f.Bits == 64 && !extendFactors(&q) {
				return Form{}, false
			}
			m, ok := multiply(p, q)
			if !ok {
				return Form{}, false
			}
			f.Products = append(f.Products, m)
		}
		f.NoWrap = union(f.NoWrap, s.NoWrap)
		f.Drift = true
		if len(f.Products) > maxProducts {
			return Form{}, false
		}
	}
	for _, p := range f.Products {
		for _, x := range p.Factors {
			if !a.u.At(x.Value, v.Block).In(CTA) {
				return Form{}, false
			}
		}
	}
	f.normalise()
	return f, len(f.Products) <= maxProducts
}

// left returns how the threads that are in b left the loops around v.
func (a *Affine) left(v *ir.Value, b *ir.Block) Level {
	level := Constant
	for l := a.u.loops.Of(v.Block); l != nil && !a.u.loops.Contains(l, b); l = l.Parent {
		level |= a.u.Leave(l, b)
	}
	return level
}

// induction notes a phi to which each turn of the loop adds something uniform.
func (a *Affine) induction(phi *ir.Value, l *ir.Loop) {
	if a.forms[phi.ID] == nil || a.u.Of(phi).In(CTA) {
		return
	}
	var start *ir.Value
	for i, p := range phi.Block.Preds {
		x := phi.Args[i]
		if !a.u.loops.Contains(l, p) {
			if start != nil && start != x || a.u.At(x, phi.Block) != a.u.Of(x) {
				return
			}
			start = x
			continue
		}
		if x == phi {
			continue
		}
		f := a.forms[x.ID]
		if f == nil || len(f.NoWrap) > 0 {
			return
		}
		self := 0
		for _, q := range f.Products {
			switch {
			case len(q.Factors) == 1 && q.Factors[0].Value == phi && q.Coef == 1 && q.Axis == NoAxis:
				self++
			case q.Axis != NoAxis:
				return
			default:
				for _, y := range q.Factors {
					if !a.u.At(y.Value, p).In(CTA) {
						return
					}
				}
			}
		}
		if self != 1 {
			return
		}
	}
	if start != nil && a.forms[start.ID] != nil {
		a.start[phi.ID] = start
	}
}

// compute returns the form of a value whose arguments have been visited, nil
// for none.
func (a *Affine) compute(v *ir.Value) *Form {
	bits := v.Type.Bits()
	if c, ok := v.IsConst(); ok {
		return &Form{Bits: bits, Const: signed(c, v.Type)}
	}
	if a.u.Of(v).In(CTA) {
		return atomForm(v, ExtNone)
	}
	arg := func(i int) *Form { return a.forms[v.Args[i].ID] }
	var r *Form
	switch v.Op {
	case ir.OpSReg:
		if x, ok := axes[v.Attr.SReg]; ok {
			return &Form{Bits: bits, Products: []Product{{Coef: 1, Axis: x}}}
		}
	case ir.OpPhi:
		if l := a.u.loops.Headed(v.Block); l != nil {
			return atomForm(v, ExtNone)
		}
	case ir.OpAdd:
		r = sum(arg(0), arg(1))
	case ir.OpSub:
		r = sum(arg(0), scaled(arg(1), -1))
	case ir.OpNeg:
		r = scaled(arg(0), -1)
	case ir.OpMul:
		r = product(arg(0), arg(1))
	case ir.OpShl:
		if n, ok := v.Args[1].IsConst(); ok && n < uint64(bits) {
			r = scaled(arg(0), 1<<n)
		}
	case ir.OpSext, ir.OpZext:
		return a.extend(v)
	case ir.OpTrunc:
		if v.Args[0].Type == ir.I64 && arg(0) != nil {
			// Whatever an inner extension assumed, the low half is right.
			r = &Form{Bits: bits, Const: arg(0).Const, Products: slices.Clone(arg(0).Products)}
		}
	}
	if r != nil {
		r.normalise()
		if len(r.Products) > maxProducts {
			return nil
		}
	}
	return r
}

func atomForm(v *ir.Value, e Ext) *Form {
	return &Form{Bits: v.Type.Bits(), Products: []Product{{Coef: 1, Factors: []Factor{{v, e}}}}}
}

// extend returns the form of an extension.
func (a *Affine) extend(v *ir.Value) *Form {
	x := v.Args[0]
	if x.Op == ir.OpSReg && axes[x.Attr.SReg] != NoAxis {
		return &Form{Bits: v.Type.Bits(), Products: []Product{{Coef: 1, Axis: axes[x.Attr.SReg]}}}
	}
	if v.Type != ir.I64 || x.Type != ir.I32 || a.forms[x.ID] == nil {
		return nil
	}
	in := a.forms[x.ID]
	r := &Form{Bits: 64, Const: in.Const}
	for _, p := range in.Products {
		if !extendFactors(&p) {
			return nil
		}
		r.Products = append(r.Products, p)
	}
	if s := v.Op == ir.OpSext; !a.fits(in, s) {
		r.NoWrap = []Assumption{{x, s}}
	}
	return r
}

// extendFactors makes the factors of a 32-bit product those of a 64-bit one. It
// is false where one is the low half of something longer.
func extendFactors(p *Product) bool {
	p.Factors = slices.Clone(p.Factors)
	for i := range p.Factors {
		if p.Factors[i].Value.Type != ir.I32 {
			return false
		}
		p.Factors[i].Ext = ExtSigned
	}
	return true
}

// Largest places of a thread along the axes of a CTA.
const maxXY, maxZ = 1023, 63

// fits reports whether a 32-bit form cannot wrap in a CTA of any shape.
func (a *Affine) fits(f *Form, signed bool) bool {
	lo, hi := f.Const, f.Const
	for _, p := range f.Products {
		if len(p.Factors) > 0 || p.Axis == NoAxis {
			return false
		}
		top := int64(maxXY)
		if p.Axis == AxisZ {
			top = maxZ
		}
		// The coefficients have 32 bits: no overflow here.
		lo, hi = lo+min(0, p.Coef*top), hi+max(0, p.Coef*top)
	}
	if signed {
		return lo >= -1<<31 && hi < 1<<31
	}
	return lo >= 0 && hi < 1<<32
}

func sum(x, y *Form) *Form {
	if x == nil || y == nil {
		return nil
	}
	return &Form{
		Bits: x.Bits, Const: x.Const + y.Const,
		Products: slices.Concat(x.Products, y.Products),
		NoWrap:   union(x.NoWrap, y.NoWrap),
	}
}

func scaled(x *Form, k int64) *Form {
	if x == nil {
		return nil
	}
	r := &Form{Bits: x.Bits, Const: x.Const * k, Products: slices.Clone(x.Products), NoWrap: x.NoWrap}
	for i := range r.Products {
		r.Products[i].Coef *= k
	}
	return r
}

// product multiplies two forms of which at most one knows the thread.
func product(x, y *Form) *Form {
	if x == nil || y == nil {
		return nil
	}
	r := &Form{Bits: x.Bits, Const: x.Const * y.Const, NoWrap: union(x.NoWrap, y.NoWrap)}
	px := append(slices.Clone(x.Products), Product{Coef: x.Const})
	py := append(slices.Clone(y.Products), Product{Coef: y.Const})
	for i, p := range px {
		for j, q := range py {
			if i == len(px)-1 && j == len(py)-1 {
				continue // the product of the constants
			}
			m, ok := multiply(p, q)
			if !ok {
				return nil
			}
			r.Products = append(r.Products, m)
		}
	}
	if len(r.Products) > 2*maxProducts*maxProducts {
		return nil
	}
	return r
}

func multiply(p, q Product) (Product, bool) {
	if p.Coef == 0 || q.Coef == 0 {
		return Product{}, true
	}
	if p.Axis != NoAxis && q.Axis != NoAxis || len(p.Factors)+len(q.Factors) > maxFactors {
		return Product{}, false
	}
	m := Product{Coef: p.Coef * q.Coef, Axis: p.Axis, Factors: slices.Concat(p.Factors, q.Factors)}
	if p.Axis == NoAxis {
		m.Axis = q.Axis
	}
	return m, true
}

// normalise sorts the factors, adds up equal products and removes empty ones.
func (f *Form) normalise() {
	wrap := func(n int64) int64 {
		if f.Bits == 32 {
			return int64(int32(n))
		}
		return n
	}
	f.Const = wrap(f.Const)
	var out []Product
	for _, p := range f.Products {
		p.Factors = slices.Clone(p.Factors)
		slices.SortFunc(p.Factors, func(x, y Factor) int {
			if x.Value != y.Value {
				return int(x.Value.ID - y.Value.ID)
			}
			return int(x.Ext) - int(y.Ext)
		})
		i := slices.IndexFunc(out, func(q Product) bool { return q.Axis == p.Axis && slices.Equal(q.Factors, p.Factors) })
		if i >= 0 {
			out[i].Coef += p.Coef
		} else {
			out = append(out, p)
		}
	}
	for i := range out {
		out[i].Coef = wrap(out[i].Coef)
	}
	f.Products = slices.DeleteFunc(out, func(p Product) bool { return p.Coef == 0 })
}

func union(x, y []Assumption) []Assumption {
	out := slices.Clone(x)
	for _, a := range y {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}
