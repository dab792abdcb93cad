package gen

import (
	"fmt"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// The mbarrier objects of shared memory (section 9.7.13.15): a word that counts
// the arrivals and transactions of its current phase. From the lowest bit up it
// holds the arrivals that the phase waits for and those that later phases
// expect, 20 bits each, the transactions that it waits for in 21 bits with a
// sign, and in the highest bit whether the phase is odd. The state that arrive
// returns is the word as it was: generated code tests the phase bit and reads
// the pending arrivals, and mbarrier.init is a store of the word.
//
// The functions are not atomic: one goroutine runs a CTA. Counts that the
// manual leaves undefined are faults.
const (
	arrivalBits = 20
	arrivalMask = 1<<arrivalBits - 1
	txShift     = 2 * arrivalBits
	txTop       = 64 - txShift - (arrivalBits + 1) // bits above the transactions
	txMask      = 1<<(arrivalBits+1) - 1
	phaseBit    = 1 << 63
)

// PlainArriveU64 arrives n times (mbarrier.arrive) and returns the state of the
// barrier before.
func PlainArriveU64(p *uint64, n uint64) uint64 { return arriveOn(p, n, 0, 0) }

// PlainArriveDropU64 arrives n times and lowers by n what later phases expect
// (mbarrier.arrive_drop).
func PlainArriveDropU64(p *uint64, n uint64) uint64 { return arriveOn(p, n, n, 0) }

// PlainArriveTxU64 adds tx to the transactions that the phase waits for and
// arrives once (mbarrier.arrive.expect_tx).
func PlainArriveTxU64(p *uint64, tx uint64) uint64 { return arriveOn(p, 1, 0, expected(p, tx)) }

// PlainArriveDropTxU64 is PlainArriveTxU64 that lowers by one what later phases
// expect (mbarrier.arrive_drop.expect_tx).
func PlainArriveDropTxU64(p *uint64, tx uint64) uint64 { return arriveOn(p, 1, 1, expected(p, tx)) }

// PlainExpectTxU64 adds tx to the transactions that the phase waits for
// (mbarrier.expect_tx).
func PlainExpectTxU64(p *uint64, tx uint64) uint64 { return update(p, 0, 0, expected(p, tx)) }

// PlainCompleteTxU64 takes tx from the transactions that the phase waits for
// (mbarrier.complete_tx).
func PlainCompleteTxU64(p *uint64, tx uint64) uint64 { return update(p, 0, 0, -expected(p, tx)) }

// expected checks a number of transactions.
func expected(p *uint64, tx uint64) int64 {
	if tx > arrivalMask {
		badTx(int64(min(tx, 1<<32)), transactions(*p))
	}
	return int64(tx)
}

func transactions(w uint64) int64 { return int64(w<<txTop) >> (txTop + txShift) }

// arriveOn is update with at least one arrival.
func arriveOn(p *uint64, n, drop uint64, tx int64) uint64 {
	if pending := *p & arrivalMask; n == 0 || n > pending {
		if *p&(1<<txShift-1) == 0 {
			notInitialised()
		}
		badBarrier("%s at an mbarrier that waits for %d", wording.Count(n, "arrival"), pending)
	}
	if expects := *p >> arrivalBits & arrivalMask; drop > expects {
		badBarrier("%s cannot leave an mbarrier that expects %d", wording.Count(drop, "thread"), expects)
	}
	return update(p, n, drop, tx)
}

// update changes the counts and begins the next phase where all are zero. It
// returns the word before.
func update(p *uint64, n, drop uint64, tx int64) uint64 {
	w := *p
	pending, expects := w&arrivalMask-n, w>>arrivalBits&arrivalMask-drop
	if w&(1<<txShift-1) == 0 {
		notInitialised()
	}
	sum := transactions(w) + tx
	if sum > arrivalMask || sum < -arrivalMask {
		badTx(tx, transactions(w))
	}
	phase := w & phaseBit
	if pending == 0 && sum == 0 {
		pending, phase = expects, phase^phaseBit
	}
	*p = phase | uint64(sum)&txMask<<txShift | expects<<arrivalBits | pending
	return w
}

func notInitialised() {
	badBarrier("the mbarrier is not initialised, or all its threads have left it")
}

func badTx(tx, have int64) {
	badBarrier("%s at an mbarrier that waits for %d: the limit is %d", wording.Count(max(tx, -tx), "transaction"), have, arrivalMask)
}

func badBarrier(format string, args ...any) {
	throw(&faultPanic{kind: ptx.FaultBarrier, msg: fmt.Sprintf(format, args...)})
}
