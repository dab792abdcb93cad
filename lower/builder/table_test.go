package builder

import (
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestBuilders checks that the ISA table and the builders name each other.
func TestBuilders(t *testing.T) {
	names := isa.Builders()
	for _, n := range names {
		if _, ok := builders[n]; !ok {
			t.Errorf("the table names the builder %q, which does not exist", n)
		}
	}
	for n := range builders {
		if !slices.Contains(names, n) {
			t.Errorf("no form of the table uses the builder %q", n)
		}
	}
}

// TestAtomics checks that every atomic operation of the table is one of the IR's.
func TestAtomics(t *testing.T) {
	n := 0
	for _, f := range isa.Forms() {
		for _, r := range f.Lower {
			if r.Access.Op != isa.MemoryAtom {
				continue
			}
			words := []string{r.Access.Atom}
			for _, c := range f.Choices {
				if "$"+c.Name == r.Access.Atom {
					words = c.Members
				}
			}
			for _, w := range words {
				n++
				w, _, _ = strings.Cut(w, ".")
				if _, ok := ir.ParseAtom(w, false, false); !ok {
					t.Errorf("%s is lowered to the atomic operation %q, which does not exist", f.ID, w)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no form is lowered to an atomic operation")
	}
}

// TestWarps checks that the ISA table and the functions of runtime/warpops name each other.
func TestWarps(t *testing.T) {
	named := map[string]bool{}
	for _, f := range isa.Forms() {
		for head := range f.Expand {
			ms, _ := isa.Resolve(f.Opcode, head)
			for _, m := range ms {
				if m.Rows() > 0 { // it accesses memory too
					named[m.Intrinsic()] = true
				}
				if l := m.Lowering(); l.Verb == isa.LowerWarp {
					if f, ok := (intrin.Model{}).Exact().Warp(l.Name, 0); ok {
						named[f.Name] = true
					}
					for arch := range 200 { // each is a function of some GPUs
						if f, ok := (intrin.Model{}).Warp(l.Name, arch); ok {
							named[f.Name] = true
						} else {
							t.Fatalf("%s is the function %s, which does not exist", m.Head, l.Name)
						}
					}
				}
			}
			if len(ms) > 0 && ms[0].Rows() == 0 && !slices.ContainsFunc(f.Lower, func(r isa.LowerRule) bool { return r.Verb == "warp" }) {
				break // a form is such an instruction with some modifiers or none
			}
		}
	}
	for _, f := range intrin.Warps() {
		if !named[f.Name] {
			t.Errorf("no form of the table is the function %s", f.Name)
		}
	}
}

// TestOperations checks that every operation of the table is one of the IR's.
func TestOperations(t *testing.T) {
	n := 0
	for _, f := range isa.Forms() {
		heads := 0
		for head := range f.Expand {
			if heads++; heads > 200 {
				break // arithmetic has fewer
			}
			ms, miss := isa.Resolve(f.Opcode, head)
			if miss != nil {
				continue // a combination that the form's row excludes
			}
			for _, m := range ms {
				if l := m.Lowering(); l.Verb == isa.LowerOp {
					n++
					if _, ok := opByName[l.Name]; !ok {
						t.Errorf("%s is lowered to the operation %q, which does not exist", m.Head, l.Name)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no form is lowered to an operation")
	}
}
