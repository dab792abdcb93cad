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

// first prints the index at which a window begins.
func (g *funcGen) first(x *schedule.Window) gosrc.Expr {
	f := g.sum(x.First, indexKind(x.Signed))
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

// inside prints that what a number of threads access lies in a window.
func (g *funcGen) inside(x *schedule.Window, threads *gosrc.Variable) *jen.Statement {
	slice := jen.Id(g.kernel.Params[x.Param].GoName)
	return indexed("Inside", x.Signed).Call(slice, gosrc.Convert(g.first(x), gosrc.Int).Code(), jen.Id(threads.Name))
}

// cut prints the windows of so many threads as slices. The first of these says how many
// threads there are.
func (g *funcGen) cut(list []*schedule.Window, threads *gosrc.Variable) (slices map[*schedule.Window]*gosrc.Variable, first *gosrc.Variable) {
	slices = map[*schedule.Window]*gosrc.Variable{}
	for _, x := range list {
		slice := g.kernel.Params[x.Param].GoName
		v := &gosrc.Variable{Name: g.names.Pick(slice + "s"), Type: jen.Index()}
		slices[x] = v
		g.vars = append(g.vars, v)
		length := jen.Id(threads.Name)
		if first != nil {
			length = jen.Len(jen.Id(first.Name))
			g.use(first)
		} else {
			first = v
		}
		g.use(threads)
		from := jen.Id(slice)
		if f := g.first(x); !f.IsConst || f.Bits != 0 {
			from.Index(f.Code().Op(":"))
		}
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{from.Index(jen.Op(":").Add(length))}})
	}
	return slices, first
}
