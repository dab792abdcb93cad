package ptxtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/lower/interp"
)

// TestUnfinished: of a launch whose context ends, the error says where the threads stand.
func TestUnfinished(t *testing.T) {
	k := compile(t, `
.visible .entry k(.param .u64 out) {
	.reg .b32 %r<4>;
	.reg .pred %p<4>;
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	setp.ne.u32 %p1, %r2, 1;
	@%p1 bra END;
	setp.eq.u32 %p1, %r1, 3;
	@%p1 bra END;
	setp.lt.u32 %p1, %r1, 32;
	@%p1 bra WAIT;
LOOP:
	add.u32 %r3, %r3, 1;
	bra LOOP;
WAIT:
	bar.sync 0;
END:
	ret;
}`, interp.Options{})
	k.cfg.Grid[0], k.cfg.Block[0] = 3, 48
	out := make([]uint32, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := k.x.Launch(ctx, "k", k.cfg, make([]byte, 8), [][]byte{bytesOf(out)})
	var u *interp.Unfinished
	if !errors.As(err, &u) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	where := []interp.Standing{
		{CTA: [3]uint32{1}, Threads: 31, State: interp.ThreadAt},
		{CTA: [3]uint32{1}, Threads: 16, State: interp.ThreadInLoop, Thread: [3]uint32{32}},
		{CTA: [3]uint32{1}, Threads: 1, State: interp.ThreadEnded},
	}
	if len(u.Where) < len(where) || u.CTAs != 3 || u.Ended < 1 {
		t.Fatalf("got %+v", u)
	}
	for i, want := range where {
		if got := u.Where[i]; got.CTA != want.CTA || got.Threads != want.Threads || got.State != want.State || got.Thread != want.Thread {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if at, loop := u.Where[0], u.Where[1]; at.Text != "bar.sync 0;" || loop.Pos.Line != at.Pos.Line-3 {
		t.Errorf("at %+v, in the loop at %+v", at, loop)
	}
}
