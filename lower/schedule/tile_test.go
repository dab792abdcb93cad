package schedule_test

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestTiles: threads of a warp that access other elements of a tile need not meet in between, as those of one row of
// 16 that load from two rows below.
func TestTiles(t *testing.T) {
	for _, x := range []struct {
		directives string
		off        int // in rows of 16 elements
		col        int
		cut        bool
	}{
		{".reqntid 16, 8", 2, 0, false},
		{".reqntid 16, 8", 2, 1, false},
		{".reqntid 16, 8", 1, 0, true},
		{".reqntid 16, 8", 1, 1, true},
		{".reqntid 16, 8", 0, 0, false},
		{".reqntid 16, 8", 0, 1, true},
		{".reqntid 8, 16", 2, 0, true}, // a warp has four rows
		{".reqntid 8, 16", 4, 0, false},
		{".reqntid 32, 4", 2, 0, false}, // a warp has one row, of two of the tile
		{".reqntid 32, 4", 1, 0, true},
	} {
		_, k := kernelOf(t, x.directives, fmt.Sprintf(`
	.shared .align 4 .b8 tile[4096];
	mov.u32 %%i, %%tid.y;
	mad.lo.u32 %%j, %%i, 16, %%t;
	shl.b32 %%j, %%j, 2;
	mov.u32 %%w, tile;
	add.u32 %%w, %%w, %%j;
	st.shared.u32 [%%w], %%t;
	ld.shared.u32 %%v, [%%w+%d];
	mul.wide.u32 %%o, %%j, 1;
	add.u64 %%y, %%q, %%o;
	st.global.u32 [%%y], %%v;`, 64*x.off+4*x.col))
		if cut := k.Form == schedule.Regions; cut != x.cut {
			t.Errorf("%s, %d rows and %d columns on: cut: %t", x.directives, x.off, x.col, cut)
		}
	}
}
