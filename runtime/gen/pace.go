package gen

import (
	"math"
	"sync/atomic"
)

// pace is what the threads of a kernel took in its last launches, in nanoseconds each on
// one worker. What a launch is given depends on its arguments as well, so it is only good
// for guessing.
type pace struct {
	bits  uint32 // of a float32; 0 is unknown. Atomic, as count is: a Kernel may be copied
	count uint32 // of launches too short to be timed every time
}

// estimate returns what one thread may take, 0 if unknown.
func (p *pace) estimate() float64 {
	return float64(math.Float32frombits(atomic.LoadUint32(&p.bits)))
}

// learn takes note of what one thread took.
func (p *pace) learn(ns float64) {
	if old := p.estimate(); old > 0 {
		if math.Abs(ns-old) < old/8 {
			return
		}
		ns = (ns + old) / 2
	}
	atomic.StoreUint32(&p.bits, math.Float32bits(float32(max(ns, 1e-3))))
}

// due reports whether a launch that is too short for helpers is to be timed: two looks at the
// clock are a tenth of it.
func (p *pace) due() bool { return atomic.AddUint32(&p.count, 1)%16 == 0 }
