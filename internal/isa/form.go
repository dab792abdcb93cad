package isa

import "sync"

// Form is one row of the table: one shape of one instruction. The modifiers and
// types that may vary inside a form are choices of its syntax.
type Form struct {
	ID        string   // stable name of the row, such as "cvt-0013"
	Group     string   // section of the manual
	Opcode    string   // up to the first dot, as Resolve takes it: "cp"
	Mnemonic  string   // with the fixed modifiers that name the operation: "cp.async.bulk"
	Syntax    string   // head, a blank, operands, as in the table
	Types     string   // for people: what the types are
	Choices   []Choice // the sets of the syntax
	PTX       Version
	Targets   []Target // the form exists for targets that include any of these
	Gone      bool     // documented once, implemented by no assembler
	Semantics string
	Doc       string // the text that names it: 000 section 9.7.3, 001 section 9.7.4, 003 PTX ISA 1.2, "translator" see Lenient
	Tier      int
	Src       string      // section of the manual
	NForms    int         // number of heads that the syntax expands to
	Hits      int         // occurrences in public PTX
	Lower     []LowerRule // the first that holds counts
	Proofs    []ProofRule

	// Placeholder marks a row that has no grammar: guards, blocks, the device
	// runtime's functions, and forms that the reference names without their
	// syntax. It never matches.
	Placeholder bool
	// Elsewhere says how a placeholder is supported all the same, "" where it is
	// not.
	Elsewhere string

	Operands []Operand

	head    []node
	gates   []gate
	never   []cond
	renames []rename

	expand   sync.Once
	expanded []shape // see shapes
}

// OperandKind is a set of the kinds that an operand may have.
type OperandKind uint32

// The kinds of operands. An operand of the table usually allows several.
const (
	KReg     OperandKind = 1 << iota // a register
	KImm                             // a constant expression
	KSReg                            // a special register
	KAddr                            // [address]
	KVec                             // {a, b}, or a vector register
	KPred                            // a predicate register
	KNeg                             // the predicate may be negated: !p
	KSink                            // _
	KVar                             // a variable's name, perhaps +imm
	KLabel                           // a label or table of labels
	KFunc                            // a function's name
	KList                            // (a, b), arguments or results of a call
	KTex                             // texture reference or handle
	KSampler                         // sampler reference or handle
	KSurf                            // surface reference or handle
	KTensor                          // [tensor map, {coordinates}]
	KDesc                            // a matrix descriptor in a register
	KSel                             // a register with a byte or half selector: r.b0
	KMask                            // a register with a lane mask: r.b3210
)

// Operand describes one operand of a form.
type Operand struct {
	Name     string
	Kinds    OperandKind
	Dest     bool   // written by the instruction
	Type     Type   // fixed type; TypeNone where it follows from the modifiers
	From     string // "$D": the choice that gives the type; "#1": the type token that does
	Wide2n   bool   // twice as wide as that type
	Wider    bool   // the register may be wider (ld, st, cvt)
	Fragment bool   // element of a matrix fragment: narrow types are packed in .b32
	Optional bool
	when     cond // under which an optional operand is there; nil where its being written decides
	Signed   bool // may have a sign: -a
	Offset   bool // may have an offset: a+8
	// Inner are the parts of an address before which there is another, which names the
	// operand: b and c of [a,{b,}c].
	Inner []Inner
	// Pair is the second destination of d|p, nil where there is none.
	Pair         *Operand
	PairOptional bool
	Unified      bool      // [a].unified
	Lens         []int     // lengths a vector may have; nil: see Match.VecLens
	Range        *[2]int64 // bounds of an immediate, inclusive
	Values       []int64   // the values an immediate may have
}

// Inner is a part of an operand.
type Inner struct {
	Name     string
	Optional bool
}

// Lenient reports whether no text of NVIDIA's and no assembler speaks for the form, but
// only programs that another translator takes.
func (f *Form) Lenient() bool { return f.Doc == "translator" }

// Is reports whether the operand may be of any of these kinds.
func (o *Operand) Is(k OperandKind) bool { return o.Kinds&k != 0 }

// Allows reports whether n operands can be written for the form, whatever its
// modifiers.
func (f *Form) Allows(n int) bool {
	least := 0
	for i := range f.Operands {
		if !f.Operands[i].Optional {
			least++
		}
	}
	return n >= least && n <= len(f.Operands)
}

// String returns the row's id and syntax.
func (f *Form) String() string { return f.ID + ": " + f.Syntax }
