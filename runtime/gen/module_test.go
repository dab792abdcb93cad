package gen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// testModules counts runs of TestModule.
var testModules atomic.Int32

func TestModule(t *testing.T) {
	// Modules stay, so that each run of the test needs names of its own.
	run := fmt.Sprint(testModules.Add(1))
	hash, one, two := "module-test-hash"+run, "module-test-one"+run, "module-test-two"+run
	m := NewModule("m.ptx", hash)
	in := m.Default()
	ints := Global(in, "ints", 4, int32(5), -6)
	text := Global(in, "text", 8, []byte("hey")...)
	table := Const(in, "table", 3, 1.5, 2.5)
	ptrs := Global[uint64](in, "ptrs", 4, 0, 77)
	packed := Global[uint8](in, "packed", 15, 9)
	empty := Global[uint32](in, "empty", 0)
	Reloc(in, "ptrs", 16, 8, AddrOf(table)+8)
	Reloc(in, "packed", 1, 1, 0x1122334455667788)
	Reloc(in, "packed", 2, 2, 0x1122334455667788)
	Reloc(in, "packed", 5, 4, 0x1122334455667788)
	k1, k2 := &Kernel{Name: one}, &Kernel{Name: two}
	m.Add(k1, k2)

	if !slices.Equal(ints, []int32{5, -6, 0, 0}) || !bytes.Equal(text, []byte("hey\x00\x00\x00\x00\x00")) || !slices.Equal(table, []float64{1.5, 2.5, 0}) || len(empty) != 0 {
		t.Errorf("initial contents: %v %q %v", ints, text, table)
	}
	if AddrOf(ints)%256 != 0 || AddrOf(text)%256 != 0 {
		t.Error("alignment")
	}
	check := func() {
		t.Helper()
		if !slices.Equal(ptrs, []uint64{0, 77, AddrOf(table) + 8, 0}) {
			t.Errorf("ptrs %#x", ptrs)
		}
		if want := []byte{9, 0x88, 0x88, 0x77, 0, 0x88, 0x77, 0x66, 0x55, 0, 0, 0, 0, 0, 0}; !bytes.Equal(packed, want) {
			t.Errorf("packed %x, want %x", packed, want)
		}
	}
	k1.Mode = CTAs
	err := inThread(Launch{}, k1, func(th *Thread) {
		p := th.LoadU64(AddrOf(ptrs) + 16)
		if th.LoadF64(p) != 2.5 || !th.IsConst(p) || th.IsGlobal(p) || th.IsConst(AddrOf(ints)) {
			t.Error("const table")
		}
		th.StoreU32(AddrOf(ints)+8, 99)
	})
	if err != nil {
		t.Fatal(err)
	}
	check()
	err = inThread(Launch{}, k1, func(th *Thread) { th.LoadU32(AddrOf(ints) + 16) })
	if err == nil || !strings.Contains(err.Error(), "0 bytes past the end of variable ints of 16 bytes") {
		t.Errorf("got %v", err)
	}

	b, ok := in.Get("ints")
	if !ok || LoadU32(b, 8) != 99 {
		t.Errorf("ints is %x", b)
	}
	StoreU32(b, 0, 1)
	clear(ptrs)
	clear(packed)
	clear(table)
	in.Reset()
	check()
	if !slices.Equal(ints, []int32{5, -6, 0, 0}) || !slices.Equal(table, []float64{1.5, 2.5, 0}) {
		t.Errorf("after Reset: %v %v", ints, table)
	}
	if _, ok := in.Get("none"); ok {
		t.Error("a variable that does not exist")
	}
	if got := in.Names(); !slices.Equal(got, []string{"ints", "text", "table", "ptrs", "packed", "empty"}) {
		t.Errorf("names %v", got)
	}

	if got, ok := ptx.Lookup(hash); !ok || got != m.Module {
		t.Error("Lookup")
	}
	if _, ok := ptx.Lookup("no such hash"); ok {
		t.Error("Lookup of nothing")
	}
	if k, ok := ptx.FindKernel(two); !ok || k != k2.shown || k.Module != m.Module || k.File != "m.ptx" {
		t.Error("FindKernel")
	}
	if _, ok := ptx.FindKernel("no such kernel"); ok {
		t.Error("FindKernel of nothing")
	}
	if k, ok := m.Kernel(one); !ok || k != k1.shown {
		t.Error("Module.Kernel")
	}
	if !slices.Equal(m.Kernels(), []*ptx.Kernel{k1.shown, k2.shown}) {
		t.Error("Module.Kernels")
	}
	// The same hash and the same name again: the first stays.
	m2 := NewModule("m.ptx", hash)
	m2.Add(&Kernel{Name: two})
	if got, _ := ptx.Lookup(hash); got != m.Module {
		t.Error("a second module of the same hash took its place")
	}
	if k, _ := ptx.FindKernel(two); k != k2.shown {
		t.Error("a second kernel of the same name took its place")
	}

	for want, f := range map[string]func(){
		"two variables named ints":                    func() { Global[int32](in, "ints", 1) },
		"has 1 element and 2 initial values":          func() { Global(in, "more", 1, 1, 2) },
		"contains Go pointers":                        func() { Global[*int](in, "bad", 1) },
		"relocation of 8 bytes at 25 of":              func() { Reloc(in, "ptrs", 25, 8, 0) },
		"relocation of 8 bytes at 0 of variable none": func() { Reloc(in, "none", 0, 8, 0) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, want) {
					t.Errorf("got %q, want %q", s, want)
				}
			}()
			f()
		}()
	}
}

// TestLink: each text of linked modules finds them, and a line of the line table is one
// of the file that it lies in.
func TestLink(t *testing.T) {
	m := NewModule("a.ptx", "linked a").Link("b.ptx", "linked b", 10).Link("c.ptx", "linked c", 25)
	for _, hash := range []string{"linked a", "linked b", "linked c"} {
		if got, ok := ptx.Lookup(hash); !ok || got != m.Module {
			t.Errorf("%s finds %v", hash, got)
		}
	}
	k := &Kernel{Name: "k", File: "b.ptx"}
	m.Add(k)
	for _, tt := range []struct {
		file string
		line int
		want string
		own  int
	}{
		{"", 1, "a.ptx", 1}, {"", 10, "a.ptx", 10}, {"", 11, "b.ptx", 1}, {"", 25, "b.ptx", 15}, {"", 26, "c.ptx", 1}, {"", 99, "c.ptx", 74},
		{"", 0, "b.ptx", 0},        // not known: the kernel's
		{"x.ptx", 26, "x.ptx", 26}, // of a //line directive
	} {
		if file, own := k.place(tt.file, tt.line); file != tt.want || own != tt.own {
			t.Errorf("%q, line %d: %s:%d, want %s:%d", tt.file, tt.line, file, own, tt.want, tt.own)
		}
	}
}
