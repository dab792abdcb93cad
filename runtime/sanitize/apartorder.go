package sanitize

import (
	"slices"
	"strings"
)

// unknown is a number that is alike for all threads of a CTA.
func (e *apartLaunch) unknown(s *apartStep) sumForm {
	most := unbounded - 1
	if bits := s.bits - s.y; bits < 62 {
		most = 1<<bits - 1
	}
	if s.x >= 0 {
		if x := e.form(s.x); x.ok && x.sym == 0 && inside(&x, s.bits, true) && x.hi < unbounded {
			most = min(most, x.hi>>s.y)
		}
	}
	i, ok := e.alike[s.n]
	if !ok {
		return sumForm{}
	}
	e.extents[i] = max(e.extents[i], most+1) // of all places
	f := e.variable(i)
	f.hi = most
	return f
}

// order is what a guard says of two sums.
func (e *apartLaunch) order(n int) (o ordered, ok bool) {
	g := &e.Apart.guards[n]
	unsigned := strings.HasSuffix(g.cmp, "u")
	x, y := e.form(g.x), e.form(g.y)
	if !x.ok || !y.ok || x.sym != 0 || y.sym != 0 || !inside(&x, g.bits, unsigned) || !inside(&y, g.bits, unsigned) {
		return o, false
	}
	switch g.cmp {
	case "lts", "ltu":
		return ordered{x, y, 1}, true
	case "les", "leu":
		return ordered{x, y, 0}, true
	case "gts", "gtu":
		return ordered{y, x, 1}, true
	case "ges", "geu":
		return ordered{y, x, 0}, true
	}
	return o, false
}

// below reports whether all that threads access at p ends in front of what others access at q at the same time. What a
// guard says of a part of an address takes the place of that part: 4*t is at most 4*n-4 where t < n.
func (e *apartLaunch) below(t *apartTouch, p, q *spot) bool {
	if p.addr.sym != q.addr.sym || p.addr.symbol != q.addr.symbol || !p.addr.bounded() || !q.addr.bounded() {
		return false
	}
	for _, high := range e.replaced(p, true) {
		for _, low := range e.replaced(q, false) {
			if e.gap(t.shared, &high, &low) >= t.size {
				return true
			}
		}
	}
	return false
}

// replaced are sums that an address is at most, or at least.
func (e *apartLaunch) replaced(p *spot, most bool) []sumForm {
	list := []sumForm{p.addr}
	for i := range p.orders {
		o := &p.orders[i]
		part, by := &o.less, o.by
		if !most {
			part = &o.more
		}
		for v := range e.extents {
			k := part.k[v]
			if k == 0 || e.same[v] || p.addr.k[v]%k != 0 || p.addr.k[v]/k <= 0 {
				continue
			}
			scale := p.addr.k[v] / k
			up := timesForm(plusForm(o.more, o.less, -1), scale)
			f := plusForm(p.addr, up, 1)
			f.c -= by * scale
			if !most {
				f = plusForm(p.addr, up, -1)
				f.c += by * scale
			}
			if f.ok && up.ok && up.bounded() {
				list = append(list, f)
			}
			break // the others are of the same sum
		}
	}
	return list
}

// bounded reports whether a number, and all that it is made of, is far from what a word holds.
func (f *sumForm) bounded() bool {
	const far = tooLarge >> 8
	return f.lo > -far && f.hi < far && f.c > -far && f.c < far && !slices.ContainsFunc(f.k[:], func(k int64) bool { return k > far || k < -far })
}

// gap is how far two sums of different threads are from each other at least.
func (e *apartLaunch) gap(shared bool, high, low *sumForm) int64 {
	sum := bound(low.c - high.c)
	least := func(i int, k int64) { // times a variable
		if k < 0 {
			if e.extents[i] >= unbounded {
				sum = -unbounded
			} else if sum > -unbounded {
				sum = bound(sum + timesBound(e.extents[i]-1, k))
			}
		}
	}
	for i := range e.extents {
		if shared && (e.same[i] || i >= e.fixed-3 && i < e.fixed) {
			least(i, low.k[i]-high.k[i])
			continue
		}
		least(i, low.k[i])
		least(i, -high.k[i])
	}
	return sum
}
