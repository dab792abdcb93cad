package memcase

import (
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// specials are the values of a type at which operations on memory go wrong: bounds
// of both signs for integers, wrapping for inc and dec; for floats zeros, the ends
// of the subnormals, ties, overflow, infinities and a NaN.
func specials(t isa.Type, op string) []uint64 {
	f, lanes := float(t)
	if lanes == 0 || op == "exch" || op == "cas" || op == "" {
		n := min(t.Bits(), 64)
		top := uint64(1) << (n - 1)
		return []uint64{0, 1, 5, top - 1, top, top + 1, top<<1 - 2, top<<1 - 1}
	}
	one, inf := f.One(), f.Inf()
	least, normal := uint64(1), uint64(1)<<f.Man
	out := []uint64{
		0, f.SignBit(), least, f.SignBit() | (normal - 1), normal - 1, normal, f.SignBit() | normal,
		one, one + 1, f.SignBit() | one, one - uint64(f.Man+1)<<f.Man, inf - 1, f.SignBit() | (inf - 1), inf,
	}
	if op == "add" && f != ieee.F64 {
		// Which NaN an addition of f64 gives is not decided by the manual, and which of
		// two min and max return.
		out = append(out, f.SignBit()|inf, inf+5)
	}
	return out
}

// special returns one of the specials or, one time in three, any value that is no
// NaN. Lanes of a pair are chosen on their own.
func special(r *seeded.Numbers, t isa.Type, op string) uint64 {
	list := specials(t, op)
	f, lanes := float(t)
	if lanes == 0 || op == "" || op == "exch" || op == "cas" {
		if r.Below(3) == 0 {
			return r.Next()
		}
		return list[r.Below(len(list))]
	}
	var d uint64
	for i := range lanes {
		u := list[r.Below(len(list))]
		if r.Below(3) == 0 {
			// Within a few powers of two of one, where additions round.
			u = r.Next()&(1<<f.Man-1) | (f.One()>>f.Man+uint64(r.Below(8))-4)<<f.Man | r.Next()&f.SignBit()
		}
		d |= u << (uint(i) * f.Width())
	}
	return d
}

// wideSpecial is special for up to 128 bits.
func wideSpecial(r *seeded.Numbers, t isa.Type, op string) word {
	w := word{lo: special(r, t, op)}
	if t.Bits() == 128 {
		w.hi = special(r, isa.B64, op)
	}
	return w
}
