package difftest

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestVectorOfOutput: threads load no vectors of elements that other threads store.
func TestVectorOfOutput(t *testing.T) {
	n := 0
	for seed := range uint64(50) {
		for _, out := range []bool{false, true} {
			g := newGen(seed, Streams)
			a := &array{reg: "%arr", typ: isa.U32, per: 2, size: 4, margin: 8, out: out}
			text := strings.Join(g.vector(a).lines, "\n")
			_, operand, ok := strings.Cut(text, ".v2.u32 {")
			if !ok {
				continue // one by one, as the registers are
			}
			_, address, _ := strings.Cut(operand, "}, ")
			if elsewhere := strings.ContainsAny(address, "+-"); elsewhere && out {
				t.Errorf("seed %d: %s", seed, text)
			} else if elsewhere {
				n++
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d vectors of other elements of an input", n)
	}
}
