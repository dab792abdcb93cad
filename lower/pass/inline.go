package pass

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// The limits of inlining, in values.
const (
	tinyFunc  = 24     // inlined everywhere
	onceFunc  = 2000   // inlined where it is the only call
	maxInline = 40_000 // a caller does not grow beyond this
)

// inline replaces calls by the body of the callee: of functions that
// synchronise, so that the sync points are in the kernel; of tiny ones; and of
// those that are called once. Recursive functions stay calls.
func inline(f *ir.Func, o *Options) bool {
	in := &inliner{f: f, rec: map[*ir.Func]bool{}, sync: map[*ir.Func]bool{}, calls: callCounts(f.Module)}
	changed := false
	for again := true; again; {
		again = false
		size := funcSize(f)
		for _, b := range f.Blocks {
			i := slices.IndexFunc(b.Values, func(v *ir.Value) bool {
				return v.Op == ir.OpCall && size+funcSize(v.Attr.Func) <= maxInline && in.wants(v.Attr.Func)
			})
			if i >= 0 {
				in.expand(b, i)
				again, changed = true, true
				break // the list of blocks has changed
			}
		}
	}
	if changed {
		unreachable(f, o)
		jumps(f, o)
	}
	return changed
}

type inliner struct {
	f         *ir.Func
	rec, sync map[*ir.Func]bool
	calls     map[*ir.Func]int
	copies    int
}

func funcSize(f *ir.Func) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Values) + 1
	}
	return n
}

// callCounts returns how many places of the module call each function. A
// function whose address is taken counts twice.
func callCounts(m *ir.Module) map[*ir.Func]int {
	n := map[*ir.Func]int{}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpCall:
					n[v.Attr.Func]++
				case ir.OpFuncAddr:
					n[v.Attr.Func] += 2
				}
			}
		}
	}
	for _, s := range m.Symbols {
		for _, r := range s.Relocs {
			if r.Func != nil {
				n[r.Func] += 2
			}
		}
	}
	return n
}

// wants reports whether calls of the function should be inlined.
func (in *inliner) wants(f *ir.Func) bool {
	if f == in.f || f.Entry || f.Extern || len(f.Blocks) == 0 || in.recursive(f) || usesStack(f) {
		return false
	}
	n := funcSize(f)
	return n <= tinyFunc || in.calls[f] == 1 && n <= onceFunc || in.synchronises(f)
}

// usesStack reports whether f takes local memory at run time, which it gives back
// when it returns.
func usesStack(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpAlloca || v.Op == ir.OpStackRestore {
				return true
			}
		}
	}
	return false
}

// callees calls do for every function that f calls directly.
func callees(f *ir.Func, do func(*ir.Func)) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpCall {
				do(v.Attr.Func)
			}
		}
	}
}

// recursive reports whether f can call itself.
func (in *inliner) recursive(f *ir.Func) bool {
	if r, ok := in.rec[f]; ok {
		return r
	}
	seen := map[*ir.Func]bool{}
	work := []*ir.Func{f}
	found := false
	for len(work) > 0 && !found {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		callees(g, func(c *ir.Func) {
			found = found || c == f
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		})
	}
	in.rec[f] = found
	return found
}

// synchronises reports whether f or what it calls contains a sync point.
func (in *inliner) synchronises(f *ir.Func) bool {
	if s, ok := in.sync[f]; ok {
		return s
	}
	in.sync[f] = false // while we look, for recursion
	found := false
	for _, b := range f.Blocks {
		found = found || slices.ContainsFunc(b.Values, (*ir.Value).Convergent)
	}
	callees(f, func(c *ir.Func) { found = found || in.synchronises(c) })
	in.sync[f] = found
	return found
}

// expand replaces the call that is value i of block b.
func (in *inliner) expand(b *ir.Block, i int) {
	f, call := in.f, b.Values[i]
	g := call.Attr.Func
	in.copies++
	at := slices.Index(f.Blocks, b)
	tail := slices.Clone(f.Blocks[at+1:])
	f.Blocks = f.Blocks[: at+1 : at+1]

	blocks := map[*ir.Block]*ir.Block{}
	for _, gb := range g.Blocks {
		blocks[gb] = f.NewBlock(gb.Name)
	}
	cont := f.NewBlock("")
	f.Blocks = append(f.Blocks, tail...)

	// The rest of b moves to cont.
	cont.Values = slices.Clone(b.Values[i+1:])
	for _, v := range cont.Values {
		v.Block = cont
	}
	cont.Term, cont.Ctrl, cont.Pos, cont.Succs = b.Term, b.Ctrl, b.Pos, b.Succs
	for _, s := range cont.Succs {
		for k, p := range s.Preds {
			if p == b {
				s.Preds[k] = cont
			}
		}
	}
	b.Values, b.Ctrl, b.Succs = b.Values[:i:i], nil, nil
	b.SetTerm(ir.Jump, call.Pos, blocks[g.Blocks[0]])

	in.adopt(g)
	locals := map[*ir.Symbol]*ir.Symbol{}
	for _, s := range g.Locals {
		c := *s
		c.Name = fmt.Sprintf("%s_%d", s.Name, len(f.Locals))
		locals[s] = &c
		f.Locals = append(f.Locals, &c)
	}
	values := map[*ir.Value]*ir.Value{}
	for _, gb := range g.Blocks {
		for _, v := range gb.Values {
			if v.Op == ir.OpArg {
				values[v] = call.Args[v.Attr.Index]
				continue
			}
			w := f.NewValue(v.Op, v.Type, v.Pos)
			w.Attr, w.Results, w.Name, w.Block = v.Attr, v.Results, v.Name, blocks[gb]
			if s := locals[v.Attr.Sym]; s != nil {
				w.Attr.Sym = s
			}
			values[v] = w
			blocks[gb].Values = append(blocks[gb].Values, w)
		}
	}
	var rets []*ir.Block
	for _, gb := range g.Blocks {
		nb := blocks[gb]
		for _, v := range gb.Values {
			if w := values[v]; v.Op != ir.OpArg {
				w.Args = make([]*ir.Value, len(v.Args))
				for k, a := range v.Args {
					w.Args[k] = values[a]
				}
			}
		}
		nb.Term, nb.Pos = gb.Term, gb.Pos
		for _, c := range gb.Ctrl {
			nb.Ctrl = append(nb.Ctrl, values[c])
		}
		for _, s := range gb.Succs {
			nb.Succs = append(nb.Succs, blocks[s])
		}
		for _, p := range gb.Preds {
			nb.Preds = append(nb.Preds, blocks[p])
		}
		if gb.Term == ir.Ret {
			rets = append(rets, nb)
		}
	}
	in.results(call, cont, rets)
}

// results makes the returns jump to cont and replaces the results of the call.
func (in *inliner) results(call *ir.Value, cont *ir.Block, rets []*ir.Block) {
	r := newReplacer(in.f)
	var list []*ir.Value
	for k, t := range call.ResultTypes() {
		if len(rets) == 0 {
			break
		}
		args := make([]*ir.Value, len(rets))
		for j, b := range rets {
			args[j] = b.Ctrl[k]
		}
		phi := in.f.NewValue(ir.OpPhi, t, call.Pos, args...)
		phi.Block, phi.Name = cont, call.Name
		list = append(list, phi)
		if call.Type != ir.Tuple {
			r.replace(call, phi)
		}
	}
	if call.Type == ir.Tuple && len(list) > 0 {
		for _, b := range in.f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpExtract && v.Args[0] == call {
					r.replace(v, list[v.Attr.Index])
				}
			}
		}
	}
	cont.Values = append(list, cont.Values...)
	for _, b := range rets {
		b.Ctrl = nil
		b.SetTerm(ir.Jump, b.Pos, cont)
	}
	if len(rets) == 0 {
		// Nothing comes back: the uses of the result are unreachable.
		unreachable(in.f, nil)
	}
	r.apply()
}

// adopt makes the caller declare the shared variables of the callee: there is
// one instance of each per CTA, however often the function is called.
func (in *inliner) adopt(g *ir.Func) {
	for _, s := range g.Shared {
		if !slices.Contains(in.f.Shared, s) {
			in.f.Shared = append(in.f.Shared, s)
		}
	}
}
