package interp

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestAlone says of kernels, and of functions that they call, whether their CTAs know nothing of each other.
func TestAlone(t *testing.T) {
	const text = `
func @f(a i64) -> (i32)
b0:
  v0 = Arg <i64> 0
%s
  v9 = Const <i32> 1
  Ret v9

kernel @k
  param out i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Call <i32> v0 @f
%s
  Ret
`
	for line, want := range map[string]bool{
		"  Store.global.i32 v0 v8":                              true,
		"  v2 = Load.global.i32 <i32> v0":                       true,
		"  v2 = Load.global.volatile.i32 <i32> v0":              false,
		"  v2 = Load.generic.acquire.gpu.i32 <i32> v0":          false,
		"  Store.global.release.gpu.i32 v0 v8":                  false,
		"  v2 = Load.shared.volatile.i32 <i32> v0":              true,
		"  v2 = Atomic.shared.relaxed.cta.add.i32 <i32> v0 v8":  true,
		"  v2 = Atomic.global.relaxed.gpu.add.i32 <i32> v0 v8":  false,
		"  v2 = Atomic.generic.relaxed.gpu.add.i32 <i32> v0 v8": false,
		"  Fence.sc.gpu":            false,
		"  v2 = SReg.clock <i32>":   false,
		"  v2 = SReg.ctaid.x <i32>": true,
	} {
		line = "  v8 = Const <i32> 7\n" + line
		for where, text := range map[string]string{"kernel": fmt.Sprintf(text, "", line), "function": fmt.Sprintf(text, line, "")} {
			m, err := ir.Parse("alone", text)
			if err == nil {
				err = ir.VerifyModule(m)
			}
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			x, err := New(m, Options{Rows: true, HostAddresses: true})
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			for _, c := range x.funcs {
				if c.f.Name == "k" && x.isAlone(c) != want {
					t.Errorf("in a %s%s: %t", where, line, !want)
				}
			}
		}
	}
}
