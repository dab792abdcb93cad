package example

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// way writes an operand in one way, declaring what it names.
type way func(w *writer) string

// operand writes operand i of the form as the variant asks. A second
// destination is there in every other variant where it is optional.
func (w *writer) operand(i int) string {
	ways := w.ways(i)
	s := ways[w.variant%len(ways)](w)
	o := &w.m.Form.Operands[i]
	if o.Pair == nil || o.PairOptional && w.variant%2 == 1 {
		return s
	}
	if o.Pair.Is(isa.KSink) && w.variant%3 == 2 {
		return s + "|_"
	}
	t := w.m.PairType(i)
	if t == isa.TypeNone {
		t = isa.Pred
	}
	return s + "|" + w.reg(regType(t).String())
}

// ways lists how operand i of the form can be written: at least one way.
func (w *writer) ways(i int) []way {
	m, o := w.m, &w.m.Form.Operands[i]
	t := m.OperandType(i)
	var ways []way
	add := func(ok bool, more ...way) {
		if ok {
			ways = append(ways, more...)
		}
	}
	// Where the table allows a scalar or a vector, .vN decides.
	vector := o.Is(isa.KVec) && (!o.Is(isa.KReg) || m.VecLen() > 1 || !m.Form.MayLack("V"))
	scalar := o.Is(isa.KReg) && (!o.Is(isa.KVec) || m.VecLen() == 1)
	if n := m.VecLens(i); o.Fragment && len(n) > 0 {
		scalar, vector = slices.Contains(n, 1), n[0] > 1
	}
	if scalar {
		ways = append(ways, w.registers(o, t)...)
	}
	if vector {
		ways = append(ways, w.vectors(i, o)...)
	}
	add(o.Is(isa.KPred) && (t == isa.Pred || !o.Is(isa.KReg)), func(w *writer) string { return w.reg("pred") })
	add(o.Is(isa.KNeg) && (t == isa.Pred || !o.Is(isa.KReg)), func(w *writer) string { return "!" + w.reg("pred") })
	add(o.Is(isa.KAddr), w.addresses(o)...)
	add(o.Is(isa.KVar), w.variables(o)...)
	add(o.Is(isa.KTex|isa.KSurf|isa.KSampler|isa.KTensor), w.handles(o)...)
	add(o.Is(isa.KLabel), labelOf(m.Form.Opcode, o.Name))
	add(o.Is(isa.KFunc), function)
	add(o.Is(isa.KList), list)
	add(o.Is(isa.KImm) && !(vector && !scalar), func(*writer) string { return immediate(m.Form.Opcode, o, t) })
	add(o.Is(isa.KSReg) && scalar && takesSReg(t), func(*writer) string { return "%tid.x" })
	add(o.Is(isa.KSink), func(*writer) string { return "_" })
	if len(ways) == 0 {
		panic(fmt.Sprintf("example: no way to write operand %s of %s", o.Name, m.Form))
	}
	return ways
}

// registers writes a register: of the type itself, of as many untyped bits, of
// more bits where that is allowed, with a selector.
func (w *writer) registers(o *isa.Operand, t isa.Type) []way {
	exact := regType(t)
	if t == isa.TypeNone {
		exact = w.addressType()
	}
	types := []isa.Type{exact}
	if b := isa.BitsType(exact.Bits()); b != isa.TypeNone && b != exact {
		types = append(types, b)
	}
	if o.Wider && isa.CompatibleWide(t, isa.B64) {
		types = append(types, isa.B64)
	}
	var ways []way
	for _, t := range types {
		ways = append(ways, func(w *writer) string { return w.reg(t.String()) })
	}
	for _, sel := range selectors(w.m.Form.Opcode, o) {
		if o.Dest && o.Is(isa.KSel) && len(w.at) == 3 {
			break // nothing to put the result into
		}
		ways = append(ways, func(w *writer) string { return w.reg(exact.String()) + sel })
	}
	if o.Signed {
		ways = append(ways, func(w *writer) string { return "-" + w.reg(exact.String()) })
	}
	return ways
}

// selectors lists selectors and masks that the operand of a video instruction
// may have: of its bytes and halves, or of its lanes.
func selectors(opcode string, o *isa.Operand) []string {
	lanes := opcode[len(opcode)-1]
	switch {
	case o.Is(isa.KMask) && lanes == '2':
		return []string{".h0", ".h10"}
	case o.Is(isa.KMask):
		return []string{".b2", ".b3210"}
	case o.Is(isa.KSel) && lanes == '2':
		return []string{".h10", ".h32"}
	case o.Is(isa.KSel) && lanes == '4':
		return []string{".b3210"}
	case o.Is(isa.KSel):
		return []string{".b0", ".h1"}
	}
	return nil
}

// regType is the type to declare a register with that holds a t.
func regType(t isa.Type) isa.Type {
	if !t.IsAlternate() && t != isa.TypeNone {
		return t
	}
	if b := isa.BitsType(t.Bits()); b != isa.TypeNone {
		return b
	}
	return isa.B32
}

// addressType is the type of registers that hold addresses.
func (w *writer) addressType() isa.Type {
	if w.before(2, 3) {
		return isa.U32
	}
	return isa.U64
}

// vectors writes a list of registers, or a vector register.
func (w *writer) vectors(i int, o *isa.Operand) []way {
	lens := w.m.VecLens(i)
	if lens == nil {
		lens = []int{4}
	}
	if w.image() && !o.Dest && o.Name != "c" {
		lens = []int{w.numbers(false)} // offsets and gradients
	}
	var ways []way
	for _, n := range lens {
		elem := w.m.ElemType(i, n)
		if elem == isa.TypeNone && w.m.OperandType(i) != isa.TypeNone {
			continue // four parts of a b16
		}
		t := regType(elem)
		ways = append(ways, func(w *writer) string {
			regs := make([]string, n)
			for k := range regs {
				regs[k] = w.reg(t.String())
			}
			return "{" + strings.Join(regs, ", ") + "}"
		})
		if (n == 2 || n == 4) && n*t.Bits() <= 128 && !o.Fragment {
			ways = append(ways, func(w *writer) string { return w.reg(fmt.Sprintf("v%d .%s", n, t)) })
		}
	}
	return ways
}

// immediate writes a constant of the type, within the operand's bounds.
func immediate(opcode string, o *isa.Operand, t isa.Type) string {
	switch {
	case (opcode == "bar" || opcode == "barrier") && o.Name == "b":
		return "32" // the threads of a barrier are whole warps
	case o.Values != nil:
		return fmt.Sprint(o.Values[len(o.Values)-1])
	case o.Range != nil:
		return fmt.Sprint(o.Range[0])
	case t == isa.F64:
		return "0d3FF8000000000000"
	case t.IsFloat():
		return "0f3FC00000"
	}
	return "1"
}

// takesSReg reports whether an operand of the type can be %tid.x.
func takesSReg(t isa.Type) bool {
	return t.Bits() == 32 && !t.IsFloat() && !t.IsPacked() && !t.IsAlternate()
}

// addresses writes a memory operand: a variable of the instruction's state
// space or a register, with an offset or without.
func (w *writer) addresses(o *isa.Operand) []way {
	if o.Inner != nil { // of several parts
		return []way{func(w *writer) string {
			return fmt.Sprintf("[%s, %s]", w.reg("b64"), w.reg("b64"))
		}}
	}
	end := "]"
	if o.Unified {
		end = "].unified"
	}
	space := w.m.Space()
	ways := []way{
		func(w *writer) string { return "[" + w.variable(space) + end },
		func(w *writer) string { return "[" + w.variable(space) + "+32" + end },
	}
	if space != isa.SpaceParam {
		ways = append(ways,
			func(w *writer) string { return "[" + w.reg(w.addressType().String()) + end },
			func(w *writer) string { return "[" + w.reg(w.addressType().String()) + "+-16" + end })
	}
	return ways
}

// variables writes the name of a variable as a value.
func (w *writer) variables(o *isa.Operand) []way {
	space := w.m.Space()
	ways := []way{func(w *writer) string { return w.variable(space) }}
	if o.Offset {
		ways = append(ways, func(w *writer) string { return w.variable(space) + "+8" })
	}
	return ways
}

// variable declares an array in a state space and returns its name. In no space
// it is in .global, where generic addresses lead to.
func (w *writer) variable(s isa.Space) string {
	const size = "[1024]"
	switch s {
	case isa.SpaceConst:
		bank := ""
		for _, t := range w.m.Tokens() {
			if _, n, ok := strings.Cut(t, "const["); ok && w.before(2, 2) {
				bank = "[" + n
			}
		}
		if w.once("const") {
			w.module = append(w.module, ".const"+bank+" .align 128 .b8 cv"+size+";")
		}
		return "cv"
	case isa.SpaceShared:
		if w.once("shared") {
			w.module = append(w.module, ".shared .align 128 .b8 sv"+size+";")
		}
		return "sv"
	case isa.SpaceLocal:
		if w.once("local") {
			w.body = append(w.body, ".local .align 128 .b8 lv"+size+";")
		}
		return "lv"
	case isa.SpaceParam:
		if w.m.Form.Opcode == "st" || w.m.Has("param::func") {
			if w.once("slot") {
				w.body = append(w.body, ".param .align 16 .b8 slot[64];")
			}
			return "slot"
		}
		if w.once("param") {
			w.params = append(w.params, ".param .align 16 .b8 pv[64]")
		}
		return "pv"
	}
	if w.once("global") {
		w.module = append(w.module, ".global .align 128 .b8 gv"+size+";")
	}
	return "gv"
}

// handles writes a texture, sampler, surface or tensor operand.
func (w *writer) handles(o *isa.Operand) []way {
	if o.Is(isa.KTensor) {
		return []way{func(w *writer) string {
			return "[" + w.reg("b64") + ", " + w.coordinates("s32") + "]"
		}}
	}
	plain := o.Inner == nil // a query, without coordinates
	coords := "s32"
	if ts := w.m.Types(); w.m.Form.Opcode == "tex" || w.m.Form.Opcode == "tld4" {
		coords = ts[len(ts)-1].String()
	}
	write := func(name, sampler string) way {
		return func(w *writer) string {
			n := name
			if name == "" {
				n = w.reg("b64")
			} else {
				w.handle(name)
			}
			if plain {
				return "[" + n + "]"
			}
			if sampler != "" {
				w.handle(sampler)
				n += ", " + sampler
			}
			return "[" + n + ", " + w.coordinates(coords) + "]"
		}
	}
	var ways []way
	if o.Is(isa.KTex) {
		ways = append(ways, write("tx", ""))
	}
	if o.Is(isa.KSurf) {
		ways = append(ways, write("sf", ""))
	}
	if slices.ContainsFunc(o.Inner, func(x isa.Inner) bool { return x.Optional }) {
		ways = append(ways, write("tx", "sm"))
	}
	if !w.before(4, 0) { // handles in registers came with bindless textures
		ways = append(ways, write("", ""))
	}
	return ways
}

// handle declares a texture, sampler or surface reference.
func (w *writer) handle(name string) {
	if !w.once(name) {
		return
	}
	switch {
	case name == "tx" && w.before(1, 5):
		w.module = append(w.module, ".tex .u32 tx;")
	case name == "tx":
		w.module = append(w.module, ".global .texref tx;")
	case name == "sf":
		w.module = append(w.module, ".global .surfref sf;")
	case name == "sm":
		w.options = append(w.options, "texmode_independent")
		w.module = append(w.module, ".global .samplerref sm;")
	}
}

// coordinates writes a list as long as the geometry of the instruction asks for.
func (w *writer) coordinates(t string) string {
	n := 4
	for d, name := range []string{"1d", "2d", "3d", "4d", "5d"} {
		if w.m.Has(name) {
			n = d + 1
		}
	}
	if w.image() {
		n = w.numbers(true)
	}
	regs := make([]string, n)
	for i := range regs {
		regs[i] = w.reg(t)
	}
	return "{" + strings.Join(regs, ", ") + "}"
}

// image reports whether the instruction works on textures or surfaces.
func (w *writer) image() bool {
	switch w.m.Form.Opcode {
	case "tex", "tld4", "suld", "sust", "sured":
		return true
	}
	return false
}

// numbers returns how many coordinates the geometry of the instruction has, with
// or without a layer and a sample. Three are padded to four.
func (w *writer) numbers(first bool) int {
	n, more := 0, 0
	switch w.m.HasAny("1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms") {
	case "1d":
		n = 1
	case "2d":
		n = 2
	case "a1d":
		n, more = 1, 1
	case "2dms", "a2d":
		n, more = 2, 1
	case "a2dms":
		n, more = 2, 2
	case "acube":
		n, more = 3, 1
	default:
		n = 3
	}
	if first {
		n += more
	}
	if n == 3 {
		return 4
	}
	return n
}

// labelOf writes a label, or the table of an indexed branch or indirect call.
func labelOf(opcode, name string) way {
	return func(w *writer) string {
		switch {
		case name == "fproto":
			results, params := w.signature("_", "_")
			w.body = append(w.body, "T1: .callprototype "+results+"_ "+params+";")
			return "T1"
		case name == "flist":
			function(w)
			w.body = append(w.body, "T1: .calltargets callee;")
			return "T1"
		case opcode == "brx":
			w.once("label")
			w.body = append(w.body, "T1: .branchtargets L1, L1;")
			return "T1"
		}
		w.once("label")
		return "L1"
	}
}

// function declares the function that the call fits and returns its name.
func function(w *writer) string {
	if w.once("function") {
		results, params := w.signature("r", "a")
		w.module = append(w.module, ".func "+results+"callee "+params+"\n{\n\tret;\n}")
	}
	return "callee"
}

// signature returns the lists of formals for the lists that the call has.
func (w *writer) signature(result, param string) (results, params string) {
	for _, i := range w.at {
		switch o := &w.m.Form.Operands[i]; {
		case !o.Is(isa.KList):
		case o.Name == "rets":
			results = "(.reg .b32 " + result + ") "
		default:
			params = "(.reg .b32 " + param + ")"
		}
	}
	return results, params
}

// list writes the arguments or results of a call.
func list(w *writer) string { return "(" + w.reg("b32") + ")" }
