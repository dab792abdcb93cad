package ir

// Atom is the operation of an Atomic, a SurfRed or a Redux.
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

// atoms is the table of atomic operations. Those of integers have the Op that computes
// what is stored, those of floats the function of runtime/fpops, without its type.
var atoms = [numAtoms]struct {
	op    Op
	fn    string
	flags atomFlags
}{
	AtomAdd:          {OpAdd, "", ofSurface},
	AtomMinS:         {OpMinS, "", ofSurface},
	AtomMinU:         {OpMinU, "", ofSurface},
	AtomMaxS:         {OpMaxS, "", ofSurface},
	AtomMaxU:         {OpMaxU, "", ofSurface},
	AtomAnd:          {OpAnd, "", ofSurface},
	AtomOr:           {OpOr, "", ofSurface},
	AtomXor:          {OpXor, "", 0},
	AtomExch:         {flags: pairs},
	AtomCAS:          {flags: compares | pairs},
	AtomInc:          {flags: advances},
	AtomDec:          {flags: advances},
	AtomFAdd:         {fn: "AddRn"},
	AtomFMin:         {fn: "Min"},
	AtomFMax:         {fn: "Max"},
	AtomArrive:       {flags: onBarrier | advances},
	AtomArriveDrop:   {flags: onBarrier | advances},
	AtomArriveTx:     {flags: onBarrier | advances},
	AtomArriveDropTx: {flags: onBarrier | advances},
	AtomExpectTx:     {flags: onBarrier | advances},
	AtomCompleteTx:   {flags: onBarrier | advances},
}

var atomNames = [numAtoms]string{"", "add", "mins", "minu", "maxs", "maxu", "and", "or", "xor", "exch", "cas", "inc", "dec", "fadd", "fmin", "fmax",
	"arrive", "arrivedrop", "arrivetx", "arrivedroptx", "expecttx", "completetx"}

func (a Atom) String() string { return atomNames[a] }

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
