package conform

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Explain says which instruction of which thread computes an element of a buffer
// of results, as messages of ptx2go verify number them, with its operands and what
// is expected.
func Explain(folder, buffer string, element int) (string, error) {
	for _, c := range folders() {
		if c.name != folder {
			continue
		}
		var out buffers
		for _, k := range c.kernels() {
			elem := memory(k.out)
			block := k.list.length() * k.out.Bytes()
			at := out.reserve(elem.String(), block*len(k.insts))
			n := element*elem.Bytes() - at
			if outBuffer(k.out) == buffer && n >= 0 && n < block*len(k.insts) {
				return c.explain(k, k.insts[n/block], n%block/k.out.Bytes()), nil
			}
		}
		return "", fmt.Errorf("%s has no element %d of %s", folder, element, buffer)
	}
	return "", fmt.Errorf("no folder %s", folder)
}

func (c *folder) explain(k *kernel, x *inst, thread int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %s (%s), thread %d:\n", k.name, x.match.Head, k.form.ID, thread)
	for i, u := range k.list.at(thread) {
		t := k.list.types[i]
		note := ""
		if i == len(sources(x.match)) {
			fmt.Fprintf(&s, "  carry in:  %d\n", u)
			continue
		}
		if i == x.constant {
			u, note = x.value, ", an immediate"
		}
		if x.parts != nil {
			note = ", written " + x.part(i+1, "r")
		}
		if x.negates(sources(x.match)[i]) {
			note = ", negated"
		}
		fmt.Fprintf(&s, "  operand %d: %s %s%s\n", i+1, t, hexOf(t, u), note)
	}
	if x.parts != nil && x.selector(dPart) != "" {
		fmt.Fprintf(&s, "  written to %s\n", x.part(dPart, "r"))
	}
	fmt.Fprintf(&s, "  expected:  %s %s\n", k.out, hexOf(k.out, c.results(k, x)[thread]))
	return s.String()
}

func hexOf(t isa.Type, u uint64) string { return fmt.Sprintf("0x%0*x", max(t.Bits()/4, 1), u) }
