package ir

import (
	"fmt"
	"strings"
)

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
	replaces                        // it stores its operand
	pairs                           // may be of 128 bits, as two I64
	ofSurface                       // surfaces have it
	onBarrier                       // it counts at an mbarrier
	advances                        // no loop waits by it for another thread: it changes memory each time
	commutes                        // several leave the same in memory in whatever order they are done
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

// atoms is the table of atomic operations, the one place where they are listed. name is that of
// the constant; ptx are the modifiers that name it in PTX, and of the types for which they do.
// What is stored is computed by an Op, or by the function of runtime/fpops or runtime/intops that
// is named here without its type. The generator makes of it the functions of the runtime for
// operations of integers; does is what they say of themselves.
var atoms = [numAtoms]struct {
	name  string
	ptx   string
	of    operands
	op    Op
	fn    string
	flags atomFlags
	does  string
}{
	AtomAdd:          {"Add", "add", anyInt, OpAdd, "", ofSurface | commutes, "adds, modulo the width"},
	AtomMinS:         {"MinS", "min", signedInt, OpMinS, "", ofSurface | commutes, "takes the signed minimum"},
	AtomMinU:         {"MinU", "min", otherInt, OpMinU, "", ofSurface | commutes, "takes the unsigned minimum"},
	AtomMaxS:         {"MaxS", "max", signedInt, OpMaxS, "", ofSurface | commutes, "takes the signed maximum"},
	AtomMaxU:         {"MaxU", "max", otherInt, OpMaxU, "", ofSurface | commutes, "takes the unsigned maximum"},
	AtomAnd:          {"And", "and", anyType, OpAnd, "", ofSurface | commutes, "is a bitwise and"},
	AtomOr:           {"Or", "or", anyType, OpOr, "", ofSurface | commutes, "is a bitwise or"},
	AtomXor:          {"Xor", "xor", anyType, OpXor, "", commutes, "is a bitwise exclusive or"},
	AtomExch:         {"Exch", "exch", anyType, OpInvalid, "", replaces | pairs, "stores v"},
	AtomCAS:          {"CAS", "cas", anyType, OpInvalid, "", compares | pairs, "stores v where the word is cmp"},
	AtomInc:          {"Inc", "inc", otherInt, OpInvalid, "AtomInc", advances, "adds 1, or wraps to 0 where the old value is v or more"},
	AtomDec:          {"Dec", "dec", otherInt, OpInvalid, "AtomDec", advances, "subtracts 1, or wraps to v where the old value is 0 or more than v"},
	AtomFAdd:         {"FAdd", "add", anyFloat, OpInvalid, "AddRn", 0, ""},
	AtomFMin:         {"FMin", "min", anyFloat, OpInvalid, "Min", 0, ""},
	AtomFMax:         {"FMax", "max", anyFloat, OpInvalid, "Max", 0, ""},
	AtomArrive:       {"Arrive", "arrive", anyType, OpInvalid, "", onBarrier | advances, ""},
	AtomArriveDrop:   {"ArriveDrop", "arrive_drop", anyType, OpInvalid, "", onBarrier | advances, ""},
	AtomArriveTx:     {"ArriveTx", "arrive_tx", anyType, OpInvalid, "", onBarrier | advances, ""},
	AtomArriveDropTx: {"ArriveDropTx", "arrive_drop_tx", anyType, OpInvalid, "", onBarrier | advances, ""},
	AtomExpectTx:     {"ExpectTx", "expect_tx", anyType, OpInvalid, "", onBarrier | advances, ""},
	AtomCompleteTx:   {"CompleteTx", "complete_tx", anyType, OpInvalid, "", onBarrier | advances, ""},
}

// Atoms returns the atomic operations, in the order of the table.
func Atoms() []Atom {
	var all []Atom
	for a := AtomNone + 1; a < numAtoms; a++ {
		all = append(all, a)
	}
	return all
}

// Name returns the name of the constant without Atom: "MinU".
func (a Atom) Name() string { return atoms[a].name }

// Base returns the name without what it says of types, as functions of the runtime are called:
// "Min".
func (a Atom) Base() string {
	switch name := atoms[a].name; atoms[a].of {
	case signedInt:
		return strings.TrimSuffix(name, "S")
	case otherInt:
		return strings.TrimSuffix(name, "U")
	case anyFloat:
		return strings.TrimPrefix(name, "F")
	default:
		return name
	}
}

// PTX returns the name in PTX.
func (a Atom) PTX() string { return atoms[a].ptx }

// Does words the operation, for those of integers.
func (a Atom) Does() string { return atoms[a].does }

// atomNames are the operations in the text form.
var atomNames = func() (names [numAtoms]string) {
	for a := range names {
		names[a] = strings.ToLower(atoms[a].name)
	}
	return names
}()

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

// Func returns the function of runtime/fpops or runtime/intops that computes what is stored in
// an element of a type; "" where none does.
func (a Atom) Func(mem Type) string {
	row := &atoms[a]
	switch {
	case row.fn == "":
		return ""
	case row.of == anyFloat:
		return row.fn + floatTypes[mem]
	}
	return fmt.Sprintf("%s%s%d", row.fn, intLetters[row.of], mem.Bits())
}

// intLetters are the classes of integers and floatTypes the types of floats as names of
// functions have them.
var (
	intLetters = [...]string{anyType: "B", anyInt: "U", signedInt: "S", otherInt: "U"}
	floatTypes = map[Type]string{F16: "F16", F16x2: "F16x2", BF16: "Bf16", BF16x2: "Bf16x2", F32: "F32", F64: "F64"}
)

// Float reports whether the operation is one of floats.
func (a Atom) Float() bool { return atoms[a].of == anyFloat }

// Signed reports whether the operation is one of integers with a sign.
func (a Atom) Signed() bool { return atoms[a].of == signedInt }

// ForSigned returns the operation that PTX calls the same for integers with a sign.
func (a Atom) ForSigned() Atom {
	b, _ := ParseAtom(atoms[a].ptx, false, true)
	return b
}

// Compares reports whether the operation stores only where it finds what its first
// operand says.
func (a Atom) Compares() bool { return atoms[a].flags&compares != 0 }

// Replaces reports whether the operation stores its operand.
func (a Atom) Replaces() bool { return atoms[a].flags&replaces != 0 }

// Commutes reports whether several such operations leave the same in memory in whatever order
// they are done.
func (a Atom) Commutes() bool { return atoms[a].flags&commutes != 0 }

// OnBarrier reports whether the operation is one on an mbarrier.
func (a Atom) OnBarrier() bool { return atoms[a].flags&onBarrier != 0 }

// Advances reports whether the operation changes memory each time, so that no loop waits
// by it for another thread.
func (a Atom) Advances() bool { return atoms[a].flags&advances != 0 }
