package gosrc

import "github.com/dave/jennifer/jen"

// updates are the operators that Go has an assignment for.
var updates = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "&": true, "|": true, "^": true, "<<": true, ">>": true,
}

// Assign adds the right side of one assignment.
func (s *Stmt) Assign(x Expr) {
	s.RHS = append(s.RHS, x.Typed())
	s.plain = append(s.plain, x.Code())
	s.simple = len(s.RHS) == 1 && x.Atom
	s.single = Expr{}
	if len(s.RHS) == 1 {
		s.single = x
	}
}

// Shorten makes x op= y of x = x op y, and x++ of x = x + 1.
func (s *Stmt) Shorten(list []Expr) {
	if len(list) != 1 || s.LHS[0] == nil {
		return
	}
	x, w := list[0], s.LHS[0]
	if !updates[x.op] || x.Kind != w.Kind || x.l.of != w {
		return
	}
	s.op, s.simple = x.op+"=", false
	if x.r.IsConst && x.r.Kind.IsInt() && Truncate(x.r.Bits, x.r.Kind.Bits()) == 1 && (x.op == "+" || x.op == "-") {
		s.op, s.RHS, s.plain = x.op+x.op, nil, nil
		return
	}
	s.RHS, s.plain = []jen.Code{x.r.Code()}, nil
}
