package gen

import (
	"math/rand/v2"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// phaseCounts is a barrier in numbers of their own.
type phaseCounts struct{ phase, pending, expected, tx int }

func (p phaseCounts) word() uint64 {
	w := uint64(p.pending) | uint64(p.expected)<<20 | uint64(p.tx)&(1<<21-1)<<40
	return w | uint64(p.phase)%2<<63
}

// TestBarrierWord drives a barrier with random operations that the manual allows.
func TestBarrierWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 15))
	for range 200 {
		m := phaseCounts{pending: 1 + rng.IntN(5)}
		if rng.IntN(4) == 0 {
			m.pending = 1<<20 - 1
		}
		m.expected = m.pending
		w := m.word()
		for range 200 {
			if m.expected == 0 {
				break
			}
			before := m.word()
			n, tx := rng.IntN(m.pending+1), rng.IntN(1000)
			var got uint64
			switch op := rng.IntN(6); {
			case op == 0 && n > 0:
				got = PlainArriveU64(&w, uint64(n))
				m.pending -= n
			case op == 1 && n > 0 && n <= m.expected && rng.IntN(4) == 0:
				got = PlainArriveDropU64(&w, uint64(n))
				m.pending, m.expected = m.pending-n, m.expected-n
			case op == 2 && n > 0 && m.tx+tx < 1<<20:
				got = PlainArriveTxU64(&w, uint64(tx))
				m.pending, m.tx = m.pending-1, m.tx+tx
			case op == 3 && n > 0 && m.tx+tx < 1<<20 && rng.IntN(4) == 0:
				got = PlainArriveDropTxU64(&w, uint64(tx))
				m.pending, m.expected, m.tx = m.pending-1, m.expected-1, m.tx+tx
			case op == 4 && m.tx+tx < 1<<20:
				got = PlainExpectTxU64(&w, uint64(tx))
				m.tx += tx
			case op == 5:
				if rng.IntN(2) == 0 && m.tx > 0 {
					tx = m.tx
				}
				if m.tx-tx <= -1<<20 {
					continue
				}
				got = PlainCompleteTxU64(&w, uint64(tx))
				m.tx -= tx
			default:
				continue
			}
			if m.pending == 0 && m.tx == 0 {
				m.phase, m.pending = m.phase+1, m.expected
			}
			if got != before || w != m.word() {
				t.Fatalf("state %#x, want %#x; then %#x, want %#x: %+v", got, before, w, m.word(), m)
			}
		}
	}
}

// TestBarrierWordFaults counts wrongly; the word stays as it is.
func TestBarrierWordFaults(t *testing.T) {
	two := phaseCounts{pending: 2, expected: 2}
	for _, c := range []struct {
		from phaseCounts
		f    func(p *uint64)
		want string
	}{
		{phaseCounts{}, func(p *uint64) { PlainArriveU64(p, 1) }, "not initialised"},
		{phaseCounts{phase: 1}, func(p *uint64) { PlainExpectTxU64(p, 1) }, "not initialised"},
		{phaseCounts{}, func(p *uint64) { PlainCompleteTxU64(p, 0) }, "not initialised"},
		{two, func(p *uint64) { PlainArriveU64(p, 3) }, "3 arrivals at an mbarrier that waits for 2"},
		{two, func(p *uint64) { PlainArriveU64(p, 0) }, "0 arrivals"},
		{two, func(p *uint64) { PlainArriveU64(p, 1<<32|1) }, "4294967297 arrivals"},
		{phaseCounts{pending: 2, expected: 1}, func(p *uint64) { PlainArriveDropU64(p, 2) }, "2 threads cannot leave an mbarrier that expects 1"},
		{phaseCounts{pending: 1, expected: 1, tx: 1<<20 - 1}, func(p *uint64) { PlainExpectTxU64(p, 1) }, "1 transaction at an mbarrier that waits for 1048575"},
		{phaseCounts{pending: 1, expected: 1, tx: -1<<20 + 1}, func(p *uint64) { PlainCompleteTxU64(p, 2) }, "2 transactions at an mbarrier that waits for -1048575"},
		{two, func(p *uint64) { PlainArriveTxU64(p, 1<<20) }, "1048576 transactions"},
		{two, func(p *uint64) { PlainCompleteTxU64(p, 1<<63) }, "transactions at"},
	} {
		w := c.from.word()
		err := inThread(Launch{}, ctas("k"), func(*Thread) { c.f(&w) })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.from, err, c.want)
			continue
		}
		if f, ok := err.(*ptx.Fault); !ok || f.Kind != ptx.FaultBarrier {
			t.Errorf("%+v: %#v", c.from, err)
		}
		if w != c.from.word() {
			t.Errorf("%+v: the word has changed to %#x", c.from, w)
		}
	}
}
