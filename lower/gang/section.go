package gang

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What has no vector form is executed lane by lane, by the code of one thread; what all lanes
// share once. That of integers is what the gang computes anyway. A float is a vector whoever
// shares it, so that what has no vector form is a section there too.

// sections finds what has no vector form.
func (p *Plan) sections(m *schedule.Memory) {
	p.Section = map[*ir.Value]string{}
	for _, v := range p.flow.values {
		if why := p.section(v, m); why != "" {
			p.Section[v] = why
		}
	}
}

// bare says why operations have no vector form, of whatever type.
var bare = map[ir.Op]string{
	ir.OpAtomic:    "an atomic operation",
	ir.OpTex:       "a texture",
	ir.OpTexQuery:  "a texture",
	ir.OpSurfLoad:  "a surface",
	ir.OpSurfStore: "a surface",
	ir.OpSurfRed:   "a surface",
	ir.OpSReg:      "a special register of each thread",
	ir.OpIsRef:     "a handle",
	ir.OpIsSpace:   "a test of an address space",
	ir.OpTrap:      "a trap",
}

// section returns why a value has no vector form, "" if it has one or needs none.
func (p *Plan) section(v *ir.Value, m *schedule.Memory) string {
	s := p.Shape[v.ID]
	number := s.Class != Varying && !v.Type.IsFloat() // one number of the gang
	switch v.Op {
	case ir.OpIntrin:
		if fn, ok := intrin.Lookup(v.Attr.Name); !number && (!ok || !fn.Gang()) {
			return v.Attr.Name
		}
		return ""
	case ir.OpLoad, ir.OpStore:
		switch {
		case v.Attr.Space == ir.ParamSpace, p.Access[v].Own:
			return ""
		case m.Access(v).View == nil:
			return "an access by address"
		case v.Strong() && v.Attr.Space != ir.Shared: // which one goroutine accesses
			return "an access that other threads may wait for"
		}
		return ""
	case ir.OpToGeneric, ir.OpFromGeneric:
		if v.Attr.Space.Windowed() && !number {
			return "a generic address of shared or local memory"
		}
		return ""
	}
	if number && !v.HasEffect() && !v.IsImage() || analysis.IsSReg(v, "tid.x") {
		return ""
	}
	return bare[v.Op]
}
