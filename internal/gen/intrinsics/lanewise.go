package intrinsics

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// lanewise returns the twin that computes a function lane by lane: any of one result that is
// no truth, and of up to four operands that are none.
func lanewise(f function) (twin, bool) {
	if len(f.results) != 1 || len(f.params) == 0 || len(f.params) > len(operandNames) || slices.Contains(f.params, "bool") || f.results[0] == "bool" {
		return twin{}, false
	}
	return twin{of: f, params: inLanes(f.params), results: inLanes(f.results), lanewise: true}, true
}

// operandNames are the arrays that have the operands' lanes.
var operandNames = [...]string{"x", "y", "z", "w"}

// writeLanewise returns zlanes.go: the twins of what has no vector form.
func writeLanewise(twins []twin) []byte {
	var b bytes.Buffer
	b.WriteString(header + `package lanes

import (
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/intops"
)

// What has no vector form is computed lane by lane, by the scalar function. The lanes are in memory
// meanwhile, and the upper halves of the vector registers are clear: scalar functions compute with legacy
// SSE. Each function is one by itself, and calls the scalar one by its name: assembly has no functions as
// values.
`)
	for _, t := range twins {
		if t.lanewise {
			t.writeLanes(&b)
		}
	}
	return b.Bytes()
}

func (t *twin) writeLanes(b *bytes.Buffer) {
	var params, args []string
	var stores strings.Builder
	for i, v := range t.params {
		param, array := string(rune('a'+i)), operandNames[i]
		params = append(params, param+" "+v)
		args = append(args, converted(t.of.params[i], laneTypes[v], array+"[l]"))
		fmt.Fprintf(&stores, "\tvar %s [Width]%s\n\tStore%s(%[1]s[:], 0, %[4]s)\n", array, laneTypes[v], v, param)
	}
	result := t.results[0]
	fmt.Fprintf(b, "\n// %[1]s is %[2]s.%[1]s of each lane, one after the other.\n//\n//go:noinline\nfunc %[1]s(%[3]s) %[4]s {\n%[5]s\tvar r [Width]%[6]s\n",
		t.of.name, t.of.pkg, strings.Join(params, ", "), result, stores.String(), laneTypes[result])
	fmt.Fprintf(b, "\tClear()\n\tfor l := range x {\n\t\tr[l] = %s\n\t}\n\treturn Load%s(r[:], 0)\n}\n",
		converted(laneTypes[result], t.of.results[0], fmt.Sprintf("%s.%s(%s)", t.of.pkg, t.of.name, strings.Join(args, ", "))), result)
}

// laneTypes are the types of a lane.
var laneTypes = map[string]string{"U32": "uint32", "I32": "int32", "F32": "float32", "U64": "uint64", "I64": "int64", "F64": "float64"}

// converted is an expression of a type as one of another type. Lanes have narrow integers as Go extends
// them.
func converted(to, from, x string) string {
	if to == from {
		return x
	}
	return to + "(" + x + ")"
}
