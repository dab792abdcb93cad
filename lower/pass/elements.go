package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// elements lets addresses count elements, where they count bytes that are known to be whole elements:
//
//	shared + (tid<<4&368 | tid>>1&12)    becomes    shared + 4*((tid<<4&368 | tid>>1&12) >> 2)
//
// Compilers that choose the layout of memory themselves, such as Triton, compute such offsets from the
// bits of %tid.x. Memory that appears as an array has an index then that needs no division, and which
// gangs gather by. Memory that is accessed in several widths stays as it is: its offsets are in bytes.
func elements(f *ir.Func, o *Options) bool {
	e := &elementer{f: f, prov: analysis.NewProvenance(f), shift: map[sized]int64{}, counts: map[counted]*ir.Value{}, done: map[sized]*ir.Value{}, after: map[*ir.Value][]*ir.Value{}}
	var accesses []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.IsAccess() {
				accesses = append(accesses, v)
			}
		}
	}
	width := e.widths(accesses)
	changed := false
	for _, v := range accesses {
		a, n := e.prov.Access(v), int64(v.Attr.Mem.Bytes())
		if width[a.Base] != n || a.Off%n != 0 {
			continue
		}
		if e.countable(&a, n) {
			v.Args[0], changed = e.of(v.Args[0], n), true
		}
	}
	if !changed {
		return false
	}
	for _, b := range f.Blocks {
		placeAfter(b, e.after)
	}
	dce(f, o)
	return true
}

type elementer struct {
	f      *ir.Func
	prov   *analysis.Provenance
	shift  map[sized]int64       // of a number in addresses: by how many bits less it counts elements
	counts map[counted]*ir.Value // numbers that count elements, times their size
	done   map[sized]*ir.Value   // what takes the place of addresses, and of the sums in them
	after  map[*ir.Value][]*ir.Value
}

// sized is a value in the addresses of elements of so many bytes.
type sized struct {
	*ir.Value
	bytes int64
}

// counted is a number that counts elements: another one, shifted, and then extended.
type counted struct {
	of    *ir.Value
	ext   analysis.Ext
	shift int64
}

// widths finds the memory of which all accesses go to elements of one size; 0 where they do not.
func (e *elementer) widths(accesses []*ir.Value) map[analysis.Base]int64 {
	out := map[analysis.Base]int64{}
	for _, v := range accesses {
		a, n := e.prov.Access(v), int64(v.Attr.Mem.Bytes())
		if k := a.Base.Kind; k != analysis.BaseParam && k != analysis.BaseSymbol {
			continue
		}
		if before, seen := out[a.Base]; seen && before != n || a.Align%n != 0 {
			n = 0
		}
		out[a.Base] = n
	}
	return out
}

// countable reports whether an address of elements of so many bytes can count them, and some number in it
// does not do so yet. It notes by how many bits less each would.
func (e *elementer) countable(a *analysis.Addr, n int64) bool {
	some := false
	for _, t := range a.Terms {
		shift := int64(0)
		for scale := t.Scale; scale%n != 0; scale *= 2 {
			shift++
		}
		key := sized{t.Value, n}
		if before, seen := e.shift[key]; e.prov.Multiple(t.Value)%(1<<shift) != 0 || seen && before != shift || shift > 0 && e.sum(t.Value) {
			return false
		}
		e.shift[key] = shift
		some = some || shift > 0
	}
	return some
}

// sum reports whether a number is a sum of 32 bits: it is known by how much that grows from thread to thread,
// which a shift would hide.
func (e *elementer) sum(v *ir.Value) bool {
	off, terms := e.prov.Sum(v)
	return off != 0 || len(terms) != 1 || terms[0].Value != v
}

// of returns a value that is the same, and counts elements of so many bytes.
func (e *elementer) of(v *ir.Value, n int64) *ir.Value {
	key := sized{v, n}
	if w := e.done[key]; w != nil {
		return w
	}
	extends := func(op ir.Op) int64 {
		if v.Op == op {
			return e.shift[sized{v.Args[0], n}]
		}
		return 0
	}
	w := v
	switch {
	case e.shift[key] > 0:
		w = e.count(v, v, analysis.ExtNone, e.shift[key])
	case extends(ir.OpZext) > 0:
		w = e.count(v.Args[0], v, analysis.ExtUnsigned, extends(ir.OpZext))
	case extends(ir.OpSext) > 0:
		w = e.count(v.Args[0], v, analysis.ExtSigned, extends(ir.OpSext))
	case summed(v):
		args, same := make([]*ir.Value, len(v.Args)), true
		for i, a := range v.Args {
			args[i] = e.of(a, n)
			same = same && args[i] == a
		}
		if !same {
			w = e.put(v, e.f.NewLike(v, args...))
		}
	}
	e.done[key] = w
	return w
}

// summed reports whether an operation is one of those by which addresses are sums of numbers.
func summed(v *ir.Value) bool {
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpNeg, ir.OpMul, ir.OpShl, ir.OpOr, ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpToGeneric, ir.OpFromGeneric:
		return true
	}
	return false
}

// count is v, which is x extended, as a number of elements times their size.
func (e *elementer) count(x, v *ir.Value, ext analysis.Ext, shift int64) *ir.Value {
	key := counted{x, ext, shift}
	if w := e.counts[key]; w != nil {
		return w
	}
	put := func(w *ir.Value) *ir.Value { return e.put(v, w) }
	by := e.f.NewValue(ir.OpConst, ir.I32, v.Pos)
	by.Attr.Bits = uint64(shift)
	put(by)
	op := ir.OpShrU
	if ext == analysis.ExtSigned {
		op = ir.OpShrS
	}
	w := put(e.f.NewValue(op, x.Type, v.Pos, x, by))
	if ext != analysis.ExtNone {
		w = put(e.f.NewLike(v, w))
	}
	w = put(e.f.NewValue(ir.OpShl, v.Type, v.Pos, w, by))
	e.counts[key] = w
	return w
}

// put puts a value behind another.
func (e *elementer) put(v, w *ir.Value) *ir.Value {
	w.Block = v.Block
	e.after[v] = append(e.after[v], w)
	return w
}
