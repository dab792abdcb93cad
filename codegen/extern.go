package codegen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Functions without a body: CUDA's own are methods of ptx.Thread, those that the
// program supplies are called through variables that the file declares.

// externFunc is a function without a body as Go code sees it.
type externFunc struct {
	variable string // that the program sets, "" for a method of the thread
	method   string
	names    []string // of the parameters, for the declaration
	params   []kind
	results  []kind
}

// deviceFuncs are the methods of the runtime's Thread that are CUDA's functions,
// by the names of ir.DeviceFuncs.
var deviceFuncs = map[string]externFunc{
	"vprintf":                    {method: "Vprintf", params: []kind{kU64, kU64}, results: []kind{kI32}},
	"malloc":                     {method: "Malloc", params: []kind{kU64}, results: []kind{kU64}},
	"free":                       {method: "Free", params: []kind{kU64}},
	"__nv_aligned_device_malloc": {method: "MallocAligned", params: []kind{kU64, kU64}, results: []kind{kU64}},
	"__assertfail":               {method: "AssertFail", params: []kind{kU64, kU64, kU32, kU64, kU64}},
	"memcpy":                     {method: "Memmove", params: []kind{kU64, kU64, kU64}, results: []kind{kU64}},
	"memmove":                    {method: "Memmove", params: []kind{kU64, kU64, kU64}, results: []kind{kU64}},
	"memset":                     {method: "Memset", params: []kind{kU64, kU32, kU64}, results: []kind{kU64}},
}

// nameExterns picks the Go variables of the extern functions that the program
// supplies: those that the options name, or those whose names follow.
func (g *fileGen) nameExterns(given bool) {
	for _, f := range g.m.Funcs {
		i := slices.IndexFunc(g.opt.Externs, func(x Extern) bool { return x.Name == f.Name })
		if !f.Extern || i < 0 {
			continue
		}
		x := &g.opt.Externs[i]
		if (x.Var != "") != given {
			continue
		}
		wish := x.Var
		if wish == "" {
			wish = g.exported(f.Name)
		}
		e := x.function(f)
		e.variable = g.names.pick(wish)
		g.externs[f] = e
	}
}

// externOf returns how a function without a body is called.
func (g *fileGen) externOf(f *ir.Func) externFunc {
	if e, ok := g.externs[f]; ok {
		return e
	}
	e, ok := deviceFuncs[f.Name]
	if !ok {
		panic("codegen: function " + f.Name + " has no body")
	}
	return e
}

// call calls the function of a thread.
func (e *externFunc) call(thread *jen.Statement, args []jen.Code) *jen.Statement {
	if e.variable == "" {
		return thread.Dot(e.method).Call(args...)
	}
	return jen.Id(e.variable).Call(append([]jen.Code{thread}, args...)...)
}

// declareExterns prints the variables that the program sets.
func (g *fileGen) declareExterns() {
	for _, f := range g.m.Funcs {
		e, ok := g.externs[f]
		if !ok || !g.live[f] {
			continue
		}
		names := newNamer(nil)
		thread := "t"
		if slices.Contains(e.names, thread) {
			thread = "thread"
		}
		params := []jen.Code{jen.Id(names.pick(thread)).Op("*").Add(g.rt("Thread"))}
		for i := 0; i < len(e.params); {
			var group []jen.Code
			k := e.params[i]
			for ; i < len(e.params) && e.params[i] == k; i++ {
				group = append(group, jen.Id(names.pick(e.names[i])))
			}
			params = append(params, jen.List(group...).Add(k.id()))
		}
		g.f.Comment(e.variable + " is .extern .func " + f.Name + ". Set it before you launch a kernel that calls it;")
		g.f.Comment("see ptx.Extern.")
		typ := jen.Func().Params(params...)
		switch len(e.results) {
		case 0:
		case 1:
			typ.Add(e.results[0].id())
		default:
			typ.ParamsFunc(func(r *jen.Group) {
				for _, k := range e.results {
					r.Add(k.id())
				}
			})
		}
		g.f.Var().Id(e.variable).Add(typ)
		g.f.Line()
	}
}

// stmtExternCall prints the call of a function without a body.
func (g *funcGen) stmtExternCall(v *ir.Value) {
	e := g.file.externOf(v.Attr.Func)
	var args []jen.Code
	for i, a := range v.Args {
		k := e.params[i]
		if in := a.Args; a.Op == ir.OpBitcast && g.plan.inline[a.ID] && kindOf(in[0].Type).isFloat() == k.isFloat() {
			a = in[0] // there and back again
		}
		args = append(args, carry(g.value(a), k).jen())
	}
	g.finishCall(v, e.call(g.thread(), args), e.results)
	if f := v.Attr.Func; f.NoReturn && e.variable != "" {
		g.emit(v, &stmt{kind: stCode, code: g.thread().Dot("Returned").Call(jen.Lit(f.Name))})
	}
}

// carry gives an expression another carrier of its width: the same bits.
func carry(x expr, k kind) expr {
	if x.kind.isFloat() != k.isFloat() {
		x = bitcast(x, k)
	}
	if x.kind.isInt() && x.kind.bits() < k.bits() {
		x = convert(x, x.kind.asUnsigned()) // a 32-bit address, of a function of the runtime
	}
	return convert(x, k)
}

// dispatchExtern is the case of a dispatcher that calls a function without a
// body, with arguments and results of the carriers of their SSA types.
func (g *fileGen) dispatchExtern(f *ir.Func, sig *ir.Sig) []jen.Code {
	e := g.externOf(f)
	var args []jen.Code
	for i, t := range sig.Params {
		args = append(args, carry(name("a"+strconv.Itoa(i), kindOf(t)), e.params[i]).jen())
	}
	call := e.call(jen.Id("t"), args)
	var names, results []jen.Code
	same := true
	for i, t := range sig.Results {
		r := "r" + strconv.Itoa(i)
		names = append(names, jen.Id(r))
		results = append(results, carry(name(r, e.results[i]), kindOf(t)).jen())
		same = same && kindOf(t) == e.results[i]
	}
	switch {
	case len(results) == 0 && f.NoReturn && e.variable != "":
		return []jen.Code{call, jen.Id("t").Dot("Returned").Call(jen.Lit(f.Name))}
	case len(results) == 0:
		return []jen.Code{call}
	case same:
		return []jen.Code{jen.Return(call)}
	case len(results) == 1:
		x := primary(call, e.results[0])
		return []jen.Code{jen.Return(carry(x, kindOf(sig.Results[0])).jen())}
	}
	return []jen.Code{jen.List(names...).Op(":=").Add(call), jen.Return(results...)}
}

// calledFrom returns a kernel and the functions that it may call.
func (g *fileGen) calledFrom(kernel *ir.Func) map[*ir.Func]bool {
	seen := map[*ir.Func]bool{}
	for n := range ir.Closure([]callNode{{f: kernel}}, func(n callNode) []callNode { return g.graph.calls[n] }) {
		if n.f != nil {
			seen[n.f] = true
		}
	}
	return seen
}

// calledExterns returns the functions without a body that a kernel may call, in
// the order of the text.
func (g *fileGen) calledExterns(kernel *ir.Func) []*ir.Func {
	if g.externCallers == nil {
		g.externCallers = g.graph.reaching(func(f *ir.Func) bool { return f.Extern })
	}
	if !g.externCallers[callNode{f: kernel}] {
		return nil
	}
	seen := g.calledFrom(kernel)
	var out []*ir.Func
	for _, f := range g.m.Funcs {
		if f.Extern && seen[f] {
			out = append(out, f)
		}
	}
	return out
}

// mayCall reports whether an indirect call of a signature may reach a function: one
// whose address is taken.
func (g *fileGen) mayCall(f *ir.Func, sig *ir.Sig) bool {
	return !f.Entry && g.taken[f] && sameSig(f, sig)
}

// externFields are the fields of a kernel's descriptor about functions without a
// body.
func (k *kernelGen) externFields() []jen.Code {
	g := k.file
	var fields, list []jen.Code
	prints := false
	for _, f := range g.calledExterns(k.f) {
		e := g.externOf(f)
		if e.variable == "" {
			prints = prints || e.method == "Vprintf"
			continue
		}
		set := jen.Id("func() bool { return " + e.variable + " != nil }") // on one line
		list = append(list, jen.Values(jen.Id("Name").Op(":").Lit(f.Name), jen.Id("Var").Op(":").Lit(e.variable), jen.Id("IsSet").Op(":").Add(set)))
	}
	if prints {
		fields = append(fields, jen.Id("Prints").Op(":").True())
	}
	if len(list) > 0 {
		fields = append(fields, jen.Id("Externs").Op(":").Index().Add(g.rt("Extern")).ValuesFunc(func(v *jen.Group) {
			for _, x := range list {
				v.Line().Add(x)
			}
			v.Line()
		}))
	}
	return fields
}
