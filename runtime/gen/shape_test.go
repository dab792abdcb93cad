package gen

import (
	"context"
	"strings"
	"testing"
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
		{k, D1(7), true},
		{k, D2(32, 3), true},
		{k, D2(16, 2), false},
		{k, D3(16, 1, 2), false},
		{ranged, D1(200), true},
		{ranged, D2(8, 4), true},
		{ranged, D2(4, 8), false},
		{ranged, D2(96, 2), false},
		{layers, D2(5, 7), true},
		{layers, D3(8, 4, 3), true},
		{layers, D3(8, 2, 2), false},
	} {
		err := test.k.Run(context.Background(), Launch{Grid: D1(1), Block: test.block}, func(*CTA) {})
		if ok := err == nil; ok != test.ok {
			t.Errorf("block %v: error %v", test.block, err)
		}
		if err != nil && !strings.Contains(err.Error(), "-warp=anyblock") {
			t.Errorf("block %v: %v does not say what to do", test.block, err)
		}
	}
}
