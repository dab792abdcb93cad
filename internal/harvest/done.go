package harvest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// unstored returns a bail before which Done may hold what was true in an earlier iteration of the loop
// over gangs, or before it; nil if there is none. A function is left through a bail with what Done holds: 0
// at its beginning, as assembly sets it there, then what the function stores. Each iteration must store
// anew, and so must what can fail after the loop.
//
// It follows where the first argument is: in which registers, and where in the frame. home is its
// place among the arguments, which nothing else is kept in.
func (b *body) unstored(home int) *Bail {
	heads := b.heads()
	in := b.knownAt(home, heads)
	for _, k := range b.blocks {
		s := in[k]
		switch {
		case k.doomed != nil && !s.stored && !b.over(k):
			return k.doomed
		case k.doomed != nil:
			continue
		case heads[k]:
			s.stored = false
		}
		for n := range k.code {
			if i := &k.code[n]; i.fails && !s.stored {
				return &Bail{Pos: i.pos, Call: short(i.callee)}
			}
			b.after(s, &k.code[n])
		}
	}
	return nil
}

// knownAt returns what is known where each block begins.
func (b *body) knownAt(home int, heads map[*block]bool) map[*block]*known {
	integers, _ := b.t.arguments()
	in := map[*block]*known{b.blocks[0]: {where: map[string]bool{integers[0]: true, place(home): true}, stored: true}}
	for work := []*block{b.blocks[0]}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k.doomed != nil {
			continue
		}
		s := known{maps.Clone(in[k].where), in[k].stored && !heads[k]}
		for n := range k.code {
			b.after(&s, &k.code[n])
		}
		for _, to := range []*block{k.jump, k.next} {
			if to != nil && s.into(in, to) {
				work = append(work, to)
			}
		}
	}
	return in
}

// unread takes away stores to Done behind which there is no bail before the next one: nothing else reads it.
func (b *body) unread(home int) {
	in := b.knownAt(home, nil)
	stores := map[*step]bool{}
	for _, k := range b.blocks {
		for n := range k.code {
			if i := &k.code[n]; k.doomed == nil {
				stores[i] = b.stores(in[k], i)
				b.after(in[k], i)
			}
		}
	}
	read := map[*block]bool{} // what Done holds where a block begins may be read
	for changed := true; changed; {
		changed = false
		for _, k := range slices.Backward(b.blocks) {
			if !read[k] && b.readsDone(k, 0, stores, read) {
				read[k], changed = true, true
			}
		}
	}
	for _, k := range b.blocks {
		var kept []step
		for n := range k.code {
			if !stores[&k.code[n]] || b.readsDone(k, n+1, stores, read) {
				kept = append(kept, k.code[n])
			}
		}
		k.code = kept
	}
}

// readsDone reports whether what Done holds at a place of a block may be read.
func (b *body) readsDone(k *block, from int, stores map[*step]bool, read map[*block]bool) bool {
	if k.doomed != nil {
		return !b.over(k)
	}
	for n := from; n < len(k.code); n++ {
		switch i := &k.code[n]; {
		case i.fails:
			return true
		case stores[i]:
			return false
		}
	}
	return read[k.jump] || read[k.next]
}

// known is what holds at a place of the code.
type known struct {
	where  map[string]bool // registers and places of the frame that hold the first argument
	stored bool            // Done holds what is true
}

// place is a place of the frame as a name.
func place(off int) string { return fmt.Sprint(off) }

// after goes over an instruction.
func (b *body) after(s *known, i *step) {
	if i.op == "CALL" { // which may use all registers, and the room that is for it
		for r := range s.where {
			if off, err := strconv.Atoi(r); err != nil || off < b.low+b.room {
				delete(s.where, r)
			}
		}
		return
	}
	var copied []string
	for _, c := range b.t.copies(i) {
		if s.where[c[0]] && c[1] != "" {
			copied = append(copied, c[1])
		}
	}
	s.stored = s.stored || b.stores(s, i)
	for _, r := range b.t.writes(&i.inst, i.ops) {
		delete(s.where, r)
	}
	if n := len(i.ops); n > 0 && i.ops[n-1].framed() && i.effect&noResult == 0 {
		at, size := i.ops[n-1].off, b.t.width(&i.inst, i.ops)
		for off := at - wordSize + 1; off < at+size; off++ {
			delete(s.where, place(off))
		}
	}
	for _, to := range copied {
		s.where[to] = true
	}
}

// stores reports whether an instruction stores to Done.
func (b *body) stores(s *known, i *step) bool {
	if !b.t.stores32(i) {
		return false
	}
	to := i.ops[1]
	return to.off == DoneAt && to.tail == "" && to.memory() && s.where[to.base]
}

// into joins what holds at the end of a block with what is known of the beginning of another one. It
// reports whether that is less now.
func (s *known) into(in map[*block]*known, to *block) bool {
	old := in[to]
	if old == nil {
		in[to] = &known{maps.Clone(s.where), s.stored}
		return true
	}
	changed := old.stored && !s.stored
	old.stored = old.stored && s.stored
	for r := range old.where {
		if !s.where[r] {
			delete(old.where, r)
			changed = true
		}
	}
	return changed
}
