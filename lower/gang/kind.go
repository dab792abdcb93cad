package gang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// kind is what kind of operation a gang executes for a value, a name in the table of costs; "" for what
// takes no time of vectors. The kernels by which costs are measured are in internal/bench/cmd/costs.
type kind string

// cost is what Width threads one by one, gangs of Width and gangs of Widest lanes take for an operation.
type cost struct{ alone, narrow, widest int }

// divides reports whether the unit that divides does it.
func (k kind) divides() bool {
	return strings.HasSuffix(string(k), " div") || strings.HasSuffix(string(k), " sqrt")
}

// words is the kind in a sentence.
func (k kind) words() string {
	name, size, access := strings.Cut(string(k), " of ")
	switch {
	case access: // load 3 of 4
		verb, n, _ := strings.Cut(name, " ")
		return fmt.Sprintf("records of %s elements of %s bytes to %s", n, size, verb)
	case strings.HasPrefix(name, "strided"):
		return "elements at a distance"
	case strings.HasPrefix(name, "gather"), strings.HasPrefix(name, "chased"), strings.HasPrefix(name, "clamped"):
		return "elements anywhere"
	case strings.HasPrefix(name, "square"):
		return "squares of rows and lanes"
	case name == "table":
		return "tables of the approximate unit"
	case name == "atomic":
		return "atomic operations"
	case k.divides():
		return "divisions and roots"
	case name == laneByLane:
		return "work lane by lane"
	}
	return name + " operations"
}

const laneByLane = "lane by lane"

// timed is a plan of which the time is estimated.
type timed struct{ *Plan }

// kind returns it for a value.
func (p timed) kind(v *ir.Value) kind {
	switch {
	case !p.Body.Uses.Needed[v.ID], slices.Contains(p.Body.Row, v):
		return ""
	case v.Op == ir.OpAtomic:
		return "atomic"
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		return p.kindOfAccess(v)
	case v.Op == ir.OpSlotLoad:
		return sized("load", v.Type.Bytes())
	case v.Op == ir.OpSlotStore:
		return sized("store", v.Args[0].Type.Bytes())
	case p.Section[v] != "" && p.Shape[v.ID].Class == Varying:
		return laneByLane
	case p.Number(v):
		return ""
	}
	return p.operation(v)
}

// operation is kind for what computes a value from others.
func (p timed) operation(v *ir.Value) kind {
	switch v.Op {
	case ir.OpPhi, ir.OpConst, ir.OpExtract, ir.OpParam, ir.OpArg:
		return ""
	case ir.OpIntrin:
		return kindOfCall(v)
	}
	if v.Type == ir.Void {
		return ""
	}
	t := v.Type
	if v.Op == ir.OpICmp || v.Op == ir.OpFCmp {
		t = v.Args[0].Type
	}
	switch {
	case isDivision(v.Op) && t == ir.I64:
		return laneByLane
	case isDivision(v.Op):
		return "i32 div"
	case v.Op == ir.OpFDiv:
		return typed(t, " div")
	case v.Op == ir.OpFSqrt:
		return typed(t, " sqrt")
	case chooses(v.Op):
		return typed(t, " choice")
	case v.Op == ir.OpMul && t == ir.I64 && lowProduct(v): // one instruction
		return typed(t, "")
	case v.Op == ir.OpMul, v.Op == ir.OpMulHiS, v.Op == ir.OpMulHiU:
		return typed(t, " mul")
	}
	return typed(t, "")
}

// lowProduct reports whether a product of 64 bits is one of factors of 32.
func lowProduct(v *ir.Value) bool {
	unsigned, signed := analysis.NarrowFactors(v)
	return unsigned || signed
}

// chooses reports whether an operation takes one of its operands.
func chooses(op ir.Op) bool {
	switch op {
	case ir.OpSelect, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU:
		return true
	}
	return false
}

// typed is the kind of an operation on values of a type; smaller ones are in lanes of 32 bits.
func typed(t ir.Type, what string) kind {
	switch {
	case t == ir.F32, t == ir.F64, t == ir.I64:
		return kind(strings.ToLower(t.String()) + what)
	case t.IsFloat():
		return "half"
	case t.Bits() > 64:
		return laneByLane
	}
	return kind("i32" + what)
}

// sized is the kind of an access to elements that lie one after another.
func sized(what string, bytes int) kind {
	switch {
	case what == "store" && bytes < 4:
		bytes = 1
	case bytes == 0: // a predicate
		bytes = 1
	}
	return kind(fmt.Sprintf("%s %d", what, min(bytes, 8)))
}

// records is the kind of an access to so many elements that lie together, of each lane.
func records(what string, n, bytes int) kind {
	return kind(fmt.Sprintf("%s %d of %d", what, n, min(max(bytes, 4), 8)))
}

// kindOfAccess is kind for an access to memory.
func (p timed) kindOfAccess(v *ir.Value) kind {
	a, viewed := p.Access[v]
	what, size, n := "load", v.Attr.Mem.Bytes(), v.Vec()
	if v.Writes() {
		what = "store"
	}
	word := min(max(size, 4), 8)
	switch r := p.Record[v]; {
	case r != nil && r.At != v, !viewed, a.Order == Splat && what == "load":
		return ""
	case r != nil:
		return records(what, len(r.Of), size)
	case p.Rows != nil && p.Rows.Square[v]:
		return "square load"
	case a.Order == Contiguous && n > 1:
		return records(what, n, size)
	case a.Order == Contiguous || a.Order == Swapped || a.Order == Splat:
		if what == "store" && !p.masks.full[v.Block.ID] {
			return "masked store"
		}
		return sized(what, size)
	case what == "load" && p.chases(v):
		return "chased load 4"
	case a.Clamped && (what == "load" || what == "store" && size >= 4), a.Same && what == "load": // which take about as long
		return kind(fmt.Sprintf("clamped load %d", max(size&^3, 1)))
	case size < 4 && what == "load":
		return "gather load 1"
	case (a.Order == Strided || a.Even != nil) && p.masks.full[v.Block.ID]:
		return kind(fmt.Sprintf("strided %s %d", what, word))
	}
	return kind(fmt.Sprintf("gather %s %d", what, word))
}

// chases reports whether the index of a load comes from what it loaded in the round before: then each waits
// for the one before.
func (p timed) chases(v *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var from func(x *ir.Value) bool
	from = func(x *ir.Value) bool {
		if x == v {
			return true
		}
		if seen[x] {
			return false
		}
		seen[x] = true
		return slices.ContainsFunc(x.Args, from)
	}
	return len(p.flow.loops[v.Block.ID]) > 0 && from(v.Args[0])
}

// kindOfCall is kind for a function of package runtime/fpops or runtime/intops.
func kindOfCall(v *ir.Value) kind {
	fn, ok := intrin.Lookup(v.Attr.Name)
	t := v.Type
	if len(v.Args) > 0 && (t.Bits() < 32 || t == ir.Tuple) {
		t = v.Args[0].Type
	}
	switch {
	case !ok || fn.Lanewise():
		return laneByLane
	case fn.Tables():
		return "table"
	case fn.Roots():
		return typed(t, " sqrt")
	case fn.Fuses() && (t == ir.F32 || t == ir.F64):
		return typed(t, " fma")
	case fn.Chooses() && t.Bits() >= 32:
		return typed(t, " choice")
	case fn.Divides() && t == ir.I64:
		return laneByLane
	case fn.Divides():
		return typed(t, " div")
	case v.Type.Bits() == 16 || t.Bits() == 16 || fn.Pairs():
		return "half"
	}
	return typed(t, "")
}
