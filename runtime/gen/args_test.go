package gen

import (
	"context"
	"errors"

	"strings"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// axpy is what generated code for a small kernel looks like: y = a*x + y.
func axpy() *Kernel {
	k := &Kernel{Name: "axpy", File: "axpy.ptx", Mode: Rows, Params: []Param{
		{Name: "axpy_param_0", Type: "u32", Size: 4, Align: 4, Offset: 0},
		{Name: "axpy_param_1", Type: "f32", Size: 4, Align: 4, Offset: 4},
		{Name: "axpy_param_2", Type: "u64", Size: 8, Align: 8, Offset: 8},
		{Name: "axpy_param_3", Type: "u64", Size: 8, Align: 8, Offset: 16},
	}}
	k.Raw = func(a *RawArgs) func(*CTA) {
		n, f, x, y := a.Int32(0), a.Float32(1), SliceArg[float32](a, 2), SliceArg[float32](a, 3)
		return func(c *CTA) { axpyBody(c, n, f, x, y) }
	}
	return k
}

func axpyBody(c *CTA, n int32, a float32, x, y []float32) {
	for c.X = range c.Dim.X {
		if i := int32(c.ID.X*c.Dim.X + c.X); i < n {
			y[i] = float32(a*x[i]) + y[i]
		}
	}
}

func TestLaunchRaw(t *testing.T) {
	k := axpy()
	dev := ptx.Alloc[float32](200)
	defer ptx.Free(dev)
	host := make([]float32, 100)
	for i := range host {
		dev[100+i], host[i] = float32(i), 1
	}
	n, a, x, y := int32(100), float32(2), AddrOf(dev[100:]), AddrOf(host)
	args := []unsafe.Pointer{unsafe.Pointer(&n), unsafe.Pointer(&a), unsafe.Pointer(&x), unsafe.Pointer(&y)}
	l := Launch{Grid: ptx.D1(4), Block: ptx.D1(32), Buffers: []Buffer{BytesOf(host)}}
	if err := k.LaunchRaw(context.Background(), l, args...); err != nil {
		t.Fatal(err)
	}
	for i, v := range host {
		if v != float32(2*i+1) {
			t.Fatalf("element %d: %v", i, v)
		}
	}

	// Null and unknown addresses are errors only where they are used.
	var null uint64
	args[2] = unsafe.Pointer(&null)
	n = 0
	if err := k.LaunchRaw(context.Background(), l, args...); err != nil {
		t.Error(err)
	}
	n = 100
	f := wantFault(t, k.LaunchRaw(context.Background(), l, args...), ptx.FaultAddress,
		"kernel axpy, CTA (0,0,0), thread (0,0,0), axpy.ptx: axpy_param_2[0]: address 0x0 is a null pointer")
	if !f.HasAddr || f.Addr != 0 {
		t.Errorf("%+v", f)
	}
	args[2] = unsafe.Pointer(&x)
	unknown := AddrOf(make([]float32, 100))
	args[3] = unsafe.Pointer(&unknown)
	f = wantFault(t, k.LaunchRaw(context.Background(), l, args...), ptx.FaultAddress,
		"allocate it with ptx.Alloc or list it in Launch.Buffers")
	if !f.HasAddr || f.Addr != unknown {
		t.Errorf("%+v", f)
	}
	odd := y + 2
	args[3] = unsafe.Pointer(&odd)
	wantFault(t, k.LaunchRaw(context.Background(), l, args...), ptx.FaultMisaligned, "is not a multiple of 4")
	args[3] = unsafe.Pointer(&y)

	// The last element of a buffer and what is behind it.
	n = 101
	f = wantFault(t, k.LaunchRaw(context.Background(), l, args...), ptx.FaultAddress, "element 100 is outside of its buffer, which has 100")
	if f.CTA != (dim3(3, 0, 0)) || f.Thread != (dim3(4, 0, 0)) {
		t.Errorf("%+v", f)
	}

	for want, err := range map[string]error{
		"kernel axpy: it has 4 parameters, not 3":                k.LaunchRaw(context.Background(), l, args[:3]...),
		"kernel axpy: no value for parameter axpy_param_1":       k.LaunchRaw(context.Background(), l, args[0], nil, args[2], args[3]),
		"kernel axpy: block (2048,1,1)":                          k.LaunchRaw(context.Background(), Launch{Block: ptx.D1(2048)}, args...),
		"kernel none: it cannot be launched with raw parameters": (&Kernel{Name: "none"}).LaunchRaw(context.Background(), l),
		"kernel one: it has 1 parameter, not 0":                  (&Kernel{Name: "one", Params: make([]Param, 1), Raw: k.Raw}).LaunchRaw(context.Background(), l),
		"kernel bad: parameter p of -1 bytes at offset 0":        (&Kernel{Name: "bad", Params: []Param{{Name: "p", Size: -1}}, Raw: k.Raw}).LaunchRaw(context.Background(), l, nil),
		"kernel bad: parameter p of 4 bytes at offset 10000000":  (&Kernel{Name: "bad", Params: []Param{{Name: "p", Size: 4, Offset: 10000000}}, Raw: k.Raw}).LaunchRaw(context.Background(), l, nil),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// Parameters of every size are read with exactly their size, and land at their
// offsets.
func TestRawParameters(t *testing.T) {
	type pair struct {
		A uint32
		B uint16
	}
	k := &Kernel{Name: "k", Mode: CTAs, Params: []Param{
		{Name: "a", Type: "s8", Size: 1, Align: 1, Offset: 0}, {Name: "b", Type: "u8", Size: 1, Align: 1, Offset: 1}, {Name: "c", Type: "s16", Size: 2, Align: 2, Offset: 2}, {Name: "d", Type: "u16", Size: 2, Align: 2, Offset: 4}, {Name: "e", Type: "f16", Size: 2, Align: 2, Offset: 6},
		{Name: "f", Type: "s32", Size: 4, Align: 4, Offset: 8}, {Name: "g", Type: "u32", Size: 4, Align: 4, Offset: 12}, {Name: "h", Type: "f32", Size: 4, Align: 4, Offset: 16}, {Name: "i", Type: "s64", Size: 8, Align: 8, Offset: 24}, {Name: "j", Type: "u64", Size: 8, Align: 8, Offset: 32},
		{Name: "k", Type: "f64", Size: 8, Align: 8, Offset: 40}, {Name: "l", Type: "b8", Size: 8, Align: 4, Offset: 48}, {Name: "m", Type: "b8", Size: 0, Align: 1, Offset: 56}, {Name: "n", Type: "b8", Size: 3, Align: 1, Offset: 56}, {Name: "o", Type: "u32", Size: 4, Align: 4, Offset: 60},
	}}
	ran := false
	k.Raw = func(a *RawArgs) func(*CTA) {
		x := SliceArg[uint8](a, 14)
		st := (*pair)(unsafe.Pointer(&a.Bytes(11)[0]))
		if a.Int8(0) != -1 || a.Uint8(1) != 2 || a.Int16(2) != -3 || a.Uint16(3) != 4 || a.F16(4) != 0x3c00 ||
			a.Int32(5) != -6 || a.Uint32(6) != 7 || a.Float32(7) != 8.5 || a.Int64(8) != -9 || a.Uint64(9) != 10 || a.Float64(10) != 11.5 ||
			*st != (pair{12, 13}) || len(a.Bytes(12)) != 0 || string(a.Bytes(13)) != "abc" || x != nil {
			t.Errorf("parameters %x", a.words)
		}
		return func(*CTA) { ran = true }
	}
	a, b, c, d, e, f, g, h, i, j, m, n, o := int8(-1), uint8(2), int16(-3), uint16(4), uint16(0x3c00), int32(-6), uint32(7), float32(8.5), int64(-9), uint64(10), 11.5, [3]byte{'a', 'b', 'c'}, uint32(0)
	st := pair{12, 13}
	err := k.LaunchRaw(context.Background(), Launch{}, unsafe.Pointer(&a), unsafe.Pointer(&b), unsafe.Pointer(&c), unsafe.Pointer(&d), unsafe.Pointer(&e), unsafe.Pointer(&f),
		unsafe.Pointer(&g), unsafe.Pointer(&h), unsafe.Pointer(&i), unsafe.Pointer(&j), unsafe.Pointer(&m), unsafe.Pointer(&st), nil, unsafe.Pointer(&n), unsafe.Pointer(&o))
	if err != nil || !ran {
		t.Error(err, ran)
	}
	ran = false
	if err := k.LaunchArgs(context.Background(), Launch{}, a, b, c, d, e, f, g, h, i, j, m, st, [0]byte{}, n, o); err != nil || !ran {
		t.Error(err, ran)
	}
	k.Raw = func(a *RawArgs) func(*CTA) { a.Int32(8); return nil }
	defer func() {
		if s, _ := recover().(string); s != "ptx: parameter 8 of kernel k has 8 bytes and is read as 4" {
			t.Errorf("got %q", s)
		}
	}()
	_ = k.LaunchArgs(context.Background(), Launch{}, a, b, c, d, e, f, g, h, i, j, m, st, [0]byte{}, n, o)
}

func TestLaunchArgs(t *testing.T) {
	k := axpy()
	type small int32
	x, y := []float32{1, 2, 3, 4}, []float32{5, 6, 7, 8}
	l := Launch{Block: ptx.D1(4)}
	if err := k.LaunchArgs(context.Background(), l, small(4), float32(3), x, y); err != nil {
		t.Fatal(err)
	}
	one := float32(40)
	if err := k.LaunchArgs(context.Background(), l, uint32(1), float32(1), &one, ptx.Ptr(AddrOf(y)), y); err == nil {
		t.Error("too many arguments were taken")
	}
	l.Buffers = []Buffer{BytesOf(y)}
	if err := k.LaunchArgs(context.Background(), l, uint32(1), float32(1), &one, ptx.Ptr(AddrOf(y))); err != nil {
		t.Error(err)
	}
	if err := k.LaunchArgs(context.Background(), l, uint32(1), float32(1), &one, AddrOf(y[1:])); err != nil {
		t.Error(err)
	}
	if y[0] != 48 || y[1] != 52 || y[3] != 20 {
		t.Errorf("y = %v", y)
	}
	var f *ptx.Fault
	if err := k.LaunchArgs(context.Background(), l, uint32(1), float32(1), nil, y); !errors.As(err, &f) || !strings.Contains(err.Error(), "null pointer") {
		t.Errorf("nil: %v", err)
	}
	for want, args := range map[string][]any{
		"parameter axpy_param_0: int for a .u32 of 4 bytes":               {1, float32(1), x, y},
		"parameter axpy_param_0: float32 for a .u32 of 4 bytes":           {float32(1), float32(1), x, y},
		"parameter axpy_param_0: nil for a .u32 of 4 bytes":               {nil, float32(1), x, y},
		"parameter axpy_param_0: []float32 for a .u32 of 4 bytes":         {x, float32(1), x, y},
		"parameter axpy_param_1: int32 for a .f32 of 4 bytes":             {int32(1), int32(1), x, y},
		"parameter axpy_param_1: float64 for a .f32 of 4 bytes":           {int32(1), 1.0, x, y},
		"parameter axpy_param_2: float64 for a .u64 of 8 bytes":           {int32(1), float32(1), 1.0, y},
		"parameter axpy_param_2: []string: the elements contain Go":       {int32(1), float32(1), []string{}, y},
		"parameter axpy_param_2: string for a .u64 of 8 bytes":            {int32(1), float32(1), "x", y},
		"parameter axpy_param_2: [1]*int contains Go pointers":            {int32(1), float32(1), [1]*int{}, y},
		"parameter axpy_param_2: complex64 for a .u64 of 8 bytes":         {int32(1), float32(1), complex64(1), y},
		"parameter axpy_param_3: runtime.Dim3 for a .u64 of 8 bytes":      {int32(1), float32(1), x, Dim3{}},
		"kernel axpy: it has 4 parameters, not 1":                         {int32(1)},
		"parameter axpy_param_3: []*float32: the elements contain Go poi": {int32(1), float32(1), x, []*float32{}},
	} {
		if err := k.LaunchArgs(context.Background(), l, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
