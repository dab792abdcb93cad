package fpgraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Threads is how many threads run a kernel, each with values of its own.
const Threads = 32

// typ is a C type of the prelude.
type typ string

const (
	i8, u8   typ = "i8", "u8"
	i16, u16 typ = "i16", "u16"
	i32, u32 typ = "i32", "u32"
	i64, u64 typ = "i64", "u64"
	f16      typ = "half"
	f32      typ = "float"
	f64      typ = "double"
)

var bitsOf = map[typ]int{i8: 8, u8: 8, i16: 16, u16: 16, i32: 32, u32: 32, i64: 64, u64: 64, f16: 16, f32: 32, f64: 64}

func (t typ) float() bool  { return t == f16 || t == f32 || t == f64 }
func (t typ) signed() bool { return t[0] == 'i' }

// unsigned is the type to compute in where overflow must wrap: at least 32 bits
// wide, since C computes narrower ones as int.
func (t typ) unsigned() typ {
	if bitsOf[t] == 64 {
		return u64
	}
	return u32
}

// stmt is a statement. It defines a variable, or changes one that is defined.
type stmt struct {
	text   string
	def    int // of the variable that it defines, -1 for none
	change int // of the variable that it changes, -1 for none
}

// variable is a value of each thread.
type variable struct {
	typ  typ
	load string // an expression that reads a value of the type from memory
}

// Graph is a kernel: statements over variables v0, v1 and so on, and the
// variables whose values it stores.
type Graph struct {
	Seed uint64
	Half bool // it has f16

	vars  []variable
	stmts []stmt
	outs  []int
}

// Options say what a graph may consist of.
type Options struct {
	Half bool // 16-bit floats, which need sm_53
}

// gen makes a graph.
type gen struct {
	*Graph
	rng   *rand.Rand
	types []typ
	env   map[typ][]int // variables that are defined
}

// New makes the graph of a seed.
func New(seed uint64, o Options) *Graph {
	g := &gen{Graph: &Graph{Seed: seed, Half: o.Half}, rng: rand.New(rand.NewPCG(seed, 1)), env: map[typ][]int{}}
	g.types = []typ{i32, u32, i64, u64, f32, f64, f32, f64, i16, u16, i8, u8}
	if o.Half {
		g.types = append(g.types, f16, f16)
	}
	for _, t := range inputs {
		for k := range 2 {
			g.define(t, fmt.Sprintf("in_%s[(tid + %d) & 31]", t, 5*k))
		}
	}
	if o.Half {
		g.define(f16, "(half)(float)(tid - 16)")
		g.define(f16, "(half)in_float[tid]")
	}
	for range []int{20, 60, 150}[g.rng.IntN(3)] {
		g.statement()
	}
	for _, t := range append([]typ{f16}, inputs...) {
		list := g.env[t]
		g.outs = append(g.outs, list[max(len(list)-4, 0):]...)
	}
	return g.Graph
}

// define adds a variable with the value of an expression.
func (g *gen) define(t typ, expr string) int {
	v := len(g.vars)
	g.vars = append(g.vars, variable{t, ""})
	g.stmts = append(g.stmts, stmt{fmt.Sprintf("%s v%d = %s;", t, v, expr), v, -1})
	g.env[t] = append(g.env[t], v)
	return v
}

// change adds a statement that changes a variable.
func (g *gen) change(v int, format string, args ...any) {
	g.stmts = append(g.stmts, stmt{fmt.Sprintf(format, args...), -1, v})
}

func (g *gen) statement() {
	switch k := g.rng.IntN(100); {
	case k < 6: // a branch that diverges
		t := g.anyType()
		v := g.define(t, g.pick(t))
		g.change(v, "if (%s) v%d = %s; else v%d = %s;", g.condition(), v, g.expr(t), v, g.expr(t))
	case k < 10: // a loop whose number of turns depends on the thread
		t := []typ{i32, u64, f32, f64}[g.rng.IntN(4)]
		v := g.define(t, g.pick(t))
		g.change(v, "for (int k = 0; k < (int)(%s & 7); k++) v%d = %s;", g.pick(u32), v, g.expr(t))
	case k < 13: // through memory
		t := inputs[g.rng.IntN(len(inputs))]
		v := g.define(t, g.pick(t))
		g.change(v, "{ %s m[4] = {%s, %s, %s, v%d}; v%d = m[%s & 3]; }", t, g.pick(t), g.pick(t), g.pick(t), v, v, g.pick(u32))
	case k < 15: // a switch
		t := g.anyType()
		v := g.define(t, g.pick(t))
		g.change(v, "switch (%s & 3) { case 0: v%d = %s; break; case 1: v%d = %s; /* and on */ case 2: v%d = %s; break; }",
			g.pick(u32), v, g.expr(t), v, g.expr(t), v, g.expr(t))
	default:
		t := g.anyType()
		g.define(t, g.expr(t))
	}
}

func (g *gen) anyType() typ { return g.types[g.rng.IntN(len(g.types))] }

// pick is a variable of the type that was defined lately, or a constant.
func (g *gen) pick(t typ) string {
	list := g.env[t]
	if len(list) == 0 || g.rng.IntN(10) == 0 {
		return g.constant(t)
	}
	list = list[max(len(list)-12, 0):]
	return fmt.Sprintf("v%d", list[g.rng.IntN(len(list))])
}

func (g *gen) choose(list ...string) string { return list[g.rng.IntN(len(list))] }

func (g *gen) condition() string {
	t := g.anyType()
	return fmt.Sprintf("%s %s %s", g.pick(t), g.choose("<", "<=", ">", ">=", "==", "!="), g.pick(t))
}

// mentioned returns the variables that a text names.
func mentioned(text string) []int {
	var out []int
	for _, w := range strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	}) {
		var n int
		if _, err := fmt.Sscanf(w, "v%d", &n); err == nil && w == fmt.Sprintf("v%d", n) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// needed reports which statements the stored values depend on.
func (g *Graph) needed() []bool {
	live := map[int]bool{}
	for _, v := range g.outs {
		live[v] = true
	}
	keep := make([]bool, len(g.stmts))
	for i, s := range slices.Backward(g.stmts) {
		if s.def >= 0 && live[s.def] || s.change >= 0 && live[s.change] {
			keep[i] = true
			for _, v := range mentioned(s.text) {
				live[v] = true
			}
		}
	}
	return keep
}

// Size is how many statements the stored values depend on.
func (g *Graph) Size() int {
	n := 0
	for _, k := range g.needed() {
		if k {
			n++
		}
	}
	return n
}

// Shrink returns graphs that are a little smaller, those first that are much
// smaller: with fewer stored values, or earlier ones, without statements that change
// a variable, and with a value from memory in place of one that is computed.
func (g *Graph) Shrink() []*Graph {
	var out []*Graph
	if n := len(g.outs); n > 1 {
		for size := n / 2; ; size /= 2 {
			for at := 0; at < n; at += size {
				h := g.clone()
				h.outs = slices.Clone(g.outs[at:min(at+size, n)])
				out = append(out, h)
			}
			if size == 1 {
				break
			}
		}
	}
	keep := g.needed()
	for i, s := range slices.Backward(g.stmts) { // what a stored value is computed from, in its place
		for k, v := range g.outs {
			if !keep[i] || s.def != v && s.change != v {
				continue
			}
			for _, w := range mentioned(s.text) {
				if w != v && !slices.Contains(g.outs, w) {
					h := g.clone()
					h.outs = slices.Clone(g.outs)
					h.outs[k] = w
					out = append(out, h)
				}
			}
		}
	}
	for i, s := range slices.Backward(g.stmts) {
		if !keep[i] {
			continue
		}
		h := g.clone()
		switch {
		case s.change >= 0:
			h.stmts = slices.Delete(h.stmts, i, i+1)
		case strings.Contains(s.text, "= "+simple(g.vars[s.def].typ)+";"):
			continue
		default:
			h.stmts[i].text = fmt.Sprintf("%s v%d = %s;", g.vars[s.def].typ, s.def, simple(g.vars[s.def].typ))
		}
		out = append(out, h)
	}
	return out
}

// simple is an expression of the type that computes nothing.
func simple(t typ) string {
	if t == f16 {
		return "(half)(float)tid"
	}
	return fmt.Sprintf("in_%s[tid]", t)
}

func (g *Graph) clone() *Graph {
	h := *g
	h.stmts = slices.Clone(g.stmts)
	return &h
}
