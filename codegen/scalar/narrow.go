package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Modules whose addresses have 32 bits. Buffers have addresses of 32 bits for their
// kernels, which the runtime chooses; what is known to point into a parameter or a
// variable is an index here as well, and needs no address.

// narrow reports whether the addresses of the module have 32 bits.
func (g *memGen) narrow() bool { return g.mod.IR.Narrow() }

// windowFunc names the function of the runtime that does something to generic
// addresses of the module's width.
func (g *memGen) windowFunc(name string) string {
	if g.narrow() {
		return name + "32"
	}
	return name
}

// paramAddr is the address of a slice parameter.
func (g *memGen) paramAddr(p *Param) gosrc.Expr {
	if g.narrow() {
		n := uint64(g.kernel.sliceNumber(p))
		return gosrc.Call(g.cta().Dot("Addr32"), gosrc.U32, gosrc.Constant(n, gosrc.Int))
	}
	p.usesAddr = true
	g.use(p.addrVar)
	return gosrc.Name(p.Addr, gosrc.U64)
}

// imageAddr is the generic address of the image of the parameters.
func (g *memGen) imageAddr() gosrc.Expr {
	if !g.narrow() {
		return addrOf(g.paramImage())
	}
	return gosrc.Convert(gosrc.Call(g.cta().Dot("ImageAddr32"), gosrc.U32, gosrc.Primary(g.paramImage(), gosrc.NoKind)), gosrc.U64)
}

// sliceNumber counts the slice parameters in front of one.
func (k *Kernel) sliceNumber(p *Param) int {
	n := 0
	for _, q := range k.Params {
		if q == p {
			break
		}
		if q.view != nil {
			n++
		}
	}
	return n
}

// narrowIndex prints the index of an access at a 32-bit address. The address is a sum
// modulo 2^32, the index one modulo 2^32 elements: where that is inside of the buffer
// it is the right element, and where the address alone would be, by an index beyond
// 2^32 bytes, it is not, which is a fault.
func (g *memGen) narrowIndex(a *analysis.Addr, size int64) (gosrc.Expr, bool) {
	if !g.narrow() || !a.Narrow || a.Root != nil {
		return gosrc.Expr{}, false
	}
	terms, off, ok := a.Index(size)
	if !ok {
		return gosrc.Expr{}, false
	}
	if len(terms) == 0 {
		return gosrc.Constant(uint64(off), gosrc.Int), true
	}
	k := gosrc.I32
	list := make([]gosrc.Expr, len(terms))
	for i, t := range terms {
		list[i] = g.value(t.Value)
		if !list[i].Kind.Signed() {
			k = gosrc.U32
		}
	}
	if size == 1 {
		k = gosrc.U32 // half of the bytes that there may be have indices above 2^31
	}
	var sum gosrc.Expr
	for i, t := range terms {
		x := gosrc.Convert(list[i], k)
		switch {
		case t.Scale == -1 && i > 0:
			sum = gosrc.Binary(sum, "-", x, k)
			continue
		case t.Scale == -1:
			x = gosrc.Unary("-", x, k)
		case t.Scale != 1:
			x = gosrc.Binary(x, "*", gosrc.Constant(gosrc.Truncate(uint64(t.Scale), 32), k), k)
		}
		if i == 0 {
			sum = x
		} else {
			sum = gosrc.Binary(sum, "+", x, k)
		}
	}
	if off != 0 {
		sum = gosrc.Binary(sum, "+", gosrc.Constant(gosrc.Truncate(uint64(off), 32), k), k)
	}
	return g.signed(sum), true
}

// extended prints a value in a carrier from which a conversion extends it, with its sign
// or without: either will do where the value is known to be small.
func (g *memGen) extended(v *ir.Value, signed bool) gosrc.Expr {
	x := g.value(v)
	if x.Kind.Signed() == signed || g.mod.memory.Provenance(g.f).Small(v) {
		return x
	}
	return gosrc.Convert(x, x.Kind.WithSign(signed))
}

func addrOf(slice *jen.Statement) gosrc.Expr {
	return gosrc.Call(Runtime("AddrOf"), gosrc.U64, gosrc.Primary(slice, gosrc.NoKind))
}

// signed is an index that is a sum of 32 bits, as a number that may be below zero where the first
// lane of a gang may not be there, as that of a thread in front of an array: the others have
// elements.
func (g *scope) signed(sum gosrc.Expr) gosrc.Expr {
	if !g.some {
		return sum
	}
	return gosrc.Convert(sum, gosrc.I32)
}

// paramImage names the bytes of all parameters, for addresses into them.
func (g *memGen) paramImage() *jen.Statement {
	g.kernel.UsesImage = true
	g.use(g.kernel.imageVar)
	return jen.Id("params")
}
