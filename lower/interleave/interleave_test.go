package interleave_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ptx2go/ptx2go/lower/interleave"
	"github.com/ptx2go/ptx2go/lower/ir"
)

const before = `
module "t" version "8.0" target "sm_80" pointers 64

func @f(i64) -> (i32)
b0:
  v0 = Arg <i64> 0
  v1 = Load.shared.i32 <i32> v0
  Ret v1

kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = SReg.tid.x <i32>
  v2 = SReg.clock <i32>
  v3 = ICmp.ltu <i1> v1 v2
  If v3 b1 b2
b1: <- b0
  v4 = Call <i32> v0 @f
  Store.global.i32 v0 v4
  Jump b2
b2: <- b0 b1
  v5 = Load.local.i32 <i32> v0
  v6 = Warp.sync.ShflIdxB32 <(i32 i1)> v5 v1 v2 v1
  Barrier.sync.aligned v1 v1
  Ret
`

// TestInsert checks where points stand.
func TestInsert(t *testing.T) {
	m, err := ir.Parse("t.ir", before)
	if err != nil {
		t.Fatal(err)
	}
	interleave.Insert(m)
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				s := v.Op.String()
				if v.Op == ir.OpPoint {
					s = []string{"access", "present", "join", "call", "return"}[v.Attr.Point]
				}
				got = append(got, s)
			}
		}
	}
	want := []string{
		"Arg", "access", "Load",
		"Param", "SReg", "access", "SReg", "ICmp",
		"call", "Call", "return", "access", "Store",
		"join", "Load", "access", "Warp", "access", "Barrier",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
