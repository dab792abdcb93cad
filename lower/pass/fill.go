package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A copy into shared memory, such as an asynchronous one, has no type of its own.
// It takes that of the variable that it fills, so that the source and the variable
// appear as what they are.

// fills returns, by store, the type of the shared variable that a copy fills: the
// one type that all other accesses of it have, if that is no integer.
func fills(f *ir.Func) map[*ir.Value]ir.Type {
	users := map[*ir.Value][]*ir.Value{}
	any := false
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			any = any || copies(v)
			for _, a := range v.Args {
				if a.Op == ir.OpLoad || a.Op == ir.OpExtract {
					users[a] = append(users[a], v)
				}
			}
		}
	}
	if !any {
		return nil
	}
	prov := analysis.NewProvenance(f)
	types := map[analysis.Base]ir.Type{} // Void where they differ
	stores := map[*ir.Value]analysis.Base{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() || v.Attr.Space != ir.Shared {
				continue
			}
			base := prov.Access(v).Base
			switch t, seen := types[base]; {
			case base.Kind != analysis.BaseSymbol:
			case copies(v):
				stores[v] = base
			case zeros(v), v.Op == ir.OpLoad && intCarrier(v.Attr.Mem) && moved(v, users):
				// Any type will do.
			case !seen:
				types[base] = v.Attr.Mem
			case t != v.Attr.Mem:
				types[base] = ir.Void
			}
		}
	}
	out := map[*ir.Value]ir.Type{}
	for v, base := range stores {
		if t := types[base]; floatLike(t) && t.Bits() == v.Attr.Mem.Bits() {
			out[v] = t
		}
	}
	return out
}

// copies reports whether a value is a store into shared memory of what has been
// loaded, and of zeros.
func copies(v *ir.Value) bool {
	if v.Op != ir.OpStore || v.Attr.Space != ir.Shared || !intCarrier(v.Attr.Mem) {
		return false
	}
	loaded := false
	for _, a := range v.Args[1:] {
		switch {
		case mover(a) && (a.Op == ir.OpLoad || a.Op == ir.OpExtract):
			loaded = true
		case !isZero(a):
			return false
		}
	}
	return loaded
}

// zeros reports whether a value is a store of zeros.
func zeros(v *ir.Value) bool {
	if v.Op != ir.OpStore {
		return false
	}
	for _, a := range v.Args[1:] {
		if !isZero(a) {
			return false
		}
	}
	return true
}

func isZero(v *ir.Value) bool {
	n, ok := v.IsConst()
	return ok && n == 0 && v.Attr.Hi == 0
}

// moved reports whether what is loaded is only stored again, or taken as something
// else than the load says.
func moved(v *ir.Value, users map[*ir.Value][]*ir.Value) bool {
	for _, u := range users[v] {
		switch {
		case u.Op == ir.OpExtract:
			if !moved(u, users) {
				return false
			}
		case u.Op == ir.OpStore && u.Args[0] != v, u.Op == ir.OpBitcast:
		default:
			return false
		}
	}
	return true
}
