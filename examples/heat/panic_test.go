//go:build !cuda

package heat

import (
	"errors"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/examples/cu"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// TestPanic lets the binding panic as such bindings do, with the result of the driver and
// the thread that failed.
func TestPanic(t *testing.T) {
	p := New(4, 4, make([]float32, 16), nil)
	defer p.Close()
	defer func() {
		err, _ := recover().(error)
		if !errors.Is(err, driver.ErrIllegalAddress) || !strings.Contains(err.Error(), "kernel step, CTA (0,0,0), thread (") {
			t.Errorf("%v", err)
		}
	}()
	p.H = 5
	p.Step(1, 0.2)
	cu.StreamSynchronize(0)
	t.Error("no panic")
}
