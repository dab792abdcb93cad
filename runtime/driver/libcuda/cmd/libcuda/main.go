// Command libcuda is libcuda.so.1, built with -buildmode=c-shared: the CUDA driver API on
// the CPU, for programs that hand PTX to it. Package libcuda says how. It translates nothing:
// kernels run in the reference interpreter.
package main

import (
	_ "github.com/ptx2go/ptx2go/interpret"              // loads what is not translated
	_ "github.com/ptx2go/ptx2go/runtime/driver/libcuda" // the functions of C
)

func main() {}
