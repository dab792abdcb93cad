package analysis

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestLeaveTwoLoops: what an inner loop counts is another number in each thread after the outer
// loop, whose turns all threads take together, and what the outer one counts is the same.
func TestLeaveTwoLoops(t *testing.T) {
	m, err := ir.Parse("in", `module "t.ptx" version "8.0" target "sm_80" pointers 64
kernel @k
b0:
  v0 = SReg.tid.x <i32>
  v1 = Const <i32> 0
  v5 = Const <i32> 1
  v8 = Const <i32> 3
  Jump b1
b1: <- b0 b3
  v2 = Phi <i32> b0:v1 b3:v7
  Jump b2
b2: <- b1 b2
  v3 = Phi <i32> b1:v1 b2:v4
  v4 = Add <i32> v3 v5
  v6 = ICmp.ltu <i1> v4 v0
  If v6 b2 b3
b3: <- b2
  v7 = Add <i32> v2 v5
  v9 = ICmp.ltu <i1> v7 v8
  If v9 b1 b4
b4: <- b3
  Ret
`)
	if err != nil {
		t.Fatal(err)
	}
	f := m.Funcs[0]
	u := NewUniformity(f, nil)
	value := func(id ir.ID) *ir.Value {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.ID == id {
					return v
				}
			}
		}
		t.Fatalf("there is no v%d", id)
		return nil
	}
	for _, x := range []struct {
		id, block ir.ID
		same      bool
	}{{4, 2, true}, {4, 3, false}, {4, 4, false}, {7, 3, true}, {7, 4, true}, {2, 2, true}, {2, 4, true}} {
		for _, b := range f.Blocks {
			if b.ID == x.block && u.At(value(x.id), b).In(CTA) != x.same {
				t.Errorf("v%d is %v in b%d", x.id, u.At(value(x.id), b), x.block)
			}
		}
	}
}
