package ir_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

const early = `
module "t" version "8.0" target "sm_80" pointers 64

kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = SReg.tid.x <i32>
  v1 = ICmp.ltu <i1> v0 v0
  If v1 b1 b4
b1: <- b0
  If v1 b2 b3
b2: <- b1
  Trap
  Unreachable
b3: <- b1
  Jump b5
b4: <- b0
  If v1 b6 b5
b5: <- b3 b4
  Ret
b6: <- b4
  Exit
`

// TestMeetingPoints checks where threads meet if some end on the way.
func TestMeetingPoints(t *testing.T) {
	m, err := ir.Parse("t.ir", early)
	if err != nil {
		t.Fatal(err)
	}
	f := m.Funcs[0]
	plain, meet := ir.PostDominators(f), ir.MeetingPoints(f)
	for i, want := range []int{5, 3, -1, 5, 5, -1, -1} {
		at := -1
		if j := meet.Idom(f.Blocks[i]); j != nil {
			at = int(j.ID)
		}
		if at != want {
			t.Errorf("threads of b%d meet at b%d, want b%d", i, at, want)
		}
	}
	if plain.Idom(f.Blocks[0]) != nil {
		t.Error("threads that end early are not told apart from the others")
	}
}
