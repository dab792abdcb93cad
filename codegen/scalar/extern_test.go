package scalar

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Every function of CUDA is a method of the runtime, with its signature.
func TestDeviceFuncs(t *testing.T) {
	for name, sig := range ir.DeviceFuncs {
		e, ok := deviceFuncs[name]
		if !ok {
			t.Errorf("%s: no method", name)
			continue
		}
		if len(e.Params) != len(sig.Params) || len(e.Results) != len(sig.Results) {
			t.Errorf("%s: %d parameters and %d results", name, len(e.Params), len(e.Results))
			continue
		}
		for i, p := range sig.Params {
			if e.Params[i] != KindOf(p) {
				t.Errorf("%s: parameter %d is a %s", name, i, e.Params[i])
			}
		}
		for i, r := range sig.Results {
			if e.Results[i].Bits() != KindOf(r).Bits() {
				t.Errorf("%s: result %d is a %s", name, i, e.Results[i])
			}
		}
	}
	if len(deviceFuncs) != len(ir.DeviceFuncs) {
		t.Errorf("%d methods for %d functions", len(deviceFuncs), len(ir.DeviceFuncs))
	}
}
