package runtime

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestCode asks for the driver's result of every kind of error.
func TestCode(t *testing.T) {
	for k := range numFaultKinds {
		if c := Code(fmt.Errorf("launch: %w", &Fault{Kind: k})); c < 700 || c > 719 {
			t.Errorf("%v: %d", k, c)
		}
	}
	for k := range numLaunchErrorKinds {
		if c := Code(fmt.Errorf("launch: %w", &LaunchError{Kind: k})); c == 0 || c == 999 {
			t.Errorf("%v: %d", k, c)
		}
	}
	_, oom := AllocAddr(1 << 62)
	for err, want := range map[error]int{
		nil: 0, errors.New("x"): 999, oom: 2, ErrRegistered: 712, FreeAddr(12345): 1, context.Canceled: 702, context.DeadlineExceeded: 702,
		&Fault{Kind: numFaultKinds}: 999, &LaunchError{Kind: numLaunchErrorKinds}: 999,
	} {
		if got := Code(err); got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}

// TestCheck checks launches without launching.
func TestCheck(t *testing.T) {
	k := &Kernel{Name: "k", MaxNTID: D1(64)}
	if err := k.Check(Launch{Block: D1(64)}); err != nil {
		t.Error(err)
	}
	if err := k.Check(Launch{Block: D1(65)}); !errors.Is(err, ErrBlock) {
		t.Error(err)
	}
	if err := k.Check(Launch{Grid: Dim3{Y: 1 << 20}}); !errors.Is(err, ErrGrid) {
		t.Error(err)
	}
}
