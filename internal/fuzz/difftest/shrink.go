package difftest

import (
	"context"
	"slices"
	"strings"
)

// shrinker makes a failing kernel small: it removes nodes, and replaces
// constructs by what is in them, as long as the kernel fails in the same way.
// Many candidates are tried in one built program.
type shrinker struct {
	c    *checker
	base *Kernel
	want string // how the kernel fails, see symptom
	now  edits
}

// edits say how a kernel differs from the one to shrink. Nodes are named by
// their place in the text of that kernel.
type edits struct {
	gone        map[int]bool
	unwrapped   map[int]int     // node: 1 for its body, 2 for its other branch, 3 + i for block i
	cut         map[[2]int]bool // lines before and after bodies, by function
	grid, block [3]uint32
}

func (e edits) clone() edits {
	f := edits{map[int]bool{}, map[int]int{}, map[[2]int]bool{}, e.grid, e.block}
	for k := range e.cut {
		f.cut[k] = true
	}
	for k := range e.gone {
		f.gone[k] = true
	}
	for k, v := range e.unwrapped {
		f.unwrapped[k] = v
	}
	return f
}

// symptom is how a kernel fails, as far as it does not depend on details that
// shrinking changes.
func symptom(r *Result) string {
	if r.Stage == OK {
		return ""
	}
	msg, _, _ := strings.Cut(r.Err.Error(), "\n")
	if _, list, ok := strings.Cut(r.Err.Error(), "does not compile:\n"); ok {
		first, _, _ := strings.Cut(list, "\n")
		_, first, _ = strings.Cut(first, ": ")
		msg, _, _ = strings.Cut(first, ":")
	}
	// A difference is a difference, wherever it is.
	for _, known := range []string{"want", "differ"} {
		if strings.Contains(msg, known) {
			msg = "difference"
		}
	}
	msg = strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' {
			return -1
		}
		return c
	}, msg)
	return string(r.Stage) + " " + msg[:min(len(msg), 60)]
}

// shrink returns a small kernel that fails as r does.
func (c *checker) shrink(ctx context.Context, r *Result) (*Result, error) {
	s := &shrinker{c: c, base: r.Kernel, want: symptom(r), now: edits{map[int]bool{}, map[int]int{}, map[[2]int]bool{}, r.Kernel.Grid, r.Kernel.Block}}
	best := r
	for range 8 {
		before := s.size()
		for n := s.size() / 2; ; n /= 2 {
			n = max(n, 1)
			if err := s.improve(ctx, s.deletions(n)); err != nil {
				return best, err
			}
			if n == 1 {
				break
			}
		}
		if err := s.improve(ctx, s.unwrappings()); err != nil {
			return best, err
		}
		if err := s.improve(ctx, s.launches()); err != nil {
			return best, err
		}
		if r.Stage == Passes || r.Stage == Generated {
			for n := 16; n > 0; n /= 4 {
				if err := s.improve(ctx, s.cuts(n)); err != nil {
					return best, err
				}
			}
		}
		if s.size() >= before {
			break
		}
	}
	list, err := c.check(ctx, []*Kernel{s.apply(s.now)})
	if err != nil {
		return best, err
	}
	return list[0], nil
}

// edit is one change.
type edit func(*edits)

// improve applies as many of the edits as it can.
func (s *shrinker) improve(ctx context.Context, list []edit) error {
	const batch = 24
	for len(list) > 0 {
		part := list[:min(batch, len(list))]
		list = list[len(part):]
		var tries []edits
		for _, e := range part {
			t := s.now.clone()
			e(&t)
			tries = append(tries, t)
		}
		good, err := s.fails(ctx, tries)
		if err != nil {
			return err
		}
		var ok []edit
		for i, e := range part {
			if good[i] {
				ok = append(ok, e)
			}
		}
		// All that worked alone, or half of them, or a quarter.
		tries = tries[:0]
		for n := len(ok); n > 1; n /= 2 {
			t := s.now.clone()
			for _, e := range ok[:n] {
				e(&t)
			}
			tries = append(tries, t)
		}
		good, err = s.fails(ctx, tries)
		if err != nil {
			return err
		}
		if i := slices.Index(good, true); i >= 0 {
			s.now = tries[i]
		} else if len(ok) > 0 {
			ok[0](&s.now)
		}
	}
	return nil
}

// fails reports which of the changed kernels still fail in the same way.
func (s *shrinker) fails(ctx context.Context, list []edits) ([]bool, error) {
	if len(list) == 0 {
		return nil, nil
	}
	var ks []*Kernel
	for _, e := range list {
		ks = append(ks, s.apply(e))
	}
	results, err := s.c.check(ctx, ks)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(list))
	for i, r := range results {
		out[i] = symptom(r) == s.want
	}
	return out, nil
}

// apply returns the changed kernel.
func (s *shrinker) apply(e edits) *Kernel {
	id := 0
	k := *s.base
	k.Grid, k.Block = e.grid, e.block
	k.funcs = nil
	for i, f := range append(slices.Clone(s.base.funcs), s.base.entry) {
		h := *f
		h.body = e.list(f.body, &id, true)
		h.head, h.tail = nil, nil
		for j, l := range append(slices.Clone(f.head), f.tail...) {
			switch {
			case e.cut[[2]int{i, j}]:
			case j < len(f.head):
				h.head = append(h.head, l)
			default:
				h.tail = append(h.tail, l)
			}
		}
		if f == s.base.entry {
			k.entry = &h
		} else {
			k.funcs = append(k.funcs, &h)
		}
	}
	return &k
}

// list returns the nodes that are left of a list. IDs count all nodes, whether
// they are there or not.
func (e edits) list(in []*node, id *int, live bool) []*node {
	var out []*node
	for _, n := range in {
		me := *id
		*id++
		here := live && !e.gone[me]
		m := *n
		m.body = e.list(n.body, id, here)
		m.other = e.list(n.other, id, here)
		m.blocks = slices.Clone(n.blocks)
		for i := range m.blocks {
			m.blocks[i].body = e.list(n.blocks[i].body, id, here)
		}
		if !here {
			continue
		}
		switch u := e.unwrapped[me]; {
		case u == 0:
			out = append(out, &m)
		case u == 1:
			out = append(out, m.body...)
		case u == 2:
			out = append(out, m.other...)
		default:
			out = append(out, m.blocks[u-3].body...)
		}
	}
	return out
}

// visit calls fn for every node that is left.
func (s *shrinker) visit(fn func(id int, n *node)) {
	id := 0
	var walk func(list []*node, live bool)
	walk = func(list []*node, live bool) {
		for _, n := range list {
			me := id
			id++
			here := live && !s.now.gone[me]
			u := s.now.unwrapped[me]
			if here && u == 0 {
				fn(me, n)
			}
			walk(n.body, here && (u == 0 || u == 1))
			walk(n.other, here && (u == 0 || u == 2))
			for i, b := range n.blocks {
				walk(b.body, here && (u == 0 || u == 3+i))
			}
		}
	}
	for _, f := range s.base.funcs {
		walk(f.body, true)
	}
	walk(s.base.entry.body, true)
}

func (s *shrinker) size() int {
	n := 0
	s.visit(func(int, *node) { n++ })
	return n
}

// deletions remove n nodes each.
func (s *shrinker) deletions(n int) []edit {
	var ids []int
	s.visit(func(id int, n *node) {
		if !n.fixed {
			ids = append(ids, id)
		}
	})
	slices.Reverse(ids) // what comes late depends on what comes early
	var out []edit
	for part := range slices.Chunk(ids, n) {
		out = append(out, func(e *edits) {
			for _, id := range part {
				e.gone[id] = true
			}
		})
	}
	return out
}

// cuts remove n lines each of the fixed parts of functions. That is for kernels
// that are not run: where threads would share memory without these lines, the
// engines may differ.
func (s *shrinker) cuts(n int) []edit {
	var ids [][2]int
	for i, f := range append(slices.Clone(s.base.funcs), s.base.entry) {
		for j, l := range append(slices.Clone(f.head), f.tail...) {
			if !strings.HasSuffix(l, ":") && !s.now.cut[[2]int{i, j}] {
				ids = append(ids, [2]int{i, j})
			}
		}
	}
	slices.Reverse(ids)
	var out []edit
	for part := range slices.Chunk(ids, n) {
		out = append(out, func(e *edits) {
			for _, id := range part {
				e.cut[id] = true
			}
		})
	}
	return out
}

// unwrappings replace a construct by a part of it.
func (s *shrinker) unwrappings() []edit {
	var out []edit
	add := func(id, how int) {
		out = append(out, func(e *edits) {
			if e.unwrapped[id] == 0 {
				e.unwrapped[id] = how
			}
		})
	}
	s.visit(func(id int, n *node) {
		if n.whole || n.fixed {
			return
		}
		if len(n.body) > 0 && n.kind != kLines {
			add(id, 1)
		}
		if len(n.other) > 0 {
			add(id, 2)
		}
		for i, b := range n.blocks {
			if len(b.body) > 0 {
				add(id, 3+i)
			}
		}
	})
	return out
}

// launches make grid and block smaller.
func (s *shrinker) launches() []edit {
	var out []edit
	one := [3]uint32{1, 1, 1}
	for _, b := range [][3]uint32{one, {2, 1, 1}, {8, 1, 1}, {32, 1, 1}, {40, 1, 1}, {64, 1, 1}} {
		if volume(b) < volume(s.now.block) {
			out = append(out, func(e *edits) {
				if volume(e.block) > volume(b) {
					e.block = b
				}
			})
		}
	}
	if volume(s.now.grid) > 1 {
		out = append(out, func(e *edits) { e.grid = one })
	}
	slices.Reverse(out)
	return out
}
