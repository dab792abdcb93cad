package gen

import (
	"context"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestNear: an access outside of everything says what it is near to, and how far.
func TestNear(t *testing.T) {
	ptx.ResetHeap()
	buf, gone := ptx.Alloc[uint32](1<<14), ptx.Alloc[uint32](1<<14)
	base, was := AddrOf(buf), AddrOf(gone)
	ptx.Free(gone)
	defer ptx.Free(buf)
	own := make([]uint32, 99)
	for name, x := range map[string]struct {
		access func(th *Thread)
		kind   ptx.FaultKind
		says   string
	}{
		"behind":     {func(th *Thread) { th.StoreU32(base+1<<16+8, 1) }, ptx.FaultAddress, ": it is 8 bytes past the end of a buffer of 65536 bytes"},
		"over":       {func(th *Thread) { At[[4]uint32](th, AddrOf(own)+384) }, ptx.FaultAddress, "reaches over the end of a buffer of 396 bytes"},
		"freed":      {func(th *Thread) { th.LoadU32(was + 12) }, ptx.FaultAddress, "is in memory that has been freed: 12 bytes into a buffer of 65536 bytes"},
		"block":      {func(th *Thread) { th.LoadU32(th.Malloc(100) + 116) }, ptx.FaultAddress, ": it is 4 bytes past the end of a block of 112 bytes of malloc"},
		"freed one":  {func(th *Thread) { p := th.Malloc(64); th.Free(p); th.LoadU32(p + 4) }, ptx.FaultAddress, ": it is 4 bytes into a block of 64 bytes of malloc that has been freed"},
		"freed both": {func(th *Thread) { p := th.Malloc(64); th.Free(p); th.Free(p) }, ptx.FaultHeap, "is given to free, but is not in use: it is 0 bytes into a block of 64 bytes of malloc that has been freed"},
		"inside":     {func(th *Thread) { th.Free(th.Malloc(64) + 16) }, ptx.FaultHeap, "is given to free, but is not in use: it is 16 bytes into a block of 64 bytes of malloc"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "over" && AddrOf(own)%16 != 0 {
				t.Skip("the buffer lies elsewhere")
			}
			k := rows("k")
			err := k.Run(context.Background(), Launch{Block: ptx.D1(1)}, func(c *CTA) { x.access(c.Thread()) }, BytesOf(own))
			wantFault(t, err, x.kind, x.says)
		})
	}
}
