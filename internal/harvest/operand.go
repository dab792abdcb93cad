package harvest

import (
	"regexp"
	"strconv"
	"strings"
)

// operand is one of an instruction, as the listing spells it:
//
//	AX  $8  leaf/k.four+32(SB)  16(DX)(SI*4)  leaf/k.live+128(SP)  $f32.3f800000(SB)
type operand struct {
	reg  string // a register, or:
	imm  string // an immediate number with its sign $, or memory:
	name string // of a symbol, with base SB; of a variable or an argument, with SP and FP, only for people
	off  int
	base string
	tail string // (SI*4), or ""
	idx  string // SI
}

func (o operand) memory() bool { return o.base != "" }

// framed reports whether the operand is in the function's frame or among its arguments.
func (o operand) framed() bool { return o.base == "SP" || o.base == "FP" }

var (
	immediateForm = regexp.MustCompile(`^\$-?(\d+|0x[0-9a-f]+)$`)
	memoryForm    = regexp.MustCompile(`^(?:(-?\d+)|(\$f(?:32|64)\.[0-9a-f]+|[^\s$()",][^\s()"]*?)([+-]\d+)?)?\(([A-Z0-9]+)\)(\(([A-Z0-9]+)\*[1248]\))?$`)
)

// operands splits what stands behind an opcode. ok is false if one has a form that is not known.
func operands(args string) (list []operand, ok bool) {
	if args == "" {
		return nil, true
	}
	for s := range strings.SplitSeq(args, ", ") {
		o, ok := parseOperand(s)
		if !ok {
			return nil, false
		}
		list = append(list, o)
	}
	return list, true
}

func parseOperand(s string) (operand, bool) {
	if _, ok := whole[s]; ok {
		return operand{reg: s}, true
	}
	if immediateForm.MatchString(s) {
		return operand{imm: s}, true
	}
	m := memoryForm.FindStringSubmatch(s)
	if m == nil {
		return operand{}, false
	}
	o := operand{name: m[2], base: m[4], tail: m[5], idx: m[6]}
	digits := m[1]
	if o.name != "" {
		digits = m[3]
	}
	if digits != "" {
		var err error
		if o.off, err = strconv.Atoi(digits); err != nil {
			return operand{}, false
		}
	}
	switch {
	case o.base == "SB":
		return o, o.name != "" && o.tail == ""
	case o.base == "SP":
	case o.base == "FP":
		if o.name == "" || o.tail != "" {
			return operand{}, false
		}
	case o.name != "" || !general(o.base):
		return operand{}, false
	}
	return o, o.idx == "" || general(o.idx)
}

// general reports whether a name is that of a whole integer register.
func general(name string) bool { return whole[name] == name && isInteger(name) }
