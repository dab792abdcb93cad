// Command translated is a libcuda.so.1 that has Go code of one PTX text, and interprets
// none: it is for tests.
package main

import "C"

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
	_ "github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
	_ "github.com/ptx2go/ptx2go/runtime/driver/libcuda"
)

// translatedGangs reports whether the kernel add runs its threads as gangs.
//
//export translatedGangs
func translatedGangs() C.int {
	if k, ok := ptx.FindKernel("add"); ok && k.Gangs {
		return 1
	}
	return 0
}

func main() {}
