package harvest

import "slices"

// The Go compiler computes most addresses in instructions of their own: it knows few of the forms in which instructions
// of vectors may name their memory. And it asks of each pointer whether it is nil.

// fold lets instructions compute themselves the addresses that they use, where that takes no longer, and leaves
// out questions whose answer shows anyway.
func (b *body) fold() {
	ways := map[*block]int{b.blocks[0]: 1} // to a block
	for _, k := range b.blocks {
		if k.doomed == nil {
			ways[k.jump]++
			ways[k.next]++
		}
	}
	for _, k := range b.blocks {
		if k.doomed != nil {
			continue
		}
		for n := 0; n < len(k.code); {
			if b.folds(k, n, ways) || k.probed(b.t, n) {
				k.code = slices.Delete(k.code, n, n+1)
			} else {
				n++
			}
		}
	}
}

// indexedUses is how many instructions may compute an address with an index that one computed before: some
// processors make two operations of an instruction with such an address.
const indexedUses = 2

// folds reports whether nothing needs the address any more that an instruction computes, as all that did compute it
// themselves now.
func (b *body) folds(k *block, n int, ways map[*block]int) bool {
	s := &k.code[n]
	f := folding{b: b, ways: ways, of: s, reg: b.t.pointer(s)}
	if f.reg == "" || !f.follow(k, n+1, s.ops[0].mentions(f.reg)) || s.ops[0].idx != "" && len(f.uses) > indexedUses {
		return false
	}
	for _, u := range f.uses {
		u.s.ops = u.ops
	}
	return true
}

// folding looks for what uses the address that an instruction leaves in a register.
type folding struct {
	b    *body
	ways map[*block]int
	of   *step
	reg  string
	uses []use
}

// use is an instruction, with operands that say where memory is without the register in which its address was computed.
type use struct {
	s   *step
	ops []operand
}

// follow goes over a block from an instruction on, and over those that are entered only from it. It reports whether
// nothing needs the register. stale says that what the address is made of has changed.
func (f *folding) follow(k *block, from int, stale bool) bool {
	for n := from; n < len(k.code); n++ {
		i := k.code[n]
		switch {
		case i.op == "RET":
			return !f.b.returns(f.reg)
		case i.op == "CALL" || i.effect&(setsAX|setsDX) != 0:
			return false
		}
		if ops, ok := f.join(&i); ok && stale {
			return false
		} else if ok {
			f.uses = append(f.uses, use{&k.code[n], ops})
			i.ops = ops
		}
		if i.mentions(f.reg) {
			return f.b.t.replaces(&i, f.reg)
		}
		stale = stale || slices.ContainsFunc(f.b.t.writes(&i.inst, i.ops), f.of.ops[0].mentions)
	}
	for _, to := range []*block{k.jump, k.next} {
		switch {
		case to == nil || to.doomed != nil:
		case f.ways[to] == 1:
			if !f.follow(to, 0, stale) {
				return false
			}
		default:
			if at, returned := f.b.uses(f.reg, to); at != nil || returned && f.b.returns(f.reg) {
				return false
			}
		}
	}
	return true
}

// returns reports whether a function may have a result in a register: results are where arguments are.
func (b *body) returns(reg string) bool {
	integers, floats := b.t.arguments()
	return slices.Contains(integers, reg) || slices.Contains(floats, reg)
}

// join returns the operands of an instruction without the register; ok is false if none needs that as an address.
func (f *folding) join(s *step) (list []operand, ok bool) {
	for n, o := range s.ops {
		if at, joins := f.b.t.join(f.of, o); joins {
			if !ok {
				list, ok = slices.Clone(s.ops), true
			}
			list[n] = at
		}
	}
	return list, ok
}

// firstPage is how far from nil no memory is.
const firstPage = 4096

// probed reports whether an instruction of a block only asks whether a pointer is nil, before an access through it.
func (k *block) probed(t Target, n int) bool {
	reg := t.probe(&k.code[n])
	if reg == "" || (&block{code: k.code[n+1:], jump: k.jump, next: k.next}).needsFlags(nil) {
		return false
	}
	for m := n + 1; m < len(k.code); m++ {
		s := &k.code[m]
		if s.op == "CALL" || s.op == "RET" {
			return false
		}
		for _, o := range s.ops {
			if o.memory() && o.base == reg && o.idx == "" && o.off >= 0 && o.off < firstPage && !t.addresses(s.op, s.ops) {
				return true
			}
		}
		if slices.Contains(t.writes(&s.inst, s.ops), reg) {
			return false
		}
	}
	return false
}
