package memory

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// word is a word of memory with its atomic operations.
type word struct {
	Go     string // its type
	Atomic string // its name in sync/atomic
	Name   string // in the names of functions
	Ops    []atomicOp
}

// atomicOp is an operation on the old value o and the operand v, both of the type Go. Where
// Direct is given, it is the atomic form in one expression.
type atomicOp struct {
	Name   string
	Go     string
	Expr   string
	Direct string
	Doc    string
}

// expressions are the operations of the SSA form in Go.
var expressions = map[ir.Op]string{
	ir.OpAdd: "o + v", ir.OpAnd: "o & v", ir.OpOr: "o | v", ir.OpXor: "o ^ v",
	ir.OpMinS: "min(o, v)", ir.OpMinU: "min(o, v)", ir.OpMaxS: "max(o, v)", ir.OpMaxU: "max(o, v)",
}

// directs are those that sync/atomic has.
var directs = map[ir.Op]string{
	ir.OpAdd: "atomic.Add%s(p, v) - v", ir.OpAnd: "atomic.And%s(p, v)", ir.OpOr: "atomic.Or%s(p, v)",
}

// words returns the words of 32 and 64 bits with the operations of integers that the table of
// package ir has.
func words(v *tree.View) ([]word, error) {
	list, err := v.Funcs("runtime/intops")
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, fd := range list {
		has[fd.Name.Name] = tree.Exported(fd)
	}
	all := []word{{Go: "uint32", Atomic: "Uint32", Name: "U32"}, {Go: "uint64", Atomic: "Uint64", Name: "U64"}}
	for _, a := range ir.Atoms() {
		if a.Float() || a.Compares() || a.OnBarrier() {
			continue
		}
		found := false
		for i, t := range []ir.Type{ir.I32, ir.I64} {
			w := &all[i]
			op := atomicOp{Name: a.Base() + w.Name, Go: w.Go, Doc: a.Does()}
			if a.Signed() {
				op.Name, op.Go = fmt.Sprintf("%sS%d", a.Base(), t.Bits()), w.Go[1:]
			}
			switch fn := a.Func(t); {
			case a.Replaces():
				op.Expr, op.Direct = "v", "atomic.Swap"+w.Atomic+"(p, v)"
			case fn != "" && has[fn]:
				op.Expr = "intops." + fn + "(o, v)"
			case fn != "":
				continue
			default:
				if op.Expr = expressions[a.Op()]; op.Expr == "" {
					return nil, v.Find("lower/ir", a.Name(), "internal/gen/memory does not know its operation in Go")
				}
				if d := directs[a.Op()]; d != "" {
					op.Direct = fmt.Sprintf(d, w.Atomic)
				}
			}
			found = true
			w.Ops = append(w.Ops, op)
		}
		if !found {
			return nil, v.Find("lower/ir", a.Name(), fmt.Sprintf("there is no function %s, nor for 64 bits, in runtime/intops", a.Func(ir.I32)))
		}
	}
	return all, nil
}

const atomicsText = `package gen

import (
	"sync/atomic"

	"github.com/ptx2go/ptx2go/runtime/intops"
)
{{range $t := .}}
// AtomCAS{{.Name}} stores v where the word is cmp.
func AtomCAS{{.Name}}(p *{{.Go}}, cmp, v {{.Go}}) {{.Go}} {
	for {
		if o := atomic.Load{{.Atomic}}(p); o != cmp {
			return o
		}
		if atomic.CompareAndSwap{{.Atomic}}(p, cmp, v) {
			return cmp
		}
	}
}

// PlainCAS{{.Name}} is AtomCAS{{.Name}} on memory that one goroutine owns.
func PlainCAS{{.Name}}(p *{{.Go}}, cmp, v {{.Go}}) {{.Go}} {
	o := *p
	if o == cmp {
		*p = v
	}
	return o
}
{{range .Ops}}
// Atom{{.Name}} {{.Doc}}.
func Atom{{.Name}}(p *{{$t.Go}}, v {{.Go}}) {{.Go}} {
{{- if .Direct}}
	return {{.Direct}}
{{- else}}
	for {
		w := atomic.Load{{$t.Atomic}}(p)
		o := {{.Go}}(w)
		if atomic.CompareAndSwap{{$t.Atomic}}(p, w, {{$t.Go}}({{.Expr}})) {
			return o
		}
	}
{{- end}}
}

// Plain{{.Name}} is Atom{{.Name}} on memory that one goroutine owns.
func Plain{{.Name}}(p *{{$t.Go}}, v {{.Go}}) {{.Go}} {
	o := {{.Go}}(*p)
	*p = {{$t.Go}}({{.Expr}})
	return o
}
{{end}}{{end}}`
