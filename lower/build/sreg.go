package build

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// sregValues are the special registers that stand for one number on a CPU: there
// are no clusters, no performance counters and no reserved shared memory.
var sregValues = map[string]uint64{
	"is_explicit_cluster":        0,
	"cluster_ctaid":              0,
	"cluster_nctaid":             1,
	"cluster_ctarank":            0,
	"cluster_nctarank":           1,
	"current_graph_exec":         0,
	"reserved_smem_offset_begin": 0,
	"reserved_smem_offset_end":   0,
	"reserved_smem_offset_cap":   0,
	"reserved_smem_offset_0":     0,
	"reserved_smem_offset_1":     0,
}

// sregNames are the special registers that the runtime provides, with the name
// that they have there.
var sregNames = map[string]string{
	"tid": "tid", "ntid": "ntid", "ctaid": "ctaid", "nctaid": "nctaid",
	"clusterid": "ctaid", "nclusterid": "nctaid",
	"laneid": "laneid", "warpid": "warpid", "nwarpid": "nwarpid",
	"smid": "smid", "nsmid": "nsmid", "gridid": "gridid",
	"lanemask_eq": "lanemask_eq", "lanemask_le": "lanemask_le", "lanemask_lt": "lanemask_lt",
	"lanemask_ge": "lanemask_ge", "lanemask_gt": "lanemask_gt",
	"clock": "clock", "clock_hi": "clock_hi", "clock64": "clock64",
	"globaltimer": "globaltimer", "globaltimer_lo": "globaltimer_lo", "globaltimer_hi": "globaltimer_hi",
	"total_smem_size": "total_smem_size", "dynamic_smem_size": "dynamic_smem_size",
	"aggr_smem_size": "total_smem_size",
}

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
	if n, ok := sregValues[name]; ok {
		return b.konst(t, n)
	}
	if strings.HasPrefix(name, "pm") {
		return b.konst(t, 0)
	}
	known, ok := sregNames[name]
	if !ok {
		b.giveUpf(r.Name)
		return b.konst(want, 0)
	}
	v := b.add(ir.OpSReg, t)
	v.Attr.SReg = known + comp
	return v
}
