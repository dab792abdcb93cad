package gen

import (
	"bytes"
	"context"
	"runtime/debug"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// TestGuard launches kernels that read and write a const variable through a parameter:
// only the write is a fault, the variable stays what it is, and so does the goroutine.
func TestGuard(t *testing.T) {
	m := NewModule("guard.ptx", "")
	c := Const[uint32](m.Default(), "c", 64, 1, 2, 3)
	k := &Kernel{Name: "k", Mode: Rows, Params: []Param{{Name: "p", Type: "u64", Size: 8, Align: 8}}}
	m.Add(k)
	var at, read uint32
	k.Raw = func(raw *RawArgs) func(*CTA) {
		p := WriteArg[uint32](raw, 0)
		return func(*CTA) {
			if p != nil {
				read = p[1]
			}
			p[at] = 7
		}
	}
	addr := AddrOf(c)
	for at = range uint32(66) {
		read = 2
		err := k.LaunchRaw(context.Background(), Launch{}, unsafe.Pointer(&addr))
		want := "is in constant variable c of 256 bytes, which is not to be written"
		if at >= 64 {
			want = "outside of its buffer"
		}
		if f := wantFault(t, err, ptx.FaultAddress, want); at < 64 && f.Addr != addr+4*uint64(at) {
			t.Errorf("element %d is at %#x: %v", at, f.Addr, err)
		}
		if c[1] != 2 || c[at%64] == 7 || read != 2 {
			t.Errorf("element %d: %v, read %d", at, c[:4], read)
		}
	}
	if debug.SetPanicOnFault(false) {
		t.Error("faults of the program are panics now")
	}
	// A reader has the variable itself.
	k.Raw = func(raw *RawArgs) func(*CTA) {
		p := SliceArg[uint32](raw, 0)
		return func(*CTA) {
			if &p[0] != &c[0] {
				t.Error("a copy for a reader")
			}
		}
	}
	if err := k.LaunchRaw(context.Background(), Launch{}, unsafe.Pointer(&addr)); err != nil {
		t.Error(err)
	}
}

// TestGuardsApart: each const variable has a copy of its own for a launch, and one however often a
// parameter points to it.
func TestGuardsApart(t *testing.T) {
	var b bound
	defer b.dropGuards()
	list := [][]byte{bytes.Repeat([]byte{1}, 40), bytes.Repeat([]byte{2}, 40), bytes.Repeat([]byte{3}, 8192)}
	var copies [][]byte
	for _, v := range list {
		mem := b.guarded(memory.Of(v))
		if mem == nil {
			t.Skip("SKIPPED: the system has no memory that only reads")
		}
		if !bytes.Equal(mem, v) {
			t.Errorf("the copy of %d is of %d", v[0], mem[0])
		}
		copies = append(copies, mem)
	}
	for i, v := range list {
		if mem := b.guarded(memory.Of(v)); &mem[0] != &copies[i][0] {
			t.Errorf("variable %d is copied again", i)
		}
	}
	if len(b.guards) != len(list) || !b.mayRefuse() {
		t.Errorf("%d guards", len(b.guards))
	}
}
