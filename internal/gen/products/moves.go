package products

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// move is an instruction that moves matrices between memory and registers: the exchange of rows
// for fragments, or of fragments for rows.
type move struct {
	name, head, ptx string
	counts          string // registers of the operands of the form, 0 for the address
	registers, rows int
	loads           bool
}

// builder is the one that lowers them.
const builder = "matrixRows"

// readMoves returns those that the instruction table names, in the order of their names.
func readMoves(v *tree.View) ([]move, error) {
	all := map[string]move{}
	err := eachMatch(v, loweredBy(builder), func(m *isa.Match) (err error) {
		r := move{name: m.Intrinsic(), head: strings.Join(m.Normal(), "."), ptx: m.Head}
		if r.registers, r.rows, err = tensorops.Moves(r.head); err != nil {
			return err
		}
		var counts []string
		for i := range m.Form.Operands {
			o := &m.Form.Operands[i]
			r.loads = r.loads || o.Dest
			if o.Is(isa.KVec) {
				counts = append(counts, fmt.Sprint(r.registers))
			} else {
				counts = append(counts, "0")
			}
		}
		r.counts = strings.Join(counts, ", ")
		all[r.name] = r
		return nil
	})
	if err != nil {
		return nil, err
	}
	var list []move
	for _, r := range all {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b move) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

func (r move) write(b *bytes.Buffer) {
	fragment, row := operand{"x", "uint32", r.registers}, operand{"row", "uint32", 4}
	from, to, what := row, fragment, "the row that each lane has loaded"
	if !r.loads {
		from, to, what = fragment, row, "the row that each lane is to store"
	}
	variable := strings.ToLower(r.name[:1]) + r.name[1:]
	fmt.Fprintf(b, "\n// %s is %s but for the accesses of memory: rows are %s.\nfunc %s(%s, lanes uint32, %s) {\n%s.Compute(%s, lanes, %s)\n}\n\n",
		r.name, r.ptx, what, r.name, parameters([]operand{to}), parameters([]operand{from}), variable, registers([]operand{to}), registers([]operand{from}))
	fmt.Fprintf(b, "var %s = tensorops.Move{Head: %q}\n", variable, r.head)
}
