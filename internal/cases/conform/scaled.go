package conform

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/oracle/fused"
)

// packedE2m1 is the type of elements of e2m1 that share bytes, as those of the kinds with 64
// columns do; others have a byte each.
const packedE2m1 = "e2m1x8"

// blockScales are what block-scaled products have besides: each row of A and column of B has a scale
// for each of its blocks.
type blockScales struct {
	typ       string
	blocks    int
	registers [2]fragment // of A and B
	bytes     [2]int      // the first of the scales in a register
	lanes     [2]int      // of A one of two pairs of a quad, of B one of its lanes
	named     bool        // these numbers are in registers
	now       fused.Scales
}

// kind is the word after kind:: of the head.
func (p matrixProduct) kind() string {
	_, kind, _ := strings.Cut(p.head, "kind::")
	kind, _, _ = strings.Cut(kind, ".")
	return kind
}

// scaled says what the head says of scales.
func (p *matrixProduct) scaled(typ string) {
	s := &blockScales{typ: typ, blocks: 1}
	if strings.HasPrefix(p.kind(), "mxf4") {
		s.blocks, p.a, p.b = 2, packedE2m1, packedE2m1
	}
	for _, w := range strings.Split(p.head, ".") {
		fmt.Sscanf(w, "scale_vec::%dX", &s.blocks)
	}
	p.scales = s
}

// choose chooses the selectors, and fills the registers with scales: near 1, or any in the tile of
// any bits. What the selectors leave out is anything.
func (s *blockScales) choose(r *random, tile int) {
	for i := range s.registers {
		s.registers[i] = fragment{32, make([][warp]uint64, 1)}
		s.bytes[i] = r.Below(4) / s.blocks * s.blocks
		s.lanes[i] = r.Below(2 + 2*i)
		for lane := range warp {
			word := low(32, r.Next())
			one := map[string]uint64{"ue8m0": 127, "ue4m3": 0x38}[s.typ]
			switch {
			case tile == 2 && lane%8 == 5: // a NaN among them
				word |= 0x7f << (8 * s.bytes[i])
				if s.typ == "ue8m0" {
					word |= 0x80 << (8 * s.bytes[i])
				}
			case tile != 2 || r.Below(4) > 0:
				for b := range s.blocks {
					shift := 8 * (s.bytes[i] + b)
					word = word&^(255<<shift) | (one+uint64(r.Below(9))-4)<<shift
				}
			}
			s.registers[i].v[0][lane] = word
		}
	}
}

// of returns the scales in a lane of A or B.
func (s *blockScales) of(matrix, lane int) (list []uint64) {
	for b := range s.blocks {
		list = append(list, s.registers[matrix].v[0][lane]>>(8*(s.bytes[matrix]+b))&0xff)
	}
	return list
}

// at chooses the scales of a row of A and of a column of B.
func (s *blockScales) at(i, j int) {
	s.now = fused.Scales{Type: s.typ, A: s.of(0, i%8*4+2*s.lanes[0]+i/8), B: s.of(1, j*4+s.lanes[1])}
}

// element is an element of D.
func (s *blockScales) element(p matrixProduct, a, b []uint64, c uint64) uint64 {
	sum, exactly := fused.Sum{Bits: 25, Floor: fused.NoFloor, Out: "f32"}, 0
	if p.a == packedE2m1 {
		sum.Bits, exactly = 35, 16
	}
	return sum.Scaled(a, b, [2]string{p.a, p.b}, s.now, exactly, c)
}

// operands are those after the metadata: registers of scales, and their selectors.
func (s *blockScales) operands() (list []string) {
	for i, m := range []string{"a", "b"} {
		selectors := fmt.Sprintf("{%d, %d}", s.bytes[i], s.lanes[i])
		if s.named {
			selectors = fmt.Sprintf("{%%byte%s, %%lane%s}", m, m)
		}
		list = append(list, "%s"+m, selectors)
	}
	return list
}

// loads declares the registers of the operands, and loads them from the place on.
func (s *blockScales) loads(at, size int) string {
	var b strings.Builder
	b.WriteString("\t.reg .b32 %sa, %sb;\n")
	for i, m := range []string{"a", "b"} {
		fmt.Fprintf(&b, "\tld.global.b32 %%s%s, [%%p+%d];\n", m, (at+i)*size)
		if s.named {
			fmt.Fprintf(&b, "\t.reg .u16 %%byte%[1]s, %%lane%[1]s;\n\tmov.u16 %%byte%[1]s, %[2]d;\n\tmov.u16 %%lane%[1]s, %[3]d;\n", m, s.bytes[i], s.lanes[i])
		}
	}
	return b.String()
}

// smallCase is the case of products of small floats that a kind of instructions has.
func smallCase(name, kind string, sparse bool) *script {
	what := "Products of matrices of the warp"
	if sparse {
		what += ", of which the first is sparse"
	}
	return productsOf(name, what, productsAsked{"sm_120f", "8.8", 120, "e4m3 e5m2 e3m2 e2m3 e2m1 " + packedE2m1, kind, sparse})
}
