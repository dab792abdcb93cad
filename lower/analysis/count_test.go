package analysis

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestCounts finds loops that count. The counter is v20, which starts with FIRST and grows
// by STEP; the loop is entered where GUARD and goes on while TEST.
func TestCounts(t *testing.T) {
	const text = `
kernel @k
  param n i32 ptx u32 size 4 align 4 offset 0
  param p i64 ptx u64 size 8 align 8 offset 8
b0:
  v0 = Param <i32> 0
  v1 = Param <i64> 1
  v2 = Const <i32> 0
  v3 = Const <i32> 1
  v4 = Const <i32> 100
  v5 = Const <i32> 4
  v6 = Const <i32> 0xffffffff
  v7 = Const <i1> 1
  v9 = SReg.tid.x <i32>
  v10 = GUARD
  If v10 b1 b3
b1: <- b0
  Jump b2
b2: <- b1 b2
  v20 = Phi <i32> b1:FIRST b2:v21
  v28 = Load.global.i32 <i32> v1
  v21 = Add <i32> v20 STEP
  v22 = TEST
  If v22 b2 b3
b3: <- b0 b2
  Ret
`
	const always = "ICmp.eq <i1> v9 v9"
	for _, x := range []struct {
		guard, first, step, test string
		want                     string
	}{
		// Limits that are constants.
		{always, "v2", "v3", "ICmp.ltu <i1> v21 v4", "unsigned signed"},
		{always, "v2", "v3", "ICmp.ne <i1> v21 v4", "unsigned signed"},
		{always, "v2", "v3", "ICmp.ne <i1> v4 v21", "unsigned signed"},
		{always, "v2", "v3", "ICmp.ltu <i1> v21 v6", "unsigned"},
		{always, "v3", "v3", "ICmp.ltu <i1> v21 v4", "counts"},
		{always, "v2", "v5", "ICmp.ltu <i1> v21 v4", "counts"},
		{always, "v4", "v6", "ICmp.ne <i1> v21 v2", "counts"},
		// The test would not let the first round pass.
		{always, "v4", "v3", "ICmp.ltu <i1> v21 v4", ""},
		{always, "v2", "v3", "ICmp.lts <i1> v21 v6", ""},
		// Nobody knows whether it would.
		{always, "v2", "v3", "ICmp.ltu <i1> v21 v0", ""},
		{"ICmp.geu <i1> v0 v5", "v9", "v3", "ICmp.ltu <i1> v21 v0", ""},
		{"ICmp.les <i1> v0 v5", "v2", "v3", "ICmp.lts <i1> v21 v0", ""},
		{"ICmp.geu <i1> v0 v3", "v2", "v3", "ICmp.lts <i1> v21 v0", ""},
		// The branch in front says so.
		{"ICmp.ne <i1> v0 v2", "v2", "v3", "ICmp.ltu <i1> v21 v0", "unsigned"},
		{"ICmp.ne <i1> v0 v2", "v2", "v3", "ICmp.ne <i1> v21 v0", "unsigned"},
		{"ICmp.ges <i1> v0 v3", "v2", "v3", "ICmp.ne <i1> v21 v0", "unsigned signed"},
		{"ICmp.lts <i1> v2 v0", "v2", "v3", "ICmp.lts <i1> v21 v0", "unsigned signed"},
		{"ICmp.ltu <i1> v9 v0", "v9", "v3", "ICmp.ltu <i1> v21 v0", "counts"},
		{"ICmp.gtu <i1> v0 v9", "v9", "v3", "ICmp.ne <i1> v21 v0", "counts"},
		// The limit moves; the step does; what the test asks is not the next number.
		{always, "v2", "v3", "ICmp.ltu <i1> v21 v28", ""},
		{always, "v2", "v28", "ICmp.ltu <i1> v21 v4", ""},
	} {
		src := strings.NewReplacer("GUARD", x.guard, "FIRST", x.first, "STEP", x.step, "TEST", x.test).Replace(text)
		m, err := ir.Parse("test", src)
		if err != nil {
			t.Fatalf("%+v: %v", x, err)
		}
		f := m.Funcs[0]
		n, ok := Counts(f)[f.Blocks[2]]
		var got []string
		if n.Unsigned {
			got = append(got, "unsigned")
		}
		if n.Signed {
			got = append(got, "signed")
		}
		if ok && len(got) == 0 {
			got = []string{"counts"}
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%+v: %q", x, got)
		}
		if ok && (n.Counter.ID != 20 || !n.AtEnd || n.Test != f.Blocks[2]) {
			t.Errorf("%+v: %+v", x, n)
		}
	}
}
