package sanitize

// Kind is what a note tells of.
type Kind uint8

// The kinds of notes, with the arguments of each. Addresses are those of the site's Space. The compiler's
// ir.Note has the same names in the same order.
const (
	None Kind = iota

	Load        // address: a plain load follows
	Store       // address, values: a plain store follows
	Copy        // address: the write of an asynchronous copy
	Begin       // a strong access follows, up to its own note
	StrongLoad  // address: after it
	StrongStore // address, values: after it
	Atomic      // address, the old value, operands: after it
	Fence       //
	Barrier     // barrier, thread count or 0: in front of it
	Warp        // mask, then the operands: in front of it
	Commit      // a group of asynchronous copies is complete
	Wait        // number of groups that may be pending, 1 if those are no groups but everything
	Arrive      // address, the word as it was: after an arrival at an mbarrier
	Waited      // address, phase that was waited for in the highest bit, whether it is over

	Branch // branch, block at which its ways meet or -1, way
	Join   // block
	Enter  // a function begins
	Leave  // it returns
	End    // the thread ends

	Frame // address, bytes: a local variable begins
	Alloc // address, bytes: malloc has returned
	Free  // address: free is called
	Fill  // address, bytes: memcpy, memmove or memset has written

	Undefined   // -> taint of a register that was never written
	InitLoad    // address, offset -> taint of the element
	InitStore   // address, offset, taint of the value
	InitAtomic  // address, taint of the operands -> taint of the old value
	UsedAddress // taint
	UsedBranch  // taint
	SetTaint    // number, taint: of an argument or result of a call
	GetTaint    // number -> taint

	Bounds // address: an access of a shared variable follows
	Place  // is no note, but an access of which there is none: faults at its place know its space
	numKinds
)

var kindNames = [numKinds]string{"None", "Load", "Store", "Copy", "Begin", "StrongLoad", "StrongStore", "Atomic", "Fence", "Barrier", "Warp",
	"Commit", "Wait", "Arrive", "Waited", "Branch", "Join", "Enter", "Leave", "End", "Frame", "Alloc", "Free", "Fill",
	"Undefined", "InitLoad", "InitStore", "InitAtomic", "UsedAddress", "UsedBranch", "SetTaint", "GetTaint", "Bounds", "Place"}

// String returns the name of the kind in this package.
func (k Kind) String() string { return kindNames[k] }

// Space is a space of memory.
type Space uint8

// The spaces. Generic addresses are looked up when they are used.
const (
	Generic Space = iota
	Global
	Const
	Shared
	Local
	Param
	Register // no memory
	BarrierSpace
	numSpaces
)

var spaceNames = [numSpaces]string{"generic", "global", "const", "shared", "local", "param", "register", "barrier"}

func (s Space) String() string { return spaceNames[s] }

// Scope is how far a strong operation is seen.
type Scope uint8

// The scopes. A cluster is a CTA here.
const (
	ScopeCTA Scope = iota + 1
	ScopeGPU
	ScopeSys
)

// BarrierKind is what a thread does at a barrier.
type BarrierKind uint8

// The kinds of arrivals.
const (
	BarrierSync   BarrierKind = iota
	BarrierArrive             // and does not wait
	BarrierReduce
)

// Site is a place in a program that notes come from.
type Site struct {
	Kind  Kind
	Space Space
	Size  int // bytes of an access; of one element for the notes of initialisation

	Strong, Acquire, Release bool
	Scope                    Scope

	Swaps    bool // an atomic that stores only where it finds what it compares with
	Replaces bool // an atomic whose result in memory does not depend on what was there
	NoResult bool // an atomic without a result: no acquire, as red

	Access  Kind        // of Bounds: what the access is
	Arrival BarrierKind // of a Barrier
	Aligned bool        // a Barrier that all lanes of a warp must reach together
	Shuffle Shuffle     // of a Warp
	Orders  bool        // a Warp that orders memory

	// Lo and Hi bound the variable of Space that the address was made of, which has the name
	// Variable; Hi is 0 where that is not known.
	Lo, Hi   uint64
	Variable string

	File   string // of the PTX
	Line   int
	Text   string // of the instruction
	Source string // what it was compiled from, as "scan.cu:7"; "" where nobody knows

	id uint32 // in State.sites, from 1
}

// Shuffle is how a shuffle finds the lane that it reads.
type Shuffle uint8

// The modes of shuffles.
const (
	NoShuffle Shuffle = iota
	ShuffleUp
	ShuffleDown
	ShuffleXor
	ShuffleIdx
)

// source returns the lane that a shuffle reads in a lane, which may be that lane itself.
func (s Shuffle) source(lane int, b, c uint64) int {
	segment := int(c >> 8 & 31)
	clamp := int(c & 31)
	first := lane & segment
	last := first | clamp&^segment
	n := int(b & 31)
	j, ok := lane, false
	switch s {
	case ShuffleUp:
		j = lane - n
		ok = j >= last
	case ShuffleDown:
		j = lane + n
		ok = j <= last
	case ShuffleXor:
		j = lane ^ n
		ok = j <= last
	case ShuffleIdx:
		j = first | n&^segment
		ok = j <= last
	}
	if !ok {
		return lane
	}
	return j
}

// writes reports whether accesses of the site may write.
func (s *Site) writes() bool {
	switch s.Kind {
	case Store, Copy, StrongStore, Atomic, Arrive:
		return true
	}
	return false
}

// atomic reports whether accesses of the site read and write at once.
func (s *Site) atomic() bool { return s.Kind == Atomic || s.Kind == Arrive }

// ops are what the notes do, as reports call it.
var ops = [numKinds]string{
	Load: "read", Store: "write", Copy: "write", StrongLoad: "read", StrongStore: "write", Atomic: "atomic", Arrive: "atomic", Waited: "read",
	Fence: "fence", Barrier: "barrier", Warp: "barrier",
	Undefined: "register", InitLoad: "read", InitStore: "write", InitAtomic: "atomic", UsedAddress: "address", UsedBranch: "branch",
}

// op is what the site does.
func (s *Site) op() string {
	if s.Kind == Bounds {
		return ops[s.Access]
	}
	return ops[s.Kind]
}
