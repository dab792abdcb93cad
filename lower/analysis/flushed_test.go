package analysis

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// TestFlushes calls the functions that are said to flush their results, with operands
// around the least normal number.
func TestFlushes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	few := []uint32{0, 1, 0x7fffff, 0x800000, 0x800001, 0x1000000, 0x3f000000, 0x3f800000, 0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7fc00000}
	float := func() float32 {
		u := few[rng.IntN(len(few))]
		if rng.IntN(2) == 0 {
			u = rng.Uint32()
		}
		return math.Float32frombits(u | rng.Uint32()&(1<<31))
	}
	n, seen := 0, 0
	for _, name := range fptable.Names() {
		if !flushes(name) {
			continue
		}
		n++
		f := reflect.ValueOf(fptable.Func(name))
		args := make([]reflect.Value, f.Type().NumIn())
		for range 20000 {
			subnormal := false
			for i := range args {
				if f.Type().In(i).Kind() == reflect.Float32 {
					x := float()
					subnormal = subnormal || x != 0 && math.Abs(float64(x)) < 0x1p-126
					args[i] = reflect.ValueOf(x)
				} else {
					args[i] = reflect.ValueOf(rng.Uint64()).Convert(f.Type().In(i))
				}
			}
			if subnormal {
				seen++
			}
			if got := f.Call(args)[0].Interface().(float32); got != 0 && math.Abs(float64(got)) < 0x1p-126 {
				t.Fatalf("%s%v is %g", name, args, got)
			}
		}
	}
	if n < 20 || seen < 10000 {
		t.Errorf("%d functions, %d calls with subnormal operands: the test has lost its subject", n, seen)
	}
}
