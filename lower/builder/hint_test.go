package builder

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// Nothing is left out silently: advice gets one note for each kind, at its first place.
func TestHints(t *testing.T) {
	const src = `.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 p) .maxntid 32 .maxnreg 32
{
	.reg .b64 %a, %q;
	.reg .b32 %r;
	.pragma "nounroll";
	ld.param.u64 %a, [p];
	prefetch.global.L2 [%a];
	prefetch.global.L1 [%a];
	setmaxnreg.inc.sync.aligned.u32 40;
	createpolicy.fractional.L2::evict_last.b64 %q, 0.5;
	ld.global.cg.u32 %r, [%a];
	ld.global.ca.u32 %r, [%a];
	ld.global.cv.u32 %r, [%a];
	ld.global.L1::no_allocate.L2::128B.u32 %r, [%a];
	st.global.L2::cache_hint.u32 [%a], %r, %q;
	griddepcontrol.wait;
	ret;
}
`
	file := diag.NewFile("hints.ptx", src)
	l := diag.NewList(file)
	m := frontend.Parse(file, l)
	frontend.Check(m, l)
	Module([]*frontend.Module{m}, l, Options{})
	var out strings.Builder
	l.Print(&out)
	want := `hints.ptx:4:37: note: .maxnreg has no effect: it steers the allocation of a GPU's registers and multiprocessors
hints.ptx:8:2: note: .pragma "nounroll" has no effect: pragmas steer an optimiser
hints.ptx:10:2: note: prefetch has no effect: a prefetch is a hint about caches (2 places)
hints.ptx:12:2: note: setmaxnreg has no effect: registers are not shared out among warps on a CPU
hints.ptx:13:2: note: createpolicy has no effect: an eviction policy is an opaque word that only cache hints read, so any value will do
hints.ptx:14:11: note: .cg has no effect: where data lie in a cache does not change them
hints.ptx:17:11: note: .L1::no_allocate has no effect: where data lie in a cache does not change them
hints.ptx:17:27: note: .L2::128B has no effect: where data lie in a cache does not change them
hints.ptx:18:11: note: .L2::cache_hint has no effect: where data lie in a cache does not change them
hints.ptx:19:2: note: griddepcontrol has no effect: a kernel starts when the one before it has ended
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
