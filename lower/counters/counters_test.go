package counters_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/counters"
	"github.com/ptx2go/ptx2go/lower/ir"
)

const before = `
module "t" version "8.0" target "sm_80" pointers 64

func @f(i64) -> (i32)
b0:
  v0 = Arg <i64> 0
  Note.inst
  v1 = Load.shared.i32 <i32> v0
  Note.inst
  Ret v1

kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  Note.inst
  v0 = Param <i64> 0
  v1 = SReg.tid.x <i32>
  v2 = ICmp.ltu <i1> v1 v1
  Note.inst v2
  If v2 b1 b2
b1: <- b0
  Note.inst
  v3 = Call <i32> v0 @f
  Note.inst
  Store.global.i32 v0 v3
  Jump b2
b2: <- b0 b1
  v4 = Load.local.i32 <i32> v0
  Note.inst
  Ret
`

// TestInsert checks where notes stand, and what the steps are that they tell of.
func TestInsert(t *testing.T) {
	m, err := ir.Parse("t.ir", before)
	if err != nil {
		t.Fatal(err)
	}
	counters.Insert(m)
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				switch {
				case v.Op == ir.OpNote:
					got += v.Attr.Note.String() + " "
				case v.Op != ir.OpConst:
					got += v.Op.String() + " "
				}
			}
			got += "/ "
		}
	}
	const want = "call step Arg touch Load return / step Param SReg ICmp guard fork / step Call step touch Store / meet step Load / "
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for i, want := range []struct{ insts, guards, requests int }{{2, 0, 1}, {2, 1, 0}, {1, 0, 0}, {1, 0, 1}, {1, 0, 0}} {
		if s := m.Steps[i]; len(s.Insts) != want.insts || len(s.Guarded) != want.guards || len(s.Requests) != want.requests {
			t.Errorf("step %d: %+v, want %v", i, s, want)
		}
	}
}
