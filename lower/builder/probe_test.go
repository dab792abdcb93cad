package builder

import (
	"context"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestProbe runs a kernel and asks its probes what was executed: guards count,
// and so does what moves a register and leaves no value of its own.
func TestProbe(t *testing.T) {
	const src = `.version 7.8
.target sm_70
.address_size 64
.func called() { .reg .b32 %r<3>; neg.s32 %r1, %r2; ret; }
.func skipped() { .reg .b32 %r<3>; not.b32 %r1, %r2; ret; }
.visible .entry k()
{
	.reg .b32 %r<9>;
	.reg .pred %p<3>;
	mov.u32 %r1, %tid.x;
	mov.b32 %r2, %r1;
	setp.gt.u32 %p1, %r1, 40;
	setp.eq.u32 %p2, %r1, 33;
	@%p1 add.u32 %r3, %r1, 1;
	@!%p1 sub.u32 %r3, %r1, 1;
	@%p2 mul.lo.u32 %r3, %r1, 3;
	@%p1 call skipped;
	@%p2 call called;
	@%p1 trap;
	@%p2 bra L;
	and.b32 %r4, %r1, 1;
	exit;
L:	or.b32 %r4, %r1, 1;
	exit;
	xor.b32 %r4, %r1, 1;
}
`
	insts := map[*frontend.Inst]*bool{}
	hits := map[*ir.Value]*bool{}
	m, l := lowerText(t, "probe.ptx", src, Options{Probe: func(in *frontend.Inst, v *ir.Value) {
		if v.Type != ir.I1 || insts[in] != nil {
			t.Errorf("%s: a probe of type %s, or a second one", in.Opcode, v.Type)
		}
		hits[v] = new(bool)
		insts[in] = hits[v]
	}})
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	x, err := interp.New(m, interp.Options{Nonzero: hits})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Launch(context.Background(), "k", interp.Config{Block: [3]uint32{40}}, nil, nil); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for in, hit := range insts {
		if *hit {
			got[in.Opcode]++
		}
	}
	want := map[string]int{"mov": 2, "setp": 2, "sub": 1, "mul": 1, "call": 1, "neg": 1, "bra": 1, "and": 1, "or": 1, "ret": 1, "exit": 2}
	for op, n := range want {
		if got[op] != n {
			t.Errorf("%s: executed in %d places, want %d", op, got[op], n)
		}
	}
	for op, n := range got {
		if want[op] == 0 {
			t.Errorf("%s: executed in %d places, want none", op, n)
		}
	}
}

// TestProbeChangesNothing builds a kernel with and without probes: the same
// values are computed, the probes apart.
func TestProbeChangesNothing(t *testing.T) {
	src := head(16) + `.visible .entry k()
{
	.reg .b32 %r<9>;
	.reg .pred %p<3>;
	mov.u32 %r1, 7;
	setp.gt.u32 %p1, %r1, 3;
	@%p1 add.u32 %r1, %r1, 1;
	@!%p1 st.global.u32 [out], %r1;
	st.global.u32 [out+4], %r1;
	ret;
}
`
	plain, _ := lowerText(t, "p.ptx", src, Options{})
	n := 0
	probed, _ := lowerText(t, "p.ptx", src, Options{Probe: func(_ *frontend.Inst, v *ir.Value) {
		n += 1 + len(v.Args)/2 // a constant, and its combination with a guard
	}})
	count := func(m *ir.Module) int { return m.Funcs[0].CountValues() }
	if count(probed)-count(plain) != n || n != 8 {
		t.Errorf("%d values, without probes %d, for the probes %d", count(probed), count(plain), n)
	}
}
