package frontend

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Call is the parts of a call instruction (section 9.7.12.5).
type Call struct {
	Results []Operand // what is written, nil where no list is
	Target  *Operand  // a function, or a register for an indirect call
	Args    []Operand
	// Table is the .calltargets, .callprototype or function table of an
	// indirect call; nil for a direct one.
	Table *Operand
	// Callee is the function that is called, nil for an indirect call.
	Callee *Func
	// Proto is the signature: Callee, or that of the prototype or of the first
	// target of the table. It is nil where an indirect call names a table that
	// is a variable.
	Proto *Func
}

// CallOf takes a call instruction of a checked module apart.
func CallOf(in *Inst) Call {
	var c Call
	ops := in.Ops
	if len(ops) > 0 && ops[0].Kind == OpList {
		c.Results, ops = ops[0].list(), ops[1:]
	}
	if len(ops) > 0 {
		c.Target, ops = &ops[0], ops[1:]
	}
	if len(ops) > 0 && ops[0].Kind == OpList {
		c.Args, ops = ops[0].list(), ops[1:]
	}
	if len(ops) > 0 {
		c.Table = &ops[0]
	}
	if c.Target == nil {
		return c
	}
	if f, ok := c.Target.Sym.(*Func); ok {
		c.Callee, c.Proto = f, f
		return c
	}
	if c.Table != nil {
		if t, ok := c.Table.Sym.(*Table); ok {
			c.Proto = t.Proto
			if len(t.Names) > 0 {
				c.Proto, _ = t.Names[0].Sym.(*Func)
			}
		}
	}
	return c
}

// list returns the elements of an argument list, not nil even if there are
// none: call f, () has arguments, in a way.
func (o *Operand) list() []Operand {
	if o.Elems == nil {
		return []Operand{}
	}
	return o.Elems
}

// call resolves a call and checks its arguments and results against the
// signature.
func (k *checker) call(in *Inst, h *head) {
	c := CallOf(in)
	if msg := c.shape(in); msg != "" {
		k.errorf(in.Pos, headLen(in), "operand", "%s", msg)
		return
	}
	switch sym := c.Target.Sym.(type) {
	case *Func:
		switch {
		case sym.Entry:
			k.errorf(c.Target.Pos, c.Target.width(), "operand", "%s is a kernel and cannot be called", c.Target.Name)
			return
		case c.Table != nil:
			k.errorf(c.Table.Pos, c.Table.width(), "operand", "a direct call has no table or prototype")
			return
		}
	case *Reg:
		if !k.indirect(&c, sym) {
			return
		}
	default:
		k.errorf(c.Target.Pos, c.Target.width(), "operand", "%s is %s, not a function", c.Target.Name, symbolKind(sym))
		return
	}
	for _, m := range h.matches {
		if c.isForm(m.Form) {
			if g := k.gateOf(m); g != nil {
				k.gateError(in, g)
				return
			}
			in.Match = m
			break
		}
	}
	if in.Match == nil {
		panic("frontend: no form of call for " + k.m.File.LineText(k.m.File.Line(in.Pos)))
	}
	for i := range in.Ops {
		k.gateSReg(&in.Ops[i])
	}
	if c.Proto == nil || c.Proto.badParams {
		return
	}
	k.arguments(&c, "result", c.Results, c.Proto.Results, false)
	k.arguments(&c, "argument", c.Args, c.Proto.Params, c.Proto.Variadic)
}

// shape says what is wrong with the operands as they are written: the order is
// (results), target, (arguments), table.
func (c *Call) shape(in *Inst) string {
	n := 0
	if c.Target != nil {
		n++
	}
	if c.Table != nil {
		n++
	}
	for i := range in.Ops {
		if in.Ops[i].Kind == OpList {
			n++
		}
	}
	switch {
	case c.Target == nil || c.Target.Kind != OpName || c.Target.Neg || c.Target.Comp != "" || c.Target.Const != nil:
		return "call needs the name of a function or a register"
	case n != len(in.Ops) || c.Table != nil && c.Table.Kind != OpName:
		return "the operands of call are (results), function, (arguments), table"
	}
	return ""
}

// indirect checks the register and the table of an indirect call.
func (k *checker) indirect(c *Call, r *Reg) bool {
	if t := r.Var.Type; r.Var.poisoned() {
	} else if t.IsFloat() || t.Bits() != 32 && t.Bits() != 64 || r.Var.Vec > 1 {
		k.errorf(c.Target.Pos, c.Target.width(), "type", "the address of a function must be an integer of 32 or 64 bits, %s is .%s", c.Target.Name, t)
		return false
	}
	if c.Table == nil {
		k.hintf(c.Target.Pos, c.Target.width(), "operand", "name a .callprototype or .calltargets after the arguments",
			"an indirect call needs a prototype")
		return false
	}
	switch t := c.Table.Sym.(type) {
	case *Var:
		if t.Space == isa.SpaceGlobal || t.Space == isa.SpaceConst {
			return true
		}
	case *Table:
		if t.Kind != ".branchtargets" {
			return true
		}
	}
	k.errorf(c.Table.Pos, c.Table.width(), "operand", "%s is neither a prototype nor a table of functions", c.Table.Name)
	return false
}

// isForm reports whether a form of the table is one for this call. The forms of
// an indirect call differ in nothing but the sort of table.
func (c *Call) isForm(f *isa.Form) bool {
	direct, lists := false, 0
	for i := range f.Operands {
		switch o := &f.Operands[i]; {
		case o.Is(isa.KFunc):
			direct = true
		case o.Is(isa.KList):
			lists++
		}
	}
	want := 0 // call f; call f, (a); call (r), f, (a)
	if c.Args != nil {
		want = 1
	}
	if c.Results != nil {
		want = 2
	}
	return direct == (c.Callee != nil) && (!direct || lists == want)
}

// arguments checks a list of arguments or results against the declared ones.
func (k *checker) arguments(c *Call, what string, args []Operand, formals []*Var, variadic bool) {
	least := len(formals)
	if variadic {
		least--
	}
	if len(args) < least || len(args) > len(formals) {
		k.l.Add(diag.Diagnostic{Pos: c.Target.Pos, Len: c.Target.width(), Code: "operand",
			Msg:  fmt.Sprintf("%s has %s, this call gives %d", c.Target.Name, diag.Count(len(formals), what), len(args)),
			Hint: k.declaredAt(c.Proto)})
		return
	}
	for i := range args {
		if args[i].Kind == OpConst && args[i].Const.Kind != ConstAddr {
			warnConst(k.l, args[i].Const, formals[i].Type)
		}
		if v, ok := args[i].Sym.(*Var); ok && k.fn != nil && slices.Contains(k.fn.Params, v) {
			k.m.lenient.note(args[i].Pos, args[i].width(), "a parameter that is handed on", "ptxas takes .param variables of the body only")
		}
		if why := argMisfit(&args[i], formals[i], what == "result", variadic && i == len(formals)-1); why != "" {
			k.l.Add(diag.Diagnostic{Pos: args[i].Pos, Len: args[i].width(), Code: "type",
				Msg:  fmt.Sprintf("%s %d of the call of %s %s", what, i+1, c.Target.Name, why),
				Hint: k.declaredAt(c.Proto)})
		}
	}
}

func (k *checker) declaredAt(f *Func) string {
	return fmt.Sprintf("it is declared in line %d", k.m.line(f.Pos))
}

// argMisfit says why an argument does not go with a formal parameter, "" where
// it does.
func argMisfit(a *Operand, f *Var, result, variadic bool) string {
	switch a.Kind {
	case OpSink:
		if result {
			return ""
		}
		return "cannot be _"
	case OpConst:
		switch {
		case result:
			return "cannot be a constant"
		case len(f.Dims) > 0 || f.Vec > 1:
			return "cannot be a constant, it is an array"
		case a.Const.Kind == ConstAddr:
			return ""
		}
		return constMisfit(a.Const, f.Type)
	case OpName:
	default:
		return "must be a register, a constant or a .param variable"
	}
	switch s := a.Sym.(type) {
	case *Reg:
		return regArgMisfit(a, s, f)
	case *Var:
		if s.poisoned() {
			return ""
		}
		if s.Space != isa.SpaceParam {
			if f.Space == isa.SpaceReg && !result {
				return "" // the address of a variable
			}
			return fmt.Sprintf("must be a .param variable, %s is in .%s", a.Name, s.Space)
		}
		switch {
		case variadic:
		case s.Size() != f.Size():
			return fmt.Sprintf("has %s, the declared one has %d", diag.Count(int(s.Size()), "byte"), f.Size())
		case len(s.Dims) > 0 && len(f.Dims) > 0 && s.Align != f.Align:
			return fmt.Sprintf("is aligned to %s, the declared one to %d", diag.Count(s.Align, "byte"), f.Align)
		}
		return ""
	case *Func:
		if !result {
			return ""
		}
	case nil:
		if a.SReg != nil && !result {
			return ""
		}
	}
	return "must be a register, a constant or a .param variable"
}

func regArgMisfit(a *Operand, r *Reg, f *Var) string {
	if len(f.Dims) > 0 {
		return "must be a .param variable, since it is an array"
	}
	t := r.Var.Type
	if r.Var.poisoned() {
		return ""
	}
	if t == isa.Pred != (f.Type == isa.Pred) {
		return fmt.Sprintf("must be .%s, %s is .%s", f.Type, a.Name, t)
	}
	// Some compilers pass what has less than 32 bits in wider registers.
	if isa.Compatible(f.Type, t) || f.Type.Bits() < 32 && isa.CompatibleWide(f.Type, t) {
		return ""
	}
	return fmt.Sprintf("must be .%s, %s is .%s", f.Type, a.Name, t)
}
