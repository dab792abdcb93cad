package interp

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The mbarrier objects of shared memory (section 9.7.13.15): a word that holds,
// from the lowest bit up, the arrivals that the current phase waits for, those
// that later phases expect, both in 20 bits, the transactions that it waits for
// in 21 bits with a sign, and in the highest bit whether the phase is odd. The
// state that arrive returns is the word as it was.
const (
	arrivalBits = 20
	arrivalMask = 1<<arrivalBits - 1
	txShift     = 2 * arrivalBits
	txBits      = arrivalBits + 1
	txMask      = 1<<txBits - 1
	phaseBit    = 1 << 63
)

// mbarrier returns the word after an operation.
func (l *lane) mbarrier(in *inst, old, n uint64) uint64 {
	pending, expected := int64(old&arrivalMask), int64(old>>arrivalBits&arrivalMask)
	tx := ir.Signed(old>>txShift&txMask, txBits)
	phase := old & phaseBit
	arrivals, drop := uint64(0), false
	switch in.v.Attr.Atom {
	case ir.AtomArrive:
		arrivals = n
	case ir.AtomArriveDrop:
		arrivals, drop = n, true
	case ir.AtomArriveTx, ir.AtomArriveDropTx:
		arrivals, drop = 1, in.v.Attr.Atom == ir.AtomArriveDropTx
		tx = l.transactions(in, tx, n, 1)
	case ir.AtomExpectTx:
		tx = l.transactions(in, tx, n, 1)
	case ir.AtomCompleteTx:
		tx = l.transactions(in, tx, n, -1)
	}
	if expected == 0 && pending == 0 {
		l.fail(FaultBarrier, in.v.Pos, "the mbarrier is not initialised, or all its threads have left it")
	}
	if arrivals > uint64(pending) || arrivals == 0 && (in.v.Attr.Atom == ir.AtomArrive || drop) {
		l.fail(FaultBarrier, in.v.Pos, "%s at an mbarrier that waits for %d", diag.Count(int(arrivals), "arrival"), pending)
	}
	pending -= int64(arrivals)
	if drop {
		if int64(arrivals) > expected {
			l.fail(FaultBarrier, in.v.Pos, "%s cannot leave an mbarrier that expects %d", diag.Count(int(arrivals), "thread"), expected)
		}
		expected -= int64(arrivals)
	}
	if pending == 0 && tx == 0 {
		pending, phase = expected, phase^phaseBit
	}
	return phase | uint64(tx)&txMask<<txShift | uint64(expected)<<arrivalBits | uint64(pending)
}

// transactions adds to the transactions that the phase waits for.
func (l *lane) transactions(in *inst, tx int64, n uint64, sign int64) int64 {
	if sum := tx + sign*int64(n); n <= arrivalMask && sum >= -arrivalMask && sum <= arrivalMask {
		return sum
	}
	l.fail(FaultBarrier, in.v.Pos, "%s at an mbarrier that waits for %d: the limit is %d", diag.Count(int(n), "transaction"), tx, arrivalMask)
	return 0
}
