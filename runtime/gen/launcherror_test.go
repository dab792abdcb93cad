package gen

import (
	"context"
	"errors"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestLaunchErrorKinds makes each kind of launch error, but for that of the platform.
func TestLaunchErrorKinds(t *testing.T) {
	body := func(*CTA) { t.Error("the kernel runs") }
	raw := func(*RawArgs) func(*CTA) { return body }
	unset := []Extern{{Name: "f", Var: "F", IsSet: func() bool { return false }}}
	refs := NewModule("refs.ptx", "")
	Reference(refs.Default(), "tex", TextureRef)
	seen := map[ptx.LaunchErrorKind]bool{}
	for _, x := range []struct {
		kind ptx.LaunchErrorKind
		k    Kernel
		l    Launch
		args []any
	}{
		{kind: ptx.ErrGrid, l: Launch{Grid: dim3(1, 70000, 1)}},
		{kind: ptx.ErrBlock, l: Launch{Block: ptx.D1(2048)}},
		{kind: ptx.ErrBlock, k: Kernel{RowWarps: true}, l: Launch{Block: ptx.D2(16, 4)}},
		{kind: ptx.ErrShared, l: Launch{Shared: 1 << 20}},
		{kind: ptx.ErrRange, l: Launch{First: 2}},
		{kind: ptx.ErrRange, l: Launch{Workers: -1}},
		{kind: ptx.ErrCooperative, l: Launch{Grid: ptx.D1(1 << 20), Cooperative: true}},
		{kind: ptx.ErrArgument, args: []any{1}},
		{kind: ptx.ErrArgument, k: Kernel{Params: []Param{{Name: "p", Type: "u32", Size: 4}}}, args: []any{"text"}},
		{kind: ptx.ErrExtern, k: Kernel{Externs: unset}},
		{kind: ptx.ErrReference, k: Kernel{Module: refs, Refs: []string{"tex"}}},
		{kind: ptx.ErrReference, l: Launch{Textures: map[string]*ptx.Texture{"tex": nil}}},
		{kind: ptx.ErrInstance, l: Launch{Instance: refs.Default()}},
	} {
		x.k.Name, x.k.Raw = "k", raw
		err := x.k.LaunchArgs(context.Background(), x.l, x.args...)
		var e *ptx.LaunchError
		if !errors.As(err, &e) || e.Kind != x.kind || e.Kernel != "k" || !errors.Is(err, x.kind) {
			t.Errorf("%+v: got %v, want one of kind %v", x.l, err, x.kind)
		}
		for k := range ptx.ErrPlatform + 1 {
			if k != x.kind && errors.Is(err, k) {
				t.Errorf("%v is of kind %v, too", err, k)
			}
		}
		seen[x.kind] = true
	}
	for k := range ptx.ErrPlatform + 1 {
		if !seen[k] && k != ptx.ErrPlatform {
			t.Errorf("no launch fails with %v", k)
		}
	}
}

// TestOddSlices launches with slices at addresses that are no multiples of the alignment of
// their elements, as generated code does.
func TestOddSlices(t *testing.T) {
	mem := make([]uint64, 8)
	at := func(off uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(&mem[0]), off) }
	for _, x := range []struct {
		name string
		args []Buffer
		odd  bool
	}{
		{"u32 at 1", []Buffer{BytesOf(mem), BytesOf(unsafe.Slice((*uint32)(at(1)), 2))}, true},
		{"u16 at 3", []Buffer{BytesOf(unsafe.Slice((*uint16)(at(3)), 2))}, true},
		{"f64 at 4", []Buffer{BytesOf(mem), BytesOf(unsafe.Slice((*float64)(at(4)), 2))}, unsafe.Alignof(mem[0]) == 8},
		{"u8 at 3", []Buffer{BytesOf(unsafe.Slice((*uint8)(at(3)), 2))}, false},
		{"u32 at 4", []Buffer{BytesOf(unsafe.Slice((*uint32)(at(4)), 2))}, false},
		{"nothing at 1", []Buffer{BytesOf(unsafe.Slice((*uint32)(at(1)), 0)), BytesOf([]uint32(nil))}, false},
	} {
		ran := false
		body := func(*CTA) { ran = true }
		for how, err := range map[string]error{
			"Run":      rows("k").Run(context.Background(), Launch{}, body, x.args...),
			"RunImage": rows("k").RunImage(context.Background(), Launch{}, body, nil, x.args...),
		} {
			var e *ptx.LaunchError
			if odd := errors.Is(err, ptx.FaultMisaligned) && errors.Is(err, ptx.ErrArgument) && errors.As(err, &e) && !ran; odd != x.odd || err != nil && !odd {
				t.Errorf("%s, %s: %v", x.name, how, err)
			}
		}
	}
}

// TestFaultKinds finds the kind of a fault in the error of a launch.
func TestFaultKinds(t *testing.T) {
	for k := range ptx.FaultLimit + 1 {
		err := error(&ptx.Fault{Kind: k, Err: errors.New("cause")})
		for other := range ptx.FaultLimit + 1 {
			if errors.Is(err, other) != (k == other) {
				t.Errorf("fault of kind %s, asked for %s", k.String(), other.String())
			}
		}
	}
	k := Kernel{Name: "k", Mode: CTAs}
	err := k.Run(context.Background(), Launch{}, func(c *CTA) { c.Trap() })
	if !errors.Is(err, ptx.FaultTrap) || errors.Is(err, ptx.FaultAddress) {
		t.Errorf("got %v, want a trap", err)
	}
}
