package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The lanes of a warp run in ascending order only as long as all of them passed
// the same sync point last. Where some lanes passed one that others did not, as
// after a branch or a loop that the lanes leave one by one, they are skewed:
// the others ran ahead while those waited. On a GPU the lanes come together
// there; a Lockstep has to do it.
//
// After a loop that waits for another thread lanes do not come together: one
// that has got a lock must not wait for those that want it. Until the next sync
// point the order is up to the program.

// Epochs tells which sync point the lanes passed last, for the entry of each
// block.
type Epochs struct {
	l    *Lanes
	spin map[*ir.Loop]bool
	in   []epoch // by block ID
	out  []epoch
	skew []bool // by block ID: the lanes come to the block skewed
	free []bool // by block ID: they come from a loop that waits
}

// epoch names a sync point, or a block where several meet: by value ID plus one,
// or by block ID as a negative number less one. Zero is unknown.
type epoch struct {
	id int
	b  *ir.Block // where it began, nil for the start of the kernel
}

// Skewed reports whether the lanes come to a block skewed.
func (e *Epochs) Skewed(b *ir.Block) bool { return e.skew[b.ID] }

// Free reports whether the lanes come from a loop that waits for another thread.
func (e *Epochs) Free(b *ir.Block) bool { return e.free[b.ID] }

// Epochs computes the epochs of the function as it is now; spin are the loops that wait for
// another thread.
func (l *Lanes) Epochs(spin map[*ir.Loop]bool) *Epochs {
	n := l.f.NumBlocks()
	e := &Epochs{l: l, spin: spin, in: make([]epoch, n), out: make([]epoch, n), skew: make([]bool, n), free: make([]bool, n)}
	order := ir.ReversePostorder(l.f)
	e.in[order[0].ID] = epoch{id: -n - 2}
	for changed := true; changed; {
		changed = false
		for i, b := range order {
			if i > 0 {
				changed = e.merge(b) || changed
			}
			out := e.in[b.ID]
			for _, v := range b.Values {
				if Aligns(v) {
					out = epoch{int(v.ID) + 1, b}
				}
			}
			if out != e.out[b.ID] {
				e.out[b.ID] = out
				changed = true
			}
		}
	}
	return e
}

// merge computes the epoch at the entry of a block.
func (e *Epochs) merge(b *ir.Block) bool {
	here := epoch{-int(b.ID) - 1, b}
	now, skew, free := epoch{}, e.skew[b.ID], e.free[b.ID]
	for _, p := range b.Preds {
		x := e.out[p.ID]
		if x.id == 0 {
			continue
		}
		if x.id < 0 && x.b != nil && e.free[x.b.ID] {
			free = true
		}
		switch left, spins := e.left(x, b); {
		case spins:
			free = true
		case left:
			skew = true
		}
		switch {
		case now.id == 0:
			now = x
		case now != x:
			now = here
		}
	}
	if now.id == 0 {
		return false
	}
	if now == here && e.l.meets(b) {
		skew = true
	}
	if skew || free || e.in[b.ID] == here {
		now = here
	}
	if now == e.in[b.ID] && skew == e.skew[b.ID] && free == e.free[b.ID] {
		return false
	}
	e.in[b.ID], e.skew[b.ID], e.free[b.ID] = now, skew, free
	return true
}

// left reports whether the lanes came to b one by one out of a loop in which the
// epoch began, and whether that loop waits for another thread.
func (e *Epochs) left(x epoch, b *ir.Block) (left, spins bool) {
	if x.b == nil {
		return false, false
	}
	for lp := e.l.loops.Of(x.b); lp != nil && !e.l.loops.Contains(lp, b); lp = lp.Parent {
		left = left || e.l.oneByOne(lp, b)
		spins = spins || e.spin[lp]
	}
	return left, spins
}
