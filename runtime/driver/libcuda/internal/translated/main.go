// Command translated is a libcuda.so.1 that has Go code of one PTX text, and interprets
// none: it is for tests.
package main

import (
	_ "github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
	_ "github.com/ptx2go/ptx2go/runtime/driver/libcuda"
)

func main() {}
