package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// fn builds functions for the tests: a value is one call, constants are I64
// unless they say otherwise.
type fn struct {
	f *ir.Func
	b *ir.Block
}

func newFn() *fn {
	m := &ir.Module{Name: "t", PtrBits: 64}
	f := &ir.Func{Name: "k", Entry: true, Module: m}
	for _, n := range []string{"p", "q", "n"} {
		f.Params = append(f.Params, &ir.Param{Name: n, Type: ir.I64, Size: 8, Align: 8})
	}
	return &fn{f, f.NewBlock("")}
}

func (x *fn) op(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return x.b.Add(op, t, 0, args...) }
func (x *fn) c(n int64) *ir.Value                                 { return x.b.Const(ir.I64, uint64(n), 0) }
func (x *fn) c32(n int32) *ir.Value                               { return x.b.Const(ir.I32, uint64(uint32(n)), 0) }
func (x *fn) add(a, b *ir.Value) *ir.Value                        { return x.op(ir.OpAdd, a.Type, a, b) }
func (x *fn) shl(a *ir.Value, n int32) *ir.Value                  { return x.op(ir.OpShl, a.Type, a, x.c32(n)) }
func (x *fn) sext(a *ir.Value) *ir.Value                          { return x.op(ir.OpSext, ir.I64, a) }
func (x *fn) zext(a *ir.Value) *ir.Value                          { return x.op(ir.OpZext, ir.I64, a) }
func (x *fn) trunc(a *ir.Value) *ir.Value                         { return x.op(ir.OpTrunc, ir.I32, a) }

func (x *fn) param(i int) *ir.Value {
	v := x.op(ir.OpParam, ir.I64)
	v.Attr.Index = i
	return v
}

func (x *fn) sreg(name string) *ir.Value {
	v := x.op(ir.OpSReg, ir.I32)
	v.Attr.SReg = name
	return v
}

func (x *fn) sym(s *ir.Symbol, off int64) *ir.Value {
	v := x.op(ir.OpSymAddr, ir.I64)
	v.Attr.Sym, v.Attr.Off = s, off
	return v
}

func (x *fn) cvta(op ir.Op, s ir.Space, a *ir.Value) *ir.Value {
	v := x.op(op, ir.I64, a)
	v.Attr.Space = s
	return v
}

func (x *fn) load(s ir.Space, t ir.Type, a *ir.Value) *ir.Value {
	v := x.op(ir.OpLoad, t, a)
	v.Attr.Space, v.Attr.Mem = s, t
	return v
}

// text spells an address: "param0+root.phi+8+4*sext(tid.x) generic align 4".
func text(a Addr) string {
	var s strings.Builder
	switch a.Base.Kind {
	case BaseParam, BaseArg:
		fmt.Fprintf(&s, "%v%d", a.Base.Kind, a.Base.Index)
	case BaseSymbol:
		s.WriteString(a.Base.Sym.Name)
	default:
		s.WriteString(a.Base.Kind.String())
	}
	if a.Root != nil {
		fmt.Fprintf(&s, "+%v", a.Root.Op)
	}
	if a.Off != 0 {
		fmt.Fprintf(&s, "%+d", a.Off)
	}
	for _, t := range a.Terms {
		name := t.Value.Attr.SReg
		if name == "" {
			name = t.Value.Op.String()
		}
		fmt.Fprintf(&s, "%+d*%s%s", t.Scale, [...]string{"", "s", "u"}[t.Ext], name)
	}
	fmt.Fprintf(&s, " %v", a.Space)
	if a.Narrow {
		s.WriteString(" narrow")
	}
	if a.Align < maxAlign {
		fmt.Fprintf(&s, " align %d", a.Align)
	}
	return s.String()
}

func TestProvenance(t *testing.T) {
	shared := &ir.Symbol{Name: "tile", Space: ir.Shared, Size: 1024, Align: 4}
	local := &ir.Symbol{Name: "depot", Space: ir.Local, Size: 64, Align: 8}
	for _, c := range []struct {
		name  string
		build func(x *fn) *ir.Value
		want  string
	}{
		{"param", func(x *fn) *ir.Value { return x.param(1) }, "param1 generic"},
		{"param element", func(x *fn) *ir.Value {
			p := x.cvta(ir.OpFromGeneric, ir.Global, x.param(0))
			return x.add(x.add(p, x.op(ir.OpMul, ir.I64, x.sext(x.sreg("tid.x")), x.c(4))), x.c(8))
		}, "param0+8+4*stid.x generic align 4"},
		{"unsigned shift", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.shl(x.zext(x.sreg("tid.x")), 3))
		}, "param0+8*utid.x generic align 8"},
		{"shifted before the extension", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.zext(x.shl(x.sreg("ctaid.x"), 2)))
		}, "param0+1*uShl generic align 4"},
		{"shifted before the extension, without loss", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.zext(x.shl(x.sreg("tid.x"), 2)))
		}, "param0+4*utid.x generic align 4"},
		{"the 32-bit sum may wrap", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.shl(x.sext(x.add(x.sreg("ctaid.x"), x.c32(2))), 2))
		}, "param0+4*sAdd generic align 4"},
		{"the 32-bit sum does not wrap", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.shl(x.sext(x.add(x.sreg("tid.x"), x.c32(1))), 2))
		}, "param0+4+4*stid.x generic align 4"},
		{"the 32-bit difference may be negative", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.shl(x.zext(x.add(x.sreg("tid.x"), x.c32(-1))), 2))
		}, "param0+4*uAdd generic align 4"},
		{"terms merge and cancel", func(x *fn) *ir.Value {
			i := x.sext(x.sreg("tid.x"))
			j := x.sext(x.sreg("ctaid.x"))
			a := x.add(x.add(x.param(0), x.shl(i, 2)), x.shl(j, 2))
			return x.add(x.op(ir.OpSub, ir.I64, a, x.shl(j, 2)), x.shl(x.sext(x.sreg("tid.x")), 2))
		}, "param0+8*stid.x generic align 8"},
		{"or of disjoint bits", func(x *fn) *ir.Value {
			off := x.op(ir.OpOr, ir.I64, x.shl(x.sext(x.sreg("tid.x")), 3), x.c(4))
			return x.add(x.param(0), off)
		}, "param0+4+8*stid.x generic align 4"},
		{"or of common bits", func(x *fn) *ir.Value {
			off := x.op(ir.OpOr, ir.I64, x.shl(x.sext(x.sreg("tid.x")), 3), x.c(8))
			p := x.param(0)
			x.load(ir.Global, ir.I32, p)
			return x.add(p, off)
		}, "param0+1*Or generic align 8"},
		{"two parameters, one proved a pointer", func(x *fn) *ir.Value {
			p := x.cvta(ir.OpFromGeneric, ir.Global, x.param(0))
			return x.add(p, x.param(2))
		}, "param0+1*Param generic align 1"},
		{"two parameters, neither proved", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.param(2))
		}, "unknown+Add generic"},
		{"scaled parameter", func(x *fn) *ir.Value {
			return x.add(x.param(0), x.shl(x.param(2), 2))
		}, "param0+4*Param generic align 4"},
		{"absolute", func(x *fn) *ir.Value { return x.c(64) }, "none+64 generic align 64"},
		{"loaded pointer", func(x *fn) *ir.Value {
			return x.add(x.load(ir.Global, ir.I64, x.param(0)), x.c(12))
		}, "unknown+Load+12 generic align 4"},
		{"shared symbol", func(x *fn) *ir.Value {
			return x.add(x.sym(shared, 16), x.shl(x.zext(x.sreg("tid.x")), 2))
		}, "tile+16+4*utid.x shared align 4"},
		{"shared symbol in 32 bits", func(x *fn) *ir.Value {
			a := x.add(x.trunc(x.sym(shared, 0)), x.shl(x.sreg("ctaid.x"), 2))
			return x.add(x.zext(a), x.c(-4))
		}, "tile-4+4*ctaid.x shared narrow align 4"},
		{"shared symbol in 32 bits that does not wrap", func(x *fn) *ir.Value {
			a := x.add(x.trunc(x.sym(shared, 0)), x.shl(x.sreg("tid.x"), 2))
			return x.add(x.zext(a), x.c(-4))
		}, "tile-4+4*utid.x shared align 4"},
		{"narrow plus wide", func(x *fn) *ir.Value {
			a := x.zext(x.add(x.trunc(x.sym(shared, 0)), x.shl(x.sreg("ctaid.x"), 2)))
			return x.add(a, x.sext(x.sreg("tid.y")))
		}, "unknown+Add generic"},
		{"generic shared", func(x *fn) *ir.Value {
			return x.add(x.cvta(ir.OpToGeneric, ir.Shared, x.sym(shared, 4)), x.c(4))
		}, "tile+8 generic align 8"},
		{"there and back", func(x *fn) *ir.Value {
			g := x.add(x.cvta(ir.OpToGeneric, ir.Local, x.sym(local, 0)), x.c(24))
			return x.cvta(ir.OpFromGeneric, ir.Local, g)
		}, "depot+24 local align 8"},
		{"to another space", func(x *fn) *ir.Value {
			return x.cvta(ir.OpFromGeneric, ir.Local, x.cvta(ir.OpToGeneric, ir.Shared, x.sym(shared, 0)))
		}, "unknown+FromGeneric generic"},
		{"difference of pointers", func(x *fn) *ir.Value {
			return x.op(ir.OpSub, ir.I64, x.sym(shared, 8), x.sym(shared, 4))
		}, "none+4 generic align 4"},
		{"selected", func(x *fn) *ir.Value {
			p := x.cvta(ir.OpFromGeneric, ir.Global, x.param(0))
			return x.add(x.op(ir.OpSelect, ir.I64, x.b.Const(ir.I1, 1, 0), p, x.add(p, x.c(8))), x.c(4))
		}, "param0+Select+4 generic align 4"},
		{"selected from two", func(x *fn) *ir.Value {
			return x.op(ir.OpSelect, ir.I64, x.b.Const(ir.I1, 1, 0), x.param(0), x.param(1))
		}, "unknown+Select generic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newFn()
			v := c.build(x)
			x.b.SetTerm(ir.Ret, 0)
			if got := text(NewProvenance(x.f).Of(v)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// loop builds head: phi(init, next(phi)), and returns the phi.
func loop(x *fn, init *ir.Value, next func(phi *ir.Value) *ir.Value) *ir.Value {
	entry, head, exit := x.b, x.f.NewBlock("head"), x.f.NewBlock("exit")
	entry.SetTerm(ir.Jump, 0, head)
	x.b = head
	phi := x.op(ir.OpPhi, init.Type, init)
	n := next(phi)
	cond := x.b.Const(ir.I1, 1, 0)
	head.SetTerm(ir.If, 0, head, exit)
	head.Ctrl = []*ir.Value{cond}
	phi.Args = append(phi.Args, n)
	exit.SetTerm(ir.Ret, 0)
	return phi
}

func TestProvenanceLoops(t *testing.T) {
	shared := &ir.Symbol{Name: "tile", Space: ir.Shared, Size: 1024, Align: 4}
	for _, c := range []struct {
		name string
		init func(x *fn) *ir.Value
		next func(x *fn, phi *ir.Value) *ir.Value
		want string
	}{
		{"pointer", func(x *fn) *ir.Value { return x.cvta(ir.OpFromGeneric, ir.Global, x.param(0)) },
			func(x *fn, p *ir.Value) *ir.Value { return x.add(p, x.c(12)) },
			"param0+Phi generic align 4"},
		{"pointer by a variable", func(x *fn) *ir.Value { return x.cvta(ir.OpFromGeneric, ir.Global, x.param(0)) },
			func(x *fn, p *ir.Value) *ir.Value { return x.add(p, x.shl(x.param(2), 3)) },
			"param0+Phi generic align 8"},
		{"list", func(x *fn) *ir.Value { return x.cvta(ir.OpFromGeneric, ir.Global, x.param(0)) },
			func(x *fn, p *ir.Value) *ir.Value { return x.load(ir.Global, ir.I64, p) },
			"unknown+Phi generic"},
		{"narrow window pointer", func(x *fn) *ir.Value { return x.trunc(x.sym(shared, 0)) },
			func(x *fn, p *ir.Value) *ir.Value { return x.add(p, x.c32(16)) },
			"tile+Phi shared align 16"},
		{"integer", func(x *fn) *ir.Value { return x.c(0) },
			func(x *fn, p *ir.Value) *ir.Value { return x.add(p, x.c(4)) },
			"none+1*Phi generic align 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newFn()
			phi := loop(x, c.init(x), func(phi *ir.Value) *ir.Value { return c.next(x, phi) })
			if got := text(NewProvenance(x.f).Of(phi)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestProvenanceIndex checks the division into elements, and that an access
// whose space contradicts its address has no base.
func TestProvenanceIndex(t *testing.T) {
	x := newFn()
	p := x.cvta(ir.OpFromGeneric, ir.Global, x.param(0))
	a := x.add(x.add(p, x.shl(x.sext(x.sreg("tid.x")), 2)), x.c(8))
	ld := x.load(ir.Global, ir.I32, a)
	bad := x.load(ir.Shared, ir.I32, a)
	x.b.SetTerm(ir.Ret, 0)
	pr := NewProvenance(x.f)
	ad := pr.Access(ld)
	terms, off, ok := ad.Index(4)
	if !ok || off != 2 || len(terms) != 1 || terms[0].Scale != 1 {
		t.Errorf("Index(4) = %v, %d, %v", terms, off, ok)
	}
	if _, _, ok := ad.Index(8); ok {
		t.Errorf("Index(8) of an address aligned to 4")
	}
	if k := pr.Access(bad).Base.Kind; k != BaseUnknown {
		t.Errorf("ld.shared of a global pointer has base %v", k)
	}
	if !pr.IsPointer(0, 0) || pr.IsPointer(2, 0) {
		t.Errorf("IsPointer: %v, %v", pr.IsPointer(0, 0), pr.IsPointer(2, 0))
	}
}
