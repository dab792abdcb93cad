// Package cxx reads the symbols of C++, as the Itanium ABI mangles names: what a function or
// a variable is called, where it is declared, and what types it is declared with. How
// a name is spelled is for github.com/ianlancetaylor/demangle; this package says what it
// means to who calls the function from another language.
package cxx

import (
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Symbol is what a symbol says.
type Symbol struct {
	Text  string   // as C++ spells it: void foo::step<float>(float*, int)
	Plain string   // without the parameters and the result: foo::step<float>
	Scope []string // namespaces, classes and functions around it; "" for an anonymous namespace
	Name  string   // without scope and template arguments
	Args  []Arg    // template arguments

	Rust bool // it is one of Rust, in the mangling of C++: nothing else is known of it

	// Params are the types of the parameters of a function. It is nil where the symbol is
	// that of a variable or tells no types.
	Params []*Type
}

// Arg is a template argument: a type or a value.
type Arg struct {
	Type  *Type  // of a value the type that a cast spells, or nil
	Value string // "" for a type
}

// The limits of what is read. Substitutions make trees of a symbol that grow exponentially
// with its length.
const (
	maxSymbol  = 1 << 14
	maxNodes   = 1 << 12
	maxTextPow = 12 // of two: the length of Text
)

// hashed is the last part of a symbol in the scheme that Rust had: the same mangling,
// where a hash follows the name.
var hashed = regexp.MustCompile(`^h[0-9a-f]{16}$`)

// Parse returns what a symbol says, nil for one that is not mangled or says nothing that has
// a name, as that of a table of virtual functions.
func Parse(symbol string) *Symbol {
	if !strings.HasPrefix(symbol, "_Z") || len(symbol) > maxSymbol {
		return nil
	}
	tree, err := demangle.ToAST(stem(symbol), demangle.NoRust)
	if err != nil {
		return nil
	}
	r := &reader{left: maxNodes}
	s := r.symbol(tree)
	if s == nil || r.left < 0 {
		return nil
	}
	s.Text = demangle.ASTToString(tree, demangle.MaxLength(maxTextPow))
	if n := len(s.Scope); n > 0 && hashed.MatchString(s.Name) {
		s.Text, s.Plain = strings.TrimSuffix(s.Text, "::"+s.Name), strings.TrimSuffix(s.Plain, "::"+s.Name)
		s.Name, s.Scope, s.Params, s.Rust = s.Scope[n-1], s.Scope[:n-1], nil, true
	}
	return s
}

// copied is what compilers put behind the symbol of a part or a copy, where an assembler takes no dots.
var copied = regexp.MustCompile(`_\$_[\w$]*$`)

// stem is a symbol without that.
func stem(symbol string) string { return copied.ReplaceAllString(symbol, "") }

// reader takes the tree of a symbol apart. It visits no more nodes than are left.
type reader struct{ left int }

// visit counts a node, and reports whether it may be visited.
func (r *reader) visit() bool {
	r.left--
	return r.left >= 0
}

// symbol reads the tree of a whole symbol.
func (r *reader) symbol(a demangle.AST) *Symbol {
	s := &Symbol{}
	name := a
	if t, ok := a.(*demangle.Typed); ok {
		name = t.Name
		typ := t.Type
		if m, ok := typ.(*demangle.MethodWithQualifiers); ok {
			typ = m.Method
		}
		if f, ok := typ.(*demangle.FunctionType); ok {
			s.Params = []*Type{}
			for _, x := range f.Args {
				s.Params = append(s.Params, r.types(x)...)
			}
		}
	}
	if !r.name(s, name) || s.Name == "" {
		return nil
	}
	s.Plain = demangle.ASTToString(name, demangle.MaxLength(maxTextPow))
	return s
}

// name reads a name with its scope. It reports false for what has no name.
func (r *reader) name(s *Symbol, a demangle.AST) bool {
	if !r.visit() {
		return false
	}
	switch a := a.(type) {
	case *demangle.Name:
		s.Name = a.Name
	case *demangle.Qualified:
		outer := &Symbol{}
		if !r.name(outer, a.Scope) {
			return false
		}
		s.Scope = append(outer.Scope, outer.Name)
		return r.name(s, a.Name)
	case *demangle.Template:
		if !r.name(s, a.Name) {
			return false
		}
		s.Args = r.args(a.Args)
	case *demangle.Typed: // the function around a local name
		return r.name(s, a.Name)
	case *demangle.TaggedName:
		return r.name(s, a.Name)
	case *demangle.ModuleEntity:
		return r.name(s, a.Name)
	case *demangle.Friend:
		return r.name(s, a.Name)
	case *demangle.Constraint:
		return r.name(s, a.Name)
	case *demangle.MethodWithQualifiers:
		return r.name(s, a.Method)
	case *demangle.Constructor:
		return r.name(s, a.Name)
	case *demangle.Destructor:
		if !r.name(s, a.Name) {
			return false
		}
		s.Name = "delete_" + s.Name
	case *demangle.Operator:
		s.Name = "operator_" + operatorWord(a.Name)
	case *demangle.Cast:
		s.Name = "to_" + r.typ(a.To).Word()
	case *demangle.Closure:
		s.Name = "lambda" + number(a.Num+1)
	case *demangle.UnnamedType:
		s.Name = "unnamed" + number(a.Num+1)
	default:
		return false
	}
	if s.Name == anonymous || strings.HasPrefix(s.Name, internal) {
		s.Name = ""
	}
	return true
}

// anonymous is how an anonymous namespace is spelled.
const anonymous = "(anonymous namespace)"

// internal begins the namespaces in which compilers of NVIDIA put what others have in anonymous ones. Behind
// it is the name of a temporary file.
const internal = "_INTERNAL_"

// args reads template arguments. Those of a pack count like others.
func (r *reader) args(list []demangle.AST) []Arg {
	var out []Arg
	for _, a := range list {
		if !r.visit() {
			return nil
		}
		switch a := a.(type) {
		case *demangle.ArgumentPack:
			out = append(out, r.args(a.Args)...)
		case *demangle.Literal:
			out = append(out, r.literal(a))
		case *demangle.Unary: // the address of something
			s := &Symbol{}
			if r.name(s, a.Expr) {
				out = append(out, Arg{Value: s.Name})
				continue
			}
			out = append(out, Arg{Value: spelled(a)})
		default:
			t := r.typ(a)
			if t.Kind == Other {
				out = append(out, Arg{Value: spelled(a)})
				continue
			}
			out = append(out, Arg{Type: t})
		}
	}
	return out
}

// literal reads a number, a truth value or a value of an enumeration.
func (r *reader) literal(a *demangle.Literal) Arg {
	t := r.typ(a.Type)
	v := a.Val
	if a.Neg {
		v = "-" + v
	}
	switch {
	case t.Kind == Bool && v == "0":
		return Arg{Value: "false"}
	case t.Kind == Bool:
		return Arg{Value: "true"}
	case t.Kind == Named:
		return Arg{Type: t, Value: v}
	}
	return Arg{Value: v}
}

func spelled(a demangle.AST) string {
	return demangle.ASTToString(a, demangle.MaxLength(8))
}
