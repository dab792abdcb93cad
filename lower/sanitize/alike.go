package sanitize

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// alike returns the step of a number of which it is not known how it is computed.
func (s *stepper) alike(v *ir.Value) int {
	if _, isConst := v.IsConst(); isConst || !s.between.alike(v) {
		return -1
	}
	most, by := s.most(v, 0)
	n := s.add("u:%d:%d:%d:%d", len(s.common), most, by, v.Type.Bits())
	s.common = append(s.common, v)
	return n
}

// most returns the step of a number that a value does not exceed after it was shifted to the right, -1 where there
// is none.
func (s *stepper) most(v *ir.Value, by int) (step, shift int) {
	if v.Op == ir.OpShrU {
		if k, ok := v.Args[1].IsConst(); ok && k < uint64(v.Type.Bits()) && by+int(k) < v.Type.Bits() {
			return s.most(v.Args[0], by+int(k))
		}
	}
	s.plainly++
	defer func() { s.plainly-- }()
	if n := s.of(v); n >= 0 {
		return n, by
	}
	if v.Op == ir.OpPhi {
		if init, next, ok := s.turn(v); ok && next.Op == ir.OpShrU && next.Args[0] == v { // it only falls
			return s.of(init), by
		}
	}
	return -1, by
}

// alikes are the numbers that are alike for the threads of a CTA, of which a step is made.
func (s *stepper) alikes(n int) (out []*ir.Value) {
	if out, ok := s.parts[n]; ok {
		return out
	}
	defer func() { s.parts[n] = out }()
	w := strings.Split(s.words[n], ":")
	args := map[string]int{"c": 0, "p": 0, "r": 0, "y": 0, "u": 0, "zext": 1, "sext": 1, "trunc": 1}
	num := func(i int) int {
		n, _ := strconv.Atoi(w[i])
		return n
	}
	if w[0] == "u" {
		return []*ir.Value{s.common[num(1)]}
	}
	many, ok := args[w[0]]
	if !ok {
		many = 2
	}
	for i := range many {
		for _, v := range s.alikes(num(1 + i)) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// lasting reports whether the numbers of which a step is made do not change in front of the next barrier where an
// access has used them.
func (s *stepper) lasting(n int, access *ir.Value) bool {
	return !slices.ContainsFunc(s.alikes(n), func(v *ir.Value) bool { return s.between.again(access, v) })
}

// likely reports whether the accesses of a shared variable, where numbers that are alike have a part in their places,
// are apart in some launch that may well be: if not, they had better be noted than those of the whole kernel.
func (s *stepper) likely(list []touch, of []int, held map[*ir.Block][]compared, between *intervals) bool {
	var some []touch
	unknown := false
	for _, i := range of {
		t := list[i]
		unknown = unknown || t.addr >= 0 && len(s.alikes(t.addr)) > 0
		some = append(some, t)
	}
	if !unknown {
		return true
	}
	a, err := sanitize.ParseApart(s.text(some, held, between))
	if err != nil {
		return false
	}
	for _, block := range [][3]uint32{{256, 1, 1}, {64, 1, 1}, {32, 1, 1}, {16, 16, 1}, {8, 8, 8}} {
		if a.Holds(&sanitize.Parameters{Grid: [3]uint32{4, 4, 1}, Block: block,
			Word: func(int, int) (uint64, bool) { return 1 << 10, true },
			End:  func(addr uint64) (uint64, bool) { return addr + 1<<20, true },
		}) {
			return true
		}
	}
	return false
}
