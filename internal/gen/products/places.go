package products

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// elementsBuilder is the one that lowers loads and stores of the elements of fragments.
const elementsBuilder = "matrixElements"

// writePlaces writes where the elements of fragments lie in memory, for the instructions of the
// table that load or store them.
func writePlaces(v *tree.View, b *bytes.Buffer) error {
	all := map[string]string{}
	err := eachMatch(v, loweredBy(elementsBuilder), func(m *isa.Match) error {
		e, err := tensorops.ElementsOf(strings.Join(m.Normal(), "."))
		if err != nil {
			return err
		}
		all[m.Intrinsic()] = printed(m.Form, e)
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(b, "%q: %s,\n", name, all[name])
	}
	return nil
}

func printed(f *isa.Form, e tensorops.Elements) string {
	var counts, at []string
	for i := range f.Operands {
		n := 0
		if f.Operands[i].Is(isa.KVec) {
			n = e.Registers
		}
		counts = append(counts, fmt.Sprint(n))
	}
	for _, p := range e.At {
		at = append(at, place(p))
	}
	return fmt.Sprintf("{registers: []int{%s}, places: &Places{Bits: %d, Unit: %d, Line: %d, Group: Place%s, Lane: Place%s, At: []Place{%s}}}",
		strings.Join(counts, ", "), e.Bits, e.Unit, e.Line, place(e.Group), place(e.Lane), strings.Join(at, ", "))
}

func place(p tensorops.Place) string { return fmt.Sprintf("{%d, %d}", p.Line, p.Bit) }
