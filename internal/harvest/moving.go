package harvest

import (
	"maps"
	"slices"
)

// Where a poll lets the runtime go on with something else, the stack may be another one after it.
// What points to the frame is computed anew then, but not what else holds an address in the frame. In a register that is
// not read any more it does no harm.

// kept returns a poll across which a register or a variable may hold an address in the frame that may be read after
// it, nil for none.
func (b *body) kept() *block {
	in := map[*block]addresses{b.blocks[0]: {}}
	for work := []*block{b.blocks[0]}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k.doomed != nil {
			continue
		}
		s := maps.Clone(in[k])
		for n := range k.code {
			s.step(b.t, &k.code[n])
		}
		if k.poll && slices.ContainsFunc(slices.Collect(maps.Keys(s)), func(at string) bool {
			return !b.t.register(at) || b.reads(at, k.jump, k.next) != nil
		}) {
			return k
		}
		for _, to := range []*block{k.jump, k.next} {
			if to == nil {
				continue
			}
			old, seen := in[to]
			before := len(old)
			if !seen {
				old = addresses{}
				in[to] = old
			}
			maps.Copy(old, s)
			if !seen || len(old) > before {
				work = append(work, to)
			}
		}
	}
	return nil
}

// addresses are the registers and the places of the frame that may hold an address in it.
type addresses map[string]bool

// step goes over an instruction.
func (a addresses) step(t Target, i *step) {
	if i.op == "CALL" { // it keeps no register, and returns no such address
		maps.DeleteFunc(a, func(at string, _ bool) bool { return t.register(at) })
		return
	}
	if i.effect&noResult != 0 {
		return
	}
	found := t.derives(i, a)
	for _, r := range t.writes(&i.inst, i.ops) {
		delete(a, r)
		if found {
			a[r] = true
		}
	}
	if n := len(i.ops); n > 0 && i.ops[n-1].framed() {
		o := i.ops[n-1]
		for off := o.off - wordSize + 1; off < o.off+t.width(&i.inst, i.ops); off++ {
			delete(a, place(off))
		}
		if found {
			for off := o.off; off < o.off+t.width(&i.inst, i.ops); off += wordSize {
				a[place(off)] = true
			}
		}
	}
}
