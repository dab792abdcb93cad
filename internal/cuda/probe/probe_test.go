package probe

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// archOf has compute capabilities that together have every head: 90 for what a
// Hopper can do, the others for what only these can.
func archOf(h *Head) (int, bool) {
	for _, arch := range []int{90, 100, 103, 107, 120} {
		if _, _, err := h.TargetFor(arch); err == nil {
			return arch, true
		}
	}
	return 0, false
}

// TestKernels runs the kernels of every head that ptx2go has a function for in
// the interpreter, on few inputs, and compares with what the CPU side of the probe
// computes: the same hashes, the same results.
func TestKernels(t *testing.T) {
	heads, _ := Heads()
	count := map[Shape]int{}
	var list []*Head
	for _, h := range heads {
		b, name := h.Model(intrin.Model{})
		if _, known := intrin.Lookup(name); b != nil && known {
			list = append(list, h)
		}
	}
	all := len(list)
	list = testmode.Pick(list, 150, func(h *Head) string { return h.Name })
	errs := make([]error, len(list))
	parallel(len(list), nil, func(i int) { errs[i] = checkKernels(list[i]) })
	for i, h := range list {
		if errs[i] != nil {
			t.Errorf("%s: %v", h.Name, errs[i])
		}
		count[h.Shape]++
	}
	for s, least := range map[Shape]int{Unary: 200, Small: 200, Tuples: 300} {
		if count[s] < least*len(list)/all/2 {
			t.Errorf("only %d heads of shape %d, of %d", count[s], s, len(list))
		}
	}
}

func checkKernels(h *Head) error {
	arch, ok := archOf(h)
	if !ok {
		return fmt.Errorf("no GPU has it")
	}
	text, err := h.Kernel(arch)
	if err != nil {
		return err
	}
	x := NewInterpreter(arch, intrin.Model{})
	mod, err := x.Load(text)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	model, _ := h.Model(intrin.Model{})
	args := tuplesOf(h, 100)
	got, err := apply(x, mod, h, args)
	if err != nil {
		return err
	}
	want := make([]uint64, len(got))
	model(want, args)
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("tuple %d: %#x, the function says %#x", i, got[i], want[i])
		}
	}
	if h.Shape != Unary {
		return nil
	}
	// Groups at the start, across the sign, and the NaNs at the end.
	for _, first := range []uint32{0, 126, 254, 510} {
		sums := make([]uint64, 2)
		const n = 40 // more than the 32 threads, so that the loop turns
		if err := hashOn(x, mod, first, sums, n); err != nil {
			return err
		}
		for g, s := range sums {
			if want := hashGroup(h, model, first+uint32(g), n); s != want {
				return fmt.Errorf("group %d: hash %016x, the CPU says %016x", first+uint32(g), s, want)
			}
		}
	}
	return nil
}
