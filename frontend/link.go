package frontend

import (
	"github.com/ptx2go/ptx2go/internal/diag"
)

// link is .extern NAME or .visible NAME of PTX 1.x, which says how a name is linked
// that is declared elsewhere in the module (PTX 1.2, section 9.3).
type link struct {
	name    token
	linkage Linkage
}

// applyLinks gives declarations the linkage that such directives say.
func (b *builder) applyLinks() {
	if len(b.links) == 0 {
		return
	}
	declared := map[string]*Linkage{}
	for _, d := range b.m.Decls {
		switch d := d.(type) {
		case *Var:
			declared[d.Name] = &d.Linkage
		case *Func:
			declared[d.Name] = &d.Linkage
		}
	}
	for _, k := range b.links {
		name := b.text(k.name)
		l := declared[name]
		switch {
		case !b.m.Version.Less(oldStructs):
			b.l.Add(diag.Diagnostic{Pos: k.name.at(), Len: k.name.width(), Code: "syntax",
				Msg: "unexpected " + name + ", expected a state space, .func or .entry"})
		case l == nil && b.m.lost.has(name):
		case l == nil:
			b.errorf(k.name, "undefined", "%s is not declared in this module", name)
		case *l != Internal && *l != k.linkage:
			b.errorf(k.name, "duplicate", "%s has another linking directive already", name)
		default:
			*l = k.linkage
		}
	}
}
