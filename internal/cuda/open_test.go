//go:build !cuda

package cuda

import (
	"errors"
	"strings"
	"testing"
)

// TestNotBuilt checks what a program without GPU support says.
func TestNotBuilt(t *testing.T) {
	if _, err := Open(); !errors.Is(err, ErrNotBuilt) || !strings.Contains(err.Error(), "built without GPU support: build with -tags cuda") {
		t.Error(err)
	}
	if Built {
		t.Error("Built is true")
	}
}
