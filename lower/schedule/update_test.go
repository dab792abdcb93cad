package schedule_test

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestRoundByRound: loops that load from where they store are cut behind each round where neighbours access what lies
// side by side, and nowhere else.
func TestRoundByRound(t *testing.T) {
	for _, x := range []struct {
		index string // of the first element, %j
		cut   bool
	}{
		{"mov.u32 %j, %t", true},
		{"and.b32 %j, %t, 31", true},
		{"and.b32 %j, %t, 15", true},
		{"and.b32 %j, %t, 7", false}, // rows of fewer threads than a gang has
		{"and.b32 %j, %t, 30", false},
		{"or.b32 %j, %t, 31", false},
		{"shr.u32 %j, %t, 5", false}, // neighbours are at one place
		{"shl.b32 %j, %t, 6", false}, // too far from each other
		{"shr.u32 %j, %t, 5; mad.lo.u32 %j, %j, 64, %t", true},
		{"shr.u32 %j, %t, 3; mad.lo.u32 %j, %j, 64, %t", false},
		{"and.b32 %w, %t, 31; shr.u32 %j, %t, 5; mad.lo.u32 %j, %j, 64, %w", true},
		{"mov.u32 %j, %c", false},
	} {
		_, k := kernel(t, fmt.Sprintf(`
	%s;
	mul.wide.u32 %%o, %%j, 4;
	add.u64 %%x, %%p, %%o;
	mov.u32 %%i, 0;
next:
	ld.global.u32 %%v, [%%x];
	xor.b32 %%v, %%v, %%i;
	st.global.u32 [%%x], %%v;
	add.u64 %%x, %%x, 1024;
	add.u32 %%i, %%i, 1;
	setp.lt.u32 %%b, %%i, %%n;
	@%%b bra next;`, x.index))
		if cut := k.Form == schedule.Regions; cut != x.cut {
			t.Errorf("%s: cut: %t", x.index, cut)
		}
	}
}
