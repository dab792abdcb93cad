package interpret

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// TestBeyond tells once of each place where a kernel reaches beyond an allocation, up to the end of its granule,
// and has it be an error where no granules are.
func TestBeyond(t *testing.T) {
	const text = `.version 7.0
.target sm_70
.address_size 64
.visible .entry copy(.param .u64 p, .param .u32 n)
{
	.reg .pred %q;
	.reg .b32 %r<4>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	setp.ge.u32 %q, %r2, %r1;
	@%q ret;
	mad.wide.u32 %rd2, %r2, 4, %rd1;
	ld.global.u32 %r3, [%rd2];
	add.u32 %r3, %r3, 1;
	st.global.u32 [%rd2], %r3;
	ret;
}
`
	var log bytes.Buffer
	told.Lock()
	told.to, told.places = &log, nil
	told.Unlock()
	defer func() {
		told.Lock()
		defer told.Unlock()
		told.to = nil
	}()
	launch := func(threads uint32) error {
		t.Helper()
		start(t)
		p, err := driver.MemAlloc(100)
		ok(t, err)
		return driver.LaunchKernel(function(t, load(t, text), "copy"), 1, 1, 1, 128, 1, 1, 0, 0, []unsafe.Pointer{unsafe.Pointer(&p), unsafe.Pointer(&threads)})
	}
	driver.SetGranule(512)
	defer driver.SetGranule(1)
	ok(t, launch(25))
	if log.Len() > 0 {
		t.Errorf("nothing is wrong: %s", &log)
	}
	for range 2 {
		ok(t, launch(128))
	}
	if n := strings.Count(log.String(), "warning: "); n != 2 || !strings.Contains(log.String(), "kernel copy, CTA (0,0,0), thread (25,0,0), module.ptx:15: p[25]: index out of range, length 25") {
		t.Errorf("%d warnings: %s", n, &log)
	}
	driver.SetGranule(1)
	if err := launch(128); !errors.Is(err, driver.ErrIllegalAddress) {
		t.Errorf("exact: %v", err)
	}
}
