package ir

import (
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Module is a PTX module in SSA form.
type Module struct {
	Name    string
	File    *diag.File // for positions; nil for IR that was read from text
	Version string     // .version, such as "7.8"
	Target  string     // .target, such as "sm_70"
	PtrBits int        // of generic, global and const addresses: 32 or 64, see Narrow
	Symbols []*Symbol  // global, const and shared variables of module scope
	Refs    []*Ref     // texture, sampler and surface references, in the order of the text
	Funcs   []*Func    // entries and functions, in the order of the text
	Notes   bool       // a sanitizer follows: loads without use stay
	Points  bool       // a seed may decide the order of its threads: they stop at its Point operations
	Steps   []Step     // that NoteStep tells of
	Noted   bool       // it passes notes to a sanitizer: each thread does its own work, where the PTX has it
	Origins bool       // all origins of values are kept, not only their places
}

// Narrow reports whether generic, global and const addresses have 32 bits. They are
// no host addresses then, but places in an address space of the launch: an I64 that
// is one is below 2^32, and kernels hold it in I32 values.
func (m *Module) Narrow() bool { return m != nil && m.PtrBits == 32 }

// Watched reports whether a sanitizer follows.
func (m *Module) Watched() bool { return m != nil && m.Notes }

// MaxShared is the most shared memory, static and dynamic, of a CTA on the GPUs that
// run the module, in bytes; of any GPU where the module names no target.
func (m *Module) MaxShared() int64 {
	t, _ := isa.ParseTarget(m.Target)
	return t.MostShared()
}

// Symbol is a variable in memory.
type Symbol struct {
	Name    string
	Space   Space
	Size    int64 // bytes; 0 for dynamic shared memory
	Align   int
	Elem    Type   // declared element type as IR type
	Init    []byte // initial bytes, shorter than Size where the rest is zero; nil for none
	Relocs  []Reloc
	Extern  bool // .extern: dynamic shared memory, or defined outside the module
	Visible bool
	Pos     diag.Pos
	Decl    *cxx.Type // as that of a parameter

	// Offset is the place of a shared variable in its window, after layout; that of a
	// local one is in Func.Frame.
	Offset int64
}

// Reloc is an address inside an initialiser: Width bytes at Off are the
// address of Sym or Func plus Add, shifted right by Shift bits first (mask()).
type Reloc struct {
	Off     int64
	Width   int
	Sym     *Symbol
	Func    *Func
	Add     int64
	Shift   int
	Generic bool // the generic address, not the one in the symbol's space
}

// Param is a kernel parameter.
type Param struct {
	Name  string // PTX name
	Type  Type   // of a scalar; Void for an aggregate
	PTX   string // PTX type of the declaration: "u64", "f32", "b8"
	Size  int64
	Align int
	Off   int64 // place in the parameter buffer
	Pos   diag.Pos

	// Decl is its type in the language that the PTX was compiled from, nil where nobody knows.
	// It changes nothing of what the kernel does. DeclName is what it is called there, "" where
	// nobody knows.
	Decl     *cxx.Type
	DeclName string
}

// Func is a kernel or a device function.
type Func struct {
	Name   string
	Entry  bool
	Module *Module

	// Number is the function's place in the module as it was built or read. Its address
	// is made of it, so that it stays when functions are inlined that were in front.
	Number int

	Pos      diag.Pos
	Params   []*Param // Entry only
	Args     []Type   // device function, RegionPart, GangPart: argument types, read by OpArg
	ArgNames []string
	Results  []Type    // device function, GangPart: what its Ret returns
	Extern   bool      // no body: provided by the runtime or the user
	Shared   []*Symbol // shared variables that the function declares
	// SharedSize is the static shared memory of an entry in bytes: everything that
	// it reaches, through calls too. Symbol.Offset is the place of each variable.
	SharedSize int64
	Locals     []*Symbol // local variables; one frame per call
	Blocks     []*Block  // Blocks[0] is the entry; the order is the program order, see Number

	ReqNTID, MaxNTID [3]int64 // .reqntid, .maxntid; zero where absent
	NoReturn         bool

	// Spins says that a loop of the function waits for what other threads store:
	// every CTA must make progress.
	Spins bool

	// BarriersOnly says of a kernel with notes that nothing orders its threads but barriers
	// of all threads of a CTA.
	BarriersOnly bool

	// Apart says of a kernel with notes for which launches a copy of it does as well, that has none of accesses which
	// race with none: those of which holds what it says, in the notation of package runtime/sanitize. Whole is, of
	// the copy, the kernel.
	Apart string
	Whole *Func

	// The pass lockstep assumed this about the blocks that the kernel is launched
	// with; other blocks may need more sync points. RowWarps: a warp is a piece of
	// a row of threads (one row, or rows of multiples of 32). LayerWarps: it is a
	// piece of a layer. MaxRow, if not 0: one row, or rows of MinRow to MaxRow threads.
	RowWarps       bool
	LayerWarps     bool
	MinRow, MaxRow int64

	// Of a kernel that has been cut, see Part.
	Part      Part
	Kernel    *Func           // nil in what is no part, and in a GangPart that was read from text
	Slots     []*Slot         // CTAPart: all slots of the kernel; GangPart: those that it uses
	Mask      *Slot           // RegionPart: the threads that it runs for; nil for all
	ArgFacts  []Fact          // RegionPart: by argument
	Registers map[string]Fact // RegionPart: what is known of special registers for the threads that it runs for
	Order     ThreadOrder     // RegionPart
	FirstRow  bool            // CTAPart: the rows of threads do the same, and the first does it for all
	ArgFrom   []*Value        // RegionPart: what each argument is in the function that was cut
	Lanes     int             // GangPart: how many threads a gang has; else 0

	nextValue, nextBlock ID
}

// Block is a basic block.
type Block struct {
	ID     ID
	Name   string // PTX label, "" where it had none
	Func   *Func
	Values []*Value
	Term   Term
	Succs  []*Block   // by Term: Jump one; If two (true, false); Switch many; Ret, Exit none
	Preds  []*Block   // a predecessor that jumps here twice is listed twice
	Ctrl   []*Value   // If: the condition; Switch: the index; Ret: the results
	Pos    diag.Pos   // of the terminator
	Also   []diag.Pos // further statements that it comes from, see Origins
}

// Term is how a block ends.
type Term uint8

const (
	TermNone Term = iota
	Jump
	If
	Switch      // brx.idx: Succs[Ctrl[0]]; an index beyond the list is a fault
	Ret         // return from a device function, or end of the thread in a kernel
	Exit        // end of the thread
	Unreachable // after a trap or a call that does not return
	numTerms
)

var termNames = [numTerms]string{"none", "Jump", "If", "Switch", "Ret", "Exit", "Unreachable"}

func (t Term) String() string { return termNames[t] }

// Add appends a function, which gets its number.
func (m *Module) Add(f *Func) {
	f.Module, f.Number = m, len(m.Funcs)
	m.Funcs = append(m.Funcs, f)
}

// NewBlock appends an empty block.
func (f *Func) NewBlock(name string) *Block {
	b := &Block{ID: f.nextBlock, Name: name, Func: f}
	f.nextBlock++
	f.Blocks = append(f.Blocks, b)
	return b
}

// NewValue makes a value of the function that is not yet in a block's list.
func (f *Func) NewValue(op Op, t Type, pos diag.Pos, args ...*Value) *Value {
	v := &Value{ID: f.nextValue, Op: op, Type: t, Pos: pos, Args: args}
	f.nextValue++
	return v
}

// MostThreads returns how many threads a CTA of a kernel has at most, by .reqntid and .maxntid; 0 where neither says.
func (f *Func) MostThreads() (most int64) {
	for _, n := range [...][3]int64{f.ReqNTID, f.MaxNTID} {
		if all := n[0] * max(n[1], 1) * max(n[2], 1); all > 0 && (most == 0 || all < most) {
			most = all
		}
	}
	return most
}

// NumValues returns an upper bound of the value IDs, for tables by ID.
func (f *Func) NumValues() int { return int(f.nextValue) }

// CountValues returns how many values the blocks have.
func (f *Func) CountValues() (n int) {
	for _, b := range f.Blocks {
		n += len(b.Values)
	}
	return n
}

// NumBlocks returns an upper bound of the block IDs.
func (f *Func) NumBlocks() int { return int(f.nextBlock) }

// Adopt appends the blocks of g, with their values, which get the next IDs. Nothing is
// left of g's body.
func (f *Func) Adopt(g *Func) {
	for _, b := range g.Blocks {
		b.ID, b.Func = f.nextBlock, f
		f.nextBlock++
		for _, v := range b.Values {
			v.ID = f.nextValue
			f.nextValue++
		}
	}
	f.Blocks = append(f.Blocks, g.Blocks...)
	g.Blocks, g.Locals, g.Shared = nil, nil, nil
}

// Add appends a new value to the block.
func (b *Block) Add(op Op, t Type, pos diag.Pos, args ...*Value) *Value {
	v := b.Func.NewValue(op, t, pos, args...)
	v.Block = b
	b.Values = append(b.Values, v)
	return v
}

// NewLike makes a copy of a value, of this or another function, with other arguments,
// that is not yet in a block's list.
func (f *Func) NewLike(v *Value, args ...*Value) *Value {
	w := f.NewValue(v.Op, v.Type, v.Pos, args...)
	w.Attr, w.Results, w.Name, w.Product, w.Also, w.Placed = v.Attr, v.Results, v.Name, v.Product, v.Also, v.Placed
	return w
}

// AddLike appends such a copy to the block.
func (b *Block) AddLike(v *Value, args ...*Value) *Value {
	w := b.Func.NewLike(v, args...)
	w.Block = b
	b.Values = append(b.Values, w)
	return w
}

// Insert puts a value at an index of the block's list.
func (b *Block) Insert(i int, v *Value) {
	v.Block = b
	b.Values = append(b.Values, nil)
	copy(b.Values[i+1:], b.Values[i:])
	b.Values[i] = v
}

// Const appends a constant to the block.
func (b *Block) Const(t Type, bits uint64, pos diag.Pos) *Value {
	v := b.Add(OpConst, t, pos)
	v.Attr.Bits = bits
	return v
}

// Start returns where a block begins: the place of its first instruction that has one.
func (b *Block) Start() diag.Pos {
	for _, v := range b.Values {
		if v.Op != OpPhi && v.Pos.IsValid() {
			return v.Pos
		}
	}
	return b.Pos
}

// SetTerm ends the block, and registers it with its successors.
func (b *Block) SetTerm(t Term, pos diag.Pos, succs ...*Block) {
	b.Term, b.Pos, b.Also = t, pos, nil
	b.Succs = append(b.Succs[:0], succs...)
	for _, s := range succs {
		s.Preds = append(s.Preds, b)
	}
}

// Phis returns the phis, which stand at the head of the block.
func (b *Block) Phis() []*Value {
	for i, v := range b.Values {
		if v.Op != OpPhi {
			return b.Values[:i]
		}
	}
	return b.Values
}

// PredIndex returns which predecessor of successor number i this block is: the
// index of the edge's argument in the successor's phis. Edges between the same
// two blocks are in the same order on both sides.
func (b *Block) PredIndex(i int) int {
	to := b.Succs[i]
	nth := 0
	for _, s := range b.Succs[:i] {
		if s == to {
			nth++
		}
	}
	for j, p := range to.Preds {
		if p == b {
			if nth == 0 {
				return j
			}
			nth--
		}
	}
	panic("ir: an edge is missing among the predecessors of its target")
}
