package ir

import (
	"strings"
	"testing"
)

// TestLanes gives the verifier one violation each of what functions with lanes must satisfy.
func TestLanes(t *testing.T) {
	const head = `
gang @k lanes 8 (first i32, end i32) -> (i32)
  slot @"$0:on" i1
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v100 = Arg <i32> 0
  v101 = Param <i64> 0
  v102 = Const <i1> 1
  v103 = Ramp <varying i32> v100 by 1
  v104 = Splat <varying i64> v101
  v105 = SlotGet <varying i1> v100 @"$0:on"
`
	for _, c := range []struct{ lines, want string }{
		// A value is varying where its arguments are.
		{"v0 = Add <i32> v103 v103", "v103 is varying"},
		{"v0 = Add <varying i32> v103 v100", "v100 is uniform"},
		{"v0 = Add <varying i32> v100 v100", "v100 is uniform"},
		{"v0 = Const <varying i32> 1", "the result is varying"},
		{"v0 = Splat <varying i32> v103", "v103 is varying"},
		{"v0 = Splat <i32> v100", "the result is uniform"},
		{"v0 = Any <i1> v102", "v102 is uniform"},
		{"v0 = All <varying i1> v105", "the result is varying"},
		{"v0 = Select <varying i32> v102 v103 v103", "v102 is uniform"},
		// Branches and ways back are uniform.
		{"If v105 b1 b1\nb1:", "v105 is varying"},
		{"Bail v105 v100", "v105 is varying"},
		// Accesses.
		{"v0 = Load.global.i32 <i32> v104", "the result is uniform"},
		{"v0 = Load.global.i32 <i32> v101 by 4", "the result is uniform"},
		{"v0 = Load.global.i32 <varying i32> v101", "the result is varying"},
		{"v0 = Load.global.i32 <varying i32> v104 by 4", "and a distance"},
		{"v0 = Load.global.i32.masked <i32> v101 v105", "a mask of lanes that have one element"},
		{"v0 = Load.global.i32.masked <varying i32> v104 v102", "the mask is no varying i1"},
		{"v0 = Load.global.i32 <varying i32> v101 by 4 cross 8", "change places by 8"},
		{"Store.global.i32 v101 v100 by 4", "v100 is uniform"},
		{"Store.global.i32 v101 v103", "v103 is varying"},
		{"Atomic.global.relaxed.gpu.add.i32 v101 v100", "of no lane"},
		{"v0 = Inside.const.i32.write <i1> v101", "a write to const memory"},
		{`SlotPut v100 v102 @"$0:on"`, "v102 is uniform"},
		{`SlotPut v100 v103 @"$0:on"`, "the slot on is i1"},
		{"v0 = SReg.tid.x <i32>", "a register of each thread"},
		{"Trap", "has no meaning for lanes"},
		{"v0 = Barrier.popc <i32> v100 v100 v102", "has no meaning for lanes"},
		// There is no way back behind what must not be done again.
		{"Store.global.i32 v101 v100\n Bail v102 v100", "behind an effect"},
		{"Store.global.i32 v101 v100\n Jump b1\nb1:\n Poll v100", "behind an effect"},
		{"Atomic.global.relaxed.gpu.add.i32 v104 v103\n Bail v102 v100", "behind an effect"},
		{"Jump b1\nb1:\n v0 = Phi <i32> b0:v100 b2:v0\n v1 = Phi <i32> b0:v100 b2:v1\n Jump b2\nb2:\n Bail v102 v100\n Store.global.i32 v101 v0\n If v102 b1 b3\nb3:", "behind an effect"},
	} {
		m := mustParse(t, head+c.lines+"\n Ret v100\n")
		if err := Verify(m.Funcs[0]); err == nil {
			t.Errorf("%s: no violation, want %s", c.lines, c.want)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.lines, err, c.want)
		}
	}
	for _, lines := range []string{
		"Store.global.i32.again v101 v100\n Bail v102 v100",
		// The next gang begins at its phi.
		"Jump b1\nb1:\n v0 = Phi <i32> b0:v100 b2:v0\n Jump b2\nb2:\n Bail v102 v0\n Store.global.i32 v101 v0\n If v102 b1 b3\nb3:",
	} {
		m := mustParse(t, head+lines+"\n Ret v100\n")
		if err := Verify(m.Funcs[0]); err != nil {
			t.Errorf("%s: %v", lines, err)
		}
	}
	for text, want := range map[string]string{
		"gang @k lanes 3 (first i32, end i32) -> (i32)\nb0:\n v0 = Arg <i32> 0\n Ret v0\n": "3 lanes",
		"gang @k lanes 8 (first i32) -> (i32)\nb0:\n v0 = Arg <i32> 0\n Ret v0\n":          "is given the first",
		"kernel @k\nb0:\n v0 = Undef <i32>\n Ret\n":                                        "in a function without lanes",
	} {
		if err := Verify(mustParse(t, text).Funcs[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
