package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Device prints a .func: a Go function of the thread and its arguments, and the type of
// its local variables, nil where it has none.
func (g *Module) Device(f *ir.Func) (code, frame jen.Code) {
	fg := newFuncGen(g, f, nil, nil)
	fg.reserveNames("t", "loc", "mark")
	fg.ctx = context{thread: "t", tid: [3]string{"t.X", "t.Y", "t.Z"}}
	params := []jen.Code{jen.Id("t").Op("*").Add(Runtime("Thread"))}
	for i, t := range f.Args {
		v := &gosrc.Variable{Name: fg.names.Pick(ParamName(f.Name, f.ArgNames[i])), Kind: KindOf(t), Param: true}
		fg.args = append(fg.args, v)
		params = append(params, jen.Id(v.Name).Add(v.Kind.Type()))
	}
	var results []jen.Code
	for _, t := range f.Results {
		results = append(results, KindOf(t).Type())
	}
	if fg.body.Recursive {
		fg.counted = true
		fg.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("t").Dot("Enter").Call()})
	}
	if fg.body.Polls.Start {
		fg.poll()
	}
	if len(f.Locals) > 0 || f.Allocates() {
		fg.mark = fg.temp("mark", gosrc.NoKind)
		fg.mark.Type = jen.Int()
		fg.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{fg.mark}, RHS: []jen.Code{jen.Id("t").Dot("Mark").Call()}})
	}
	m := &memGen{fg}
	m.frameStart()
	fg.tree(nil)
	return fg.finish(g.Funcs[f], params, results), m.frameType()
}

func buildArg(g *memGen, v *ir.Value) gosrc.Expr {
	w := g.args[v.Attr.Index]
	g.use(w)
	return gosrc.Convert(w.Expr(), g.plan.kinds[v.ID])
}

// callArgs prints the thread and the arguments of a call.
func (g *funcGen) callArgs(args []*ir.Value, types []ir.Type) []jen.Code {
	out := []jen.Code{g.thread()}
	for i, a := range args {
		out = append(out, gosrc.Bitcast(g.value(a), KindOf(types[i])).Typed())
	}
	return out
}

func stmtCall(g *memGen, v *ir.Value) {
	f := v.Attr.Func
	if f.Extern {
		g.stmtExternCall(v)
		return
	}
	code := jen.Id(g.mod.Funcs[f]).Call(g.callArgs(v.Args, f.Args)...)
	g.finishCall(v, code, kindsOf(f.Results))
}

// stmtCallIndirect prints a call through a function handle: a switch over the
// functions whose address is taken and that have the signature, in a function
// of its own per signature.
func stmtCallIndirect(g *memGen, v *ir.Value) {
	fn := g.mod.dispatcher(v.Attr.Sig)
	args := g.callArgs(v.Args[1:], v.Attr.Sig.Params)
	handle := gosrc.Convert(g.value(v.Args[0]), gosrc.U64).Code()
	code := jen.Id(fn).Call(append([]jen.Code{args[0], handle}, args[1:]...)...)
	g.finishCall(v, code, kindsOf(v.Attr.Sig.Results))
}

// dispatcher returns the function that calls a handle of a signature.
func (g *Module) dispatcher(sig *ir.Sig) string {
	key := sig.Name()
	if n, ok := g.dispatch[key]; ok {
		return n
	}
	n := g.Names.Pick(g.Base + "Call" + strconv.Itoa(len(g.dispatch)+1))
	g.dispatch[key] = n
	g.Dispatchers = append(g.Dispatchers, Dispatcher{n, sig})
	return n
}
