// Package products writes a function of runtime/warpops for each product of matrices that the
// instruction table names, and for each way in which GPUs compute it: the numbers of registers
// and the ways are those of the tables of runtime/tensorops.
package products

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// Write writes the functions.
func Write(v *tree.View) error {
	all := map[string]product{}
	err := eachMatch(v, multiplies, func(m *isa.Match) error {
		if m.Lowering().Verb != isa.LowerWarp {
			return nil
		}
		p, err := productOf(m)
		if err != nil {
			return err
		}
		all[p.name] = p
		return nil
	})
	if err != nil {
		return err
	}
	moves, err := readMoves(v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(tree.Header("internal/isa and runtime/tensorops") + `package warpops

import "github.com/ptx2go/ptx2go/runtime/tensorops"
`)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		all[name].write(&b)
	}
	for _, m := range moves {
		m.write(&b)
	}
	if err := v.WriteGo("runtime/warpops/zproducts.go", b.Bytes()); err != nil {
		return err
	}
	b.Reset()
	b.WriteString(tree.Header("internal/isa and runtime/tensorops") + "//go:build !isatable\n\npackage isa\n\nfunc init() {\nfragments = map[string]fragment{\n")
	for _, name := range names {
		fmt.Fprintf(&b, "%q: {registers: []int{%s}},\n", name, all[name].counts())
	}
	for _, m := range moves {
		fmt.Fprintf(&b, "%q: {registers: []int{%s}, rows: %d},\n", m.name, m.counts, m.rows)
	}
	if err := writePlaces(v, &b); err != nil {
		return err
	}
	b.WriteString("}\n}\n")
	return v.WriteGo("internal/isa/zfragments.go", b.Bytes())
}

// eachMatch calls do for each instruction of the forms that are wanted; what it cannot do is a mistake of the
// form's row.
func eachMatch(v *tree.View, wanted func(f *isa.Form) bool, do func(m *isa.Match) error) error {
	for _, f := range isa.Forms() {
		if !wanted(f) {
			continue
		}
		var err error
		f.Expand(func(mods []string) bool {
			if m := f.Match(mods); m != nil {
				err = do(m)
			}
			return err == nil
		})
		if err != nil {
			return v.Find("internal/isa", f.ID, err.Error())
		}
	}
	return nil
}

// loweredBy reports whether a form has this builder.
func loweredBy(builder string) func(f *isa.Form) bool {
	return func(f *isa.Form) bool { return len(f.Lower) > 0 && f.Lower[0].Name == builder }
}

// counts prints the numbers of registers of fragments, 0 for other operands.
func (p product) counts() string {
	var list []string
	for i, o := range p.operands {
		if i > 3 {
			o.registers = 0
		}
		list = append(list, fmt.Sprint(o.registers))
	}
	return strings.Join(list, ", ")
}

// multiplies reports whether a form is a product of fragments that the lanes of a warp compute.
func multiplies(f *isa.Form) bool {
	return slices.ContainsFunc(f.Lower, func(r isa.LowerRule) bool { return r.Verb == "warp" }) && slices.ContainsFunc(f.Operands, func(o isa.Operand) bool { return o.Fragment && o.Dest })
}

// product is an instruction.
type product struct {
	name, head, ptx string
	operands        []operand // D first
	since           []int
	often           bool // GPUs round more than once
}

// operand is the registers of one, and their type in Go.
type operand struct {
	name, typ string
	registers int
}

func productOf(m *isa.Match) (product, error) {
	p := product{name: m.Intrinsic(), head: strings.Join(m.Normal(), "."), ptx: m.Head}
	fragments, err := tensorops.Operands(p.head)
	if err != nil {
		return p, err
	}
	if p.since, err = tensorops.Since(p.head); err != nil {
		return p, err
	}
	if p.often, err = tensorops.RoundsOften(p.head); err != nil {
		return p, err
	}
	for i := range m.Form.Operands {
		o := &m.Form.Operands[i]
		t, ok := map[isa.Type]string{isa.B32: "uint32", isa.S32: "int32", isa.F32: "float32", isa.F64: "float64"}[m.OperandType(i)]
		n := 1
		switch {
		case i >= len(fragments): // metadata, scales, selectors
			t, n = "uint32", max(1, slices.Max(append(m.VecLens(i), 1)))
		case !ok:
			return p, fmt.Errorf("%s: operand %s of type %s", m.Head, o.Name, m.OperandType(i))
		default:
			n = fragments[i].Registers
		}
		p.operands = append(p.operands, operand{o.Name, t, n})
	}
	return p, nil
}

// write prints the functions: that of the latest GPUs, those of the ones before, and that which rounds once.
func (p product) write(b *bytes.Buffer) {
	for i, since := range p.since {
		name, how := p.name, fmt.Sprintf("sm_%d and later compute it", since)
		if i+1 < len(p.since) {
			until := p.since[i+1] - 1
			name, how = fmt.Sprintf("%sUpTo%d", p.name, until), fmt.Sprintf("GPUs up to sm_%d compute it", until)
		}
		p.writeOne(b, name, "as "+how, fmt.Sprint(since))
	}
	if p.often {
		p.writeOne(b, p.name+"Exact", "with sums that are rounded once", "tensorops.Exact")
	}
}

func (p product) writeOne(b *bytes.Buffer, name, how, since string) {
	fmt.Fprintf(b, "\n// %s is %s %s.\nfunc %s(%s, lanes uint32, %s) {\n", name, p.ptx, how, name, parameters(p.operands[:1]), parameters(p.operands[1:]))
	call := "multiply"
	if p.operands[0].typ == "float64" {
		call = "multiply64"
	}
	variable := strings.ToLower(name[:1]) + name[1:]
	fmt.Fprintf(b, "%s(&%s, %s, lanes, %s)\n}\n\n", call, variable, registers(p.operands[:1]), registers(p.operands[1:]))
	fmt.Fprintf(b, "var %s = tensorops.Product{Head: %q, Since: %s}\n", variable, p.head, since)
}

// names are the registers of an operand.
func (o operand) names() []string {
	if o.registers == 1 {
		return []string{o.name}
	}
	var list []string
	for i := range o.registers {
		list = append(list, fmt.Sprintf("%s%d", o.name, i))
	}
	return list
}

func parameters(operands []operand) string {
	var list []string
	for _, o := range operands {
		list = append(list, strings.Join(o.names(), ", ")+" []"+o.typ)
	}
	return strings.Join(list, ", ")
}

// registers prints the list of the registers as their bits.
func registers(operands []operand) string {
	word := "[]uint32"
	if operands[0].typ == "float64" {
		word = "[]uint64"
	}
	var list []string
	for _, o := range operands {
		for _, n := range o.names() {
			if "[]"+o.typ != word {
				n = "as[" + word[2:] + "](" + n + ")"
			}
			list = append(list, n)
		}
	}
	return "[][]" + word[2:] + "{" + strings.Join(list, ", ") + "}"
}
