// Package cloop makes conformance cases of random C programs that are about loops: how they
// count, by what, where they are left and where they go on. Clang compiles a program to PTX,
// and natively for the bytes that its kernels must leave in memory.
//
// Counters are signed and unsigned, of 8 to 64 bits, or pointers; they go up and down, and are
// multiplied and shifted. A step is a constant, or a variable that branches of the body assign.
// Loops are for, while, do-while and endless ones; their bodies have continue, break, return,
// switch, and loops. They read numbers of the input one by one and as vectors, and store vectors of results.
//
// All of them end by construction. A counter starts and is bounded by small numbers, a step is
// at least one towards the bound, every way to the next round takes it, and nothing goes the
// other way. Numbers that could leave their range are unsigned.
package cloop

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kernels is how many kernels a program has.
const kernels = 6

// What a kernel is called with: the elements of its input, with some on both sides for pointers
// that step past the others, its scalar argument, and the elements of out that each thread has.
const (
	inputs    = 96
	inputMask = 63
	margin    = 16
	length    = 13
	perThread = 8
	results   = 4 // the others are added to
)

// gen writes a program.
type gen struct {
	rng    *rand.Rand
	b      strings.Builder
	indent int
	left   int // statements that a function may still have
	names  int // of variables, so that each is another

	scope   []variable // what expressions may read
	sums    []string   // variables that statements may change
	loops   []*loop    // those around, the innermost last
	helpers []string   // functions that may be called
	helper  bool       // a helper is being written, which has no memory to write to
	array   bool       // the function has a local array, with which no variable of -O0 becomes a register
}

// variable is a name with the C type of what it holds.
type variable struct{ name, typ string }

// text is the program of a seed.
func text(seed uint64) string {
	g := &gen{rng: rand.New(rand.NewPCG(seed, 5))}
	g.line("typedef u32 u32x2 __attribute__((ext_vector_type(2), may_alias));")
	g.line("typedef u32 u32x4 __attribute__((ext_vector_type(4), may_alias));")
	g.line("typedef u64 u64x2 __attribute__((ext_vector_type(2), may_alias));")
	for i := range g.rng.IntN(3) {
		g.function(fmt.Sprintf("f%d", i))
	}
	for i := range kernels {
		g.kernel(fmt.Sprintf("k%d", i))
	}
	return g.b.String()
}

// line writes a line of the program.
func (g *gen) line(format string, args ...any) {
	for range g.indent {
		g.b.WriteByte('\t')
	}
	fmt.Fprintf(&g.b, format+"\n", args...)
}

// open and close write the braces of a block, with what stands in front and after. What is
// declared inside is not known after.
func (g *gen) open(format string, args ...any) (scope int) {
	g.line("%s", strings.TrimSpace(fmt.Sprintf(format, args...)+" {"))
	g.indent++
	return len(g.scope)
}

func (g *gen) close(scope int, format string, args ...any) {
	g.scope = g.scope[:scope]
	g.indent--
	g.line("}"+format, args...)
}

func (g *gen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *gen) choose(list ...string) string { return list[g.rng.IntN(len(list))] }

// percent is true that often.
func (g *gen) percent(n int) bool { return g.rng.IntN(100) < n }

// begin starts a function: what it knows, and how much it may do.
func (g *gen) begin(scope ...variable) {
	g.scope, g.sums, g.loops = scope, nil, nil
	g.left = []int{6, 14, 30}[g.rng.IntN(3)]
	g.array = g.percent(40)
}

// sum declares a variable that statements change.
func (g *gen) sum(typ, value string) {
	v := g.name("t")
	g.line("%s %s = (%s)(%s);", typ, v, typ, value)
	g.scope = append(g.scope, variable{v, typ})
	g.sums = append(g.sums, v)
}

// kernel writes a kernel.
func (g *gen) kernel(name string) {
	g.begin(variable{"tid", "i32"}, variable{"n", "i32"})
	g.helper = false
	g.line("")
	scope := g.open("KERNEL void %s(const u32 GLOBAL *in, u64 GLOBAL *out, i32 n)", name)
	g.line("i32 tid = THREAD;")
	g.line("out += tid * %d;", perThread)
	for range results {
		g.sum(g.choose("u32", "u32", "u64", "i32"), g.choose("in[tid & 63]", "in[(tid + 5) & 63]", "tid", "0", "1"))
	}
	g.body()
	for i := 0; i < results; i += 2 {
		s, t := g.sums[i], g.sums[i+1]
		if g.percent(50) { // as a vector, which some threads store
			g.line("if (%s)", g.cond(1))
			g.line("\t*(u64x2 GLOBAL *)(out + %d) = (u64x2){(u64)%s, (u64)%s};", i, s, t)
			g.line("else")
			g.line("\tout[%d] = (u64)%s;", i+1, s)
			continue
		}
		g.line("out[%d] = (u64)%s;", i, s)
		g.line("out[%d] = (u64)%s;", i+1, t)
	}
	g.close(scope, "")
}

// function writes a helper. Some stay functions whatever the level of optimisation.
func (g *gen) function(name string) {
	g.begin(variable{"x", "u32"}, variable{"n", "i32"})
	g.helper = true
	g.line("")
	scope := g.open("static %su32 %s(const u32 GLOBAL *in, u32 x, i32 n)", g.choose("", "__attribute__((noinline)) "), name)
	for range 2 {
		g.sum(g.choose("u32", "u64"), g.choose("x", "in[x & 63]", "0"))
	}
	g.body()
	g.line("return (u32)%s;", g.sums[0])
	g.close(scope, "")
	g.helpers = append(g.helpers, name)
}

// body writes what a function does, of which a loop is a part at least.
func (g *gen) body() {
	if g.array {
		g.line("u32 m[8] = {n, 0, 1, 2, 3, 4, 5, 6};")
	}
	g.loop()
	for g.left > 0 {
		g.statement()
	}
}
