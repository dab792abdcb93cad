package ir

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Parse reads a module in the form that Print writes. It checks what it must to
// build the module; the rest is for Verify. The module has no File: its
// positions are line numbers of the PTX text.
func Parse(name, text string) (*Module, error) {
	tree, err := textGrammar().ParseString(name, text)
	if err != nil {
		return nil, err
	}
	r := reader{m: &Module{}, symbols: map[string]*Symbol{}, funcs: map[string]*Func{}, refs: map[string]*Ref{}}
	if err := r.module(tree); err != nil {
		return nil, err
	}
	return r.m, nil
}

// maxID bounds the numbers of values and blocks, since tables are indexed by
// them.
const maxID = 1 << 20

// reader builds the module from the syntax tree.
type reader struct {
	m       *Module
	symbols map[string]*Symbol
	funcs   map[string]*Func
	refs    map[string]*Ref

	// Of the function being read.
	f      *Func
	slots  map[string]*Slot
	locals map[string]*Symbol
	values map[ID]*Value
	blocks map[ID]*Block
}

// unquote returns a name without its quotes, if it has any.
func unquote(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		return strconv.Unquote(s)
	}
	return s, nil
}

func (r *reader) module(t *textModule) (err error) {
	m := r.m
	for _, s := range []struct {
		to   *string
		from string
	}{{&m.Name, t.Name}, {&m.Version, t.Version}, {&m.Target, t.Target}} {
		if *s.to, err = unquote(s.from); err != nil {
			return fmt.Errorf("module: %w", err)
		}
	}
	m.PtrBits = t.Bits
	for _, ts := range t.Symbols {
		s, err := r.symbol(ts, r.symbols)
		if err != nil {
			return err
		}
		m.Symbols = append(m.Symbols, s)
	}
	for _, tr := range t.Refs {
		if err := r.ref(tr); err != nil {
			return err
		}
	}
	for _, tf := range t.Funcs {
		if err := r.head(tf); err != nil {
			return err
		}
	}
	for i, ts := range t.Symbols {
		if err := r.relocs(m.Symbols[i], ts); err != nil {
			return err
		}
	}
	for i, tf := range t.Funcs {
		if err := r.body(m.Funcs[i], tf); err != nil {
			return err
		}
	}
	return nil
}

func typeNamed(pos lexer.Position, name string) (Type, error) {
	if i := slices.Index(typeNames[:], name); i >= 0 {
		return Type(i), nil
	}
	return Void, textError(pos, "unknown type %s", name)
}

func types(t *textTypes) ([]Type, error) {
	var list []Type
	if t == nil {
		return nil, nil
	}
	for _, n := range t.Names {
		x, err := typeNamed(t.Pos, n)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// line reads the number after a semicolon.
func line(s string) diag.Pos {
	n, err := strconv.ParseInt(strings.TrimLeft(s, "; "), 10, 32)
	if err != nil {
		return 0
	}
	return diag.Pos(n)
}

func (r *reader) symbol(t *textSymbol, scope map[string]*Symbol) (*Symbol, error) {
	name, err := unquote(t.Name)
	if err != nil {
		return nil, textError(t.Pos, "bad name")
	}
	s := &Symbol{
		Name: name, Size: t.Size, Align: t.Align, Extern: t.Extern, Visible: t.Visible,
		Offset: t.Offset, Pos: line(t.Line), Space: Space(slices.Index(spaceNames[:], t.Space)),
	}
	if s.Elem, err = typeNamed(t.Pos, t.Elem); err != nil {
		return nil, err
	}
	if t.Init != "" {
		text, err := unquote(t.Init)
		if err == nil {
			s.Init, err = hex.DecodeString(text)
		}
		if err != nil {
			return nil, textError(t.Pos, "bad initialiser of %s: %v", name, err)
		}
	}
	if scope[name] != nil {
		return nil, textError(t.Pos, "second variable %s", name)
	}
	scope[name] = s
	return s, nil
}

func (r *reader) ref(t *textRef) error {
	name, err := unquote(t.Name)
	if err != nil {
		return textError(t.Pos, "bad name")
	}
	if r.refs[name] != nil {
		return textError(t.Pos, "second reference %s", name)
	}
	x := &Ref{Name: name, Kind: RefKind(slices.Index(refKindNames[:], t.Kind)), Visible: t.Visible, Pos: line(t.Line)}
	for _, s := range t.Props {
		p, err := unquote(s)
		if err != nil {
			return textError(t.Pos, "bad property")
		}
		x.Props = append(x.Props, p)
	}
	r.refs[name] = x
	r.m.Refs = append(r.m.Refs, x)
	return nil
}

func (r *reader) relocs(s *Symbol, t *textSymbol) error {
	for _, tr := range t.Relocs {
		name, err := unquote(tr.Name)
		if err != nil {
			return textError(tr.Pos, "bad name")
		}
		rel := Reloc{Off: tr.Off, Width: tr.Width, Add: tr.Add, Shift: tr.Shift, Generic: tr.Generic, Sym: r.symbols[name]}
		if rel.Sym == nil {
			rel.Func = r.funcs[name]
		}
		if rel.Sym == nil && rel.Func == nil {
			return textError(tr.Pos, "unknown name %s", name)
		}
		s.Relocs = append(s.Relocs, rel)
	}
	return nil
}

// head makes a function without its body, so that others can call it.
func (r *reader) head(t *textFunc) error {
	name, err := unquote(t.Name)
	if err != nil {
		return textError(t.Pos, "bad name")
	}
	f := &Func{
		Name: name, Entry: t.Kind != "func", Module: r.m, Lanes: t.Lanes, Pos: line(t.Line), Extern: t.Extern,
		NoReturn: t.NoReturn, Spins: t.Spins, RowWarps: t.RowWarps, LayerWarps: t.LayerWarps, SharedSize: t.Shared,
	}
	if len(t.Rows) == 2 {
		f.MinRow, f.MaxRow = t.Rows[0], t.Rows[1]
	}
	if t.Kind == "gang" {
		f.Part = GangPart // a part of a kernel that has the same name
	} else if r.funcs[name] != nil {
		return textError(t.Pos, "second function %s", name)
	} else {
		r.funcs[name] = f
	}
	r.m.Add(f)
	copy(f.ReqNTID[:], t.ReqNTID)
	copy(f.MaxNTID[:], t.MaxNTID)
	named := false
	names := make([]string, len(t.Args))
	for i, a := range t.Args {
		x, err := typeNamed(a.Pos, a.Words[len(a.Words)-1])
		if err != nil {
			return err
		}
		f.Args = append(f.Args, x)
		if len(a.Words) == 2 {
			named = true
			if names[i], err = unquote(a.Words[0]); err != nil {
				return textError(a.Pos, "bad name")
			}
		}
	}
	if named {
		f.ArgNames = names
	}
	if f.Results, err = types(t.Results); err != nil {
		return err
	}
	for _, tp := range t.Params {
		p := &Param{Size: tp.Size, Align: tp.Align, Off: tp.Off, Pos: line(tp.Line)}
		var err1, err2 error
		p.Name, err1 = unquote(tp.Name)
		p.PTX, err2 = unquote(tp.PTX)
		if err1 != nil || err2 != nil {
			return textError(tp.Pos, "bad name")
		}
		if p.Type, err = typeNamed(tp.Pos, tp.Type); err != nil {
			return err
		}
		f.Params = append(f.Params, p)
	}
	return nil
}

// number reads the digits of v7 or b7.
func number(pos lexer.Position, s string) (ID, error) {
	n, err := strconv.Atoi(s[1:])
	if err != nil || n >= maxID {
		return 0, textError(pos, "%s is out of range", s)
	}
	return ID(n), nil
}

func (r *reader) body(f *Func, t *textFunc) error {
	r.f, r.values, r.blocks, r.locals = f, map[ID]*Value{}, map[ID]*Block{}, map[string]*Symbol{}
	for _, ts := range t.Symbols {
		s, err := r.symbol(ts, r.locals)
		if err != nil {
			return err
		}
		switch s.Space {
		case Shared:
			f.Shared = append(f.Shared, s)
		case Local:
			f.Locals = append(f.Locals, s)
		default:
			return textError(ts.Pos, "a %s variable inside a function", s.Space)
		}
	}
	r.slots = map[string]*Slot{}
	for _, ts := range t.Slots {
		s, err := slot(ts, len(f.Slots))
		if err != nil {
			return err
		}
		if r.slots[slotRef(s)] != nil || f.Part != GangPart {
			return textError(ts.Pos, "a slot of this name, or of what is no gang")
		}
		r.slots[slotRef(s)] = s
		f.Slots = append(f.Slots, s)
	}
	// All blocks and values first: uses may come before definitions.
	lines := make([][]*Value, len(t.Blocks))
	for i, tb := range t.Blocks {
		id, err := number(tb.Pos, tb.Label)
		if err != nil {
			return err
		}
		if r.blocks[id] != nil {
			return textError(tb.Pos, "second block %s", tb.Label)
		}
		b := &Block{ID: id, Func: f}
		if b.Name, err = unquote(tb.Name); err != nil {
			return textError(tb.Pos, "bad name")
		}
		f.nextBlock = max(f.nextBlock, id+1)
		r.blocks[id] = b
		f.Blocks = append(f.Blocks, b)
		for j, tl := range tb.Lines {
			if j == len(tb.Lines)-1 && terminator(tl.Op) != TermNone {
				break
			}
			v, err := r.define(tl, b)
			if err != nil {
				return err
			}
			lines[i] = append(lines[i], v)
		}
	}
	// Values without a result have no number in the text.
	for i := range lines {
		for _, v := range lines[i] {
			if v.ID < 0 {
				v.ID = f.nextValue
				f.nextValue++
			}
		}
	}
	for i, tb := range t.Blocks {
		if err := r.terminate(f.Blocks[i], tb); err != nil {
			return err
		}
	}
	for i, tb := range t.Blocks {
		if err := r.preds(f.Blocks[i], tb); err != nil {
			return err
		}
	}
	for i, tb := range t.Blocks {
		for j, v := range lines[i] {
			if err := r.fill(v, tb.Lines[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

// slot reads a slot, which is called $3:on: its number and its name.
func slot(t *textSlot, n int) (*Slot, error) {
	name, err := unquote(t.Name)
	if err != nil {
		return nil, textError(t.Pos, "bad name")
	}
	id, rest, ok := strings.Cut(strings.TrimPrefix(name, "$"), ":")
	s := &Slot{}
	if s.ID, err = strconv.Atoi(id); err != nil || !ok || s.ID < 0 {
		return nil, textError(t.Pos, "%s is no slot: one is called $%d:name", name, n)
	}
	if s.Name, err = unquote(rest); err != nil {
		return nil, textError(t.Pos, "bad name")
	}
	s.Type, err = typeNamed(t.Pos, t.Type)
	return s, err
}

func terminator(name string) Term {
	return Term(max(slices.Index(termNames[:], name), 0))
}

// define makes the value of a line, without what it refers to.
func (r *reader) define(t *textLine, b *Block) (*Value, error) {
	op := slices.IndexFunc(Ops[:], func(o OpInfo) bool { return o.Name == t.Op })
	if op <= int(OpInvalid) {
		return nil, textError(t.Pos, "unknown operation %s", t.Op)
	}
	v := &Value{ID: -1, Op: Op(op), Block: b, Pos: line(t.Line), Product: line(t.Product), Varying: t.Varying}
	v.Attr.Stride, v.Attr.Cross = t.Stride, t.Cross
	var err error
	if v.Name, err = unquote(t.Name); err != nil {
		return nil, textError(t.Pos, "bad name")
	}
	switch {
	case t.Tuple != nil:
		v.Type = Tuple
		if v.Results, err = types(t.Tuple); err != nil {
			return nil, err
		}
	case t.Type != "":
		if v.Type, err = typeNamed(t.Pos, t.Type); err != nil {
			return nil, err
		}
	}
	if (t.Value != "") != (v.Type != Void) || v.Type == Tuple && t.Tuple == nil {
		return nil, textError(t.Pos, "a result needs a type and a number, and nothing else does")
	}
	if t.Value != "" {
		id, err := number(t.Pos, t.Value)
		if err != nil {
			return nil, err
		}
		if r.values[id] != nil {
			return nil, textError(t.Pos, "second definition of %s", t.Value)
		}
		v.ID = id
		r.values[id] = v
		r.f.nextValue = max(r.f.nextValue, id+1)
	}
	b.Values = append(b.Values, v)
	return v, nil
}

func (r *reader) value(o *textOperand) (*Value, error) {
	id, err := number(o.Pos, o.Value)
	if err != nil {
		return nil, err
	}
	if v := r.values[id]; v != nil {
		return v, nil
	}
	return nil, textError(o.Pos, "%s is not defined", o.Value)
}

func (r *reader) block(pos lexer.Position, s string) (*Block, error) {
	id, err := number(pos, s)
	if err != nil {
		return nil, err
	}
	if b := r.blocks[id]; b != nil {
		return b, nil
	}
	return nil, textError(pos, "there is no block %s", s)
}

// terminate reads the last line of a block.
func (r *reader) terminate(b *Block, t *textBlock) error {
	if len(t.Lines) == 0 || terminator(t.Lines[len(t.Lines)-1].Op) == TermNone {
		return textError(t.Pos, "%s has no terminator", t.Label)
	}
	l := t.Lines[len(t.Lines)-1]
	if l.Value != "" || len(l.Words) > 0 || l.Product != "" || l.Stride != 0 || l.Cross != 0 || l.Type != "" || l.Tuple != nil || l.Result != nil {
		return textError(l.Pos, "%s has no result and no modifiers", l.Op)
	}
	b.Term, b.Pos = terminator(l.Op), line(l.Line)
	for _, o := range l.Args {
		switch {
		case o.Value != "" && len(b.Succs) == 0:
			v, err := r.value(o)
			if err != nil {
				return err
			}
			b.Ctrl = append(b.Ctrl, v)
		case o.Block != "" && o.Arg == "":
			s, err := r.block(o.Pos, o.Block)
			if err != nil {
				return err
			}
			b.Succs = append(b.Succs, s)
			s.Preds = append(s.Preds, b)
		default:
			return textError(o.Pos, "%s wants values and then blocks", l.Op)
		}
	}
	return nil
}

// preds puts the predecessors into the order that the text gives.
func (r *reader) preds(b *Block, t *textBlock) error {
	if !t.Arrow {
		return nil
	}
	var list []*Block
	for _, s := range t.Preds {
		p, err := r.block(t.Pos, s)
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	count := map[*Block]int{}
	for _, p := range b.Preds {
		count[p]++
	}
	for _, p := range list {
		count[p]--
	}
	for _, n := range count {
		if n != 0 {
			return textError(t.Pos, "the predecessors of %s are not the blocks that jump to it", t.Label)
		}
	}
	b.Preds = list
	return nil
}
