package sanitize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// apart is what is known of the accesses of a kernel when it is compiled: which of them race with none, as far as
// the numbers of a launch say so. Those are accesses through parameters that the kernel only reads, or at which it
// only does atomic operations, and those at addresses that are computed from the coordinates of the thread and from
// what all threads have alike, so that it can be told at the launch whether each thread has its own.
type apart struct {
	text string             // what must hold, for runtime/sanitize.ParseApart
	drop map[*ir.Value]bool // accesses that need no note then
}

// mostTouches is of how many accesses it is asked: each is compared with each.
const mostTouches = 192

// root is a pointer among the parameters, by its place in them, or a shared variable.
type root struct {
	param int64
	sym   *ir.Symbol
}

type touch struct {
	v    *ir.Value
	root root
	kind byte // of the text form
	addr int  // step, or -1
}

// findApart looks at a kernel in front of all passes; only says that nothing but barriers orders its threads, and
// between gives the intervals between these. It returns nil where nothing is to be gained.
func findApart(f *ir.Func, only bool, between *intervals) *apart {
	if f.Module.Narrow() {
		return nil
	}
	p := analysis.NewProvenance(f)
	steps := newStepper(f)
	if only {
		steps.between = between
	}
	var list []touch
	rooted := map[root][]int{}
	for _, b := range ir.ReversePostorder(f) {
		for _, v := range b.Values {
			switch {
			case v.Callee() != (ir.CallNode{}):
				if v.Op != ir.OpCall || !v.Attr.Func.Extern || v.Attr.Func.Name != "vprintf" {
					return nil
				}
				continue
			case !v.IsAccess() || v.Attr.Space != ir.Global && v.Attr.Space != ir.Generic && v.Attr.Space != ir.Shared:
				continue
			}
			a := p.Access(v)
			if v.Attr.Space == ir.Shared {
				s := a.Base.Sym
				if !only || between == nil || a.Base.Kind != analysis.BaseSymbol || s.Extern {
					steps.shared = true // and is noted
					continue
				}
				if len(list) == mostTouches {
					return nil
				}
				r := root{sym: s}
				rooted[r] = append(rooted[r], len(list))
				list = append(list, touch{v, r, kindOf(v), steps.of(v.Args[0])})
				continue
			}
			if a.Base.Kind == analysis.BaseSymbol && a.Base.Sym.Space == ir.Shared {
				return nil // by a generic address
			}
			if a.Base.Kind == analysis.BaseSymbol && a.Base.Sym.Space != ir.Global {
				continue
			}
			if a.Base.Kind != analysis.BaseParam || len(list) == mostTouches {
				return nil
			}
			r := root{param: f.Params[a.Base.Index].Off + a.Base.Off}
			rooted[r] = append(rooted[r], len(list))
			t := touch{v, r, kindOf(v), steps.of(v.Args[0])}
			if t.addr >= 0 && len(steps.alikes(t.addr)) > 0 {
				t.addr = -1 // other CTAs have another number
			}
			list = append(list, t)
		}
	}
	held := steps.turned()
	for i := range list {
		// What runs through shared memory without a bound would have to be noted in all launches.
		t := &list[i]
		if t.root.sym == nil || t.addr < 0 {
			continue
		}
		if steps.unbounded(t.v.Args[0], map[*ir.Value]bool{}) || !steps.lasting(t.addr, t.v) {
			t.addr = -1
		}
	}
	x := &apart{drop: map[*ir.Value]bool{}}
	for r, of := range rooted {
		free := false
		if r.sym != nil {
			free = !steps.shared && between.sharedUnobserved(list, of) && steps.likely(list, of, held, between)
		} else {
			free = unobserved(list, of, only)
		}
		if !free {
			for _, i := range of {
				list[i].kind ^= 0x20
			}
			continue
		}
		for _, i := range of {
			x.drop[list[i].v] = true
		}
	}
	if len(x.drop) == 0 {
		return nil
	}
	x.text = steps.text(list, held, between)
	return x
}

// kindOf is the letter of an access. Atomics of which the scope or the size lets them race are writes.
func kindOf(v *ir.Value) byte {
	switch {
	case v.IsAtomic() && v.Attr.Scope != ir.ScopeCTA && v.Attr.Scope != ir.ScopeCluster && v.Attr.Mem.Bytes()*v.Vec() >= 4:
		return 'a'
	case v.Writes():
		return 'w'
	}
	return 'r'
}

// unobserved reports whether the accesses through a parameter may go without notes.
func unobserved(list []touch, of []int, only bool) bool {
	wrote, formed, atomics := false, true, true
	first := list[of[0]].v
	for _, i := range of {
		t := &list[i]
		if t.v.Strong() && !t.v.IsAtomic() || t.v.IsAtomic() && !only || t.v.Attr.Async {
			return false // others may be ordered behind it
		}
		wrote = wrote || t.kind != 'r'
		formed = formed && t.addr >= 0
		atomics = atomics && t.kind == 'a' && t.v.Attr.Mem.Bytes()*t.v.Vec() == first.Attr.Mem.Bytes()*first.Vec()
	}
	return !wrote || formed || atomics
}

// copyOf copies a kernel, with its values.
func copyOf(k *ir.Func) (f *ir.Func, value map[*ir.Value]*ir.Value) {
	f = &ir.Func{
		Name: k.Name, Entry: true, Module: k.Module, Pos: k.Pos, Params: k.Params, Shared: slices.Clone(k.Shared), SharedSize: k.SharedSize,
		Locals: slices.Clone(k.Locals), ReqNTID: k.ReqNTID, MaxNTID: k.MaxNTID, NoReturn: k.NoReturn, Spins: k.Spins,
	}
	value = map[*ir.Value]*ir.Value{}
	block := map[*ir.Block]*ir.Block{}
	for _, b := range k.Blocks {
		c := f.NewBlock(b.Name)
		block[b] = c
		for _, v := range b.Values {
			value[v] = c.AddLike(v, v.Args...)
		}
	}
	for _, b := range k.Blocks {
		c := block[b]
		c.Term, c.Pos, c.Also = b.Term, b.Pos, slices.Clone(b.Also)
		for _, v := range c.Values {
			v.Args = slices.Clone(v.Args)
			for i, a := range v.Args {
				v.Args[i] = value[a]
			}
		}
		for _, v := range b.Ctrl {
			c.Ctrl = append(c.Ctrl, value[v])
		}
		for _, s := range b.Succs {
			c.Succs = append(c.Succs, block[s])
		}
		for _, p := range b.Preds {
			c.Preds = append(c.Preds, block[p])
		}
	}
	return f, value
}

// stepper writes down how values are computed.
type stepper struct {
	f      *ir.Func
	dom    *ir.DomTree
	words  []string
	number map[string]int
	known  map[*ir.Value]int
	guards []string
	guard  map[string]int
	at     map[*ir.Block][]compared
	turns  []string
	phis   []*ir.Value // that have a step
	syms   []*ir.Symbol

	between *intervals // nil where numbers that are alike for the threads of a CTA are of no use
	plainly int        // above 0 where there may be none of these
	pure    map[*ir.Value]int
	common  []*ir.Value         // these numbers
	parts   map[int][]*ir.Value // see alikes

	bounded map[*ir.Value]bool // phis of which a comparison bounds what they become
	shared  bool               // there are accesses of shared memory of which nobody knows the variable
}

// compared is a comparison that holds.
type compared struct {
	cmp  ir.Cmp
	x, y *ir.Value
}

func newStepper(f *ir.Func) *stepper {
	return &stepper{f: f, dom: ir.Dominators(f), number: map[string]int{}, known: map[*ir.Value]int{}, pure: map[*ir.Value]int{}, parts: map[int][]*ir.Value{}, guard: map[string]int{}, bounded: map[*ir.Value]bool{}, at: map[*ir.Block][]compared{}}
}

func (s *stepper) add(format string, args ...any) int {
	w := fmt.Sprintf(format, args...)
	n, ok := s.number[w]
	if !ok {
		n = len(s.words)
		s.words, s.number[w] = append(s.words, w), n
	}
	return n
}

// of returns the step of a value, -1 where it has none. A number that is not known but alike for the threads of a CTA
// has one, too.
func (s *stepper) of(v *ir.Value) int {
	known := s.known
	if s.plainly > 0 {
		known = s.pure
	}
	if n, ok := known[v]; ok {
		return n
	}
	known[v] = -1 // what is made of itself
	if s.plainly > 0 {
		known[v] = s.step(v)
		return known[v]
	}
	s.plainly++
	n := s.of(v)
	s.plainly--
	switch {
	case n >= 0 || s.between == nil:
	case v.Type == ir.I32 || v.Type == ir.I64:
		if n = s.alike(v); n < 0 {
			n = s.step(v)
		}
	}
	known[v] = n
	return n
}

// stepOps are the operations with a step of two others.
var stepOps = map[ir.Op]string{
	ir.OpAdd: "add", ir.OpSub: "sub", ir.OpMul: "mul", ir.OpShl: "shl", ir.OpShrU: "shru", ir.OpShrS: "shrs", ir.OpDivU: "divu",
	ir.OpDivS: "divs", ir.OpRemU: "remu", ir.OpRemS: "rems", ir.OpAnd: "and", ir.OpOr: "or",
}

func (s *stepper) step(v *ir.Value) int {
	if v.Type != ir.I16 && v.Type != ir.I32 && v.Type != ir.I64 {
		return -1
	}
	bits := v.Type.Bits()
	switch v.Op {
	case ir.OpConst:
		return s.add("c:%d:%d", ir.Signed(v.Attr.Bits, bits), bits)
	case ir.OpParam:
		if v.Attr.Vec > 1 || v.Attr.Mem != ir.Void && v.Attr.Mem.Bits() != bits {
			return -1
		}
		return s.add("p:%d:%d", s.f.Params[v.Attr.Index].Off+v.Attr.Off, bits)
	case ir.OpSReg:
		if v.Coordinate() && v.Type == ir.I32 {
			return s.add("r:%s", v.Attr.SReg)
		}
		return -1
	case ir.OpSymAddr:
		if v.Attr.Sym.Space == ir.Shared && !v.Attr.Sym.Extern {
			y := s.add("y:%d:%d", s.symbol(v.Attr.Sym), bits)
			return s.add("add:%d:%d:%d", y, s.add("c:%d:%d", v.Attr.Off, bits), bits)
		}
		return -1
	case ir.OpToGeneric, ir.OpFromGeneric:
		if !v.Attr.Space.Windowed() && v.Args[0].Type == v.Type {
			return s.of(v.Args[0])
		}
		return -1
	case ir.OpNeg:
		if x := s.of(v.Args[0]); x >= 0 {
			return s.add("sub:%d:%d:%d", s.add("c:0:%d", bits), x, bits)
		}
		return -1
	case ir.OpZext, ir.OpSext, ir.OpTrunc:
		if x := s.of(v.Args[0]); x >= 0 {
			return s.add("%s:%d:%d", strings.ToLower(ir.Ops[v.Op].Name), x, bits)
		}
		return -1
	case ir.OpPhi:
		return s.phi(v)
	}
	name := stepOps[v.Op]
	if name == "" {
		return -1
	}
	x, y := s.of(v.Args[0]), s.of(v.Args[1])
	if x < 0 || y < 0 {
		return -1
	}
	return s.add("%s:%d:%d:%d", name, x, y, bits)
}

// symbol is the number of a shared variable.
func (s *stepper) symbol(x *ir.Symbol) int {
	i := slices.Index(s.syms, x)
	if i < 0 {
		i = len(s.syms)
		s.syms = append(s.syms, x)
	}
	return i
}

// phi is a number that moves by the same in each turn of a loop.
func (s *stepper) phi(v *ir.Value) int {
	init, next, ok := s.turn(v)
	if !ok {
		return -1
	}
	by := s.moves(v, next)
	if by == nil {
		return -1
	}
	x, y := s.of(init), s.of(by)
	if x < 0 || y < 0 {
		return -1
	}
	if next.Op == ir.OpSub {
		y = s.add("sub:%d:%d:%d", s.add("c:0:%d", v.Type.Bits()), y, v.Type.Bits())
	}
	s.phis = append(s.phis, v)
	return s.add("phi:%d:%d:%d:%d", x, y, v.Block.ID, v.Type.Bits())
}

// turn takes apart a phi of a loop with one way in and one way round.
func (s *stepper) turn(v *ir.Value) (init, next *ir.Value, ok bool) {
	b := v.Block
	if len(b.Preds) != 2 {
		return nil, nil, false
	}
	i := slices.IndexFunc(b.Preds, func(p *ir.Block) bool { return !s.dom.Dominates(b, p) })
	if i < 0 || !s.dom.Dominates(b, b.Preds[1-i]) {
		return nil, nil, false
	}
	return v.Args[i], v.Args[1-i], true
}

// moves returns by how much a phi moves.
func (s *stepper) moves(v, next *ir.Value) *ir.Value {
	switch {
	case next.Op == ir.OpAdd && next.Args[0] == v:
		return next.Args[1]
	case next.Op == ir.OpAdd && next.Args[1] == v, next.Op == ir.OpSub && next.Args[0] == v:
		return next.Args[map[ir.Op]int{ir.OpAdd: 0, ir.OpSub: 1}[next.Op]]
	}
	return nil
}

// unbounded reports whether a value with a step depends on a phi of which no bound is known.
func (s *stepper) unbounded(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	if n := s.of(v); n >= 0 && strings.HasPrefix(s.words[n], "u:") {
		return false
	}
	if v.Op == ir.OpPhi && !s.bounded[v] {
		return true
	}
	return slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return s.unbounded(a, seen) })
}

// hold appends what a condition compares, where it is true, or false.
func hold(list []compared, c *ir.Value, is bool, depth int) []compared {
	const far = 6
	switch {
	case depth > far:
	case c.Op == ir.OpICmp && c.Attr.Cmp.OfInts():
		cmp := c.Attr.Cmp
		if !is {
			cmp = cmp.Negated()
		}
		list = append(list, compared{cmp, c.Args[0], c.Args[1]}, compared{cmp.Mirrored(), c.Args[1], c.Args[0]})
	case c.Op == ir.OpAnd && is || c.Op == ir.OpOr && !is:
		list = hold(hold(list, c.Args[0], is, depth+1), c.Args[1], is, depth+1)
	case c.Op == ir.OpNot:
		list = hold(list, c.Args[0], !is, depth+1)
	case c.Op == ir.OpXor:
		if k, ok := c.Args[1].IsConst(); ok && k&1 == 1 {
			list = hold(list, c.Args[0], !is, depth+1)
		}
	}
	return list
}

// edge is what holds on the way from one block to another, as far as the last branch says so.
func edge(list []compared, from, to *ir.Block) []compared {
	if from.Term != ir.If || from.Succs[0] == from.Succs[1] {
		return list
	}
	return hold(list, from.Ctrl[0], from.Succs[0] == to, 0)
}

// plain is what holds in a block because of the branches on every way to it.
func (s *stepper) plain(b *ir.Block) []compared {
	if list, ok := s.at[b]; ok {
		return list
	}
	var list []compared
	if d := s.dom.Idom(b); d != nil {
		list = slices.Clip(s.plain(d))
	}
	if len(b.Preds) == 1 {
		list = edge(list, b.Preds[0], b)
	}
	s.at[b] = list
	return list
}

// turned finds what holds of phis, in each turn of their loops.
func (s *stepper) turned() map[*ir.Block][]compared {
	held := map[*ir.Block][]compared{}
	for i := 0; i < len(s.phis); i++ { // which may become more
		v := s.phis[i]
		b := v.Block
		init, next, _ := s.turn(v)
		in := slices.IndexFunc(v.Args, func(a *ir.Value) bool { return a == init })
		if v.Args[0] == v.Args[1] {
			continue
		}
		enter, back := b.Preds[in], b.Preds[1-in]
		first := edge(slices.Clip(s.plain(enter)), enter, b)
		for _, g := range edge(slices.Clip(s.plain(back)), back, b) {
			x, y := s.of(g.x), s.of(g.y)
			if x < 0 || y < 0 {
				continue
			}
			word, bits := cmpWords[g.cmp], g.x.Type.Bits()
			switch {
			case word == "":
			case x == s.of(next):
				s.bounded[v] = true
				s.turns = append(s.turns, fmt.Sprintf("next:%s:%d:%d:%d", word, s.of(v), y, bits))
				if slices.ContainsFunc(first, func(h compared) bool {
					return h.cmp == g.cmp && s.of(h.x) == s.of(init) && s.of(h.y) == y
				}) {
					held[b] = append(held[b], compared{g.cmp, v, g.y})
				}
			case x == s.of(v):
				s.bounded[v] = true
				s.turns = append(s.turns, fmt.Sprintf("last:%s:%d:%d:%d", word, x, y, bits))
			}
		}
	}
	return held
}

// cmpWords are the comparisons of the text form.
var cmpWords = map[ir.Cmp]string{
	ir.Eq: "eq", ir.LtS: "lts", ir.LeS: "les", ir.GtS: "gts", ir.GeS: "ges", ir.LtU: "ltu", ir.LeU: "leu", ir.GtU: "gtu", ir.GeU: "geu",
}

// text is the text form.
func (s *stepper) text(list []touch, held map[*ir.Block][]compared, between *intervals) string {
	var touches []string
	s.guards, s.guard = nil, map[string]int{}
	for _, t := range list {
		var guards []string
		seen := map[int]bool{}
		add := func(g compared) {
			word := cmpWords[g.cmp]
			if word == "" || g.x.Op == ir.OpConst {
				return
			}
			x, y := s.of(g.x), s.of(g.y)
			if x < 0 || y < 0 {
				return
			}
			if u := slices.Concat(s.alikes(x), s.alikes(y)); len(u) > 0 && (t.root.sym == nil || !s.lasting(x, t.v) || !s.lasting(y, t.v)) {
				return
			}
			w := fmt.Sprintf("g:%s:%d:%d:%d", word, x, y, g.x.Type.Bits())
			n, ok := s.guard[w]
			if !ok {
				n = len(s.guards)
				s.guards, s.guard[w] = append(s.guards, w), n
			}
			if !seen[n] {
				seen[n] = true
				guards = append(guards, fmt.Sprint(n))
			}
		}
		for _, g := range s.plain(t.v.Block) {
			add(g)
		}
		for b := t.v.Block; b != nil; b = s.dom.Idom(b) {
			for _, g := range held[b] {
				add(g)
			}
		}
		w := fmt.Sprintf("%c:%d:%d:%d:%s", t.kind, t.root.param, t.addr, t.v.Attr.Mem.Bytes()*t.v.Vec(), strings.Join(guards, ","))
		if x := t.root.sym; x != nil {
			w = fmt.Sprintf("s:%c:%d:%d:%d:%s:%d:%s", t.kind, s.symbol(x), t.addr, t.v.Attr.Mem.Bytes()*t.v.Vec(), strings.Join(guards, ","), x.Size, between.words(t.v))
		} else {
			w = "t:" + w
		}
		touches = append(touches, w)
	}
	return strings.Join(slices.Concat(s.words, s.turns, s.guards, touches), " ")
}
