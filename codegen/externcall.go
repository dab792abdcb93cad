package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// externFunc is a function without a body as Go code sees it.
type externFunc struct {
	variable string // that the program sets, "" for a method of the thread
	method   string
	names    []string // of the parameters, for the declaration
	params   []gosrc.Kind
	results  []gosrc.Kind
}

// deviceFuncs are the methods of the runtime's Thread that are CUDA's functions,
// by the names of ir.DeviceFuncs.
var deviceFuncs = map[string]externFunc{
	"vprintf":                    {method: "Vprintf", params: []gosrc.Kind{gosrc.U64, gosrc.U64}, results: []gosrc.Kind{gosrc.I32}},
	"malloc":                     {method: "Malloc", params: []gosrc.Kind{gosrc.U64}, results: []gosrc.Kind{gosrc.U64}},
	"free":                       {method: "Free", params: []gosrc.Kind{gosrc.U64}},
	"__nv_aligned_device_malloc": {method: "MallocAligned", params: []gosrc.Kind{gosrc.U64, gosrc.U64}, results: []gosrc.Kind{gosrc.U64}},
	"__assertfail":               {method: "AssertFail", params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U32, gosrc.U64, gosrc.U64}},
	"memcpy":                     {method: "Memmove", params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U64}, results: []gosrc.Kind{gosrc.U64}},
	"memmove":                    {method: "Memmove", params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U64}, results: []gosrc.Kind{gosrc.U64}},
	"memset":                     {method: "Memset", params: []gosrc.Kind{gosrc.U64, gosrc.U32, gosrc.U64}, results: []gosrc.Kind{gosrc.U64}},
}

// externOf returns how a function without a body is called.
func (g *module) externOf(f *ir.Func) externFunc {
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

// stmtExternCall prints the call of a function without a body.
func (g *funcGen) stmtExternCall(v *ir.Value) {
	e := g.mod.externOf(v.Attr.Func)
	var args []jen.Code
	for i, a := range v.Args {
		k := e.params[i]
		if in := a.Args; a.Op == ir.OpBitcast && g.plan.inline[a.ID] && kindOf(in[0].Type).IsFloat() == k.IsFloat() {
			a = in[0] // there and back again
		}
		args = append(args, carry(g.value(a), k).Code())
	}
	g.finishCall(v, e.call(g.thread(), args), e.results)
	if f := v.Attr.Func; f.NoReturn && e.variable != "" {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.thread().Dot("Returned").Call(jen.Lit(f.Name))})
	}
}

// carry gives an expression another carrier of its width: the same bits.
func carry(x gosrc.Expr, k gosrc.Kind) gosrc.Expr {
	if x.Kind.IsFloat() != k.IsFloat() {
		x = gosrc.Bitcast(x, k)
	}
	if x.Kind.IsInt() && x.Kind.Bits() < k.Bits() {
		x = gosrc.Convert(x, x.Kind.AsUnsigned()) // a 32-bit address, of a function of the runtime
	}
	return gosrc.Convert(x, k)
}
