package libcuda

// #include "thread.h"
import "C"

import (
	"runtime/cgo"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// A thread of C has a current context of its own. A function that C calls runs on the thread
// that calls it, so that a variable of C's threads says which one this is.

func init() { driver.SetThreads(thread) }

func thread() *driver.Thread {
	if name := C.ptx2go_thread(); name != 0 {
		return cgo.Handle(name).Value().(*driver.Thread)
	}
	t := new(driver.Thread)
	C.ptx2go_name_thread(C.uintptr_t(cgo.NewHandle(t)))
	return t
}

//export ptx2go_thread_ended
func ptx2go_thread_ended(name C.uintptr_t) {
	cgo.Handle(name).Value().(*driver.Thread).End()
	cgo.Handle(name).Delete()
}
