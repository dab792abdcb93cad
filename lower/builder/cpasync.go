package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The asynchronous copies of sm_80 (section 9.7.9.25.3) are done when they are
// issued: until a program has waited for them it must neither read what they
// write nor write what they read. Groups and waits are nothing, then, but for a
// sanitizer.

// copyAsync is a cp.async that is being built.
type copyAsync struct {
	b        *fn
	dst, src *ir.Value
	size     int // bytes at dst: 4, 8 or 16
}

// cpasync builds cp.async.ca and cp.async.cg. Cache operators, hints and prefetch
// sizes mean nothing on a CPU.
func (b *fn) cpasync() {
	size := 0
	if o := &b.ops[2]; o.Kind == frontend.OpConst {
		size = int(o.Const.Bits)
	}
	if size != 4 && size != 8 && size != 16 {
		b.giveUp()
		return
	}
	dst, ok := b.address(&b.ops[0], ir.Shared)
	if !ok {
		return
	}
	src, ok := b.address(&b.ops[1], ir.Global)
	if !ok {
		return
	}
	c := &copyAsync{b, dst, src, size}
	var from *frontend.Operand
	for k := 3; k < len(b.ops); k++ {
		if b.match.Form.Operands[b.bound[k]].Name != "policy" {
			from = &b.ops[k]
		}
	}
	if from == nil {
		c.copy(size)
		return
	}
	if r, ok := from.Sym.(*frontend.Reg); ok && irType(r.Var.Type) == ir.I1 {
		b.choose(b.value(from, ir.I1), func() { c.copy(0) }, func() { c.copy(size) })
		return
	}
	c.limited(b.value(from, ir.I32))
}

// choose builds an if with two branches.
func (b *fn) choose(cond *ir.Value, then, otherwise func()) {
	yes, no, join := b.f.NewBlock(""), b.f.NewBlock(""), b.f.NewBlock("")
	b.branch(cond, false, yes, no)
	for _, way := range []struct {
		blk   *ir.Block
		build func()
	}{{yes, then}, {no, otherwise}} {
		b.seal(way.blk)
		b.start(way.blk)
		way.build()
		b.cur.SetTerm(ir.Jump, b.pos, join)
	}
	b.seal(join)
	b.start(join)
}

// limited copies as many bytes as the program says at run time.
func (c *copyAsync) limited(n *ir.Value) {
	b := c.b
	if k, ok := constant(n); ok {
		c.copy(int(min(k, uint64(c.size))))
		return
	}
	if n.Op == ir.OpSelect { // selp n, 16, 0, p: the usual guard of an edge
		x, okX := constant(n.Args[1])
		y, okY := constant(n.Args[2])
		if okX && okY {
			b.choose(b.resolve(n.Args[0]),
				func() { c.copy(int(min(x, uint64(c.size)))) }, func() { c.copy(int(min(y, uint64(c.size)))) })
			return
		}
	}
	full := b.icmp(ir.GeU, n, b.konst(ir.I32, uint64(c.size)))
	b.choose(full, func() { c.copy(c.size) }, func() { c.partial(n) })
}

// copy copies the first n bytes and fills the rest with zeros.
func (c *copyAsync) copy(n int) {
	b := c.b
	words := c.size / 4
	vals := []*ir.Value{c.dst}
	switch {
	case n == c.size && words > 1:
		v := access{space: ir.Global}.set(b.add(ir.OpLoad, ir.Tuple, c.src), ir.I32, words)
		for range words {
			v.Results = append(v.Results, ir.I32)
		}
		vals = append(vals, b.extract(v)...)
	default:
		for at := 0; at < n; at += 4 {
			vals = append(vals, c.word(at, min(n-at, 4)))
		}
	}
	for len(vals) <= words {
		vals = append(vals, b.konst(ir.I32, 0))
	}
	access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, vals...), ir.I32, words).Attr.Async = true
}

// word loads n bytes of a word of the source.
func (c *copyAsync) word(at, n int) *ir.Value {
	if n == 4 {
		return c.load(c.src, at, ir.I32)
	}
	w := c.b.konst(ir.I32, 0)
	for i := range n {
		x := c.b.resize(c.load(c.src, at+i, ir.I8), ir.I32, false)
		w = c.b.or(w, c.b.shiftLeft(x, 8*i))
	}
	return w
}

func (c *copyAsync) load(addr *ir.Value, off int, t ir.Type) *ir.Value {
	return access{space: ir.Global}.set(c.b.add(ir.OpLoad, t, c.plus(addr, off)), t, 1)
}

func (c *copyAsync) plus(addr *ir.Value, off int) *ir.Value {
	if off == 0 {
		return addr
	}
	return c.b.add(ir.OpAdd, ir.I64, addr, c.b.konst(ir.I64, uint64(off)))
}

// partial copies n bytes, fewer than all: whole words as far as they go, then the
// bytes of one more where n may end inside a word.
func (c *copyAsync) partial(n *ir.Value) {
	b := c.b
	words := make([]varID, c.size/4)
	for i := range words {
		words[i] = b.newVar(ir.I32, "")
		b.write(words[i], b.cur, b.konst(ir.I32, 0))
	}
	c.words(n, words, 0)
	vals := []*ir.Value{c.dst}
	for _, x := range words {
		vals = append(vals, b.read(x, b.cur))
	}
	access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, vals...), ir.I32, len(words)).Attr.Async = true
	if !b.multipleOf4(n, 4) {
		c.tail(n)
	}
}

// words loads the words from number k on that n reaches the end of, but for the
// last.
func (c *copyAsync) words(n *ir.Value, words []varID, k int) {
	b := c.b
	if k == len(words)-1 {
		return
	}
	b.choose(b.icmp(ir.GeU, n, b.konst(ir.I32, uint64(4*k+4))), func() {
		b.write(words[k], b.cur, c.load(c.src, 4*k, ir.I32))
		c.words(n, words, k+1)
	}, func() {})
}

// tail copies the last n%4 bytes.
func (c *copyAsync) tail(n *ir.Value) {
	b := c.b
	i := b.newVar(ir.I32, "i")
	b.write(i, b.cur, b.add(ir.OpAnd, ir.I32, n, b.konst(ir.I32, ^uint64(3))))
	head, body, done := b.f.NewBlock(""), b.f.NewBlock(""), b.f.NewBlock("")
	b.cur.SetTerm(ir.Jump, b.pos, head)
	b.start(head)
	at := b.read(i, head)
	b.branch(b.icmp(ir.LtU, at, n), false, body, done)
	b.seal(body)
	b.start(body)
	v := c.load(b.within(c.src, at), 0, ir.I8)
	access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, b.within(c.dst, at), v), ir.I8, 1).Attr.Async = true
	b.write(i, body, b.add(ir.OpAdd, ir.I32, at, b.konst(ir.I32, 1)))
	body.SetTerm(ir.Jump, b.pos, head)
	b.seal(head)
	b.seal(done)
	b.start(done)
}

// within adds an offset to an address, in 32 bits if the address has as many.
func (b *fn) within(addr, off *ir.Value) *ir.Value {
	if addr.Op == ir.OpZext && addr.Args[0].Type == ir.I32 {
		return b.resize(b.add(ir.OpAdd, ir.I32, b.resolve(addr.Args[0]), off), ir.I64, false)
	}
	return b.add(ir.OpAdd, ir.I64, addr, b.resize(off, ir.I64, false))
}

// multipleOf4 reports whether a value certainly is a multiple of 4.
func (b *fn) multipleOf4(v *ir.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	arg := func(i int) bool { return b.multipleOf4(b.resolve(v.Args[i]), depth-1) }
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits%4 == 0
	case ir.OpAnd, ir.OpMul:
		return arg(0) || arg(1)
	case ir.OpAdd, ir.OpSub, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpOr:
		return arg(0) && arg(1)
	case ir.OpSelect:
		return arg(1) && arg(2)
	case ir.OpShl:
		n, ok := constant(v.Args[1])
		return ok && n >= 2
	case ir.OpZext, ir.OpSext, ir.OpTrunc:
		return arg(0)
	}
	return false
}

// withNotes reports whether a sanitizer is to follow.
func withNotes(b *fn) bool { return b.module.opt.Notes }

// copyCommit builds commit_group.
func copyCommit(b *fn) {
	if withNotes(b) {
		b.add(ir.OpNote, ir.Void).Attr.Note = ir.NoteCommit
	}
}

// copyWait builds wait_group and wait_all.
func copyWait(b *fn) {
	if !withNotes(b) {
		return
	}
	n, all := uint64(0), uint64(1)
	if len(b.ops) > 0 {
		n, all = b.ops[0].Const.Bits, 0
	}
	b.add(ir.OpNote, ir.Void, b.konst(ir.I64, n), b.konst(ir.I64, all)).Attr.Note = ir.NoteWait
}

// copyArrive builds cp.async.mbarrier.arrive without .noinc: the pending count goes up by one, and down again
// when the copies are done. A sanitizer takes them for done when their thread has issued it; that others see what they
// have written takes the mbarrier.
func copyArrive(b *fn) {
	if withNotes(b) {
		b.add(ir.OpNote, ir.Void, b.konst(ir.I64, 0), b.konst(ir.I64, 1)).Attr.Note = ir.NoteWait
	}
}
