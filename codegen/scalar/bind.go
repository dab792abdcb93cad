package scalar

import (
	"strings"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// bindParams names the parameters and gives them Go types. It needs the plan,
// which knows how the kernel uses them.
func (k *Kernel) bindParams(plans ...*plan) {
	names := gosrc.NewNamer(k.mod.Names)
	names.Reserve("c", "t", "l", "ctx", "raw", "sh", "loc", "tx", "ty", "tz", "params")
	given := k.mod.Options.Params[k.Func.Name]
	votes := make([]int, len(k.Func.Params))
	for _, p := range plans {
		for _, b := range p.f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpParam && isSignless(v.Type) && p.needed[v.ID] {
					if p.kinds[v.ID].Signed() {
						votes[v.Attr.Index]++
					} else {
						votes[v.Attr.Index]--
					}
				}
			}
		}
	}
	k.signDeclared(k.mod.signParams(plans))
	for i, q := range k.Func.Params {
		wish := ParamName(k.Func.Name, q.Name)
		if name := declName(q); name != "" {
			wish = name
		}
		if i < len(given) {
			wish = given[i].Name
		}
		r := &Param{Param: q, GoName: names.Pick(wish)}
		switch w := k.mod.memory.Param(k.Func, i); {
		case w != nil:
			r.view, r.Kind = w, k.mod.elem(w)
		case q.Type == ir.Void || q.Type == ir.I128 || q.Size != int64(q.Type.Bytes()):
			r.Array = true
		default:
			r.Kind = KindOf(q.Type)
			if strings.HasPrefix(q.PTX, "s") || votes[i] > 0 {
				r.Kind = r.Kind.AsSigned()
			}
			r.Kind = k.declaredSign(i, r.Kind)
		}
		k.Params = append(k.Params, r)
	}
	for i, p := range k.Params {
		if p.view != nil {
			p.Addr = names.Pick(p.GoName + "Addr")
		}
		k.giveFace(p, i, names)
	}
}
