package driver

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/isa"
)

func TestRunsOn(t *testing.T) {
	for _, c := range []struct {
		target string
		arch   int
		want   bool
	}{
		{"sm_90", 90, true}, {"sm_90", 89, false}, {"sm_52", 90, true}, {"sm_90", 120, true},
		{"sm_90a", 90, true}, {"sm_90a", 100, false}, {"sm_100a", 103, false},
		{"sm_100f", 103, true}, {"sm_100f", 100, true}, {"sm_103f", 100, false}, {"sm_100f", 120, false},
	} {
		target, ok := isa.ParseTarget(c.target)
		if !ok {
			t.Fatal(c.target)
		}
		if got := runsOn(target, c.arch); got != c.want {
			t.Errorf("%s on %d: %v", c.target, c.arch, got)
		}
	}
}

func TestCannotRun(t *testing.T) {
	w := &worker{info: cuda.Info{Major: 9}}
	for text, want := range map[string]string{
		".version 7.8\n.target sm_90\n.address_size 64\n":          "",
		".version 1.4\n.target sm_13\n.entry k () { exit; }\n":     "",
		".version 8.8\n.target sm_100f\n.address_size 64\n":        ".target sm_100f does not run on sm_90",
		".version 7.0\n.target sm_50\n  .address_size\t32\n":       "its addresses have 32 bits, those of the GPU 64",
		"what the driver makes of it, the driver will have to say": "",
	} {
		if got := w.cannotRun("k.ptx", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
