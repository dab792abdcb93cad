package pass

import (
	"fmt"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// The body of a function that is inlined becomes blocks of the caller: a copy of it, or
// where that call is the only one, the blocks themselves. A chain of functions that
// each call the one before once would be copied again and again otherwise.

// moves reports whether the next call of the function to be inlined takes its body away.
func (c *callFacts) moves(g *ir.Func) bool { return c.calls[g] == 1 }

// unused reports whether nothing calls the function, and its address is not taken.
func (c *callFacts) unused(g *ir.Func) bool { return c.calls[g] == 0 }

// moveBody appends the blocks of a function to those of the caller. The function has
// none afterwards. What returned returns the values still.
func (in *inliner) moveBody(g *ir.Func, args []*ir.Value) {
	f := in.f
	in.take(g)
	for _, s := range g.Locals {
		s.Name = localName(s, f)
		f.Locals = append(f.Locals, s)
	}
	given := make([]*ir.Value, g.NumValues()) // by ID, for what reads an argument
	for _, b := range g.Blocks {
		kept := b.Values[:0]
		for _, v := range b.Values {
			if v.Op == ir.OpArg {
				given[v.ID] = args[v.Attr.Index]
				args[v.Attr.Index].Join(f.Origins(v)...)
			} else {
				kept = append(kept, v)
			}
		}
		clear(b.Values[len(kept):])
		b.Values = kept
	}
	replace := func(list []*ir.Value) {
		for i, a := range list {
			if a.Op == ir.OpArg && a.Block.Func == g {
				list[i] = given[a.ID]
			}
		}
	}
	for _, b := range g.Blocks {
		for _, v := range b.Values {
			replace(v.Args)
		}
		replace(b.Ctrl)
	}
	f.Adopt(g)
}

// copyBody appends a copy of the blocks of a function to those of the caller.
func (in *inliner) copyBody(g *ir.Func, args []*ir.Value) {
	f := in.f
	in.copied(g)
	in.growth -= in.sizeOf(g)
	blocks := map[*ir.Block]*ir.Block{}
	for _, gb := range g.Blocks {
		blocks[gb] = f.NewBlock(gb.Name)
	}
	locals := map[*ir.Symbol]*ir.Symbol{}
	for _, s := range g.Locals {
		c := *s
		c.Name = localName(s, f)
		locals[s] = &c
		f.Locals = append(f.Locals, &c)
	}
	values := make([]*ir.Value, g.NumValues()) // by ID
	for _, gb := range g.Blocks {
		for _, v := range gb.Values {
			if v.Op == ir.OpArg {
				values[v.ID] = args[v.Attr.Index]
				args[v.Attr.Index].Join(f.Origins(v)...)
				continue
			}
			w := f.NewLike(v)
			w.Block = blocks[gb]
			if s := locals[v.Attr.Sym]; s != nil {
				w.Attr.Sym = s
			}
			values[v.ID] = w
			blocks[gb].Values = append(blocks[gb].Values, w)
		}
	}
	for _, gb := range g.Blocks {
		nb := blocks[gb]
		for _, v := range gb.Values {
			if w := values[v.ID]; v.Op != ir.OpArg {
				w.Args = make([]*ir.Value, len(v.Args))
				for k, a := range v.Args {
					w.Args[k] = values[a.ID]
				}
			}
		}
		nb.Term, nb.Pos, nb.Also = gb.Term, gb.Pos, gb.Also
		for _, c := range gb.Ctrl {
			nb.Ctrl = append(nb.Ctrl, values[c.ID])
		}
		for _, s := range gb.Succs {
			nb.Succs = append(nb.Succs, blocks[s])
		}
		for _, p := range gb.Preds {
			nb.Preds = append(nb.Preds, blocks[p])
		}
	}
}

// localName is what a local variable of a function that is inlined is called in f.
func localName(s *ir.Symbol, f *ir.Func) string { return fmt.Sprintf("%s_%d", s.Name, len(f.Locals)) }
