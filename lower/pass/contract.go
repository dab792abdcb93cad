package pass

import (
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
	Products int // that are no longer rounded
}

// contract fuses products with the additions and subtractions that use them, as
// assemblers do where neither has a rounding modifier (section 9.7.3.3 of the manual
// allows it; DESIGN.md, section 11, says what is known of the rule). A product is
// fused into every one of its uses, or, where one use is anything else, into none.
//
// It is no optimisation: it decides what bits a kernel computes. So it depends on
// nothing but the text of the function, as registers, expressions and basic blocks of
// the PTX, and comes before every pass that weighs costs. It takes the marks
// Attr.Contract and Block.Guard away, which nobody asks for behind it.
func contract(f *ir.Func, o *Options) bool {
	c := &contractor{f: f, opt: o.Contract}
	if !o.Contract.Off {
		c.function()
	}
	if c.count.Products > 0 {
		c.place()
		dce(f, o) // of the products
		if o.Contracted != nil {
			o.Contracted(f, c.count)
		}
	}
	return c.unmark() || c.count.Products > 0
}

// unmark removes the marks, and reports whether there were any.
func (c *contractor) unmark() bool {
	found := false
	for _, b := range c.f.Blocks {
		found = found || b.Guard
		b.Guard = false
		for _, v := range b.Values {
			found = found || v.Attr.Contract
			v.Attr.Contract = false
		}
	}
	return found
}

type contractor struct {
	f      *ir.Func
	opt    Contract
	uses   [][]use     // by value ID
	region []*ir.Block // by block ID: a block that stands for the basic block of the PTX
	before map[*ir.Value][]*ir.Value
	fuses  map[*ir.Value]decision // of products
	count  Contracted
}

// decision says whether a product becomes a part of its sums.
type decision uint8

const (
	unknown decision = iota
	asked            // what it depends on is being looked at
	fused
	rounded
)

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

func (c *contractor) function() {
	var products []*ir.Value
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if _, ok := isProduct(v); ok {
				products = append(products, v)
			}
		}
	}
	if len(products) == 0 {
		return
	}
	c.findUses()
	c.findRegions()
	c.before, c.fuses = map[*ir.Value][]*ir.Value{}, map[*ir.Value]decision{}
	for _, m := range products {
		c.decide(m)
	}
	for _, m := range products {
		if c.fuses[m] != fused {
			continue
		}
		c.count.Products++
		for _, u := range c.additions(m) {
			c.fuse(m, u)
		}
	}
}

// decide decides whether a product is fused. Of two that meet in one addition the first
// operand has the right to it. So the second is fused if the first is not, for the sake of
// another use.
func (c *contractor) decide(m *ir.Value) decision {
	if d := c.fuses[m]; d != unknown {
		return d
	}
	c.fuses[m] = asked
	d := fused
	list := c.additions(m)
	for _, u := range list {
		if u.arg == 0 {
			continue
		}
		// A product that is asked already stands in a ring of additions. It has been asked
		// first, and gets what it wants.
		if o := product(u.user.Args[0]); o != nil && c.decide(o) != rounded {
			d = rounded
		}
	}
	if list == nil {
		d = rounded
	}
	c.fuses[m] = d
	return d
}

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

// findRegions joins the blocks that are one basic block of the PTX, or would be
// without labels that nothing jumps to: a block and the only one that it jumps to. An
// instruction with a guard ends one, if that guards what a select cannot: an access.
func (c *contractor) findRegions() {
	c.region = make([]*ir.Block, c.f.NumBlocks())
	goesOn := func(b *ir.Block) *ir.Block {
		if b.Term == ir.Jump && len(b.Succs[0].Preds) == 1 {
			return b.Succs[0]
		}
		return nil
	}
	into := make([]bool, c.f.NumBlocks())
	for _, b := range c.f.Blocks {
		if s := goesOn(b); s != nil {
			into[s.ID] = true
		}
	}
	for _, first := range []bool{true, false} { // a ring has no first block
		for _, b := range c.f.Blocks {
			if into[b.ID] == first {
				continue
			}
			for s := b; s != nil && c.region[s.ID] == nil; s = goesOn(s) {
				c.region[s.ID] = b
			}
		}
	}
}

// product returns the product that an operand is, perhaps negated, or nil.
func product(v *ir.Value) *ir.Value {
	for isNeg(v) || v.Op == ir.OpBitcast {
		v = v.Args[0]
	}
	if _, ok := isProduct(v); !ok {
		return nil
	}
	return v
}

// additions returns the uses of a product if all of them are additions that it may be
// fused with, else nil. Negations are looked through, and moves through registers without
// a type. The choice of a guard is no addition: a product that a guard may have left alone
// is one of two values.
func (c *contractor) additions(m *ir.Value) []addition {
	form, _ := isProduct(m)
	var list []addition
	seen := map[*ir.Value]bool{}
	type step struct {
		v   *ir.Value
		neg bool
	}
	work := []step{{m, false}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range c.uses[s.v.ID] {
			w := u.user
			switch {
			case w == nil || c.home(w) != c.home(m):
				return nil
			case isAddition(w, form):
				if seen[w] { // the sum of the product and itself is no fma
					return nil
				}
				seen[w] = true
				list = append(list, addition{u, s.neg})
			case isNeg(w) && (form.ftz || !strings.Contains(w.Attr.Name, "Ftz")):
				work = append(work, step{w, !s.neg})
			case w.Op == ir.OpBitcast:
				work = append(work, step{w, s.neg})
			default:
				return nil
			}
		}
	}
	return list
}

// home returns what stands for the basic block of the PTX that a value is in.
func (c *contractor) home(v *ir.Value) *ir.Block { return c.region[v.Block.ID] }

// fuse makes an fma of an addition and one of its operands, the product m. The sign of
// the product is that of one factor, and subtracting is adding what is negated: both
// are exact.
func (c *contractor) fuse(m *ir.Value, u addition) {
	v := u.user
	verb, form := arith(v)
	a, b, addend := m.Args[0], m.Args[1], v.Args[1-u.arg]
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

// negated returns -x, computed in front of v.
func (c *contractor) negated(v, x *ir.Value) *ir.Value {
	if isNeg(x) && !strings.Contains(x.Attr.Name, "Ftz") {
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

// isProduct reports whether a value is a product that may be fused. One that is
// clamped may not: the clamp lies between the product and the sum.
func isProduct(v *ir.Value) (form, bool) {
	verb, name := arith(v)
	return form{name, strings.HasPrefix(name, "Ftz")}, verb == "Mul" && !strings.Contains(name, "Sat")
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
