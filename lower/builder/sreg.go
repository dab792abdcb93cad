package builder

import (
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// sreg returns the value of a special register in its own type, which the caller
// converts: 16-bit reads of the 32-bit registers are usual before PTX 2.0.
func (b *fn) sreg(r *isa.SReg, comp string, want ir.Type) *ir.Value {
	name := strings.TrimPrefix(r.Name, "%")
	t := irType(r.Type)
	if r.Vector {
		switch c := component(comp); {
		case comp == "":
			b.giveUpf(r.Name + " without a component")
			return b.konst(t, 0)
		case c == 3:
			return b.konst(t, 0)
		default:
			comp = "." + "xyzw"[c:c+1]
		}
	}
	if n, err := strconv.ParseUint(r.As, 10, 64); err == nil {
		return b.konst(t, n)
	}
	switch r.As {
	case "":
	case "-":
		b.giveUpf(r.Name)
		return b.konst(want, 0)
	default:
		name = r.As
	}
	v := b.add(ir.OpSReg, t)
	v.Attr.SReg = name + comp
	if v.ReadsWorkspace() && b.narrow() {
		b.giveUpf(r.Name + " in a module whose addresses have 32 bits: it is half of an address of 64")
	}
	return v
}
