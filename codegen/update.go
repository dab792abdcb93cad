package codegen

import "github.com/dave/jennifer/jen"

// updates are the operators that Go has an assignment for.
var updates = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "&": true, "|": true, "^": true, "<<": true, ">>": true,
}

// assigns adds the right side of one assignment.
func (s *stmt) assigns(x expr) {
	s.rhs = append(s.rhs, x.typed())
	s.plain = append(s.plain, x.jen())
	s.simple = len(s.rhs) == 1 && x.atom
}

// shorten makes x op= y of x = x op y, and x++ of x = x + 1.
func (s *stmt) shorten(list []expr) {
	if len(list) != 1 || s.lhs[0] == nil {
		return
	}
	x, w := list[0], s.lhs[0]
	if !updates[x.op] || x.kind != w.kind || x.l.of != w {
		return
	}
	s.op, s.simple = x.op+"=", false
	if x.r.isConst && x.r.kind.isInt() && truncate(x.r.bits, x.r.kind.bits()) == 1 && (x.op == "+" || x.op == "-") {
		s.op, s.rhs, s.plain = x.op+x.op, nil, nil
		return
	}
	s.rhs, s.plain = []jen.Code{x.r.jen()}, nil
}
