package builder

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// fn is the state of building one function.
type fn struct {
	*module
	ssa
	ast   *frontend.Func
	cur   *ir.Block // where values go; nil where control does not get to
	order []*ir.Block

	regs         map[regKey]varID            // of component 0; the others follow
	inner        map[*frontend.Var]*ir.Block // where a register of an inner block is declared
	labels       map[*frontend.Label]*label
	params       map[*frontend.Var]int // kernel parameters by index
	slots        map[*frontend.Var]*slot
	copies       map[*frontend.Var]*ir.Symbol // local copies of parameters whose address is taken
	taken        map[*frontend.Var]bool       // parameters whose address is taken
	array        *ir.Value                    // the address of the parameter without a size
	arrays       map[*frontend.Var]*ir.Symbol // local copies of arguments for such parameters
	locals       symbolNames                  // of the symbols in f.Locals
	moduleLocals map[*frontend.Var]*ir.Symbol // the kernel's own of module scope
	localBytes   int64                        // of local variables so far, see room
	carry        varID
	nesting      int

	// The instruction that is being built.
	in    *frontend.Inst
	match *isa.Match
	ops   []frontend.Operand
	bound []int // operand as written to operand of the form
	pos   diag.Pos
	guard *guard
}

type regKey struct {
	v   *frontend.Var
	num int
}

// guard makes writes conditional while a pure instruction is built.
type guard struct {
	pred *ir.Value
	neg  bool
}

// label is the block of a label. It is sealed when it has been reached in the
// text and as many branches to it as the text has have been built.
type label struct {
	block   *ir.Block
	refs    int
	seen    int
	started bool
}

const noVar varID = -1

// function builds one function with a body.
func (m *module) function(f *function) {
	b := &fn{
		module: m,
		ssa:    newSSA(f.ir, m.opt.Notes),
		ast:    f.ast,
		regs:   map[regKey]varID{},
		inner:  map[*frontend.Var]*ir.Block{},
		labels: map[*frontend.Label]*label{},
		params: map[*frontend.Var]int{},
		slots:  map[*frontend.Var]*slot{},
		copies: map[*frontend.Var]*ir.Symbol{},
		taken:  map[*frontend.Var]bool{},
		arrays: map[*frontend.Var]*ir.Symbol{},
		locals: symbolNames{},
		carry:  noVar,
		pos:    f.ast.Pos,
	}
	b.scan(f.ast.Body)
	entry := b.f.NewBlock("")
	b.start(entry)
	b.seal(entry)
	b.formals()
	b.block(f.ast.Body)
	if b.cur != nil {
		b.pos = f.ast.End
		b.ret()
	}
	b.finish(b.order)
}

// scan counts the branches to each label, and finds parameters whose address is
// taken.
func (b *fn) scan(blk *frontend.Block) {
	for i := range blk.Stmts {
		s := &blk.Stmts[i]
		switch s.Kind {
		case frontend.StmtBlock:
			b.scan(s.Block)
		case frontend.StmtInst:
			call := s.Inst.Opcode == "call"
			for k := range s.Inst.Ops {
				b.scanOperand(&s.Inst.Ops[k], call)
			}
		}
	}
}

func (b *fn) scanOperand(o *frontend.Operand, call bool) {
	switch sym := o.Sym.(type) {
	case *frontend.Label:
		b.label(sym).refs++
	case *frontend.Table:
		for _, n := range sym.Names {
			if l, ok := n.Sym.(*frontend.Label); ok {
				b.label(l).refs++
			}
		}
	case *frontend.Var:
		if sym.Space == isa.SpaceParam && o.Kind == frontend.OpName && !call {
			b.taken[sym] = true
		}
	}
	if c := o.Const; c != nil && c.Kind == frontend.ConstAddr {
		if v, ok := c.Ref.(*frontend.Var); ok && v.Space == isa.SpaceParam {
			b.taken[v] = true
		}
	}
	for i := range o.Elems {
		b.scanOperand(&o.Elems[i], call)
	}
}

func (b *fn) label(l *frontend.Label) *label {
	x := b.labels[l]
	if x == nil {
		x = &label{}
		b.labels[l] = x
	}
	return x
}

// target returns the block of a label for a branch that is about to be built.
func (b *fn) target(l *frontend.Label) *ir.Block {
	x := b.label(l)
	if x.block == nil {
		x.block = b.f.NewBlock(l.Name)
	}
	x.seen++
	return x.block
}

// branched seals the block of a label if nothing else can branch to it. It is
// called when the edge exists.
func (b *fn) branched(l *frontend.Label) {
	if x := b.labels[l]; x.started && x.seen == x.refs {
		b.seal(x.block)
	}
}

// start makes a block the current one.
func (b *fn) start(blk *ir.Block) {
	b.cur = blk
	b.order = append(b.order, blk)
}

// place starts the block of a label where the text has it.
func (b *fn) place(l *frontend.Label) {
	x := b.label(l)
	if x.block == nil {
		x.block = b.f.NewBlock(l.Name)
	}
	if b.cur != nil {
		b.cur.SetTerm(ir.Jump, b.pos, x.block)
	}
	x.started = true
	b.start(x.block)
	if x.seen == x.refs {
		b.seal(x.block)
	}
}

// block builds the statements of a { } scope.
func (b *fn) block(blk *frontend.Block) {
	b.nesting++
	for i := range blk.Stmts {
		s := &blk.Stmts[i]
		switch s.Kind {
		case frontend.StmtLabel:
			b.pos = s.Pos
			l, ok := blk.Scope.Lookup(s.Label).(*frontend.Label)
			if !ok {
				panic("build: the label " + s.Label + " is not in its scope")
			}
			b.place(l)
		case frontend.StmtBlock:
			b.block(s.Block)
		case frontend.StmtVar:
			b.variable(s.Var)
		case frontend.StmtPragma:
			b.directiveHint(s.Dir)
		case frontend.StmtInst:
			if b.cur != nil {
				b.inst(s.Inst)
			}
		}
	}
	b.nesting--
}

// variable declares a variable of the function. A register of an inner block is
// another one each time the block is entered (trap 143), so it starts as zero.
func (b *fn) variable(v *frontend.Var) {
	switch v.Space {
	case isa.SpaceReg:
		if b.nesting > 1 && b.cur != nil {
			b.inner[v] = b.cur
		}
	case isa.SpaceParam:
		if b.ast.Entry && slices.Contains(b.ast.Params, v) {
			return // a kernel parameter of PTX 1.x, see formals
		}
		b.declareSlot(v)
	default:
		b.localVar(v)
	}
}

// inst builds one instruction.
func (b *fn) inst(in *frontend.Inst) {
	b.in, b.match, b.ops, b.pos = in, in.Match, in.Ops, in.Pos
	if b.stopped || b.tooLarge() {
		return
	}
	if b.match == nil {
		b.giveUp()
		return
	}
	b.probe()
	b.noteInst()
	if !b.modernise() {
		return
	}
	b.bound = b.match.Bind(len(b.ops))
	low := b.match.Lowering()
	if low.Reason == "" {
		b.instHints()
	}
	switch low.Verb {
	case isa.LowerOp:
		b.pure(func() { b.operation(low.Name) })
	case isa.LowerCall:
		b.pure(func() { b.call1(low.Name) })
	case isa.LowerAccess:
		build := func() { b.memory(low.Access) }
		if b.touchesMemory() {
			b.guarded(build)
		} else {
			b.pure(build)
		}
	case isa.LowerWarp:
		b.guarded(func() { b.warp(low.Name) })
	case isa.LowerBuild:
		bu, ok := builders[low.Name]
		if !ok {
			panic("build: the ISA table names an unknown builder " + low.Name)
		}
		if low.Reason != "" {
			b.hint(b.in.Pos, b.match.Form.Mnemonic, low.Reason)
		}
		switch {
		case bu.guards:
			bu.build(b)
		case bu.effect == nil || !bu.effect(b):
			b.pure(func() { bu.build(b) })
		default:
			b.guarded(func() { bu.build(b) })
		}
	case isa.LowerNone:
		if low.Reason != "" {
			b.giveUpf(low.Reason)
			return
		}
		b.giveUp()
	}
}

// tooLarge reports whether the module asks for more than any real one does, and
// gives it up if so.
func (b *fn) tooLarge() bool {
	what := ""
	switch {
	case b.kept > maxKept:
		what = "a function with so many registers and branches"
	case b.words > maxWords:
		what = "a module that passes so much by value"
	case b.edges > maxEdges+len(b.out.File.Src)/4:
		what = "a module with so many targets of indexed branches"
	default:
		return false
	}
	b.stopped = true
	b.unsupported(b.in.Pos, what)
	return true
}

// Limits on what short texts could multiply.
const (
	maxWords = 1 << 22 // values passed in calls
	maxEdges = 1 << 18 // targets of indexed branches, beyond those that the text could list once
)

// pure builds an instruction without effects: under a guard, it is computed
// anyway and its results are selected.
func (b *fn) pure(build func()) {
	if g := b.in.Guard; g != nil {
		b.guard = &guard{b.predicate(g), g.Neg}
		defer func() { b.guard = nil }()
	}
	build()
}

// guarded builds an instruction with effects: a guard becomes a branch around it.
func (b *fn) guarded(build func()) {
	g := b.in.Guard
	if g == nil {
		build()
		return
	}
	then, join := b.f.NewBlock(""), b.f.NewBlock("")
	b.branch(b.predicate(g), g.Neg, then, join)
	b.seal(then)
	b.start(then)
	build()
	if b.cur != nil {
		b.cur.SetTerm(ir.Jump, b.pos, join)
	}
	b.seal(join)
	b.start(join)
}

// branch ends the current block with a conditional branch.
func (b *fn) branch(pred *ir.Value, neg bool, then, otherwise *ir.Block) {
	if neg {
		then, otherwise = otherwise, then
	}
	b.cur.Ctrl = []*ir.Value{pred}
	b.cur.SetTerm(ir.If, b.pos, then, otherwise)
	b.cur = nil
}

// predicate returns the value of a guard's register, before its negation.
func (b *fn) predicate(g *frontend.Guard) *ir.Value {
	r, ok := g.Pred.Sym.(*frontend.Reg)
	if !ok {
		panic("build: the guard is not a register")
	}
	return b.read(b.reg(r, ""), b.cur)
}

// giveUp reports that the instruction cannot be lowered yet.
func (b *fn) giveUp() { b.unsupported(b.in.Pos, b.head()) }

// giveUpf reports that something about the instruction cannot be lowered yet.
func (b *fn) giveUpf(why string) {
	b.unsupported(b.in.Pos, b.head()+" ("+why+")")
}

// head is how the instruction is called in diagnostics.
func (b *fn) head() string {
	if b.match != nil {
		return b.match.Head
	}
	var s strings.Builder
	s.WriteString(b.in.Opcode)
	for _, m := range b.in.Mods {
		s.WriteString("." + m.Text)
	}
	return s.String()
}
