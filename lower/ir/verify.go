package ir

import (
	"fmt"
	"slices"
	"strings"
)

// VerifyModule checks all functions of a module and the names in it.
func VerifyModule(m *Module) error {
	var c checker
	seen := map[string]bool{}
	for _, s := range m.Symbols {
		if seen[s.Name] {
			c.violation("module: second variable %s", s.Name)
		}
		seen[s.Name] = true
		c.symbol("module", s, Global, Const, Shared)
	}
	funcs := map[string]bool{}
	for _, f := range m.Funcs {
		if funcs[f.Name] && f.Part != GangPart {
			c.violation("module: second function %s", f.Name)
		}
		funcs[f.Name] = funcs[f.Name] || f.Part != GangPart
		if f.Module != m {
			c.violation("%s: belongs to another module", f.Name)
		}
		c.function(f)
	}
	return c.err()
}

// Verify checks a function against what the documentation of this package
// promises: the shape of the graph, that definitions dominate uses, the types
// and fields of every value. The error names all violations, one a line; they
// are bugs of whoever made the function.
func Verify(f *Func) error {
	var c checker
	c.function(f)
	return c.err()
}

// checker collects violations.
type checker struct {
	list []string
	more int

	f    *Func
	dom  *DomTree
	home []*Block // by value ID: the block whose list holds it
	at   []int    // by value ID: its place there
}

// maxViolations bounds the length of the error: one mistake may show at every
// value of a large function.
const maxViolations = 50

func (c *checker) violation(format string, args ...any) {
	if len(c.list) == maxViolations {
		c.more++
		return
	}
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

func (c *checker) err() error {
	if len(c.list) == 0 {
		return nil
	}
	if c.more > 0 {
		c.list = append(c.list, fmt.Sprintf("and %d more", c.more))
	}
	return fmt.Errorf("ir: %s", strings.Join(c.list, "\n\t"))
}

// block reports a violation at a block.
func (c *checker) block(b *Block, format string, args ...any) {
	c.violation("%s: %s: %s", c.f.Name, b, fmt.Sprintf(format, args...))
}

// value reports a violation at a value.
func (c *checker) value(b *Block, v *Value, format string, args ...any) {
	c.violation("%s: %s: v%d (%s): %s", c.f.Name, b, v.ID, opName(v.Op), fmt.Sprintf(format, args...))
}

func opName(op Op) string {
	if op >= numOps {
		return fmt.Sprintf("op %d", op)
	}
	return op.String()
}

func (c *checker) symbol(where string, s *Symbol, spaces ...Space) {
	switch {
	case !slices.Contains(spaces, s.Space):
		c.violation("%s: variable %s in %s memory", where, s.Name, s.Space)
	case s.Size < 0 || s.Align < 1 || int64(len(s.Init)) > s.Size:
		c.violation("%s: variable %s of %d bytes, alignment %d, with %d initial bytes", where, s.Name, s.Size, s.Align, len(s.Init))
	}
	for _, r := range s.Relocs {
		if r.Off < 0 || r.Width < 1 || r.Width > 8 || r.Off+int64(r.Width) > s.Size || (r.Sym == nil) == (r.Func == nil) {
			c.violation("%s: variable %s has a bad address at byte %d", where, s.Name, r.Off)
		}
	}
}

// function checks one function.
func (c *checker) function(f *Func) {
	c.f = f
	c.names()
	if len(f.Blocks) == 0 {
		if !f.Extern && !f.Entry {
			c.violation("%s: no body", f.Name)
		}
		return
	}
	if !c.graph() {
		return // nothing below is safe to ask
	}
	c.dom = Dominators(f)
	c.home = make([]*Block, f.NumValues())
	c.at = make([]int, f.NumValues())
	for _, b := range f.Blocks {
		c.define(b)
	}
	before := len(c.list)
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			c.uses(b, v)
		}
		c.control(b)
	}
	if len(c.list) == before {
		c.lanes()
	}
}

// names checks the variables that the function declares.
func (c *checker) names() {
	seen := map[string]bool{}
	if c.f.Module != nil {
		for _, s := range c.f.Module.Symbols {
			seen[s.Name] = true
		}
	}
	for _, list := range [][]*Symbol{c.f.Shared, c.f.Locals} {
		for _, s := range list {
			if seen[s.Name] {
				c.violation("%s: second variable %s", c.f.Name, s.Name)
			}
			seen[s.Name] = true
		}
	}
	for _, s := range c.f.Shared {
		c.symbol(c.f.Name, s, Shared)
	}
	for _, s := range c.f.Locals {
		c.symbol(c.f.Name, s, Local)
	}
}

// numSuccs gives the number of successors by Term, -1 for any but none.
var numSuccs = [numTerms]int{Jump: 1, If: 2, Switch: -1}

// graph checks blocks and edges.
func (c *checker) graph() bool {
	before := len(c.list)
	f := c.f
	ids := make([]*Block, f.NumBlocks())
	for _, b := range f.Blocks {
		switch {
		case b.Func != f:
			c.block(b, "belongs to another function")
		case b.ID < 0 || int(b.ID) >= len(ids):
			c.block(b, "the number is out of range")
		case ids[b.ID] != nil:
			c.block(b, "second block of this number")
		default:
			ids[b.ID] = b
		}
	}
	if len(c.list) > before {
		return false
	}
	// in counts edges by target and source: successors up, predecessors down.
	type edge struct{ from, to *Block }
	in := map[edge]int{}
	known := func(b *Block) bool { return b != nil && b.Func == f && ids[b.ID] == b }
	for _, b := range f.Blocks {
		if b.Term == TermNone || b.Term >= numTerms {
			c.block(b, "no terminator")
			continue
		}
		if n := numSuccs[b.Term]; n >= 0 && len(b.Succs) != n || n < 0 && len(b.Succs) == 0 {
			c.block(b, "%s with %d successors", b.Term, len(b.Succs))
		}
		for _, s := range b.Succs {
			if !known(s) {
				c.block(b, "a successor is not in the function")
				continue
			}
			in[edge{b, s}]++
		}
		for _, p := range b.Preds {
			if !known(p) {
				c.block(b, "a predecessor is not in the function")
				continue
			}
			in[edge{p, b}]--
		}
	}
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			if n := in[edge{b, s}]; n > 0 {
				c.block(s, "%s jumps here %d times more than it is listed as predecessor", b, n)
				in[edge{b, s}] = 0
			}
		}
		for _, p := range b.Preds {
			if n := in[edge{p, b}]; n < 0 {
				c.block(b, "%s is listed as predecessor %d times more than it jumps here", p, -n)
				in[edge{p, b}] = 0
			}
		}
	}
	if len(f.Blocks[0].Preds) > 0 {
		c.block(f.Blocks[0], "the entry has predecessors")
	}
	return len(c.list) == before
}

// define notes where the values of a block are defined.
func (c *checker) define(b *Block) {
	phis := true
	for i, v := range b.Values {
		switch {
		case v.ID < 0 || int(v.ID) >= len(c.home):
			c.value(b, v, "the number is out of range")
			continue
		case c.home[v.ID] != nil:
			c.value(b, v, "second value of this number")
		case v.Block != b:
			c.value(b, v, "its Block is another one")
		case v.Op == OpPhi && !phis:
			c.value(b, v, "a phi after other values")
		}
		phis = phis && v.Op == OpPhi
		c.home[v.ID], c.at[v.ID] = b, i
	}
}

// available reports a use of a value that is not defined on every way to place
// i of block b.
func (c *checker) available(a *Value, b *Block, i int) string {
	if a == nil {
		return "is nil"
	}
	if a.ID < 0 || int(a.ID) >= len(c.home) || c.home[a.ID] == nil || c.home[a.ID].Values[c.at[a.ID]] != a {
		return fmt.Sprintf("v%d is not in the function", a.ID)
	}
	d := c.home[a.ID]
	switch {
	case d == b && c.at[a.ID] >= i:
		return fmt.Sprintf("v%d is defined later", a.ID)
	case !c.dom.Reachable(b):
		return ""
	case d != b && !c.dom.Dominates(d, b):
		return fmt.Sprintf("v%d is defined in %s, which does not dominate", a.ID, d)
	}
	return ""
}

// uses checks the arguments and the types of a value.
func (c *checker) uses(b *Block, v *Value) {
	if v.Block != b {
		return
	}
	ok := true
	for i, a := range v.Args {
		at, place := b, c.at[v.ID]
		if v.Op == OpPhi && i < len(b.Preds) {
			at, place = b.Preds[i], len(b.Preds[i].Values)
		}
		if s := c.available(a, at, place); s != "" {
			c.value(b, v, "argument %d: %s", i, s)
			ok = ok && a != nil
		}
		if a != nil && a.Type == Tuple && v.Op != OpExtract {
			c.value(b, v, "argument %d: only Extract takes a Tuple", i)
		}
	}
	if !ok {
		return
	}
	if s := checkTypes(v); s != "" {
		c.value(b, v, "%s", s)
	}
}

// control checks the values of a terminator.
func (c *checker) control(b *Block) {
	ok := true
	for i, v := range b.Ctrl {
		if s := c.available(v, b, len(b.Values)); s != "" {
			c.block(b, "%s: operand %d: %s", b.Term, i, s)
			ok = ok && v != nil
		}
	}
	if !ok {
		return
	}
	var want []Type
	switch b.Term {
	case If:
		want = []Type{I1}
	case Switch:
		want = []Type{I32}
	case Ret:
		if !c.f.Entry || c.f.Part == GangPart {
			want = c.f.Results
		}
	}
	if len(b.Ctrl) != len(want) {
		c.block(b, "%s with %d operands, want %d", b.Term, len(b.Ctrl), len(want))
		return
	}
	for i, t := range want {
		if got := b.Ctrl[i].Type; got != t {
			c.block(b, "%s: operand %d is %s, want %s", b.Term, i, got, t)
		}
	}
}
