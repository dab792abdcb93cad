package pass

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestSelectionTwice: the same choice a second time is gone, and another choice of which the
// condition is one of the values is not.
func TestSelectionTwice(t *testing.T) {
	for _, x := range []struct {
		values  string
		selects int
	}{
		{"v8 = Select <i32> v5 v1 v2\n  v9 = Select <i32> v5 v8 v3", 1},
		{"v8 = Select <i32> v5 v1 v2\n  v9 = Select <i32> v5 v3 v8", 1},
		{"v8 = Select <i32> v6 v1 v2\n  v9 = Select <i32> v5 v8 v3", 2},
		{"v8 = Select <i32> v6 v1 v2\n  v9 = Select <i32> v5 v3 v8", 2},
		{"v7 = Select <i1> v6 v5 v10\n  v8 = Select <i1> v5 v7 v11\n  v9 = Select <i32> v8 v1 v2", 3},
		{"v7 = Select <i1> v6 v10 v5\n  v8 = Select <i1> v5 v7 v11\n  v9 = Select <i32> v8 v1 v2", 3},
	} {
		m, err := ir.Parse("in", header+`
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Load.global.i32 <i32> v0
  v2 = SReg.tid.x <i32>
  v3 = SReg.tid.y <i32>
  v4 = SReg.tid.z <i32>
  v5 = ICmp.lts <i1> v1 v2
  v6 = ICmp.lts <i1> v1 v3
  v10 = ICmp.lts <i1> v1 v4
  v11 = ICmp.lts <i1> v2 v4
  `+x.values+`
  Store.global.i32 v0 v9
  Ret
`)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		fold(f, &Options{})
		dce(f, &Options{})
		n := 0
		for _, v := range f.Blocks[0].Values {
			if v.Op == ir.OpSelect {
				n++
			}
		}
		if n != x.selects {
			t.Errorf("%s: %d selects are left, want %d\n%s", x.values, n, x.selects, ir.PrintFunc(f))
		}
	}
}
