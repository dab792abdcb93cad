package ir

// Atom is the operation of an Atomic or a SurfRed.
type Atom uint8

// The atomic operations; the type is in Attr.Mem.
const (
	AtomNone Atom = iota
	AtomAdd
	AtomMinS
	AtomMinU
	AtomMaxS
	AtomMaxU
	AtomAnd
	AtomOr
	AtomXor
	AtomExch
	AtomCAS // operands: compare, new
	AtomInc
	AtomDec
	AtomFAdd // F32, F64 and the half types by Attr.Mem
	AtomFMin
	AtomFMax
	AtomArrive       // on an mbarrier (I64); the operand is the number of arrivals
	AtomArriveDrop   // and lowers what later phases expect
	AtomArriveTx     // expects transactions, the operand, and arrives once
	AtomArriveDropTx // and lowers what later phases expect
	AtomExpectTx     // expects transactions
	AtomCompleteTx   // completes transactions
	numAtoms
)

// atomFlags say what is peculiar about an atomic operation.
type atomFlags uint8

const (
	compares  atomFlags = 1 << iota // its operands are what it expects in memory, and what it stores then
	pairs                           // may be of 128 bits, as two I64
	ofSurface                       // surfaces have it
	onBarrier                       // it counts at an mbarrier
	advances                        // no loop waits by it for another thread: it changes memory each time
)

// operands are the types whose operations have a name in common.
type operands uint8

const (
	anyType operands = iota
	anyInt
	signedInt
	otherInt
	anyFloat
)

// atoms is the table of atomic operations: the modifiers that name each in PTX, and the
// types for which they do. Those of integers have the Op that computes what is stored,
// those of floats the function of runtime/fpops, without its type.
var atoms = [numAtoms]struct {
	ptx   string
	of    operands
	op    Op
	fn    string
	flags atomFlags
}{
	AtomAdd:          {"add", anyInt, OpAdd, "", ofSurface},
	AtomMinS:         {"min", signedInt, OpMinS, "", ofSurface},
	AtomMinU:         {"min", otherInt, OpMinU, "", ofSurface},
	AtomMaxS:         {"max", signedInt, OpMaxS, "", ofSurface},
	AtomMaxU:         {"max", otherInt, OpMaxU, "", ofSurface},
	AtomAnd:          {"and", anyType, OpAnd, "", ofSurface},
	AtomOr:           {"or", anyType, OpOr, "", ofSurface},
	AtomXor:          {"xor", anyType, OpXor, "", 0},
	AtomExch:         {"exch", anyType, OpInvalid, "", pairs},
	AtomCAS:          {"cas", anyType, OpInvalid, "", compares | pairs},
	AtomInc:          {"inc", anyType, OpInvalid, "", advances},
	AtomDec:          {"dec", anyType, OpInvalid, "", advances},
	AtomFAdd:         {"add", anyFloat, OpInvalid, "AddRn", 0},
	AtomFMin:         {"min", anyFloat, OpInvalid, "Min", 0},
	AtomFMax:         {"max", anyFloat, OpInvalid, "Max", 0},
	AtomArrive:       {"arrive", anyType, OpInvalid, "", onBarrier | advances},
	AtomArriveDrop:   {"arrive_drop", anyType, OpInvalid, "", onBarrier | advances},
	AtomArriveTx:     {"arrive_tx", anyType, OpInvalid, "", onBarrier | advances},
	AtomArriveDropTx: {"arrive_drop_tx", anyType, OpInvalid, "", onBarrier | advances},
	AtomExpectTx:     {"expect_tx", anyType, OpInvalid, "", onBarrier | advances},
	AtomCompleteTx:   {"complete_tx", anyType, OpInvalid, "", onBarrier | advances},
}

var atomNames = [numAtoms]string{"", "add", "mins", "minu", "maxs", "maxu", "and", "or", "xor", "exch", "cas", "inc", "dec", "fadd", "fmin", "fmax",
	"arrive", "arrivedrop", "arrivetx", "arrivedroptx", "expecttx", "completetx"}

func (a Atom) String() string { return atomNames[a] }

// ParseAtom returns the operation that a modifier of PTX names for a type: min of
// integers with a sign, of others, or of floats.
func ParseAtom(name string, float, signed bool) (Atom, bool) {
	for a := AtomNone + 1; a < numAtoms; a++ {
		if atoms[a].ptx == name && atoms[a].of.has(float, signed) {
			return a, true
		}
	}
	return AtomNone, false
}

func (o operands) has(float, signed bool) bool {
	switch o {
	case anyInt:
		return !float
	case signedInt:
		return !float && signed
	case otherInt:
		return !float && !signed
	case anyFloat:
		return float
	}
	return true
}

// Op returns the operation of integers that computes what is stored, OpInvalid where
// none does.
func (a Atom) Op() Op { return atoms[a].op }

// Func returns the function of floats that computes what is stored, without its type;
// "" where the operation is none of floats.
func (a Atom) Func() string { return atoms[a].fn }

// Compares reports whether the operation stores only where it finds what its first
// operand says.
func (a Atom) Compares() bool { return atoms[a].flags&compares != 0 }

// OnBarrier reports whether the operation is one on an mbarrier.
func (a Atom) OnBarrier() bool { return atoms[a].flags&onBarrier != 0 }

// Advances reports whether the operation changes memory each time, so that no loop waits
// by it for another thread.
func (a Atom) Advances() bool { return atoms[a].flags&advances != 0 }
