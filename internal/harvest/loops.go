package harvest

import (
	"cmp"
	"slices"
)

// loops returns the loops that are in no other one, in the order of the code, each with its blocks in
// that order: the strongly connected components that have a way round. Blocks that without names
// count as left out.
func (b *body) loops(without func(*block) bool) (list [][]*block) {
	at := map[*block]int{}
	for n, k := range b.blocks {
		at[k] = n
	}
	index, low := map[*block]int{}, map[*block]int{} // Tarjan's
	var stack []*block
	on := map[*block]bool{}
	var visit func(k *block)
	visit = func(k *block) {
		index[k] = len(index) + 1
		low[k] = index[k]
		stack = append(stack, k)
		on[k] = true
		around := false
		for _, to := range []*block{k.jump, k.next} {
			switch {
			case to == nil || to.doomed != nil || without(to):
			case index[to] == 0:
				visit(to)
				low[k] = min(low[k], low[to])
			case on[to]:
				around = around || to == k
				low[k] = min(low[k], index[to])
			}
		}
		if low[k] != index[k] {
			return
		}
		from := slices.Index(stack, k)
		loop := slices.Clone(stack[from:])
		stack = stack[:from]
		for _, x := range loop {
			on[x] = false
		}
		if len(loop) > 1 || around {
			slices.SortFunc(loop, func(x, y *block) int { return cmp.Compare(at[x], at[y]) })
			list = append(list, loop)
		}
	}
	for _, k := range b.blocks {
		if k.doomed == nil && !without(k) && index[k] == 0 {
			visit(k)
		}
	}
	slices.SortFunc(list, func(x, y []*block) int { return cmp.Compare(at[x[0]], at[y[0]]) })
	return list
}

// heads returns the blocks at which the loops that are in no other one are entered.
func (b *body) heads() map[*block]bool {
	in := map[*block]int{}
	for n, loop := range b.loops(func(*block) bool { return false }) {
		for _, k := range loop {
			in[k] = n + 1
		}
	}
	heads := map[*block]bool{}
	if in[b.blocks[0]] != 0 {
		heads[b.blocks[0]] = true
	}
	for _, k := range b.blocks {
		for _, to := range []*block{k.jump, k.next} {
			if to != nil && in[to] != 0 && in[to] != in[k] {
				heads[to] = true
			}
		}
	}
	return heads
}
