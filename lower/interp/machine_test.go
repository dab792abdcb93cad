package interp

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// parse reads a module in the text form of package ir.
func parse(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := ir.Parse("t.ir", "module \"k.ptx\" version \"7.8\" target \"sm_70\" pointers 64\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNewErrors: New says all that can not be executed.
func TestNewErrors(t *testing.T) {
	m := parse(t, `
global @away size 4 align 4 elem i32 extern
kernel @k ; 1
b0:
  v0 = Const <i32> 1
  v1 = Intrin.NoSuchFunction <i32> v0 ; 2
  v2 = Intrin.PopcB64 <i32> v0 ; 3
  v3 = SymAddr <i64> @away ; 4
  Ret
`)
	for _, add := range []struct {
		op   ir.Op
		sreg string
		mem  ir.Type
	}{{ir.OpSReg, "physid", 0}, {ir.OpLoad, "", ir.Void}} {
		b := m.Funcs[0].Blocks[0]
		var args []*ir.Value
		if add.op == ir.OpLoad {
			args = b.Values[2:3]
		}
		v := b.Add(add.op, ir.I32, diag.Pos(9), args...)
		v.Attr.SReg, v.Attr.Mem = add.sreg, add.mem
	}
	_, err := New(m, Options{})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"k.ptx:2: function k: v1 Intrin: no function NoSuchFunction",
		"k.ptx:3: function k: v2 Intrin: PopcB64 takes [uint64] and returns [uint32]",
		"k.ptx:4: function k: v3 SymAddr: variable away is defined outside of the module",
		"k.ptx:9: function k: v4 SReg: no special register physid",
		"k.ptx:9: function k: v5 Load: 0 bytes of type void",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}

func TestRelocErrors(t *testing.T) {
	for _, text := range []string{
		"global @a size 4 align 4 elem i32 reloc 0 8 @a 0 shift 0",
		"global @a size 16 align 4 elem i32 reloc 12 8 @a 0 shift 0",
		"global @b size 4 align 4 elem i32 extern\nglobal @a size 16 align 4 elem i32 reloc 0 8 @b 0 shift 0",
		"global @a size 99999999999 align 4 elem i32",
	} {
		if _, err := New(parse(t, text+"\n"), Options{}); err == nil {
			t.Errorf("no error for %s", text)
		}
	}
}

// TestExternFunction: a kernel that calls a function without a body does not run;
// an indirect call of one is a fault. CUDA's functions have their signatures.
func TestExternFunction(t *testing.T) {
	x, err := New(parse(t, `
func @vprintf(i32) -> (i32) extern
kernel @direct
b0:
  v0 = Const <i32> 1
  v1 = Call <i32> v0 @vprintf ; 7
  Ret

kernel @indirect
b0:
  v0 = Const <i32> 1
  v1 = FuncAddr <i64> @vprintf
  v2 = CallIndirect <i32> v1 v0 (i32) -> (i32) ; 14
  Ret
`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for kernel, want := range map[string]string{
		"direct":   "kernel direct: it calls the extern function vprintf, which is not supplied",
		"indirect": "kernel indirect, CTA (0,0,0), thread (0,0,0), k.ptx:14: call of vprintf, which has no body",
	} {
		err = x.Launch(context.Background(), kernel, Config{}, nil, nil)
		if err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
	}
}

func TestDeviceFuncs(t *testing.T) {
	for name := range ir.DeviceFuncs {
		if deviceFuncs[name] == nil {
			t.Errorf("%s has no body", name)
		}
	}
	if len(deviceFuncs) != len(ir.DeviceFuncs) {
		t.Errorf("%d bodies for %d functions", len(deviceFuncs), len(ir.DeviceFuncs))
	}
}

func TestUnreachable(t *testing.T) {
	x, err := New(parse(t, "kernel @k\nb0:\n  Unreachable ; 5\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = x.Launch(context.Background(), "k", Config{}, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "k.ptx:5: a function has returned") {
		t.Errorf("got %v", err)
	}
}

// TestMemoryOfCTAs: a grid whose CTAs all wait for a flag that nobody sets grows
// to the limit of memory, and not beyond.
func TestMemoryOfCTAs(t *testing.T) {
	m := parse(t, `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  Jump b1
b1: <- b0 b1
  v1 = Load.global.volatile.i32 <i32> v0
  v2 = Const <i32> 0
  v3 = ICmp.eq <i1> v1 v2
  If v3 b1 b2
b2: <- b1
  Ret
`)
	x, err := New(m, Options{MaxMemory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	flag := make([]byte, 4)
	params := binary.LittleEndian.AppendUint64(nil, x.addrOf(flag))
	err = x.Launch(context.Background(), "k", Config{Grid: [3]uint32{1 << 20}, Block: [3]uint32{32}}, params, [][]byte{flag})
	if err == nil || !strings.Contains(err.Error(), "1048576 bytes of memory") {
		t.Errorf("got %v", err)
	}
	// The machine is as good as new after a launch that failed.
	flag[0] = 1
	if err := x.Launch(context.Background(), "k", Config{Grid: [3]uint32{1000}, Block: [3]uint32{32}}, params, [][]byte{flag}); err != nil {
		t.Error(err)
	}
}

// TestOverlappingBuffers: an access may cross from one buffer into another if
// they overlap in one slice, and not if they only touch.
func TestOverlappingBuffers(t *testing.T) {
	m := parse(t, `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Load.global.i64 <i64> v0
  Ret
`)
	x, err := New(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mem := alignedBytes(64)
	params := binary.LittleEndian.AppendUint64(nil, x.addrOf(mem)+8)
	if err := x.Launch(context.Background(), "k", Config{}, params, [][]byte{mem[10:16], mem[6:12]}); err != nil {
		t.Errorf("overlapping buffers: %v", err)
	}
	if err := x.Launch(context.Background(), "k", Config{}, params, [][]byte{mem[12:16], mem[6:12]}); err == nil {
		t.Error("no error for an access across two buffers")
	}
	if err := x.Launch(context.Background(), "k", Config{}, params, [][]byte{mem[8:14]}); err == nil {
		t.Error("no error for an access across the end of a buffer")
	}
}

// TestWideAtomics exchanges and compares 128 bits.
func TestWideAtomics(t *testing.T) {
	m := parse(t, `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Const <i128> 0x00000000000000070000000000000005
  v2 = Const <i128> 0x00000000000000090000000000000008
  v3 = Atomic.global.relaxed.gpu.exch.i128 <i128> v0 v1
  v4 = Atomic.global.relaxed.gpu.cas.i128 <i128> v0 v3 v2
  v5 = Const <i64> 16
  v6 = Add <i64> v0 v5
  Store.global.i128 v6 v3
  v7 = Add <i64> v6 v5
  Store.global.i128 v7 v4
  v8 = Atomic.global.relaxed.gpu.cas.i128 <i128> v0 v1 v2
  Ret
`)
	x, err := New(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mem := alignedBytes(48)
	binary.LittleEndian.PutUint64(mem, 1)
	binary.LittleEndian.PutUint64(mem[8:], 2)
	if err := x.Launch(context.Background(), "k", Config{}, binary.LittleEndian.AppendUint64(nil, x.addrOf(mem)), [][]byte{mem}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{8, 9, 1, 2, 5, 7} {
		if got := binary.LittleEndian.Uint64(mem[8*i:]); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
}
