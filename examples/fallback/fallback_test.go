package fallback

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

func TestScaleAndCount(t *testing.T) {
	d, err := Open(PTX)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Reset(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 12))
	sum := uint32(0)
	for _, n := range []int{1, 127, 128, 129, 5000} {
		const f, limit = 3, 1
		x, want, above := make([]float32, n), make([]float32, n), uint32(0)
		for i := range x {
			x[i] = float32(r.NormFloat64())
			want[i] = x[i] * f
			if want[i] > limit {
				above++
			}
		}
		got, err := ScaleAndCount(t.Context(), d, x, f, limit)
		if err != nil {
			t.Fatal(err)
		}
		if got != above {
			t.Errorf("n=%d: %d above the limit, want %d", n, got, above)
		}
		for i := range x {
			if math.Float32bits(x[i]) != math.Float32bits(want[i]) {
				t.Fatalf("n=%d: x[%d] = %v, want %v", n, i, x[i], want[i])
			}
		}
		sum += above
		if total, err := Total(d); err != nil || total != sum {
			t.Errorf("n=%d: total %d, %v, want %d", n, total, err, sum)
		}
	}
	if sum == 0 {
		t.Fatal("nothing was above the limit")
	}
	if err := d.Reset(); err != nil {
		t.Fatal(err)
	}
	if total, err := Total(d); err != nil || total != 0 {
		t.Errorf("after Reset: total %d, %v", total, err)
	}
}

// Two devices have variables of their own, and the typed functions the default ones.
func TestInstances(t *testing.T) {
	var ds [2]Device
	for i := range ds {
		d, err := Open(PTX)
		if err != nil {
			t.Fatal(err)
		}
		ds[i] = d
	}
	module := ds[0].(*cpu).instance.Module
	module.Default().Reset()
	x := []float32{1, 2, 3}
	for i, n := range []int{2, 5} { // calls with each device
		for range n {
			if _, err := ScaleAndCount(t.Context(), ds[i], x, 1, 1.5); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := CountAbove(t.Context(), ptx.Launch{Block: ptx.D1(32)}, x, 1.5, 3, make([]uint32, 1)); err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint32{4, 10} {
		if total, err := Total(ds[i]); err != nil || total != want {
			t.Errorf("device %d: total %d, %v, want %d", i, total, err, want)
		}
	}
	b, _ := module.Default().Get("total")
	if total := *(*uint32)(unsafe.Pointer(&b[0])); total != 2 {
		t.Errorf("default instance: total %d, want 2", total)
	}
	// A typed launch takes an instance, too.
	other := module.Load()
	if err := CountAbove(t.Context(), ptx.Launch{Block: ptx.D1(32), Instance: other}, x, 0, 3, make([]uint32, 1)); err != nil {
		t.Fatal(err)
	}
	if b, _ := other.Get("total"); *(*uint32)(unsafe.Pointer(&b[0])) != 3 {
		t.Errorf("another instance: %v", b)
	}
	other.Unload()
	err := CountAbove(t.Context(), ptx.Launch{Instance: other}, x, 0, 3, make([]uint32, 1))
	if !errors.Is(err, ptx.ErrInstance) {
		t.Errorf("launch with an unloaded instance: %v", err)
	}
}

// gpu stands for the driver of a GPU in the tests of Open.
type gpu struct{ Device }

func (gpu) Name() string { return "gpu" }

func TestOpen(t *testing.T) {
	works := func(string) (Device, error) { return gpu{}, nil }
	absent := func(string) (Device, error) { return nil, errors.New("no libcuda") }
	for _, test := range []struct {
		drivers []Driver
		text    string
		name    string // prefix of the device's name, or
		err     string // parts of the error, separated by |
	}{
		{nil, PTX, "cpu", ""},
		{[]Driver{absent}, PTX, "cpu", ""},
		{[]Driver{absent, works}, PTX, "gpu", ""},
		{nil, PTX + " ", "", "go generate"},
		{[]Driver{absent}, "", "", "no libcuda|go generate"},
	} {
		drivers = nil
		for _, d := range test.drivers {
			Register(d)
		}
		d, err := Open(test.text)
		if test.err == "" {
			if err != nil || !strings.HasPrefix(d.Name(), test.name) {
				t.Errorf("%d drivers: device %v, error %v, want %s", len(test.drivers), d, err, test.name)
			}
			continue
		}
		for part := range strings.SplitSeq(test.err, "|") {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%d drivers: error %v, want %q in it", len(test.drivers), err, part)
			}
		}
	}
	drivers = nil
}

func TestCPUErrors(t *testing.T) {
	d, err := openCPU(PTX)
	if err != nil {
		t.Fatal(err)
	}
	addr, err := d.Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	// A kernel that reaches beyond its memory is a fault, not a wrong result.
	n, f := int32(3), float32(1)
	err = d.Launch(t.Context(), "scale", ptx.D1(1), ptx.D1(4), unsafe.Pointer(&addr), unsafe.Pointer(&f), unsafe.Pointer(&n))
	var fault *ptx.Fault
	if !errors.As(err, &fault) || fault.Thread.X != 2 {
		t.Errorf("scale of 3 elements in 8 bytes: %v, want a fault of thread 2", err)
	}
	_, negative := d.Alloc(-1)
	_, _, unknown := d.Variable("nothing")
	for what, err := range map[string]error{
		"Alloc(-1)":        negative,
		"unknown variable": unknown,
		"write beyond":     d.Write(addr+4, make([]byte, 5)),
		"read before":      d.Read(make([]byte, 1), addr-1),
		"unknown kernel":   d.Launch(t.Context(), "nothing", ptx.D1(1), ptx.D1(1)),
		"few parameters":   d.Launch(t.Context(), "scale", ptx.D1(1), ptx.D1(1), unsafe.Pointer(&addr)),
		"free inside":      d.Free(addr + 1),
		"free":             d.Free(addr),
		"free again":       d.Free(addr),
	} {
		if want := what != "free"; (err != nil) != want {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

// The same kernels as typed functions, without addresses.
func TestTyped(t *testing.T) {
	x, count := []float32{1, 2, 3, 4}, make([]uint32, 1)
	l := ptx.Launch{Block: ptx.D1(32)}
	if err := Scale(t.Context(), l, x, 0.5, 4); err != nil {
		t.Fatal(err)
	}
	if err := CountAbove(t.Context(), l, x, 1, 4, count); err != nil {
		t.Fatal(err)
	}
	if x[3] != 2 || count[0] != 2 {
		t.Errorf("x = %v, count = %d", x, count[0])
	}
}
