package uppers

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Finding is an instruction that is executed with the upper halves of the vector registers
// in use, and should not be; or, in assembly, one without a use.
type Finding struct {
	Func string // path/to/package.Func
	At   string // file:line, of a function that was inlined where it comes from one
	What string
}

func (f Finding) String() string { return fmt.Sprintf("%s (%s): %s", f.Func, f.At, f.What) }

// Check returns what a listing of packages has of that kind, by function and place.
// A function that is not exported is followed where it is called, or its value taken: the
// code of one that is always inlined is none that runs.
func Check(listing string) ([]Finding, error) {
	funcs, err := parse(listing)
	if err != nil {
		return nil, err
	}
	c := newChecker(funcs)
	values := taken(funcs)
	for _, f := range funcs {
		if (!f.isExported() || inlined[f.name]) && !values[f.name] {
			continue
		}
		c.run(entry{f, f.takesVectors()})
	}
	return c.findings(), nil
}

// findings lists what was found.
func (c *checker) findings() []Finding {
	all := slices.Collect(maps.Keys(c.found))
	slices.SortFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.At, b.At), cmp.Compare(a.What, b.What))
	})
	return all
}

// inlined are exported functions that take a constant, and are only there to be inlined: as
// functions they would move it with legacy SSE.
var inlined = map[string]bool{"github.com/ptx2go/ptx2go/runtime/gang8.FunnelB32": true, "github.com/ptx2go/ptx2go/runtime/gang8.RotateB32": true, "github.com/ptx2go/ptx2go/runtime/gang16.FunnelB32": true}

// taken returns the functions whose value some function takes.
func taken(funcs map[string]*function) map[string]bool {
	values := map[string]bool{}
	for _, f := range funcs {
		for i := range f.code {
			if name, _, ok := strings.Cut(f.code[i].args, "·f(SB)"); ok {
				values[name] = true
			}
		}
	}
	return values
}

func (f *function) isExported() bool {
	first, _ := utf8.DecodeRuneInString(f.name[strings.LastIndexByte(f.name, '.')+1:])
	return unicode.IsUpper(first)
}

// entry is a function with how it is called.
type entry struct {
	*function
	dirty bool // the upper halves are in use
}

// outcome is how an entry returns.
type outcome struct{ dirty bool }

type checker struct {
	funcs   map[string]*function
	known   map[entry]*outcome
	found   map[Finding]bool
	reached map[*instruction]ways
}

// ways says with which upper halves an instruction is executed: not in use, in use.
type ways [2]bool

func newChecker(funcs map[string]*function) *checker {
	return &checker{funcs: funcs, known: map[entry]*outcome{}, found: map[Finding]bool{}, reached: map[*instruction]ways{}}
}

// run follows an entry, and returns how it does. A call of itself is taken to leave things
// as they are.
func (c *checker) run(e entry) *outcome {
	if out := c.known[e]; out != nil {
		return out
	}
	out := &outcome{e.dirty}
	c.known[e] = out
	returns := false
	seen := make([]ways, len(e.code))
	var work []func()
	var visit func(i int, dirty bool)
	visit = func(i int, dirty bool) {
		if i >= len(e.code) || seen[i][index(dirty)] {
			return
		}
		seen[i][index(dirty)] = true
		work = append(work, func() {
			x := &e.code[i]
			w := c.reached[x]
			w[index(dirty)] = true
			c.reached[x] = w
			after := c.step(e.function, x, dirty)
			if x.op == "RET" || x.leaves() {
				returns = returns || after
			}
			for _, j := range e.next(i) {
				visit(j, after)
			}
		})
	}
	visit(0, e.dirty)
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		last()
	}
	out.dirty = returns
	return out
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// step returns whether the upper halves are in use after x.
func (c *checker) step(f *function, x *instruction, dirty bool) bool {
	report := func(what string) {
		// A function that is about to panic may take its time.
		if dirty && x.ends {
			c.found[Finding{f.name, x.at, what}] = true
		}
	}
	switch {
	case x.op == "VZEROUPPER" || x.op == "VZEROALL":
		return false
	case x.op == "CALL" || x.leaves():
		name, ok := strings.CutSuffix(x.args, "(SB)")
		if callee := c.funcs[name]; ok && callee != nil {
			return c.run(entry{callee, dirty}).dirty
		}
		if !strings.HasPrefix(name, "runtime.morestack") {
			report("call of " + name)
		}
	case x.isLegacy():
		report(x.op + " " + x.args)
	case x.usesUppers():
		return true
	}
	return dirty
}
