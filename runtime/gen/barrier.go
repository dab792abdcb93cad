package gen

import (
	"fmt"
	"math/bits"

	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// barriers is the number of barriers of a CTA.
const barriers = 16

// barrier is one of the 16 barriers of a CTA, in a phase that some threads
// have arrived in.
//
// Threads that have ended count as arrived. A barrier for a number of threads
// counts by warps (section 9.7.13.1): a warp of which every thread has arrived
// or ended counts 32; a warp of which some threads have yet to come, as
// barrier without .aligned allows, counts those that have; a warp that ended
// without coming counts nothing. A count that takes in all warps of the CTA may stand
// beside none, and makes those count that have ended; one of more is never reached.
type barrier struct {
	count   uint32     // threads to wait for; 0 is all
	started bool       // some thread has arrived
	arrived [32]uint32 // lanes by warp
	waiting [32]uint32 // lanes by warp that wait for the phase to end
	popc    uint32
	and, or bool
}

// arrive takes the lanes of a warp that execute the same barrier operation. It
// returns those that do not wait. Where the operation is illegal it returns the lane
// and why.
func (s *scheduler) arrive(w *warp, lanes uint32) (ready uint32, at *coroutine, fault string) {
	for m := lanes; m != 0; m &= m - 1 {
		at = w.lanes[bits.TrailingZeros32(m)]
		op := &at.op
		if op.id >= barriers {
			return 0, at, fmt.Sprintf("barrier %d: a CTA has %d", op.id, barriers)
		}
		count := op.count
		if count > bridge.MaxBlock {
			return 0, at, fmt.Sprintf("barrier %d for %d threads: a CTA has at most %d", op.id, count, bridge.MaxBlock)
		}
		if count%32 != 0 {
			return 0, at, fmt.Sprintf("barrier %d for %s, which is not a multiple of 32", op.id, threadCount(count))
		}
		all := 32 * uint32(len(s.warps))
		if count >= s.cta.Threads && count <= all {
			count = all
		}
		if op.count == 0 && op.kind == opBarArrive {
			return 0, at, fmt.Sprintf("bar.arrive at barrier %d without a thread count", op.id)
		}
		b := &s.barriers[op.id]
		bit := m & -m
		switch {
		case !b.started:
			*b = barrier{count: count, started: true, and: true}
		case b.count == 0 && count == all:
			b.count = all
		case b.count != count && (count != 0 || b.count != all):
			return 0, at, fmt.Sprintf("barrier %d for %s, where others wait for %s", op.id, threadCount(count), threadCount(b.count))
		}
		if b.arrived[w.index]&bit != 0 {
			return 0, at, fmt.Sprintf("second arrival at barrier %d before it was complete", op.id)
		}
		b.arrived[w.index] |= bit
		if op.kind == opBarArrive {
			ready |= bit
			continue
		}
		b.waiting[w.index] |= bit
		if op.kind != opBarSync {
			if op.pred {
				b.popc++
			}
			b.and = b.and && op.pred
			b.or = b.or || op.pred
		}
	}
	return ready, nil, ""
}

func threadCount(n uint32) string {
	if n == 0 {
		return "all threads"
	}
	return wording.Count(n, "thread")
}

// complete reports whether all have arrived that the phase waits for.
func (b *barrier) complete(warps []warp) bool {
	if b.count == 0 {
		for i := range warps {
			if warps[i].alive&^b.arrived[i] != 0 {
				return false
			}
		}
		return true
	}
	var n uint32
	for i := range warps {
		switch a := b.arrived[i]; {
		case a == 0:
		case warps[i].alive&^a == 0:
			n += 32
		default:
			n += uint32(bits.OnesCount32(a))
		}
	}
	return n >= b.count
}

// release ends the phases that are complete and makes their threads ready.
func (s *scheduler) release() {
	for id := range s.barriers {
		b := &s.barriers[id]
		if !b.started || !b.complete(s.warps) {
			continue
		}
		for i := range s.warps {
			w := &s.warps[i]
			for m := b.waiting[i]; m != 0; m &= m - 1 {
				op := &w.lanes[bits.TrailingZeros32(m)].op
				switch op.kind {
				case opBarPopc:
					op.result = b.popc
				case opBarAnd:
					op.ok = b.and
				case opBarOr:
					op.ok = b.or
				}
			}
			w.ready |= b.waiting[i]
		}
		b.started = false
	}
}
