package ir

// Joins returns the blocks at which the ways of some branches meet.
func Joins(f *Func, post *DomTree, some func(*Block) bool) map[*Block]bool {
	set := map[*Block]bool{}
	for _, b := range f.Blocks {
		if some(b) {
			if j := post.Idom(b); j != nil {
				set[j] = true
			}
		}
	}
	return set
}

// Forks reports whether threads may take different ways from a block.
func (b *Block) Forks() bool {
	for _, s := range b.Succs {
		if s != b.Succs[0] {
			return true
		}
	}
	return false
}
