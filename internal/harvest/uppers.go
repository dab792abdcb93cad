package harvest

// On amd64 Go's own code is legacy SSE, which is slow, or waits for more than it has to, while the upper halves of
// vector registers are in use. So VZEROUPPER stands where a leaf function returns or calls what is Go's,
// if they may be in use there; one of the Go compiler's that finds them unused is left out.

// uppers says of each block whether upper halves may be in use where it begins: entry where the function
// does. exit is the same of where it returns, bails included.
func (h *harvester) uppers(b *body, entry bool) (in map[*block]bool, exit bool) {
	in = map[*block]bool{b.blocks[0]: entry}
	for work := []*block{b.blocks[0]}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k.doomed != nil {
			exit = exit || in[k]
			continue
		}
		used := in[k]
		for n := range k.code {
			s := &k.code[n]
			exit = exit || s.op == "RET" && used
			used = h.uses(s, used)
			exit = exit || s.fails && used
		}
		for _, to := range []*block{k.jump, k.next} {
			if to == nil {
				continue
			}
			// After a poll all registers have been loaded again, maybe.
			now := used || k.poll && to.doomed == nil
			if before, seen := in[to]; !seen || now && !before {
				in[to] = now
				work = append(work, to)
			}
		}
	}
	return in, exit
}

// uses reports whether upper halves may be in use after an instruction, used: before it.
func (h *harvester) uses(s *step, used bool) bool {
	if s.op == "CALL" {
		return h.helpers[s.callee].uppers[used]
	}
	return h.t.upper(s, used)
}

// bailUppers reports whether upper halves may be in use where a function goes that fails.
func (p *printer) bailUppers() bool {
	for _, k := range p.b.blocks {
		switch used := p.uppers[k]; {
		case k.doomed != nil && used && !p.b.over(k):
			return true
		case k.doomed == nil:
			for n := range k.code {
				s := &k.code[n]
				if used = p.h.uses(s, used); s.fails && used {
					return true
				}
			}
		}
	}
	return false
}
