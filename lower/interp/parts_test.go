package interp

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// cutKernel builds the parts of a kernel by hand. The kernel is whole in k, its first
// parameter an address.
type cutKernel struct {
	k   *maker
	cta *maker
}

// newCut makes a kernel of one block, and its CTAPart.
func newCut() *cutKernel {
	k := newMaker()
	c := &cutKernel{k: k}
	c.cta = c.part(ir.CTAPart)
	return c
}

func (c *cutKernel) part(p ir.Part) *maker {
	k := c.k.f
	f := &ir.Func{Name: k.Name, Entry: true, Module: c.k.m, Params: k.Params, Locals: k.Locals, Part: p, Kernel: k}
	return &maker{c.k.m, f, f.NewBlock("")}
}

// region makes a region that runs for the threads of a mask.
func (c *cutKernel) region(mask *ir.Slot, args ...ir.Type) *maker {
	r := c.part(ir.RegionPart)
	r.f.Mask, r.f.Args = mask, args
	return r
}

func (c *cutKernel) newSlot(name string, t ir.Type) *ir.Slot {
	s := &ir.Slot{Name: name, ID: len(c.cta.f.Slots), Type: t}
	c.cta.f.Slots = append(c.cta.f.Slots, s)
	return s
}

// run runs a region, which ends here, in the CTA.
func (c *cutKernel) run(r *maker, args ...*ir.Value) {
	r.end()
	c.cta.op(ir.OpRun, ir.Void, args...).Attr.Func = r.f
}

// end ends a part.
func (k *maker) end() {
	if k.b.Term == ir.TermNone {
		k.b.SetTerm(ir.Ret, 0)
	}
}

// onSlot adds an operation on a slot.
func (k *maker) onSlot(op ir.Op, t ir.Type, s *ir.Slot, args ...*ir.Value) *ir.Value {
	v := k.op(op, t, args...)
	v.Attr.Slot = s
	return v
}

func (k *maker) cmp(c ir.Cmp, a, b *ir.Value) *ir.Value {
	v := k.op(ir.OpICmp, ir.I1, a, b)
	v.Attr.Cmp = c
	return v
}

// launch runs the kernel, cut or whole, with 32-bit results of threads in a buffer.
func (c *cutKernel) launch(cut bool, cfg Config, opt Options, buf []byte) error {
	for _, k := range []*maker{c.k, c.cta} {
		k.end()
		if err := ir.Verify(k.f); err != nil {
			return err
		}
	}
	if cut {
		opt.Parts = map[*ir.Func]*ir.Func{c.k.f: c.cta.f}
	}
	x, err := New(c.k.m, opt)
	if err != nil {
		return err
	}
	return x.Launch(context.Background(), "k", cfg, binary.LittleEndian.AppendUint64(nil, x.addrOf(buf)), [][]byte{buf})
}

// words runs the kernel as parts, in several orders of threads, and returns what it
// leaves in the buffer, which must be the same for all.
func (c *cutKernel) words(t *testing.T, cfg Config, n int) []uint32 {
	t.Helper()
	var first []byte
	for seed := range uint64(4) {
		buf := make([]byte, 4*n)
		if err := c.launch(true, cfg, Options{Shuffle: seed}, buf); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = buf
		}
		if !bytes.Equal(buf, first) {
			t.Errorf("another order of threads leaves something else: %x, want %x", buf, first)
		}
	}
	out := make([]uint32, n)
	if _, err := binary.Decode(first, binary.LittleEndian, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSlots stores in one region what another loads: SlotStore, SlotLoad, Run and Arg,
// under no mask, and under one that SlotFill has made and SlotAny looks at.
func TestSlots(t *testing.T) {
	c := newCut()
	x, wide, on := c.newSlot("x", ir.I32), c.newSlot("wide", ir.I128), c.newSlot("on", ir.I1)

	r := c.region(nil, ir.I32)
	arg := r.op(ir.OpArg, ir.I32)
	tid := r.sreg("tid.x")
	r.onSlot(ir.OpSlotStore, ir.Void, x, r.op(ir.OpMul, ir.I32, tid, arg))
	high := r.op(ir.OpShl, ir.I128, r.op(ir.OpZext, ir.I128, tid), r.c(ir.I32, 64))
	r.onSlot(ir.OpSlotStore, ir.Void, wide, high)
	c.run(r, c.cta.c(ir.I32, 3))

	c.cta.onSlot(ir.OpSlotFill, ir.Void, on, c.cta.c(ir.I1, 0))
	none := c.cta.onSlot(ir.OpSlotAny, ir.I1, on)
	r = c.region(nil)
	r.onSlot(ir.OpSlotStore, ir.Void, on, r.cmp(ir.Eq, r.sreg("tid.x"), r.c(ir.I32, 37)))
	c.run(r)
	some := c.cta.onSlot(ir.OpSlotAny, ir.I1, on)

	r = c.region(nil, ir.I1, ir.I1)
	out := r.slot(4)
	none2, some2 := r.op(ir.OpArg, ir.I1), r.op(ir.OpArg, ir.I1)
	some2.Attr.Index = 1
	sum := r.onSlot(ir.OpSlotLoad, ir.I32, x)
	w := r.op(ir.OpTrunc, ir.I32, r.op(ir.OpShrU, ir.I128, r.onSlot(ir.OpSlotLoad, ir.I128, wide), r.c(ir.I32, 64)))
	sum = r.op(ir.OpAdd, ir.I32, sum, w)
	sum = r.op(ir.OpAdd, ir.I32, sum, r.op(ir.OpSelect, ir.I32, none2, r.c(ir.I32, 10000), r.c(ir.I32, 0)))
	sum = r.op(ir.OpAdd, ir.I32, sum, r.op(ir.OpSelect, ir.I32, some2, r.c(ir.I32, 1000), r.c(ir.I32, 0)))
	r.store(out, sum)
	c.run(r, none, some)
	r = c.region(on)
	r.store(r.slot(4), r.c(ir.I32, 7))
	c.run(r)

	got := c.words(t, Config{Grid: [3]uint32{2}, Block: [3]uint32{40}}, 80)
	for i, v := range got {
		want := uint32(4*(i%40)) + 1000
		if i%40 == 37 {
			want = 7
		}
		if v != want {
			t.Errorf("thread %d: %d, want %d", i, v, want)
		}
	}
}

// TestKeptFrame stores in the kernel's local variables in one region what another loads:
// each thread has one frame for all regions, zero when the CTA begins.
func TestKeptFrame(t *testing.T) {
	c := newCut()
	x := &ir.Symbol{Name: "x", Space: ir.Local, Size: 64, Align: 32}
	c.k.f.Locals = []*ir.Symbol{x}
	c.cta.f.Locals = c.k.f.Locals
	word := func(r *maker, off uint64) *ir.Value {
		a := r.op(ir.OpSymAddr, ir.I64)
		a.Attr.Sym = x
		return r.at(a, off)
	}
	load := func(r *maker, off uint64) *ir.Value {
		v := r.load(ir.I32, word(r, off))
		v.Attr.Space = ir.Local
		return v
	}
	add := func(r *maker, off uint64, v *ir.Value) {
		r.store(word(r, off), r.op(ir.OpAdd, ir.I32, load(r, off), v))
		r.b.Values[len(r.b.Values)-1].Attr.Space = ir.Local
	}
	f := &ir.Func{Name: "f", Module: c.k.m, Locals: []*ir.Symbol{{Name: "y", Space: ir.Local, Size: 64, Align: 32}}}
	f.NewBlock("").SetTerm(ir.Ret, 0)
	c.k.m.Funcs = append(c.k.m.Funcs, f)
	for range 3 {
		r := c.region(nil)
		add(r, 0, r.sreg("tid.x"))
		r.op(ir.OpCall, ir.Void).Attr.Func = f
		add(r, 60, r.c(ir.I32, 1000))
		c.run(r)
	}
	r := c.region(nil)
	r.store(r.slot(4), r.op(ir.OpAdd, ir.I32, load(r, 0), load(r, 60)))
	c.run(r)
	for i, v := range c.words(t, Config{Grid: [3]uint32{2}, Block: [3]uint32{40}}, 80) {
		if want := uint32(3000 + 3*(i%40)); v != want {
			t.Errorf("thread %d: %d, want %d", i, v, want)
		}
	}
}

// TestSlotsBegin: what no thread has stored is nothing that a kernel could rely on.
func TestSlotsBegin(t *testing.T) {
	c := newCut()
	x := c.newSlot("x", ir.I32)
	r := c.region(nil)
	r.store(r.slot(4), r.onSlot(ir.OpSlotLoad, ir.I32, x))
	c.run(r)
	if got := c.words(t, Config{Block: [3]uint32{1}}, 1); got[0] == 0 {
		t.Error("a slot is zero before anything is stored there")
	}
}

// TestRounds runs a region in a loop of the CTA, for as long as there are threads in its
// mask: each goes round as often as its number says.
func TestRounds(t *testing.T) {
	c := newCut()
	on, n := c.newSlot("on", ir.I1), c.newSlot("n", ir.I32)
	c.cta.onSlot(ir.OpSlotFill, ir.Void, on, c.cta.c(ir.I1, 1))
	c.cta.onSlot(ir.OpSlotFill, ir.Void, n, c.cta.c(ir.I32, 5))
	one, zero := c.cta.c(ir.I32, 1), c.cta.c(ir.I32, 0)
	entry, head, body, end := c.cta.b, c.cta.f.NewBlock(""), c.cta.f.NewBlock(""), c.cta.f.NewBlock("")
	entry.SetTerm(ir.Jump, 0, head)
	c.cta.b = head
	round := c.cta.op(ir.OpPhi, ir.I32, zero, nil)
	any := c.cta.onSlot(ir.OpSlotAny, ir.I1, on)
	head.Ctrl = []*ir.Value{any}
	head.SetTerm(ir.If, 0, body, end)
	c.cta.b = body
	r := c.region(on, ir.I32)
	r.onSlot(ir.OpSlotStore, ir.Void, n, r.op(ir.OpAdd, ir.I32, r.onSlot(ir.OpSlotLoad, ir.I32, n), r.c(ir.I32, 1)))
	r.onSlot(ir.OpSlotStore, ir.Void, on, r.cmp(ir.LtU, r.op(ir.OpArg, ir.I32), r.sreg("tid.x")))
	c.run(r, round)
	next := c.cta.op(ir.OpAdd, ir.I32, round, one)
	round.Args[1] = next
	body.SetTerm(ir.Jump, 0, head)
	c.cta.b = end
	r = c.region(nil)
	r.store(r.slot(4), r.onSlot(ir.OpSlotLoad, ir.I32, n))
	c.run(r)
	for i, v := range c.words(t, Config{Block: [3]uint32{70}}, 70) {
		if v != uint32(i)+6 {
			t.Errorf("thread %d: %d rounds and 5, want %d", i, v, i+6)
		}
	}
}

// collective is an operation between threads, on a value of each and the same operands
// for all.
type collective struct {
	name  string
	op    ir.Op
	typ   ir.Type
	value ir.Type // Void where it takes none
	rest  []uint64
	attr  ir.Attr

	halves bool // every operand differs between threads: the mask is that of the half of the warp
}

func collectives() []collective {
	list := []collective{
		{"lockstep", ir.OpLockstep, ir.Void, ir.Void, nil, ir.Attr{}, false},
		{"sync", ir.OpBarrier, ir.Void, ir.Void, []uint64{1, 0}, ir.Attr{}, false},
		{"popc", ir.OpBarrier, ir.I32, ir.I1, []uint64{2, 0}, ir.Attr{Bar: ir.BarRedPopc}, false},
		{"and", ir.OpBarrier, ir.I1, ir.I1, []uint64{0, 0}, ir.Attr{Bar: ir.BarRedAnd}, false},
		{"or", ir.OpBarrier, ir.I1, ir.I1, []uint64{0, 0}, ir.Attr{Bar: ir.BarRedOr}, false},
	}
	for _, f := range intrin.Warps() {
		if len(f.Params) > 3 {
			continue // a product of matrices, of which there are conformance cases
		}
		for _, rest := range choices(len(f.Params) - 1) {
			value, typ := ir.Void, ir.Void
			if len(f.Params) > 0 {
				value = warpTypes[f.Params[0]]
			}
			switch len(f.Results) {
			case 0:
			case 1:
				typ = warpTypes[f.Results[0]]
			default:
				typ = ir.Tuple
			}
			name := fmt.Sprintf("%s %v", f.Name, rest)
			mask := append(slices.Clone(rest), 0xffffffff)
			sync := ir.Attr{Name: f.Name, Sync: true}
			list = append(list,
				collective{name, ir.OpWarp, typ, value, rest, ir.Attr{Name: f.Name}, false},
				collective{name + " sync", ir.OpWarp, typ, value, mask, sync, false},
				collective{name + " of halves", ir.OpWarp, typ, value, mask, sync, true})
		}
	}
	return list
}

// warpTypes are the types that functions of a warp take and give.
var warpTypes = map[intrin.Kind]ir.Type{
	intrin.Bool: ir.I1, intrin.Uint32: ir.I32, intrin.Int32: ir.I32, intrin.B32: ir.I32, intrin.Uint64: ir.I64, intrin.Float32: ir.F32,
}

// choices returns lists of n operands beside the first, as shuffles have them.
func choices(n int) [][]uint64 {
	if n <= 0 {
		return [][]uint64{nil}
	}
	var out [][]uint64
	for _, b := range []uint64{0, 1, 7, 31} {
		for _, c := range []uint64{0, 0x1f, 0x181f, 0x1c03} {
			out = append(out, []uint64{b, c}[:n])
		}
	}
	return out
}

// of computes what a thread brings to an operation: the same for all where salt is 0.
func (c *collective) of(k *maker, salt uint64) *ir.Value {
	tid := k.sreg("tid.x")
	if salt == 0 {
		tid = k.c(ir.I32, 5)
	}
	h := k.op(ir.OpMul, ir.I32, k.op(ir.OpAdd, ir.I32, tid, k.c(ir.I32, salt)), k.c(ir.I32, 0x9e3779b1))
	few := k.op(ir.OpAnd, ir.I32, k.op(ir.OpShrU, ir.I32, h, k.c(ir.I32, 13)), k.c(ir.I32, 3))
	switch c.value {
	case ir.I1:
		return k.cmp(ir.Ne, few, k.c(ir.I32, 0))
	case ir.I64:
		return k.op(ir.OpShl, ir.I64, k.op(ir.OpZext, ir.I64, few), k.c(ir.I32, 40))
	case ir.F32:
		return k.op(ir.OpBitcast, ir.F32, h)
	}
	if strings.HasPrefix(c.attr.Name, "Match") {
		return few
	}
	return h
}

// operands computes the other operands of a thread where threads differ in them.
func (c *collective) operands(k *maker) (out []*ir.Value) {
	if !c.halves {
		return nil
	}
	for _, x := range c.rest[:len(c.rest)-1] {
		out = append(out, k.op(ir.OpXor, ir.I32, k.c(ir.I32, x), k.op(ir.OpAnd, ir.I32, k.sreg("tid.x"), k.c(ir.I32, 5))))
	}
	low := k.cmp(ir.Eq, k.op(ir.OpAnd, ir.I32, k.sreg("tid.x"), k.c(ir.I32, 16)), k.c(ir.I32, 0))
	return append(out, k.op(ir.OpSelect, ir.I32, low, k.c(ir.I32, 0xffff), k.c(ir.I32, 0xffff0000)))
}

// add adds the operation to a function, with a value for each thread, and perhaps others.
func (c *collective) add(k *maker, value *ir.Value, operands []*ir.Value) *ir.Value {
	args := operands
	for i, x := range c.rest {
		if c.halves {
			break
		}
		args = append(args, k.c(ir.I32, x))
		if c.op == ir.OpBarrier && i == 1 && value != nil {
			args = append(args, value)
		}
	}
	if value != nil && c.op != ir.OpBarrier {
		args = append([]*ir.Value{value}, args...)
	}
	v := k.op(c.op, c.typ, args...)
	v.Attr = c.attr
	if c.typ == ir.Tuple {
		f, _ := intrin.LookupWarp(c.attr.Name)
		for _, r := range f.Results {
			v.Results = append(v.Results, warpTypes[r])
		}
	}
	return v
}

// extract returns a result of a Tuple.
func (k *maker) extract(v *ir.Value, i int) *ir.Value {
	e := k.op(ir.OpExtract, v.Results[i], v)
	e.Attr.Index = i
	return e
}

// show stores the results of an operation: one word for each.
func (k *maker) show(results []*ir.Value) {
	for i, r := range results {
		switch r.Type {
		case ir.I1:
			r = k.op(ir.OpZext, ir.I32, r)
		case ir.F32:
			r = k.op(ir.OpBitcast, ir.I32, r)
		}
		k.store(k.at(k.slot(8), uint64(4*i)), r)
	}
	if len(results) == 0 {
		k.store(k.slot(8), k.c(ir.I32, 99))
	}
}

// kernel builds the operation for the threads for which alive says so, where it is not
// nil; the others have ended. The whole kernel does the same as the parts.
func (c *collective) kernel(alive func(k *maker) *ir.Value, salt uint64) *cutKernel {
	cut := newCut()
	k := cut.k
	if alive != nil {
		stay, end := k.f.NewBlock(""), k.f.NewBlock("")
		k.b.Ctrl = []*ir.Value{alive(k)}
		k.b.SetTerm(ir.If, 0, stay, end)
		end.SetTerm(ir.Exit, 0)
		k.b = stay
	}
	var value *ir.Value
	if c.value != ir.Void {
		value = c.of(k, salt)
	}
	v := c.add(k, value, c.operands(k))
	v.Pos = 77
	var results []*ir.Value
	switch {
	case c.typ == ir.Tuple:
		results = []*ir.Value{k.extract(v, 0), k.extract(v, 1)}
	case c.typ != ir.Void:
		results = []*ir.Value{v}
	}
	k.show(results)

	var on *ir.Slot
	if alive != nil {
		on = cut.newSlot("alive", ir.I1)
	}
	cta := cut.cta
	r := cut.region(nil)
	if on != nil {
		r.onSlot(ir.OpSlotStore, ir.Void, on, alive(r))
	}
	var vector *ir.Value
	var in *ir.Slot
	if c.value != ir.Void {
		in = cut.newSlot("in", c.value)
		r.onSlot(ir.OpSlotStore, ir.Void, in, c.of(r, salt))
	}
	first := len(cta.f.Slots)
	for _, x := range c.operands(r) {
		r.onSlot(ir.OpSlotStore, ir.Void, cut.newSlot("operand", ir.I32), x)
	}
	cut.run(r)
	var each []*ir.Value
	for _, s := range cta.f.Slots[first:] {
		each = append(each, cta.onSlot(ir.OpSlotAll, ir.I32, s))
	}
	if in != nil {
		vector = cta.onSlot(ir.OpSlotAll, in.Type, in)
	}
	v = c.add(cta, vector, each)
	v.Pos = 77
	if c.op != ir.OpLockstep {
		v.Attr.Slot = on
	}
	var out []*ir.Slot
	set := func(v *ir.Value) {
		s := cut.newSlot("out", v.Type)
		out = append(out, s)
		cta.onSlot(ir.OpSlotSet, ir.Void, s, v)
	}
	switch {
	case c.typ == ir.Tuple:
		set(cta.extract(v, 0))
		set(cta.extract(v, 1))
	case v.Vector():
		set(v)
	case c.typ != ir.Void:
		r = cut.region(on, c.typ)
		r.show([]*ir.Value{r.op(ir.OpArg, c.typ)})
		cut.run(r, v)
		return cut
	}
	r = cut.region(on)
	results = nil
	for _, s := range out {
		results = append(results, r.onSlot(ir.OpSlotLoad, s.Type, s))
	}
	r.show(results)
	cut.run(r)
	return cut
}

// TestCollectives compares what operations on slots give with what the kernel gives whole:
// for all threads of two warps and a piece, and for those of a mask.
func TestCollectives(t *testing.T) {
	masks := map[string]func(k *maker) *ir.Value{
		"all": nil,
		"two thirds": func(k *maker) *ir.Value {
			return k.cmp(ir.Ne, k.op(ir.OpRemU, ir.I32, k.sreg("tid.x"), k.c(ir.I32, 3)), k.c(ir.I32, 0))
		},
		"second warp": func(k *maker) *ir.Value {
			return k.cmp(ir.Eq, k.op(ir.OpShrU, ir.I32, k.sreg("tid.x"), k.c(ir.I32, 5)), k.c(ir.I32, 1))
		},
	}
	cfg := Config{Block: [3]uint32{75}}
	for _, op := range collectives() {
		for name, alive := range masks {
			seen := false
			for salt := range uint64(3) {
				k := op.kernel(alive, salt*17)
				want, got := make([]byte, 75*8), make([]byte, 75*8)
				if err := k.launch(false, cfg, Options{}, want); err != nil {
					t.Fatalf("%s, whole: %v", op.name, err)
				}
				seen = seen || bytes.Count(want, []byte{0}) < len(want)
				if err := k.launch(true, cfg, Options{Shuffle: salt}, got); err != nil {
					t.Fatalf("%s, as parts: %v", op.name, err)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s for %s:\n%x, want\n%x", op.name, name, got, want)
				}
			}
			if !seen {
				t.Errorf("%s for %s: the test sees nothing", op.name, name)
			}
		}
	}
}

// TestOthersKeep: what an operation gives reaches the threads that take part, no others.
func TestOthersKeep(t *testing.T) {
	c := newCut()
	on, x := c.newSlot("on", ir.I1), c.newSlot("x", ir.I32)
	r := c.region(nil)
	r.onSlot(ir.OpSlotStore, ir.Void, on, r.cmp(ir.LtU, r.sreg("tid.x"), r.c(ir.I32, 32)))
	r.onSlot(ir.OpSlotStore, ir.Void, x, r.sreg("tid.x"))
	c.run(r)
	sum := c.cta.op(ir.OpWarp, ir.I32, c.cta.onSlot(ir.OpSlotAll, ir.I32, x), c.cta.c(ir.I32, 0xffffffff))
	sum.Attr = ir.Attr{Name: "ReduxAddU32", Sync: true, Slot: on}
	c.cta.onSlot(ir.OpSlotSet, ir.Void, x, sum)
	r = c.region(nil)
	r.store(r.slot(4), r.onSlot(ir.OpSlotLoad, ir.I32, x))
	c.run(r)
	for i, v := range c.words(t, Config{Block: [3]uint32{64}}, 64) {
		want := uint32(i)
		if i < 32 {
			want = 31 * 16
		}
		if v != want {
			t.Errorf("thread %d: %d, want %d", i, v, want)
		}
	}
}

// TestPartFaults: faults name the kernel, the CTA, the thread and the line, as those of
// the whole kernel do.
func TestPartFaults(t *testing.T) {
	cfg := Config{Grid: [3]uint32{1, 2}, Block: [3]uint32{8, 8}, First: 1}
	member := collective{"vote", ir.OpWarp, ir.I32, ir.I1, []uint64{0xffff00ff}, ir.Attr{Name: "VoteBallotB32", Sync: true}, false}
	barrier := collective{"sync", ir.OpBarrier, ir.Void, ir.Void, []uint64{16, 0}, ir.Attr{}, false}
	for _, test := range []struct {
		cut  *cutKernel
		want string
	}{
		{member.kernel(nil, 0), "kernel k, CTA (0,1,0), thread (0,1,0), test.ptx:77: VoteBallotB32 with mask 0xffff00ff is executed by lane 8, which is not in it"},
		{barrier.kernel(nil, 0), "kernel k, CTA (0,1,0), thread (0,0,0), test.ptx:77: barrier 16: a CTA has 16"},
		{trapping(), "kernel k, CTA (0,1,0), thread (5,3,0), test.ptx:88: trap"},
	} {
		for _, cut := range []bool{false, true} {
			err := test.cut.launch(cut, cfg, Options{}, make([]byte, 8*256))
			var f *Fault
			if !errors.As(err, &f) || err.Error() != test.want {
				t.Errorf("cut %v: %v, want %s", cut, err, test.want)
			}
		}
	}
}

// TestOtherMasks: lanes that name others, which are at the operation with masks of their
// own, wait forever.
func TestOtherMasks(t *testing.T) {
	c := newCut()
	masks := c.newSlot("masks", ir.I32)
	r := c.region(nil)
	low := r.cmp(ir.LtU, r.sreg("tid.x"), r.c(ir.I32, 16))
	r.onSlot(ir.OpSlotStore, ir.Void, masks, r.op(ir.OpSelect, ir.I32, low, r.c(ir.I32, 0xffff), r.c(ir.I32, 0xffffffff)))
	c.run(r)
	wait := c.cta.op(ir.OpWarp, ir.Void, c.cta.onSlot(ir.OpSlotAll, ir.I32, masks))
	wait.Attr, wait.Pos = ir.Attr{Name: "BarWarp", Sync: true}, 77
	err := c.launch(true, Config{Block: [3]uint32{32}}, Options{}, nil)
	want := "kernel k, CTA (0,0,0), thread (16,0,0), test.ptx:77: deadlock: BarWarp with mask 0xffffffff waits for lanes that are there with other masks, 0xffff"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// trapping is a kernel in which one thread traps.
func trapping() *cutKernel {
	c := newCut()
	body := func(k *maker) {
		trap, end := k.f.NewBlock(""), k.f.NewBlock("")
		n := k.op(ir.OpAdd, ir.I32, k.op(ir.OpMul, ir.I32, k.sreg("tid.y"), k.c(ir.I32, 8)), k.sreg("tid.x"))
		k.b.Ctrl = []*ir.Value{k.cmp(ir.Eq, n, k.c(ir.I32, 29))}
		k.b.SetTerm(ir.If, 0, trap, end)
		trap.Add(ir.OpTrap, ir.Void, 88)
		trap.SetTerm(ir.Ret, 0)
		k.b = end
	}
	body(c.k)
	r := c.region(nil)
	body(r)
	c.run(r)
	return c
}

// TestPartsWait: a thread that waits in a region for a later CTA lets that run.
func TestPartsWait(t *testing.T) {
	c := newCut()
	r := c.region(nil)
	p := r.op(ir.OpParam, ir.I64)
	first, loop, end := r.f.NewBlock(""), r.f.NewBlock(""), r.f.NewBlock("")
	r.b.Ctrl = []*ir.Value{r.cmp(ir.Eq, r.sreg("ctaid.x"), r.c(ir.I32, 0))}
	r.b.SetTerm(ir.If, 0, loop, first)
	r.b = first
	r.store(p, r.c(ir.I32, 1))
	r.b.SetTerm(ir.Ret, 0)
	r.b = loop
	v := r.load(ir.I32, p)
	v.Attr.Volatile = true
	loop.Ctrl = []*ir.Value{r.cmp(ir.Eq, v, r.c(ir.I32, 0))}
	loop.SetTerm(ir.If, 9, loop, end)
	r.b = end
	r.store(r.at(p, 4), r.c(ir.I32, 2))
	c.run(r)
	cfg := Config{Grid: [3]uint32{2}, Block: [3]uint32{3}}
	if got := c.words(t, cfg, 2); got[0] != 1 || got[1] != 2 {
		t.Errorf("%d, want [1 2]", got)
	}
	// Alone it waits forever.
	cfg.Count = 1
	err := c.launch(true, cfg, Options{MaxSteps: 1e5}, make([]byte, 8))
	var f *Fault
	if !errors.As(err, &f) || f.Kind != FaultLimit {
		t.Errorf("%v, want the end of the budget", err)
	}
}

// TestPartErrors: New refuses what no part can have.
func TestPartErrors(t *testing.T) {
	c := newCut()
	sync := c.cta.op(ir.OpBarrier, ir.Void, c.cta.c(ir.I32, 0), c.cta.c(ir.I32, 32))
	x := c.newSlot("x", ir.I32)
	set := c.cta.onSlot(ir.OpSlotSet, ir.Void, x, sync.Args[0])
	r := c.region(nil)
	away := r.onSlot(ir.OpSlotLoad, ir.I32, &ir.Slot{Name: "away", Type: ir.I32})
	inside := r.op(ir.OpWarp, ir.Void, r.c(ir.I32, 1))
	inside.Attr = ir.Attr{Name: "BarWarp", Sync: true}
	for i, v := range []*ir.Value{sync, set, away, inside} {
		v.Pos = diag.Pos(i + 1)
	}
	c.run(r)
	err := c.launch(true, Config{}, Options{}, nil)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"test.ptx:1: function k: v2 Barrier: a barrier for some of the threads",
		"test.ptx:2: function k: v3 SlotSet: a value of the CTA for the threads",
		"test.ptx:3: function k: v0 SlotLoad: the kernel has no slot away",
		"test.ptx:4: function k: v2 Warp: a thread synchronises inside of a region",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}
