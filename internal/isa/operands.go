package isa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The operands column describes the operands that the syntax names: entries
// "name:kind|kind(args)" separated by blanks. Kinds: r register, i immediate, ri
// both, sr special register, m address, vec braces, pred, !pred (may be
// negated), _ sink, var, label, func, list, tex, sampler, surf, tensor, desc,
// sel, mask. r8 to r128 are registers of that bit-size type. Arguments of a
// kind, separated by commas:
//
//	u32       the type
//	$D  #1    the type is that of choice D; of the second type modifier
//	-         no type
//	2n        twice as wide
//	wide      the register may be wider than the type
//	frag      an element of a matrix fragment
//	2/4       a vector of two or four
//	0..15     bounds of an immediate
//	=4/8/16   values of an immediate
//	?cond     an optional operand is there when the condition holds
//
// An operand of the syntax that is a number is an immediate with that value. The
// syntax itself says what is optional: "{,c}", "d{|p}", "{(rets),}".

// parseOperands parses the syntax behind the head together with the column.
func parseOperands(tail, column string) ([]Operand, error) {
	specs, err := parseSpecs(column)
	if err != nil {
		return nil, err
	}
	var ops []Operand
	if err := splitOperands(tail, false, &ops); err != nil {
		return nil, err
	}
	for i := range ops {
		if err := describe(&ops[i], specs); err != nil {
			return nil, err
		}
		if p := ops[i].Pair; p != nil {
			if err := describe(p, specs); err != nil {
				return nil, err
			}
			p.Dest = true
		}
		ops[i].Dest = isDest(i, &ops[i])
	}
	for name := range specs {
		return nil, fmt.Errorf("operand %q is not in the syntax", name)
	}
	return ops, nil
}

// isDest reports whether the operand is written: by the table's conventions for
// names.
func isDest(i int, o *Operand) bool {
	if o.Is(KAddr) {
		return false
	}
	switch o.Name {
	case "d":
		return i == 0
	case "rets":
		return true
	case "p":
		return i == 0 && o.Is(KPred)
	case "f", "st", "data", "mdata", "_":
		return i == 0
	case "cdata":
		return i == 1
	case "r", "v":
		return i <= 1 && o.Is(KReg|KVec) && !o.Is(KImm) && (i == 0 && o.Is(KVec) || i == 1 && o.Name == "v")
	}
	return false
}

func parseSpecs(column string) (map[string]string, error) {
	specs := map[string]string{}
	for entry := range strings.FieldsSeq(column) {
		name, spec, ok := strings.Cut(entry, ":")
		if !ok || specs[name] != "" {
			return nil, fmt.Errorf("bad operand %q", entry)
		}
		specs[name] = spec
	}
	return specs, nil
}

// splitOperands splits the operand list of a syntax.
func splitOperands(s string, optional bool, ops *[]Operand) error {
	for s != "" {
		switch {
		case s[0] == ',':
			s = s[1:]
			continue
		case strings.HasPrefix(s, "{,"):
			end := closing(s)
			if end < 0 {
				return fmt.Errorf("unclosed group in %q", s)
			}
			if err := splitOperands(s[2:end], true, ops); err != nil {
				return err
			}
			s = s[end+1:]
			continue
		case s[0] == '{':
			if end := closing(s); end > 0 && s[end-1] == ',' {
				if err := splitOperands(s[1:end-1], true, ops); err != nil {
					return err
				}
				s = s[end+1:]
				continue
			}
		}
		end := operandEnd(s)
		if end <= 0 {
			return fmt.Errorf("bad operands %q", s)
		}
		*ops = append(*ops, nameOperand(s[:end], optional))
		s = s[end:]
	}
	return nil
}

// closing returns the index of the brace that closes s[0], or -1.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// operandEnd returns where the operand at the start of s ends.
func operandEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		if depth == 0 && (s[i] == ',' || strings.HasPrefix(s[i:], "{,")) {
			return i
		}
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		}
	}
	return len(s)
}

// nameOperand takes the notation of one operand apart.
func nameOperand(s string, optional bool) Operand {
	o := Operand{Optional: optional}
	s = strings.TrimPrefix(s, "{-}")
	switch {
	case strings.HasSuffix(s, "].unified"):
		o.Unified = true
		s = strings.TrimSuffix(s, ".unified")
	case strings.Contains(s, "{|"):
		name, second, _ := strings.Cut(s, "{|")
		s = name
		o.Pair = &Operand{Name: strings.TrimSuffix(second, "}")}
		o.PairOptional = true
	case s == "d|p" || s == "p|q":
		name, second, _ := strings.Cut(s, "|")
		s = name
		o.Pair = &Operand{Name: second}
	}
	switch s[0] {
	case '[', '(', '{':
		s = s[1 : len(s)-1]
		if i := strings.IndexAny(s, ",{"); i > 0 {
			s = s[:i] // a tensor address or several parts: named by the first
		}
	default:
		if i := strings.IndexAny(s, "{|"); i > 0 {
			s = s[:i] // a selector, an offset, or another name for the same place
		}
	}
	o.Name = s
	return o
}

// describe fills the operand from its entry in specs and removes that.
func describe(o *Operand, specs map[string]string) error {
	spec, ok := specs[o.Name]
	if !ok {
		if n, err := strconv.ParseInt(o.Name, 0, 64); err == nil {
			o.Kinds, o.Type, o.Values = KImm, U32, []int64{n}
			return nil
		}
		return fmt.Errorf("operand %q has no description", o.Name)
	}
	delete(specs, o.Name)
	if i := strings.IndexByte(spec, '('); i >= 0 {
		if !strings.HasSuffix(spec, ")") {
			return fmt.Errorf("operand %q: bad arguments", o.Name)
		}
		for arg := range strings.SplitSeq(spec[i+1:len(spec)-1], ",") {
			if err := o.argument(arg); err != nil {
				return err
			}
		}
		spec = spec[:i]
	}
	for kind := range strings.SplitSeq(spec, "|") {
		k, t, ok := parseKind(kind)
		if !ok {
			return fmt.Errorf("operand %q: unknown kind %q", o.Name, kind)
		}
		o.Kinds |= k
		if t != TypeNone && o.Type == TypeNone {
			o.Type = t
		}
	}
	return nil
}

func parseKind(s string) (OperandKind, Type, bool) {
	switch s {
	case "r":
		return KReg, TypeNone, true
	case "i":
		return KImm, TypeNone, true
	case "ri":
		return KReg | KImm | KSReg, TypeNone, true
	case "r8":
		return KReg, B8, true
	case "r16":
		return KReg, B16, true
	case "r32":
		return KReg, B32, true
	case "r64":
		return KReg, B64, true
	case "r128":
		return KReg, B128, true
	case "sr":
		return KSReg, TypeNone, true
	case "m":
		return KAddr, TypeNone, true
	case "vec":
		return KVec, TypeNone, true
	case "pred":
		return KPred, TypeNone, true
	case "!pred":
		return KPred | KNeg, TypeNone, true
	case "_":
		return KSink, TypeNone, true
	case "var":
		return KVar, TypeNone, true
	case "label":
		return KLabel, TypeNone, true
	case "func":
		return KFunc, TypeNone, true
	case "list":
		return KList, TypeNone, true
	case "tex":
		return KTex, TypeNone, true
	case "sampler":
		return KSampler, TypeNone, true
	case "surf":
		return KSurf, TypeNone, true
	case "tensor":
		return KTensor, TypeNone, true
	case "desc":
		return KDesc, TypeNone, true
	case "sel":
		return KReg | KSel, TypeNone, true
	case "mask":
		return KReg | KMask, TypeNone, true
	}
	return 0, TypeNone, false
}

func (o *Operand) argument(s string) error {
	switch {
	case s == "2n":
		o.Wide2n = true
	case s == "wide":
		o.Wider = true
	case s == "frag":
		o.Fragment = true
	case s == "-":
		o.From = "-"
	case strings.HasPrefix(s, "?"):
		o.When = s[1:]
		if !o.Optional {
			return fmt.Errorf("operand %q is not optional", o.Name)
		}
		var err error
		o.when, err = parseCond(o.When)
		return err
	case strings.HasPrefix(s, "$"), len(s) == 2 && s[0] == '#' && s[1] >= '0' && s[1] <= '9':
		o.From = s
	case strings.Contains(s, ".."):
		lo, hi, _ := strings.Cut(s, "..")
		a, err1 := strconv.ParseInt(lo, 0, 64)
		b, err2 := strconv.ParseInt(hi, 0, 64)
		if err1 != nil || err2 != nil {
			return fmt.Errorf("operand %q: bad range %q", o.Name, s)
		}
		o.Range = &[2]int64{a, b}
	case strings.HasPrefix(s, "="), s[0] >= '0' && s[0] <= '9':
		vals, isValues := strings.CutPrefix(s, "=")
		for v := range strings.SplitSeq(vals, "/") {
			n, err := strconv.ParseInt(v, 0, 64)
			if err != nil {
				return fmt.Errorf("operand %q: bad number %q", o.Name, v)
			}
			if isValues {
				o.Values = append(o.Values, n)
			} else {
				o.Lens = append(o.Lens, int(n))
			}
		}
	default:
		t, ok := ParseType(s)
		if !ok {
			return fmt.Errorf("operand %q: unknown argument %q", o.Name, s)
		}
		o.Type = t
	}
	return nil
}

// VecLens returns the lengths that operand i may have where it is written as a
// list: those of the table, or that of the modifier .vN. nil means that the
// caller cannot tell from the head.
func (m *Match) VecLens(i int) []int {
	o := &m.Form.Operands[i]
	if !o.Is(KVec) {
		return nil
	}
	if o.Lens != nil {
		return slices.Clone(o.Lens)
	}
	if n := m.VecLen(); n > 1 {
		return []int{n}
	}
	return nil
}
