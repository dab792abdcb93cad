package gen

import (
	"time"

	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
)

// The special registers that are no plain fields of CTA and Thread.

// epoch is when %clock began to count.
var epoch = time.Now()

// Clock64 returns %clock64: nanoseconds of a monotonic clock. %clock is its low
// and %clock_hi its high half.
func (c *CTA) Clock64() uint64 {
	if p := c.run.turns; p != nil {
		return p.Clock()
	}
	return uint64(time.Since(epoch))
}

// Clock returns %clock, the low half of %clock64.
func (c *CTA) Clock() uint32 { return uint32(c.Clock64()) }

// ClockHi returns %clock_hi, the high half of %clock64.
func (c *CTA) ClockHi() uint32 { return uint32(c.Clock64() >> 32) }

// GlobalTimerLo returns %globaltimer_lo, the low half of %globaltimer.
func (c *CTA) GlobalTimerLo() uint32 { return uint32(c.GlobalTimer()) }

// GlobalTimerHi returns %globaltimer_hi, the high half of %globaltimer.
func (c *CTA) GlobalTimerHi() uint32 { return uint32(c.GlobalTimer() >> 32) }

// GlobalTimer returns %globaltimer: nanoseconds since 1970.
func (c *CTA) GlobalTimer() uint64 {
	if p := c.run.turns; p != nil {
		return p.Clock()
	}
	return uint64(time.Now().UnixNano())
}

// GridID returns %gridid: the number of the launch in this process.
func (c *CTA) GridID() uint64 { return c.run.id }

// SMID returns %smid: the number of the worker that runs the CTA.
func (c *CTA) SMID() uint32 { return uint32(c.worker) }

// NSMID returns %nsmid: the number of workers of the launch.
func (c *CTA) NSMID() uint32 { return uint32(c.run.limit) }

// NWarpID returns %nwarpid: the number of warps that a CTA can have.
func (c *CTA) NWarpID() uint32 { return bridge.MaxBlock / 32 }
