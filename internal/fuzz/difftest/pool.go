package difftest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// moduleHead starts every module. The newest target has the most instructions.
const (
	moduleVersion = "9.4"
	moduleTarget  = "sm_120f"
)

// headLines is how many lines the head of a module has.
const headLines = 3

// pureGroups are the groups of the ISA table whose instructions compute
// registers from registers.
var pureGroups = []string{
	"integer arithmetic", "floating point", "half precision", "mixed precision", "alternate fp",
	"comparison", "half comparison", "logic/shift", "conversion", "data movement",
}

// impure are the opcodes in these groups that do more than that, or whose
// result depends on addresses.
var impure = map[string]bool{
	"ld": true, "st": true, "ldu": true, "prefetch": true, "prefetchu": true, "applypriority": true, "discard": true,
	"createpolicy": true, "isspacep": true, "cvta": true, "mapa": true, "getctarank": true, "alloca": true,
	"shfl": true, "stacksave": true, "stackrestore": true,
}

// family is the supported heads of one opcode.
type family struct {
	opcode string
	weight int
	forms  [][]*isa.Match // by form
}

// weights favour what real programs consist of; every other opcode counts 1.
var weights = map[string]int{
	"add": 8, "sub": 6, "mul": 5, "mad": 4, "fma": 4, "and": 5, "or": 4, "xor": 4, "not": 2, "shl": 6, "shr": 6,
	"setp": 8, "selp": 6, "cvt": 10, "mov": 6, "min": 3, "max": 3, "div": 2, "rem": 2, "neg": 3, "abs": 2, "slct": 2, "set": 3,
}

// families returns every instruction that computes registers from registers and
// is supported, in the order of the table.
var families = sync.OnceValue(func() []*family {
	version, _ := isa.ParseVersion(moduleVersion)
	target, _ := isa.ParseTarget(moduleTarget)
	var heads []*isa.Match
	for _, f := range isa.Forms() {
		if f.Placeholder || f.Gone || impure[f.Opcode] || !slices.Contains(pureGroups, f.Group) {
			continue
		}
		f.Expand(func(mods []string) bool {
			ms, _ := isa.Resolve(f.Opcode, mods)
			if i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f }); i >= 0 && ms[i].Gate(version, target) == nil && printable(ms[i]) {
				heads = append(heads, ms[i])
			}
			return true
		})
	}
	heads = supported(heads)
	var out []*family
	byOpcode := map[string]*family{}
	for _, m := range heads {
		f := byOpcode[m.Form.Opcode]
		if f == nil {
			f = &family{opcode: m.Form.Opcode, weight: max(weights[m.Form.Opcode], 1)}
			byOpcode[m.Form.Opcode] = f
			out = append(out, f)
		}
		if n := len(f.forms); n == 0 || f.forms[n-1][0].Form != m.Form {
			f.forms = append(f.forms, nil)
		}
		n := len(f.forms) - 1
		f.forms[n] = append(f.forms[n], m)
	}
	return out
})

// warpForms are the forms of the instructions that wait for lanes of a warp and compute
// something of their values, each with its heads. Shuffles, whose operands are not any, are
// not among them.
var warpForms = sync.OnceValue(func() [][]*isa.Match {
	return together(func(m *isa.Match) bool {
		return len(m.Form.Operands) > 1 && m.Form.Opcode != "shfl" && named(m.Form, "m") && m.Has("sync") && printable(m)
	})
})

// fragmentForms are those of the instructions that wait for all lanes of a warp and compute registers of
// fragments of matrices.
var fragmentForms = sync.OnceValue(func() [][]*isa.Match {
	return together(func(m *isa.Match) bool {
		return !named(m.Form, "m") && len(m.VecLens(0)) == 1 && m.Form.Operands[0].Dest && !hasAddress(m.Form)
	})
})

// together are the wanted heads of forms that are lowered to an operation of a warp, by form.
func together(wanted func(m *isa.Match) bool) [][]*isa.Match {
	version, _ := isa.ParseVersion(moduleVersion)
	target, _ := isa.ParseTarget(moduleTarget)
	var out [][]*isa.Match
	for _, f := range isa.Forms() {
		var heads []*isa.Match
		f.Expand(func(mods []string) bool {
			if m := f.Match(slices.Clone(mods)); m != nil && m.Lowering().Verb == isa.LowerWarp && wanted(m) && m.Gate(version, target) == nil {
				heads = append(heads, m)
			}
			return true
		})
		if len(heads) > 0 {
			out = append(out, heads)
		}
	}
	return out
}

func hasAddress(f *isa.Form) bool {
	return slices.ContainsFunc(f.Operands, func(o isa.Operand) bool { return o.Is(isa.KAddr) })
}

// named reports whether a form has an operand of that name.
func named(f *isa.Form, operand string) bool {
	return slices.ContainsFunc(f.Operands, func(o isa.Operand) bool { return o.Name == operand })
}

// printable reports whether gen.instruction can write operands for the match:
// registers, constants and predicates of known types.
func printable(m *isa.Match) bool {
	for i := range m.Form.Operands {
		o := &m.Form.Operands[i]
		if o.Is(isa.KAddr|isa.KVar|isa.KFunc|isa.KLabel|isa.KList) || !o.Is(isa.KReg|isa.KPred|isa.KImm) {
			return false
		}
		if t := m.OperandType(i); t == isa.TypeNone || !hasRegister(t, o.Wider, o.Dest) {
			return false
		}
	}
	return true
}

// supported drops the matches that the compiler refuses, by compiling all of
// them once.
func supported(heads []*isa.Match) []*isa.Match {
	g := newGen(1, Rows)
	var b strings.Builder
	b.WriteString(eras[0].head() + ".visible .entry k()\n{\n" + g.fn.registers())
	first := strings.Count(b.String(), "\n") + 1
	for _, m := range heads {
		b.WriteString(g.operands(m, nil) + "\n")
	}
	b.WriteString("}\n")
	file := diag.NewFile("pool.ptx", b.String())
	bad := map[int]bool{}
	for _, d := range complaints(file) {
		if d.Severity != diag.Error {
			continue
		}
		if d.Code != "unsupported" {
			panic(fmt.Sprintf("difftest: %s: %s\n%s", file.Position(d.Pos), d.Msg, file.LineText(file.Position(d.Pos).Line)))
		}
		bad[file.Position(d.Pos).Line-first] = true
	}
	var out []*isa.Match
	for i, m := range heads {
		if !bad[i] {
			out = append(out, m)
		}
	}
	return out
}
