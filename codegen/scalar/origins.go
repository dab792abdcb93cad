package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Origins number the values and terminators of the functions that are printed, so that the code
// printed for them can be found again.
type Origins struct {
	funcs []*originFunc // by the first of their numbers
	of    map[*ir.Func]*originFunc
	next  gosrc.Origin
}

// originFunc are the numbers of a function: those of its values by ID, behind them those of its blocks,
// and last its own.
type originFunc struct {
	*ir.Func
	first, blocks, head, end gosrc.Origin
	values                   []*ir.Value // by ID
	ends                     []*ir.Block
	trace                    *ir.Trace
}

func newOrigins() *Origins {
	return &Origins{of: map[*ir.Func]*originFunc{}, next: 1}
}

// function numbers what is in a function.
func (o *Origins) function(f *ir.Func) *originFunc {
	x := o.of[f]
	if x != nil {
		return x
	}
	x = &originFunc{Func: f, first: o.next, trace: ir.NewTrace(f)}
	x.blocks = x.first + gosrc.Origin(f.NumValues())
	x.head = x.blocks + gosrc.Origin(f.NumBlocks())
	x.end = x.head + 1
	x.values, x.ends = make([]*ir.Value, f.NumValues()), make([]*ir.Block, f.NumBlocks())
	for _, b := range f.Blocks {
		x.ends[b.ID] = b
		for _, v := range b.Values {
			x.values[v.ID] = v
		}
	}
	o.next = x.end
	o.of[f] = x
	o.funcs = append(o.funcs, x)
	return x
}

// Head is the number of a function as a whole.
func (g *Module) Head(f *ir.Func) gosrc.Origin {
	if g.Origins == nil {
		return 0
	}
	return g.Origins.function(f).head
}

// At is the number of a declaration.
func (g *Module) At(pos diag.Pos) gosrc.Origin { return g.Head(&ir.Func{Pos: pos}) }

// Of returns the value or the block of a number, with its function.
func (o *Origins) Of(n gosrc.Origin) (f *ir.Func, v *ir.Value, end *ir.Block) {
	x := o.owner(n)
	switch {
	case n == x.head:
		return x.Func, nil, nil
	case n >= x.blocks:
		return x.Func, nil, x.ends[n-x.blocks]
	}
	return x.Func, x.values[n-x.first], nil
}

// owner returns the function that a number is of.
func (o *Origins) owner(n gosrc.Origin) *originFunc {
	i, _ := slices.BinarySearchFunc(o.funcs, n, func(x *originFunc, n gosrc.Origin) int { return int(x.end - 1 - n) })
	return o.funcs[i]
}

// statements are the PTX statements that something comes from.
func (o *Origins) statements(n gosrc.Origin) []diag.Pos {
	switch f, v, b := o.Of(n); {
	case v != nil:
		return v.Origins()
	case b != nil:
		return b.Origins()
	default:
		return []diag.Pos{f.Pos}
	}
}

// number is that of a value or terminator.
func (x *originFunc) number(n *ir.TraceNode) gosrc.Origin {
	if n.Value != nil {
		return x.first + gosrc.Origin(n.Value.ID)
	}
	return x.blocks + gosrc.Origin(n.Block.ID)
}

// Statements returns for each span of a file the PTX statements that it comes from, in the order of the
// text. Those whose values have no code of their own are told of where it is that they have become a
// part of: an address of the access.
func (o *Origins) Statements(spans []gosrc.Span) [][]diag.Pos {
	there := map[gosrc.Origin]bool{}
	lit := map[diag.Pos]bool{}
	own := make([][]diag.Pos, len(spans))
	for i, s := range spans {
		for _, n := range s.Origins {
			there[n] = true
			list := o.statements(n)
			if _, v, _ := o.Of(n); v != nil && v.Op == ir.OpConst {
				list = o.near(list, s.Around)
			}
			own[i] = append(own[i], list...)
		}
		for _, around := range s.Around {
			if len(own[i]) > 0 {
				break
			}
			own[i] = o.all(around)
		}
		for _, p := range own[i] {
			lit[p] = true
		}
	}
	more := map[gosrc.Origin][]diag.Pos{}
	isLit := func(p diag.Pos) bool { return lit[p] }
	for _, x := range o.funcs {
		x.trace.Settle(isLit, func(n *ir.TraceNode) bool { return there[x.number(n)] }, func(p diag.Pos, list []*ir.TraceNode) {
			for _, n := range list {
				more[x.number(n)] = append(more[x.number(n)], p)
			}
		})
	}
	out := make([][]diag.Pos, len(spans))
	for i, s := range spans {
		set := own[i]
		for _, n := range s.Origins {
			set = append(set, more[n]...)
		}
		slices.Sort(set)
		out[i] = slices.Compact(set)
	}
	return out
}

// near returns those statements of a constant that also the code right around it comes from, where there are some:
// equal constants of many statements are one.
func (o *Origins) near(list []diag.Pos, around [][]gosrc.Origin) []diag.Pos {
	for _, a := range around[:min(1, len(around))] {
		all := o.all(a)
		own := slices.DeleteFunc(slices.Clone(list), func(p diag.Pos) bool { return !slices.Contains(all, p) })
		if len(own) > 0 {
			return own
		}
	}
	return list
}

// all are the statements of several numbers.
func (o *Origins) all(list []gosrc.Origin) (all []diag.Pos) {
	for _, n := range list {
		all = append(all, o.statements(n)...)
	}
	return all
}
