package ir

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Print returns the module in the text form that Parse reads.
func Print(m *Module) string {
	p := printer{m: m}
	p.f("module %s", quoted(m.Name))
	if m.Version != "" {
		p.f(" version %s", quoted(m.Version))
	}
	if m.Target != "" {
		p.f(" target %s", quoted(m.Target))
	}
	if m.PtrBits != 0 {
		p.f(" pointers %d", m.PtrBits)
	}
	p.f("\n")
	for _, s := range m.Symbols {
		p.symbol(s, "")
	}
	for _, r := range m.Refs {
		p.ref(r)
	}
	for _, f := range m.Funcs {
		p.f("\n")
		p.function(f)
	}
	return p.String()
}

// PrintFunc returns one function in the text form. Parse reads it where its
// callees and module variables are there as well.
func PrintFunc(f *Func) string {
	p := printer{m: f.Module}
	p.function(f)
	return p.String()
}

// String returns the line of the text form that defines the value.
func (v *Value) String() string {
	var p printer
	if v.Block != nil && v.Block.Func != nil {
		p.m = v.Block.Func.Module
	}
	p.value(v)
	return strings.TrimSpace(p.Builder.String())
}

// String returns the name of the block in the text form.
func (b *Block) String() string { return fmt.Sprintf("b%d", b.ID) }

type printer struct {
	strings.Builder
	m *Module
}

func (p *printer) f(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

// pos prints a position as the line of the PTX text. Without a text, positions
// are line numbers already: see Parse.
func (p *printer) pos(pos diag.Pos) {
	if line := p.line(pos); line > 0 {
		p.f(" ; %d", line)
	}
	p.f("\n")
}

func (p *printer) line(pos diag.Pos) int {
	if p.m != nil && p.m.File != nil {
		return p.m.File.Line(pos)
	}
	return int(pos)
}

// word prints a name bare if it looks like one, else in quotes.
func word(s string) string {
	if isWord(s) {
		return s
	}
	return quoted(s)
}

// quoted prints a string in quotes. Names are bytes, so that what is not UTF-8
// survives.
func quoted(s string) string { return strconv.QuoteToASCII(s) }

func isWord(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i], i > 0) {
			return false
		}
	}
	return s != ""
}

func wordByte(c byte, inside bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$', c == '%':
		return true
	case '0' <= c && c <= '9':
		return inside
	}
	return false
}

func (p *printer) symbol(s *Symbol, indent string) {
	p.f("%s%s @%s size %d align %d elem %s", indent, s.Space, word(s.Name), s.Size, s.Align, s.Elem)
	if s.Extern {
		p.f(" extern")
	}
	if s.Visible {
		p.f(" visible")
	}
	if s.Offset != 0 {
		p.f(" offset %d", s.Offset)
	}
	if len(s.Init) > 0 {
		p.f(" init %s", quoted(hex.EncodeToString(s.Init)))
	}
	for _, r := range s.Relocs {
		name := ""
		switch {
		case r.Sym != nil:
			name = r.Sym.Name
		case r.Func != nil:
			name = r.Func.Name
		}
		p.f(" reloc %d %d @%s %d shift %d", r.Off, r.Width, word(name), r.Add, r.Shift)
		if r.Generic {
			p.f(" generic")
		}
	}
	p.pos(s.Pos)
}

func (p *printer) ref(r *Ref) {
	p.f("%s @%s", r.Kind, word(r.Name))
	if r.Visible {
		p.f(" visible")
	}
	for _, s := range r.Props {
		p.f(" prop %s", quoted(s))
	}
	p.pos(r.Pos)
}

func (p *printer) function(f *Func) {
	kind := "func"
	switch {
	case f.Part == CTAPart:
		kind = "cta"
	case f.Part == RegionPart:
		kind = "region"
	case f.Part == GangPart:
		kind = "gang"
	case f.Entry:
		kind = "kernel"
	}
	p.f("%s @%s", kind, word(f.Name))
	if f.Part == RegionPart {
		p.region(f)
		return
	}
	if f.Lanes != 0 {
		p.f(" lanes %d", f.Lanes)
	}
	if !f.Entry || f.Part == GangPart {
		p.f("(")
		for i, t := range f.Args {
			if i > 0 {
				p.f(", ")
			}
			if i < len(f.ArgNames) && f.ArgNames[i] != "" {
				p.f("%s ", word(f.ArgNames[i]))
			}
			p.f("%s", t)
		}
		p.f(") -> %s", typeList(f.Results))
	}
	if f.Extern {
		p.f(" extern")
	}
	if f.NoReturn {
		p.f(" noreturn")
	}
	if f.Spins {
		p.f(" spins")
	}
	if f.RowWarps {
		p.f(" rowwarps")
	}
	if f.LayerWarps {
		p.f(" layerwarps")
	}
	if f.MaxRow != 0 {
		p.f(" rows %d %d", f.MinRow, f.MaxRow)
	}
	if n := f.ReqNTID; n != [3]int64{} {
		p.f(" reqntid %d %d %d", n[0], n[1], n[2])
	}
	if n := f.MaxNTID; n != [3]int64{} {
		p.f(" maxntid %d %d %d", n[0], n[1], n[2])
	}
	if f.SharedSize != 0 {
		p.f(" sharedsize %d", f.SharedSize)
	}
	p.pos(f.Pos)
	if f.Part == CTAPart {
		for _, s := range f.Slots {
			p.f("  slot %s %s", slotRef(s), s.Type)
			p.fact(s.Fact)
			p.f("\n")
		}
		p.blocks(f)
		return
	}
	if f.Part == GangPart {
		for _, s := range f.Slots {
			p.f("  slot @%s %s\n", word(slotRef(s)), s.Type)
		}
	}
	for _, a := range f.Params {
		p.f("  param %s %s ptx %s size %d align %d offset %d", word(a.Name), a.Type, word(a.PTX), a.Size, a.Align, a.Off)
		p.pos(a.Pos)
	}
	for _, s := range f.Shared {
		p.symbol(s, "  ")
	}
	for _, s := range f.Locals {
		p.symbol(s, "  ")
	}
	p.blocks(f)
}

func (p *printer) blocks(f *Func) {
	for _, b := range f.Blocks {
		p.block(b)
	}
}

// region prints what is behind the name of a region.
func (p *printer) region(f *Func) {
	p.f("(")
	for i, t := range f.Args {
		if i > 0 {
			p.f(", ")
		}
		if i < len(f.ArgNames) && f.ArgNames[i] != "" {
			p.f("%s ", word(f.ArgNames[i]))
		}
		p.f("%s", t)
		p.fact(f.ArgFact(i))
	}
	p.f(")")
	if f.Mask != nil {
		p.f(" for %s", slotRef(f.Mask))
	}
	if f.Order != AnyOrder {
		p.f(" %s", f.Order)
	}
	p.f("\n")
	for _, name := range slices.Sorted(maps.Keys(f.Registers)) {
		p.f("  register %s", name)
		p.fact(f.Registers[name])
		p.f("\n")
	}
	p.blocks(f)
}

// fact prints what is known of a number.
func (p *printer) fact(x Fact) {
	if x.Bounded {
		p.f(" in %d..%d", x.Lo, x.Hi)
	}
	if x.Multiple > 0 {
		p.f(" multiple of %d", x.Multiple)
	}
	switch q := x.Points; {
	case q == nil:
	case q.Sym != nil:
		p.f(" into @%s align %d", word(q.Sym.Name), q.Align)
	default:
		p.f(" into param %d", q.Param)
		if q.Off != 0 {
			p.f("+%d", q.Off)
		}
		p.f(" align %d", q.Align)
	}
}

// slotRef names a slot: names alone may be equal.
func slotRef(s *Slot) string {
	if s == nil {
		return "$?"
	}
	if s.First > 0 {
		return fmt.Sprintf("tid.x<%d", s.First)
	}
	return fmt.Sprintf("$%d:%s", s.ID, word(s.Name))
}

func typeList(list []Type) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.String()
	}
	return "(" + strings.Join(names, " ") + ")"
}

func (p *printer) block(b *Block) {
	p.f("%s:", b)
	if b.Name != "" {
		p.f(" %s", word(b.Name))
	}
	if len(b.Preds) > 0 {
		p.f(" <-")
		for _, q := range b.Preds {
			p.f(" %s", q)
		}
	}
	p.f("\n")
	for _, v := range b.Values {
		p.value(v)
	}
	p.f("  %s", b.Term)
	for _, v := range b.Ctrl {
		p.f(" %s", ref(v))
	}
	for _, s := range b.Succs {
		p.f(" %s", s)
	}
	p.pos(b.Pos)
}

func ref(v *Value) string {
	if v == nil {
		return "v?"
	}
	return fmt.Sprintf("v%d", v.ID)
}

func (p *printer) value(v *Value) {
	p.f("  ")
	if v.Type != Void {
		p.f("%s", ref(v))
		if v.Name != "" {
			p.f(":%s", word(v.Name))
		}
		p.f(" = ")
	}
	p.f("%s", v.Op)
	for _, f := range attrFields[v.Op] {
		if w := f.word(&v.Attr); w != "" {
			p.f(".%s", w)
		}
	}
	varying := ""
	if v.Varying {
		varying = "varying "
	}
	switch v.Type {
	case Void:
	case Tuple:
		p.f(" <%s%s>", varying, typeList(v.Results))
	default:
		p.f(" <%s%s>", varying, v.Type)
	}
	for i, a := range v.Args {
		if v.Op == OpPhi && v.Block != nil && i < len(v.Block.Preds) {
			p.f(" %s:%s", v.Block.Preds[i], ref(a))
			continue
		}
		p.f(" %s", ref(a))
	}
	p.operands(v)
	if v.Attr.Stride != 0 {
		p.f(" by %d", v.Attr.Stride)
	}
	if v.Attr.Cross != 0 {
		p.f(" cross %d", v.Attr.Cross)
	}
	if n := p.line(v.Product); n > 0 {
		p.f(" product %d", n)
	}
	p.pos(v.Pos)
}

// operands prints the fields of Attr that are no words.
func (p *printer) operands(v *Value) {
	a := &v.Attr
	switch v.Op {
	case OpConst:
		p.f(" %s", literal(v))
	case OpArg, OpExtract, OpPoint:
		p.f(" %d", a.Index)
	case OpParam:
		p.f(" %d", a.Index)
		if a.Off != 0 {
			p.f(" %d", a.Off)
		}
	case OpNote:
		if a.Sym != nil {
			p.f(" @%s", word(a.Sym.Name))
		}
	case OpSymAddr:
		if a.Sym != nil {
			p.f(" @%s", word(a.Sym.Name))
		}
		if a.Off != 0 {
			p.f(" %d", a.Off)
		}
	case OpRefAddr:
		if a.Ref != nil {
			p.f(" @%s", word(a.Ref.Name))
		}
	case OpFuncAddr, OpCall, OpRun:
		if a.Func != nil {
			p.f(" @%s", word(a.Func.Name))
		}
	case OpSlotLoad, OpSlotStore, OpSlotAll, OpSlotSet, OpSlotFill, OpSlotAny:
		p.f(" %s", slotRef(a.Slot))
	case OpSlotGet, OpSlotPut:
		p.f(" @%s", word(slotRef(a.Slot)))
	case OpBarrier, OpWarp:
		if a.Slot != nil {
			p.f(" of %s", slotRef(a.Slot))
		}
	case OpCallIndirect:
		if a.Sig != nil {
			p.f(" %s -> %s", typeList(a.Sig.Params), typeList(a.Sig.Results))
		}
	}
}

// literal spells a constant: integers in decimal where they are small, floats by
// their bits as PTX does.
func literal(v *Value) string {
	bits, t := v.Attr.Bits, v.Type
	switch {
	case t == I128 && v.Attr.Hi != 0:
		return fmt.Sprintf("0x%x%016x", v.Attr.Hi, bits)
	case t == F32:
		return fmt.Sprintf("0f%08X", bits)
	case t == F64:
		return fmt.Sprintf("0d%016X", bits)
	case !t.IsInt():
		return fmt.Sprintf("%#x", bits)
	}
	const small = 1 << 16
	if n := Signed(bits, t.Bits()); -small < n && n < 0 && t != I1 && t != I128 {
		return strconv.FormatInt(n, 10)
	}
	if bits < small {
		return strconv.FormatUint(bits, 10)
	}
	return fmt.Sprintf("%#x", bits)
}
