package frontend

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// immediates checks constants whose legal values are more than a range, which
// the table of instructions has.
func (k *checker) immediates(in *Inst, c *candidate) {
	for i := range c.specs {
		o := &in.Ops[i]
		if o.Kind != OpConst {
			continue
		}
		v, ok := o.Const.Int()
		if !ok {
			continue
		}
		if why := immediateMisfit(c.match, c.specs[i].Name, v); why != "" {
			k.errorf(o.Pos, o.width(), "range", "operand %d (%s) of %s %s", i+1, c.specs[i].Name, c.match.Head, why)
		}
	}
}

func immediateMisfit(m *isa.Match, operand string, v int64) string {
	switch m.Form.Opcode {
	case "bar", "barrier":
		// The number of threads counts whole warps (section 9.7.13.1).
		if operand == "b" && (v < 0 || v%warpSize != 0 || v == 0 && m.Has("arrive")) {
			return fmt.Sprintf("must be a multiple of %d, the threads of a warp", warpSize)
		}
		if operand == "b" && v > maxThreads {
			return fmt.Sprintf("must be at most %d, the threads of a CTA", maxThreads)
		}
	case "pmevent":
		if most := int64(15); !m.Has("mask") && (v < 0 || v > most) {
			return fmt.Sprintf("must be between 0 and %d", most)
		}
		if v < 0 || v > 0xffff {
			return "must be a mask of 16 bits"
		}
	case "setmaxnreg":
		if v%8 != 0 {
			return "must be a multiple of 8"
		}
	}
	return ""
}
