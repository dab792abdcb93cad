package interp

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// code is a function made ready for execution: operands are places in the
// registers of a frame, targets are indices, names are looked up.
type code struct {
	f      *ir.Func
	id     int
	blocks []block
	words  int        // registers of a frame
	args   []operand  // where a caller puts the arguments
	local  *ir.Frame  // in local memory
	body   body       // of an extern function that exists
	consts []constant // in registers that a frame of rows begins with

	recursive bool // it may be called while it runs

	parts *parts // of a kernel that runs as parts, and of its parts
	gang  *code  // of a region that runs as gangs: its function with lanes
}

// operand is a value's place among the registers: words of 64 bits, two for an
// I128, and one after another for a Tuple.
type operand struct {
	at    int
	words int
	typ   ir.Type
}

type block struct {
	b     *ir.Block
	insts []inst // without the phis
	edges []edge // by successor
	ctrl  []operand
	cost  int // steps of the terminator, see inst.cost
}

// edge is a way to a block, with the moves that its phis make.
type edge struct {
	to     int
	moves  []move
	direct bool // no move writes what a later one reads
}

type move struct{ from, to operand }

// inst is a value that is executed.
type inst struct {
	v       *ir.Value
	dst     operand
	args    []operand
	meaning *meaning // see table.go; nil for what is not in it
	places  places
	call    call // of an Intrin, and of float operations
	compute row  // for lanes of a warp; nil where it is not that simple
	ftz     call // of an atomic float addition in global memory
	warp    func(r, a []warpops.Column, lanes uint32)
	to      *code // of a Call or Run
	slot    int   // of Attr.Slot among those of the kernel, -1 for none
	hit     *bool // see Options.Nonzero

	// Of rows.
	quick quick // nil where lanes have to go one after another
	once  bool  // it is the same for all lanes, at all times
	same  bool  // of a barrier: which one it is, and for how many
	cost  int   // how many values it counts for: those before it that nobody computes, and itself

	// Of a sanitizer.
	site  *sanitize.Site // of a Note
	bound bool           // to the strong access in front of it: nobody comes in between
}

// decoder holds what is needed while a function is decoded.
type decoder struct {
	x     *Machine
	c     *code
	place []operand // by value ID
	index map[*ir.Block]int
	errs  []error
	sames []int8 // by value ID: see same
}

func (d *decoder) errorf(v *ir.Value, format string, args ...any) {
	d.errs = append(d.errs, fmt.Errorf("%s: function %s: v%d %s: %s",
		place(position(d.x.mod, v.Pos)), d.c.f.Name, v.ID, v.Op, fmt.Sprintf(format, args...)))
}

// decode fills in a code. The function must satisfy the verifier; what is
// checked here is what the verifier does not know, such as which functions
// exist, and what would make the interpreter itself fail.
func (x *Machine) decode(c *code) []error {
	f := c.f
	if f.Extern || len(f.Blocks) == 0 {
		return nil // an error for who calls it
	}
	d := &decoder{x: x, c: c, place: make([]operand, f.NumValues()), index: map[*ir.Block]int{}}
	c.local = f.Frame()
	for _, t := range f.Args {
		c.args = append(c.args, d.reserve(t, nil))
	}
	for i, b := range f.Blocks {
		d.index[b] = i
		for _, v := range b.Values {
			if !x.rows {
				d.place[v.ID] = d.reserve(v.Type, v.Results)
			}
		}
	}
	if x.rows {
		d.columns()
	}
	c.blocks = make([]block, len(f.Blocks))
	for i, b := range f.Blocks {
		d.block(&c.blocks[i], b)
	}
	return d.errs
}

// reserve takes registers for a value of a type.
func (d *decoder) reserve(t ir.Type, results []ir.Type) operand {
	o := operand{at: d.c.words, typ: t}
	if t != ir.Tuple {
		o.words = words(t)
	}
	for _, r := range results {
		o.words += words(r)
	}
	d.c.words += o.words
	return o
}

func words(t ir.Type) int { return (t.Bits() + 63) / 64 }

func (d *decoder) block(out *block, b *ir.Block) {
	out.b = b
	phis := b.Phis()
	cost := 1
	amid := false
	for _, v := range b.Values[len(phis):] {
		if d.x.rows && d.given(v) {
			cost++
			continue
		}
		in := inst{v: v, dst: d.place[v.ID], hit: d.x.opt.Nonzero[v]}
		for _, a := range v.Args {
			in.args = append(in.args, d.place[a.ID])
		}
		d.inst(&in)
		if d.x.rows {
			in.cost, cost = cost, 1
			d.row(&in)
		}
		in.bound = amid
		switch {
		case v.Attr.Note == ir.NoteBegin:
			amid = true
		case v.Op == ir.OpNote:
			amid = false
		}
		out.insts = append(out.insts, in)
	}
	out.cost = cost
	for _, v := range b.Ctrl {
		out.ctrl = append(out.ctrl, d.place[v.ID])
	}
	for i, s := range b.Succs {
		e := edge{to: d.index[s]}
		k := b.PredIndex(i)
		for _, phi := range s.Phis() {
			m := move{d.place[phi.Args[k].ID], d.place[phi.ID]}
			if m.from.at != m.to.at {
				e.moves = append(e.moves, m)
			}
		}
		e.direct = direct(e.moves)
		out.edges = append(out.edges, e)
	}
}

// inst looks up what a value names.
func (d *decoder) inst(in *inst) {
	v := in.v
	d.part(in)
	if v.IsAccess() {
		d.memory(v)
	}
	in.meaning, in.places.k = d.meaning(v)
	switch v.Op {
	case ir.OpInvalid, ir.OpPhi:
		d.errorf(v, "not in this place")
	case ir.OpIntrin:
		d.intrin(in)
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFNeg, ir.OpFAbs, ir.OpCanon:
		in.call = d.float(v, floatNames[v.Op], v.Type)
	case ir.OpAtomic:
		if name := v.Attr.Atom.Func(v.Attr.Mem); name != "" {
			if in.call = calls[name]; in.call.do == nil {
				d.errorf(v, "there is no function %s", name)
			}
			in.ftz = in.call
		}
		if v.Attr.Atom == ir.AtomFAdd && v.Attr.Mem == ir.F32 {
			in.ftz = calls["AddRnFtzF32"]
		}
	case ir.OpWarp:
		d.warp(in)
	case ir.OpNote:
		d.note(in)
	case ir.OpSymAddr:
		s := v.Attr.Sym
		if _, ok := d.x.globals[s]; !ok && (s.Space == ir.Global || s.Space == ir.Const) {
			d.errorf(v, "variable %s is defined outside of the module", s.Name)
		}
	case ir.OpFuncAddr:
		if d.x.codes[v.Attr.Func] == nil {
			d.errorf(v, "function %s is not in the module", v.Attr.Func.Name)
		}
	case ir.OpCall:
		in.to = d.x.codes[v.Attr.Func]
		if in.to == nil {
			d.errorf(v, "function %s is not in the module", v.Attr.Func.Name)
		} else if f := v.Attr.Func; len(v.Args) != len(f.Args) || len(v.ResultTypes()) != len(f.Results) {
			d.errorf(v, "%d arguments and %d results for function %s", len(v.Args), len(v.ResultTypes()), f.Name)
		}
	case ir.OpCallIndirect:
		if len(v.Args) != len(v.Attr.Sig.Params)+1 || len(v.ResultTypes()) != len(v.Attr.Sig.Results) {
			d.errorf(v, "%d arguments and %d results for its signature", len(v.Args)-1, len(v.ResultTypes()))
		}
	case ir.OpParam:
		if i := v.Attr.Index; i < 0 || i >= len(d.c.f.Params) {
			d.errorf(v, "no parameter %d", i)
		}
	case ir.OpSReg:
		if _, ok := sregs[v.Attr.SReg]; !ok {
			d.errorf(v, "no special register %s", v.Attr.SReg)
		}
	}
}

// memory checks what an access of memory says about it.
func (d *decoder) memory(v *ir.Value) {
	n := v.Attr.Mem.Bytes() * v.Vec()
	if n == 0 || n&(n-1) != 0 {
		d.errorf(v, "%d bytes of type %s", n, v.Attr.Mem)
	}
	if v.Op == ir.OpStore && len(v.Unmasked()) != v.Vec()+1 || v.Op == ir.OpLoad && v.Type == ir.Tuple && len(v.Results) != v.Vec() {
		d.errorf(v, "another number of values than elements")
	}
}

var floatNames = map[ir.Op]string{
	ir.OpFAdd: "AddRn", ir.OpFSub: "SubRn", ir.OpFMul: "MulRn", ir.OpFDiv: "DivRn", ir.OpFSqrt: "SqrtRn",
	ir.OpFNeg: "Neg", ir.OpFAbs: "Abs", ir.OpCanon: "Canon",
}

var floatTypes = map[ir.Type]string{
	ir.F16: "F16", ir.BF16: "Bf16", ir.F32: "F32", ir.F64: "F64", ir.F16x2: "F16x2", ir.BF16x2: "Bf16x2",
}

// float returns the function that computes an operation in a type.
func (d *decoder) float(v *ir.Value, name string, t ir.Type) call {
	f := calls[name+floatTypes[t]]
	if f.do == nil || floatTypes[t] == "" {
		d.errorf(v, "%s of type %s", name, t)
	}
	return f
}

// warp checks the signature of a function of a warp against the types of the value, in bits.
func (d *decoder) warp(in *inst) {
	v := in.v
	f, ok := intrin.LookupWarp(v.Attr.Name)
	if !ok {
		d.errorf(v, "no function %s", v.Attr.Name)
		return
	}
	in.warp = warpops.Calls[f.Name]
	if !ofKinds(typesOf(v.WarpArgs()), f.Params) || !ofKinds(v.ResultTypes(), f.Results) {
		d.errorf(v, "%s takes %v and gives %v", f.Name, f.Params, f.Results)
	}
}

func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type
	}
	return types
}

// ofKinds reports whether types have the widths of kinds.
func ofKinds(types []ir.Type, kinds []intrin.Kind) bool {
	return slices.EqualFunc(types, kinds, func(t ir.Type, k intrin.Kind) bool { return t.Bits() == k.Bits() })
}

// intrin checks the signature of an intrinsic function against the types of the
// value, in bits.
func (d *decoder) intrin(in *inst) {
	v := in.v
	f, ok := intrin.Lookup(v.Attr.Name)
	if !ok {
		d.errorf(v, "no function %s", v.Attr.Name)
		return
	}
	in.call = calls[f.Name]
	if len(f.Params) > len(warp{}.operands) {
		d.errorf(v, "%d operands", len(f.Params))
		return
	}
	if !ofKinds(typesOf(v.Args), f.Params) || !ofKinds(v.ResultTypes(), f.Results) {
		d.errorf(v, "%s takes %v and returns %v", f.Name, f.Params, f.Results)
	}
}
