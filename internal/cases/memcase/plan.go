package memcase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// folder is a case: a module with kernels for each of some rows.
type folder struct {
	name    string
	notes   string
	version isa.Version
	target  isa.Target
	rows    []string                // with ~ after those that another folder has all heads of
	only    func(m *isa.Match) bool // nil: every head that the module may use
	values  []valueTest             // heads that get all pairs of special values
	written []written               // kernels that are written by hand
	all     bool                    // every head, not a cover
	narrow  bool                    // addresses have 32 bits
	wide    bool                    // there are accesses of 32 bytes
}

// align is the alignment of variables in bytes.
func (c *folder) align() int {
	if c.wide {
		return 32
	}
	return 16
}

// window is where the memory is that the accesses of a kernel are about. Each
// thread has a part of it for itself, or all threads read the same.
type window int

const (
	inGlobal window = iota
	inShared
	inLocal
	inConst
	inEntry    // a parameter of the kernel
	inArgument // an argument of a call, read by the function
	inResult   // a result of a call, written by the function
)

// kernel is one .entry: accesses of one window.
type kernel struct {
	name    string
	window  window
	generic bool   // by generic addresses
	named   bool   // by the name of a variable
	bank    string // of .const, "[3]", or ""
	grid    int
	block   int
	size    int // bytes of a thread's window
	columns []*column
	input   int // bytes of a thread's operands
	record  int // bytes of a thread's results
	insts   []*access
	shared  map[string]int                         // columns that several operations have, by what they are
	start   []func(thread int) (at, n int, w word) // what the window holds at first, where that matters
}

func (k *kernel) threads() int { return k.grid * k.block }

// column is an operand: what each thread has in a register, loaded from its input.
type column struct {
	reg    isa.Type
	at     int // in the thread's input
	values []word
}

// source is an element of a source operand: a column or an immediate.
type source struct {
	column int // -1 for an immediate
	value  word
}

// access is one instruction on a thread's window.
type access struct {
	m      *isa.Match
	window window
	off    int        // of the first byte in the window
	reg    isa.Type   // of the registers that it loads, stores or combines with
	srcs   [][]source // by operand and element
	sink   bool       // the result goes to _
	at     []int      // where in the thread's record the results go, by element
	way    int        // chooses between the ways of writing the address
}

func (a *access) writes() bool {
	return a.m.Form.Opcode != "ld" && a.m.Form.Opcode != "ldu"
}

func (a *access) bytes() int { return a.m.VecLen() * a.elem().Bits() / 8 }

// windows lists where the memory of an instruction may be.
func (c *folder) windows(m *isa.Match) []window {
	load := m.Form.Opcode == "ld" || m.Form.Opcode == "ldu"
	switch m.Space() {
	case isa.SpaceGlobal:
		return []window{inGlobal}
	case isa.SpaceShared:
		return []window{inShared}
	case isa.SpaceLocal:
		return []window{inLocal}
	case isa.SpaceConst:
		return []window{inConst}
	case isa.SpaceParam:
		switch {
		case m.Has("param::entry"), c.version.Less(isa.Version{Major: 2}): // which had no calls by memory
			return []window{inEntry}
		case m.Has("param::func") || !load:
			return []window{inArgument, inResult}
		}
		return []window{inEntry, inArgument, inResult}
	}
	ws := []window{inGlobal}
	if m.Form.Opcode == "ldu" || m.Has("mmio") || strings.Contains(m.Form.Syntax, "{.global}") {
		return ws
	}
	ws = append(ws, inShared)
	strong := m.HasAny("relaxed", "acquire", "release", "acq_rel") != "" || m.Form.Opcode == "atom" || m.Form.Opcode == "red"
	if strong {
		return ws
	}
	if !m.Has("volatile") || !c.version.Less(isa.Version{Major: 9, Minor: 1}) {
		ws = append(ws, inLocal)
	}
	if load && !m.Has("volatile") {
		if !c.version.Less(isa.Version{Major: 3, Minor: 1}) {
			ws = append(ws, inConst)
		}
		if !c.version.Less(isa.Version{Major: 7, Minor: 7}) {
			ws = append(ws, inEntry)
		}
	}
	return ws
}

// The bounds of a kernel.
const (
	maxInsts   = 28
	readWindow = 128 // bytes of a window that is only read
)

// kernels plans the kernels of the rows.
func (c *folder) kernels() []*kernel {
	var out []*kernel
	for _, id := range c.rows {
		id, repeated := strings.CutSuffix(id, "~")
		out = append(out, c.row(listed.Find(id), repeated)...)
	}
	for _, v := range c.values {
		out = append(out, c.valueKernel(v))
	}
	return out
}

// row plans the kernels of a row. Those of one kernel access the same window in the
// same way, and as few types as possible: the compiler treats a buffer of one type
// unlike a buffer of many.
func (c *folder) row(f *isa.Form, repeated bool) []*kernel {
	heads := c.heads(f, repeated)
	listed.MayUse(c.name, f, heads)
	defer listed.About(f.ID)
	slices.SortStableFunc(heads, func(a, b *isa.Match) int { return int(a.Type()) - int(b.Type()) })
	var out []*kernel
	open := map[string]*kernel{}
	for _, m := range heads {
		r := seeded.For(m.Head + " " + f.ID)
		ws := c.windows(m)
		k := kernel{window: ws[r.Below(len(ws))]}
		k.generic = m.Space() == isa.SpaceNone
		k.named = r.Below(2) == 0 && !k.generic || k.window == inEntry && !k.generic || k.window >= inArgument
		if m.Has("async") {
			k.named = false // the address is a register
		}
		a := &access{m: m, window: k.window, way: r.Below(1 << 16)}
		if b := m.Val("B"); b != "" {
			k.bank = "[" + b + "]"
		}
		key := fmt.Sprint(k.window, k.generic, k.named, k.bank)
		last := open[key]
		if last == nil || len(last.insts) >= maxInsts ||
			len(last.insts) >= 5 && last.insts[len(last.insts)-1].m.Type() != m.Type() {
			k.name = fmt.Sprintf("%s_%d", strings.ReplaceAll(f.ID, "-", "_"), len(out))
			k.grid, k.block = 2, 2
			if k.named && (k.window == inShared || k.window == inGlobal && a.writes()) {
				k.grid, k.block = 1, 1 // a name is the same place for all threads
			}
			last = &k
			open[key] = last
			out = append(out, last)
		}
		c.add(last, a, r)
	}
	for _, k := range out {
		k.finish(c.align())
	}
	return out
}

// finish rounds the sizes up, that of the window to the alignment of the widest access.
func (k *kernel) finish(align int) {
	k.size = (k.size + align - 1) / align * align
	k.record = (k.record + 15) / 16 * 16
	k.input = (k.input + 15) / 16 * 16
}

// add places an access in a kernel and gives it operands.
func (c *folder) add(k *kernel, a *access, r *seeded.Numbers) {
	m, n := a.m, a.bytes()
	t := a.elem()
	op := operation(m)
	k.insts = append(k.insts, a)
	if a.writes() {
		a.off = (k.size + n - 1) / n * n
		k.size = a.off + n + r.Below(3)*2
	} else {
		k.size = readWindow
		a.off = r.Below(readWindow/n) * n
	}
	wide := slices.ContainsFunc(m.Form.Operands, func(o isa.Operand) bool { return o.Wider })
	regs := c.registers(t, wide)
	a.reg = regs[r.Below(len(regs))]
	switch m.Form.Opcode {
	case "st", "red", "atom":
		first := 1
		if m.Form.Opcode == "atom" {
			first = 2
		}
		operands := 1
		if op == "cas" {
			operands = 2
		}
		for i := range operands {
			imm := m.VecLen() == 1 && m.Form.Operands[first+i].Is(isa.KImm) && t.Bits() <= 64 && (!t.IsFloat() || t.Bits() >= 32) && r.Below(5) == 0
			var list []source
			for range m.VecLen() {
				list = append(list, c.source(k, a, t, op, imm, r))
			}
			a.srcs = append(a.srcs, list)
		}
	}
	if op != "" {
		k.initial(a, r)
	}
	if m.Form.Opcode == "st" || m.Form.Opcode == "red" {
		return
	}
	if m.Form.Opcode == "atom" && r.Below(6) == 0 {
		a.sink = true
		return
	}
	for range m.VecLen() {
		size := a.reg.Bits() / 8
		at := (k.record + size - 1) / size * size
		a.at = append(a.at, at)
		k.record = at + size
	}
}

// source makes an element of a source operand.
func (c *folder) source(k *kernel, a *access, t isa.Type, op string, imm bool, r *seeded.Numbers) source {
	if imm {
		return source{column: -1, value: wideSpecial(r, t, op).mask(t.Bits())}
	}
	// Operands of stores are shared: what counts is where they go.
	if op == "" && r.Below(3) > 0 {
		for i, c := range k.columns {
			if c.reg == a.reg {
				return source{column: i}
			}
		}
	}
	return k.column(a.reg, func(int) word {
		if op == "" {
			return word{r.Next(), r.Next()}
		}
		return wideSpecial(r, t, op)
	})
}

// column adds an operand.
func (k *kernel) column(reg isa.Type, value func(thread int) word) source {
	size := reg.Bits() / 8
	col := &column{reg: reg, at: (k.input + size - 1) / size * size}
	k.input = col.at + size
	for i := range k.threads() {
		col.values = append(col.values, value(i).mask(reg.Bits()))
	}
	k.columns = append(k.columns, col)
	return source{column: len(k.columns) - 1}
}

// value is what a source is for a thread.
func (k *kernel) value(s source, thread int) word {
	if s.column < 0 {
		return s.value
	}
	return k.columns[s.column].values[thread]
}

// initial fills the window below an atomic operation. Every other thread's compare
// and swap finds what it asks for.
func (k *kernel) initial(a *access, r *seeded.Numbers) {
	t := a.elem()
	for i := range a.m.VecLen() {
		olds := make([]word, k.threads())
		for thread := range olds {
			olds[thread] = wideSpecial(r, t, operation(a.m)).mask(t.Bits())
			if operation(a.m) == "cas" && (thread%2 == 0) != (a.way%2 == 0) {
				olds[thread] = k.value(a.srcs[0][0], thread).mask(t.Bits())
			}
		}
		n := t.Bits() / 8
		at := a.off + i*n
		k.start = append(k.start, func(thread int) (int, int, word) { return at, n, olds[thread] })
	}
}

// registers lists the types that a register may have for an element of type t.
func (c *folder) registers(t isa.Type, wide bool) []isa.Type {
	all := []isa.Type{isa.B8, isa.U8, isa.S8, isa.B16, isa.U16, isa.S16, isa.B32, isa.U32, isa.S32, isa.F32,
		isa.B64, isa.U64, isa.S64, isa.F64, isa.B128}
	if t == isa.F16 || t == isa.F16x2 {
		all = append(all, t)
	}
	var out []isa.Type
	for _, r := range all {
		switch {
		case isa.Compatible(t, r), wide && r != isa.B128 && isa.CompatibleWide(t, r):
			out = append(out, r)
		case t.IsAlternate() && r == isa.BitsType(t.Bits()), t.IsPacked() && r == isa.BitsType(t.Bits()):
			out = append(out, r)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
