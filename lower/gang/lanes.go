package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A gang of a warp knows which lanes of the warp it has: what is computed from their numbers
// alone is known, such as lane < 4, and so is which way all of them go where a step of a scan
// asks for that.

// knownLanes computes what is known of the lanes of the gang of a warp that begins with a lane,
// by value ID, nil for what is not. first says that the threads of a row are one warp, where
// %tid.x is the lane.
func (m multiples) knownLanes(f *ir.Func, lane int, first bool) []*numbers {
	known := make([]*numbers, f.NumValues())
	for _, b := range ir.ReversePostorder(f) {
		for _, v := range b.Values {
			known[v.ID] = m.knownOf(v, known, lane, first)
		}
	}
	return known
}

func (m multiples) knownOf(v *ir.Value, known []*numbers, lane int, first bool) *numbers {
	if first && analysis.IsSReg(v, "tid.x") {
		return counting(lane, WarpSize-1)
	}
	if v.Op == ir.OpAnd && m.numbersThreads(v.Args[0]) {
		if k, ok := v.Args[1].IsConst(); ok && k < WarpSize {
			return counting(lane, k)
		}
	}
	if v.Op == ir.OpPhi || !v.Pure() || v.Type == ir.Tuple {
		return nil
	}
	args := make([]numbers, len(v.Args))
	for i, a := range v.Args {
		if known[a.ID] == nil {
			return nil
		}
		args[i] = *known[a.ID]
	}
	if x, ok := compute(v, args); ok {
		return &x
	}
	return nil
}

// numbersThreads reports whether a value numbers the threads of every warp of a chain from a multiple of 32 on.
func (m multiples) numbersThreads(v *ir.Value) bool {
	if v.Op == ir.OpAdd {
		for i := range 2 {
			x := v.Args[1-i]
			if analysis.IsSReg(v.Args[i], "tid.x") && (analysis.IsSReg(x, ir.RowStart) || analysis.SharedByRow(x) && m.first(x, WarpSize, WarpSize, mostFactors)) {
				return true
			}
		}
	}
	return analysis.IsSReg(v, "tid.x")
}

// counting returns the numbers of lanes from one on, with some of their bits.
func counting(lane int, bits uint64) *numbers {
	var x numbers
	for i := range x {
		x[i] = uint64(lane+i) & bits
	}
	return &x
}

// laneFacts returns the conditions that are the same for all lanes of such a gang, and of those
// that are not, a bit for each lane in which one holds.
func (m multiples) laneFacts(f *ir.Func, lane int, first bool) (same []schedule.Guard, lanes map[*ir.Value]uint8) {
	lanes = map[*ir.Value]uint8{}
	known := m.knownLanes(f, lane, first)
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			x := known[v.ID]
			if v.Type != ir.I1 || v.Op == ir.OpConst || x == nil {
				continue
			}
			var in uint8
			for l, y := range x[:Width] {
				in |= uint8(y&1) << l
			}
			if in == 0 || in == 1<<Width-1 {
				same = append(same, schedule.Guard{Cond: v, Holds: in != 0, Block: b})
			} else {
				lanes[v] = in
			}
		}
	}
	return same, lanes
}
