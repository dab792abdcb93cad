package harvest

import (
	"fmt"
	"strings"
)

// Target is a processor that code is harvested for, AMD64 or ARM64: its registers and instructions, how the Go
// compiler begins and ends functions for it, and how assembly spells what the harvest adds. All that a
// processor has of its own is behind it.
type Target interface {
	// Arch is its name, as GOARCH has it, and Constraint says which builds have what is harvested for it: not
	// those with sanitizers, which assembly does not tell what it accesses, and none that asks to be without.
	Arch() string
	Constraint() string

	// Of a listing.

	instruction(i *inst)                             // finds out what an instruction does
	lowest() int                                     // where the frame begins that functions may use, from SP
	head(f *function)                                // after the size of the frame is known
	argBase(f *function) int                         // where arguments begin, from SP
	opening(f *function) (n int, ok bool)            // the number of instructions of the prologue; ok is false if it is not one that is known
	closing(f *function, i *inst) bool               // an instruction is part of an epilogue
	operands(f *function, i *inst) ([]operand, bool) // ok is false if one has a form that is not known
	unknown(op string) string                        // what an instruction means that is left out on purpose
	refused(s *step) string                          // why an instruction cannot stay for which there is no other reason
	constant(symbol string) []byte                   // what a variable of the runtime has that code may read, else nil

	// Of registers, which are whole ones if nothing else is said.

	arguments() (integers, floats []string)
	register(name string) bool // any name that the assembler takes for a register or a part of one
	reserved(reg string) bool  // code must not mention it
	zero() string              // the one that code of the Go compiler has zero in, "" for none
	brief() string             // one that code has something in within a block only, as the assembler uses it too, "" for none

	// Of instructions.

	writes(i *inst, ops []operand) []string                               // registers that one changes
	width(i *inst, ops []operand) int                                     // the most bytes that one stores
	vector(ops []operand) int                                             // the bytes of an operand in memory that is a vector whose place in the frame matters, else 0
	copies(s *step) [][2]string                                           // whole words that it copies, from and to locations
	stores32(s *step) bool                                                // it stores four bytes to its last operand
	addresses(op string, ops []operand) bool                              // its result is the address of its first operand
	pointer(s *step) string                                               // the register that it sets to its first operand's address, if others can compute that themselves
	join(s *step, o operand) (operand, bool)                              // an operand that says where that is without this register; false if it does not use that as an address, or cannot
	probe(s *step) string                                                 // the register of which it only asks whether it is nil
	derives(s *step, a addresses) bool                                    // its result may be an address that is derived from those
	replaces(s *step, reg string) bool                                    // it sets a register and does not read it
	leaving(s *step, holds map[string]bool) (compares bool, loads string) // it compares with Leaving, which these registers hold; or a register has that after it
	upper(s *step, used bool) bool                                        // upper halves of vectors are in use after it, used: before it

	// Of what is written.

	jumps() jumps
	ends(line string) bool                                // nothing is to stand behind it in its line
	load(w word) (op, reg string)                         // what loads a word of an argument into its register
	store(size int) string                                // the one that stores a result
	begin(p *printer)                                     // after arguments are loaded
	clear(p *printer, reg string)                         // a register becomes 0
	reset(p *printer, base string)                        // Done becomes 0
	done(p *printer, name string, reg string)             // a register gets what is in Done of the argument in memory
	write(p *printer, s *step, list []string)             // an instruction with its operands
	address(o operand, name string) string                // an operand that is a symbol of the file
	result(p *printer)                                    // before a function returns to Go
	enter(p *printer)                                     // a helper begins
	leave(p *printer, fails string)                       // it returns; fails is yes, no, or "" for one that cannot
	frame(b *body, used map[string]bool, below int) frame // of a leaf function, above those of helpers
	helperFrame(b *body, below int) frame                 // of a helper, above those of its helpers
	bytes(fr *frame) int                                  // what TEXT says
	ask(p *printer)                                       // the question whether the runtime wants the goroutine to stop: jumps.wanted goes where it does
	yield(p *printer, called string)                      // the runtime goes on with something else, and the function after that
}

// jumps are instructions that go somewhere.
type jumps struct {
	equal, differs   string // after a comparison
	wanted, unwanted string // after Target.ask
	failed           string // after a helper that can fail
}

// builds is a build constraint of assembly for an architecture.
func builds(arch string) string { return arch + " && !race && !msan && !asan && !" + NoAsm }

// effect is what an instruction does besides what its operands say.
type effect uint32

const (
	setsFlags effect = 1 << iota
	readsFlags
	noResult     // its last operand is read only
	setsAX       // and DX: products and quotients of two words
	setsDX       // the sign of AX
	exchanges    // both operands are written
	conditional  // a jump that is taken or not
	nothing      // no instruction of the processor
	inAFrame     // moves SP: a prologue or an epilogue
	control      // CALL, RET, JMP, UNDEF
	moves        // it loads, stores or copies
	reads        // its last operand is read, too
	setsFirst    // its first operand is written
	setsBase     // the register with the address is written
	exclusive    // it loads what a store behind it may find changed, and then stores nothing
	asWord       // the first version of Go does not know it
	widensVector // legacy SSE, which has the same meaning as an instruction of AVX with its name after a V
)

func numbered(prefix string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(prefix, i))
	}
	return list
}

// wordSize is that of an integer register.
const wordSize = 8

// operand is one of an instruction, as the listing spells it:
//
//	AX  $8  leaf/k.four+32(SB)  16(DX)(SI*4)  leaf/k.live+128(SP)  $f32.3f800000(SB)
type operand struct {
	text  string   // a register, a list of them, an immediate number or a condition, as it is spelled; or it is memory:
	regs  []string // the registers that text names
	plain bool     // text is the name of one whole register
	name  string   // of a symbol, with base SB; of a variable or an argument, with SP and FP, only for people
	off   int      // with SP and FP from SP on
	base  string
	tail  string // (SI*4), or ""
	idx   string // SI
	addr  bool   // it is the address of what it names
}

func (o operand) memory() bool { return o.base != "" && !o.addr }

// framed reports whether the operand is in the function's frame or among its arguments.
func (o operand) framed() bool { return o.base == "SP" || o.base == "FP" }

// mentions reports whether the operand has to do with a register.
func (o operand) mentions(reg string) bool {
	for _, r := range o.regs {
		if r == reg {
			return true
		}
	}
	return o.base == reg || o.idx == reg
}

// location is a register or a place of the frame as a name, "" for another operand.
func (o operand) location() string {
	switch {
	case len(o.regs) == 1 && o.base == "":
		return o.regs[0]
	case o.framed() && o.tail == "" && !o.addr:
		return place(o.off)
	}
	return ""
}

// split cuts operands apart, at the commas that are in no brackets.
func split(args string) (list []string) {
	depth, from := 0, 0
	for at, r := range args {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == ',' && depth == 0 && strings.HasPrefix(args[at:], ", "):
			list = append(list, args[from:at])
			from = at + len(", ")
		}
	}
	return append(list, args[from:])
}
