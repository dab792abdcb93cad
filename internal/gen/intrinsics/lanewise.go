package intrinsics

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/experiment"
)

// lanewise returns the twin that computes a function lane by lane: any of one result that is
// no truth, and of up to four operands that are none.
func lanewise(f function) (twin, bool) {
	if len(f.results) != 1 || len(f.params) == 0 || len(f.params) > 4 || slices.Contains(f.params, "bool") || f.results[0] == "bool" {
		return twin{}, false
	}
	return twin{of: f, params: inLanes(f.params), results: inLanes(f.results), lanewise: true}, true
}

// writeLanewise returns zlanes.go: the twins of what has no vector form.
func writeLanewise(twins []twin) []byte {
	var b bytes.Buffer
	b.WriteString(header + "//go:build " + experiment.Vectors + `

package gang8

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/intops"
)
`)
	for _, t := range twins {
		if !t.lanewise {
			continue
		}
		var params, names, vectors, scalars []string
		for i, typ := range t.of.params {
			name := string(rune('a' + i))
			names = append(names, name)
			params = append(params, name+" "+t.params[i])
			vectors = append(vectors, fmt.Sprintf(laneBits[t.params[i]], name))
			scalars = append(scalars, bitsTo(typ, name))
		}
		fmt.Fprintf(&b, "\n// %[1]s is %[2]s.%[1]s of each lane, one after the other.\nfunc %[1]s(%[3]s) %[4]s {\n\treturn %[5]s\n}\n",
			t.of.name, t.of.pkg, strings.Join(params, ", "), t.results[0],
			fmt.Sprintf(laneVector[t.results[0]], fmt.Sprintf("lanewise%d(func(%s uint64) uint64 {\n\t\treturn %s\n\t}, %s)",
				len(names), strings.Join(names, ", "), toLane(t.of.results[0], fmt.Sprintf("%s.%s(%s)", t.of.pkg, t.of.name, strings.Join(scalars, ", "))), strings.Join(vectors, ", "))))
	}
	return b.Bytes()
}

// laneBits and laneVector change vectors into the bits of their lanes, and back.
var (
	laneBits = map[string]string{
		"U32": "U64FromU32(%s)", "I32": "U64FromU32(U32FromI32(%s))", "F32": "U64FromU32(BitsF32(%s))",
		"U64": "%s", "I64": "U64FromI64(%s)", "F64": "BitsF64(%s)",
	}
	laneVector = map[string]string{
		"U32": "U32FromU64(%s)", "I32": "I32FromU32(U32FromU64(%s))", "F32": "F32FromBits(U32FromU64(%s))",
		"U64": "%s", "I64": "I64FromU64(%s)", "F64": "F64FromBits(%s)",
	}
)

// toLane is what a lane has of a value of a type: narrow integers as Go extends them to 32 bits.
func toLane(typ, x string) string {
	switch typ {
	case "float32":
		return "uint64(math.Float32bits(" + x + "))"
	case "float64":
		return "math.Float64bits(" + x + ")"
	case "uint64":
		return x
	case "int8", "int16", "int32":
		return "uint64(uint32(" + x + "))"
	}
	return "uint64(" + x + ")"
}
