package frontend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// fitOperand says why an operand is not what a form takes there, "" where it
// is. The text follows "operand 2 (a) of add.f32".
func (k *checker) fitOperand(m *isa.Match, s *spec, o *Operand) string {
	if o.Kind == OpPair {
		return k.fitPair(m, s, o)
	}
	if s.Pair != nil && !s.PairOptional {
		return fmt.Sprintf("must be two destinations, %s|%s", s.Name, s.Pair.Name)
	}
	switch o.Kind {
	case OpSink:
		if s.Is(isa.KSink) {
			return ""
		}
		return "cannot be _"
	case OpName:
		return k.fitName(m, s, o)
	case OpConst:
		return k.fitConst(s, o)
	case OpAddr:
		return k.fitAddress(m, s, o)
	case OpIndex:
		if s.Is(isa.KAddr | isa.KVar) {
			return ""
		}
	case OpVec:
		return k.fitVector(m, s, o)
	case OpList:
		if s.Is(isa.KList) {
			return ""
		}
	}
	return "must be " + s.kinds()
}

// fitPair checks d|p.
func (k *checker) fitPair(m *isa.Match, s *spec, o *Operand) string {
	if s.Pair == nil {
		return "has one destination only"
	}
	first := *s
	first.Operand = &isa.Operand{}
	*first.Operand = *s.Operand
	first.Pair = nil
	if why := k.fitOperand(m, &first, &o.Elems[0]); why != "" {
		return why
	}
	second := spec{Operand: s.Pair, index: s.index, typ: s.second}
	k.blame = &o.Elems[1]
	if why := k.fitOperand(m, &second, &o.Elems[1]); why != "" {
		return "after the | " + why
	}
	return ""
}

// fitName checks a name: a register, a special register or a symbol.
func (k *checker) fitName(m *isa.Match, s *spec, o *Operand) string {
	if o.SReg != nil {
		return k.fitSReg(m, s, o)
	}
	switch sym := o.Sym.(type) {
	case *Reg:
		return k.fitReg(m, s, o, sym)
	case *Var:
		switch {
		case o.Neg:
			return "cannot be negated"
		case s.Is(isa.KVar) && m.Form.Opcode == "cvta":
			return spaceMisfit(m, o, sym)
		case s.Is(isa.KVar | isa.KTex | isa.KSurf | isa.KSampler):
			return fitAddressType(s)
		case s.Is(isa.KAddr):
			return fmt.Sprintf("must be an address in brackets, [%s]", o.Name)
		case s.Is(isa.KList):
			return "" // PTX 1.x: call (x), f, y
		}
	case *Func:
		if s.Is(isa.KFunc) {
			return fitAddressType(s)
		}
	case *Label:
		if s.Is(isa.KLabel) && m.Form.Opcode == "brx" {
			return fmt.Sprintf("must be a .branchtargets table, %s is a label", o.Name)
		}
		if s.Is(isa.KLabel) && m.Form.Opcode != "call" {
			return ""
		}
		if m.Form.Opcode == "mov" && !s.Dest && k.m.Version.Less(oldStructs) {
			return "cannot be a label: branches to an address in a register were never implemented"
		}
	case *Table:
		if s.Is(isa.KLabel) {
			return fitTable(m, sym)
		}
	}
	return fmt.Sprintf("must be %s, %s is %s", s.kinds(), o.Name, symbolKind(o.Sym))
}

// fitTable checks that the table is of the sort that the instruction uses.
func fitTable(m *isa.Match, t *Table) string {
	if branch := t.Kind == ".branchtargets"; branch == (m.Form.Opcode == "call") || m.Form.Opcode == "bra" {
		return fmt.Sprintf("cannot be a %s table", t.Kind)
	}
	return ""
}

// fitAddressType checks that the address of a symbol can have the type.
func fitAddressType(s *spec) string {
	if n := s.typ.Bits(); n != 0 && n < 32 || s.typ.IsFloat() || s.typ == isa.Pred {
		return fmt.Sprintf("is an address, which is no .%s", s.typ)
	}
	return ""
}

// fitReg checks a register.
func (k *checker) fitReg(m *isa.Match, s *spec, o *Operand, r *Reg) string {
	t := r.Var.Type
	vec := r.Var.Vec
	if r.Var.poisoned() {
		return ""
	}
	if o.Comp != "" && vec > 1 {
		vec = 1
	}
	if o.Const != nil && (s.Dest || !s.Is(isa.KReg) || vec > 1 || o.Neg || t.IsFloat() || t.IsPacked() || t == isa.Pred || s.typ.IsFloat()) {
		return "cannot have an offset"
	}
	if vec > 1 {
		switch {
		case s.scalar:
			return fmt.Sprintf("cannot be a vector of %d, the instruction has no .v%d", vec, vec)
		case !s.Is(isa.KVec):
			return fmt.Sprintf("must be %s, %s is a vector", s.kinds(), o.Name)
		case s.lens != nil && !slices.Contains(s.lens, vec):
			return fmt.Sprintf("must be a vector of %s, %s has %d elements", lensText(s.lens), o.Name, vec)
		}
		return typeMisfit(o, m.ElemType(s.index, vec), t, s.wide)
	}
	if o.Neg {
		switch {
		case s.Is(isa.KNeg) && t == isa.Pred:
		case m.Form.Opcode == "vmad" && t != isa.Pred:
		default:
			return "cannot be negated"
		}
	}
	if o.Comp != "" && r.Var.Vec <= 1 && !s.Is(isa.KSel|isa.KMask) {
		return fmt.Sprintf("cannot have the selector .%s", o.Comp)
	}
	if o.Comp != "" && r.Var.Vec <= 1 && !validSelector(m.Form.Opcode, o.Comp, s) {
		return fmt.Sprintf("has no selector .%s", o.Comp)
	}
	switch {
	case s.Is(isa.KPred) && t == isa.Pred:
		return ""
	case s.vector:
		return fmt.Sprintf("must be a vector of %d", m.VecLen())
	case s.Is(isa.KReg):
		if s.typ == isa.TypeNone && t == isa.Pred {
			return fmt.Sprintf("must be %s, %s is a predicate", s.kinds(), o.Name)
		}
		return typeMisfit(o, s.typ, t, s.wide)
	case s.Is(isa.KPred):
		return fmt.Sprintf("must be a predicate, %s is .%s", o.Name, t)
	case s.Is(isa.KAddr):
		return fmt.Sprintf("must be an address in brackets, [%s]", o.Name)
	case s.Is(isa.KTex | isa.KSurf | isa.KSampler | isa.KDesc | isa.KTensor):
		return ""
	case s.Is(isa.KVec):
		// A vector of one: some instructions take a scalar for it.
		if s.lens == nil || slices.Contains(s.lens, 1) {
			return typeMisfit(o, s.typ, t, s.wide)
		}
	}
	return "must be " + s.kinds()
}

// validSelector reports whether an operand of a video instruction may have a
// selector: a byte .b0 to .b3 or half .h0, .h1 in the scalar ones; in those on
// lanes the halves .h10 or bytes .b7654 of both sources that the lanes are, highest
// first, and for the destination a mask of lanes such as .b320.
func validSelector(opcode, sel string, s *spec) bool {
	size, lanes, parts := byte('b'), 4, "76543210"
	if strings.HasSuffix(opcode, "2") {
		size, lanes, parts = 'h', 2, "3210"
	}
	digits := sel[min(1, len(sel)):]
	switch {
	case s.Is(isa.KMask):
		// Each lane once, in order.
		return len(digits) > 0 && sel[0] == size && isSubsequence(digits, "3210"[4-lanes:])
	case strings.HasSuffix(opcode, "2"), strings.HasSuffix(opcode, "4"):
		return len(digits) == lanes && sel[0] == size && strings.Trim(digits, parts) == ""
	}
	return len(sel) == 2 && (sel[0] == 'b' && sel[1] >= '0' && sel[1] <= '3' || sel == "h0" || sel == "h1")
}

// isSubsequence reports whether the bytes of s occur in t in the same order.
func isSubsequence(s, t string) bool {
	for i := range t {
		if s != "" && s[0] == t[i] {
			s = s[1:]
		}
	}
	return s == ""
}

// typeMisfit says why a register of type reg cannot be an operand of type want.
func typeMisfit(o *Operand, want, reg isa.Type, wide bool) string {
	switch {
	case want == isa.TypeNone:
		return ""
	case isa.Compatible(want, reg), wide && isa.CompatibleWide(want, reg):
		return ""
	// An f16 lives in a 16-bit integer register where the compiler is older than
	// the type, and a packed pair in a 32-bit one.
	case reg.IsInt() && !reg.IsPacked() && reg.Bits() == want.Bits() && (want == isa.F16 || want == isa.F16x2 || want.IsAlternate()):
		return ""
	// mov packs and unpacks bytes in registers of 16 bits.
	case want == isa.B8 && !reg.IsFloat() && reg.Bits() == 16:
		return ""
	}
	return fmt.Sprintf("must be .%s, %s is .%s", want, o.Name, reg)
}

// fitSReg checks a special register. A 32-bit one may be read as 16 bits and a
// 64-bit one as 16 or 32: the registers were narrower in older versions.
func (k *checker) fitSReg(m *isa.Match, s *spec, o *Operand) string {
	t := o.SReg.Type
	switch {
	case o.Neg && !(t == isa.Pred && s.Is(isa.KNeg)):
		return "cannot be negated"
	case s.Dest || !s.Is(isa.KSReg|isa.KPred):
		return fmt.Sprintf("must be %s, %s is a special register", s.kinds(), o.Name)
	case t == isa.Pred || s.typ == isa.Pred:
		if t == s.typ {
			return ""
		}
	case o.SReg.Vector && o.Comp == "":
		if s.Is(isa.KVec) {
			return ""
		}
		return fmt.Sprintf("must be a scalar, %s is a vector", o.Name)
	case s.typ == isa.TypeNone, isa.Compatible(s.typ, t), s.wide && isa.CompatibleWide(s.typ, t):
		return ""
	case !s.typ.IsFloat() && !s.typ.IsPacked() && s.typ.Bits() <= t.Bits():
		return ""
	}
	return fmt.Sprintf("must be .%s, %s is .%s", s.typ, o.Name, t)
}

// fitConst checks a constant.
func (k *checker) fitConst(s *spec, o *Operand) string {
	c := o.Const
	if c.Kind == ConstAddr {
		if c.Mask != 0 {
			return "cannot be a masked address"
		}
		if s.Is(isa.KVar | isa.KImm) {
			return fitAddressType(s)
		}
		return "must be " + s.kinds()
	}
	// A constant may stand for a predicate: vote.ballot.b32 d, 1.
	if !s.Is(isa.KImm) && !(s.Is(isa.KPred) && !s.Dest) {
		return "must be " + s.kinds() + ", not a constant"
	}
	if s.vector {
		return fmt.Sprintf("must be a vector of %d, not a constant", s.length)
	}
	if why := constMisfit(c, s.typ); why != "" {
		return why
	}
	v, isInt := c.Int()
	switch {
	case !isInt:
	case s.Values != nil && !slices.Contains(s.Values, v):
		return fmt.Sprintf("must be %s", valuesText(s.Values))
	case s.Range != nil && (v < s.Range[0] || v > s.Range[1]):
		return fmt.Sprintf("must be between %d and %d", s.Range[0], s.Range[1])
	}
	return ""
}

// constMisfit says why a number cannot be a value of a type.
func constMisfit(c *Const, t isa.Type) string {
	switch {
	case c.isInt():
		return ""
	case t == isa.TypeNone:
		return "must be an integer"
	case t.IsFloat():
		return ""
	case t == isa.B32 && c.Kind == ConstF32, t == isa.B64 && c.Kind == ConstF64:
		return "" // the bits of the number
	case t == isa.Pred:
		return "must be an integer, zero for false"
	}
	return fmt.Sprintf("must be an integer, %s is a floating-point number", c.Text)
}

// warnConst warns of a constant that loses bits.
func (k *checker) warnConst(s *spec, o *Operand) {
	if o.Kind == OpVec {
		for i := range o.Elems {
			k.warnConst(s, &o.Elems[i])
		}
		return
	}
	if o.Kind == OpConst {
		warnConst(k.l, o.Const, s.typ)
	}
}

// warnConst warns of an integer constant that loses bits as a value of type t,
// or that is converted to a float.
func warnConst(l *diag.List, c *Const, t isa.Type) {
	if !c.isInt() || t == isa.TypeNone || t == isa.Pred {
		return
	}
	d := diag.Diagnostic{Pos: c.Pos, Len: max(1, len(c.Text)), Severity: diag.Warning, Code: "range"}
	switch {
	case t.IsFloat() && !t.IsAlternate() && !t.IsPacked():
		d.Msg = fmt.Sprintf("the integer %s is converted to .%s by value", c.Text, t)
	case !fits(c, t.Bits()):
		d.Msg = fmt.Sprintf("%s does not fit in .%s and is truncated", c.Text, t)
	default:
		return
	}
	l.Add(d)
}

// fitAddress checks [address].
func (k *checker) fitAddress(m *isa.Match, s *spec, o *Operand) string {
	const handles = isa.KTex | isa.KSurf | isa.KSampler | isa.KTensor
	if !s.Is(isa.KAddr | handles) {
		return "must be " + s.kinds() + ", not an address in brackets"
	}
	if o.Unified && !s.Unified {
		return "cannot be .unified"
	}
	if s.Unified && !o.Unified {
		return "must be .unified"
	}
	if len(o.Elems) > 0 && !s.Is(handles) && m.Form.Opcode != "fabric" && m.Form.Tier < 2 {
		return "must be one address"
	}
	v, ok := o.Sym.(*Var)
	if !ok || s.Is(handles) {
		return ""
	}
	if why := k.oneWay(m.Form.Opcode, v); why != "" {
		return why
	}
	return spaceMisfit(m, o, v)
}

// spaceMisfit checks the space of a variable against that of the instruction.
func spaceMisfit(m *isa.Match, o *Operand, v *Var) string {
	space := m.Space()
	switch {
	case space == isa.SpaceNone || v.Space == space || v.Type.IsOpaque():
		return ""
	// Kernel parameters lie in the constant bank of the first GPUs, and the
	// .shared formals of a function have the space of a parameter.
	case space == isa.SpaceParam && v.Space == isa.SpaceParam:
		return ""
	case m.Form.Tier >= 2: // such as cp.async, with two addresses
		return ""
	}
	return fmt.Sprintf("must be in .%s, %s is in .%s", space, o.Name, v.Space)
}

// fitVector checks { a, b }.
func (k *checker) fitVector(m *isa.Match, s *spec, o *Operand) string {
	n := len(o.Elems)
	if n == 0 {
		return "is an empty list"
	}
	if n == 1 && s.Is(isa.KReg) && m.VecLen() == 1 {
		return k.fitElement(s, &o.Elems[0], s.typ) // Triton writes { %r1 } for %r1
	}
	if !s.Is(isa.KVec) && !(s.Is(isa.KTensor|isa.KTex|isa.KSurf) && !s.Is(isa.KReg)) {
		return "must be " + s.kinds() + ", not a list"
	}
	if s.scalar {
		return fmt.Sprintf("cannot be a list of %d, the instruction has no .v%d", n, n)
	}
	if s.lens != nil && !slices.Contains(s.lens, n) {
		return fmt.Sprintf("must have %s elements, not %d", lensText(s.lens), n)
	}
	t := m.ElemType(s.index, n)
	if t == isa.TypeNone && s.typ != isa.TypeNone {
		return fmt.Sprintf("cannot have %d elements, which would have %d bits", n, s.typ.Bits()/n)
	}
	for i := range o.Elems {
		if why := k.fitElement(s, &o.Elems[i], t); why != "" {
			k.blame = &o.Elems[i]
			return fmt.Sprintf("has element %d, which %s", i+1, why)
		}
	}
	return ""
}

// fitElement checks one element of a vector.
func (k *checker) fitElement(s *spec, e *Operand, t isa.Type) string {
	switch {
	case e.Kind == OpSink:
		return "" // an element that is not wanted
	case e.Kind == OpConst && !s.Dest:
		if e.Const.Kind == ConstAddr {
			return "must be a register or a number"
		}
		return constMisfit(e.Const, t)
	case e.Kind != OpName:
		return "must be a register"
	case e.SReg != nil && !s.Dest:
		return ""
	}
	r, ok := e.Sym.(*Reg)
	switch {
	case !ok:
		return "must be a register"
	case e.Neg:
		return "cannot be negated"
	case r.Var.Vec > 1 && e.Comp == "":
		return "must be a scalar"
	}
	return typeMisfit(e, t, r.Var.Type, s.wide)
}

// takes reports whether the form takes operands of that sort, whatever their
// types.
func (s *spec) takes(o *Operand) bool {
	switch o.Kind {
	case OpPair:
		return s.Pair != nil
	case OpSink:
		return s.Is(isa.KSink)
	case OpConst:
		return s.Is(isa.KImm)
	case OpAddr:
		return s.Is(isa.KAddr | isa.KTex | isa.KSurf | isa.KTensor)
	case OpIndex:
		return s.Is(isa.KAddr | isa.KVar)
	case OpVec:
		return s.Is(isa.KVec)
	case OpList:
		return s.Is(isa.KList)
	}
	if o.SReg != nil {
		return s.Is(isa.KSReg)
	}
	switch o.Sym.(type) {
	case *Reg:
		return s.Is(isa.KReg | isa.KPred | isa.KVec)
	case *Var:
		return s.Is(isa.KVar)
	case *Func:
		return s.Is(isa.KFunc)
	}
	return s.Is(isa.KLabel)
}

// kinds names what a form takes, for diagnostics.
func (s *spec) kinds() string {
	var parts []string
	add := func(k isa.OperandKind, name string) {
		if s.Is(k) {
			parts = append(parts, name)
		}
	}
	switch {
	case s.Is(isa.KReg) && s.typ != isa.TypeNone:
		parts = append(parts, "a register of type ."+s.typ.String())
	case s.Is(isa.KReg):
		parts = append(parts, "a register")
	}
	add(isa.KPred, "a predicate")
	add(isa.KImm, "a constant")
	add(isa.KAddr, "an address in brackets")
	add(isa.KVec, "a list in braces")
	add(isa.KVar, "a variable")
	add(isa.KLabel, "a label")
	add(isa.KFunc, "a function")
	add(isa.KList, "a list in parentheses")
	add(isa.KTex, "a texture")
	add(isa.KSampler, "a sampler")
	add(isa.KSurf, "a surface")
	add(isa.KTensor, "a tensor in brackets")
	add(isa.KDesc, "a descriptor")
	add(isa.KSink, "_")
	if len(parts) == 0 {
		return "something else"
	}
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], ", ") + " or " + parts[n]
	}
	return parts[0]
}

func lensText(lens []int) string {
	var s []string
	for _, n := range lens {
		s = append(s, itoa(n))
	}
	return strings.Join(s, " or ")
}

func valuesText(vs []int64) string {
	var s []string
	for _, n := range vs {
		s = append(s, fmt.Sprint(n))
	}
	return strings.Join(s, " or ")
}
