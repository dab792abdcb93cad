package codegen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Extern says how a function that the module declares without a body, and the
// program supplies, appears in the generated file: as a variable of a func type.
type Extern struct {
	Name string // in the PTX
	Var  string // the Go variable; "" derives it from the name

	// Typed says that Params and Results are given. Otherwise they follow from
	// the declaration, with unsigned integers: a .b32 is a uint32, whatever the
	// caller takes it for.
	Typed   bool
	Params  []ExternParam
	Results []string // Go types
}

// ExternParam is a parameter behind the thread.
type ExternParam struct{ Name, Type string }

// String returns the extern as ParseExtern reads it.
func (x Extern) String() string {
	s := x.Name
	if x.Var != "" {
		s += "=" + x.Var
	}
	if !x.Typed {
		return s
	}
	var params []string
	for _, p := range x.Params {
		params = append(params, strings.TrimSpace(p.Name+" "+p.Type))
	}
	s += "(" + strings.Join(params, ", ") + ")"
	switch len(x.Results) {
	case 0:
		return s
	case 1:
		return s + " " + x.Results[0]
	}
	return s + " (" + strings.Join(x.Results, ", ") + ")"
}

// ParseExtern reads NAME, or NAME=VAR with the name of the variable, either with
// a Go signature behind it, as in
//
//	lerp=Lerp(a, b, t float32) float32
func ParseExtern(s string) (Extern, error) {
	var x Extern
	fail := func(format string, args ...any) (Extern, error) {
		return Extern{}, fmt.Errorf("%q: %s", s, fmt.Sprintf(format, args...))
	}
	head, sig := s, ""
	if i := strings.IndexByte(s, '('); i >= 0 {
		head, sig = s[:i], s[i:]
	}
	head, x.Var, _ = strings.Cut(strings.TrimSpace(head), "=")
	x.Name = strings.TrimSpace(head)
	x.Var = strings.TrimSpace(x.Var)
	switch {
	case x.Name == "" || strings.ContainsAny(x.Name, " \t,)"):
		return fail("want the name of a function in the PTX, perhaps with a Go signature: name(a uint32, b float32) uint32")
	case strings.Contains(s[:len(s)-len(sig)], "=") && (!token.IsIdentifier(x.Var) || gosrc.Reserved(x.Var) || scalar.InBodies(x.Var)):
		return fail("%q cannot be the name of a Go variable", x.Var)
	case sig == "":
		return x, nil
	}
	x.Typed = true
	e, err := parser.ParseExpr("func" + sig)
	fn, ok := e.(*ast.FuncType)
	if err != nil || !ok || fn.TypeParams != nil {
		return fail("%s is not the signature of a Go function", sig)
	}
	seen := map[string]bool{}
	for _, field := range fn.Params.List {
		typ, err := externType(field.Type)
		if err != nil {
			return fail("%v", err)
		}
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{{}}
		}
		for _, n := range names {
			if n.Name != "" && n.Name != "_" && seen[n.Name] {
				return fail("two parameters are named %s", n.Name)
			}
			seen[n.Name] = true
			x.Params = append(x.Params, ExternParam{n.Name, typ})
		}
	}
	if fn.Results == nil {
		return x, nil
	}
	for _, field := range fn.Results.List {
		typ, err := externType(field.Type)
		if err != nil {
			return fail("%v", err)
		}
		for range max(len(field.Names), 1) {
			x.Results = append(x.Results, typ)
		}
	}
	return x, nil
}

// externType returns the name of a type that a value of PTX can have.
func externType(e ast.Expr) (string, error) {
	id, ok := e.(*ast.Ident)
	if !ok || gosrc.KindNamed(id.Name) == gosrc.NoKind {
		return "", fmt.Errorf("its types must be bool, float32, float64, or int8 to uint64")
	}
	return id.Name, nil
}

// CheckExterns compares externs with the declarations of a module.
func CheckExterns(m *ir.Module, list []Extern) error {
	vars := map[string]string{}
	for i, x := range list {
		at := slices.IndexFunc(m.Funcs, func(f *ir.Func) bool { return f.Name == x.Name })
		switch {
		case slices.ContainsFunc(list[:i], func(y Extern) bool { return y.Name == x.Name }):
			return fmt.Errorf("%s is there twice", x.Name)
		case x.Var != "" && vars[x.Var] != "":
			return fmt.Errorf("%s and %s have the same variable %s", vars[x.Var], x.Name, x.Var)
		case at < 0:
			return fmt.Errorf("%s has no function %s, or its kernels do not call it", m.Name, x.Name)
		case !m.Funcs[at].Extern:
			return fmt.Errorf("%s has a body in %s", x.Name, m.Name)
		}
		vars[x.Var] = x.Name
		if err := x.check(m.Funcs[at]); err != nil {
			return err
		}
	}
	return nil
}

// check compares a given signature with the declaration.
func (x *Extern) check(f *ir.Func) error {
	if !x.Typed {
		return nil
	}
	params := make([]string, len(x.Params))
	for i, p := range x.Params {
		params[i] = p.Type
	}
	for _, side := range []struct {
		what string
		got  []string
		want []ir.Type
	}{{"parameter", params, f.Args}, {"result", x.Results, f.Results}} {
		if len(side.got) != len(side.want) {
			return fmt.Errorf("%s has %s in the PTX, %d given", x.Name, diag.Count(len(side.want), side.what), len(side.got))
		}
		for i, typ := range side.got {
			want := scalar.KindOf(side.want[i])
			if k := gosrc.KindNamed(typ); k.Bits() != want.Bits() {
				return fmt.Errorf("%s: %s %d has %s in the PTX, which %s has not", x.Name, side.what, i+1, diag.Count(want.Bits(), "bit"), typ)
			}
		}
	}
	return nil
}

// function returns how Go code sees the function.
func (x *Extern) function(f *ir.Func) scalar.ExternFunc {
	var e scalar.ExternFunc
	for i, t := range f.Args {
		k, wish := scalar.KindOf(t), ""
		if x.Typed {
			k, wish = gosrc.KindNamed(x.Params[i].Type), x.Params[i].Name
		}
		if wish == "" || wish == "_" {
			wish = "a" + strconv.Itoa(i)
			if i < len(f.ArgNames) && f.ArgNames[i] != "" && f.ArgNames[i] != "_" {
				wish = scalar.ParamName(f.Name, f.ArgNames[i])
			}
		}
		e.Names = append(e.Names, wish)
		e.Params = append(e.Params, k)
	}
	for i, t := range f.Results {
		k := scalar.KindOf(t)
		if x.Typed {
			k = gosrc.KindNamed(x.Results[i])
		}
		e.Results = append(e.Results, k)
	}
	return e
}
