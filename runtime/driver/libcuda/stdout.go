package libcuda

// #include <stdio.h>
//
// static void ptx2go_print(const void *text, size_t n) { fwrite(text, 1, n, stdout); }
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// stdout is the one of the C library, so that what kernels print comes between what the
// program prints before and after.
type stdout struct{}

func init() { driver.SetStdout(stdout{}) }

func (stdout) Write(b []byte) (int, error) {
	C.ptx2go_print(unsafe.Pointer(unsafe.SliceData(b)), C.size_t(len(b)))
	return len(b), nil
}
