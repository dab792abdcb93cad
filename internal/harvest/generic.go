package harvest

import "strings"

// A function with type parameters is compiled once for all types of a shape, and called with the
// address of a dictionary before its arguments, which says what the types are. Assembly has no
// such dictionary: what is harvested must not look at it, as code does not that knows of its types no
// more than their size.

// dictionaryReg has the address of the dictionary.
func dictionaryReg(t Target) string {
	integers, _ := t.arguments()
	return integers[0]
}

// generic reports whether a symbol is a function that is called with a dictionary.
func generic(symbol string) bool { return strings.Contains(symbol, "[go.shape.") }

// dictionary reports whether an instruction loads the address of one.
func (s *step) dictionary(t Target) bool {
	return t.addresses(s.op, s.ops) && s.ops[0].base == "SB" && strings.Contains(s.ops[0].name, "..dict.")
}

// mentions reports whether an instruction has to do with a register.
func (s *step) mentions(reg string) bool {
	if s.op == "CALL" || s.op == "RET" || s.effect&(setsAX|setsDX) != 0 {
		return true
	}
	for _, o := range s.ops {
		if o.mentions(reg) {
			return true
		}
	}
	return false
}

// withoutDictionaries takes the addresses of dictionaries out of a block, each of which must be for the
// call of a function after it in the block. Others stay, and are refused like addresses of anything.
func (b *block) withoutDictionaries(t Target) {
	var kept []step
	for n := range b.code {
		s := &b.code[n]
		if s.dictionary(t) && s.ops[1].text == dictionaryReg(t) {
			for k := n + 1; k < len(b.code); k++ {
				if to := &b.code[k]; to.mentions(dictionaryReg(t)) {
					if to.op == "CALL" && generic(to.callee) {
						s = nil
					}
					break
				}
			}
		}
		if s != nil {
			kept = append(kept, *s)
		}
	}
	b.code = kept
}

// needs returns the instruction at which a register may be read that has what it had when the function
// began, nil if there is none.
func (b *body) needs(reg string) *step { return b.reads(reg, b.blocks[0]) }

// reads returns an instruction at which a register may be read that has what it had where blocks begin, nil if there
// is none. What a function returns was set in it.
func (b *body) reads(reg string, from ...*block) *step {
	at, _ := b.uses(reg, from...)
	return at
}

// uses is reads, and says whether the function may return with what the register had.
func (b *body) uses(reg string, from ...*block) (at *step, returned bool) {
	seen := map[*block]bool{}
	for work := from; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k == nil || seen[k] || k.doomed != nil {
			continue
		}
		seen[k] = true
		replaced := false
		for n := range k.code {
			s := &k.code[n]
			returned = returned || s.op == "RET"
			if b.t.replaces(s, reg) || s.op == "RET" {
				replaced = true
				break
			}
			if s.mentions(reg) {
				return s, returned
			}
		}
		if !replaced {
			work = append(work, k.jump, k.next)
		}
	}
	return nil, returned
}
