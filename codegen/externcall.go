package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

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
