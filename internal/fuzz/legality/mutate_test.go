package legality

import (
	"math/rand"
	"regexp"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// mutator changes one place of PTX texts. Equal seeds make equal changes.
type mutator struct {
	rnd  *rand.Rand
	mods []string // modifiers that some instruction has
}

// newMutator returns a mutator that draws modifiers from the table.
func newMutator(seed int64) *mutator {
	m := &mutator{rnd: rand.New(rand.NewSource(seed))}
	seen := map[string]bool{}
	word := regexp.MustCompile(`[A-Za-z][A-Za-z0-9_:]*`)
	for _, f := range isa.Forms() {
		for _, c := range f.Choices {
			for _, w := range word.FindAllString(strings.Join(c.Members, "|"), -1) {
				if !seen[w] && len(w) > 1 {
					seen[w] = true
					m.mods = append(m.mods, w)
				}
			}
		}
	}
	return m
}

var (
	typeToken    = regexp.MustCompile(`\.(?:pred|[bsu](?:8|16|32|64|128)|f(?:16x2|16|32|64)|v[24])\b`)
	regToken     = regexp.MustCompile(`%[A-Za-z_]+[0-9]*`)
	modToken     = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)?`)
	numberToken  = regexp.MustCompile(`\b(?:0[fFdD][0-9a-fA-F]+|0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?)U?\b`)
	operandToken = regexp.MustCompile(`(?:\[[^\]\n]*\]|\{[^}\n]*\}|!?-?[%$\w.+|-]+)`)
	opcodeToken  = regexp.MustCompile(`(?m)^\s*(?:@!?%\w+\s+)?([a-z][a-z0-9]*)\b`)
	anyToken     = regexp.MustCompile(`[%$.\w]+|[^\s\w]`)
	instruction  = regexp.MustCompile(`(?m)^[ \t]*(?:@!?%\w+[ \t]+)?[a-z][a-z0-9]*(?:\.[\w:]+)*[ \t]+[^;\n]*;`)
)

var (
	typeMods = strings.Fields(".pred .b8 .b16 .b32 .b64 .b128 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f16x2 .bf16 .bf16x2 .f32 .f64 .v2 .v4 .tf32 .e4m3x2 .u16x2")
	numbers  = strings.Fields("0 1 -1 2 7 15 16 31 32 33 63 64 255 256 65535 65536 0x7fffffff 0x80000000 0xffffffff 0x100000000 0x7fffffffffffffff 0x8000000000000000 18446744073709551615 99999999999999999999 1.5 -0.0 1e40 0f7FC00000 0f00000001 0d7FF8000000000000 WARP_SZ 1/0")
	strange  = strings.Fields("_ [%r1] {%r1,%r2} {} [] !%p1 -%r1 %r1|%p1 %tid %tid.x %clock64 %laneid 5 1.5 foo (a) %nosuch %r1.x [16] [foo+4] {_,_} {%r1,1} -2147483648")
)

// mutate returns the text with one change, and the byte where it is.
func (m *mutator) mutate(src string) (string, int) {
	for range 20 {
		start, end, repl, ok := m.change(src)
		if ok && src[start:end] != repl {
			return src[:start] + repl + src[end:], start
		}
	}
	return src + "x", len(src)
}

// change picks a place and what stands there instead.
func (m *mutator) change(src string) (start, end int, repl string, ok bool) {
	switch m.rnd.Intn(12) {
	case 0, 1:
		start, end, ok = m.find(typeToken, src)
		repl = m.of(typeMods)
	case 2, 3: // a register of another type, or of none
		start, end, ok = m.find(regToken, src)
		repl = m.other(regToken, src)
	case 4: // one operand fewer, or one more
		return m.operands(src)
	case 5, 6:
		start, end, ok = m.find(modToken, src)
		repl = m.modifier(src)
	case 7:
		start, end, ok = m.find(numberToken, src)
		repl = m.of(numbers)
	case 8: // an operand of another kind
		start, end, ok = m.operand(src)
		if repl = m.of(strange); m.rnd.Intn(2) == 0 {
			repl = m.other(operandToken, src)
		}
	case 9:
		start, end, ok = m.find(opcodeToken, src)
		repl = m.of(isa.Opcodes())
		if m.rnd.Intn(2) == 0 {
			repl = m.other(opcodeToken, src)
		}
	case 10: // a line twice, not at all, or in another place
		start, end, ok = m.find(instruction, src)
		if repl = ""; m.rnd.Intn(2) == 0 {
			repl = m.other(instruction, src)
		}
	default:
		start, end, ok = m.find(anyToken, src)
		if repl = ""; m.rnd.Intn(2) == 0 {
			repl = m.other(anyToken, src)
		}
	}
	return start, end, repl, ok
}

// find returns a random match, or its first group where the expression has one.
func (m *mutator) find(re *regexp.Regexp, src string) (start, end int, ok bool) {
	if src == "" {
		return 0, 0, false
	}
	// From a random line on, so that not all matches need be found.
	from := 0
	if i := strings.LastIndexByte(src[:m.rnd.Intn(len(src))], '\n'); i >= 0 {
		from = i + 1
	}
	all := re.FindAllStringSubmatchIndex(src[from:min(len(src), from+400)], -1)
	if len(all) == 0 {
		return 0, 0, false
	}
	at := all[m.rnd.Intn(len(all))]
	at = at[len(at)-2:]
	return from + at[0], from + at[1], true
}

// other returns the text of another match.
func (m *mutator) other(re *regexp.Regexp, src string) string {
	start, end, ok := m.find(re, src)
	if !ok {
		return m.of(strange)
	}
	return src[start:end]
}

func (m *mutator) of(words []string) string { return words[m.rnd.Intn(len(words))] }

// modifier returns what a modifier is replaced with: nothing, one of the text,
// one of the table.
func (m *mutator) modifier(src string) string {
	switch m.rnd.Intn(4) {
	case 0:
		return ""
	case 1:
		return "." + m.of(m.mods)
	case 2: // twice, or one more
		return m.other(modToken, src) + m.other(modToken, src)
	}
	return m.other(modToken, src)
}

// operand finds an operand of an instruction.
func (m *mutator) operand(src string) (start, end int, ok bool) {
	from, to, ok := m.find(instruction, src)
	if !ok {
		return 0, 0, false
	}
	head := strings.IndexAny(strings.TrimLeft(src[from:to], " \t@!%"), " \t")
	if head < 0 {
		return 0, 0, false
	}
	start, end, ok = m.find(operandToken, src[from+head:to])
	return from + head + start, from + head + end, ok
}

// operands removes an operand with its comma, or writes one twice.
func (m *mutator) operands(src string) (start, end int, repl string, ok bool) {
	start, end, ok = m.operand(src)
	if !ok {
		return 0, 0, "", false
	}
	if m.rnd.Intn(2) == 0 {
		return start, end, src[start:end] + ", " + src[start:end], true
	}
	if rest := strings.TrimLeft(src[end:], " \t"); strings.HasPrefix(rest, ",") {
		end = len(src) - len(rest) + 1
	}
	return start, end, "", true
}
