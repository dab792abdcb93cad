package scalar

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestKnownValues: what Go's compiler may know of the factors of a sum that is to be fused.
func TestKnownValues(t *testing.T) {
	const header = "module \"k.ptx\" version \"8.0\" target \"sm_80\" pointers 64\n"
	for _, c := range []struct {
		what, text string
		want       map[ir.ID]known // by the number of the value
	}{{
		// What enters from a sum of constants may be known. A constant that enters is hidden there.
		"factors of a loop", `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Const <f32> 0x40400000
  v2 = FAdd <f32> v1 v1
  v3 = Load.global.f32 <f32> v0
  Jump b1
b1: <- b0 b1
  v4 = Phi <f32> b0:v2 b1:v7
  v5 = Phi <f32> b0:v1 b1:v3
  v6 = Phi <f32> b0:v1 b1:v6
  v7 = Intrin.FmaRnF32 <f32> v4 v5 v6
  v8 = FCmp.ltf <i1> v7 v3
  If v8 b1 b2
b2: <- b1
  Store.global.f32 v0 v7
  Ret`, map[ir.ID]known{1: knownAny, 2: knownAny, 3: unknown, 4: knownAny, 5: unknown, 6: knownAny, 7: unknown},
	}, {
		"zeros and ones", `
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Const <f32> 0x80000000
  v2 = Const <f32> 0xbf800000
  v3 = FMul <f32> v1 v1
  v4 = FMul <f32> v1 v2
  v5 = Load.global.f32 <f32> v0
  v6 = FMul <f32> v1 v5
  v7 = Intrin.FmaRnF32 <f32> v1 v2 v5
  Store.global.f32 v0 v3
  Store.global.f32 v0 v4
  Store.global.f32 v0 v6
  Store.global.f32 v0 v7
  Ret`, map[ir.ID]known{1: knownZero, 2: knownUnit, 3: knownZero, 4: knownAny, 5: unknown, 6: unknown, 7: unknown},
	}} {
		m, err := ir.Parse("in", header+c.text)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		got := knownValues(f, func(int) known { return unknown })
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if want, ok := c.want[v.ID]; ok && got[v.ID] != want {
					t.Errorf("%s: %v: %d, want %d", c.what, v, got[v.ID], want)
				}
			}
		}
	}
}
