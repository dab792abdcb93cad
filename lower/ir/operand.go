package ir

import (
	"strconv"
	"strings"
)

// fill reads words and operands of a value.
func (r *reader) fill(v *Value, t *textLine) error {
	fields := attrFields[v.Op]
	for _, w := range t.Words {
		for len(fields) > 0 && !fields[0].take(&v.Attr, w) {
			fields = fields[1:]
		}
		if len(fields) == 0 {
			return textError(t.Pos, "%s has no modifier .%s, or not there", t.Op, w)
		}
		if !fields[0].many {
			fields = fields[1:]
		}
	}
	rest := t.Args
	for len(rest) > 0 && (rest[0].Value != "" || rest[0].Arg != "") {
		o := rest[0]
		i := len(v.Args)
		if o.Value == "" {
			if v.Op != OpPhi || i >= len(v.Block.Preds) || v.Block.Preds[i].String() != o.Block {
				return textError(o.Pos, "%s is not predecessor %d of %s", o.Block, i, v.Block)
			}
			o.Value = o.Arg
		}
		a, err := r.value(o)
		if err != nil {
			return err
		}
		v.Args = append(v.Args, a)
		rest = rest[1:]
	}
	rest, err := r.operands(v, t, rest)
	if err != nil {
		return err
	}
	if len(rest) > 0 || t.Result != nil && v.Op != OpCallIndirect {
		return textError(t.Pos, "%s has operands that it does not take", t.Op)
	}
	return nil
}

// operands reads the fields of Attr that are no words, and returns the operands
// that are left.
func (r *reader) operands(v *Value, t *textLine, rest []*textOperand) ([]*textOperand, error) {
	a := &v.Attr
	next := func() *textOperand {
		if len(rest) == 0 {
			return &textOperand{}
		}
		o := rest[0]
		rest = rest[1:]
		return o
	}
	missing := func(what string) ([]*textOperand, error) {
		return nil, textError(t.Pos, "%s wants %s", t.Op, what)
	}
	integer := func(o *textOperand) (int64, bool) {
		n, err := strconv.ParseInt(o.Int, 0, 64)
		return n, err == nil
	}
	switch v.Op {
	case OpConst:
		var ok bool
		if a.Hi, a.Bits, ok = readBits(next().Int, v.Type); !ok {
			return missing("a number that fits")
		}
	case OpArg, OpExtract, OpParam, OpPoint:
		n, ok := integer(next())
		if !ok || n < 0 || n > maxID {
			return missing("an index")
		}
		a.Index = int(n)
		if v.Op == OpParam && len(rest) > 0 {
			if a.Off, ok = integer(next()); !ok {
				return missing("an offset")
			}
		}
	case OpSymAddr:
		name, err := unquote(next().Name)
		if a.Sym = r.locals[name]; a.Sym == nil {
			a.Sym = r.symbols[name]
		}
		if a.Sym == nil || err != nil {
			return missing("the name of a variable")
		}
		if len(rest) > 0 {
			var ok bool
			if a.Off, ok = integer(next()); !ok {
				return missing("an offset")
			}
		}
	case OpSlotGet, OpSlotPut:
		name, err := unquote(next().Name)
		if a.Slot = r.slots[name]; a.Slot == nil || err != nil {
			return missing("the name of a slot")
		}
	case OpNote:
		if len(rest) == 0 {
			break
		}
		name, err := unquote(next().Name)
		if a.Sym = r.symbols[name]; a.Sym == nil || err != nil {
			return missing("the name of a variable")
		}
	case OpRefAddr:
		name, err := unquote(next().Name)
		if a.Ref = r.refs[name]; a.Ref == nil || err != nil {
			return missing("the name of a reference")
		}
	case OpFuncAddr, OpCall:
		name, err := unquote(next().Name)
		if a.Func = r.funcs[name]; a.Func == nil || err != nil {
			return missing("the name of a function")
		}
	case OpCallIndirect:
		o := next()
		if o.Types == nil || t.Result == nil {
			return missing("a signature")
		}
		params, err := types(o.Types)
		if err != nil {
			return nil, err
		}
		results, err := types(t.Result)
		if err != nil {
			return nil, err
		}
		a.Sig = &Sig{Params: params, Results: results}
	}
	return rest, nil
}

// readBits reads a constant of a type.
func readBits(s string, t Type) (hi, lo uint64, ok bool) {
	width := t.Bits()
	if strings.HasPrefix(s, "-") {
		n, err := strconv.ParseInt(s, 0, 64)
		return 0, uint64(n) & Ones(width), err == nil && t.IsInt() && width <= 64 && n == Signed(uint64(n), width)
	}
	digits, base := s, 10
	if len(s) > 2 && !isDigit(s[1], false) {
		digits, base = s[2:], 16
	}
	if base == 16 && len(digits) > 16 {
		if t != I128 || len(digits) > 32 {
			return 0, 0, false
		}
		var err error
		if hi, err = strconv.ParseUint(digits[:len(digits)-16], 16, 64); err != nil {
			return 0, 0, false
		}
		digits = digits[len(digits)-16:]
	}
	lo, err := strconv.ParseUint(digits, base, 64)
	return hi, lo, err == nil && lo&^Ones(width) == 0
}
