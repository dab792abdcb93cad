package analysis

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// newFn32 is newFn for a module whose addresses have 32 bits.
func newFn32() *fn {
	x := newFn()
	x.f.Module.PtrBits = 32
	for _, p := range x.f.Params {
		p.Type, p.Size = ir.I32, 4
	}
	return x
}

func (x *fn) param32(i int) *ir.Value {
	v := x.op(ir.OpParam, ir.I32)
	v.Attr.Index = i
	return v
}

func (x *fn) mul(a, b *ir.Value) *ir.Value { return x.op(ir.OpMul, a.Type, a, b) }
func (x *fn) sub(a, b *ir.Value) *ir.Value { return x.op(ir.OpSub, a.Type, a, b) }

// index is a number of the kind that kernels compute: ctaid.x*ntid.x + tid.x.
func (x *fn) index() *ir.Value {
	return x.add(x.mul(x.sreg("ctaid.x"), x.sreg("ntid.x")), x.sreg("tid.x"))
}

func TestProvenance32(t *testing.T) {
	shared := &ir.Symbol{Name: "tile", Space: ir.Shared, Size: 1024, Align: 4}
	global := &ir.Symbol{Name: "table", Space: ir.Global, Size: 1024, Align: 4}
	for _, c := range []struct {
		name  string
		build func(x *fn) *ir.Value
		want  string
	}{
		{"param element", func(x *fn) *ir.Value {
			return x.add(x.add(x.param32(0), x.shl(x.index(), 2)), x.c32(8))
		}, "param0+8+4*Mul+4*tid.x generic narrow align 4"},
		{"through cvta.to.global", func(x *fn) *ir.Value {
			p := x.trunc(x.cvta(ir.OpFromGeneric, ir.Global, x.zext(x.param32(1))))
			return x.add(p, x.shl(x.sreg("tid.x"), 2))
		}, "param1+4*tid.x generic narrow align 4"},
		{"bytes", func(x *fn) *ir.Value { return x.add(x.param32(0), x.index()) },
			"param0+1*Mul+1*tid.x generic narrow align 1"},
		{"scaled parameter", func(x *fn) *ir.Value { return x.add(x.param32(0), x.shl(x.param32(2), 2)) },
			"param0+4*Param generic narrow align 4"},
		{"a loaded pointer plus a parameter", func(x *fn) *ir.Value {
			return x.add(x.load(ir.Global, ir.I32, x.zext(x.param32(0))), x.param32(2))
		}, "unknown+Zext generic"},
		{"a proven parameter plus a loaded number", func(x *fn) *ir.Value {
			n := x.load(ir.Global, ir.I32, x.zext(x.param32(0)))
			return x.add(x.param32(0), n)
		}, "param0+1*Load generic narrow align 1"},
		{"two parameters, neither proved", func(x *fn) *ir.Value { return x.add(x.param32(0), x.param32(2)) },
			"unknown+Zext generic"},
		{"a proven pointer plus the distance of two others", func(x *fn) *ir.Value {
			x.load(ir.Global, ir.I32, x.zext(x.param32(0)))
			return x.add(x.param32(0), x.sub(x.param32(1), x.param32(2)))
		}, "param0+1*Param-1*Param generic narrow align 1"},
		{"an offset in shared memory is no pointer", func(x *fn) *ir.Value {
			x.load(ir.Shared, ir.I32, x.zext(x.add(x.param32(2), x.shl(x.sreg("tid.x"), 2))))
			x.load(ir.Global, ir.I32, x.zext(x.param32(0)))
			return x.add(x.param32(0), x.param32(2))
		}, "param0+1*Param generic narrow align 1"},
		{"variable", func(x *fn) *ir.Value { return x.add(x.trunc(x.sym(global, 4)), x.shl(x.sreg("tid.x"), 2)) },
			"table+4+4*tid.x generic narrow align 4"},
		{"variable plus a loaded number", func(x *fn) *ir.Value {
			return x.add(x.trunc(x.sym(global, 0)), x.load(ir.Global, ir.I32, x.zext(x.param32(0))))
		}, "table+1*Load generic narrow align 1"},
		{"window", func(x *fn) *ir.Value { return x.add(x.trunc(x.sym(shared, 0)), x.shl(x.sreg("tid.x"), 2)) },
			"tile+4*tid.x shared narrow align 4"},
		{"generic address of a window", func(x *fn) *ir.Value {
			g := x.trunc(x.cvta(ir.OpToGeneric, ir.Shared, x.sym(shared, 0)))
			return x.add(g, x.shl(x.sreg("tid.x"), 2))
		}, "tile+4*tid.x generic narrow align 4"},
		{"selected", func(x *fn) *ir.Value {
			p := x.param32(0)
			return x.op(ir.OpSelect, ir.I32, x.b.Const(ir.I1, 1, 0), p, x.add(p, x.c32(8)))
		}, "param0+Select generic narrow align 8"},
		{"selected from two", func(x *fn) *ir.Value {
			return x.op(ir.OpSelect, ir.I32, x.b.Const(ir.I1, 1, 0), x.param32(0), x.param32(1))
		}, "unknown+Zext generic"},
		{"absolute", func(x *fn) *ir.Value { return x.shl(x.sreg("tid.x"), 2) }, "none+1*uShl generic align 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newFn32()
			a := x.zext(c.build(x))
			ld := x.load(ir.Global, ir.I32, a)
			switch c.name {
			case "window":
				ld.Attr.Space = ir.Shared
			case "generic address of a window":
				ld.Attr.Space = ir.Generic
			}
			x.b.SetTerm(ir.Ret, 0)
			if got := text(NewProvenance(x.f).Access(ld)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestProvenance32Loop walks a buffer with a pointer in 32 bits, and a list.
func TestProvenance32Loop(t *testing.T) {
	for _, c := range []struct {
		next func(x *fn, phi *ir.Value) *ir.Value
		want string
	}{
		{func(x *fn, p *ir.Value) *ir.Value { return x.add(p, x.shl(x.param32(2), 2)) }, "param0+Phi generic narrow align 4"},
		{func(x *fn, p *ir.Value) *ir.Value { return x.load(ir.Global, ir.I32, x.zext(p)) }, "unknown+Zext generic"},
	} {
		x := newFn32()
		var ld *ir.Value
		loop(x, x.param32(0), func(phi *ir.Value) *ir.Value {
			ld = x.load(ir.Global, ir.I32, x.zext(phi))
			return c.next(x, phi)
		})
		if got := text(NewProvenance(x.f).Access(ld)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestMayPoint asks of numbers and of what may be an address.
func TestMayPoint(t *testing.T) {
	x := newFn32()
	n, p := x.sreg("tid.x"), x.load(ir.Global, ir.I32, x.zext(x.param32(0)))
	byte := x.load(ir.Global, ir.I32, x.zext(x.param32(0)))
	byte.Attr.Mem = ir.I8
	mul24 := x.op(ir.OpIntrin, ir.I32, p, n)
	mul24.Attr.Name = "Mul24LoU32"
	mad24 := x.op(ir.OpIntrin, ir.I32, n, n, p)
	mad24.Attr.Name = "Mad24LoU32"
	for _, c := range []struct {
		v    *ir.Value
		want bool
	}{
		{n, false}, {p, true}, {byte, false}, {mul24, false}, {mad24, true},
		{x.add(n, n), false}, {x.add(n, p), true}, {x.mul(p, n), false}, {x.shl(p, 1), false},
		{x.op(ir.OpAnd, ir.I32, p, x.c32(-16)), true}, {x.op(ir.OpAnd, ir.I32, p, x.c32(255)), false},
		{x.op(ir.OpMinU, ir.I32, n, p), true}, {x.op(ir.OpNot, ir.I32, n), true},
	} {
		if got := mayPoint(c.v, 6); got != c.want {
			t.Errorf("%v %s: %v", c.v, c.v.Attr.Name, got)
		}
	}
}
