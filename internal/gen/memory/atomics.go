package memory

// atomicType is an integer type with its atomic operations.
type atomicType struct {
	Go     string // the word in memory
	Atomic string // its name in sync/atomic
	Name   string // in the names of functions
	Ops    []atomicOp
}

// atomicOp is an operation on the old value o and the operand v, both of the
// type Go. Where Direct is given, it is the atomic form in one expression.
type atomicOp struct {
	Name   string
	Go     string
	Expr   string
	Direct string
	Doc    string
}

var atomicTypes = []atomicType{
	{"uint32", "Uint32", "U32", append(operations("U32", "uint32", "Uint32", "S32", "int32"),
		atomicOp{Name: "IncU32", Go: "uint32", Expr: "inc(o, v)", Doc: "adds 1, or wraps to 0 where the old value is v or more"},
		atomicOp{Name: "DecU32", Go: "uint32", Expr: "dec(o, v)", Doc: "subtracts 1, or wraps to v where the old value is 0 or more than v"})},
	{"uint64", "Uint64", "U64", operations("U64", "uint64", "Uint64", "S64", "int64")},
}

func operations(u, uGo, atomic, s, sGo string) []atomicOp {
	return []atomicOp{
		{"Add" + u, uGo, "o + v", "atomic.Add" + atomic + "(p, v) - v", "adds, modulo the width"},
		{"Min" + u, uGo, "min(o, v)", "", "takes the unsigned minimum"},
		{"Max" + u, uGo, "max(o, v)", "", "takes the unsigned maximum"},
		{"Min" + s, sGo, "min(o, v)", "", "takes the signed minimum"},
		{"Max" + s, sGo, "max(o, v)", "", "takes the signed maximum"},
		{"And" + u, uGo, "o & v", "atomic.And" + atomic + "(p, v)", "is a bitwise and"},
		{"Or" + u, uGo, "o | v", "atomic.Or" + atomic + "(p, v)", "is a bitwise or"},
		{"Xor" + u, uGo, "o ^ v", "", "is a bitwise exclusive or"},
		{"Exch" + u, uGo, "v", "atomic.Swap" + atomic + "(p, v)", "stores v"},
	}
}

const atomicsText = `package gen

import "sync/atomic"

// inc is the operation of atom.inc.
func inc(o, v uint32) uint32 {
	if o >= v {
		return 0
	}
	return o + 1
}

// dec is the operation of atom.dec.
func dec(o, v uint32) uint32 {
	if o == 0 || o > v {
		return v
	}
	return o - 1
}
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
