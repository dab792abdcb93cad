package planted

import (
	"context"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// TestApartAlike asks of loops in which threads share a number that changes whether their accesses of shared memory
// are known to be apart, which they must not be where they race.
func TestApartAlike(t *testing.T) {
	const (
		add  = "setp.ge.u32 %p0, %r0, %r1; @%p0 bra L; add.u32 %r3, %r2, %r0; add.u32 %r4, %r3, %r1; shl.b32 %r5, %r0, 2; mov.u32 %r6, v; add.u32 %r5, %r6, %r5; shl.b32 %r4, %r1, 2; add.u32 %r4, %r5, %r4; ld.shared.u32 %r7, [%r4]; st.shared.u32 [%r5], %r7; L:\n"
		full = "setp.gt.u32 %p0, %r0, %r1; @%p0 bra L; shl.b32 %r5, %r0, 2; mov.u32 %r6, v; add.u32 %r5, %r6, %r5; shl.b32 %r4, %r1, 2; add.u32 %r4, %r5, %r4; ld.shared.u32 %r7, [%r4]; st.shared.u32 [%r5], %r7; L:\n"
		last = "setp.ne.u32 %p0, %r0, 0; @%p0 bra M; ld.shared.u32 %r7, [v]; st.global.u32 [%rd0], %r7; M:\n"
		half = "shr.u32 %r1, %r1, 1;\n"
	)
	loop := func(body string) string {
		return "W:\n" + body + "setp.gt.u32 %p1, %r1, 0; @%p1 bra W;\n"
	}
	for _, c := range []struct {
		name, body string
		apart      bool
	}{
		{"a reduction", loop(add+"bar.sync 0;\n"+half) + last, true},
		{"one that halves in front of the barrier", loop(add+half+"bar.sync 0;\n") + last, true},
		{"one without a barrier", loop(add + half), false},
		{"one that halves at a barrier but not at another", loop(add + half + "setp.eq.u32 %p2, %r1, 64; @%p2 bra B; bar.sync 0; B:\n"), false},
		{"one in which the thread at the border takes part", loop(full + "bar.sync 0;\n" + half), false},
		{"one that threads leave one by one", "W:\n" + add + half + "setp.gt.u32 %p1, %r1, %r0; @%p1 bra W;\n", false},
	} {
		text := ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<4>;\n.shared .align 4 .b8 v[2048];\n" +
			"ld.param.u64 %rd0, [a]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, 0; shl.b32 %r5, %r0, 2; mov.u32 %r6, v; add.u32 %r5, %r6, %r5; st.shared.u32 [%r5], %r0; bar.sync 0; shr.u32 %r1, %r1, 1;\n" +
			c.body + "ret;\n}\n"
		f := diag.NewFile("alike.ptx", text)
		l := diag.NewList(f)
		lower := func(printed bool) *ir.Module {
			m := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{AnyShape: true, Verify: true}, Sanitize: insert.Options{Race: true, Apart: printed}})
			if m == nil {
				t.Fatalf("%v\n%s", l.Sorted(), text)
			}
			return m
		}
		proof := lower(true).Funcs[0].Apart
		known := false
		if strings.Contains(proof, " s:w:") {
			apart, err := sanitize.ParseApart(proof)
			if err != nil {
				t.Fatal(err)
			}
			known = apart.Holds(&sanitize.Parameters{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1},
				Word: func(int, int) (uint64, bool) { return 1 << 20, true },
				End:  func(addr uint64) (uint64, bool) { return addr + 1<<10, true },
			})
		}
		if known != c.apart {
			t.Errorf("%s: known %t\n%s", c.name, known, proof)
		}
		state := sanitize.New(sanitize.Options{Race: true})
		x, err := interp.New(lower(false), interp.Options{Sanitizer: state, MaxSteps: steps})
		if err != nil {
			t.Fatal(err)
		}
		params, bufs, err := arguments(x, state, []Arg{{Buf: "u32", N: 256}})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Launch(context.Background(), "k", interp.Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1}}, params, bufs); err != nil {
			t.Fatal(err)
		}
		races := false
		for _, f := range state.Findings() {
			races = races || f.Space == sanitize.Shared
		}
		if races == c.apart {
			t.Errorf("%s: races %t: %v", c.name, races, state.Findings())
		}
	}
}
