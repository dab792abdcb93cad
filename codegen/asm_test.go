package codegen

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestNoAsm: what has no assembly of one width has it of the other.
func TestNoAsm(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/widths.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := schedule.New(lowered(t, "widths.ptx", string(ar.Files[0].Data)), schedule.Options{})
	for _, lanes := range amd64.widths {
		opt := options("widths")
		opt.NoAsm = map[Gangs]bool{{"scale", lanes}: true, {"weigh", 8}: true, {"tile", lanes}: true}
		files := filesOf(t, s, opt)
		other := map[int]int{8: 16, 16: 8}[lanes]
		kernels := map[string]bool{}
		for _, l := range files[2].Leaves {
			kernels[l.Kernel] = true
			if l.Lanes != other {
				t.Errorf("without %d lanes there is %s, of %d", lanes, l.Name, l.Lanes)
			}
		}
		if len(kernels) != 2 || !kernels["scale"] || !kernels["tile"] {
			t.Errorf("without %d lanes there are gangs of %v", lanes, kernels)
		}
		check(t, exports(t), files, strings.Count(string(ar.Files[0].Data), "\n"))
	}
}
