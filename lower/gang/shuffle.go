package gang

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// A shuffle of a whole warp with the same distance and the same segments for all lanes moves
// lanes of four vectors in a way that is known: which lane each reads from is computed here,
// and put together from vectors, parts of two that follow each other, and permutations of one.

// WarpSize is how many threads a warp has, Gangs how many gangs that is.
const (
	WarpSize = 32
	Gangs    = WarpSize / Width
)

// Move is how lanes of a gang get what lanes of the warp have.
type Move struct {
	Lanes uint8      // which lanes of the gang they are, a bit each
	Gang  int        // they read from this one
	By    int        // if not 0, lane l from lane l+By of this gang and the next together
	Index [Width]int // else lane l from lane Index[l]
}

// Same reports whether all lanes of a move keep their places in their gangs.
func (m *Move) Same() bool {
	for l, i := range m.Index {
		if i != l {
			return false
		}
	}
	return m.By == 0
}

// from returns which lane of the warp a lane reads from.
func (m *Move) from(lane int) int {
	if m.By != 0 {
		return m.Gang*Width + m.By + lane
	}
	return m.Gang*Width + m.Index[lane]
}

// Source is what the lanes of a gang get from a shuffle: the first move is of all lanes, each
// other one takes the place of what is there; and in which lanes the predicate is true.
type Source struct {
	Moves  []Move
	Inside uint8
}

// shuffles are the shuffles: which lane of its segment one reads from, and whether that is
// inside. See section 9.7.9.6 of the PTX manual, where these are called so.
var shuffles = map[string]func(lane, b, mask, limit int) (from int, inside bool){
	"ShflUpB32":   func(lane, b, _, limit int) (int, bool) { return lane - b, lane-b >= limit },
	"ShflDownB32": func(lane, b, _, limit int) (int, bool) { return lane + b, lane+b <= limit },
	"ShflBflyB32": func(lane, b, _, limit int) (int, bool) { return lane ^ b, lane^b <= limit },
	"ShflIdxB32": func(lane, b, mask, limit int) (int, bool) {
		from := lane&mask | b&^mask
		return from, from <= limit
	},
}

// Shuffle returns what each gang of a whole warp gets from a shuffle whose second and third
// operand are b and c in all lanes.
func Shuffle(name string, b, c uint32) (out [Gangs]Source) {
	mask := int(c >> 8 & 31)
	for g := range out {
		var from [Width]int
		for l := range from {
			lane := g*Width + l
			limit := lane&mask | int(c&31)&^mask
			i, inside := shuffles[name](lane, int(b&31), mask, limit)
			if inside {
				out[g].Inside |= 1 << l
			} else {
				i = lane
			}
			from[l] = i
		}
		out[g].Moves = moves(from)
	}
	return out
}

// moves puts lanes together from as few moves as it finds: each time the one that is right for
// most of the lanes that are left, the cheapest of these.
func moves(from [Width]int) (out []Move) {
	for left := uint8(1<<Width - 1); left != 0; {
		best, most := Move{}, 0
		try := func(m Move) {
			m.Lanes = 0
			for l, i := range from {
				if left>>l&1 != 0 && m.from(l) == i {
					m.Lanes |= 1 << l
				}
			}
			if n := bits.OnesCount8(m.Lanes); n > most {
				best, most = m, n
			}
		}
		for g := range Gangs {
			try(Move{Gang: g, Index: [Width]int{0, 1, 2, 3, 4, 5, 6, 7}})
		}
		for g := range Gangs - 1 {
			for by := 1; by < Width; by++ {
				try(Move{Gang: g, By: by})
			}
		}
		for g := range Gangs {
			m := Move{Gang: g}
			for l, i := range from {
				if m.Index[l] = l; i/Width == g {
					m.Index[l] = i % Width
				}
			}
			try(m)
		}
		if len(out) == 0 {
			best.Lanes = 1<<Width - 1
		}
		left &^= best.Lanes
		for l, i := range from {
			if len(out) == 0 && best.from(l) != i {
				left |= 1 << l
			}
		}
		out = append(out, best)
	}
	return out
}

// isShuffle reports whether an operation of a warp is a shuffle.
func isShuffle(v *ir.Value) bool { return v.Op == ir.OpWarp && shuffles[v.Attr.Name] != nil }
