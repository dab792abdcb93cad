package driver

import (
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// TestLinked loads texts that are linked into the program, those whose code gives what is wanted, and of these
// those that the program takes.
func TestLinked(t *testing.T) {
	start(t)
	const bits, rounded = "// a GPU's bits", "// correctly rounded"
	gen.NewModule("bits.ptx", ptx.TextHash(bits))
	gen.NewModule("rounded.ptx", ptx.TextHash(rounded)).Rounded()
	defer SetApprox(ApproxAny)
	for _, x := range []struct {
		wanted        Approx
		bits, rounded Result
	}{
		{ApproxAny, Success, Success}, {ApproxGPU, Success, ErrNoBinaryForGPU}, {ApproxAccurate, ErrNoBinaryForGPU, Success},
	} {
		SetApprox(x.wanted)
		_, err := ModuleLoadData(bits)
		wants(t, "bits", err, x.bits)
		_, err = ModuleLoadData(rounded)
		wants(t, "rounded", err, x.rounded)
	}
	SetApprox(ApproxAny)
	SetLinked(func(m *ptx.Module) bool { return m.File != "bits.ptx" })
	_, err := ModuleLoadData(bits)
	wants(t, "not taken", err, ErrNoBinaryForGPU)
	_, err = ModuleLoadData(rounded)
	wants(t, "taken", err, Success)
	SetLinked(nil)
	_, err = ModuleLoadData(bits)
	wants(t, "all", err, Success)
}
