package harvest

import "maps"

// polls finds the polls of a function: comparisons with Leaving, each with the jump after it.
func (b *body) polls() error {
	marks := b.marks()
	j := b.t.jumps()
	for _, k := range b.blocks {
		if k.doomed != nil {
			continue
		}
		for n := range k.code {
			s := &k.code[n]
			if !marks[s] {
				continue
			}
			if n == len(k.code)-1 {
				return refuse(s.pos, "a poll that is not a condition")
			}
			for _, t := range k.code[n+1 : len(k.code)-1] {
				if t.effect&(setsFlags|readsFlags) != 0 || t.effect&control != 0 {
					return refuse(s.pos, "%s lies between a poll and its jump", t.op)
				}
			}
			last := k.last()
			if last.op != j.equal && last.op != j.differs {
				return refuse(s.pos, "a poll that is not a condition")
			}
			if k.jump == nil || k.next == nil || k.jump.needsFlags(nil) || k.next.needsFlags(nil) {
				return refuse(s.pos, "what a poll compares is used after its jump")
			}
			k.poll = true
		}
	}
	return nil
}

// marks returns the instructions that compare with Leaving. A register may hold that for several of them.
func (b *body) marks() map[*step]bool {
	marks := map[*step]bool{}
	in := map[*block]map[string]bool{b.blocks[0]: {}}
	for work := []*block{b.blocks[0]}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k.doomed != nil {
			continue
		}
		holds := maps.Clone(in[k])
		for n := range k.code {
			s := &k.code[n]
			compares, loads := b.t.leaving(s, holds)
			if delete(marks, s); compares {
				marks[s] = true
			}
			if s.op == "CALL" {
				clear(holds)
			}
			for _, r := range b.t.writes(&s.inst, s.ops) {
				delete(holds, r)
			}
			if loads != "" {
				holds[loads] = true
			}
		}
		for _, to := range []*block{k.jump, k.next} {
			if to == nil {
				continue
			}
			old, seen := in[to]
			if !seen {
				in[to] = maps.Clone(holds)
				work = append(work, to)
				continue
			}
			before := len(old)
			maps.DeleteFunc(old, func(r string, _ bool) bool { return !holds[r] })
			if len(old) < before {
				work = append(work, to)
			}
		}
	}
	return marks
}

// needsFlags reports whether flags that are set before a block are read in it or after it.
func (b *block) needsFlags(seen map[*block]bool) bool {
	if b == nil || b.doomed != nil || seen[b] {
		return false
	}
	for n := range b.code {
		s := &b.code[n]
		switch {
		case s.effect&readsFlags != 0:
			return true
		case s.effect&setsFlags != 0 || s.op == "CALL" || s.op == "RET":
			return false
		}
	}
	if seen == nil {
		seen = map[*block]bool{}
	}
	seen[b] = true
	return b.jump.needsFlags(seen) || b.next.needsFlags(seen)
}

// leaves are the ways from a poll: where the launch is over, and else.
func (b *block) leaves(t Target) (leave, stay *block) {
	if b.last().op == t.jumps().differs {
		return b.next, b.jump
	}
	return b.jump, b.next
}

// over reports whether a block is what a poll ends the CTA with: it panics, and nothing else leads there.
func (b *body) over(k *block) bool {
	polled := false
	for _, from := range b.blocks {
		if from.doomed != nil || from.jump != k && from.next != k {
			continue
		}
		if !from.poll {
			return false
		}
		polled = true
	}
	return k.doomed != nil && polled
}
