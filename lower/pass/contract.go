package pass

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Contract says what becomes of a product without a rounding modifier and the
// additions that use it.
type Contract struct {
	Off bool // they are rounded one by one
}

// Contracted is what contract did to a function.
type Contracted struct {
	Products int // that are part of additions, rounded for others or not
}

// contract fuses products with the additions and subtractions that use them, as an
// assembler does where neither has a rounding modifier (section 9.7.3.3 of the manual
// allows it; the package documentation says what is known of the rule). A product is
// fused where all of its uses are additions; of two in one addition, one is.
//
// It is no optimisation: it decides what bits a kernel computes. So it depends on
// nothing but the text of the function, as registers, expressions and basic blocks of
// the PTX, and comes before every pass that weighs costs. It takes the mark
// Attr.Contract away, which nobody asks for after it.
func contract(f *ir.Func, o *Options) bool {
	n := 0
	if !o.Contract.Off {
		n = contractEarly(f, o)
		n += contractLate(f, o)
	}
	if n > 0 && o.Contracted != nil {
		o.Contracted(f, Contracted{n})
	}
	return unmark(f) || n > 0
}

// contractEarly contracts sums with a product that has no other use, and then the others.
func contractEarly(f *ir.Func, o *Options) int {
	c := newContractor(f, false)
	if c == nil {
		return 0
	}
	c.round(true)
	c.round(false)
	return c.finish(o)
}

// contractLate does the first of it once more, for f32, and looks through local variables.
func contractLate(f *ir.Func, o *Options) int {
	c := newContractor(f, true)
	if c == nil {
		return 0
	}
	c.round(true)
	return c.finish(o)
}

// unmark removes the marks, and reports whether there was any.
func unmark(f *ir.Func) bool {
	found := false
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			found = found || v.Attr.Contract
			v.Attr.Contract = false
		}
	}
	return found
}

type contractor struct {
	f      *ir.Func
	uses   [][]use // by value ID
	home   []int32 // by value ID: the basic block of the PTX
	before map[*ir.Value][]*ir.Value
	left   map[*ir.Value]*product // what is left of the uses of products
	copies *localCopies           // what is looked through in the last round
	count  int                    // of products that are part of sums, rounded for others or not
}

// product is what is known of a value that may become part of additions.
type product struct {
	sums  []addition // those that it may be fused with
	other bool       // there are other uses
	uses  int        // that were found
}

// use is argument arg of user; a nil user is a terminator.
type use struct {
	user *ir.Value
	arg  int
}

// addition is a use of a product in an addition or subtraction.
type addition struct {
	use
	neg bool // what is added is the negated product
}

// newContractor looks for products and their uses. It returns nil where there are none. With
// local it looks through local variables, for products of f32, and returns nil where there is
// no such variable.
func newContractor(f *ir.Func, local bool) *contractor {
	c := &contractor{f: f, before: map[*ir.Value][]*ir.Value{}, left: map[*ir.Value]*product{}}
	var products []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if _, ok := isProduct(v); ok {
				products = append(products, v)
			}
		}
	}
	if len(products) == 0 {
		return nil
	}
	c.findUses()
	c.findHomes()
	if local {
		if c.copies = c.findCopies(); c.copies == nil {
			return nil
		}
	}
	for _, m := range products {
		if local && m.Type != ir.F32 {
			c.left[m] = &product{other: true}
		} else {
			c.left[m] = c.usesOf(m)
		}
	}
	return c
}

// finish puts what has been made into the function, and returns how many products have
// become part of sums.
func (c *contractor) finish(o *Options) int {
	if c.count > 0 {
		c.place()
		dce(c.f, o) // of the products
	}
	return c.count
}

// round goes through the sums: through those with a product that has no other use, if the
// product is of one number, or through all.
func (c *contractor) round(single bool) {
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			c.sum(v, single)
		}
	}
}

// sum fuses one of its operands with an addition, if one may be: the one with fewer uses,
// or the first.
func (c *contractor) sum(v *ir.Value, single bool) {
	if verb, _ := arith(v); verb != "Add" && verb != "Sub" {
		return
	}
	var m *ir.Value
	var p *product
	at := 0
	for _, a := range v.Args {
		a = c.behind(a)
		o := c.left[a]
		if o == nil || o.other || single && (o.uses > 1 || packed(v.Type)) {
			continue
		}
		i := slices.IndexFunc(o.sums, func(u addition) bool { return u.user == v })
		if i >= 0 && (p == nil || o.uses < p.uses) {
			m, p, at = a, o, i
		}
	}
	if p == nil {
		return
	}
	u := p.sums[at]
	if len(p.sums) == p.uses {
		c.count++
	}
	p.sums = slices.Delete(p.sums, at, at+1)
	if o := c.left[c.behind(v.Args[1-u.arg])]; o != nil && !c.apart(v.Args[1-u.arg]) {
		o.other = true // what is added has been rounded
	}
	c.fuse(m, u)
}

// packed reports whether a register of the type holds two numbers.
func packed(t ir.Type) bool { return t == ir.F16x2 || t == ir.BF16x2 || t == ir.I64 }

func (c *contractor) findUses() {
	c.uses = make([][]use, c.f.NumValues())
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				c.uses[a.ID] = append(c.uses[a.ID], use{v, i})
			}
		}
		for _, v := range b.Ctrl {
			c.uses[v.ID] = append(c.uses[v.ID], use{})
		}
	}
}

// findHomes numbers what an assembler has as a basic block: a block, as far as a fence or a
// call. An instruction with a guard ends one, if that guards what a select cannot: an access.
func (c *contractor) findHomes() {
	c.home = make([]int32, c.f.NumValues())
	home := int32(0)
	for _, b := range c.f.Blocks {
		home++
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpFence, ir.OpCall, ir.OpCallIndirect:
				home++
			}
			c.home[v.ID] = home
		}
	}
}

// behind returns what an operand moves or negates.
func (c *contractor) behind(v *ir.Value) *ir.Value {
	for {
		switch x := negation(v); {
		case x != nil:
			v = x
		case c.copies != nil && c.copies.stored[v] != nil:
			v = c.copies.stored[v]
		case v.Op == ir.OpBitcast:
			v = v.Args[0]
		default:
			return v
		}
	}
}

// apart reports whether an operand is the result of a neg.ftz that is all that uses a product
// of its own: it is an instruction where it cannot be looked through, and leaves the product
// alone.
func (c *contractor) apart(v *ir.Value) bool {
	for flushed := false; ; {
		x := negation(v)
		switch {
		case x != nil:
			flushed = flushed || flushes(v)
			v = x
		case v.Op == ir.OpBitcast:
			v = v.Args[0]
		default:
			return flushed && len(c.uses[v.ID]) == 1
		}
	}
}

// usesOf looks for the uses of a product. Negations are looked through, and moves through
// registers without a type. The choice of a guard is no addition: a product that a guard
// may have left alone is one of two values.
func (c *contractor) usesOf(m *ir.Value) *product {
	form, _ := isProduct(m)
	p := &product{}
	seen := map[*ir.Value]bool{}
	type step struct {
		v       *ir.Value
		neg     bool
		flushed bool // by a neg.ftz: it is not negated once more
	}
	work := []step{{v: m}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range c.uses[s.v.ID] {
			w := u.user
			switch {
			case w == nil || c.home[w.ID] != c.home[m.ID]:
				p.other = true
			case w.Op == ir.OpStore && u.arg == 1 && c.copies != nil && c.copies.has(w):
				for _, l := range c.copies.loads[w] {
					work = append(work, step{l, s.neg, s.flushed})
				}
			case isAddition(w, form) && !seen[w] && !(s.flushed && u.arg == 1 && subtracts(w)):
				seen[w] = true
				p.sums = append(p.sums, addition{u, s.neg})
			case negation(w) != nil && !s.flushed && (form.ftz || !flushes(w)):
				work = append(work, step{w, !s.neg, flushes(w)})
			case w.Op == ir.OpBitcast:
				work = append(work, step{w, s.neg, s.flushed})
			case s.flushed && len(c.uses[m.ID]) == 1: // see apart
			default: // also the sum of the product and itself, which is no fma
				p.other = true
			}
		}
	}
	p.uses = len(p.sums)
	return p
}

// fuse makes an fma of an addition and one of its operands, the product m. The sign of
// the product is that of one factor, and subtracting is adding what is negated: both
// are exact.
func (c *contractor) fuse(m *ir.Value, u addition) {
	v := u.user
	verb, form := arith(v)
	a, b, addend := m.Args[0], m.Args[1], v.Args[1-u.arg]
	if q, ok := intrin.LookupQuotient(m.Attr.Name); ok {
		a, b = c.quotient(v, m, q)
	}
	negProduct := u.neg
	if verb == "Sub" {
		if u.arg == 1 {
			negProduct = !negProduct
		} else {
			addend = c.negated(v, addend)
		}
	}
	if negProduct {
		_, isConst := b.IsConst()
		if isNeg(b) && !isNeg(a) || isConst && !isNeg(a) {
			b = c.negated(v, b)
		} else {
			a = c.negated(v, a)
		}
	}
	v.Op, v.Args = ir.OpIntrin, []*ir.Value{a, b, addend}
	v.Attr = ir.Attr{Name: fmaName(form)}
	v.Product = m.Pos
}

// negated returns -x, computed before v.
func (c *contractor) negated(v, x *ir.Value) *ir.Value {
	if isNeg(x) && !flushes(x) {
		return x.Args[0]
	}
	e := &emitter{b: v.Block, pos: v.Pos}
	var n *ir.Value
	switch name := negNames[x.Type]; {
	case x.Type == ir.F32 || x.Type == ir.F64:
		n = e.add(ir.OpFNeg, x.Type, x)
	case name != "":
		n = e.add(ir.OpIntrin, x.Type, x)
		n.Attr.Name = name
	default: // two f32, for which there is no neg
		n = e.add(ir.OpXor, x.Type, x, e.konst(x.Type, 0x8000000080000000))
	}
	c.before[v] = append(c.before[v], e.out...)
	return n
}

// place inserts the negations that have been made.
func (c *contractor) place() {
	for _, b := range c.f.Blocks {
		out := make([]*ir.Value, 0, len(b.Values))
		for _, v := range b.Values {
			out = append(append(out, c.before[v]...), v)
		}
		b.Values = out
	}
}

var negNames = map[ir.Type]string{ir.F16: "NegF16", ir.F16x2: "NegF16x2", ir.BF16: "NegBf16", ir.BF16x2: "NegBf16x2"}

// negation returns the value of which another one is the negation for an assembler, or nil.
func negation(v *ir.Value) *ir.Value {
	if isNeg(v) && v.Type != ir.BF16x2 {
		return v.Args[0]
	}
	return minus(v)
}

// flushes reports whether a negation, or an operation that may be contracted, has .ftz.
func flushes(v *ir.Value) bool { return strings.Contains(v.Attr.Name, "Ftz") }

func subtracts(v *ir.Value) bool {
	verb, _ := arith(v)
	return verb == "Sub"
}

// isNeg reports whether the value is the negation of a float.
func isNeg(v *ir.Value) bool {
	if v.Op == ir.OpIntrin && len(v.Args) == 1 {
		return v.Attr.Name == "NegFtzF32" || v.Attr.Name == "NegFtzF16" || v.Attr.Name == "NegFtzF16x2" ||
			negNames[v.Type] != "" && v.Attr.Name == negNames[v.Type]
	}
	return v.Op == ir.OpFNeg
}

// form is how a product without a rounding modifier is spelled in the names of
// functions: type and .ftz.
type form struct {
	name string
	ftz  bool
}

func formOf(name string) form { return form{name, strings.HasPrefix(name, "Ftz")} }

// isProduct reports whether a value is a product that may be fused. One that is
// clamped may not: the clamp lies between the product and the sum. One of constants is a
// constant in f32, and one with -1 a negation.
func isProduct(v *ir.Value) (form, bool) {
	if q, ok := intrin.LookupQuotient(v.Attr.Name); ok && v.Attr.Contract {
		return formOf(q.Product), !strings.Contains(q.Product, "Sat")
	}
	verb, name := arith(v)
	f := formOf(name)
	if verb != "Mul" || strings.Contains(name, "Sat") {
		return f, false
	}
	_, x := v.Args[0].IsConst()
	_, y := v.Args[1].IsConst()
	return f, !(x && y && v.Type == ir.F32) && minus(v) == nil
}

// minus returns the value that is negated by a product with -1, or nil. Assemblers see that
// in f32, f16 and bf16.
func minus(v *ir.Value) *ir.Value {
	one := map[ir.Type]uint64{ir.F32: 0xbf800000, ir.F16: 0xbc00, ir.BF16: 0xbf80}[v.Type]
	if verb, _ := arith(v); verb != "Mul" || one == 0 {
		return nil
	}
	for i, a := range v.Args {
		if x, ok := a.IsConst(); ok && x == one {
			return v.Args[1-i]
		}
	}
	return nil
}

// isAddition reports whether a value is an addition that products of the form may be
// fused with: of the same type and with the same .ftz. It may clamp its result.
func isAddition(v *ir.Value, f form) bool {
	verb, name := arith(v)
	if verb != "Add" && verb != "Sub" || strings.Replace(name, "Sat", "", 1) != f.name {
		return false
	}
	_, ok := intrin.Lookup(fmaName(name))
	return ok
}

func fmaName(form string) string { return "FmaRn" + form }

// arith splits the name of an operation that may be contracted: add.ftz.f32 is Add
// and FtzF32. The verb is "" where the value is none.
func arith(v *ir.Value) (verb, form string) {
	if !v.Attr.Contract {
		return "", ""
	}
	switch v.Op {
	case ir.OpFAdd:
		verb = "Add"
	case ir.OpFSub:
		verb = "Sub"
	case ir.OpFMul:
		verb = "Mul"
	case ir.OpIntrin:
		verb, form, _ = strings.Cut(v.Attr.Name, "Rn")
		return verb, form
	}
	return verb, strings.ToUpper(v.Type.String())
}
