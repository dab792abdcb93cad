package pass

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/parallel"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Options are the choices that passes depend on, and the hooks of the driver.
type Options struct {
	// Independent trusts the program to synchronise the lanes of a warp where
	// they exchange data, as PTX asks for sm_70 and later. Otherwise the lanes
	// of a warp run in lockstep wherever that can be observed.
	Independent bool

	// AnyShape makes lockstep assume nothing about the shape of blocks, so that
	// ir.Func's RowWarps and MaxRow stay unset.
	AnyShape bool

	// Contract says what becomes of products without a rounding modifier. The zero
	// value does as the assembler does.
	Contract Contract

	// Contracted, where not nil, is called for each function with such products that
	// are fused, as the PTX has it: before functions become part of others.
	Contracted func(f *ir.Func, n Contracted)

	// Debug keeps branches and calls as the PTX has them, for debuggers: a function is part of
	// another where it synchronises, and nowhere else. Results are the same.
	Debug bool

	// Verify checks every function after every pass and panics on a violation:
	// a broken pass is a bug of the compiler.
	Verify bool

	// Dump, where not nil, is called after each pass that changed the function.
	Dump func(pass string, f *ir.Func)

	// What a pass knows about the module while it goes through its functions.
	calls  *callFacts           // inline
	memory *analysis.WarpMemory // lockstep
}

// Pass is one transformation.
type Pass struct {
	Name string
	Doc  string // one line
	Func func(f *ir.Func, o *Options) bool

	// Others says that Func looks at other functions than its own, so that it goes through
	// them one by one, in the order of the module.
	Others bool
	End    func(m *ir.Module, o *Options) // once Func has seen every function; nil for nothing
}

// List is a sequence of passes.
type List []Pass

// Meaning is the first part of Standard: it makes what the builder left behind small,
// and then decides which operations are contracted. From there on no pass changes a
// bit of what a kernel computes.
var Meaning = List{
	{Name: "unreachable", Doc: "remove blocks that are never reached", Func: unreachable},
	{Name: "phis", Doc: "remove phis that choose nothing", Func: phis},
	{Name: "fold", Doc: "evaluate constants and apply identities", Func: fold},
	{Name: "dce", Doc: "remove values without use", Func: dce},
	{Name: "jumps early", Doc: "thread jumps and merge blocks", Func: jumps},
	{Name: "dce again", Doc: "as dce, for the branches that are gone", Func: dce},
	{Name: "contract", Doc: "fuse products with additions", Func: contract},
}

// Standard is the pipeline between the construction of SSA and the generation
// of code.
var Standard = slices.Concat(Meaning, List{
	{Name: "cse", Doc: "merge equal values", Func: cse},

	// Turn memory that only one thread sees into values.
	{Name: "spaces", Doc: "turn generic accesses into accesses of a known space", Func: spaces},
	{Name: "promote", Doc: "turn local variables into values", Func: promote},
	{Name: "inline", Doc: "inline device functions", Func: inline, Others: true, End: dropInlined},
	{Name: "spaces after inline", Doc: "as spaces, for what inlining brought together", Func: spaces},
	{Name: "promote after inline", Doc: "as promote, for what inlining brought together", Func: promote},
	{Name: "halves", Doc: "turn 128-bit integers into pairs", Func: halves},

	{Name: "lanenumber", Doc: "compute the numbers of lanes and warps from those of threads", Func: lanenumber},

	// Clean up, and give floats their type.
	{Name: "retype", Doc: "let floats travel as floats", Func: retype},
	{Name: "fold again", Doc: "as fold, for the promoted values", Func: fold},
	{Name: "unreachable again", Doc: "as unreachable, for the folded branches", Func: unreachable},
	{Name: "jumps", Doc: "thread jumps and merge blocks", Func: jumps},
	{Name: "phis again", Doc: "as phis, for the promoted values", Func: phis},
	{Name: "cse again", Doc: "as cse, for the folded values", Func: cse},
	{Name: "decided", Doc: "skip branches that those before them decide", Func: decided},
	{Name: "sums", Doc: "turn bitwise ors in which nothing is carried into sums", Func: sums},
	{Name: "ifconv", Doc: "turn small branches into selects", Func: ifconv},
	{Name: "fold late", Doc: "as fold, for the selects", Func: fold},
	{Name: "jumps late", Doc: "as jumps, for the branches that are gone", Func: jumps},
	{Name: "flush", Doc: "flush operands of .ftz once", Func: flush},
	{Name: "cse late", Doc: "as cse, for the selects", Func: cse},
	{Name: "dce late", Doc: "as dce, for everything before", Func: dce},
	{Name: "indices", Doc: "turn pointers that run through loops into indices", Func: indices},
	{Name: "joined", Doc: "turn pointers that meet into indices that meet", Func: joined},
	{Name: "indices again", Doc: "as indices, for loops that begin where pointers met", Func: indices},
	{Name: "words", Doc: "copy words as pairs of the elements that memory holds", Func: words},

	{Name: "elements", Doc: "let addresses count elements that count bytes", Func: elements},
	// Make semantics explicit that code generation must not miss.
	{Name: "canon", Doc: "canonicalise NaNs where their bits are seen", Func: canon},
	{Name: "layout", Doc: "put the blocks in program order", Func: layout},
	{Name: "lockstep", Doc: "mark where the lanes of a warp must align", Func: lockstep, Others: true},
})

// Tidy makes functions small that other stages have made of what Standard made.
var Tidy = List{
	{Name: "unreachable", Doc: "remove blocks that are never reached", Func: unreachable},
	{Name: "cse", Doc: "merge equal values", Func: cse},
	{Name: "dce", Doc: "remove values without use", Func: dce},
	{Name: "jumps", Doc: "thread jumps and merge blocks", Func: jumps},
}

// constraint says that pass before runs before pass after, and why.
type constraint struct{ before, after, why string }

// constraints are the reasons for the order of Standard. A constraint is about
// the last run of before and the last run of after, by name.
var constraints = []constraint{
	{"fold", "contract", "a product is seen through what only moves its bits"},
	{"contract", "cse", "an assembler merges equal products later: one that is stored leaves the other alone"},
	{"dce again", "contract", "an unused result is no use of a product"},
	{"jumps early", "contract", "a branch around nothing ends no block"},
	{"contract", "promote", "what a kernel computes must not depend on which variables are promoted"},
	{"contract", "inline", "nor on which functions are inlined, which other kernels have a say in"},
	{"contract", "ifconv", "nor on which branches are cheap enough to become selects: blocks are those of the PTX"},
	{"contract", "fold again", "the sign of a constant factor is folded"},
	{"spaces", "promote", "the stack of code without optimisation is accessed through generic addresses"},
	{"fold", "promote", "promotion needs offsets that are constants"},
	{"inline", "promote after inline", "arguments passed in local memory become visible"},
	{"inline", "lockstep", "sync points in callees become part of the kernel"},
	{"inline", "lanenumber", "a caller says how many rows its blocks have"},
	{"lanenumber", "cse again", "registers that are made of one number share it"},
	{"lanenumber", "lockstep", "the number of a thread tells its accesses from those of others"},
	{"promote after inline", "halves", "a local variable of 128 bits is promoted as one value"},
	{"halves", "fold again", "the parts of a pair are shifted by constants"},
	{"promote after inline", "retype", "a promoted variable brings the bitcasts of its accesses together"},
	{"cse again", "decided", "a branch is known by its condition"},
	{"decided", "ifconv", "a branch that joins its ways to part them again becomes no select"},
	{"fold again", "sums", "what a mask leaves is folded"},
	{"sums", "fold late", "constants of sums are added up"},
	{"sums", "indices", "the places of accesses are sums"},
	{"retype", "ifconv", "a bitcast would count against the size of a branch"},
	{"unreachable again", "ifconv", "folded branches leave blocks that look like joins"},
	{"dce late", "indices", "an access that is gone needs no index"},
	{"fold late", "indices", "steps are constants on the right"},
	{"indices", "joined", "what a pointer is behind a loop is a sum of how often that has run"},
	{"joined", "indices again", "a loop over the rounds that are left starts at a sum"},
	{"indices again", "lockstep", "accesses whose place is known are told apart"},
	{"retype", "words", "what other accesses load and store has its type"},
	{"indices again", "words", "copies in loops are of known memory"},
	{"words", "elements", "an access of two elements counts those"},
	{"elements", "lockstep", "accesses whose place is known are told apart"},
	{"words", "lockstep", "an access of two elements is where one of a word was"},
	{"ifconv", "canon", "a select of floats is looked through"},
	{"fold late", "canon", "fold assumes that a bitcast or store sees the bits of its argument"},
	{"dce late", "canon", "dead observers would ask for canonical values"},
	{"promote after inline", "canon", "a store to a promoted variable observes nothing"},
	{"promote after inline", "lockstep", "accesses that are gone need no sync point"},
	{"jumps late", "layout", "a block that is merged or removed has no place"},
	{"layout", "lockstep", "the program order decides what runs before what"},
}

// Run applies the list to all functions of the module. Passes that look at one function
// only run for several functions at a time.
func Run(m *ir.Module, l List, o Options) {
	for len(l) > 0 {
		n := slices.IndexFunc(l, func(p Pass) bool { return p.Others })
		switch {
		case n == 0 || o.Dump != nil: // what is dumped has the order of the passes
			n = 1
			o.calls, o.memory = nil, nil
			for _, f := range m.Funcs {
				l[0].apply(f, &o)
			}
		default:
			if n < 0 {
				n = len(l)
			}
			l[:n].each(m, o)
		}
		if p := l[n-1]; p.End != nil {
			p.End(m, &o)
		}
		l = l[n:]
	}
}

// each applies the list to every function, in any order.
func (l List) each(m *ir.Module, o Options) {
	contracted := make([]Contracted, len(m.Funcs))
	parallel.Do(len(m.Funcs), func(i int) {
		own := o
		if o.Contracted != nil {
			own.Contracted = func(_ *ir.Func, n Contracted) { contracted[i] = n }
		}
		for _, p := range l {
			p.apply(m.Funcs[i], &own)
		}
	})
	for i, n := range contracted {
		if n != (Contracted{}) {
			o.Contracted(m.Funcs[i], n)
		}
	}
}

// apply applies a pass to a function that has a body.
func (p *Pass) apply(f *ir.Func, o *Options) {
	if f.Extern || len(f.Blocks) == 0 {
		return
	}
	settle := func() {}
	if f.KeepsOrigins() {
		settle = origins(f)
	}
	changed := p.Func(f, o)
	settle()
	if o.Verify {
		if err := ir.Verify(f); err != nil {
			panic(fmt.Sprintf("pass %s broke %s: %v", p.Name, f.Name, err))
		}
	}
	if changed && o.Dump != nil {
		o.Dump(p.Name, f)
	}
}
