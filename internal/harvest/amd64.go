package harvest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// AMD64 has AVX2 and AVX-512.
var AMD64 Target = amd64{}

type amd64 struct{}

func (amd64) Arch() string       { return "amd64" }
func (amd64) Constraint() string { return builds("amd64") }

const (
	amd64Frame = "R14" // the frame, or g: what calls assembly loads it again
	amd64Zero  = "X15" // zero in code of the Go compiler
)

var (
	amd64Integers = strings.Fields("AX BX CX DI SI R8 R9 R10 R11")
	amd64Floats   = numbered("X", 15)
)

func (amd64) arguments() (integers, floats []string) { return amd64Integers, amd64Floats }
func (amd64) zero() string                           { return amd64Zero }
func (amd64) brief() string                          { return "" }
func (amd64) reserved(reg string) bool               { return reg == amd64Frame || reg == "BP" || reg == "SP" }

// amd64Whole has the register that a name means a part of.
var amd64Whole = func() map[string]string {
	m := map[string]string{}
	for _, r := range strings.Fields("AX BX CX DX SI DI BP SP R8 R9 R10 R11 R12 R13 R14 R15") {
		m[r] = r
	}
	for _, r := range strings.Fields("A B C D") {
		m[r+"L"], m[r+"H"] = r+"X", r+"X"
	}
	for _, r := range strings.Fields("SI DI R8 R9 R10 R11 R12 R13 R14 R15") {
		m[r+"B"] = r
	}
	for i, x := range numbered("X", 32) {
		m[x], m[fmt.Sprint("Y", i)], m[fmt.Sprint("Z", i)] = x, x, x
	}
	for _, k := range numbered("K", 8) {
		m[k] = k
	}
	return m
}()

// amd64Pseudo are the other names that the assembler takes for registers.
var amd64Pseudo = map[string]bool{"g": true, "PC": true, "SB": true, "FP": true, "TLS": true, "CS": true, "DS": true, "ES": true, "FS": true, "GS": true, "SS": true}

func (amd64) register(name string) bool { return amd64Whole[name] != "" || amd64Pseudo[name] }

func isInteger(reg string) bool { return !strings.ContainsRune("XYZK", rune(reg[0])) }

// general reports whether a name is that of a whole integer register.
func general(name string) bool { return amd64Whole[name] == name && isInteger(name) }

func (amd64) instruction(i *inst) {
	i.effect, i.known = amd64Effects[i.op]
	if i.op == "XCHGL" && i.args == "AX, AX" {
		i.effect = nothing
	}
	switch i.op {
	case "JMP":
		i.target = i.args
	default:
		if i.effect&conditional != 0 {
			i.target = i.args
		}
	}
}

// constant: gangs run where there are fused operations, see body.decide.
func (amd64) constant(symbol string) []byte {
	if symbol == "runtime.x86HasFMA" {
		return []byte{1}
	}
	return nil
}

func (amd64) unknown(op string) string { return amd64Unknown[op] }

var (
	amd64Immediate = regexp.MustCompile(`^\$-?(\d+|0x[0-9a-f]+)$`)
	amd64Memory    = regexp.MustCompile(`^(?:(-?\d+)|(\$f(?:32|64)\.[0-9a-f]+|[^\s$()",][^\s()"]*?)([+-]\d+)?)?\(([A-Z0-9]+)\)(\(([A-Z0-9]+)\*[1248]\))?$`)
)

func (amd64) operands(_ *function, i *inst) (list []operand, ok bool) {
	if i.args == "" || i.target != "" {
		return nil, true
	}
	for s := range strings.SplitSeq(i.args, ", ") {
		o, ok := amd64Operand(s)
		if !ok {
			return nil, false
		}
		list = append(list, o)
	}
	return list, true
}

func amd64Operand(s string) (operand, bool) {
	if r, ok := amd64Whole[s]; ok {
		return operand{text: s, regs: []string{r}, plain: r == s}, true
	}
	if amd64Immediate.MatchString(s) {
		return operand{text: s}, true
	}
	m := amd64Memory.FindStringSubmatch(s)
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

func (amd64) refused(s *step) string {
	if s.effect&widensVector != 0 && s.op != "MOVUPS" && (len(s.ops) != 2 || !s.ops[0].memory() && !s.ops[1].memory()) {
		return fmt.Sprintf("%s %s leaves part of its result as it was", s.op, s.args)
	}
	return ""
}

func (amd64) writes(i *inst, ops []operand) (regs []string) {
	e := i.effect
	if e&setsAX != 0 {
		regs = append(regs, "AX", "DX")
	}
	if e&setsDX != 0 {
		regs = append(regs, "DX")
	}
	if e&(noResult|conditional|control|nothing) != 0 || len(ops) == 0 {
		return regs
	}
	for k, o := range ops {
		if k == len(ops)-1 || e&exchanges != 0 {
			regs = append(regs, o.regs...)
		}
	}
	return regs
}

func (amd64) lowest() int { return 0 }

// head is of a frame that has the word of the frame pointer too.
func (amd64) head(f *function) { f.frame = max(0, f.size-wordSize) }

// argBase: the frame, the frame pointer and the return address lie below.
func (amd64) argBase(f *function) int { return f.size + wordSize }

// opening: the question of the stack's end, and making the frame.
func (amd64) opening(f *function) (n int, ok bool) {
	k := 0
	next := func() *inst {
		for ; k < len(f.code); k++ {
			if i := &f.code[k]; !i.idle() {
				return i
			}
		}
		return &inst{}
	}
	is := func(op, args string) bool {
		i := next()
		if i.op != op || i.args != args {
			return false
		}
		k++
		return true
	}
	guarded := is("CMPQ", "SP, 16(R14)")
	switch i := next(); {
	case guarded:
	case is("MOVQ", "SP, R12"): // a large frame
		if i = next(); i.op != "SUBQ" || !strings.HasSuffix(i.args, ", R12") {
			return 0, false
		}
		k++
		if next().op != "JCS" {
			return 0, false
		}
		k++
		if guarded = is("CMPQ", "R12, 16(R14)"); !guarded {
			return 0, false
		}
	case i.op == "LEAQ" && strings.HasSuffix(i.args, "(SP), R12") && strings.HasPrefix(i.args, "-"):
		k++
		if guarded = is("CMPQ", "R12, 16(R14)"); !guarded {
			return 0, false
		}
	}
	if guarded {
		if next().op != "JLS" {
			return 0, false
		}
		k++
	}
	if f.size == 0 {
		return k, true
	}
	if !is("PUSHQ", "BP") || !is("MOVQ", "SP, BP") {
		return 0, false
	}
	if f.frame > 0 && !is("SUBQ", fmt.Sprintf("$%d, SP", f.frame)) && !is("ADDQ", fmt.Sprintf("$%d, SP", -f.frame)) {
		return 0, false
	}
	return k, true
}

func (amd64) closing(f *function, i *inst) bool {
	return i.op == "POPQ" && i.args == "BP" && f.size > 0 ||
		f.frame > 0 && (i.op == "ADDQ" && i.args == fmt.Sprintf("$%d, SP", f.frame) || i.op == "SUBQ" && i.args == fmt.Sprintf("$%d, SP", -f.frame))
}

// vector is of a vector of more than half a line of the cache.
func (amd64) vector(ops []operand) int {
	n := 0
	for _, o := range ops {
		if len(o.regs) == 0 {
			continue
		}
		switch o.text[0] {
		case 'Y':
			n = max(n, 32)
		case 'Z':
			n = max(n, 64)
		}
	}
	return n
}

func (t amd64) width(i *inst, ops []operand) int {
	for _, o := range ops {
		if len(o.regs) > 0 && !isInteger(o.text) {
			return max(t.vector(ops), 16)
		}
	}
	switch i.op[len(i.op)-1] {
	case 'B':
		return 1
	case 'W':
		return 2
	case 'L':
		return 4
	}
	return wordSize
}

// amd64Wide reports whether a function has registers that only AVX-512 has.
func amd64Wide(b *body) bool {
	for _, k := range b.blocks {
		for n := range k.code {
			for _, o := range k.code[n].ops {
				if len(o.regs) == 0 || isInteger(o.text) {
					continue
				}
				if n, _ := strconv.Atoi(o.text[1:]); o.text[0] == 'Z' || o.text[0] == 'K' || n > 15 {
					return true
				}
			}
		}
	}
	return false
}

func (amd64) copies(s *step) [][2]string {
	if s.op != "MOVQ" || len(s.ops) != 2 {
		return nil
	}
	return [][2]string{{s.ops[0].location(), s.ops[1].location()}}
}

func (amd64) stores32(s *step) bool { return s.op == "MOVL" && len(s.ops) == 2 }

func (amd64) addresses(op string, ops []operand) bool {
	return (op == "LEAQ" || op == "LEAL") && len(ops) == 2
}

func (amd64) pointer(s *step) string {
	if s.op != "LEAQ" || len(s.ops) != 2 || s.ops[0].framed() || s.ops[0].base == "SB" || !s.ops[1].plain {
		return ""
	}
	return s.ops[1].text
}

// join: there is one index, and the offset has four bytes.
func (t amd64) join(s *step, o operand) (operand, bool) {
	reg, from := t.pointer(s), s.ops[0]
	switch {
	case o.base == reg && o.idx != reg && (o.idx == "" || from.idx == ""):
		o.base, o.off = from.base, o.off+from.off
		if from.idx != "" {
			o.tail, o.idx = from.tail, from.idx
		}
	case o.base != reg && o.idx == reg && from.idx == "":
		scale := int(o.tail[len(o.tail)-2] - '0') // (SI*4)
		o.off += from.off * scale
		o.idx, o.tail = from.base, fmt.Sprintf("(%s*%d)", from.base, scale)
	default:
		return operand{}, false
	}
	return o, o.off == int(int32(o.off))
}

// probe: nothing reads flags of the Go compiler's question.
func (amd64) probe(s *step) string {
	if s.op == "TESTB" && len(s.ops) == 2 && s.ops[0].text == "AL" && s.ops[1].tail == "" && s.ops[1].off == 0 && s.ops[1].base != "" && general(s.ops[1].base) {
		return s.ops[1].base
	}
	return ""
}

// derives: the last operand of a sum is read too, and what has fewer bytes is no address.
func (t amd64) derives(s *step, a addresses) (found bool) {
	for n, o := range s.ops {
		last := n == len(s.ops)-1
		switch {
		case t.addresses(s.op, s.ops):
			found = found || !last && (o.framed() || a[o.base] || a[o.idx])
		case !last || s.effect&exchanges != 0 || len(s.ops) == 1 || s.effect&setsFlags != 0:
			found = found || a[o.location()]
		}
	}
	return found && strings.Contains(s.op, "Q")
}

// replaces: of a boolean the Go compiler reads no more than the byte.
func (amd64) replaces(s *step, reg string) bool {
	n := len(s.ops)
	if n == 1 && strings.HasPrefix(s.op, "SET") {
		return s.ops[0].mentions(reg)
	}
	if n == 0 || s.ops[n-1].text != reg {
		return false
	}
	if n == 2 && s.ops[0].text == reg {
		return s.op == "XORL"
	}
	if !strings.HasPrefix(s.op, "MOV") && !strings.HasPrefix(s.op, "LEA") || s.op == "MOVB" || s.op == "MOVW" {
		return false
	}
	return n == 2 && !s.ops[0].mentions(reg)
}

func (amd64) leaving(s *step, _ map[string]bool) (compares bool, loads string) {
	if s.op != "CMPL" {
		return false, ""
	}
	for _, o := range s.ops {
		compares = compares || o.text == "$"+strconv.Itoa(Leaving)
	}
	return compares, ""
}

func (t amd64) upper(s *step, used bool) bool {
	return s.op != "VZEROUPPER" && (used || t.vector(s.ops) > 0)
}
