package codegen

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/argument"
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

// String returns the extern as ParseExterns reads it.
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

// ParseExterns reads a list of functions, separated by commas: NAME, or NAME=VAR with the
// name of the variable, either with a Go signature behind it, as in
//
//	lerp=Lerp(a, b, t float32) float32
//
// docs/TABLE.md describes the notation. Errors are those of package argument.
func ParseExterns(s string) ([]Extern, error) {
	parsed, err := argument.ParseExterns(s)
	if err != nil {
		return nil, err
	}
	var list []Extern
	for _, p := range parsed {
		x := Extern{Name: p.Name.Text, Typed: p.Typed}
		if v := p.Var; v != nil {
			x.Var = v.Text
			if !token.IsIdentifier(v.Text) || gosrc.Reserved(v.Text) || scalar.InBodies(v.Text) {
				return nil, argument.Errorf(s, v.At, "%q cannot be the name of a Go variable", v.Text)
			}
		}
		seen := map[string]bool{}
		for _, param := range p.Params {
			if err := checkExternParam(s, param); err != nil {
				return nil, err
			}
			name := param.Name
			if seen[name.Text] && name.Text != "" && name.Text != "_" {
				return nil, argument.Errorf(s, name.At, "two parameters are named %s", name.Text)
			}
			seen[name.Text] = true
			x.Params = append(x.Params, ExternParam{name.Text, param.Type.Text})
		}
		for _, result := range p.Results {
			if err := checkExternParam(s, result); err != nil {
				return nil, err
			}
			x.Results = append(x.Results, result.Type.Text)
		}
		list = append(list, x)
	}
	return list, nil
}

// checkExternParam makes sure that a value of PTX can have the type, and Go the name.
func checkExternParam(s string, p argument.Param) error {
	switch {
	case gosrc.KindNamed(p.Type.Text) == gosrc.NoKind:
		return argument.Errorf(s, p.Type.At, "a value of PTX cannot be %s: its types must be bool, float32, float64, or int8 to uint64", p.Type.Text)
	case p.Name.Text != "" && !token.IsIdentifier(p.Name.Text):
		return argument.Errorf(s, p.Name.At, "%q cannot be the name of a parameter in Go", p.Name.Text)
	}
	return nil
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
				return fmt.Errorf("%s: %s %d has %s in the PTX, and %s does not", x.Name, side.what, i+1, diag.Count(want.Bits(), "bit"), typ)
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
