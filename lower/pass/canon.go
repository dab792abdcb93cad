package pass

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// canon makes the NaNs of f32 arithmetic canonical where their bits can be seen:
// in memory, as an integer, in another function. The operators of Go leave NaNs
// with any payload, the GPU always leaves 0x7fffffff (manual 9.7.3). Arithmetic
// and comparisons do not see the difference.
//
// A phi or select may choose between the result of arithmetic and bits that only
// moved, such as a loaded NaN, which must stay as they are. Then the arithmetic
// is made canonical where it enters the phi. A shuffle passes floats on as a phi does,
// where their bits go into nothing else.
func canon(f *ir.Func, _ *Options) bool {
	c := &canoniser{f: f, class: make([]nanClass, f.NumValues()), after: map[*ir.Value][]*ir.Value{}, made: map[*ir.Value]*ir.Value{}}
	order := ir.ReversePostorder(f)
	c.shuffles(order)
	c.classify(order)
	changed := false
	for _, b := range order {
		changed = c.block(b) || changed
	}
	for _, b := range f.Blocks {
		placeAfter(b, c.after)
	}
	return changed
}

// nanClass is a set of things that a value may be if it is a NaN.
type nanClass uint8

const (
	dirty nanClass = 1 << iota // any NaN, where PTX says the canonical one
	raw                        // bits that moved and must not change
)

type canoniser struct {
	f     *ir.Func
	class []nanClass // by value ID, of F32 values
	after map[*ir.Value][]*ir.Value
	made  map[*ir.Value]*ir.Value // canonical forms that stand beside their argument

	sent     map[*ir.Value]bool      // bits of floats that go into nothing but such shuffles
	received map[*ir.Value]*ir.Value // floats that come out of one, by value: the bits that go in
}

// shuffles finds those that move floats: the operand is the bits of one, and what comes
// out is used as a float.
func (c *canoniser) shuffles(order []*ir.Block) {
	c.sent, c.received = map[*ir.Value]bool{}, map[*ir.Value]*ir.Value{}
	var floats []*ir.Value              // Bitcasts to F32 of what comes out of shuffles
	seen := map[*ir.Value]bool{}        // shuffles whose result is seen as bits
	into := map[*ir.Value][]*ir.Value{} // by bits of a float: the shuffles that they go into
	for _, b := range order {
		for _, v := range b.Values {
			for i, a := range v.Args {
				switch {
				case v.Op == ir.OpBitcast && v.Type == ir.F32 && shuffled(a) != nil:
					floats = append(floats, v)
				case shuffled(a) != nil:
					seen[shuffled(a)] = true
				case a.Op != ir.OpBitcast || a.Type != ir.I32 || a.Args[0].Type != ir.F32:
				case i == 0 && moves(v):
					into[a] = append(into[a], v)
				default:
					into[a] = append(into[a], nil)
				}
			}
		}
		for _, a := range b.Ctrl {
			seen[shuffled(a)] = true
			into[a] = append(into[a], nil)
		}
	}
	for a, list := range into {
		c.sent[a] = !slices.ContainsFunc(list, func(s *ir.Value) bool { return s == nil || seen[s] })
	}
	for _, v := range floats {
		if s := shuffled(v.Args[0]); c.sent[s.Args[0]] {
			c.received[v] = s.Args[0]
		}
	}
}

// moves reports whether an operation passes its first argument on to other lanes.
func moves(v *ir.Value) bool {
	if v.Op != ir.OpWarp {
		return false
	}
	f, _ := intrin.LookupWarp(v.Attr.Name)
	return len(f.Params) > 0 && f.Params[0] == intrin.B32
}

// shuffled returns the shuffle whose data a value is, nil if it is none.
func shuffled(v *ir.Value) *ir.Value {
	if v.Op == ir.OpExtract && v.Attr.Index == 0 && moves(v.Args[0]) {
		return v.Args[0]
	}
	return nil
}

// classIn returns the class of a value, of a canonical form too.
func (c *canoniser) classIn(v *ir.Value) nanClass {
	if int(v.ID) >= len(c.class) {
		return 0
	}
	return c.class[v.ID]
}

// classify finds the class of every F32 value, through phis and selects.
func (c *canoniser) classify(order []*ir.Block) {
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if v.Type != ir.F32 {
					continue
				}
				if k := c.classOf(v); k != c.class[v.ID] {
					c.class[v.ID] = k
					changed = true
				}
			}
		}
	}
}

func (c *canoniser) classOf(v *ir.Value) nanClass {
	switch v.Op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFNeg, ir.OpFAbs:
		return dirty
	case ir.OpCanon:
		return 0
	case ir.OpConst:
		if ir.IsNaN(ir.F32, v.Attr.Bits) && v.Attr.Bits != 0x7fffffff {
			return raw
		}
		return 0
	case ir.OpPhi, ir.OpSelect:
		k := nanClass(0)
		for _, a := range choices(v) {
			k |= c.class[a.ID]
		}
		return k
	case ir.OpBitcast:
		if bits := c.received[v]; bits != nil {
			return c.class[bits.Args[0].ID]
		}
	case ir.OpIntrin:
		switch {
		case passes(v):
			return c.class[v.Args[0].ID]
		case seesBits(v.Attr.Name):
			return raw // copysign and xorsign may leave any sign on a NaN
		case isOperator(v.Attr.Name):
			return dirty
		}
		return 0
	}
	return raw
}

// isOperator reports whether an intrinsic is printed as a function that leaves NaNs as
// Go's operators do.
func isOperator(name string) bool {
	f, _ := intrin.Lookup(name)
	return f.Operator() != ""
}

// passes reports whether an intrinsic returns a NaN as it is.
func passes(v *ir.Value) bool {
	return v.Op == ir.OpIntrin && (v.Attr.Name == "FtzF32" || v.Attr.Name == "CvtF32F32")
}

// seesBits reports whether the result of an intrinsic depends on the payload or
// sign of a NaN argument. All others canonicalise or ignore them.
func seesBits(name string) bool {
	return strings.HasPrefix(name, "Copysign") || strings.Contains(name, "Xorsign") ||
		strings.HasPrefix(name, "Cvt") && strings.HasSuffix(name, "F64F32")
}

// observes reports whether argument i of v is seen bit by bit.
func (c *canoniser) observes(v *ir.Value, i int) bool {
	if v.IsAccess() {
		return i > 0
	}
	switch v.Op {
	case ir.OpBitcast:
		return !c.sent[v]
	case ir.OpCall, ir.OpCallIndirect, ir.OpNote:
		return true
	case ir.OpIntrin:
		return seesBits(v.Attr.Name)
	}
	return false
}

// block puts a Canon before every observer of a NaN that is not canonical.
func (c *canoniser) block(b *ir.Block) bool {
	here := map[*ir.Value]*ir.Value{} // the canonical form, in this block
	e := &emitter{b: b, out: make([]*ir.Value, 0, len(b.Values))}
	changed := false
	clean := func(a *ir.Value) *ir.Value {
		if a.Type != ir.F32 || c.classIn(a)&dirty == 0 {
			return a
		}
		changed = true
		if c.class[a.ID]&raw != 0 {
			c.purify(a)
			return a
		}
		if here[a] == nil {
			here[a] = e.add(ir.OpCanon, ir.F32, a)
			here[a].Name = a.Name
		}
		return here[a]
	}
	for _, v := range b.Values {
		e.pos = v.Pos
		for i, a := range v.Args {
			if c.observes(v, i) {
				v.Args[i] = clean(a)
			}
		}
		e.out = append(e.out, v)
	}
	if b.Term == ir.Ret {
		e.pos = b.Pos
		for i, a := range b.Ctrl {
			b.Ctrl[i] = clean(a)
		}
	}
	b.Values = e.out
	return changed
}

// purify makes every arithmetic result canonical that a phi, a select or an
// intrinsic that passes NaNs mixes with raw bits.
func (c *canoniser) purify(v *ir.Value) {
	work := []*ir.Value{v}
	seen := map[*ir.Value]bool{v: true}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		c.class[v.ID] = raw
		args := v.Args
		switch {
		case v.Op == ir.OpSelect:
			args = v.Args[1:]
		case passes(v):
			args = v.Args[:1]
		case c.received[v] != nil:
			args = c.received[v].Args
		}
		for i, a := range args {
			switch k := c.classIn(a); {
			case k&dirty == 0:
			case k&raw != 0:
				if !seen[a] {
					seen[a] = true
					work = append(work, a)
				}
			default:
				args[i] = c.beside(a)
			}
		}
	}
}

// beside returns the canonical form of a value, made where the value is.
func (c *canoniser) beside(a *ir.Value) *ir.Value {
	if v := c.made[a]; v != nil {
		return v
	}
	v := c.f.NewValue(ir.OpCanon, ir.F32, a.Pos, a)
	v.Block, v.Name = a.Block, a.Name
	c.made[a] = v
	c.after[a] = append(c.after[a], v)
	return v
}
