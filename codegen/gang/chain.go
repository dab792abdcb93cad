package gang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A warp goes through a chain as four gangs: each region is printed for one after the other, and
// an operation of the warp once, on the vectors of all of them. What threads keep in slots is in
// variables, a vector for each gang:
//
//	f1a = f1a.Add(f2a)
//	f1b = f1b.Add(f2b)
//	...
//	f2a, f2b, f2c, f2d = gang8.Funnel1F32(f1a, f1b), gang8.Funnel1F32(f1b, f1c), ...

// warp prints one warp.
type warp struct {
	*printer // of what is of no region
	of       *scalar.Warp
	kept     [gang.Gangs]map[*ir.Slot]*gosrc.Variable
}

// PrintWarp prints what a warp does in a chain.
func (p *Printer) PrintWarp(g *scalar.Warp) {
	w := &warp{printer: newPrinter(g.Gang, nil, gang.Width), of: g}
	w.printer.frame = &frame{}
	for i := range w.kept {
		w.kept[i] = map[*ir.Slot]*gosrc.Variable{}
	}
	for _, s := range g.Load {
		w.load(s)
	}
	for i := range g.Steps {
		if s := &g.Steps[i]; s.Value.Op == ir.OpRun {
			w.region(s)
		} else {
			w.exchange(s)
		}
	}
	for _, s := range g.Store {
		w.store(s)
	}
}

// vectors are the variables of what threads keep in a slot.
func (w *warp) vectors(s *ir.Slot) (list [gang.Gangs]*gosrc.Variable) {
	wish, k := w.of.Slot(s)
	for i := range list {
		if w.kept[i][s] == nil {
			v := w.NewVariable(wish+string(rune('a'+i)), w.pkg.vec(typeOf(k)))
			v.Kind = k
			w.kept[i][s] = v
		}
		list[i] = w.kept[i][s]
	}
	return list
}

// load prints that a warp reads what its threads have kept.
func (w *warp) load(s *ir.Slot) {
	for i, v := range w.vectors(s) {
		array, at, elem := w.of.Array(s, i)
		w.Assign(nil, []*gosrc.Variable{v}, w.pkg.call(elem, "Load"+elemName(elem), array, at.Code()).expr())
	}
}

// store prints that it writes what they keep.
func (w *warp) store(s *ir.Slot) {
	to := w.of.Array
	if slices.Contains(w.of.Chain.Aside, s) {
		to = w.of.Beside
	}
	for i, v := range w.vectors(s) {
		array, at, elem := to(s, i)
		x := w.Use(v)
		w.Effect(nil, w.pkg.vec("Store"+elemName(elem)).Call(array, at.Code(), x))
	}
}

// region prints a region, for one gang after the other.
func (w *warp) region(s *gang.Step) {
	for _, b := range s.Value.Attr.Func.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore {
				w.vectors(v.Attr.Slot)
			}
		}
	}
	for i, plan := range s.Plans {
		g, end := w.of.Region(s, i)
		p := newPrinter(g, plan, gang.Width)
		p.kept, p.wanted, p.scopes = w.kept[i], s.Wanted[i], []scope{{exacts: s.Exact}, {}}
		newFlowPrinter(p).body()
		end()
	}
	for id := range w.Front {
		if k, ok := id.(key); ok && k.v != nil { // the same region may run again with other arguments
			delete(w.Front, id)
		}
	}
}

// exchange prints an operation of the warp.
func (w *warp) exchange(s *gang.Step) {
	v := s.Value
	if v.Type == ir.Void {
		return
	}
	args := w.vectors(v.WarpArgs()[0].Attr.Slot)
	switch {
	case s.Sources[0].Moves != nil:
	case len(v.WarpArgs()) == 3:
		w.shuffle(s, args)
		return
	default:
		w.vote(s, args)
		return
	}
	if r := s.Results[0]; r != nil {
		w.exchanged(s, r, func(i int) vector { return w.moved(&s.Sources[i], args) })
	}
	if len(s.Results) > 1 && s.Results[1] != nil {
		w.exchanged(s, s.Results[1], func(i int) vector { return w.lanesOf(s.Sources[i].Inside) })
	}
}

// exchanged prints what each gang gets in a slot from an operation of the warp, all at once.
func (w *warp) exchanged(s *gang.Step, to *ir.Slot, get func(i int) vector) {
	var vars []*gosrc.Variable
	var list []gosrc.Expr
	for i, r := range w.vectors(to) {
		if !s.Wanted[i][to] {
			continue
		}
		if x := get(i); !x.Is(r) {
			vars, list = append(vars, r), append(list, x.carried(r.Kind).expr())
		}
	}
	if len(vars) > 0 {
		w.Assign(s.Value, vars, list...)
	}
}

// shuffle prints a shuffle by a distance that is computed.
func (w *warp) shuffle(s *gang.Step, a [gang.Gangs]*gosrc.Variable) {
	v, k := s.Value, a[0].Kind
	b := v.WarpArgs()[1]
	c, _ := v.WarpArgs()[2].IsConst()
	asks := len(s.Results) > 1 && s.Results[1] != nil
	var from, inside [gang.Gangs]*gosrc.Variable
	for i := range from {
		from[i] = w.NewVariable("from", w.pkg.vec("U32"))
		if asks {
			inside[i] = w.NewVariable("inside", w.pkg.vec("M"))
		}
		lane := w.constant(key{bits: uint64(i), kind: gosrc.U32, cross: -2}, "lane", "U32", w.pkg.vec("RampU32").Call(jen.Lit(i*gang.Width), jen.Lit(1)))
		var by vector
		if b.Vector() {
			x := w.vectors(b.Attr.Slot)[i]
			by = w.named(x, x.Kind).carried(gosrc.U32)
		} else {
			by = w.pkg.of(gosrc.U32, "Splat", w.of.Argument(b, gosrc.U32).Code())
		}
		fn := strings.TrimSuffix(v.Attr.Name, "B32")
		w.Assign(nil, []*gosrc.Variable{from[i], inside[i]}, gosrc.Primary(w.pkg.vec(fn).Call(lane.code, by.code, jen.Id(fmt.Sprintf("%#x", uint32(c)))), gosrc.NoKind))
	}
	if r := s.Results[0]; r != nil {
		w.exchanged(s, r, func(i int) vector {
			return w.pkg.of(k, "Pick", w.Use(a[0]), w.Use(a[1]), w.Use(a[2]), w.Use(a[3]), w.Use(from[i]))
		})
	}
	if asks {
		w.exchanged(s, s.Results[1], func(i int) vector { return w.named(inside[i], gosrc.Bool) })
	}
}

// moved is what a gang gets from a shuffle.
func (w *warp) moved(s *gang.Source, from [gang.Gangs]*gosrc.Variable) (x vector) {
	k := from[0].Kind
	for i, m := range s.Moves {
		y := w.named(from[m.Gang], k)
		switch {
		case m.By > 0:
			y = w.pkg.of(k, "Funnel"+strconv.Itoa(m.By), y.code, w.Use(from[m.Gang+1]))
		case !m.Same():
			y = y.method("Permute", w.places(m.Index).code)
		}
		if i > 0 {
			y = w.pkg.of(k, "Merge", y.code, x.code, w.lanesOf(m.Lanes).code)
		}
		x = y
	}
	return x
}

// vote prints a vote or a reduction: what all lanes share.
func (w *warp) vote(s *gang.Step, a [gang.Gangs]*gosrc.Variable) {
	r := s.Results[0]
	if r == nil {
		return
	}
	var to []*gosrc.Variable
	for i, y := range w.vectors(r) {
		if s.Wanted[i][r] {
			to = append(to, y)
		}
	}
	if to == nil {
		return
	}
	var x vector
	if name := s.Value.Attr.Name; strings.HasPrefix(name, "Redux") {
		k := map[bool]gosrc.Kind{true: gosrc.I32, false: gosrc.U32}[strings.HasSuffix(name, "S32")]
		x = w.pkg.call(k, name, w.carried(a, k)...)
	} else {
		x = w.ofBallot(s.Value, a)
	}
	w.Assign(s.Value, to[:1], x.carried(to[0].Kind).expr())
	for _, y := range to[1:] {
		w.Assign(nil, []*gosrc.Variable{y}, w.named(to[0], to[0].Kind).expr())
	}
}

// carried are the vectors of a warp with a carrier.
func (w *warp) carried(a [gang.Gangs]*gosrc.Variable, k gosrc.Kind) (list []jen.Code) {
	for _, x := range a {
		list = append(list, w.named(x, x.Kind).carried(k).code)
	}
	return list
}

// ofBallot is what a vote says, by the lanes of the warp for which a predicate holds.
func (w *warp) ofBallot(v *ir.Value, a [gang.Gangs]*gosrc.Variable) vector {
	ballot := w.NewVariable("ballot", jen.Uint32())
	w.Assign(v, []*gosrc.Variable{ballot}, gosrc.Primary(w.pkg.vec("Ballot").Call(w.carried(a, gosrc.Bool)...), gosrc.NoKind))
	b, all := w.Use(ballot), jen.Id("0xffffffff")
	switch v.Attr.Name {
	case "VoteAllPred":
		b.Op("==").Add(all)
	case "VoteAnyPred":
		b.Op("!=").Lit(0)
	case "VoteUniPred":
		b = b.Clone().Op("==").Lit(0).Op("||").Add(b).Op("==").Add(all)
	default:
		return w.pkg.of(gosrc.U32, "Splat", b)
	}
	return vector{pkg: w.pkg, code: w.pkg.vec("SplatM").Call(b), kind: gosrc.Bool}
}
