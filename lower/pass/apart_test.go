package pass

import (
	"slices"
	"strings"
	"testing"
)

// TestLockstepApart: what one lane does alone, and what each does at its own number in the CTA,
// depends on no other lane, so that no Lockstep stands before it. Where they meet there is one.
func TestLockstepApart(t *testing.T) {
	i := slices.IndexFunc(Standard, func(p Pass) bool { return p.Name == "lockstep" })
	const head = `kernel @k SHAPE
  shared @s size 4096 align 4 elem i32
b0:
  v0 = SReg.tid.x <i32>
  v1 = SReg.tid.y <i32>
  v2 = SReg.ntid.x <i32>
  v3 = Const <i32> LANE
  v4 = SymAddr <i64> @s
  v5 = Const <i64> 4
`
	const alone = `  v6 = ICmp.eq <i1> v0 v3
  If v6 b1 b2
b1: <- b0
  Store.shared.volatile.i32 v4 v0
  v7 = Add <i64> v4 v5
  v8 = Load.shared.volatile.i32 <i32> v4
  Store.shared.volatile.i32 v7 v8
  v9 = Load.shared.volatile.i32 <i32> v7
  Store.shared.volatile.i32 v4 v9
  Jump b2
b2: <- b1 b0
  Ret
`
	const own = `  v6 = Mul <i32> v1 v2
  v7 = Add <i32> v6 v0
  v8 = Zext <i64> v7
  v9 = Mul <i64> v8 v5
  v10 = Add <i64> v4 v9
  v11 = Load.shared.volatile.i32 <i32> v10
  v12 = Add <i32> v11 v3
  Store.shared.volatile.i32 v10 v12
  v13 = Load.shared.volatile.i32 <i32> v10
  Store.shared.volatile.i32 v10 v13
  Ret
`
	const row = "reqntid 64 1 1"
	of := func(lane, shape string) string {
		return strings.NewReplacer("LANE", lane, " SHAPE", strings.TrimRight(" "+shape, " ")).Replace(head)
	}
	for _, x := range []struct {
		name, text string
		meet       bool
	}{
		{"lane 0", of("0", row) + alone, false},
		{"lane 3", of("3", row) + alone, false},
		{"all but lane 3", strings.Replace(of("3", row)+alone, "ICmp.eq", "ICmp.ne", 1), true},
		{"numbers in the CTA", of("1", "") + own, false},
		{"numbers of two threads", strings.Replace(of("1", "")+own, "Load.shared.volatile.i32 <i32> v10\n  Store", "Load.shared.volatile.i32 <i32> v4\n  Store", 1), true},
	} {
		if got := golden(t, x.text, List{Standard[i]}, Options{Verify: true}); strings.Contains(got, "Lockstep") != x.meet {
			t.Errorf("%s: want a Lockstep: %v\n%s", x.name, x.meet, got)
		}
	}
}
