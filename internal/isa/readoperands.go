package isa

import (
	"slices"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/isa/notation"
)

// kinds are the words of column operands; of a word that is for one type, that type.
var kinds = map[string]struct {
	kind OperandKind
	typ  Type
}{
	"r": {KReg, TypeNone}, "i": {KImm, TypeNone}, "ri": {KReg | KImm | KSReg, TypeNone}, "sr": {KSReg, TypeNone},
	"r8": {KReg, B8}, "r16": {KReg, B16}, "r32": {KReg, B32}, "r64": {KReg, B64}, "r128": {KReg, B128},
	"m": {KAddr, TypeNone}, "vec": {KVec, TypeNone}, "pred": {KPred, TypeNone}, "!pred": {KPred | KNeg, TypeNone},
	"_": {KSink, TypeNone}, "var": {KVar, TypeNone}, "label": {KLabel, TypeNone}, "func": {KFunc, TypeNone},
	"list": {KList, TypeNone}, "tex": {KTex, TypeNone}, "sampler": {KSampler, TypeNone}, "surf": {KSurf, TypeNone},
	"tensor": {KTensor, TypeNone}, "desc": {KDesc, TypeNone}, "sel": {KReg | KSel, TypeNone}, "mask": {KReg | KMask, TypeNone},
}

// operands puts together what the syntax and the column operands say.
func (r *formReader) operands(slots []*notation.Slot, specs []*notation.Spec) []Operand {
	described := map[string]*notation.Spec{}
	for _, s := range specs {
		if described[s.Name] != nil {
			r.fail("operands: %s is there twice", s.Name)
		}
		described[s.Name] = s
	}
	used := map[string]bool{}
	var ops []Operand
	add := func(tree *notation.Operand, optional bool) {
		o := operand(tree)
		o.Optional = optional
		for _, w := range tree.Or { // d|p has two destinations, count|tx one place with two names
			if o.Pair == nil && described[w.Name] != nil {
				o.Pair = &Operand{Name: w.Name}
			}
		}
		r.describe(&o, described, used)
		o.Dest = isDest(len(ops), &o)
		if o.Pair != nil {
			r.describe(o.Pair, described, used)
			o.Pair.Dest = true
		}
		ops = append(ops, o)
	}
	for _, s := range slots {
		switch {
		case s.Operand != nil:
			add(s.Operand, false)
		case s.InFront != nil:
			add(s.InFront, true)
		default:
			for _, o := range s.Behind {
				add(o, true)
			}
		}
	}
	for _, s := range specs {
		if !used[s.Name] {
			r.fail("operands: %s is not in the syntax", s.Name)
		}
	}
	return ops
}

// operand converts one place of a syntax. Several parts are named by the first.
func operand(tree *notation.Operand) Operand {
	o := Operand{Name: tree.Name + tree.List, Signed: tree.Signed, Offset: tree.Offset != "", Unified: tree.Unified}
	if tree.MaySay != "" {
		o.Pair, o.PairOptional = &Operand{Name: tree.MaySay}, true
	}
	for i, w := range slices.Concat(tree.Address, tree.Vector) {
		switch {
		case i == 0:
			o.Name = w.Name
		case tree.Address != nil:
			o.Inner = append(o.Inner, Inner{w.Name + w.Opt, w.Opt != ""})
		}
	}
	return o
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

// describe fills the operand from its description. One that is a number needs none.
func (r *formReader) describe(o *Operand, described map[string]*notation.Spec, used map[string]bool) {
	spec := described[o.Name]
	if spec == nil {
		n, err := strconv.ParseInt(o.Name, 0, 64)
		if err != nil {
			r.fail("operands: nothing describes %s of the syntax", o.Name)
		}
		o.Kinds, o.Type, o.Values = KImm, U32, []int64{n}
		return
	}
	if used[o.Name] {
		r.fail("syntax: two operands are named %s", o.Name)
	}
	used[o.Name] = true
	for _, a := range spec.Args {
		r.argument(o, a)
	}
	for _, word := range spec.Kinds {
		k, ok := kinds[word.Text]
		if !ok {
			r.fail("operands: %s: there is no kind %s", o.Name, word.Text)
		}
		o.Kinds |= k.kind
		if o.Type == TypeNone {
			o.Type = k.typ
		}
	}
}

func (r *formReader) argument(o *Operand, a *notation.Arg) {
	switch {
	case a.Double:
		o.Wide2n = true
	case a.Wide:
		o.Wider = true
	case a.Fragment:
		o.Fragment = true
	case a.Untyped:
		o.From = "-"
	case a.Choice != "":
		r.hasChoice("operands", a.Choice)
		o.From = "$" + a.Choice
	case a.Index != "":
		o.From = a.Index
	case a.When != nil:
		o.when = r.cond("operands", a.When)
		if !o.Optional || o.when == nil {
			r.fail("operands: %s is always there", o.Name)
		}
	case a.Range != nil:
		o.Range = &[2]int64{a.Range.Lo, a.Range.Hi}
	case a.Values != nil:
		o.Values = a.Values
	case a.Lens != nil:
		o.Lens = a.Lens
	default:
		o.Type = r.typeNamed(a.Type)
	}
}
