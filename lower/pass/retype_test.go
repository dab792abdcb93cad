package pass

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestRetypeLeavesNoBitcast: what only moves, and is a float wherever it is used, is one.
func TestRetypeLeavesNoBitcast(t *testing.T) {
	for name, text := range map[string]string{
		"load": `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Load.global.i32 <i32> v0
  v2 = Bitcast <f32> v1
  v3 = FAdd <f32> v2 v2
  Store.global.f32 v0 v3
  Ret`,
		"phi": `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Const <i32> 0
  Jump b1
b1: <- b0 b1
  v3 = Phi <i32> b0:v1 b1:v8
  v5 = Bitcast <f32> v3
  v6 = Load.global.f32 <f32> v0
  v7 = FAdd <f32> v5 v6
  v8 = Bitcast <i32> v7
  v11 = FCmp.ltf <i1> v7 v6
  If v11 b1 b2
b2: <- b1
  Store.global.f32 v0 v7
  Ret`,
		"select": `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
  param x i32 ptx u32 size 4 align 4 offset 8
b0:
  v0 = Param <i64> 0
  v1 = Param <i32> 1
  v2 = Load.global.i32 <i32> v0
  v3 = SReg.tid.x <i32>
  v4 = ICmp.lts <i1> v3 v1
  v8 = Load.global.i32 <i32> v0
  v5 = Select <i32> v4 v8 v2
  v6 = Bitcast <f32> v5
  v7 = FMul <f32> v6 v6
  Store.global.f32 v0 v7
  Ret`,
	} {
		m, err := ir.Parse("in", header+text)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, f := range m.Funcs {
			retype(f, &Options{})
			for _, b := range f.Blocks {
				for _, v := range b.Values {
					if v.Op == ir.OpBitcast {
						t.Errorf("%s: a bitcast is left, v%d", name, v.ID)
					}
				}
			}
		}
	}
}
