package gen

import (
	"testing"

	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// TestLocate: generic addresses at the ends of the windows.
func TestLocate(t *testing.T) {
	for _, x := range []struct {
		locate             func(uint64) (sanitize.Space, uint64)
		shared, local, end uint64
	}{
		{locateWide, sharedWindow, localWindow, localWindow + (localWindow - sharedWindow)},
		{locateNarrow, sharedWindow32, localWindow32, endWindows32},
	} {
		for _, y := range []struct {
			addr  uint64
			space sanitize.Space
			off   uint64
		}{
			{x.shared - 1, sanitize.Global, x.shared - 1},
			{x.shared, sanitize.Shared, 0},
			{x.local - 1, sanitize.Shared, x.local - x.shared - 1},
			{x.local, sanitize.Local, 0},
			{x.end - 1, sanitize.Local, x.end - x.local - 1},
			{x.end, sanitize.Global, x.end},
		} {
			if space, off := x.locate(y.addr); space != y.space || off != y.off {
				t.Errorf("%#x: %v, %#x", y.addr, space, off)
			}
		}
	}
}

// TestNumberIn: numbers at the ends of parameters, and behind them.
func TestNumberIn(t *testing.T) {
	in := []byte{1, 2, 3, 4, 5}
	for _, x := range []struct {
		off, n int
		want   uint64
		ok     bool
	}{
		{0, 4, 0x04030201, true}, {1, 4, 0x05040302, true}, {4, 1, 5, true}, {5, 0, 0, true},
		{2, 4, 0, false}, {5, 1, 0, false}, {-1, 1, 0, false}, {0, 6, 0, false},
	} {
		if got, ok := numberIn(in, x.off, x.n); got != x.want || ok != x.ok {
			t.Errorf("%d bytes at %d: %#x, %t", x.n, x.off, got, ok)
		}
	}
}
