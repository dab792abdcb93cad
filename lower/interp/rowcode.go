package interp

import (
	"math"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// constant is a word of a constant, in its register.
type constant struct {
	at   int
	bits uint64
}

// columns gives the values of a function their registers. A value that is used in its own block
// alone has them until its last use; others keep theirs. A value is never where an operand of it
// is, so that it may be computed twice. Equal constants are one.
func (d *decoder) columns() {
	f := d.c.f
	last := d.lastUses()
	type bits struct {
		lo, hi uint64
		words  int
	}
	consts := map[bits]operand{}
	free := map[int][]int{} // registers that nothing has, by how many
	for _, b := range f.Blocks {
		ends := make([][]*ir.Value, len(b.Values)+1)
		for i, v := range b.Values {
			switch at := last[v.ID]; {
			case v.Op == ir.OpConst:
				lo, hi := literal(v)
				key := bits{lo, hi, words(v.Type)}
				o, ok := consts[key]
				if !ok {
					o = d.reserve(v.Type, nil)
					consts[key] = o
					for k, x := range []uint64{lo, hi}[:o.words] {
						d.c.consts = append(d.c.consts, constant{o.at + k, x})
					}
				}
				o.typ = v.Type
				d.place[v.ID] = o
			case d.given(v):
			case at == math.MaxInt:
				d.place[v.ID] = d.reserve(v.Type, v.Results)
			default:
				d.place[v.ID] = d.temporary(v, free)
				at = max(at, i)
				ends[at] = append(ends[at], v)
			}
			release(free, d.place, ends[i])
		}
		release(free, d.place, ends[len(b.Values)])
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpConst && d.given(v) {
				d.place[v.ID] = d.placeOf(v)
			}
		}
	}
}

// temporary takes registers for a value, if possible those that another value has had.
func (d *decoder) temporary(v *ir.Value, free map[int][]int) operand {
	start := d.c.words
	o := d.reserve(v.Type, v.Results)
	if list := free[o.words]; o.words > 0 && len(list) > 0 {
		d.c.words = start
		o.at = list[len(list)-1]
		free[o.words] = list[:len(list)-1]
	}
	return o
}

func release(free map[int][]int, place []operand, values []*ir.Value) {
	for _, v := range values {
		o := place[v.ID]
		free[o.words] = append(free[o.words], o.at)
	}
}

// lastUses returns by the IDs of values where in its block each is used last: -1 for nowhere,
// len(Values) for the terminator, MaxInt for one that has to stay.
func (d *decoder) lastUses() []int {
	last := make([]int, d.c.f.NumValues())
	for i := range last {
		last[i] = -1
	}
	use := func(v *ir.Value, b *ir.Block, at int) {
		for d.given(v) && len(v.Args) > 0 {
			v = v.Args[0]
		}
		if v.Op == ir.OpPhi || v.Block != b {
			at = math.MaxInt
		}
		last[v.ID] = max(last[v.ID], at)
	}
	for _, b := range d.c.f.Blocks {
		for i, v := range b.Values {
			if v.Op == ir.OpPhi {
				last[v.ID] = math.MaxInt
				i = math.MaxInt // its operands are read at the ends of other blocks
			}
			for _, a := range v.Args {
				use(a, b, i)
			}
		}
		for _, v := range b.Ctrl {
			use(v, b, len(b.Values))
		}
	}
	return last
}

// given reports whether a value is in its place before it is executed: a constant, an argument,
// and what has the same bits as its operand, or is a part of it.
func (d *decoder) given(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpExtract:
		return true
	case ir.OpZext, ir.OpBitcast:
		return v.Type.Bits() <= 64
	}
	return false
}

// placeOf returns where a value is that is given.
func (d *decoder) placeOf(v *ir.Value) operand {
	switch {
	case v.Op == ir.OpConst || !d.given(v):
		return d.place[v.ID]
	case v.Op == ir.OpArg:
		return d.c.args[v.Attr.Index]
	}
	o := d.placeOf(v.Args[0])
	if v.Op == ir.OpExtract {
		for _, t := range v.Args[0].Results[:v.Attr.Index] {
			o.at += words(t)
		}
		o.words = words(v.Type)
	}
	o.typ = v.Type
	return o
}

// same reports whether a value is the same for all lanes of a warp whenever they come to it.
func (d *decoder) same(v *ir.Value) bool {
	if d.sames == nil {
		d.sames = make([]int8, d.c.f.NumValues())
	}
	if d.sames[v.ID] == 0 {
		d.sames[v.ID] = -1
		if d.isSame(v) {
			d.sames[v.ID] = 1
		}
	}
	return d.sames[v.ID] > 0
}

func (d *decoder) isSame(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpParam, ir.OpFuncAddr, ir.OpRefAddr:
		return true
	case ir.OpSymAddr:
		return v.Attr.Sym.Space != ir.Local
	case ir.OpSReg:
		per := isa.LookupSRegPart(v.Attr.SReg).Per
		return per == isa.PerLaunch || per == isa.PerCTA || per == isa.PerWarp
	}
	if !v.Pure() || len(v.Args) == 0 || v.Op == ir.OpPhi {
		return false
	}
	for _, a := range v.Args {
		if !d.same(a) {
			return false
		}
	}
	return true
}

// row finds out how lanes execute an instruction together.
func (d *decoder) row(in *inst) {
	v, p := in.v, &in.places
	p.dst = in.dst.at * warpSize
	for i, a := range in.args[:min(len(in.args), maxOperands)] {
		p.args[i] = a.at * warpSize
	}
	in.once = d.same(v)
	switch {
	case in.meaning != nil:
		in.compute = in.meaning.row
	case v.Pure() && in.call.row != nil:
		in.compute = in.call.row
	case v.Op == ir.OpSelect && in.dst.words == 1:
		in.compute = selectRow
	case v.Op == ir.OpToGeneric || v.Op == ir.OpFromGeneric:
		window := d.reserve(ir.I64, nil)
		d.c.consts = append(d.c.consts, constant{window.at, d.x.windows()[v.Attr.Space]})
		p.args[1], p.k = window.at*warpSize, widthOf(64) // as lane by lane: nothing is cut
		if in.compute = addRow; v.Op == ir.OpFromGeneric {
			in.compute = subRow
		}
	case in.once:
	case v.Op == ir.OpBarrier:
		in.same = d.same(v.Args[0]) && d.same(v.Args[1])
	case v.Op == ir.OpSReg:
		in.quick = sregRow(v)
	case v.Op == ir.OpLoad:
		in.quick = loadRow(in)
	case v.Op == ir.OpStore:
		in.quick = storeRow(in)
	case v.Op == ir.OpAtomic:
		in.quick = atomicRow(in)
	case v.Op == ir.OpWarp:
		in.quick = warpRow(in)
	case v.Op == ir.OpFence || v.Op == ir.OpLockstep:
		in.quick = func(*warp, []uint64, *inst, uint32, []uint8) bool { return true }
	}
}

// sregRow reads a special register that differs from lane to lane.
func sregRow(v *ir.Value) quick {
	read, ones := sregs[v.Attr.SReg], ir.Ones(v.Type.Bits())
	if read == nil {
		return nil // an error already
	}
	return func(w *warp, r []uint64, in *inst, _ uint32, on []uint8) bool {
		d := column(r, in.places.dst)
		for _, i := range on {
			d[i&(warpSize-1)] = read(w.lanes[i]) & ones
		}
		return true
	}
}
