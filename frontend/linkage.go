package frontend

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
)

// needs words what a module lacks: "needs PTX 7.0 and sm_80 or later; this
// module says .version 6.0 and .target sm_60". It returns "" where the module
// has the version and the architecture.
func needs(v isa.Version, sm int, m *Module) string {
	r := isa.Requirement{PTX: v, Targets: []isa.Target{{Arch: sm}}}
	if m.noTarget {
		r.Targets = nil
	}
	return r.Lacks(m.Version, m.Target)
}

// gate reports something that the module's .version or .target does not have.
func gate(m *Module, l *diag.List, p diag.Pos, what string, v isa.Version, sm int) bool {
	return gateAt(m, l, p, len(what), what, v, sm)
}

// gateAt reports it with n bytes underlined.
func gateAt(m *Module, l *diag.List, p diag.Pos, n int, what string, v isa.Version, sm int) bool {
	why := needs(v, sm, m)
	if why == "" {
		return true
	}
	code := "version"
	if !m.Version.Less(v) {
		code = "target"
	}
	l.Add(diag.Diagnostic{Pos: p, Len: n, Code: code, Msg: what + " " + why})
	return false
}

var linkageNames = [...]string{Internal: "", Extern: ".extern", Visible: ".visible", Weak: ".weak", Common: ".common"}

// checkLinkage checks the linking directive of a variable (section 11.6). It
// returns false where it has reported something.
func checkLinkage(m *Module, l *diag.List, v *Var) bool {
	name := linkageNames[v.Linkage]
	d := diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "type"}
	switch {
	case v.Linkage == Internal:
		return true
	case v.Space == isa.SpaceReg || v.Space == isa.SpaceLocal || v.Space == isa.SpaceParam:
		d.Msg = fmt.Sprintf("%s is in .%s, which no other module can see: it cannot be %s", v.Name, v.Space, name)
	case v.Linkage == Weak:
		return gateAt(m, l, v.Pos, len(v.Name), name, isa.Version{Major: 3, Minor: 1}, 0)
	case v.Linkage == Common && v.Space != isa.SpaceGlobal:
		d.Msg = fmt.Sprintf(".common is for .global variables, %s is in .%s", v.Name, v.Space)
	case v.Linkage == Common && v.Type.IsOpaque():
		d.Msg = fmt.Sprintf(".common is for numbers, %s is a .%s", v.Name, v.Type)
	case v.Linkage == Common:
		return gateAt(m, l, v.Pos, len(v.Name), name, isa.Version{Major: 5}, 20)
	default:
		return true
	}
	l.Add(d)
	return false
}

// checkAttributes checks .attribute of a variable (section 5.4.8).
func checkAttributes(m *Module, l *diag.List, v *Var) {
	for _, a := range v.Attrs {
		if v.Type.IsOpaque() && strings.Contains(a, "=") {
			continue // a property of a sampler
		}
		name, _, _ := strings.Cut(a, "(")
		d := diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "syntax"}
		switch {
		case name != "managed" && name != "unified":
			d.Msg, d.Hint = "unknown attribute ."+name, attributeHint(name)
			l.Add(d)
		case v.Space != isa.SpaceGlobal:
			d.Msg = fmt.Sprintf(".%s is for .global variables, %s is in .%s", name, v.Name, v.Space)
			l.Add(d)
		case name == "managed":
			gateAt(m, l, v.Pos, len(v.Name), ".attribute(.managed)", isa.Version{Major: 4}, 30)
		default:
			gateAt(m, l, v.Pos, len(v.Name), ".attribute(.unified)", isa.Version{Major: 8}, 90)
		}
	}
}

func attributeHint(name string) string {
	if h := nearest.Hint(name, []string{"managed", "unified"}); h != "" {
		return h
	}
	return "the attributes are .managed and .unified(id, id)"
}

// linkage checks the linking directive and the attributes of a function.
func (c *moduleCheck) linkage(f *Func) {
	switch {
	case f.Linkage == Common:
		c.errorf(f.Pos, len(f.Name), "type", ".common is for variables, %s is %s", f.Name, symbolKind(f))
	case f.Linkage == Weak:
		gateAt(c.m, c.l, f.Pos, len(f.Name), ".weak", isa.Version{Major: 3, Minor: 1}, 0)
	case f.Linkage == Extern && f.Body != nil:
		c.errorf(f.Pos, len(f.Name), "syntax", "%s is .extern and has a body", f.Name)
	}
	for _, a := range f.Attrs {
		name, _, _ := strings.Cut(a, "(")
		d := diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "syntax"}
		switch {
		case name == "managed":
			d.Msg = fmt.Sprintf(".managed is for variables, %s is %s", f.Name, symbolKind(f))
			c.l.Add(d)
		case name != "unified":
			d.Msg, d.Hint = "unknown attribute ."+name, attributeHint(name)
			c.l.Add(d)
		default:
			gateAt(c.m, c.l, f.Pos, len(f.Name), ".attribute(.unified)", isa.Version{Major: 8}, 90)
		}
	}
}

// signature checks the parameters and results of a function or a prototype, in
// the light of the module's version (sections 7.1 and 11.2.2).
func signature(m *Module, l *diag.List, f *Func) {
	fail := func(v *Var, code, format string, args ...any) {
		l.Add(diag.Diagnostic{Pos: v.Pos, Len: max(1, len(v.Name)), Code: code, Msg: fmt.Sprintf(format, args...)})
	}
	abi := isa.Version{Major: 2}
	for i, v := range f.Params {
		if v.poisoned() {
			continue
		}
		size := max(1, len(v.Name))
		switch unsized := len(v.Dims) > 0 && v.Dims[0] == 0; {
		case f.Entry && v.Name == "" && !f.badParams:
			fail(v, "syntax", "parameter %d of %s has no name", i+1, f.Name)
		case unsized && !(f.Variadic && i == len(f.Params)-1):
			fail(v, "type", "only the last parameter of a function can be an array without a size, and it is made of .b8")
		case unsized:
			gateAt(m, l, v.Pos, size, "an array without a size", isa.Version{Major: 6}, 30)
		case !f.Entry && v.Space == isa.SpaceParam:
			if !gateAt(m, l, v.Pos, size, "a parameter in .param", abi, 20) {
				return
			}
		}
		checkPtr(m, l, f, v)
	}
	for i, v := range f.Results {
		switch {
		case v.poisoned():
		case i > 0 && m.Target.Arch >= 20 && !m.Version.Less(abi):
			m.lenient.note(v.Pos, max(1, len(v.Name)), "several results of a function", "the manual has them before sm_20 only, programs for another translator on any target")
		case v.Space == isa.SpaceParam && !gateAt(m, l, v.Pos, max(1, len(v.Name)), "a result in .param", abi, 20):
			return
		}
	}
}

// checkPtr checks the .ptr attribute of a parameter (section 5.1.6.3).
func checkPtr(m *Module, l *diag.List, f *Func, v *Var) {
	if v.Ptr == nil {
		return
	}
	d := diag.Diagnostic{Pos: v.Pos, Len: max(1, len(v.Name)), Code: "type"}
	switch s := v.Ptr.Space; {
	case !f.Entry:
		d.Msg = ".ptr is for kernel parameters, " + f.Name + " is a function"
	case s != isa.SpaceNone && s != isa.SpaceConst && s != isa.SpaceGlobal && s != isa.SpaceLocal && s != isa.SpaceShared:
		d.Msg = fmt.Sprintf("%s cannot point into .%s", v.Name, s)
		d.Hint = "a .ptr is one of .const .global .local .shared, or generic"
	case v.Type.Bits() != 32 && v.Type.Bits() != 64 || v.Type.IsFloat() || v.Type.IsPacked() || v.Vec > 1:
		d.Msg = fmt.Sprintf("a pointer must be an integer of 32 or 64 bits, %s is .%s", v.Name, v.Type)
	default:
		gateAt(m, l, v.Pos, d.Len, ".ptr", isa.Version{Major: 2, Minor: 2}, 0)
		return
	}
	l.Add(d)
}
