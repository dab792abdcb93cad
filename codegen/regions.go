package codegen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// splitter prints a kernel that is cut at its sync points: a CTA function with
// the uniform control flow, and one function for each region, which loops over
// the threads.
type splitter struct {
	*cut
	g *funcGen
	k *kernelGen

	top      *block // the CTA function
	level    *block // where statements at CTA level go
	now      *part  // the open region, nil at CTA level
	parts    []*part
	mask     *variable // threads that take part, nil for all
	alive    *variable // threads that have not ended, nil where none ends early
	slots    int
	decls    int                     // statements at the beginning of the CTA function that declare
	local    map[*ir.Value]*variable // values computed again in the open region
	defining *ir.Value               // the value whose own definition is being printed
	clears   []*variable
	classes  map[*ir.Value]bool // of phis that live in arrays, nil before the first question
	kept     map[*variable]bool // see keepTop
}

// part is one region: a function of its own.
type part struct {
	name  string
	root  *block // body of the function
	pre   *block // start of the body of the loop over threads: values computed again
	body  *block // the rest of it
	row   *block // body of the loop over rows
	call  *stmt
	vars  []*variable // declared in the region
	mask  *variable
	names *namer
	loop  *stmt
	index *variable    // t, the number of the thread in the CTA
	tid   [3]*variable // ty and tz
	cost  int          // operations of one thread between two polls
}

// canSplit reports whether a kernel can be cut at its sync points.
func (g *fileGen) canSplit(f *ir.Func) bool {
	p := &plan{f: f, operands: g.views.operands(f), needed: make([]bool, f.NumValues())}
	p.need()
	c := newCut(f, p.operands, p.needed)
	g.cuts[f] = c
	return c.ok
}

// emitRegions prints the CTA function and its regions.
func (k *kernelGen) emitRegions() []jen.Code {
	c := k.file.cuts[k.f]
	apart := map[*ir.Value]bool{}
	for v := range c.spill {
		apart[v] = c.spill[v]
	}
	for v := range c.remat {
		apart[v] = true
	}
	g := newFuncGen(k.file, k.f, k, apart, func(v *ir.Value) bool { return c.cta[v] && !trivial(v) })
	k.bindParams(g.plan)
	g.reserveNames("c", "t", "th", "tx", "ty", "tz", "row", "sh", threadsLabel)
	s := &splitter{cut: c, g: g, k: k, top: g.root, level: g.root}
	g.split = s
	g.ctx = context{cta: "c", tid: [3]string{"tx", "ty", "tz"}}
	k.imageVar = &variable{name: "params", typ: jen.Index().Byte(), param: true}
	for _, p := range k.params {
		p.v = &variable{name: p.name, typ: p.goType(), param: true}
		p.addrVar = &variable{name: p.addr, kind: kU64, param: true}
	}
	if k.shared != nil {
		g.sharedVar = "sh"
		g.sharedUse = s.ctaVar("sh", jen.Op("*").Id(k.shared.name),
			k.file.rt("SharedAs").Types(jen.Id(k.shared.name)).Call(jen.Id("c")))
	}
	if c.exits {
		s.alive = s.array("alive", kBool)
		g.cur = s.level
		g.use(s.alive)
		g.push(&stmt{kind: stFor, code: jen.Id("i").Op(":=").Range().Id("alive"), body: codeBlock(jen.Id("alive").Index(jen.Id("i")).Op("=").True())})
	}
	// What regions share is named first, so that each region may name its own
	// variables as it likes.
	for _, b := range k.f.Blocks {
		for _, v := range b.Values {
			if g.plan.needed[v.ID] && !g.plan.inline[v.ID] && v.Type != ir.Tuple && (c.cta[v] || c.spill[v]) {
				g.variable(v)
			}
		}
	}
	w := &ctaWalker{s: s, labels: map[*region.Node]string{}}
	w.list(c.root.Body, true)
	s.close()
	return s.functions()
}

// codeBlock is a block of one statement of plain code.
func codeBlock(c *jen.Statement) *block {
	b := newBlock()
	b.add(&stmt{kind: stCode, code: c})
	return b
}

// ctaVar declares a variable of the CTA function at its beginning.
func (s *splitter) ctaVar(wish string, typ *jen.Statement, value *jen.Statement) *variable {
	v := &variable{name: wish, typ: typ, atCTA: true}
	s.g.vars = append(s.g.vars, v)
	st := &stmt{kind: stAssign, lhs: []*variable{v}, rhs: []jen.Code{value}, whole: true}
	// In front of everything but the declarations before it.
	st.parent = s.top
	v.defs = append(v.defs, st)
	s.top.stmts = append(s.top.stmts[:s.decls], append([]*stmt{st}, s.top.stmts[s.decls:]...)...)
	s.decls++
	return v
}

// array makes a variable with one element per thread.
func (s *splitter) array(wish string, k kind) *variable {
	name := s.pick(wish)
	v := s.ctaVar(name, jen.Index().Add(k.id()),
		s.k.file.rt("Spill").Types(k.id()).Call(jen.Id("c"), jen.Lit(s.slots)))
	v.kind = k
	v.perThread = true
	s.slots++
	return v
}

// pick names something of the CTA function that the open region mentions.
func (s *splitter) pick(wish string) string {
	for {
		n := s.g.names.pick(wish)
		if s.now == nil || !s.now.names.used[n] {
			return n
		}
	}
}

// open starts a region unless one is open with the same mask.
func (s *splitter) open() {
	if s.now != nil {
		return
	}
	g := s.g
	p := &part{mask: s.mask, names: newNamer(g.names)}
	p.root = newBlock()
	rows := &stmt{kind: stFor, code: jen.Id("row").Op(":=").Range().Id("c").Dot("Rows"), body: newBlock()}
	p.root.add(rows)
	p.row = rows.body
	p.row.add(&stmt{kind: stCode, code: jen.List(jen.Id("c").Dot("Y"), jen.Id("c").Dot("Z")).Op("=").Id("c").Dot("Row").Call(jen.Id("row"))})
	for i, w := range []struct {
		name  string
		field string
	}{{"ty", "Y"}, {"tz", "Z"}} {
		p.tid[i+1] = &variable{name: w.name, kind: kU32}
		p.row.add(&stmt{kind: stAssign, lhs: []*variable{p.tid[i+1]}, rhs: []jen.Code{jen.Id("c").Dot(w.field)}})
	}
	loop := &stmt{kind: stFor, code: jen.Id("tx").Op(":=").Range().Id("c").Dot("Dim").Dot("X"), body: newBlock(), label: threadsLabel}
	p.row.add(loop)
	p.body = loop.body
	p.loop = loop
	p.body.add(&stmt{kind: stCode, code: jen.Id("c").Dot("X").Op("=").Id("tx"), lead: true})
	p.index = &variable{name: "t", kind: kU32}
	p.body.add(&stmt{kind: stAssign, lhs: []*variable{p.index}, rhs: []jen.Code{jen.Id("row").Op("*").Id("c").Dot("Dim").Dot("X").Op("+").Id("tx")}, lead: true, label: "index"})
	if s.alive != nil || s.mask != nil {
		var cond *jen.Statement
		deps := []*variable{p.index}
		for _, m := range []*variable{s.alive, s.mask} {
			if m == nil {
				continue
			}
			deps = append(deps, m)
			x := jen.Op("!").Id(m.name).Index(jen.Id("t"))
			if cond == nil {
				cond = x
			} else {
				cond = cond.Op("||").Add(x)
			}
		}
		p.body.add(&stmt{kind: stIf, code: cond, body: codeBlock(jen.Continue()), deps: deps, label: "mask"})
	}
	p.pre = newBlock()
	p.body.add(&stmt{kind: stBlock, body: p.pre})
	s.now = p
	s.local = map[*ir.Value]*variable{}
	g.cur = p.body
}

// close ends the open region: its call goes where the CTA function is now.
func (s *splitter) close() {
	p := s.now
	if p == nil {
		return
	}
	s.now = nil
	s.g.cur = s.level
	p.splice()
	if p.cost > pollBudget {
		pollThreads(p.body)
	}
	p.call = &stmt{kind: stCode}
	s.level.add(p.call)
	s.parts = append(s.parts, p)
}

// splice puts what is computed again into its place in the loop.
func (p *part) splice() {
	var out []*stmt
	for _, st := range p.body.stmts {
		if st.kind == stBlock && st.body == p.pre {
			for _, q := range p.pre.stmts {
				q.parent = p.body
				out = append(out, q)
			}
			continue
		}
		out = append(out, st)
	}
	p.body.stmts = out
}

// remove takes a statement out of a block.
func (b *block) remove(s *stmt) {
	for i, x := range b.stmts {
		if x == s {
			b.stmts = append(b.stmts[:i], b.stmts[i+1:]...)
			return
		}
	}
}

// empty reports whether a region does nothing.
func (s *splitter) empty(p *part) bool {
	for _, st := range p.body.stmts {
		switch {
		case st.label == "index":
		case st.label == "mask":
		case st.kind == stCode && st.line == 0 && st == p.body.stmts[0]:
		default:
			return false
		}
	}
	return true
}

// remote finds values that the code at hand does not compute itself.
func (s *splitter) remote(g *funcGen, v *ir.Value) (expr, bool) {
	if !s.remat[v] || s.now == nil || s.defining == v {
		return expr{}, false
	}
	if w := s.local[v]; w != nil {
		g.use(w)
		return w.expr(), true
	}
	// Computed again at the beginning of the region's loop, arguments first.
	w := g.newVar(g.wish(v, v), g.plan.kinds[v.ID])
	s.local[v] = w
	saved, deps, def := g.cur, g.deps, s.defining
	g.cur, g.deps, s.defining = s.now.pre, nil, v
	x := s.again(g, v)
	g.assign(v, []*variable{w}, x)
	g.cur, g.deps, s.defining = saved, deps, def
	g.use(w)
	return w.expr(), true
}

// again prints the definition of a value whose parts may belong to another
// region: they are computed again as well.
func (s *splitter) again(g *funcGen, v *ir.Value) expr {
	s.partsOf(g, v)
	if st := stmts[v.Op]; st != nil && (v.Op == ir.OpZext || v.Op == ir.OpSext) && v.Args[0].Type == ir.I1 {
		k := g.plan.kinds[v.ID]
		x := g.boolToInt(g.value(v.Args[0]), k)
		if v.Op == ir.OpSext {
			x = unary("-", g.opaque(x), k)
		}
		return x
	}
	return builders[v.Op](g, v)
}

// partsOf marks what the expression of a value mentions by name.
func (s *splitter) partsOf(g *funcGen, v *ir.Value) {
	for _, a := range v.Args {
		switch {
		case trivial(a) || s.cta[a]:
		case g.plan.inline[a.ID]:
			s.partsOf(g, a)
		default:
			s.remat[a] = true
		}
	}
}

// exit prints the end of a thread inside a region.
func (s *splitter) exit(w *walker, b *ir.Block, tail bool) bool {
	g := s.g
	if s.alive != nil {
		g.use(s.alive)
		g.push(&stmt{kind: stCode, code: jen.Id(s.alive.name).Index(jen.Id("t")).Op("=").False()})
	}
	return false
}

// functions prints the CTA function and the regions, each with the variables
// that it needs as parameters.
func (s *splitter) functions() []jen.Code {
	g := s.g
	var out []jen.Code
	inPart := map[*variable]*part{}
	var bodies []func() jen.Code
	kept := s.parts[:0]
	for _, p := range s.parts {
		tidy(p.root)
		limitLoop(p.loop, jen.Id("c").Dot("Dim").Dot("X"))
		if s.empty(p) {
			p.call.parent.remove(p.call)
			continue
		}
		kept = append(kept, p)
		p.name = s.k.file.names.pick(s.k.file.kernelBase(s.k.f) + "Part" + strconv.Itoa(len(kept)))
	}
	s.parts = kept
	for _, p := range s.parts {
		free := s.freeVariables(p, inPart)
		params := []jen.Code{jen.Id("c").Op("*").Add(g.file.rt("CTA"))}
		args := []jen.Code{jen.Id("c")}
		for _, v := range free {
			args = append(args, jen.Id(v.name))
		}
		params = append(params, groupParams(free)...)
		p.call.code = jen.Id(p.name).Call(args...)
		p.call.deps = free
		for _, v := range free {
			s.keepTop(v)
			v.uses = append(v.uses, p.call)
		}
		bodies = append(bodies, func() jen.Code {
			declare(p.vars, p.root, g.irreducible)
			pr := &printer{labels: p.root.jumps(), comments: g.file.opt.Comments, marks: g.file.marks}
			return jen.Func().Id(p.name).Params(params...).Block(p.root.code(pr)...)
		})
	}
	var rest []*variable
	for _, v := range g.vars {
		if inPart[v] == nil {
			rest = append(rest, v)
		}
	}
	g.vars = rest
	out = append(out, g.finish(s.k.body, s.k.signature(jen.Id("c").Op("*").Add(g.file.rt("CTA"))), nil))
	for _, b := range bodies {
		out = append(out, b())
	}
	return out
}

// keepTop forgets the mentions of a variable outside the CTA function. Once that is
// done none are added but the calls of regions.
func (s *splitter) keepTop(v *variable) {
	if s.kept[v] {
		return
	}
	if s.kept == nil {
		s.kept = map[*variable]bool{}
	}
	s.kept[v] = true
	filter := func(list []*stmt) []*stmt {
		var out []*stmt
		for _, st := range list {
			b := st.parent
			for b.outer() != nil {
				b = b.outer()
			}
			if b == s.top {
				out = append(out, st)
			}
		}
		return out
	}
	v.uses, v.defs = filter(v.uses), filter(v.defs)
}

// groupParams prints parameters, those of one type in one group.
func groupParams(vars []*variable) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(vars); {
		j := i + 1
		typ := vars[i].goType().GoString()
		names := []jen.Code{jen.Id(vars[i].name)}
		for j < len(vars) && vars[j].goType().GoString() == typ {
			names = append(names, jen.Id(vars[j].name))
			j++
		}
		out = append(out, jen.List(names...).Add(vars[i].goType()))
		i = j
	}
	return out
}

// freeVariables returns what a region reads or writes of the CTA function, in
// the order of first mention, and notes the variables that are its own.
func (s *splitter) freeVariables(p *part, inPart map[*variable]*part) []*variable {
	var free []*variable
	seen := map[*variable]bool{}
	var walk func(b *block)
	visit := func(v *variable) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		if s.shared(v) {
			free = append(free, v)
			return
		}
		inPart[v] = p
		p.vars = append(p.vars, v)
	}
	walk = func(b *block) {
		for _, st := range b.stmts {
			for _, v := range st.deps {
				visit(v)
			}
			for _, v := range st.lhs {
				visit(v)
			}
			for _, c := range append([]*block{st.body, st.other}, st.cases...) {
				if c != nil {
					walk(c)
				}
			}
		}
	}
	walk(p.root)
	return free
}

// shared reports whether a variable belongs to the CTA function.
func (s *splitter) shared(v *variable) bool {
	if v.param || v.perThread || v.atCTA {
		return true
	}
	for _, d := range v.defs {
		for b := d.parent; b != nil; b = b.outer() {
			if b == s.top {
				return true
			}
		}
	}
	return false
}

// spilled reports whether a value lives in an array with one element per
// thread.
func (s *splitter) spilled(v *ir.Value) bool {
	if s.spill[v] {
		return true
	}
	c := s.g.plan.classOf(v)
	if s.classes == nil {
		s.classes = map[*ir.Value]bool{}
		for _, b := range s.f.Blocks {
			for _, phi := range b.Phis() {
				if s.spill[phi] {
					s.classes[s.g.plan.classOf(phi)] = true
				}
			}
		}
	}
	return s.spill[c] || s.classes[c]
}
