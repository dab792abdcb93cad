package pass

import "github.com/ptx2go/ptx2go/lower/ir"

// localCopies are values that travel through local variables in the way of registers. An
// assembler makes registers of them, words of 32 bits, before the last round of
// contraction.
type localCopies struct {
	loads  map[*ir.Value][]*ir.Value // by store: what reads it
	stored map[*ir.Value]*ir.Value   // by load: the value
}

// localWord is one of a local variable.
type localWord struct {
	sym *ir.Symbol
	off int64
}

// findCopies finds the words of local variables that are only ever read in the basic block
// of the store before. All accesses of the variable are of such words, at places that the
// text says, and nothing else has its address.
func (c *contractor) findCopies() *localCopies {
	odd := map[*ir.Symbol]bool{} // variables that stay in memory
	place := map[*ir.Value]localWord{}
	var work []*ir.Value
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSymAddr && v.Attr.Sym.Space == ir.Local {
				place[v] = localWord{v.Attr.Sym, v.Attr.Off}
				work = append(work, v)
			}
		}
	}
	for ; len(work) > 0; work = work[1:] {
		w := place[work[0]]
		for _, u := range c.uses[work[0].ID] {
			switch v := u.user; {
			case isWordAccess(v) && u.arg == 0 && w.off%4 == 0:
			case v != nil && v.Op == ir.OpAdd && u.arg == 0 && v.Args[1].Op == ir.OpConst:
				place[v] = localWord{w.sym, w.off + int64(v.Args[1].Attr.Bits)}
				work = append(work, v)
			default:
				odd[w.sym] = true
			}
		}
	}
	if len(place) == 0 {
		return nil
	}
	l := &localCopies{map[*ir.Value][]*ir.Value{}, map[*ir.Value]*ir.Value{}}
	far := map[localWord]bool{} // read in another block than that of the store
	var stores []*ir.Value
	for _, b := range c.f.Blocks {
		last := map[localWord]*ir.Value{}
		for _, v := range b.Values {
			if !isWordAccess(v) {
				continue
			}
			w, ok := place[v.Args[0]]
			if !ok || odd[w.sym] {
				continue
			}
			switch s := last[w]; {
			case v.Op == ir.OpStore:
				last[w] = v
				stores = append(stores, v)
				l.loads[v] = nil
			case s == nil || c.home[s.ID] != c.home[v.ID]:
				far[w] = true
			default:
				l.loads[s] = append(l.loads[s], v)
				l.stored[v] = s.Args[1]
			}
		}
	}
	for _, s := range stores {
		if far[place[s.Args[0]]] {
			for _, v := range l.loads[s] {
				delete(l.stored, v)
			}
			delete(l.loads, s)
		}
	}
	return l
}

// has reports whether all that reads a store is known.
func (l *localCopies) has(store *ir.Value) bool {
	_, ok := l.loads[store]
	return ok
}

// isWordAccess reports whether the value loads or stores 32 bits of local memory.
func isWordAccess(v *ir.Value) bool {
	return v != nil && (v.Op == ir.OpLoad || v.Op == ir.OpStore) && v.Attr.Space == ir.Local &&
		v.Attr.Mem.Bytes() == 4 && v.Vec() == 1 && !v.Attr.Volatile
}
