package isa

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa/notation"
)

// readDirective reads a row of directives.tsv.
func readDirective(r *reader) *Directive {
	d := &Directive{Name: r.text("directive"), Kind: r.text("kind"), Grammar: r.text("grammar"), Scope: r.text("scope"),
		PTX: r.since("since"), Meaning: r.text("meaning"), Treatment: r.text("cpu_treatment"), Tier: r.number("tier"), Src: r.text("src")}
	for _, t := range r.targets(cell[notation.Targets](r, "min_sm").Names) {
		d.SM = t.Arch
	}
	for _, n := range cell[notation.DirectiveNames](r, "directive").Names {
		if n.Name != "" {
			d.Names = append(d.Names, n.Name)
		}
	}
	return d
}

// perNames are the words of column uniform.
var perNames = []string{"launch", "cta", "layer", "row", "warp", "thread", "read"}

// readSRegs reads a row of special_registers.tsv, which may be about several registers.
func readSRegs(r *reader) []*SReg {
	typ := cell[notation.RegisterType](r, "type")
	s := SReg{Vector: typ.Vector, Type: r.typeNamed(typ.Type), PTX: r.since("since"), Meaning: r.text("meaning"),
		Definition: r.text("cpu_definition"), Tier: r.number("tier"), Src: r.text("src"), Note: strings.Trim(typ.Note, " ()")}
	for _, t := range r.targets(cell[notation.Targets](r, "min_sm").Names) {
		s.SM = t.Arch
	}
	switch as := cell[notation.SameAs](r, "as"); {
	case as.None:
		s.As = "-"
	default:
		s.As = as.Number + as.Register
	}
	s.parts = r.sregParts(s.Vector)
	name := cell[notation.Registers](r, "name")
	if name.Last == "" {
		s.Name = name.First
		if strings.HasPrefix(s.Name, "%pm") {
			s.Index = int(s.Name[3] - '0')
		}
		return []*SReg{&s}
	}
	base := strings.TrimRight(name.First, "0123456789")
	lo, hi := trailingNumber(name.First), trailingNumber(name.Last)
	if base+strconv.Itoa(hi) != name.Last || lo >= hi {
		r.fail("name: %s..%s is no range", name.First, name.Last)
	}
	var list []*SReg
	for n := lo; n <= hi; n++ {
		one := s
		one.Name, one.Index = base+strconv.Itoa(n), n
		list = append(list, &one)
	}
	return list
}

// sregParts reads the columns uniform and range. What is said once holds for all
// components.
func (r *reader) sregParts(vector bool) []SRegPart {
	n := 1
	if vector {
		n = 3
	}
	per, bounds := cell[notation.Groups](r, "uniform").Of, cell[notation.Ranges](r, "range").Of
	if len(per) != 1 && len(per) != n || len(bounds) != 1 && len(bounds) != n {
		r.fail("uniform, range: one word or %d", n)
		return nil
	}
	list := make([]SRegPart, n)
	for i := range list {
		list[i].Per = Per(slices.Index(perNames, per[min(i, len(per)-1)]))
		if b := bounds[min(i, len(bounds)-1)]; !b.Unknown {
			if b.Range.Lo > b.Range.Hi {
				r.fail("range: %d..%d is empty", b.Range.Lo, b.Range.Hi)
			}
			list[i].Bounded, list[i].Lo, list[i].Hi = true, b.Range.Lo, b.Range.Hi
		}
	}
	return list
}
