package sanitize

import (
	"slices"
	"strings"
)

// form computes a step. What guards of the touch at hand say of it bounds it.
func (e *apartLaunch) form(n int) sumForm {
	if e.known[n] {
		return e.forms[n]
	}
	e.known[n] = true // a step is made of those in front of it
	f := e.compute(&e.steps[n], n)
	if f.ok {
		for _, g := range e.guards {
			e.clip(&f, g, n)
		}
	}
	if f.c > tooLarge || f.c < -tooLarge || slices.ContainsFunc(f.k[:], func(k int64) bool { return k > tooLarge || k < -tooLarge }) {
		f.ok = false
	}
	e.forms[n] = f
	return f
}

// clip bounds what a step is by a guard, if that is about it.
func (e *apartLaunch) clip(f *sumForm, guard, n int) {
	g := &e.Apart.guards[guard]
	if g.x != n || g.y == n {
		return
	}
	y := e.form(g.y)
	unsigned := strings.HasSuffix(g.cmp, "u")
	if !y.ok || f.sym != 0 || y.sym != 0 || !inside(f, g.bits, unsigned) || !inside(&y, g.bits, unsigned) {
		return
	}
	switch g.cmp {
	case "lts", "ltu":
		f.hi = min(f.hi, y.hi-1)
	case "les", "leu":
		f.hi = min(f.hi, y.hi)
	case "gts", "gtu":
		f.lo = max(f.lo, y.lo+1)
	case "ges", "geu":
		f.lo = max(f.lo, y.lo)
	case "eq":
		f.lo, f.hi = max(f.lo, y.lo), min(f.hi, y.hi)
	}
}

// bound is a number within what is told apart from unbounded.
func bound(x int64) int64 { return max(-unbounded, min(unbounded, x)) }

// timesBound multiplies a bound.
func timesBound(x, k int64) int64 {
	if x == 0 || k == 0 {
		return 0
	}
	if p := x * k; p/k == x && p < unbounded && p > -unbounded && x < unbounded && x > -unbounded {
		return p
	}
	if (x > 0) == (k > 0) {
		return unbounded
	}
	return -unbounded
}

func plusForm(a, b sumForm, sign int64) sumForm {
	a.ok = a.ok && b.ok && (a.sym == 0 || b.sym == 0 || a.symbol == b.symbol)
	if a.sym == 0 {
		a.symbol = b.symbol
	}
	a.sym += sign * b.sym
	a.c += sign * b.c
	for i := range a.k {
		a.k[i] += sign * b.k[i]
	}
	if sign < 0 {
		b.lo, b.hi = -b.hi, -b.lo
	}
	lo, hi := bound(a.lo+b.lo), bound(a.hi+b.hi)
	if a.lo <= -unbounded || b.lo <= -unbounded {
		lo = -unbounded
	}
	if a.hi >= unbounded || b.hi >= unbounded {
		hi = unbounded
	}
	a.lo, a.hi = lo, hi
	return a
}

func timesForm(a sumForm, k int64) sumForm {
	if k > tooLarge || k < -tooLarge {
		return sumForm{}
	}
	for i := range a.k {
		if p := a.k[i] * k; a.k[i] != 0 && k != 0 && p/k != a.k[i] {
			return sumForm{}
		}
		a.k[i] *= k
	}
	if p := a.c * k; a.c != 0 && k != 0 && p/k != a.c {
		return sumForm{}
	}
	if a.sym != 0 && k != 1 && k != -1 {
		return sumForm{}
	}
	a.c *= k
	a.sym *= k
	a.lo, a.hi = timesBound(a.lo, k), timesBound(a.hi, k)
	if k < 0 {
		a.lo, a.hi = a.hi, a.lo
	}
	return a
}

// split divides a number that is not negative by d: a sum of what divides, and of a rest below d.
func (e *apartLaunch) split(f sumForm, d int64) (quotient, rest sumForm) {
	if !f.ok || f.lo < 0 || d <= 0 || f.sym != 0 {
		return
	}
	r := f.c % d
	if r < 0 {
		r += d
	}
	quotient = sumForm{ok: true, c: (f.c - r) / d, lo: f.lo / d, hi: f.hi}
	if f.hi < unbounded {
		quotient.hi = f.hi / d
	}
	rest = sumForm{ok: true, c: r, lo: r, hi: r}
	for i, k := range f.k {
		if k%d == 0 {
			quotient.k[i] = k / d
			continue
		}
		rest.k[i] = k
		far := timesBound(e.extents[i]-1, k)
		if e.extents[i] >= unbounded {
			return sumForm{}, sumForm{}
		}
		if k > 0 {
			rest.hi = bound(rest.hi + far)
		} else {
			rest.lo = bound(rest.lo + far)
		}
	}
	if rest.lo < 0 || rest.hi >= d {
		return sumForm{}, sumForm{}
	}
	return quotient, rest
}

// variable is a coordinate.
func (e *apartLaunch) variable(i int) sumForm {
	f := sumForm{ok: true, hi: e.extents[i] - 1}
	f.k[i] = 1
	return f
}

func number(n int64) sumForm { return sumForm{ok: true, c: n, lo: n, hi: n} }

func (e *apartLaunch) register(name string) sumForm {
	n := len(e.tid)
	switch name {
	case "tid.x":
		f := sumForm{ok: true, hi: int64(e.p.Block[0]) - 1}
		for _, d := range e.tid {
			f.k[d.v] = d.times
		}
		return f
	case "tid.y":
		return e.variable(n)
	case "tid.z":
		return e.variable(n + 1)
	case "ctaid.x":
		return e.variable(n + 2)
	case "ctaid.y":
		return e.variable(n + 3)
	case "ctaid.z":
		return e.variable(n + 4)
	case "ntid.x":
		return number(int64(e.p.Block[0]))
	case "ntid.y":
		return number(max(int64(e.p.Block[1]), 1))
	case "ntid.z":
		return number(max(int64(e.p.Block[2]), 1))
	case "nctaid.x":
		return number(max(int64(e.p.Grid[0]), 1))
	case "nctaid.y":
		return number(max(int64(e.p.Grid[1]), 1))
	case "nctaid.z":
		return number(max(int64(e.p.Grid[2]), 1))
	}
	return sumForm{}
}

// signed is a number of some bits.
func signed(x uint64, bits int) int64 { return int64(x<<(64-bits)) >> (64 - bits) }

func (e *apartLaunch) compute(s *apartStep, n int) sumForm {
	switch s.op {
	case "c":
		return number(s.n)
	case "p":
		x, ok := e.p.Word(int(s.n), s.bits/8)
		if !ok {
			return sumForm{}
		}
		return number(signed(x, s.bits))
	case "r":
		return e.register(s.name)
	case "y":
		f := number(0)
		f.sym, f.symbol = 1, int(s.n)
		return f
	case "phi":
		return e.turn(s, n)
	case "u":
		return e.unknown(s)
	}
	x := e.form(s.x)
	if !x.ok {
		return x
	}
	switch s.op {
	case "trunc":
		return x
	case "sext", "zext":
		from := e.steps[s.x].bits
		if s.op == "zext" && x.constant() && from < 64 {
			return number(int64(uint64(x.c) & (1<<from - 1)))
		}
		if s.op == "sext" && x.constant() && from < 64 {
			return number(signed(uint64(x.c), from))
		}
		if !inside(&x, from, s.op == "zext") {
			return sumForm{}
		}
		return x
	}
	y := e.form(s.y)
	if !y.ok {
		return y
	}
	exact := inside(&x, s.bits, true) || inside(&x, s.bits, false) && x.lo >= 0
	switch s.op {
	case "add":
		return plusForm(x, y, 1)
	case "sub":
		return plusForm(x, y, -1)
	case "mul":
		if x.constant() {
			x, y = y, x
		}
		if y.constant() {
			return timesForm(x, y.c)
		}
	case "shl":
		if y.constant() && y.c >= 0 && y.c < int64(s.bits) && y.c < 40 {
			return timesForm(x, 1<<y.c)
		}
	case "shru", "shrs", "divu", "divs":
		if exact && y.constant() && (s.op[0] == 'd' || y.c >= 0 && y.c < int64(s.bits) && y.c < 62) && (s.op[3] == 'u' || inside(&x, s.bits, false)) {
			d := y.c
			if s.op[0] == 's' {
				d = 1 << y.c
			}
			q, _ := e.split(x, d)
			return q
		}
	case "remu", "rems":
		if exact && y.constant() && (s.op == "remu" || inside(&x, s.bits, false)) {
			_, r := e.split(x, y.c)
			return r
		}
	case "and":
		if x.constant() {
			x, y = y, x
			exact = inside(&x, s.bits, true)
		}
		if exact && y.constant() && y.c > 0 && y.c&(y.c+1) == 0 {
			_, r := e.split(x, y.c+1)
			return r
		}
		if low := -y.c; exact && y.constant() && y.c < 0 && low&(low-1) == 0 {
			q, _ := e.split(x, low)
			return timesForm(q, low)
		}
	case "or": // a sum, where no bit is in both
		for range 2 {
			step := x.c
			for _, k := range x.k {
				step |= k
			}
			if low := step & -step; exact && y.lo >= 0 && (step == 0 || y.hi < low) {
				return plusForm(x, y, 1)
			}
			x, y = y, x
			exact = inside(&x, s.bits, true)
		}
	}
	return sumForm{}
}

// turn is a number that grows with the turns of a loop. Of fewer than 64 bits it must be known not to pass them.
func (e *apartLaunch) turn(s *apartStep, n int) sumForm {
	x, step := e.form(s.x), e.form(s.y)
	if !x.ok || !step.ok || !step.constant() {
		return sumForm{}
	}
	f := x
	v := e.loops[s.loop]
	if f.k[v] != 0 {
		return sumForm{}
	}
	f.k[v] = step.c
	if step.c >= 0 {
		f.hi = unbounded
	} else {
		f.lo = -unbounded
	}
	for i := range e.turns {
		g := &e.turns[i]
		if g.x != n || g.y == n || step.c < 0 {
			continue
		}
		unsigned := strings.HasSuffix(g.cmp, "u")
		y := e.form(g.y)
		if !y.ok || !inside(&x, g.bits, unsigned) || !inside(&y, g.bits, unsigned) {
			continue
		}
		hi := y.hi
		switch g.cmp {
		case "lts", "ltu":
			hi--
		case "les", "leu":
		default:
			continue
		}
		// The turn before was at most here, so that this one has not come round.
		last := max(x.hi, hi)
		if next := number(last + step.c); last >= tooLarge || !inside(&next, g.bits, unsigned) {
			continue
		}
		if !g.next {
			last += step.c
		}
		f.hi = min(f.hi, last)
	}
	if s.bits < 64 && (f.hi >= unbounded || f.lo <= -unbounded) {
		return sumForm{}
	}
	return f
}
