package schedule

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestReachOfShared: an access reaches what is after a variable as soon as its last byte does, and
// what is before it as soon as its first one does.
func TestReachOfShared(t *testing.T) {
	for _, c := range []struct {
		off  int
		mem  string
		want Reach
	}{
		{0, "i32", Within}, {12, "i32", Within}, {13, "i32", Onward}, {16, "i32", Onward}, {15, "i8", Within}, {16, "i8", Onward},
		{8, "i64", Within}, {12, "i64", Onward}, {-1, "i8", Anywhere}, {-4, "i32", Anywhere},
	} {
		m, err := ir.Parse("t", fmt.Sprintf(`module "t" pointers 64

kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
  shared @before size 16 align 16 elem i32
  shared @s size 16 align 16 elem i32 offset 16
  shared @after size 16 align 16 elem i32 offset 32
b0:
  v0 = Param <i64> 0
  v1 = SymAddr <i64> @before
  v2 = SymAddr <i64> @s
  v3 = SymAddr <i64> @after
  v4 = Const <i64> %d
  v5 = Add <i64> v2 v4
  v6 = Load.shared.%s <%s> v5
  Store.global.%s v0 v6
  v8 = Load.shared.i32 <i32> v1
  Store.shared.i32 v3 v8
  Ret
`, c.off, c.mem, c.mem, c.mem))
		if err != nil {
			t.Fatal(err)
		}
		s := New(m, Options{})
		v := memoryOf{s.Memory, t, s}.value(s.Funcs()[0], "s")
		if got := s.Memory.Access(v).Reach; got != c.want {
			t.Errorf("%s at %d of 16 bytes: %v, not %v", c.mem, c.off, got, c.want)
		}
	}
}

// TestSure: only where nothing is added to %tid.x does the sum wrap in no row.
func TestSure(t *testing.T) {
	for _, c := range []struct {
		index Sum
		want  bool
	}{{Sum{}, true}, {Sum{Const: 1}, false}, {Sum{Const: -6}, false}, {Sum{Terms: []analysis.Term{{Scale: 1}}}, false}} {
		if got := (&Span{Index: c.index}).Sure(); got != c.want {
			t.Errorf("%v: %v", c.index, got)
		}
	}
}
