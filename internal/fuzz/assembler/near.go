package assembler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// otherTypes are put in the place of types.
var otherTypes = strings.Fields("b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 tf32 f32 f64 u16x2 s16x2 pred")

// otherModifiers are tried with every opcode, beside those of its other forms.
var otherModifiers = strings.Fields("sat ftz relu cc wide lo rn rz rni rna approx full volatile relaxed uni sync satfinite NaN nan x2 v2 v4 xorsign noftz")

// near asks about what is nearly the instruction. Where much is false, modifiers of other
// opcodes and strange operands are left out.
func (b *book) near(f *isa.Form, m *isa.Match, t isa.Target, q *piece, much bool) {
	add := func(kind string, c *piece) { b.add(kind, f, Newest, t, c) }
	types := -1
	firstType := len(q.head)
	for i := 1; i < len(q.head); i++ {
		c := q.clone()
		c.head = slices.Delete(c.head, i, i+1)
		add("drop", &c)
		if _, ok := isa.ParseType(q.head[i]); !ok {
			continue
		}
		types++
		firstType = min(firstType, i)
		for _, name := range otherTypes {
			if name != q.head[i] {
				c := q.clone()
				c.retype(i, types, name)
				add("type", &c)
			}
		}
	}
	words := vocabulary(f.Opcode)
	if len(words) > 40 {
		words = words[:0]
	}
	if much {
		words = append(words, otherModifiers...)
	}
	for _, word := range words {
		if _, ok := isa.ParseType(word); !ok && !slices.Contains(q.head, word) {
			c := q.clone()
			c.head = slices.Insert(c.head, firstType, word)
			add("add", &c)
		}
	}
	if firstType > 2 {
		c := q.clone()
		slices.Reverse(c.head[1:firstType])
		add("order", &c)
	}
	b.operands(q, add, much)
}

// register1 is the name of a register of package example with its type.
var register1 = regexp.MustCompile(`%((?:v[24]_)?[a-z]+[0-9]+(?:x2)?|pred)_([0-9]+)`)

// retype writes another type in the head, and gives registers of the old one the new one:
// of the first operand for the first of two types, of the others for another.
func (p *piece) retype(at, nth int, name string) {
	old, _ := isa.ParseType(p.head[at])
	to, _ := isa.ParseType(name)
	twice := 0
	for _, h := range p.head[1:] {
		if _, ok := isa.ParseType(h); ok {
			twice++
		}
	}
	p.head[at] = name
	for i, o := range p.ops {
		if twice == 2 && (nth == 0) != (i == 0) {
			continue
		}
		p.ops[i] = register1.ReplaceAllStringFunc(o, func(r string) string {
			m := register1.FindStringSubmatch(r)
			if m[1] != register(old).String() {
				return r
			}
			n := 0
			fmt.Sscan(m[2], &n)
			return p.reg(register(to).String(), n)
		})
	}
}

// strange are operands to write in the place of others; those after the bar only much. Those
// of odd are no operands for some assemblers, which so give up at the line: few are asked.
var (
	strange = strings.Fields("1 0f3F800000 -1 %tid.x R:b64 R:b16 R:f32 R:pred {R:b32,R:b32} _ | " +
		"0d3FF0000000000000 0xffffffffff %clock64 R:b8 R:b32 R:f64 R:b128 V:v2,.b32 V:v4,.f32 {R:b32,R:b32,R:b32,R:b32} {R:b16,R:b16}")
	odd = strings.Fields("!R:pred -R:b32 ~R:b32 {R:b32} [R:b64] R:b32+4 %tid WARP_SZ R:b32|R:pred R:b32|_ R:pred|R:pred gone")
)

var strangeRegister = regexp.MustCompile(`[RV]:([a-z0-9]+)(,\.[a-z0-9]+)?`)

// operands asks about operands of other kinds, one fewer, and one more.
func (b *book) operands(q *piece, add func(string, *piece), much bool) {
	replace := func(kind, with string, i int) {
		c := q.clone()
		n := 10
		c.ops[i] = strangeRegister.ReplaceAllStringFunc(with, func(r string) string {
			m := strangeRegister.FindStringSubmatch(r)
			n++
			return c.reg(m[1]+strings.ReplaceAll(m[2], ",", " "), n-1)
		})
		if c.ops[i] != q.ops[i] {
			add(kind, &c)
		}
	}
	for i := range q.ops {
		for _, s := range strange {
			if s == "|" && !much {
				break
			}
			if s != "|" {
				replace("operand", s, i)
			}
		}
		if much && i < 2 {
			for _, s := range odd {
				replace("odd", s, i)
			}
		}
		c := q.clone()
		c.ops = slices.Delete(c.ops, i, i+1)
		add("count", &c)
	}
	if len(q.ops) > 0 {
		c := q.clone()
		c.ops = append(c.ops, c.ops[len(c.ops)-1])
		add("count", &c)
	}
}
