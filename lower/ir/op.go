package ir

import "slices"

// Op is the operation of a Value.
type Op uint8

// The operations. The op table below says for each how many arguments it
// takes, what it does to memory and which fields of Attr it uses.
const (
	OpInvalid Op = iota

	// Constants and inputs.
	OpConst    // Attr.Bits (and Attr.Hi for I128): the bits of the value
	OpArg      // argument Attr.Index of a .func
	OpParam    // kernel parameter: Attr.Index, byte Attr.Off within it
	OpSReg     // special register Attr.SReg
	OpSymAddr  // address of Attr.Sym plus Attr.Off, in the symbol's own space
	OpFuncAddr // handle of function Attr.Func, as I64
	OpPhi      // one argument per predecessor, in the order of Block.Preds
	OpExtract  // result Attr.Index of a Tuple

	// Integer arithmetic, modulo 2^n.
	OpAdd
	OpSub
	OpMul
	OpMulHiS
	OpMulHiU
	OpDivS
	OpDivU
	OpRemS
	OpRemU
	OpMinS
	OpMinU
	OpMaxS
	OpMaxU
	OpNeg
	OpAbs
	OpAnd
	OpOr
	OpXor
	OpNot
	OpShl  // the amount is I32, unsigned; amounts >= the width clamp
	OpShrS // as Shl, filling with the sign
	OpShrU

	// Floating point on F32 and F64, round to nearest even, subnormals kept.
	// An F32 result that is a NaN has unspecified bits until Canon.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFSqrt
	OpFNeg
	OpFAbs
	OpCanon // F32: the canonical NaN where the argument is one

	// Comparison, selection and conversion.
	OpICmp    // Attr.Cmp of integers, result I1
	OpFCmp    // Attr.Cmp of F32 or F64, result I1
	OpSelect  // args: condition I1, value if true, value if false
	OpZext    // to a wider integer
	OpSext    // to a wider integer
	OpTrunc   // to a narrower integer
	OpBitcast // same width, other type
	OpIntrin  // pure function Attr.Name of runtime/fpops or runtime/intops

	// Memory. Attr.Space, Attr.Mem (type in memory), Attr.Order, Attr.Scope,
	// Attr.Volatile, Attr.Align.
	OpLoad   // args: address. Vec > 1 makes it a Tuple
	OpStore  // args: address, then Vec values
	OpAtomic // args: address, operands; Attr.Atom. Result: the old value, or Void for red. Vec 2: exch and cas of 128 bits, as two I64
	OpFence  // Attr.Order, Attr.Scope

	// The stack of local memory. Frames and what Alloca took end with the function.
	OpAlloca       // alloca: args: bytes, alignment. The local address of zeroed memory
	OpStackSave    // stacksave: the top of the stack
	OpStackRestore // stackrestore; args: what StackSave gave

	// Textures and surfaces, see Value.ImageArgs. Images, samplers and surfaces are
	// handles, I64. They are bound for a whole launch, and what a texture shows does
	// not change while a kernel runs, unless the kernel itself writes there.
	OpRefAddr   // handle of reference Attr.Ref
	OpTex       // tex, tld4: Attr.Geom, Attr.Tex, Attr.Offset, Attr.Depth; args: texture, sampler or 0, sample, layer, coordinates, level or gradients, offsets, depth. Tuple of four I32 or F32
	OpTexQuery  // txq, suq: Attr.Query; args: handle, level of detail if given. I32
	OpIsRef     // istypep: Attr.RefKind; args: handle. I1
	OpSurfLoad  // suld: Attr.Geom, Attr.Outside, Attr.Texel, Attr.Vec, Attr.Mem; args: surface, layer, coordinates. Tuple
	OpSurfStore // sust: as SurfLoad, then the values
	OpSurfRed   // sured: Attr.Geom, Attr.Outside, Attr.Texel, Attr.Atom, Attr.Mem; args: surface, coordinates, value

	// Addresses.
	OpToGeneric   // cvta: window offset in Attr.Space to generic address
	OpFromGeneric // cvta.to
	OpIsSpace     // isspacep: I1

	// Synchronisation: convergent, never moved, duplicated or made conditional.
	OpBarrier  // bar.sync/arrive/red: Attr.Bar; args: id, thread count (0 = all), predicate for red
	OpWarp     // function Attr.Name of runtime/warpops, of the lanes that the last argument names (Attr.Sync) or of those that are there; args: the function's, then the mask. Void, one result, or Tuple
	OpLockstep // warp-level split point: lanes of the warp align here

	// Calls.
	OpCall         // Attr.Func; args: the callee's. Void, one result, or Tuple
	OpCallIndirect // args: handle I64, then the callee's; Attr.Sig

	OpTrap

	// Where a launch whose order a seed decides may let other threads run: Attr.Point, Attr.Index.
	OpPoint

	// What a sanitizer is told of, or asked for: Attr.Note, and the attributes of the operation that it is about.
	// Void, or an I32.
	OpNote

	// Parts of a kernel that has been cut, see Part. A vector is a value of every
	// thread; it is used by SlotSet and by what synchronises in a CTAPart, alone.
	OpSlotLoad  // RegionPart: the thread's element of Attr.Slot
	OpSlotStore // RegionPart: args: value
	OpSlotAll   // CTAPart: Attr.Slot as a vector
	OpSlotSet   // CTAPart: args: a vector, or Extract of one
	OpSlotFill  // CTAPart: args: value for all elements
	OpSlotAny   // CTAPart: whether an element is true. I1
	OpRun       // CTAPart: Attr.Func, a RegionPart, for the threads of its mask; args: the region's

	// Lanes: only in a GangPart, see Lanes. A gang is the threads whose numbers follow each other
	// that the lanes stand for; first is the %tid.x of the first of them, I32.
	OpUndef   // what nothing may use: no lane is defined
	OpSplat   // args: a uniform value, which each lane gets
	OpRamp    // args: a uniform integer x. Lane l gets x + Attr.Stride * ((l ^ Attr.Cross) - Attr.Cross)
	OpAny     // args: a mask. Uniform: whether a lane is in it
	OpAll     // args: a mask. Uniform: whether all lanes are
	OpInside  // args: address, as that of an access, and the mask (Attr.Masked). Uniform: whether such an access of the lanes, of Attr.Mem, Attr.Vec, to be written with Attr.Write, faults for none
	OpApart   // args: two generic addresses. Uniform: whether what they point into is certainly not the same memory
	OpBail    // args: condition, first. If it holds the function returns first, as if the gang had not begun that begins with it
	OpPoll    // args: first. As Bail, if the launch is over, or whenever it likes
	OpSlotGet // args: first. The elements of Attr.Slot of the gang's threads; uniform: that of the first
	OpSlotPut // args: first, value, mask (Attr.Masked)
	numOps
)

// Flags say what a pass may do with an Op.
type Flags uint16

const (
	Pure       Flags = 1 << iota // no effect, may be moved, merged, removed
	Commutes                     // the first two arguments may be swapped
	Access                       // of memory at an address, the first argument
	Reads                        // reads memory
	Writes                       // writes memory
	Atomic                       // reads and writes at once: no access of another thread comes in between
	Effect                       // has a visible effect beside what it writes
	Image                        // of a texture, sampler or surface
	Convergent                   // synchronises threads
	Gang                         // stands in a GangPart alone
)

// OpInfo is one row of the op table.
type OpInfo struct {
	Name  string
	Args  int // number of arguments, -1 where it varies
	Flags Flags
}

// Ops is the op table.
var Ops = [numOps]OpInfo{
	OpInvalid:      {"Invalid", 0, 0},
	OpConst:        {"Const", 0, Pure},
	OpArg:          {"Arg", 0, Pure},
	OpParam:        {"Param", 0, Pure},
	OpSReg:         {"SReg", 0, Pure}, // clocks and timers are not, see Value.Pure
	OpSymAddr:      {"SymAddr", 0, Pure},
	OpFuncAddr:     {"FuncAddr", 0, Pure},
	OpPhi:          {"Phi", -1, Pure},
	OpExtract:      {"Extract", 1, Pure},
	OpAdd:          {"Add", 2, Pure | Commutes},
	OpSub:          {"Sub", 2, Pure},
	OpMul:          {"Mul", 2, Pure | Commutes},
	OpMulHiS:       {"MulHiS", 2, Pure | Commutes},
	OpMulHiU:       {"MulHiU", 2, Pure | Commutes},
	OpDivS:         {"DivS", 2, Pure},
	OpDivU:         {"DivU", 2, Pure},
	OpRemS:         {"RemS", 2, Pure},
	OpRemU:         {"RemU", 2, Pure},
	OpMinS:         {"MinS", 2, Pure | Commutes},
	OpMinU:         {"MinU", 2, Pure | Commutes},
	OpMaxS:         {"MaxS", 2, Pure | Commutes},
	OpMaxU:         {"MaxU", 2, Pure | Commutes},
	OpNeg:          {"Neg", 1, Pure},
	OpAbs:          {"Abs", 1, Pure},
	OpAnd:          {"And", 2, Pure | Commutes},
	OpOr:           {"Or", 2, Pure | Commutes},
	OpXor:          {"Xor", 2, Pure | Commutes},
	OpNot:          {"Not", 1, Pure},
	OpShl:          {"Shl", 2, Pure},
	OpShrS:         {"ShrS", 2, Pure},
	OpShrU:         {"ShrU", 2, Pure},
	OpFAdd:         {"FAdd", 2, Pure}, // not marked Commutes: f64 NaN payloads depend on the order
	OpFSub:         {"FSub", 2, Pure},
	OpFMul:         {"FMul", 2, Pure},
	OpFDiv:         {"FDiv", 2, Pure},
	OpFSqrt:        {"FSqrt", 1, Pure},
	OpFNeg:         {"FNeg", 1, Pure},
	OpFAbs:         {"FAbs", 1, Pure},
	OpCanon:        {"Canon", 1, Pure},
	OpICmp:         {"ICmp", 2, Pure},
	OpFCmp:         {"FCmp", 2, Pure},
	OpSelect:       {"Select", 3, Pure},
	OpZext:         {"Zext", 1, Pure},
	OpSext:         {"Sext", 1, Pure},
	OpTrunc:        {"Trunc", 1, Pure},
	OpBitcast:      {"Bitcast", 1, Pure},
	OpIntrin:       {"Intrin", -1, Pure},
	OpLoad:         {"Load", 1, Access | Reads},
	OpStore:        {"Store", -1, Access | Writes},
	OpAtomic:       {"Atomic", -1, Access | Reads | Writes | Atomic},
	OpFence:        {"Fence", 0, Effect},
	OpAlloca:       {"Alloca", 2, Effect},
	OpStackSave:    {"StackSave", 0, Effect}, // not to be moved or merged
	OpStackRestore: {"StackRestore", 1, Effect},
	OpRefAddr:      {"RefAddr", 0, Pure},
	OpTex:          {"Tex", -1, Reads | Image},
	OpTexQuery:     {"TexQuery", -1, Reads | Image},
	OpIsRef:        {"IsRef", 1, Pure},
	OpSurfLoad:     {"SurfLoad", -1, Reads | Image},
	OpSurfStore:    {"SurfStore", -1, Writes | Image},
	OpSurfRed:      {"SurfRed", -1, Reads | Writes | Image},
	OpToGeneric:    {"ToGeneric", 1, Pure},
	OpFromGeneric:  {"FromGeneric", 1, Pure},
	OpIsSpace:      {"IsSpace", 1, Pure},
	OpBarrier:      {"Barrier", -1, Reads | Effect | Convergent},
	OpWarp:         {"Warp", -1, Reads | Effect | Convergent},
	OpLockstep:     {"Lockstep", 0, Reads | Effect | Convergent},
	OpCall:         {"Call", -1, Reads | Writes | Effect},
	OpCallIndirect: {"CallIndirect", -1, Reads | Writes | Effect},
	OpTrap:         {"Trap", 0, Effect},
	OpPoint:        {"Point", 0, Reads | Effect | Convergent},
	OpNote:         {"Note", -1, Reads | Effect},
	OpSlotLoad:     {"SlotLoad", 0, Reads},
	OpSlotStore:    {"SlotStore", 1, Effect},
	OpSlotAll:      {"SlotAll", 0, Reads},
	OpSlotSet:      {"SlotSet", 1, Effect},
	OpSlotFill:     {"SlotFill", 1, Effect},
	OpSlotAny:      {"SlotAny", 0, Reads},
	OpRun:          {"Run", -1, Reads | Writes | Effect},
	OpUndef:        {"Undef", 0, Pure | Gang},
	OpSplat:        {"Splat", 1, Pure | Gang},
	OpRamp:         {"Ramp", 1, Pure | Gang},
	OpAny:          {"Any", 1, Pure | Gang},
	OpAll:          {"All", 1, Pure | Gang},
	OpInside:       {"Inside", 1, Pure | Gang}, // memory of a launch stays where it is
	OpApart:        {"Apart", 2, Pure | Gang},
	OpBail:         {"Bail", 2, Effect | Gang},
	OpPoll:         {"Poll", 1, Effect | Gang},
	OpSlotGet:      {"SlotGet", 1, Reads | Gang},
	OpSlotPut:      {"SlotPut", 2, Effect | Gang},
}

func (op Op) String() string { return Ops[op].Name }

// Cmp is a comparison. Integer compares use Eq Ne and the S and U forms, float
// compares the rest of the list; the float forms without U are false on NaN,
// NeF included, and those with U are true.
type Cmp uint8

const (
	CmpNone Cmp = iota
	Eq
	Ne
	LtS
	LeS
	GtS
	GeS
	LtU
	LeU
	GtU
	GeU
	EqF // ordered
	NeF
	LtF
	LeF
	GtF
	GeF
	EquF // unordered or
	NeuF
	LtuF
	LeuF
	GtuF
	GeuF
	NumF // neither is a NaN
	NanF
	numCmps
)

var cmpNames = [numCmps]string{"", "eq", "ne", "lts", "les", "gts", "ges", "ltu", "leu", "gtu", "geu",
	"eqf", "nef", "ltf", "lef", "gtf", "gef", "equf", "neuf", "ltuf", "leuf", "gtuf", "geuf", "num", "nan"}

func (c Cmp) String() string { return cmpNames[c] }

// Space is where an address points.
type Space uint8

// The spaces of memory operations.
const (
	Generic Space = iota
	Global
	Const
	Shared
	Local
	ParamSpace // the kernel's parameters
	numSpaces
)

var spaceNames = [numSpaces]string{"generic", "global", "const", "shared", "local", "param"}

func (s Space) String() string { return spaceNames[s] }

// Windowed reports whether addresses of the space are offsets into a window of generic addresses.
func (s Space) Windowed() bool { return s == Shared || s == Local || s == ParamSpace }

// Order is a memory order (section 8 of the manual).
type Order uint8

// The memory orders. Weak is a plain access.
const (
	Weak Order = iota
	Relaxed
	Acquire
	Release
	AcqRel
	SeqCst
	numOrders
)

var orderNames = [numOrders]string{"weak", "relaxed", "acquire", "release", "acq_rel", "sc"}

func (o Order) String() string { return orderNames[o] }

// ParseOrder returns the memory order that a modifier of PTX names.
func ParseOrder(name string) (Order, bool) {
	i := slices.Index(orderNames[:], name)
	return Order(max(i, 0)), i >= 0
}

// Scope is the set of threads a strong operation speaks to.
type Scope uint8

const (
	ScopeNone Scope = iota
	ScopeCTA
	ScopeCluster
	ScopeGPU
	ScopeSys
	numScopes
)

var scopeNames = [numScopes]string{"", "cta", "cluster", "gpu", "sys"}

func (s Scope) String() string { return scopeNames[s] }

// ParseScope returns the scope that a modifier of PTX names.
func ParseScope(name string) (Scope, bool) {
	i := slices.Index(scopeNames[:], name)
	return Scope(max(i, 0)), i > 0
}

// Bar is the kind of a Barrier.
type Bar uint8

const (
	BarSync Bar = iota
	BarArrive
	BarRedPopc
	BarRedAnd
	BarRedOr
	numBars
)

var barNames = [numBars]string{"sync", "arrive", "popc", "and", "or"}

func (b Bar) String() string { return barNames[b] }
