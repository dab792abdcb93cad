package difftest

import (
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// escapes are the f64 instructions that would show the bits of an f64 NaN.
func escapes(m *isa.Match) bool {
	ts := m.Types()
	switch m.Form.Opcode {
	case "cvt":
		return len(ts) == 2 && ts[1] == isa.F64 && ts[0].IsFloat() && ts[0] != isa.F64
	case "copysign":
		return m.Type() == isa.F64
	}
	return false
}

// match picks an instruction.
func (g *gen) match() *isa.Match {
	for {
		total := 0
		for _, f := range families() {
			total += f.weight
		}
		k := g.n(total)
		for _, f := range families() {
			if k < f.weight {
				form := f.forms[g.n(len(f.forms))]
				m := form[g.n(len(form))]
				if escapes(m) || !g.wants(m) {
					break
				}
				return m
			}
			k -= f.weight
		}
	}
}

// wants thins out what the table has very many spellings of and programs few.
func (g *gen) wants(m *isa.Match) bool {
	switch m.Form.Group {
	case "half precision", "half comparison", "alternate fp", "mixed precision":
		return g.chance(4)
	}
	return m.Form.Tier <= 1 || g.chance(4)
}

// instruction returns one random instruction that computes registers from
// registers, perhaps guarded.
func (g *gen) instruction() string {
	s := g.operands(g.match(), nil)
	if g.chance(8) {
		return "@" + g.pred() + " " + s
	}
	return s
}

// operands writes an instruction with random operands, but for those that are given by
// their names in the table.
func (g *gen) operands(m *isa.Match, given map[string]string) string {
	ops := m.Form.Operands
	var counts []int
	for n := range len(ops) + 1 {
		if m.Bind(n) != nil {
			counts = append(counts, n)
		}
	}
	var list []string
	constants := 0
	for _, i := range m.Bind(counts[g.n(len(counts))]) {
		o := &ops[i]
		t := m.OperandType(i)
		s := given[o.Name]
		switch {
		case s != "":
		case o.Dest:
			s = g.dest(o, t)
			if o.Pair != nil && (!o.PairOptional || g.chance(2)) {
				q := g.dst(m.PairType(i))
				for q == s {
					q = g.dst(m.PairType(i))
				}
				s += "|" + q
			}
		case t == isa.Pred:
			switch {
			case o.Is(isa.KNeg):
				s = g.pred()
			default:
				s = g.src(isa.Pred)
			}
		default:
			if !o.Is(isa.KReg) || o.Is(isa.KImm) && constants < 2 && g.chance(4) {
				if lit, ok := g.immediate(o, t); ok {
					s = lit
					constants++
				}
			}
			if s == "" {
				s = g.reg(t, o.Wider, false)
			}
		}
		list = append(list, s)
	}
	return m.Head + " " + strings.Join(list, ", ") + ";"
}

func (g *gen) dest(o *isa.Operand, t isa.Type) string {
	if o.Is(isa.KSink) && !o.Is(isa.KPred) && g.chance(20) {
		return "_"
	}
	return g.reg(t, o.Wider, true)
}

// immediate spells a constant that the operand may be.
func (g *gen) immediate(o *isa.Operand, t isa.Type) (string, bool) {
	switch {
	case o.Range != nil:
		return strconv.FormatInt(o.Range[0]+int64(g.n(int(o.Range[1]-o.Range[0]+1))), 10), true
	case o.Values != nil:
		return strconv.FormatInt(o.Values[g.n(len(o.Values))], 10), true
	}
	return g.literal(t)
}
