package analysis

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestUniformityShapes gives the levels of named values and of blocks in the
// shapes that matter: what random functions do not test is that the analysis
// gives up nothing it could know.
func TestUniformityShapes(t *testing.T) {
	const head = `
kernel @k
  param n i32 ptx u32 size 4 align 4 offset 0
b0:
  v0:n = Param <i32> 0
  v1:tx = SReg.tid.x <i32>
  v2:ty = SReg.tid.y <i32>
  v3:cx = SReg.ctaid.x <i32>
  v4 = Const <i32> 0
  v5 = Const <i32> 1
  v6 = ICmp.lts <i1> v1 v0
  v7 = ICmp.lts <i1> v3 v0
  v8 = ICmp.lts <i1> v2 v0
`
	for _, c := range []struct{ name, text, want string }{
		{"tiles", head + `
  Jump b1
b1: <- b0 b2
  v10:i = Phi <i32> b0:v4 b2:v11
  v12 = ICmp.lts <i1> v10 v0
  If v12 b2 b3
b2: <- b1
  v11:next = Add <i32> v10 v5
  Barrier.sync.aligned v4 v4
  Jump b1
b3: <- b1
  v13:after = Add <i32> v10 v1
  Exit`, "i grid, next grid, after varying, b2 constant, b3 constant"},
		{"guard before a barrier", head + `
  If v6 b1 b4
b1: <- b0
  Barrier.sync.aligned v4 v4
  If v7 b2 b3
b2: <- b1
  Barrier.sync.aligned v4 v4
  Jump b3
b3: <- b1 b2
  v10:r = Phi <i32> b1:v4 b2:v5
  Barrier.sync.aligned v4 v4
  Jump b4
b4: <- b0 b3
  Exit`, "r cta, b1 constant, b2 cta, b3 constant, b4 constant"},
		{"divergent if", head + `
  If v6 b1 b2
b1: <- b0
  Barrier.sync.aligned v4 v4
  Jump b2
b2: <- b0 b1
  v10:r = Phi <i32> b0:v4 b1:v5
  v11:s = Phi <i32> b0:v0 b1:v0
  Barrier.sync.aligned v4 v4
  Exit`, "r varying, s grid, b1 varying, b2 constant"},
		{"uniform if around a divergent one", head + `
  If v7 b1 b4
b1: <- b0
  If v6 b2 b3
b2: <- b1
  Jump b3
b3: <- b1 b2
  Jump b5
b4: <- b0
  Jump b5
b5: <- b3 b4
  v10:r = Phi <i32> b3:v4 b4:v5
  Exit`, "r cta, b1 cta, b2 varying, b3 cta, b5 constant"},
		{"rows", head + `
  If v8 b1 b2
b1: <- b0
  Jump b2
b2: <- b0 b1
  v10:r = Phi <i32> b0:v4 b1:v5
  Exit`, "r row, b1 row"},
		{"each its own number of turns", head + `
  Jump b1
b1: <- b0 b1
  v10:i = Phi <i32> b0:v4 b1:v11
  v11:next = Add <i32> v10 v5
  v12 = ICmp.lts <i1> v11 v1
  If v12 b1 b2
b2: <- b1
  v13:after = Add <i32> v10 v4
  v14:same = Add <i32> v0 v4
  Barrier.sync.aligned v4 v4
  Exit`, "i grid, next grid, after varying, same grid, b1 varying, b2 constant"},
		{"return from a loop", head + `
  Jump b1
b1: <- b0 b3
  v10:i = Phi <i32> b0:v4 b3:v11
  v12 = ICmp.lts <i1> v10 v0
  If v12 b2 b4
b2: <- b1
  v13 = ICmp.lts <i1> v10 v1
  If v13 b3 b5
b3: <- b2
  v11:next = Add <i32> v10 v5
  Barrier.sync.aligned v4 v4
  Jump b1
b4: <- b1
  v14:after = Add <i32> v10 v4
  Barrier.sync.aligned v4 v4
  Exit
b5: <- b2
  v15:found = Add <i32> v10 v4
  Exit`, "i grid, after grid, found varying, b3 grid, b4 constant, b5 varying"},
		{"reductions", head + `
  v10:any = Barrier.or <i1> v4 v4 v6
  v11:some = Barrier.or <i1> v4 v0 v6
  v12 = Select <i32> v10 v4 v5
  v13:s = Add <i32> v12 v3
  v14:vote = Warp.sync.VoteAnyPred <i1> v6 v4
  If v10 b1 b2
b1: <- b0
  Barrier.sync.aligned v4 v4
  Jump b2
b2: <- b0 b1
  Exit`, "any cta, some varying, s cta, vote warp, b1 constant"},
		{"votes", head + `
  v9 = Const <i32> 31
  v10:all = Const <i32> -1
  v11 = SReg.laneid <i32>
  v12:half = Shl <i32> v9 v11
  v13:one = Warp.sync.VoteAnyPred <i1> v6 v10
  v14:many = Warp.sync.VoteAnyPred <i1> v6 v12
  v15:number = ShrU <i32> v1 v5
  v16 = Const <i32> 5
  v17:warp = ShrU <i32> v1 v16
  v18 = Warp.sync.ShflIdxB32 <(i32 i1)> v17 v4 v9 v10
  v19:same = Extract <i32> v18 0
  v20:is = Extract <i1> v18 1
  If v6 b1 b2
b1: <- b0
  v21 = Const <i32> 255
  v22:few = Warp.sync.VoteAnyPred <i1> v8 v21
  Jump b2
b2: <- b0 b1
  Barrier.sync.aligned v4 v4
  Exit`, "one warp, many varying, number varying, warp rowwarp or gang, same rowwarp, is varying, few varying"},
		{"a vote that others may be taken for", head + `
  v10 = Const <i32> -1
  v13:one = Warp.sync.VoteAnyPred <i1> v6 v10
  v14:now = Warp.VoteAnyPred <i1> v6
  v15:active = Warp.ActivemaskB32 <i32>
  If v6 b1 b2
b1: <- b0
  v16 = Warp.sync.VoteAnyPred <i1> v8 v10
  Jump b2
b2: <- b0 b1
  Barrier.sync.aligned v4 v4
  Exit`, "one varying, now varying, active varying"},
		{"a vote that another one is not taken for", head + `
  v10 = Const <i32> -1
  v13:one = Warp.sync.VoteAnyPred <i1> v6 v10
  v14:now = Warp.VoteAnyPred <i1> v6
  v15:active = Warp.ActivemaskB32 <i32>
  If v6 b1 b2
b1: <- b0
  v16 = Warp.sync.VoteAllPred <i1> v8 v10
  Jump b2
b2: <- b0 b1
  Barrier.sync.aligned v4 v4
  Exit`, "one warp, now varying, active varying"},
		{"a loop left under a divergent branch", head + `
  Jump b1
b1: <- b0 b4
  v10:i = Phi <i32> b0:v4 b4:v11
  v9:own = Add <i32> v1 v0
  v12:fixed = Add <i32> v0 v3
  If v6 b2 b3
b2: <- b1
  If v7 b5 b4
b3: <- b1
  Jump b4
b4: <- b2 b3
  v11 = Add <i32> v10 v5
  Jump b1
b5: <- b2
  v13:after = Add <i32> v10 v4
  v14:sum = Add <i32> v12 v4
  Exit`, "i grid, after varying, sum cta, b4 varying"},
		{"ways in and ways around do not mix", head + `
  If v7 b1 b2
b1: <- b0
  Jump b3
b2: <- b0
  Jump b3
b3: <- b1 b2 b5
  v10:i = Phi <i32> b1:v4 b2:v5 b5:v11
  If v6 b4 b5
b4: <- b3
  Jump b5
b5: <- b3 b4
  v11 = Add <i32> v10 v5
  v12 = ICmp.lts <i1> v11 v0
  If v12 b3 b6
b6: <- b5
  Exit`, "i cta, b4 varying, b6 constant"},
		{"a call behind an early end", head + `
  If v6 b1 b2
b1: <- b0
  Exit
b2: <- b0
  Call @adds
  Exit
func @adds()
b0:
  Ret`, "b2 varying"},
		{"a call that synchronises behind an early end", head + `
  If v6 b1 b2
b1: <- b0
  Exit
b2: <- b0
  Call @calls
  Exit
func @calls()
b0:
  Call @waits
  Ret
func @waits()
b0:
  v0 = Const <i32> 0
  Barrier.sync.aligned v0 v0
  Ret`, "b2 constant"},
		{"an indirect call that may synchronise", head + `
  v10 = FuncAddr <i64> @waits
  If v6 b1 b2
b1: <- b0
  Exit
b2: <- b0
  CallIndirect v10 () -> ()
  Exit
func @waits()
b0:
  v0 = Const <i32> 0
  Barrier.sync.aligned v0 v0
  Ret`, "b2 constant"},
		{"an indirect call of functions that do not synchronise", head + `
  v10 = FuncAddr <i64> @waits
  If v6 b1 b2
b1: <- b0
  Exit
b2: <- b0
  CallIndirect v10 v0 (i32) -> ()
  Exit
func @waits()
b0:
  v0 = Const <i32> 0
  Barrier.sync.aligned v0 v0
  Ret`, "b2 varying"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Parse("test", c.text)
			if err == nil {
				err = ir.VerifyModule(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			f := m.Funcs[0]
			u := NewUniformity(f, Synchronising(ir.NewCallGraph(m, m.AddressTaken())))
			got := map[string]Level{}
			for _, b := range f.Blocks {
				got[b.String()] = u.Exec(b)
				for _, v := range b.Values {
					got[v.Name] = u.Of(v)
				}
			}
			for _, w := range strings.Split(c.want, ", ") {
				name, level, _ := strings.Cut(w, " ")
				if l, ok := got[name]; !ok || l.String() != level {
					t.Errorf("%s is %s, want %s", name, l, level)
				}
			}
		})
	}
}

// TestUniformityLong checks that the analysis takes no quadratic time where
// functions are long: guards, early returns and a loop with many exits.
func TestUniformityLong(t *testing.T) {
	const n = 10000
	for _, shape := range []string{"guards", "returns", "breaks"} {
		f := &ir.Func{Name: shape, Entry: true, Module: &ir.Module{}}
		b := f.NewBlock("")
		x := b.Add(ir.OpSReg, ir.I32, 0)
		x.Attr.SReg = "tid.x"
		zero := b.Const(ir.I32, 0, 0)
		end := f.NewBlock("")
		end.SetTerm(ir.Exit, 0)
		var head *ir.Block
		if shape == "breaks" {
			head = f.NewBlock("")
			b.SetTerm(ir.Jump, 0, head)
			b = head
		}
		var phi *ir.Value
		for range n {
			c := b.Add(ir.OpICmp, ir.I1, 0, x, zero)
			c.Attr.Cmp = ir.Eq
			b.Ctrl = []*ir.Value{c}
			next := f.NewBlock("")
			if shape == "guards" {
				then := f.NewBlock("")
				b.SetTerm(ir.If, 0, then, next)
				then.SetTerm(ir.Jump, 0, next)
				phi = next.Add(ir.OpPhi, ir.I32, 0, zero, x)
			} else {
				b.SetTerm(ir.If, 0, end, next)
			}
			b = next
			b.Add(ir.OpLockstep, ir.Void, 0)
		}
		if head != nil {
			b.SetTerm(ir.Jump, 0, head)
		} else {
			b.SetTerm(ir.Jump, 0, end)
		}
		if err := ir.Verify(f); err != nil {
			t.Fatal(err)
		}
		u := NewUniformity(f, nil)
		if phi != nil && u.Of(phi) != Varying {
			t.Errorf("%s: the last phi is %s", shape, u.Of(phi))
		}
		if got := u.Exec(b); !got.In(CTA) {
			t.Errorf("%s: the last block is executed at level %s", shape, got)
		}
	}
}
