package harvest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// body is the code of a function between prologue and epilogue as a graph.
type body struct {
	f      *function
	blocks []*block
	calls  []string        // of other functions, in order, each once
	used   map[string]bool // registers
	room   int             // bytes of its frame, the lowest, that are for the functions that it calls
	low    int             // where that begins
	given  int             // where those have it, if that is one place
	t      Target
}

// block is code that is entered at its beginning and left at its end.
type block struct {
	code   []step
	jump   *block // where its last instruction goes, if that is a jump
	next   *block // what it falls into
	doomed *Bail  // every way from it ends in a panic: this one
	live   bool   // it can be reached
	poll   bool   // it ends with a poll
	first  Pos
}

// step is an instruction that stays.
type step struct {
	inst
	ops    []operand
	callee string
	fails  bool // the function that it calls can fail
}

// last returns the jump, call or return at the end of a block, nil if it has another end.
func (b *block) last() *step {
	if len(b.code) == 0 {
		return nil
	}
	return &b.code[len(b.code)-1]
}

// branch reports whether an instruction jumps, and where to.
func (i *inst) branch() (pc int, ok bool) {
	if i.target == "" {
		return 0, false
	}
	pc, err := strconv.Atoi(i.target)
	return pc, err == nil
}

// idle reports whether an instruction does nothing.
func (i *inst) idle() bool { return i.effect&nothing != 0 }

// ends reports whether an instruction is a panic.
func (i *inst) ends() bool {
	return i.op == "UNDEF" || i.op == "CALL" && endings[runtimeCall(i.callee())]
}

// callee is the function of a CALL, "" if it is not a symbol.
func (i *inst) callee() string {
	name, ok := strings.CutSuffix(i.args, "(SB)")
	if !ok {
		return ""
	}
	return name
}

// analyse makes the graph of a function, without what cannot be reached, and with the ways that end
// in panics cut off where they are certain to.
func analyse(t Target, f *function) (*body, error) {
	start := Pos{}
	if f.err != nil {
		return nil, refuse(start, "its listing is not known: %v", f.err)
	}
	if len(f.code) > 0 {
		start = f.code[0].pos
	}
	if !f.abi {
		return nil, refuse(start, "its arguments are not in registers")
	}
	from, ok := t.opening(f)
	if !ok {
		return nil, refuse(start, "its prologue is not known")
	}
	b := &body{f: f, used: map[string]bool{}, t: t, low: t.lowest()}
	if err := b.split(f.code[from:]); err != nil {
		return nil, err
	}
	b.decide()
	b.doom()
	b.reach()
	if len(b.blocks) == 0 {
		return nil, refuse(start, "it has no code")
	}
	for _, k := range b.blocks {
		if k.doomed == nil {
			if err := b.check(k); err != nil {
				return nil, err
			}
		}
	}
	b.fold()
	return b, nil
}

// split cuts code into blocks.
func (b *body) split(code []inst) error {
	leader := make([]bool, len(code)+1)
	at := map[int]int{}
	for k := len(code) - 1; k >= 0; k-- {
		at[code[k].pc] = k
	}
	if len(code) > 0 {
		leader[0] = true
	}
	for k := range code {
		i := &code[k]
		pc, ok := i.branch()
		switch {
		case ok:
			to, known := at[pc]
			if !known {
				if pc != 0 { // the tail that grows the stack begins the function again
					return refuse(i.pos, "%s %s goes to no instruction", i.op, i.args)
				}
			} else {
				leader[to] = true
			}
			leader[k+1] = true
		case i.op == "RET" || i.op == "JMP" || i.ends():
			leader[k+1] = true
		}
	}
	blocks := map[int]*block{}
	for k := range code {
		if leader[k] {
			n := &block{first: code[k].pos}
			blocks[k] = n
			b.blocks = append(b.blocks, n)
		}
	}
	var cur *block
	for k := range code {
		i := code[k]
		if leader[k] {
			if cur != nil && cur.falls() {
				cur.next = blocks[k]
			}
			cur = blocks[k]
		}
		if i.idle() {
			continue
		}
		s := step{inst: i}
		if i.op == "CALL" {
			s.callee = i.callee()
		}
		if pc, ok := i.branch(); ok {
			if to, known := at[pc]; known {
				cur.jump = blocks[to]
			}
		}
		cur.code = append(cur.code, s)
	}
	return nil
}

// falls reports whether what follows a block is reached from its end.
func (b *block) falls() bool {
	s := b.last()
	return s == nil || s.op != "RET" && s.op != "JMP" && !s.ends()
}

// doom finds the blocks from which every way leads to a panic.
func (b *body) doom() {
	for changed := true; changed; {
		changed = false
		for _, k := range b.blocks {
			if k.doomed != nil {
				continue
			}
			var by *Bail
			if s := k.last(); s != nil && s.ends() {
				by = &Bail{Pos: s.pos, Call: cmp.Or(s.callee, s.op)}
			} else if k.jump != nil || k.next != nil {
				sure := true
				for _, to := range []*block{k.jump, k.next} {
					if to != nil && to.doomed == nil {
						sure = false
					} else if to != nil {
						by = to.doomed
					}
				}
				if !sure {
					by = nil
				}
			}
			if by != nil {
				k.doomed, changed = by, true
			}
		}
	}
}

// reach leaves out what cannot be reached from the beginning, or only through panics.
func (b *body) reach() {
	if len(b.blocks) == 0 {
		return
	}
	stack := []*block{b.blocks[0]}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k == nil || k.live {
			continue
		}
		k.live = true
		if k.doomed == nil {
			stack = append(stack, k.jump, k.next)
		}
	}
	var kept []*block
	for _, k := range b.blocks {
		if k.live {
			kept = append(kept, k)
		}
	}
	b.blocks = kept
}

// check refuses what cannot stay as it is, takes epilogues away and reads operands.
func (b *body) check(k *block) error {
	if k.next == nil && k.falls() {
		return refuse(k.first, "its code has no end")
	}
	var kept []step
	for _, s := range k.code {
		if b.t.closing(b.f, &s.inst) {
			continue
		}
		if err := b.step(&s); err != nil {
			return err
		}
		kept = append(kept, s)
	}
	k.code = kept
	k.withoutDictionaries(b.t)
	return b.brief(k)
}

// brief refuses a block that reads the register which is the assembler's too before it writes that.
func (b *body) brief(k *block) error {
	reg := b.t.brief()
	if reg == "" {
		return nil
	}
	first := slices.IndexFunc(k.code, func(s step) bool { return s.mentions(reg) && s.op != "CALL" && s.op != "RET" })
	if first < 0 {
		return nil
	}
	s := &k.code[first]
	at := slices.IndexFunc(s.ops, func(o operand) bool { return o.mentions(reg) })
	if at < len(s.ops)-1 || !slices.Contains(b.t.writes(&s.inst, s.ops), reg) {
		return refuse(s.pos, "%s %s uses %s", s.op, s.args, reg)
	}
	return nil
}

func (b *body) step(s *step) error {
	if !s.known {
		if what := b.t.unknown(s.op); what != "" {
			return refuse(s.pos, "%s: %s", s.op, what)
		}
		return refuse(s.pos, "the instruction %s is not known", s.op)
	}
	switch {
	case s.effect&inAFrame != 0:
		return refuse(s.pos, "%s %s moves the stack", s.op, s.args)
	case s.op == "CALL":
		return b.call(s)
	case s.op == "JMP" || s.effect&conditional != 0:
		if _, ok := s.branch(); !ok {
			return refuse(s.pos, "%s %s is a table of jumps or a call", s.op, s.args)
		}
	case s.op == "RET":
		return nil
	}
	ops, ok := b.t.operands(b.f, &s.inst)
	if !ok {
		if strings.Contains(s.args, "runtime.writeBarrier") {
			return refuse(s.pos, "it writes pointers")
		}
		return refuse(s.pos, "the operands of %s %s are not known", s.op, s.args)
	}
	s.ops = ops
	for _, o := range ops {
		if o.framed() && o.off < b.low {
			return refuse(s.pos, "%s %s is below the frame", s.op, s.args)
		}
		named := o.regs
		if o.base != "" && o.base != "SB" && !o.framed() {
			named = append(slices.Clip(named), o.base)
		}
		if o.idx != "" {
			named = append(slices.Clip(named), o.idx)
		}
		for _, r := range named {
			if b.t.reserved(r) {
				return refuse(s.pos, "%s %s uses %s", s.op, s.args, r)
			}
			b.used[r] = true
		}
	}
	for _, r := range b.t.writes(&s.inst, ops) {
		if r == b.t.zero() {
			return refuse(s.pos, "%s %s changes %s", s.op, s.args, r)
		}
		b.used[r] = true
	}
	if n := len(ops); n > 0 && ops[n-1].base == "SB" && s.effect&noResult == 0 {
		if n > 1 {
			return refuse(s.pos, "it writes the variable %s", ops[n-1].name)
		}
		return refuse(s.pos, "%s of the variable %s", s.op, ops[n-1].name)
	}
	if _, ok := b.f.word(s.pc); s.effect&asWord != 0 && !ok {
		return refuse(s.pos, "the machine code of %s is not in the listing", s.op)
	}
	if why := b.t.refused(s); why != "" {
		return refuse(s.pos, "%s", why)
	}
	return nil
}

func (b *body) call(s *step) error {
	if s.callee == "" {
		return refuse(s.pos, "it calls what is in %s", s.args)
	}
	if name := runtimeCall(s.callee); name != "" {
		return refuse(s.pos, "it calls %s: %s", s.callee, why(name))
	}
	for _, c := range b.calls {
		if c == s.callee {
			return nil
		}
	}
	b.calls = append(b.calls, s.callee)
	return nil
}
