//go:build linux || darwin

package interpret

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// TestUnmapped launches a kernel at memory that was registered and is no longer there: it is
// an error of the launch, and the module can be launched in another context.
func TestUnmapped(t *testing.T) {
	for range 2 {
		start(t)
		m := load(t, untranslated)
		mem, err := syscall.Mmap(-1, 0, os.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		ok(t, err)
		defer syscall.Munmap(mem)
		ok(t, driver.MemHostRegister(unsafe.Pointer(unsafe.SliceData(mem)), 4096, 0))
		ok(t, syscall.Mprotect(mem, syscall.PROT_NONE))
		at, f, n := ptx.AddrOf(mem), float32(1), 4
		err = driver.LaunchKernel(function(t, m, "scale"), 1, 1, 1, 32, 1, 1, 0, 0, []unsafe.Pointer{p(&at), p(&f), p(&n)})
		if !errors.Is(err, driver.ErrIllegalAddress) {
			t.Errorf("%v", err)
		}
	}
}
