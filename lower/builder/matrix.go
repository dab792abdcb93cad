package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// rowWords is the number of words of a row of a matrix in memory.
const rowWords = 4

const warpSize = 32

// matrixRows builds ldmatrix or stmatrix: accesses of 16 bytes by the lanes whose addresses
// count, which are like any other, and an exchange of what they load or store with the
// fragments of all lanes.
func (b *fn) matrixRows() {
	var at, regs *frontend.Operand
	loads := false
	for k, i := range b.bound {
		if o := &b.match.Form.Operands[i]; o.Is(isa.KAddr) {
			at = &b.ops[k]
		} else {
			regs, loads = &b.ops[k], o.Dest
		}
	}
	f, ok := intrin.LookupWarp(b.match.Intrinsic())
	if !ok {
		b.giveUp()
		return
	}
	addr, ok := b.sharedAddress(at)
	if !ok {
		return
	}
	a := access{space: ir.Shared}
	if loads {
		results := b.exchange(f, b.loadRow(a, addr))
		for i, x := range elements(regs) {
			b.set(&x, results[i], false)
		}
		return
	}
	var args []*ir.Value
	for _, x := range elements(regs) {
		args = append(args, b.value(&x, ir.I32))
	}
	row := append([]*ir.Value{addr}, b.exchange(f, args)...)
	b.inRows(func() { a.set(b.add(ir.OpStore, ir.Void, row...), ir.I32, rowWords) })
}

// loadRow builds the load of a lane's row, zero in lanes whose addresses do not count.
func (b *fn) loadRow(a access, addr *ir.Value) []*ir.Value {
	var words [rowWords]varID
	for i := range words {
		words[i] = b.newVar(ir.I32, "row")
		b.write(words[i], b.cur, b.konst(ir.I32, 0))
	}
	b.inRows(func() {
		v := a.set(b.add(ir.OpLoad, ir.Tuple, addr), ir.I32, rowWords)
		for range rowWords {
			v.Results = append(v.Results, ir.I32)
		}
		for i, x := range b.extract(v) {
			b.write(words[i], b.cur, x)
		}
	})
	var row []*ir.Value
	for _, w := range words {
		row = append(row, b.read(w, b.cur))
	}
	return row
}

// inRows builds what the lanes do that have the address of a row.
func (b *fn) inRows(build func()) {
	n := b.match.Rows()
	if n == warpSize {
		build()
		return
	}
	lane := b.sreg(isa.LookupSReg("%laneid"), "", ir.I32)
	b.choose(b.icmp(ir.LtU, lane, b.konst(ir.I32, uint64(n))), build, func() {})
}

// exchange builds a function of all lanes of the warp.
func (b *fn) exchange(f *intrin.Warp, args []*ir.Value) []*ir.Value {
	v := b.add(ir.OpWarp, ir.I32, append(args, b.konst(ir.I32, 0xffffffff))...)
	v.Attr.Name, v.Attr.Sync = f.Name, true
	if len(f.Results) == 1 {
		return []*ir.Value{v}
	}
	v.Type = ir.Tuple
	for range f.Results {
		v.Results = append(v.Results, ir.I32)
	}
	return b.extract(v)
}
