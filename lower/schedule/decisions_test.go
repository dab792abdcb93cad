package schedule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// kernel schedules a kernel with two pointers and a number, of which the body is given. %t is
// the thread, %i the thread in the grid; %x and %y are the pointers at that.
func kernel(t *testing.T, body string) (*schedule.Schedule, *schedule.Kernel) {
	t.Helper()
	return kernelOf(t, "", body)
}

// kernelOf is kernel with directives after the parameters.
func kernelOf(t *testing.T, directives, body string) (*schedule.Schedule, *schedule.Kernel) {
	t.Helper()
	text := `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n) ` + directives + `
{
	.reg .b32 %t, %n, %c, %d, %i, %j, %v, %w;
	.reg .b64 %p, %q, %x, %y, %o;
	.reg .pred %b, %e;
	ld.param.u64 %p, [p];
	ld.param.u64 %q, [q];
	ld.param.u32 %n, [n];
	mov.u32 %t, %tid.x;
	mov.u32 %c, %ctaid.x;
	mov.u32 %d, %ntid.x;
	mad.lo.s32 %i, %c, %d, %t;
	mul.wide.s32 %o, %i, 4;
	add.u64 %x, %p, %o;
	add.u64 %y, %q, %o;
` + body + "\n\tret;\n}\n"
	l := diag.NewList(diag.NewFile("k.ptx", text))
	o := pipeline.Options{Pass: pass.Options{Verify: true}}
	m := pipeline.Lower(l.File, l, o)
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	s := pipeline.Schedule(m, o)
	return s, s.Kernels[0]
}

// TestConditionalWindows makes sure that an access which not all threads execute uses the
// window of the others where it is inside of it, and does not ask for more: rows at the end of
// a buffer would miss their clean loop for elements that nobody may want.
func TestConditionalWindows(t *testing.T) {
	for off := -2; off <= 6; off++ {
		s, k := kernel(t, fmt.Sprintf(`
	setp.ge.s32 %%b, %%i, %%n;
	@%%b ret;
	ld.global.u32 %%v, [%%x];
	ld.global.u32 %%w, [%%x+4];
	add.u32 %%v, %%v, %%w;
	ld.global.u32 %%w, [%%x+8];
	add.u32 %%v, %%v, %%w;
	ld.global.u32 %%w, [%%x+12];
	add.u32 %%v, %%v, %%w;
	setp.eq.u32 %%e, %%v, 0;
	@%%e bra on;
	st.global.u32 [%%x+%d], %%v;
on:
	st.global.u32 [%%y], %%v;`, 4*off))
		clean := s.Body(k.Func).Clean
		if clean == nil {
			t.Fatal("no clean loop")
		}
		for v, p := range clean.Use {
			if v.Op == ir.OpLoad && (p.Min != 0 || p.Max != 3) {
				t.Errorf("the window has elements %d to %d, with a store to element %d that not all threads execute", p.Min, p.Max, off)
			}
		}
		stores := 0
		for v := range clean.Use {
			if v.Op == ir.OpStore {
				stores++
			}
		}
		if got, want := stores == 2, 0 <= off && off <= 3; got != want {
			t.Errorf("element %d through the window: %t, want %t", off, got, want)
		}
	}
}

// TestRounds makes sure that a loop through memory goes round with the CTA where nobody can
// tell in which order its threads do what, and not where somebody can.
func TestRounds(t *testing.T) {
	for _, test := range []struct {
		name, body string
		rounds     bool
	}{
		{"sum", `add.u32 %w, %w, %v;`, true},
		{"sum of all", `red.global.add.u32 [%q], %v;`, true},
		{"result that nobody wants", `atom.global.add.u32 %j, [%q], %v;`, true},
		{"store", `st.global.u32 [%x], %w;`, true},
		{"result that is stored", `atom.global.add.u32 %j, [%q], %v; st.global.u32 [%x], %j;`, false},
		{"result that is added up", `atom.global.add.u32 %j, [%q], %v; add.u32 %w, %w, %j;`, false},
		{"result that decides", `atom.global.or.b32 %j, [%q], %v; setp.eq.u32 %e, %j, 3; @%e st.global.u32 [%x], %w;`, false},
		{"fence", `membar.gl; add.u32 %w, %w, %v;`, false},
		{"trap", `setp.eq.u32 %e, %v, 5; @%e trap;`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, k := kernel(t, `
	mov.u32 %w, 0;
	mov.u32 %i, %t;
	setp.ge.s32 %b, %i, %n;
	@%b bra done;
more:
	mul.wide.s32 %o, %i, 4;
	add.u64 %x, %p, %o;
	ld.global.u32 %v, [%x];
	`+test.body+`
	add.s32 %i, %i, %d;
	setp.lt.s32 %b, %i, %n;
	@%b bra more;
done:
	st.global.u32 [%y], %w;`)
			if got := k.Form == schedule.Regions; got != test.rounds {
				t.Errorf("rounds of the CTA: %t, want %t", got, test.rounds)
			}
		})
	}
}

// TestCountOfAll makes sure that a barrier with a count of all threads cuts a kernel into
// regions only where no thread ends before others: a warp that has ended without coming to the
// barrier does not count.
func TestCountOfAll(t *testing.T) {
	for _, x := range []struct {
		threads int
		body    string
		want    schedule.Form
	}{
		{64, "bar.sync 0, 64;", schedule.Regions},
		{64, "bar.red.popc.u32 %w, 0, 64, %b;\n\tst.global.u32 [%y], %w;", schedule.Regions},
		{40, "bar.sync 0, 64;", schedule.Regions},
		{64, "bar.sync 0, 32;", schedule.Coroutines},
		{64, "bar.sync 0, 96;", schedule.Coroutines},
		{64, "setp.ge.s32 %b, %i, %n;\n\t@%b ret;\n\tbar.sync 0, 64;", schedule.Coroutines},
		{64, "setp.ge.s32 %b, %i, %n;\n\t@%b exit;\n\tst.global.u32 [%y], %t;\n\tbar.sync 0, 64;", schedule.Coroutines},
		{64, "setp.ge.s32 %b, %i, %n;\n\t@%b ret;\n\tbar.sync 0;", schedule.Regions},
		{64, "setp.ge.s32 %b, %c, %n;\n\t@%b ret;\n\tbar.sync 0, 64;", schedule.Regions}, // the CTA ends
		{64, "setp.ge.s32 %b, %i, %n;\n\t@%b bra on;\n\tst.global.u32 [%y], %t;\non:\n\tbar.sync 0, 64;", schedule.Regions},
	} {
		body := "\tsetp.eq.u32 %b, %t, 0;\n\tst.global.u32 [%x], %t;\n\t" + x.body + "\n\tld.global.u32 %v, [%x+4];\n\tst.global.u32 [%y], %v;"
		if _, k := kernelOf(t, fmt.Sprintf(".reqntid %d", x.threads), body); k.Form != x.want {
			t.Errorf("%d threads, %q: %v because of %q, want %v", x.threads, x.body, k.Form, k.Why.Text, x.want)
		}
	}
}
