package driver

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// TestRandomOrder puts tasks at random into streams of both kinds and the default one, with
// events between them, and looks at the order in which they ran: all that CUDA promises.
func TestRandomOrder(t *testing.T) {
	m := start(t)
	count := function(t, m, "count")
	by := uint64(1)
	var xs [5]DevicePtr
	for s := range xs {
		xs[s] = alloc(t, 1)
	}
	const all = 5 // streams, of which number 0 is the default one
	handles := [all]Stream{0, newStream(t, StreamDefault), newStream(t, StreamDefault), newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking)}
	blocking := [all]bool{true, true, true, false, false}
	events := []Event{newEvent(t), newEvent(t), newEvent(t)}
	rounds := 30
	if testmode.Long() {
		rounds = 1000
	}
	r := rand.New(rand.NewPCG(testmode.Seed(), 9))
	for round := range rounds {
		var clock atomic.Int64
		var ran [150]atomic.Int64 // when each task did
		after := make([]map[int]bool, len(ran))
		// What a task that is put into a stream now runs after.
		var before [all]map[int]bool
		for s := range before {
			before[s] = map[int]bool{}
		}
		recorded := make([]map[int]bool, len(events))
		join := func(to, from map[int]bool) {
			for task := range from {
				to[task] = true
			}
		}
		// meet is what the default stream does: it waits for those that block, and they
		// for it.
		meet := func() {
			for s := range before {
				if blocking[s] {
					join(before[0], before[s])
				}
			}
			for s := range before {
				if blocking[s] {
					join(before[s], before[0])
				}
			}
		}
		for i := 0; i < len(ran); {
			s := r.IntN(all)
			e := r.IntN(len(events))
			switch r.IntN(8) {
			case 0:
				ok(t, EventRecord(events[e], handles[s]))
				if s == 0 {
					meet()
				}
				recorded[e] = map[int]bool{}
				join(recorded[e], before[s])
			case 1:
				ok(t, StreamWaitEvent(handles[s], events[e], 0))
				join(before[s], recorded[e])
			case 2:
				ok(t, run(count, 1, handles[s], p(&by), p(&xs[s])))
				if s == 0 {
					meet()
				}
			default:
				if s == 0 {
					meet()
				}
				task := i
				after[i] = map[int]bool{}
				join(after[i], before[s])
				before[s][i] = true
				if s == 0 {
					meet()
				}
				ok(t, StreamAddCallback(handles[s], func(Stream, Result) { ran[task].Store(clock.Add(1)) }))
				i++
			}
		}
		ok(t, CtxSynchronize())
		for i := range ran {
			for b := range after[i] {
				if ran[b].Load() >= ran[i].Load() || ran[b].Load() == 0 {
					t.Fatalf("round %d: task %d ran at %d, and %d in front of it at %d", round, i, ran[i].Load(), b, ran[b].Load())
				}
			}
		}
	}
}
