package ir

// A kernel whose threads run in regions between its sync points is cut into parts, which
// are functions of their own: one that holds the control flow of the CTA, and one for
// each region. What a thread keeps from one region to the next lies in slots, and in the
// kernel's local variables: the Locals of its parts are the same ones, of which a thread
// has one frame, zeroed once, for all parts.

// Part says what a function is of a kernel.
type Part uint8

const (
	Whole      Part = iota // all of it, for one thread; and every device function
	CTAPart                // the control flow of a CTA: runs once, around the regions
	RegionPart             // what threads do between two sync points: runs once for each of them
	GangPart               // the same for many threads at once, as lanes, see Func.Lanes
)

// ThreadOrder is the order in which the threads of a row run that come to a region.
type ThreadOrder uint8

const (
	AnyOrder   ThreadOrder = iota // nobody can tell
	Ascending                     // from the first to the last
	Descending                    // from the last to the first
)

var threadOrderNames = [...]string{"any", "ascending", "descending"}

func (o ThreadOrder) String() string { return threadOrderNames[o] }

// Slot holds a value for every thread of a CTA.
type Slot struct {
	Name string // a wish, and the name in the text form
	ID   int    // among the slots of its kernel
	Type Type
	Fact Fact // of every element

	// From is what the slot is for in the function that was cut, nil for a mask.
	From *Value

	// First says of a mask that it holds the threads whose %tid.x is below it, and no
	// others. Such a mask is none of its kernel's slots: nothing is stored in it.
	First int64
}

// Fact is what is known of a number that comes from another part of its kernel.
type Fact struct {
	Bounded bool
	Lo, Hi  int64 // where Bounded: the least and the largest, with a sign

	Multiple int64 // a power of two that divides it; 0 where none but 1 is known

	Points *Pointer // where it is an address of which it is known what it points into
}

// Pointer is what an address points into, at any distance.
type Pointer struct {
	Sym   *Symbol // a variable; or where nil
	Param int     // what this kernel parameter
	Off   int64   // at this byte of it points to
	Space Space   // what sort of number the address is: Shared, Local, ParamSpace, or Generic
	Align int64   // a power of two that divides the distance from the start
}

// Owner returns the kernel that a part belongs to, and any other function itself.
func (f *Func) Owner() *Func {
	if f.Kernel != nil {
		return f.Kernel
	}
	return f
}

// Vector reports whether a value of a CTAPart is one of every thread: the elements of a
// slot, or what a warp operation gives. What a barrier gives is the same for all.
func (v *Value) Vector() bool {
	switch v.Op {
	case OpSlotAll:
		return true
	case OpExtract:
		return v.Args[0].Vector()
	}
	return v.Convergent() && v.Op != OpBarrier && v.Type != Void
}

// ArgFact returns what is known of an argument.
func (f *Func) ArgFact(i int) Fact {
	if i < len(f.ArgFacts) {
		return f.ArgFacts[i]
	}
	return Fact{}
}

// Given returns what is known of a value that comes from another part of the kernel.
func (v *Value) Given() Fact {
	switch v.Op {
	case OpArg:
		return v.Block.Func.ArgFact(v.Attr.Index)
	case OpSlotLoad:
		return v.Attr.Slot.Fact
	case OpSReg:
		return v.Block.Func.Registers[v.Attr.SReg]
	}
	return Fact{}
}
