package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The last parameter of a variadic function is an array of bytes without a size (section
// 11.2.2). What is passed has another size at each call, and the function reads it at
// addresses that it computes. So the array is a local variable of the caller, which copies
// the argument into it, and what the function gets is its address: a read beyond it meets
// what lies there on the thread's stack, as beyond any local variable.

// noArray is the address that a variadic function gets where the argument is left out. It
// lies in the window of local memory, of 32-bit addresses too, and is farther from its start
// than the memory of any thread goes, so that a read is a fault.
const noArray = 0x0700_0000

// unsized returns the parameter of a variadic function that has no size, or nil.
func unsized(f *frontend.Func) *frontend.Var {
	if !f.Variadic {
		return nil
	}
	return f.Params[len(f.Params)-1]
}

// passArray returns the address of what a variadic function reads: of a copy of the argument,
// or noArray where o is nil.
func (b *fn) passArray(formal *frontend.Var, o *frontend.Operand) (*ir.Value, bool) {
	if o == nil {
		return b.konst(ir.I64, noArray), true
	}
	v, _ := o.Sym.(*frontend.Var)
	if v != nil && v == unsized(b.ast) {
		return b.array, true // the array is handed on, whatever its size
	}
	s := b.slots[v]
	if v == nil || s == nil {
		b.giveUpf("an argument that does not fit its parameter")
		return nil, false
	}
	sym := b.arrays[v]
	if sym == nil {
		b.localBytes = b.room(v, b.localBytes, "the variables and arrays of arguments of a function")
		sym = b.newLocal(v.Name, int64(s.size), max(v.Align, formal.Align, 8), ir.I8)
		b.arrays[v] = sym
	}
	for _, w := range s.words {
		b.storeBytes(sym, w)
	}
	a := b.add(ir.OpSymAddr, ir.I64)
	a.Attr.Sym = sym
	return a, true
}

// storeBytes copies the bytes of a slot's word to their place in a variable.
func (b *fn) storeBytes(sym *ir.Symbol, w word) {
	v := b.read(w.x, b.cur)
	for at := 0; at < w.size; {
		n := v.Type.Bytes()
		for n > w.size-at {
			n /= 2
		}
		part := v
		if n < v.Type.Bytes() {
			part = b.resize(b.shiftRight(b.integer(v), 8*at), ir.IntOfBits(8*n), false)
		}
		to := b.add(ir.OpSymAddr, ir.I64)
		to.Attr.Sym, to.Attr.Off = sym, int64(w.off+at)
		access{space: ir.Local}.set(b.add(ir.OpStore, ir.Void, to, part), part.Type, 1)
		at += n
	}
}

// sameSignature reports whether a call that fits one function fits the other.
func sameSignature(f, g *frontend.Func) bool {
	return f.Variadic == g.Variadic && sameSig(SigOf(f), SigOf(g))
}

// countArguments reports whether a call has an argument for each parameter, but perhaps for
// that without a size, and says so if not.
func (b *fn) countArguments(f *frontend.Func, args []frontend.Operand) bool {
	n := len(f.Params)
	if len(args) == n || f.Variadic && len(args) == n-1 {
		return true
	}
	b.errorf(b.in.Pos, "call", "%s for %s", diag.Count(len(args), "argument"), diag.Count(n, "parameter"))
	return false
}
