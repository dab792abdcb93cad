package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// phis replaces each phi whose arguments are all the same value, or the phi
// itself, by that value.
func phis(f *ir.Func, _ *Options) bool {
	r := newReplacer(f)
	users := map[*ir.Value][]*ir.Value{} // phis that mention a phi
	var work []*ir.Value
	for _, b := range f.Blocks {
		for _, phi := range b.Phis() {
			work = append(work, phi)
			for _, a := range phi.Args {
				if a.Op == ir.OpPhi && a != phi {
					users[a] = append(users[a], phi)
				}
			}
		}
	}
	slices.Reverse(work) // a stack, with the first phi on top
	for len(work) > 0 {
		phi := work[len(work)-1]
		work = work[:len(work)-1]
		if r.gone(phi) {
			continue
		}
		if v := chosen(r, phi); v != nil {
			r.replace(phi, v)
			work = append(work, users[phi]...)
			if v.Op == ir.OpPhi {
				users[v] = append(users[v], users[phi]...)
			}
		}
	}
	return r.apply()
}

// chosen returns the one value that the phi can be, or nil.
func chosen(r *replacer, phi *ir.Value) *ir.Value {
	var v *ir.Value
	for _, a := range phi.Args {
		a = r.find(a)
		if a == phi || a == v {
			continue
		}
		if v != nil {
			return nil
		}
		v = a
	}
	return v
}
