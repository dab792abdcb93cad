package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// deviceFuncs are the methods of the runtime's Thread that are CUDA's functions,
// by the names of ir.DeviceFuncs.
var deviceFuncs = map[string]ExternFunc{
	"vprintf":                    {Method: "Vprintf", Params: []gosrc.Kind{gosrc.U64, gosrc.U64}, Results: []gosrc.Kind{gosrc.I32}},
	"malloc":                     {Method: "Malloc", Params: []gosrc.Kind{gosrc.U64}, Results: []gosrc.Kind{gosrc.U64}},
	"free":                       {Method: "Free", Params: []gosrc.Kind{gosrc.U64}},
	"__nv_aligned_device_malloc": {Method: "MallocAligned", Params: []gosrc.Kind{gosrc.U64, gosrc.U64}, Results: []gosrc.Kind{gosrc.U64}},
	"__assertfail":               {Method: "AssertFail", Params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U32, gosrc.U64, gosrc.U64}},
	"memcpy":                     {Method: "Memmove", Params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U64}, Results: []gosrc.Kind{gosrc.U64}},
	"memmove":                    {Method: "Memmove", Params: []gosrc.Kind{gosrc.U64, gosrc.U64, gosrc.U64}, Results: []gosrc.Kind{gosrc.U64}},
	"memset":                     {Method: "Memset", Params: []gosrc.Kind{gosrc.U64, gosrc.U32, gosrc.U64}, Results: []gosrc.Kind{gosrc.U64}},
	"cudaGraphSetConditional":    {Method: "SetConditional", Params: []gosrc.Kind{gosrc.U64, gosrc.U32}},
}

// ExternOf returns how a function without a body is called.
func (g *Module) ExternOf(f *ir.Func) ExternFunc {
	if e, ok := g.Externs[f]; ok {
		return e
	}
	e, ok := deviceFuncs[f.Name]
	if !ok {
		panic("scalar: function " + f.Name + " has no body")
	}
	return e
}

// Call calls the function of a thread.
func (e *ExternFunc) Call(thread *jen.Statement, args []jen.Code) *jen.Statement {
	if e.Variable == "" {
		return thread.Dot(e.Method).Call(args...)
	}
	return jen.Id(e.Variable).Call(append([]jen.Code{thread.Dot("Caller").Call()}, args...)...)
}

// stmtExternCall prints the call of a function without a body.
func (g *funcGen) stmtExternCall(v *ir.Value) {
	e := g.mod.ExternOf(v.Attr.Func)
	var args []jen.Code
	for i, a := range v.Args {
		k := e.Params[i]
		if in := a.Args; a.Op == ir.OpBitcast && g.plan.inline[a.ID] && KindOf(in[0].Type).IsFloat() == k.IsFloat() {
			a = in[0] // there and back again
		}
		args = append(args, Carry(g.value(a), k).Code())
	}
	g.finishCall(v, e.Call(g.thread(), args), e.Results)
	if f := v.Attr.Func; f.NoReturn && e.Variable != "" {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.thread().Dot("Returned").Call(jen.Lit(f.Name))})
	}
}

// Carry gives an expression another carrier of its width: the same bits.
func Carry(x gosrc.Expr, k gosrc.Kind) gosrc.Expr {
	if x.Kind.IsFloat() != k.IsFloat() {
		x = gosrc.Bitcast(x, k)
	}
	if x.Kind.IsInt() && x.Kind.Bits() < k.Bits() {
		x = gosrc.Convert(x, x.Kind.AsUnsigned()) // a 32-bit address, of a function of the runtime
	}
	return gosrc.Convert(x, k)
}
