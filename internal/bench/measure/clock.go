//go:build suite

package main

import (
	"syscall"
	"time"
	"unsafe"
)

// clock returns the processor time that all threads of the process have used.
func clock() time.Duration {
	const processCPUTime = 2 // CLOCK_PROCESS_CPUTIME_ID
	var t syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, processCPUTime, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano())
}
