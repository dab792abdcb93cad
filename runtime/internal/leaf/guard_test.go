//go:build amd64 || arm64

package leaf

import (
	"runtime"
	"testing"
)

// TestAsks: versions that were tested would answer, too.
func TestAsks(t *testing.T) {
	if !tested {
		t.Error("this version has not been tested")
	}
	if !inPrologue() {
		t.Error("the stack guard is not where prologues have it")
	}
	if !wanted(1 << 34) {
		t.Error("no request to stop is seen")
	}
	for range 3 { // it may be wanted at any time
		if runtime.Gosched(); !wanted(1) {
			return
		}
	}
	t.Error("a request to stop is seen all the time")
}
