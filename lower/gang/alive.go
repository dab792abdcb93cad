package gang

import (
	"math/bits"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// live is how many vector registers hold something at a place: what gangs side by side share,
// and what each has of its own.
type live struct{ shared, own int }

// liveSet is what is needed at a place.
type liveSet struct {
	live
	p      *Plan
	common func(*ir.Value) bool // what gangs side by side share
	bits   []uint64             // by value ID
}

func (s *liveSet) count(v *ir.Value, sign int) {
	if n := sign * s.p.vectors(v); s.common(v) {
		s.shared += n
	} else {
		s.own += n
	}
}

func (s *liveSet) add(v *ir.Value) {
	if w, bit := v.ID/64, uint64(1)<<(v.ID%64); s.bits[w]&bit == 0 {
		s.bits[w] |= bit
		s.count(v, 1)
	}
}

func (s *liveSet) drop(v *ir.Value) {
	if w, bit := v.ID/64, uint64(1)<<(v.ID%64); s.bits[w]&bit != 0 {
		s.bits[w] &^= bit
		s.count(v, -1)
	}
}

// alive lists what is needed at each place of the body, where values are computed from what
// operands returns, and gangs side by side share what common says.
func (p *Plan) alive(operands func(*ir.Value) []*ir.Value, common func(*ir.Value) bool) []live {
	f := p.Body.Func
	order := ir.ReversePostorder(f)
	values := make([]*ir.Value, f.NumValues())
	in := make([][]uint64, f.NumBlocks())
	for _, b := range order {
		in[b.ID] = make([]uint64, (len(values)+63)/64)
		for _, v := range b.Values {
			values[v.ID] = v
		}
	}
	// through goes backwards through a block, and calls do after every value.
	through := func(b *ir.Block, do func(live)) *liveSet {
		s := &liveSet{p: p, common: common, bits: make([]uint64, len(in[b.ID]))}
		for k, to := range b.Succs {
			for w, x := range in[to.ID] {
				for ; x != 0; x &= x - 1 {
					s.add(values[w*64+bits.TrailingZeros64(x)])
				}
			}
			for _, phi := range to.Phis() {
				if p.Body.Uses.Needed[phi.ID] {
					s.add(phi.Args[b.PredIndex(k)])
				}
			}
		}
		for _, c := range b.Ctrl {
			s.add(c)
		}
		for _, v := range slices.Backward(b.Values) {
			if do(s.live); !p.Body.Uses.Needed[v.ID] {
				continue
			}
			s.drop(v)
			if v.Op != ir.OpPhi {
				for _, a := range operands(v) {
					s.add(a)
				}
			}
		}
		return s
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(order) {
			if s := through(b, func(live) {}); !slices.Equal(s.bits, in[b.ID]) {
				in[b.ID], changed = s.bits, true
			}
		}
	}
	var out []live
	for _, b := range order {
		through(b, func(n live) { out = append(out, n) })
	}
	return out
}
