package ir

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// ID numbers the values and the blocks of a function, each from zero.
type ID int32

// Value is the result of one operation.
type Value struct {
	ID      ID
	Op      Op
	Type    Type
	Args    []*Value
	Attr    Attr
	Results []Type // of a Tuple
	Block   *Block
	Pos     diag.Pos

	// Product is the place of the mul that contraction has fused into the value, whose
	// own place is that of the add or sub; invalid where it has not.
	Product diag.Pos

	// Also are further statements that the value comes from, see Origins.
	Also   []diag.Pos
	Placed bool // Pos is only where the value was put, as that of a phi

	// Varying says of a value in a function with lanes that each lane has one of its own; the
	// others are uniform, one for all lanes. See Lanes.
	Varying bool

	// Name is the PTX register that the value was written to, without its
	// percent sign: "r5". It is a wish for the name of the Go variable.
	Name string
}

// Attr is what an operation needs beside its arguments. The comment of each Op
// says which fields it uses; the others are zero.
type Attr struct {
	Bits, Hi uint64 // Const
	Index    int    // Arg, Param, Extract
	Off      int64  // Param, SymAddr
	SReg     string // SReg: name with component, such as "tid.x", "laneid"
	Sym      *Symbol
	Func     *Func
	Sig      *Sig
	Name     string // Intrin, Warp
	Slot     *Slot  // SlotLoad and the operations beside it; of a collective one the threads that take part, nil for all

	// Contract is set on add, sub and mul (FAdd, FSub, FMul, or an Intrin of that
	// name) whose PTX has no rounding modifier: they round as with .rn, but an
	// assembler may fuse a product with the addition that uses it.
	Contract bool

	Cmp      Cmp
	Space    Space
	Mem      Type // Load, Store, Atomic: the type in memory of one element
	Vec      int  // Load, Store, Param: elements; 0 means 1
	Signed   bool // Load: the element is sign-extended to the result type
	Order    Order
	Scope    Scope
	Volatile bool
	Atom     Atom
	Bar      Bar
	Aligned  bool // Barrier: bar.* or .aligned; false for barrier without .aligned
	Ref      *Ref // RefAddr
	RefKind  RefKind
	Geom     Geom
	Tex      TexMode
	Query    Query
	Outside  Outside
	Texel    Texel
	Offset   bool // Tex: has offsets of texels
	Depth    bool // Tex: compares with a depth
	Note     Note
	Point    Point
	Async    bool // Store: of an asynchronous copy
	Sync     bool // Warp: it waits for the lanes that its last argument names

	// In a GangPart.
	Stride int64 // Ramp; of an access, its address being uniform: bytes from one lane's to the next one's
	Cross  int   // with Stride: lanes change places, lane l has what lane l^Cross would
	Masked bool  // an access, Inside, SlotPut: the last argument is the mask of the lanes that do it
	Write  bool  // Inside: of an access that writes
	Again  bool  // an effect: doing it a second time, after a Bail, leaves the same

	// Undefined says of a Const that it stands for a register that was never written.
	Undefined bool
}

// Sig is the signature of an indirect call.
type Sig struct {
	Params  []Type
	Results []Type
}

// Pure reports whether the value has no effect and depends on nothing but its
// arguments, so that it may be moved, merged with an equal one, or removed.
func (v *Value) Pure() bool {
	return Ops[v.Op].Flags&Pure != 0 && !(v.Op == OpSReg && isa.LookupSRegPart(v.Attr.SReg).Per == isa.PerRead)
}

// Coordinate reports whether v is a component of a special register that is a vector: where a
// thread or its CTA is in the launch, and how large that is, which code has at hand. For the other
// registers it has to ask the thread.
func (v *Value) Coordinate() bool { return v.Op == OpSReg && strings.Contains(v.Attr.SReg, ".") }

// Convergent reports whether the value synchronises threads.
func (v *Value) Convergent() bool { return Ops[v.Op].Flags&Convergent != 0 }

// HasEffect reports whether the value must be kept even if unused. Loads are
// kept where they are volatile or strong; a plain unused load may go. What synchronises
// threads has an effect.
func (v *Value) HasEffect() bool {
	return Ops[v.Op].Flags&(Writes|Effect) != 0 || v.Strong()
}

// IsAccess reports whether the value accesses memory at an address, its first argument.
func (v *Value) IsAccess() bool { return Ops[v.Op].Flags&Access != 0 }

// Reads reports whether the value reads memory.
func (v *Value) Reads() bool { return Ops[v.Op].Flags&Reads != 0 }

// Writes reports whether the value writes memory.
func (v *Value) Writes() bool { return Ops[v.Op].Flags&Writes != 0 }

// IsAtomic reports whether the value reads and writes memory at once.
func (v *Value) IsAtomic() bool { return Ops[v.Op].Flags&Atomic != 0 }

// IsImage reports whether the value works on a texture, sampler or surface.
func (v *Value) IsImage() bool { return Ops[v.Op].Flags&Image != 0 }

// Strong reports whether other threads may wait for what an access does: it is atomic,
// volatile, or has a memory order.
func (v *Value) Strong() bool {
	return v.IsAtomic() || v.IsAccess() && (v.Attr.Volatile || v.Attr.Order != Weak)
}

// Members returns the mask of the lanes that a Warp waits for, nil where it is one of the
// lanes that are there, and for other operations.
func (v *Value) Members() *Value {
	if v.Op == OpWarp && v.Attr.Sync {
		return v.Args[len(v.Args)-1]
	}
	return nil
}

// WarpArgs returns the arguments of the function of a Warp.
func (v *Value) WarpArgs() []*Value {
	if v.Attr.Sync {
		return v.Args[:len(v.Args)-1]
	}
	return v.Args
}

// Mask returns the mask of the lanes that do what a value of a GangPart does, nil for all.
func (v *Value) Mask() *Value {
	if v.Attr.Masked && len(v.Args) > 0 {
		return v.Args[len(v.Args)-1]
	}
	return nil
}

// Unmasked returns the arguments without the mask.
func (v *Value) Unmasked() []*Value {
	if v.Mask() != nil {
		return v.Args[:len(v.Args)-1]
	}
	return v.Args
}

// IsConst reports whether the value is a constant, and its bits.
func (v *Value) IsConst() (uint64, bool) {
	if v.Op == OpConst && !v.Attr.Undefined {
		return v.Attr.Bits, true
	}
	return 0, false
}

// LoadsPair reports whether an atomic only reads 128 bits: loads that must not be torn
// replace zero by zero, and may do so in memory that is not to be written.
func (v *Value) LoadsPair() bool {
	for _, a := range v.Args[1:] {
		if n, ok := a.IsConst(); !ok || n != 0 {
			return false
		}
	}
	return v.Attr.Atom.Compares() && v.Vec() == 2
}

// Vec returns the number of elements of a Load, Store or Param, at least 1.
func (v *Value) Vec() int { return max(v.Attr.Vec, 1) }

// AccessBytes returns how many bytes a Load, Store or Param accesses.
func (v *Value) AccessBytes() int64 { return int64(v.Attr.Mem.Bytes() * v.Vec()) }

// ResultTypes returns the types of the results: none for Void, one, or those
// of a Tuple.
func (v *Value) ResultTypes() []Type {
	switch v.Type {
	case Void:
		return nil
	case Tuple:
		return v.Results
	}
	return []Type{v.Type}
}
