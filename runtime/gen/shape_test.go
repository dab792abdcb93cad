package gen

import (
	"context"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Code that relies on warps being parts of rows or layers refuses blocks in which
// they are not.
func TestRowWarps(t *testing.T) {
	k := &Kernel{Name: "k", Mode: CTAs, RowWarps: true}
	ranged := &Kernel{Name: "k", Mode: CTAs, MinRow: 8, MaxRow: 64}
	layers := &Kernel{Name: "k", Mode: CTAs, LayerWarps: true}
	for _, test := range []struct {
		k     *Kernel
		block Dim3
		ok    bool
	}{
		{k, ptx.D1(7), true},
		{k, ptx.D2(32, 3), true},
		{k, ptx.D2(16, 2), false},
		{k, ptx.D3(16, 1, 2), false},
		{ranged, ptx.D1(200), true},
		{ranged, ptx.D2(8, 4), true},
		{ranged, ptx.D2(4, 8), false},
		{ranged, ptx.D2(96, 2), false},
		{layers, ptx.D2(5, 7), true},
		{layers, ptx.D3(8, 4, 3), true},
		{layers, ptx.D3(8, 2, 2), false},
	} {
		err := test.k.Run(context.Background(), Launch{Grid: ptx.D1(1), Block: test.block}, func(*CTA) {})
		if ok := err == nil; ok != test.ok {
			t.Errorf("block %v: error %v", test.block, err)
		}
		if err != nil && !strings.Contains(err.Error(), "-warp=anyblock") {
			t.Errorf("block %v: %v does not say what to do", test.block, err)
		}
	}
}
