// Package gang has what leaf functions see of a launch.
package gang

import "sync/atomic"

// Gang is an argument of a leaf function. The layout is frozen: assembly has the offsets.
type Gang struct {
	Stop atomic.Uint32 // Leaving: the launch is over
	Done uint32        // threads that are done, if the function cannot say so itself
}

// Leaving is the marker of a poll: nothing else is compared with it.
const Leaving = 0x6c656176

// Leave reports whether the launch is over.
func Leave(launch *Gang) bool { return launch.Stop.Load() == Leaving }

// Poll panics if the launch is over.
func Poll(launch *Gang) {
	if launch.Stop.Load() == Leaving {
		panic("over")
	}
}
