package sanitize

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseApart reads the text form.
func ParseApart(text string) (*Apart, error) {
	a := &Apart{}
	for _, w := range strings.Fields(text) {
		if err := a.word(strings.Split(w, ":")); err != nil {
			return nil, fmt.Errorf("%q: %w", w, err)
		}
	}
	slices.Sort(a.radix)
	a.radix = slices.Compact(a.radix)
	return a, nil
}

func (a *Apart) word(f []string) (err error) {
	num := func(i int) int {
		if i >= len(f) {
			err = strconv.ErrSyntax
			return 0
		}
		n, e := strconv.ParseInt(f[i], 10, 64)
		if e != nil {
			err = e
		}
		return int(n)
	}
	step := func(i int) int {
		n := num(i)
		if n < 0 || n >= len(a.steps) {
			err = strconv.ErrRange
		}
		return n
	}
	s := apartStep{op: f[0]}
	switch f[0] {
	case "c":
		s.n, s.bits = int64(num(1)), num(2)
	case "p":
		s.n, s.bits = int64(num(1)), num(2)
	case "y":
		s.n, s.bits = int64(num(1)), num(2)
	case "r":
		if len(f) != 2 {
			return strconv.ErrSyntax
		}
		s.name, s.bits = f[1], 32
	case "u":
		s.n, s.x, s.y, s.bits = int64(num(1)), num(2), num(3), num(4)
		if s.x >= len(a.steps) || s.y < 0 || s.bits <= s.y {
			return strconv.ErrRange
		}
	case "zext", "sext", "trunc":
		s.x, s.bits = step(1), num(2)
	case "add", "sub", "mul", "shl", "shru", "shrs", "divu", "divs", "remu", "rems", "and", "or":
		s.x, s.y, s.bits = step(1), step(2), num(3)
		if err == nil && a.steps[s.y].op == "c" {
			if d := divisor(s.op, a.steps[s.y].n); d > 1 {
				a.radix = append(a.radix, d)
			}
		}
	case "phi":
		s.x, s.y, s.loop, s.bits = step(1), step(2), num(3), num(4)
	case "g", "last", "next":
		if len(f) != 5 {
			return strconv.ErrSyntax
		}
		g := apartGuard{f[1], step(2), step(3), num(4), f[0] == "next"}
		if f[0] == "g" {
			a.guards = append(a.guards, g)
		} else {
			a.turns = append(a.turns, g)
		}
		return err
	case "i":
		a.written = true
		if len(f) > 1 {
			a.other = append(a.other, [2]int{num(1), num(2)})
		}
		return err
	case "t", "s":
		if len(f) != map[string]int{"t": 6, "s": 8}[f[0]] || len(f[1]) != 1 {
			return strconv.ErrSyntax
		}
		t := apartTouch{kind: f[1][0] | 0x20, noted: f[1][0]&0x20 == 0, root: num(2), addr: num(3), size: int64(num(4))}
		if t.addr >= len(a.steps) {
			return strconv.ErrRange
		}
		for _, g := range strings.Split(f[5], ",") {
			if g == "" {
				continue
			}
			n, e := strconv.Atoi(g)
			if e != nil || n < 0 || n >= len(a.guards) {
				return strconv.ErrRange
			}
			t.guards = append(t.guards, n)
		}
		if f[0] == "s" {
			t.shared, t.room = true, int64(num(6))
			for _, n := range strings.Split(f[7], ",") {
				i, e := strconv.Atoi(n)
				if e != nil {
					return strconv.ErrSyntax
				}
				t.between = append(t.between, i)
			}
		}
		a.touches = append(a.touches, t)
		return err
	default:
		return strconv.ErrSyntax
	}
	a.steps = append(a.steps, s)
	return err
}

// divisor is by what an operation with a constant divides, 0 if by nothing.
func divisor(op string, n int64) int64 {
	switch {
	case (op == "shru" || op == "shrs") && n > 0 && n < 31:
		return 1 << n
	case (op == "divu" || op == "divs" || op == "remu" || op == "rems") && n > 0 && n < 1<<31:
		return n
	case op == "and" && n > 0 && n < 1<<31 && n&(n+1) == 0:
		return n + 1
	}
	return 0
}
