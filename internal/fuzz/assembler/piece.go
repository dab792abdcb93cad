package assembler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
)

// piece is one instruction and what it needs declared.
type piece struct {
	head    []string // the opcode and its modifiers
	ops     []string // the operands as written
	regs    map[string]int
	module  []string // declarations of the module
	params  []string // of the kernel
	body    []string // declarations of the kernel
	options string   // of .target, with the comma before them
	label   bool     // needs L1 after it
}

// newPiece takes an example apart.
func newPiece(x *example.Example) piece {
	p := piece{regs: map[string]int{}}
	before, after := x.Source[:x.Offset], x.Source[x.Offset+len(x.Text):]
	p.label = strings.Contains(after, "L1:")
	head, ops, _ := strings.Cut(x.Text, " ")
	p.head = strings.Split(head, ".")
	if ops != "" {
		p.ops = splitOperands(ops)
	}
	top, kernel, _ := strings.Cut(before, ".entry k(")
	for line := range strings.Lines(top) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, ".target"):
			if _, options, ok := strings.Cut(line, ","); ok {
				p.options = "," + options
			}
		case strings.HasPrefix(line, ".version"), strings.HasPrefix(line, ".address_size"):
		default:
			p.module = append(p.module, line)
		}
	}
	params, kernel, _ := strings.Cut(kernel, ")\n{\n")
	if params != "" {
		p.params = strings.Split(params, ", ")
	}
	for line := range strings.Lines(kernel) {
		line = strings.TrimSpace(line)
		if decl, ok := strings.CutPrefix(line, ".reg ."); ok && strings.HasSuffix(line, ">;") {
			i, n := strings.LastIndexByte(decl, ' '), 0
			fmt.Sscanf(decl[strings.LastIndexByte(decl, '<'):], "<%d>", &n)
			p.regs[decl[:i]] = n
		} else if line != "" {
			p.body = append(p.body, line)
		}
	}
	return p
}

// clone returns a copy whose lists may be changed.
func (p *piece) clone() piece {
	c := *p
	c.head, c.ops, c.regs = slices.Clone(p.head), slices.Clone(p.ops), maps.Clone(p.regs)
	return c
}

// text is the instruction without its semicolon.
func (p *piece) text() string {
	s := strings.Join(p.head, ".")
	if len(p.ops) > 0 {
		s += " " + strings.Join(p.ops, ", ")
	}
	return s
}

// reg returns register i of a type as it stands behind .reg.
func (p *piece) reg(decl string, i int) string {
	p.regs[decl] = max(p.regs[decl], i+1)
	return fmt.Sprintf("%s%d", prefix(decl), i)
}

// prefix begins the names of the registers of a type, as those of package example.
func prefix(decl string) string {
	return "%" + strings.ReplaceAll(strings.ReplaceAll(decl, " ", "_"), ".", "") + "_"
}

// register is the type of the registers that hold a t.
func register(t isa.Type) isa.Type {
	if t.IsAlternate() {
		if b := isa.BitsType(t.Bits()); b != isa.TypeNone {
			return b
		}
		return isa.B32
	}
	return t
}

// splitOperands splits at the commas that are in no brackets.
func splitOperands(s string) (ops []string) {
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		case ',':
			if depth == 0 {
				ops = append(ops, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	return append(ops, strings.TrimSpace(s[from:]))
}
