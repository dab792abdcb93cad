package twins

import (
	"bytes"
	"fmt"
	"go/ast"
	gotypes "go/types"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// atomic is a function of package gen that does an atomic operation with one operand.
type atomic struct{ name, cell, operand string }

// atomics are those of 32 or 64 bits. Others have a function for an operand, or several operands. Those on
// an mbarrier are in other files, which the step does not read.
func atomics(v *tree.View) (list []atomic, err error) {
	funcs, err := v.Funcs("runtime/gen")
	for _, fd := range funcs {
		if fd.Recv != nil || !strings.HasPrefix(fd.Name.Name, "Atom") && !strings.HasPrefix(fd.Name.Name, "Plain") || fd.Type.Results == nil {
			continue
		}
		params, results := signatureOf(fd.Type.Params), signatureOf(fd.Type.Results)
		if len(params) != 2 || len(results) != 1 || params[1] != results[0] {
			continue
		}
		cell, pointer := strings.CutPrefix(params[0], "*")
		if pointer && laneKinds[params[1]] && laneKinds[cell] {
			list = append(list, atomic{fd.Name.Name, cell, params[1]})
		}
	}
	return list, err
}

// laneKinds are the types that have lanes of their own size.
var laneKinds = map[string]bool{"int32": true, "uint32": true, "float32": true, "int64": true, "uint64": true, "float64": true}

// signatureOf spells the types of parameters or results.
func signatureOf(list *ast.FieldList) (all []string) {
	for _, field := range list.List {
		for range max(1, len(field.Names)) {
			all = append(all, gotypes.ExprString(field.Type))
		}
	}
	return all
}

// atomicText is the function for a gang: name, cell, operand, and the vector of operands.
const atomicText = `
// Each%[1]s does gen.%[1]s in each lane of m, one after the other.
//
//go:noinline
func Each%[1]s(s []%[2]s, idx I32, v %[4]s, m M) (%[4]s, bool) {
	if outside(len(s), idx, m) {
		return %[4]s{}, false
	}
	var i [Width]int32
	var x, old [Width]%[3]s
	StoreI32(i[:], 0, idx)
	Store%[4]s(x[:], 0, v)
	in, p := uint32(m.ToBits()), unsafe.SliceData(s)
	Clear()
	for l := range x {
		if in>>l&1 != 0 {
			old[l] = gen.%[1]s(cell(p, i[l]), x[l])
		}
	}
	return Load%[4]s(old[:], 0), true
}
`

// atomicTestText is the same for a test of it.
const atomicTestText = `		{%[1]q, func(t *testing.T) {
			testAtomic(t, gen.%[1]s, func(s []%[2]s, idx []int32, v []%[3]s, m []bool, old []%[3]s) bool {
				x, ok := Each%[1]s(s, LoadI32(idx, 0), Load%[4]s(v, 0), LoadM(m, 0))
				Store%[4]s(old, 0, x)
				return ok
			})
		}},
`

// Atomics writes the functions of lanes that do the atomic operations of package gen, and the list by
// which they are tested.
func Atomics(v *tree.View) error {
	list, err := atomics(v)
	if err != nil {
		return err
	}
	var b, test bytes.Buffer
	head := tree.Header("runtime/gen") + "package lanes\n"
	b.WriteString(head + `
import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/gen"
)
`)
	test.WriteString(head + `
import (
	"testing"

	"github.com/ptx2go/ptx2go/runtime/gen"
)

func init() { atomics = everyAtomic }

var everyAtomic = []atomicTest{
`)
	for _, a := range list {
		fmt.Fprintf(&b, atomicText, a.name, a.cell, a.operand, vector[a.operand])
		fmt.Fprintf(&test, atomicTestText, a.name, a.cell, a.operand, vector[a.operand])
	}
	test.WriteString("}\n")
	if err := v.WriteGo(dir+"/zatomic.go", b.Bytes()); err != nil {
		return err
	}
	return v.WriteGo(dir+"/zatomic_test.go", test.Bytes())
}
