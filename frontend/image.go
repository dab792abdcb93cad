package frontend

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// maxImage is the most bytes of initial value that Image makes.
const maxImage = 1 << 28

// Reloc is a place in an initial value that holds an address.
type Reloc struct {
	Offset  int64  // in the variable, in bytes
	Size    int    // bytes
	Ref     Symbol // *Var or *Func
	Addend  int64  // added to the address
	Generic bool   // the generic address, not the one in the variable's own space
	// Shift is where one byte of the address is taken from, for a mask; -1 where
	// the whole address is meant.
	Shift int
}

// Image returns the initial value of a checked variable as little-endian bytes,
// and the addresses to fill in. The bytes end with the last that was given: the
// rest of the variable is zero. Both are nil without an initialiser.
//
// Before PTX 3.1 addresses in initial values are generic (section 5.4.4).
func (m *Module) Image(v *Var) ([]byte, []Reloc) {
	if v.Init == nil {
		return nil, nil
	}
	w := imageWriter{v: v, oldGeneric: m.Version.Less(isa.Version{Major: 3, Minor: 1}), single: m.Target.Has("map_f64_to_f32")}
	if v.Struct != nil {
		w.aggregate(v.Init, v, v.elemDims(), 0)
	} else {
		w.value(v.Init, v.shape(), 0)
	}
	return w.data, w.relocs
}

// shape returns the dimensions with the vector's as the last.
func (v *Var) shape() []int64 {
	dims := v.Dims
	if v.Vec > 1 {
		dims = append(dims[:len(dims):len(dims)], int64(v.Vec))
	}
	return dims
}

// count returns the number of scalars in a shape.
func count(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

type imageWriter struct {
	v          *Var  // the variable, or the member
	base       int64 // where it begins, in bytes
	oldGeneric bool
	single     bool // a double is a float in the low half of its 64 bits
	data       []byte
	relocs     []Reloc
}

// value writes an initialiser of the given shape at scalar number at.
func (w *imageWriter) value(in *Init, dims []int64, at int64) {
	if in.List == nil {
		w.scalar(in.Expr, at)
		return
	}
	step := int64(1)
	if isNested(in) && len(dims) > 0 {
		step = count(dims[1:])
		dims = dims[1:]
	}
	for i, e := range in.List {
		w.value(e, dims, at+int64(i)*step)
	}
}

// isNested reports whether a list has lists inside. One without is filled in
// order, whatever the dimensions, as in C.
func isNested(in *Init) bool { return len(in.List) > 0 && in.List[0].List != nil }

func (w *imageWriter) scalar(c *Const, at int64) {
	n := w.v.Type.Bytes()
	off := w.base + at*int64(n)
	if need := off + int64(n); int64(len(w.data)) < need {
		w.data = append(w.data, make([]byte, need-int64(len(w.data)))...)
	}
	if c.Kind == ConstAddr {
		r := Reloc{Offset: off, Size: n, Ref: c.Ref, Addend: int64(c.Bits), Generic: c.Generic || w.oldGeneric, Shift: -1}
		if c.Mask != 0 {
			r.Shift = bits.TrailingZeros64(c.Mask)
		}
		w.relocs = append(w.relocs, r)
		return
	}
	var b [8]byte
	t := w.v.Type
	if w.single && t == isa.F64 {
		t = isa.F32
	}
	binary.LittleEndian.PutUint64(b[:], scalarBits(c, t))
	copy(w.data[off:off+int64(n)], b[:])
}

// scalarBits returns the bits of a constant as a value of the type: a float is
// rounded to the nearest of its size, an integer is truncated, and an integer
// given for a float is converted by value.
func scalarBits(c *Const, t isa.Type) uint64 {
	if !t.IsFloat() {
		return c.Bits
	}
	switch t {
	case isa.F64:
		return math.Float64bits(c.Float64())
	case isa.F32:
		if c.Kind == ConstF32 {
			return c.Bits
		}
		return uint64(math.Float32bits(float32(c.Float64())))
	}
	return c.Bits
}

// Float64 returns the value of a number: exact for the float kinds, rounded to
// nearest for integers. It panics for an address.
func (c *Const) Float64() float64 {
	switch c.Kind {
	case ConstS64:
		return float64(int64(c.Bits))
	case ConstU64:
		return float64(c.Bits)
	case ConstF64:
		return math.Float64frombits(c.Bits)
	case ConstF32:
		return float64(math.Float32frombits(uint32(c.Bits)))
	}
	panic("frontend: Float64 of an address")
}

// Int returns the value of an integer as 64 bits, and false for other kinds.
func (c *Const) Int() (int64, bool) { return int64(c.Bits), c.isInt() }

// checkInit checks an initial value against the variable's shape and type,
// resolves the names in it, and fills in the size of the first dimension where
// it was left out.
func checkInit(m *Module, l *diag.List, v *Var, s *Scope) {
	c := initCheck{m: m, l: l, v: v, scope: s}
	if !c.inferDims(maxImage) {
		l.Errorf(v.Pos, "limit", "%s has an initial value and is larger than %d bytes", v.Name, maxImage)
		return
	}
	if v.Struct != nil {
		c.aggregate(v.Init, v, v.elemDims())
		return
	}
	if len(v.shape()) == 0 && v.Init.List != nil && len(v.Init.List) == 1 && v.Init.List[0].List == nil {
		v.Init = v.Init.List[0] // int x = {1} is legal
	}
	c.value(v.Init, v.shape())
}

type initCheck struct {
	m     *Module
	l     *diag.List
	v     *Var
	scope *Scope
	stop  bool // enough was said
}

func (c *initCheck) fail(p diag.Pos, format string, args ...any) {
	if !c.stop {
		c.l.Errorf(p, "type", format, args...)
	}
	c.stop = true
}

func (c *initCheck) value(in *Init, dims []int64) {
	if c.stop {
		return
	}
	if in.List == nil {
		if len(dims) > 0 {
			c.fail(in.Pos, "the initial value of an array must be a list in braces")
			return
		}
		c.scalar(in.Expr)
		return
	}
	if len(dims) == 0 {
		c.fail(in.Pos, "a list for one value")
		return
	}
	room, nested := dims[0], isNested(in)
	if !nested {
		room = count(dims)
	}
	if n := int64(len(in.List)); n > room {
		c.fail(in.List[room].Pos, "%d values for %s, which has room for %d", n, c.v.Name, room)
		return
	}
	for _, e := range in.List {
		switch {
		case c.stop:
			return
		case nested && e.List == nil, !nested && e.List != nil:
			c.fail(e.Pos, "a list with both values and lists inside")
		case nested:
			c.value(e, dims[1:])
		default:
			c.scalar(e.Expr)
		}
	}
}

// scalar checks one value.
func (c *initCheck) scalar(k *Const) {
	t := c.v.Type
	switch {
	case k.Kind == ConstAddr:
		c.address(k, t)
	case t == isa.F16 || t == isa.F16x2 || t == isa.Pred || t.IsOpaque():
		c.fail(k.Pos, "a .%s variable cannot have an initial value", t)
	case t.IsFloat() || k.isInt():
		warnConst(c.l, k, t)
	case t == isa.B32 && k.Kind == ConstF32, t == isa.B64 && k.Kind == ConstF64:
	default:
		c.fail(k.Pos, "%s is a floating-point number, %s is .%s", k.Text, c.v.Name, t)
	}
}

func (c *initCheck) address(k *Const, t isa.Type) {
	k.Ref = c.scope.Lookup(k.Sym)
	switch ref := k.Ref.(type) {
	case nil:
		if !c.m.lost.has(k.Sym) && (c.v.InFunc == nil || !c.v.InFunc.lost.has(k.Sym)) {
			c.fail(k.Pos, "undefined name %s", k.Sym)
		}
		return
	case *Var:
		if ref.Space != isa.SpaceGlobal && ref.Space != isa.SpaceConst {
			c.fail(k.Pos, "the address of a .%s variable is not a constant", ref.Space)
			return
		}
		if ref.InFunc == nil {
			early(c.m, c.l, k.Sym, k.Pos, diag.Warning)
		}
	case *Func:
		early(c.m, c.l, k.Sym, k.Pos, diag.Warning)
		if ref.Entry && !gate(c.m, c.l, k.Pos, k.Sym, isa.Version{Major: 3, Minor: 1}, 0) {
			c.stop = true
		}
	default:
		c.fail(k.Pos, "%s is %s and has no constant address", k.Sym, symbolKind(k.Ref))
		return
	}
	n := t.Bits()
	switch {
	case t.IsFloat() || t == isa.Pred || t.IsOpaque():
		c.fail(k.Pos, "an address cannot be the value of a .%s variable", t)
	case k.Mask != 0:
		if !gate(c.m, c.l, k.Pos, k.Text, isa.Version{Major: 7, Minor: 1}, 0) {
			c.stop = true
		}
	case n != c.m.AddressSize && n < 32:
		c.fail(k.Pos, "an address does not fit in .%s", t)
	}
}

// fits reports whether an integer is a signed or unsigned value of n bits.
func fits(c *Const, n int) bool {
	if n >= 64 || n <= 0 {
		return true
	}
	v := int64(c.Bits)
	return c.Bits>>n == 0 || c.Kind == ConstS64 && v < 0 && v >= -1<<(n-1)
}
