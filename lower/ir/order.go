package ir

import "slices"

// ReversePostorder returns the blocks that the entry reaches, each before its
// successors but for retreating edges. Where the graph leaves a choice, blocks
// keep the order that Func.Blocks has.
func ReversePostorder(f *Func) []*Block {
	if len(f.Blocks) == 0 {
		return nil
	}
	place := places(f)
	seen := make([]int, f.NumBlocks())
	post := make([]*Block, 0, f.NumBlocks())
	return postorder(post, f.Blocks[0], seen, 1, func(b *Block) []*Block { return laterFirst(b.Succs, place) })
}

// places numbers the blocks by their place in Func.Blocks, by ID.
func places(f *Func) []int {
	place := make([]int, f.NumBlocks())
	for i, b := range f.Blocks {
		place[b.ID] = i
	}
	return place
}

// laterFirst returns the blocks in descending order of their places: what a
// depth-first search visits first comes last in reverse postorder.
func laterFirst(list []*Block, place []int) []*Block {
	sorted := func(x, y *Block) int { return place[y.ID] - place[x.ID] }
	if slices.IsSortedFunc(list, sorted) {
		return list
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, sorted)
	return list
}

// postorder returns the reverse postorder of the graph below start, in post,
// which is empty. It marks the blocks in seen, by ID, with the number of this
// search.
func postorder(post []*Block, start *Block, seen []int, search int, next func(*Block) []*Block) []*Block {
	type frame struct {
		b    *Block
		rest []*Block
	}
	var few [16]frame // most searches are not deeper
	stack := append(few[:0], frame{start, next(start)})
	seen[start.ID] = search
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.rest) == 0 {
			post = append(post, top.b)
			stack = stack[:len(stack)-1]
			continue
		}
		s := top.rest[0]
		top.rest = top.rest[1:]
		if seen[s.ID] != search {
			seen[s.ID] = search
			stack = append(stack, frame{s, next(s)})
		}
	}
	slices.Reverse(post)
	return post
}

// ProgramOrder returns the reachable blocks in a reverse postorder in which the
// blocks of every natural loop stand together, what follows a loop after it.
func ProgramOrder(f *Func, loops *LoopNest) []*Block {
	if len(f.Blocks) == 0 {
		return nil
	}
	place := places(f)
	// exits[l] are the targets of edges that leave loop l for what is in the one around it.
	exits := make([][]*Block, len(loops.All))
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			if l := loops.Outermost(b, s); l != nil {
				exits[l.pre] = append(exits[l.pre], s)
			}
		}
	}
	var out []*Block
	seen := make([]int, f.NumBlocks())
	searches := 0
	var level func(start *Block, in *Loop)
	level = func(start *Block, in *Loop) {
		// node is the block that stands for s at this level: the header of
		// the largest loop inside in that holds s; nil where the edge leaves in
		// or goes back to its header.
		node := func(s *Block) *Block {
			if s == start || in != nil && !loops.Contains(in, s) {
				return nil
			}
			if l := loops.Below(in, s); l != nil {
				return l.Header
			}
			return s
		}
		next := func(b *Block) []*Block {
			succs := b.Succs
			if l := loops.Headed(b); l != nil && l != in {
				succs = exits[l.pre]
			}
			var list []*Block
			for _, s := range succs {
				if n := node(s); n != nil {
					list = append(list, n)
				}
			}
			return laterFirst(list, place)
		}
		searches++
		for _, b := range postorder(nil, start, seen, searches, next) {
			if l := loops.Headed(b); l != nil && l != in {
				level(b, l)
				continue
			}
			out = append(out, b)
		}
	}
	entry := f.Blocks[0]
	level(entry, nil)
	return out
}
