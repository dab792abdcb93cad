package harvest

import "fmt"

// bails lists the panics of a function, and its calls of functions that have some.
func (b *body) bails(name string) (list []Bail) {
	for _, k := range b.blocks {
		if k.doomed != nil && !b.over(k) {
			list = append(list, Bail{name, k.doomed.Pos, k.doomed.Call})
			continue
		}
		for n := range k.code {
			if s := &k.code[n]; s.fails {
				list = append(list, Bail{name, s.pos, short(s.callee)})
			}
		}
	}
	return list
}

// mayBail refuses functions that can fail and cannot say then how much is done.
func (s *signature) mayBail(b *body, bails []Bail) error {
	if len(bails) == 0 {
		return nil
	}
	first := bails[0]
	switch {
	case b.blocks[0].doomed != nil:
		return refuse(first.Pos, "it always fails: %s", first.Call)
	case s.result == nil:
		return refuse(first.Pos, "it can fail and has no result: %s", first.Call)
	case s.result.size == 1: // all or nothing
		return nil
	case !s.gang:
		return refuse(first.Pos, "it can fail and has no Gang: %s", first.Call)
	}
	if at := b.unstored(s.home(b)); at != nil {
		return refuse(at.Pos, "it can fail in an iteration of a loop, or after it, in which Done was not set: %s", at.Call)
	}
	return nil
}

// home is the place of the first argument.
func (s *signature) home(b *body) int { return b.t.argBase(b.f) + s.words[0].inner }

// bail writes where panics go. From a function that Go does not call they go on to its caller.
func (p *printer) bail() {
	if p.sig == nil {
		p.WriteString("bail: // where the Go compiler panics\n")
		p.back("yes")
		return
	}
	r := p.sig.result
	p.WriteString("bail: // where the Go compiler panics\n")
	if r.size == 1 {
		p.t.clear(p, r.reg)
	} else {
		g := p.sig.words[0]
		p.t.done(p, fmt.Sprintf("%s+%d(FP)", g.name, g.outer), r.reg)
	}
	p.used = p.bailUppers()
	p.ret()
}
