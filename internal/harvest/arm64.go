package harvest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ARM64 has NEON.
var ARM64 Target = arm64{}

type arm64 struct{}

func (arm64) Arch() string       { return "arm64" }
func (arm64) Constraint() string { return builds("arm64") }

const (
	arm64Link    = "R30" // the way back, or any number where a function has saved that
	arm64Scratch = "R27" // the assembler's own, which the Go compiler uses where it knows what that makes of the code
)

var (
	arm64Integers = numbered("R", 16)
	arm64Floats   = numbered("V", 16)
)

func (arm64) arguments() (integers, floats []string) { return arm64Integers, arm64Floats }
func (arm64) zero() string                           { return "" }

func (arm64) brief() string { return arm64Scratch }

// reserved: the platform's, g, the frame pointer and the stack pointer.
func (arm64) reserved(reg string) bool {
	switch reg {
	case "R18", "R28", "R29", "RSP":
		return true
	}
	return false
}

// arm64Whole has the register that a name means, or means a part of.
var arm64Whole = func() map[string]string {
	m := map[string]string{"g": "R28", "RSP": "RSP"}
	for _, r := range numbered("R", 31) {
		m[r] = r
	}
	for i, v := range numbered("V", 32) {
		m[v], m[fmt.Sprint("F", i)] = v, v
	}
	return m
}()

// arm64Zeros is a register that is always zero: one that nobody can change.
const arm64Zeros = "ZR"

func (arm64) register(name string) bool {
	switch name {
	case arm64Zeros, "PC", "SB", "SP", "FP":
		return true
	}
	return arm64Whole[name] != ""
}

// arm64General reports whether a name is that of a whole integer register.
func arm64General(name string) bool { return arm64Whole[name] == name && name[0] == 'R' }

// instruction: an access may change the register with its address before it, or after.
func (arm64) instruction(i *inst) {
	op, when, changes := strings.Cut(i.op, ".")
	i.effect, i.known = arm64Effects[op]
	if changes {
		i.known = i.known && i.effect&moves != 0 && (when == "P" || when == "W")
		i.effect |= setsBase
	}
	if i.op == "HINT" && i.args == "$0" {
		i.effect, i.known = nothing, true
	}
	if i.op == "JMP" || i.effect&conditional != 0 {
		i.target = i.args[strings.LastIndexByte(i.args, ' ')+1:]
	}
}

// constant: whether there are atomic instructions is asked by the Go compiler's code, which has another way.
func (arm64) constant(symbol string) []byte {
	if symbol == "runtime.arm64HasATOMICS" {
		return []byte{0}
	}
	return nil
}

func (arm64) unknown(op string) string { return arm64Unknown[op] }

var (
	arm64Immediate = regexp.MustCompile(`^\$(?:-?(?:\d+|0x[0-9a-f]+)|\(-?[0-9.]+(?:e[+-]?\d+)?\))$`)
	arm64Register  = regexp.MustCompile(`^(ZR|g|[RFV]\d+|RSP)(\.[A-Z]\d*(?:\[\d+\])?|(?:<<|>>|->|@>)\d+|\.[US]XT[BHWX](?:<<\d)?)?$`)
	arm64Memory    = regexp.MustCompile(`^(\$)?(?:(-?\d+)|(\$f(?:32|64)\.[0-9a-f]+|[^\s$()",][^\s()"]*?)([+-]\d+)?)?\(([A-Za-z0-9]+)\)(\((R\d+)(?:<<\d|\.[US]XT[WX](?:<<\d)?)?\))?$`)
	arm64Floating  = regexp.MustCompile(`^\$f(?:32|64)\.`)
)

func (t arm64) operands(f *function, i *inst) (list []operand, ok bool) {
	args := i.args
	if i.target != "" {
		args = strings.TrimSuffix(strings.TrimSuffix(args, i.target), ", ")
	}
	if args == "" {
		return nil, true
	}
	for _, s := range split(args) {
		o, ok := t.operand(f, s)
		if !ok {
			return nil, false
		}
		list = append(list, o)
	}
	return list, true
}

func (t arm64) operand(f *function, s string) (operand, bool) {
	if m := arm64Register.FindStringSubmatch(s); m != nil && t.register(m[1]) {
		o := operand{text: s, plain: m[2] == ""}
		if r := arm64Whole[m[1]]; r != "" {
			o.regs = []string{r}
		}
		return o, true
	}
	if arm64Immediate.MatchString(s) || arm64Conditions[s] {
		return operand{text: s}, true
	}
	if open := strings.IndexByte("([", s[0]); open >= 0 && s[len(s)-1] == ")]"[open] && (open == 1 || strings.Contains(s, ", ")) {
		o := operand{text: s}
		for _, part := range split(s[1 : len(s)-1]) {
			p, ok := t.operand(f, part)
			if !ok || p.base != "" || len(p.regs) == 0 && part != arm64Zeros {
				return operand{}, false
			}
			o.regs = append(o.regs, p.regs...)
		}
		return o, true
	}
	// A constant of a floating-point instruction is named with a sign that is not that of an address.
	if arm64Floating.MatchString(s) {
		o, ok := t.memory(f, s[1:])
		o.name = "$" + o.name
		return o, ok && o.base == "SB"
	}
	return t.memory(f, s)
}

// memory reads an operand in memory, or the address of one.
func (t arm64) memory(f *function, s string) (operand, bool) {
	m := arm64Memory.FindStringSubmatch(s)
	if m == nil {
		return operand{}, false
	}
	o := operand{addr: m[1] != "", name: m[3], base: m[5], tail: m[6], idx: m[7]}
	digits := m[2]
	if o.name != "" {
		digits = m[4]
	}
	if digits != "" {
		var err error
		if o.off, err = strconv.Atoi(digits); err != nil {
			return operand{}, false
		}
	}
	if o.idx != "" && !arm64General(o.idx) {
		return operand{}, false
	}
	switch {
	case o.base == "SB":
		return o, o.name != "" && o.tail == ""
	case o.base == "RSP":
		o.base = "SP"
		return o, o.name == ""
	case o.base == "SP": // from the end of the variables, above which the frame pointer of a callee may be
		o.off += f.frame
		return o, o.name != "" && o.tail == ""
	case o.base == "FP":
		o.off += t.argBase(f)
		return o, o.name != "" && o.tail == ""
	}
	o.base = arm64Whole[o.base]
	return o, o.name == "" && !o.addr && arm64General(o.base)
}

func (arm64) refused(s *step) string {
	for _, o := range s.ops {
		if s.effect&setsBase != 0 && o.framed() {
			return fmt.Sprintf("%s %s moves the stack", s.op, s.args)
		}
	}
	return ""
}

func (arm64) writes(i *inst, ops []operand) (regs []string) {
	e := i.effect
	if e&setsBase != 0 {
		for _, o := range ops {
			if o.memory() {
				regs = append(regs, o.base)
			}
		}
	}
	if e&(conditional|control|nothing) != 0 || len(ops) == 0 {
		return regs
	}
	if e&setsFirst != 0 {
		regs = append(regs, ops[0].regs...)
	}
	if e&noResult == 0 {
		regs = append(regs, ops[len(ops)-1].regs...)
	}
	return regs
}

// lowest: the register with the way back lies below.
func (arm64) lowest() int { return wordSize }

// head is of a frame whose last word is where functions that are called have the frame pointer.
func (arm64) head(f *function) { f.frame, f.coded = max(0, f.size-wordSize), true }

// argBase: what calls has its own way back there.
func (arm64) argBase(f *function) int { return f.size + wordSize }

func (arm64) opening(f *function) (n int, ok bool) {
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
	all := func(list ...string) bool {
		for n := 0; n < len(list); n += 2 {
			if !is(list[n], list[n+1]) {
				return false
			}
		}
		return true
	}
	if is("MOVD", "16(g), R16") {
		switch i := next(); {
		case is("CMP", "R16, RSP"):
		case (i.op == "SUB" || i.op == "SUBS") && strings.HasSuffix(i.args, ", RSP, R17"): // a large frame
			k++
			if i.op == "SUBS" && next().op != "BLO" {
				return 0, false
			} else if i.op == "SUBS" {
				k++
			}
			if !is("CMP", "R16, R17") {
				return 0, false
			}
		default:
			return 0, false
		}
		if next().op != "BLS" {
			return 0, false
		}
		k++
	}
	if f.size == 0 {
		return k, true
	}
	small := next().op == "MOVD.W"
	ok = small && all("MOVD.W", fmt.Sprintf("R30, -%d(RSP)", f.size), "MOVD", "R29, -8(RSP)") ||
		!small && all("SUB", fmt.Sprintf("$%d, RSP, R20", f.size), "STP", "(R29, R30), -8(R20)", "MOVD", "R20, RSP")
	return k, ok && is("SUB", "$8, RSP, R29")
}

func (arm64) closing(f *function, i *inst) bool {
	if f.size == 0 {
		return false
	}
	switch i.op {
	case "MOVD":
		return i.args == "-8(RSP), R29"
	case "MOVD.P":
		return i.args == fmt.Sprintf("%d(RSP), R30", f.size)
	case "LDP":
		return i.args == "-8(RSP), (R29, R30)"
	case "ADD":
		return i.args == fmt.Sprintf("$%d, RSP", f.size) || i.args == fmt.Sprintf("$%d, RSP, RSP", f.size) || i.args == fmt.Sprintf("$%d, RSP, R29", f.size-8)
	}
	return false
}

// vector is of a whole one.
func (arm64) vector(ops []operand) int {
	if slices.ContainsFunc(ops, func(o operand) bool { return len(o.regs) > 0 && o.regs[0][0] == 'V' }) {
		return 16
	}
	return 0
}

func (t arm64) width(i *inst, ops []operand) int {
	n := wordSize
	if t.vector(ops) > 0 {
		n = 16
	}
	if len(ops) > 0 && len(ops[0].regs) > 1 {
		n *= len(ops[0].regs)
	}
	return n
}

func (arm64) copies(s *step) (list [][2]string) {
	if len(s.ops) != 2 || s.ops[0].addr {
		return nil
	}
	from, to := s.ops[0].words(), s.ops[1].words()
	switch s.op {
	case "MOVD":
		return [][2]string{{from[0], to[0]}}
	case "LDP", "STP":
		return [][2]string{{from[0], to[0]}, {from[1], to[1]}}
	}
	return nil
}

// words are the locations of an operand and of what is behind it.
func (o operand) words() [2]string {
	switch {
	case o.framed() && o.tail == "":
		return [2]string{place(o.off), place(o.off + wordSize)}
	case o.plain:
		return [2]string{o.text, ""}
	case strings.HasPrefix(o.text, "("):
		one, other, _ := strings.Cut(o.text[1:len(o.text)-1], ", ")
		return [2]string{one, other}
	}
	return [2]string{}
}

func (arm64) stores32(s *step) bool {
	return s.op == "MOVW" && len(s.ops) == 2 && len(s.ops[1].regs) == 0
}

func (arm64) addresses(_ string, ops []operand) bool {
	return len(ops) == 2 && ops[0].addr
}

// pointer: vectors have few forms of addresses.
func (arm64) pointer(*step) string                { return "" }
func (arm64) join(*step, operand) (operand, bool) { return operand{}, false }
func (arm64) probe(*step) string                  { return "" }

func (t arm64) derives(s *step, a addresses) (found bool) {
	for n, o := range s.ops {
		switch {
		case o.addr:
			found = found || o.framed() || a[o.base] || a[o.idx]
		case n < len(s.ops)-1 || len(s.ops) == 1 || s.effect&reads != 0:
			found = found || a[o.location()] || len(s.ops) == 2 && len(s.ops[1].regs) > 1 && a[o.words()[1]] || slices.ContainsFunc(o.regs, func(r string) bool { return a[r] })
		}
		// What is loaded by an address is none, but the register that is moved on stays one.
		found = found || o.memory() && s.effect&setsBase != 0 && a[o.base]
	}
	return found
}

func (arm64) replaces(s *step, reg string) bool {
	n := len(s.ops)
	if n < 2 || s.effect&(noResult|setsBase|conditional) != 0 || s.ops[n-1].text != reg {
		return false
	}
	if slices.ContainsFunc(s.ops[:n-1], func(o operand) bool { return o.mentions(reg) }) {
		return false
	}
	if s.op == "VMOV" { // to a vector it sets a part
		return arm64General(reg)
	}
	return s.effect&reads == 0 && (n > 2 || s.effect&moves != 0 || s.op == "CSET")
}

// leaving: numbers that do not fit into a comparison are in registers.
func (arm64) leaving(s *step, holds map[string]bool) (compares bool, loads string) {
	const number = "$1818583414" // Leaving
	switch {
	case s.op == "MOVD" && len(s.ops) == 2 && s.ops[0].text == number && len(s.ops[1].regs) == 1:
		return false, s.ops[1].regs[0]
	case s.op == "MOVD" && len(s.ops) == 2 && s.ops[0].plain && s.ops[1].plain && holds[s.ops[0].text]:
		return false, s.ops[1].text
	case s.op == "CMPW" || s.op == "CMP":
		for _, o := range s.ops {
			compares = compares || o.text == number || o.plain && holds[o.text]
		}
	}
	return compares, ""
}

func (arm64) upper(*step, bool) bool { return false }
