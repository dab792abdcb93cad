package interp

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestSRegs: every special register has values in the range that the table says, in all
// threads, and the same ones where the table says so.
func TestSRegs(t *testing.T) {
	g := &grid{m: &Machine{}, cfg: Config{Grid: [3]uint32{3, 2, 2}, Block: [3]uint32{5, 4, 4}, Count: 3 * 2 * 2}}
	type group struct {
		name string
		key  [5]uint32
	}
	first := map[group]uint64{}
	checked := 0
	for n := range uint32(3 * 2 * 2 * 80) {
		id := [3]uint32{n / 80 % 3, n / 240 % 2, n / 480}
		th := n % 80
		l := &lane{
			index: int(th % 32), tid: [3]uint32{th % 5, th / 5 % 4, th / 20},
			cta: &cta{grid: g, id: id}, warp: &warp{index: int(th / 32)},
		}
		keys := map[isa.Per][5]uint32{
			isa.PerLaunch: {}, isa.PerCTA: {id[0], id[1], id[2]}, isa.PerLayer: {id[0], id[1], id[2], l.tid[2]},
			isa.PerRow: {id[0], id[1], id[2], l.tid[1], l.tid[2]}, isa.PerWarp: {id[0], id[1], id[2], th / 32},
			isa.PerThread: {id[0], id[1], id[2], th},
		}
		for name, read := range sregs {
			p, v := isa.LookupSRegPart(name), read(l)
			if p.Bounded && (v < uint64(p.Lo) || v > uint64(p.Hi)) {
				t.Errorf("%s is %d, which is not in %d to %d", name, v, p.Lo, p.Hi)
			}
			if p.Per == isa.PerRead {
				continue
			}
			checked++
			at := group{name, keys[p.Per]}
			if x, ok := first[at]; ok && x != v {
				t.Fatalf("%s is %d and %d in the group %v", name, x, v, at.key)
			}
			first[at] = v
		}
	}
	if checked < 20_000 {
		t.Errorf("only %d values", checked)
	}
	for _, r := range isa.SRegs() {
		name := r.Name[1:]
		if r.Vector {
			name += ".z"
		}
		if _, ok := sregs[name]; !ok && r.As == "" {
			t.Errorf("%s has no value", r.Name)
		}
	}
}
