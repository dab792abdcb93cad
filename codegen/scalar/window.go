package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// sum prints a sum that is the same for a row.
func (g *funcGen) sum(s schedule.Sum, k gosrc.Kind) gosrc.Expr {
	x := gosrc.Constant(uint64(s.Const), k)
	for i, v := range s.Values {
		switch y := gosrc.Convert(g.value(v), k); i {
		case 0:
			x = y
		default:
			x = gosrc.Binary(x, "+", y, k)
		}
	}
	if s.Const != 0 && len(s.Values) > 0 {
		x = gosrc.Binary(x, "+", gosrc.Constant(uint64(s.Const), k), k)
	}
	return x
}

// first prints the index at which a window begins, of the first thread that runs.
func (g *funcGen) first(x *schedule.Window, r *threadRange) gosrc.Expr {
	k := indexKind(x.Signed)
	f := g.sum(x.First, k)
	if r.lo != nil {
		g.use(r.lo)
		f = gosrc.Binary(f, "+", gosrc.Convert(r.lo.Expr(), k), k)
	}
	if x.Off != 0 {
		f = offset(gosrc.Convert(f, gosrc.Int), x.Off)
	}
	return f
}

// indexKind is the carrier of an index of 32 bits.
func indexKind(signed bool) gosrc.Kind {
	if signed {
		return gosrc.I32
	}
	return gosrc.U32
}

// indexed is the function of the runtime for indices of 32 bits with a sign or without.
func indexed(fn string, signed bool) *jen.Statement {
	if !signed {
		fn += "U"
	}
	return Runtime(fn)
}

// inside prints that what the threads of a range access lies in a window.
func (g *funcGen) inside(x *schedule.Window, r *threadRange) *jen.Statement {
	slice := jen.Id(g.kernel.Params[x.Param].GoName)
	g.useRange(r)
	return indexed("Inside", x.Signed).Call(slice, gosrc.Convert(g.first(x, r), gosrc.Int).Code(), r.count())
}

// cut prints the windows of the threads of a range as slices. The first of these says how
// many threads there are.
func (g *funcGen) cut(list []*schedule.Window, r *threadRange) (slices map[*schedule.Window]*gosrc.Variable, first *gosrc.Variable) {
	slices = map[*schedule.Window]*gosrc.Variable{}
	for _, x := range list {
		slice := g.kernel.Params[x.Param].GoName
		v := &gosrc.Variable{Name: g.names.Pick(slice + "s"), Type: jen.Index()}
		slices[x] = v
		g.vars = append(g.vars, v)
		length := r.count()
		if first != nil {
			length = jen.Len(jen.Id(first.Name))
			g.use(first)
		} else {
			first = v
			g.useRange(r)
		}
		from := jen.Id(slice)
		if f := g.first(x, r); !f.IsConst || f.Bits != 0 {
			from.Index(f.Code().Op(":"))
		}
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{from.Index(jen.Op(":").Add(length))}})
	}
	return slices, first
}
