package gen

import (
	"context"
	"errors"
	"fmt"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// accesses are generic accesses of n bytes at an address.
var accesses = []struct {
	name  string
	n     uint64
	write bool
	do    func(t *Thread, addr uint64)
}{
	{"a load of 1", 1, false, func(t *Thread, addr uint64) { _ = *At[uint8](t, addr) }},
	{"a load of 4", 4, false, func(t *Thread, addr uint64) { _ = *At[uint32](t, addr) }},
	{"a load of 8", 8, false, func(t *Thread, addr uint64) { _ = *At[[2]uint32](t, addr) }},
	{"a load of 16", 16, false, func(t *Thread, addr uint64) { _ = *At[[4]uint32](t, addr) }},
	{"a store of 1", 1, true, func(t *Thread, addr uint64) { *AtWrite[uint8](t, addr) = 1 }},
	{"a store of 4", 4, true, func(t *Thread, addr uint64) { *AtWrite[uint32](t, addr) = 1 }},
	{"a store of 8", 8, true, func(t *Thread, addr uint64) { *AtWrite[[2]uint32](t, addr) = [2]uint32{} }},
	{"a store of 16", 16, true, func(t *Thread, addr uint64) { *AtWrite[[4]uint32](t, addr) = [4]uint32{} }},
}

// TestKnownSegments accesses every byte of pieces of memory and what is around them, when the
// CTA has accessed that piece last, when it has accessed so many others since, and when it
// knows nothing of it. What faults, and how, does not depend on that.
func TestKnownSegments(t *testing.T) {
	m := NewModule("known.ptx", "known")
	constant := AddrOf(Const(m.Default(), "c", 3, uint32(1), 2, 3))
	all := make([]uint64, 16)
	buffer := BytesOf(all)[16:28:28]
	k := ctas("k")
	m.Add(k)
	others := make([]Buffer, 5)
	for i := range others {
		others[i] = BytesOf(make([]uint64, 2))
	}
	const size = 12
	for _, seg := range []struct {
		name     string
		base     uint64
		constant bool
	}{{"a buffer", AddrOf(buffer), false}, {"constant memory", constant, true}} {
		for since := -1; since <= len(others); since++ {
			for _, a := range accesses {
				for off := -4; off < size+8; off++ {
					addr := seg.base + uint64(off)
					var want error
					switch {
					case addr&(a.n-1) != 0:
						want = ptx.FaultMisaligned
					case off < 0 || uint64(off)+a.n > size || a.write && seg.constant:
						want = ptx.FaultAddress
					}
					err := k.Run(context.Background(), Launch{Buffers: others}, func(c *CTA) {
						th := c.Thread()
						if since >= 0 {
							_ = th.LoadU32(seg.base)
						}
						for i := range since {
							_ = th.LoadU8(AddrOf(others[i]))
						}
						a.do(th, addr)
					}, buffer)
					if err == nil && want == nil || want != nil && errors.Is(err, want) {
						continue
					}
					where := fmt.Sprintf("%d others after it", since)
					if since < 0 {
						where = "it is new"
					}
					t.Errorf("%s at byte %d of %d of %s, %s: %v, want %v", a.name, off, size, seg.name, where, err, want)
				}
			}
		}
	}
}
