package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// bar builds bar and barrier.
func (b *fn) bar() {
	has := b.match.Has
	if has("cluster") {
		b.giveUp()
		return
	}
	srcs := b.ops
	kind, t := ir.BarSync, ir.Void
	switch {
	case has("sync"):
	case has("arrive"):
		kind = ir.BarArrive
	case has("popc"):
		kind, t = ir.BarRedPopc, ir.I32
	case has("and"):
		kind, t = ir.BarRedAnd, ir.I1
	case has("or"):
		kind, t = ir.BarRedOr, ir.I1
	default:
		b.giveUp()
		return
	}
	red := t != ir.Void
	var pred *ir.Value
	if red {
		pred = b.value(&srcs[len(srcs)-1], ir.I1)
		srcs = srcs[1 : len(srcs)-1]
	}
	if len(srcs) == 0 || len(srcs) > 2 {
		b.giveUp()
		return
	}
	args := []*ir.Value{b.value(&srcs[0], ir.I32), nil}
	if len(srcs) == 2 {
		args[1] = b.value(&srcs[1], ir.I32)
	} else {
		args[1] = b.konst(ir.I32, 0) // all threads of the CTA
	}
	if red {
		args = append(args, pred)
	}
	v := b.add(ir.OpBarrier, t, args...)
	v.Attr.Bar = kind
	v.Attr.Aligned = b.match.Form.Opcode == "bar" || has("aligned")
	if red {
		b.set(&b.ops[0], v, false)
	}
}

// warp builds an instruction that the lanes of a warp execute together. With .sync it
// waits for the lanes that operand m names; those of matrices, which have none, for all.
func (b *fn) warp(name string) {
	f, ok := b.module.opt.Model.Warp(name, b.module.ast.Target.Arch)
	if !ok {
		b.giveUp()
		return
	}
	name = f.Name
	var dests []frontend.Operand
	var types []ir.Type
	var args []*ir.Value
	var members *ir.Value
	sync := b.match.Has("sync")
	for k, i := range b.bound {
		switch o := &b.match.Form.Operands[i]; {
		case o.Is(isa.KVec): // the checker has counted them
			for _, x := range elements(&b.ops[k]) {
				if o.Dest {
					dests, types = append(dests, x), append(types, b.formType(k))
					continue
				}
				t, ok := b.formType(k), len(args) < len(f.Params)
				if ok {
					t, ok = kindType(f.Params[len(args)], t)
				}
				if !ok {
					b.giveUp()
					return
				}
				args = append(args, b.value(&x, t))
			}
		case o.Dest:
			first, second := pair(&b.ops[k])
			dests = append(dests, *first)
			types = append(types, b.formType(k))
			if o.Pair != nil {
				types = append(types, ir.I1) // the second of a pair is a predicate
			}
			if second != nil {
				dests = append(dests, *second)
			}
		case sync && o.Name == "m":
			members = b.value(&b.ops[k], ir.I32)
		case len(args) == len(f.Params):
			b.giveUp()
			return
		default:
			t, ok := kindType(f.Params[len(args)], b.formType(k))
			if !ok {
				b.giveUp()
				return
			}
			args = append(args, b.value(&b.ops[k], t))
		}
	}
	if len(args) != len(f.Params) || len(types) != len(f.Results) {
		b.giveUp()
		return
	}
	for i, k := range f.Results {
		if types[i], ok = kindType(k, types[i]); !ok {
			b.giveUp()
			return
		}
	}
	if sync && members == nil {
		members = b.konst(ir.I32, 0xffffffff)
	}
	if sync {
		args = append(args, members)
	}
	v := b.add(ir.OpWarp, ir.Void, args...)
	v.Attr.Name, v.Attr.Sync = name, sync
	results := []*ir.Value{v}
	switch len(types) {
	case 0:
		return
	case 1:
		v.Type = types[0]
	default:
		v.Type, v.Results = ir.Tuple, types
		results = b.extract(v)
	}
	for i := range dests {
		b.set(&dests[i], results[i], f.Results[i].Signed())
	}
}
