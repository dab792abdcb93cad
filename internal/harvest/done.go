package harvest

import "maps"

// A function is left through a bail with what Gang.Done holds: 0 at its beginning, as assembly sets it
// there, then what the function stores. unstored returns a bail in front of which Done may hold what
// was true in an earlier round of the loop over gangs, or before it: each round must store anew, and
// what can fail behind the loop too. nil: there is none.
//
// It follows where the first argument is: in which registers, and whether in its place among the
// arguments, which nothing else is kept in.
func (b *body) unstored(home int) *Bail {
	type state struct {
		regs map[string]bool // these hold the address of the Gang
		done bool            // Done has been stored
	}
	heads := b.heads()
	in := map[*block]*state{b.blocks[0]: {map[string]bool{integerArgs[0]: true}, true}}
	for work := []*block{b.blocks[0]}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k.doomed != nil {
			continue
		}
		s := state{maps.Clone(in[k].regs), in[k].done && !heads[k]}
		for n := range k.code {
			i := &k.code[n]
			if i.op == "CALL" {
				clear(s.regs)
				continue
			}
			copied := false
			if i.op == "MOVQ" && len(i.ops) == 2 {
				from := i.ops[0]
				copied = from.reg != "" && s.regs[whole[from.reg]] || from.framed() && from.off == home && from.tail == ""
			}
			if i.op == "MOVL" && len(i.ops) == 2 {
				if to := i.ops[1]; to.off == doneAt && to.tail == "" && to.memory() && s.regs[to.base] {
					s.done = true
				}
			}
			for _, r := range i.writes(i.ops, i.effect) {
				delete(s.regs, r)
			}
			if to := i.ops; copied && to[1].reg != "" {
				s.regs[whole[to[1].reg]] = true
			}
		}
		for _, to := range []*block{k.jump, k.next} {
			if to == nil {
				continue
			}
			old := in[to]
			if old == nil {
				in[to] = &state{maps.Clone(s.regs), s.done}
				work = append(work, to)
				continue
			}
			changed := false
			for r := range old.regs {
				if !s.regs[r] {
					delete(old.regs, r)
					changed = true
				}
			}
			if old.done && !s.done {
				old.done, changed = false, true
			}
			if changed {
				work = append(work, to)
			}
		}
	}
	for _, k := range b.blocks {
		if k.doomed != nil && !in[k].done {
			return k.doomed
		}
	}
	return nil
}
