package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestTrips counts the rounds of loops. Each has its counter in v20, which starts
// with FIRST and becomes NEXT, and goes on while TEST.
func TestTrips(t *testing.T) {
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
  v5 = Const <i32> 3
  v6 = Const <i32> 0xffffffff
  v7 = Const <i64> 4
  v8 = Const <i32> 5000
  v9 = SReg.tid.x <i32>
  Jump b1
b1: <- b0 b1
  v20 = Phi <i32> b0:FIRST b1:v21
  v25 = Sext <i64> v20
  v26 = Mul <i64> v25 v7
  v27 = Add <i64> v1 v26
  v28 = Load.global.i32 <i32> ADDR
  v21 = NEXT
  v22 = TEST
  If v22 b1 b2
b2: <- b1
  Store.global.i32 v1 v28
  Ret
`
	for _, x := range []struct {
		first, next, test, addr string
		want                    Trip
	}{
		// Constants all the way.
		{"v2", "Add <i32> v20 v3", "ICmp.ltu <i1> v21 v4", "v1", Trip{Rounds: 100}},
		{"v2", "Add <i32> v20 v3", "ICmp.ltu <i1> v20 v4", "v1", Trip{Rounds: 101}},
		{"v2", "Add <i32> v20 v3", "ICmp.ne <i1> v4 v21", "v1", Trip{Rounds: 100}},
		{"v2", "Add <i32> v20 v5", "ICmp.les <i1> v21 v4", "v1", Trip{Rounds: 34}},
		{"v4", "Sub <i32> v20 v5", "ICmp.gts <i1> v21 v2", "v1", Trip{Rounds: 34}},
		{"v4", "Add <i32> v20 v6", "ICmp.ges <i1> v21 v2", "v1", Trip{Rounds: 101}},
		{"v4", "Add <i32> v20 v3", "ICmp.ltu <i1> v21 v2", "v1", Trip{Rounds: 1}},
		// Too many rounds to be few.
		{"v2", "Add <i32> v20 v3", "ICmp.ltu <i1> v21 v8", "v1", Trip{}},
		// A step that misses the limit.
		{"v2", "Add <i32> v20 v5", "ICmp.ne <i1> v21 v4", "v1", Trip{}},
		// A wrap: every number without a sign is at least 0.
		{"v4", "Add <i32> v20 v6", "ICmp.geu <i1> v21 v2", "v1", Trip{}},
		// No step at all, or none that is constant.
		{"v2", "Add <i32> v20 v2", "ICmp.ltu <i1> v21 v4", "v27", Trip{}},
		{"v2", "Add <i32> v20 v9", "ICmp.ltu <i1> v21 v4", "v27", Trip{}},
		{"v2", "Add <i32> v20 v28", "ICmp.ltu <i1> v21 v4", "v27", Trip{}},
		// A limit that nobody knows, and memory that the loop walks through.
		{"v2", "Add <i32> v20 v3", "ICmp.lts <i1> v21 v0", "v27", Trip{Walks: true}},
		{"v9", "Add <i32> v20 v3", "ICmp.ne <i1> v21 v0", "v27", Trip{Walks: true}},
		{"v0", "Add <i32> v20 v6", "ICmp.gts <i1> v21 v2", "v27", Trip{Walks: true}},
		{"v2", "Add <i32> v20 v3", "ICmp.gtu <i1> v0 v21", "v27", Trip{Walks: true}},
		// Not where the address stays, the limit may be the greatest number, the
		// step may miss it, the wrong way is taken, or the limit moves.
		{"v2", "Add <i32> v20 v3", "ICmp.lts <i1> v21 v0", "v1", Trip{}},
		{"v2", "Add <i32> v20 v3", "ICmp.les <i1> v21 v0", "v27", Trip{}},
		{"v2", "Add <i32> v20 v5", "ICmp.lts <i1> v21 v0", "v27", Trip{}},
		{"v2", "Add <i32> v20 v3", "ICmp.gts <i1> v21 v0", "v27", Trip{}},
		{"v2", "Add <i32> v20 v3", "ICmp.lts <i1> v21 v28", "v27", Trip{}},
	} {
		src := strings.NewReplacer("FIRST", x.first, "NEXT", x.next, "TEST", x.test, "ADDR", x.addr).Replace(text)
		m, err := ir.Parse("test", src)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		if err := ir.Verify(f); err != nil {
			t.Fatal(err)
		}
		if got := Trips(f)[f.Blocks[1]]; got != x.want {
			t.Errorf("from %s, %s, while %s, at %s: got %+v, want %+v", x.first, x.next, x.test, x.addr, got, x.want)
		}
	}
}

// TestTripsOfPointers looks at loops through memory of whose counters nothing is known:
// they end with it, unless what moves the address may come round.
func TestTripsOfPointers(t *testing.T) {
	const text = `
kernel @k
  param n i32 ptx u32 size 4 align 4 offset 0
  param p i64 ptx u64 size 8 align 8 offset 8
b0:
  v0 = Param <i32> 0
  v1 = Param <i64> 1
  v2 = Const <i32> 8
  v3 = Const <i64> STEP
  v4 = Const <i64> 4
  Jump b1
b1: <- b0 b1
  v20 = Phi <i64> b0:v1 b1:v21
  v22 = Phi <i32> b0:v0 b1:v23
  v25 = Sext <i64> v22
  v26 = Mul <i64> v25 v4
  v27 = Add <i64> v1 v26
  v28 = Add <i64> v20 v26
  v29 = Load.global.i32 <i32> ADDR
  v21 = Add <i64> v20 v3
  v23 = Sub <i32> v22 v2
  v24 = ICmp.ne <i1> v23 v29
  If v24 b1 b2
b2: <- b1
  Ret
`
	for _, x := range []struct {
		step, addr string
		walks      bool
	}{
		{"32", "v20", true},
		{"0xffffffffffffffe0", "v20", true},
		{"0", "v20", false},
		{"32", "v1", false},
		{"32", "v27", false},
		{"64", "v28", false},
		{"32", "v28", false},
	} {
		m, err := ir.Parse("test", strings.NewReplacer("STEP", x.step, "ADDR", x.addr).Replace(text))
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		if err := ir.Verify(f); err != nil {
			t.Fatal(err)
		}
		if got, want := Trips(f)[f.Blocks[1]], (Trip{Walks: x.walks}); got != want {
			t.Errorf("by %s at %s: got %+v, want %+v", x.step, x.addr, got, want)
		}
	}
}

// Loops of thousands of ways back, long sums and addresses that are sums of sums
// take little time: this test must end.
func TestTripsOfLargeLoops(t *testing.T) {
	const ways, sums = 4000, 60
	var b strings.Builder
	b.WriteString("kernel @k\n  param n i32 ptx u32 size 4 align 4 offset 0\nb0:\n  v0 = Param <i32> 0\n  v1 = Const <i64> 1\n  Jump b1\nb1: <- b0")
	for i := range ways {
		fmt.Fprintf(&b, " b%d", i+3)
	}
	b.WriteString("\n  v2 = Phi <i64> b0:v1")
	for i := range ways {
		fmt.Fprintf(&b, " b%d:v3", i+3)
	}
	b.WriteString("\n  v3 = Add <i64> v2 v1\n")
	for i := range sums {
		fmt.Fprintf(&b, "  v%d = Add <i64> v%d v%d\n", i+4, i+3, i+3)
	}
	fmt.Fprintf(&b, "  v100 = Load.global.i32 <i32> v%d\n  Switch v0", sums+3)
	for i := range ways {
		fmt.Fprintf(&b, " b%d", i+3)
	}
	b.WriteString(" b2\nb2: <- b1\n  Ret\n")
	for i := range ways {
		fmt.Fprintf(&b, "b%d: <- b1\n  Jump b1\n", i+3)
	}
	m, err := ir.Parse("test", b.String())
	if err != nil {
		t.Fatal(err)
	}
	if got := Trips(m.Funcs[0]); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
