package driver

import (
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// ticketPTX has what CTAs, warps and lanes do among each other: a counter that is read and written, an order in which
// they come to atomics, a lock, a clock, barriers, shuffles of the lanes that are there, and a call.
const ticketPTX = `.version 6.0
.target sm_30
.address_size 64
.func (.param .b32 r) next(.param .b64 p)
{
.reg .b32 %r<4>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [p];
ld.volatile.global.u32 %r1, [%rd1];
add.u32 %r2, %r1, 1;
st.volatile.global.u32 [%rd1], %r2;
st.param.b32 [r], %r1;
ret;
}
.visible .entry k(.param .u64 p, .param .u64 q)
{
.reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<8>;
.shared .b32 s[64];
.param .b64 a; .param .b32 b;
ld.param.u64 %rd1, [p];
ld.param.u64 %rd2, [q];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 40, %r1;
mul.wide.u32 %rd3, %r3, 16;
add.s64 %rd4, %rd2, %rd3;
st.param.b64 [a], %rd1;
call (b), next, (a);
ld.param.b32 %r4, [b];
st.global.u32 [%rd4], %r4;
and.b32 %r5, %r1, 1;
setp.eq.u32 %p1, %r5, 0;
@%p1 bra EVEN;
atom.global.add.u32 %r6, [%rd1+4], 1;
bra MEET;
EVEN:
atom.global.add.u32 %r6, [%rd1+4], 100;
shfl.down.b32 %r6, %r6, 2, 31;
MEET:
st.global.u32 [%rd4+4], %r6;
and.b32 %r15, %r1, 31;
setp.ne.u32 %p3, %r15, 0;
@%p3 bra FREE;
LOCK:
atom.global.cas.b32 %r7, [%rd1+8], 0, 1;
setp.ne.u32 %p2, %r7, 0;
@%p2 bra LOCK;
ld.volatile.global.u32 %r8, [%rd1+12];
mad.lo.u32 %r8, %r8, 3, %r3;
st.volatile.global.u32 [%rd1+12], %r8;
atom.global.exch.b32 %r9, [%rd1+8], 0;
FREE:
mov.u32 %r10, s;
shl.b32 %r11, %r1, 2;
add.u32 %r10, %r10, %r11;
st.shared.u32 [%r10], %r6;
bar.sync 0;
mov.u32 %r12, s;
ld.shared.u32 %r13, [%r12+156];
st.global.u32 [%rd4+8], %r13;
mov.u32 %r14, %clock;
st.global.u32 [%rd4+12], %r14;
ret;
}
`

// replays is how often a test runs the same seed: 1,000 times with PTX2GO_LONG=1.
func replays() int {
	if os.Getenv("PTX2GO_LONG") == "1" {
		return 1000
	}
	return 3
}

// again are the seeds from first to last, of which the last comes so often.
func again(first, last uint64, often int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for seed := first; seed < last; seed++ {
			if !yield(seed) {
				return
			}
		}
		for range often {
			if !yield(last) {
				return
			}
		}
	}
}

// TestSeeded runs kernels in the interpreter and as generated code: the same seed gives the same run, down to the
// clock and to what a fault says, in lockstep and with lanes on their own, also if it runs again.
func TestSeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	var units []*unit
	var cases []*casefile.Case
	var modules []*ir.Module
	var endings []*[]*ending
	const first, last = 0, 5
	for _, k := range []struct {
		text string
		grid uint32
		args string
	}{
		{racyPTX, 3, "x=buf:u32:1"},
		{trapPTX, 2, "x=buf:u32:1"},
		{ticketPTX, 5, "x=buf:u32:4 y=buf:u32:800"},
	} {
		for _, independent := range []bool{false, true} {
			path := filepath.Join(dir, "k.ptx")
			if err := os.WriteFile(path, []byte(k.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var errs strings.Builder
			opt := runOptions{grid: dims{k.grid, 1, 1}, block: dims{40, 1, 1}, sched: seeds{on: true}, warp: warpMode{independent: independent}}
			c, m, _, err := opt.fileCase(fileInputs([]string{path}), strings.Fields(k.args), Stdio{Out: &errs, Err: &errs})
			if err != nil {
				t.Fatal(err, errs.String())
			}
			var ended []*ending
			u, err := newSeeded(c, m, "k.ptx", t.TempDir(), again(first, last, replays()), independent, 0, func(e *ending) { ended = append(ended, e) })
			if err != nil {
				t.Fatal(err)
			}
			endings = append(endings, &ended)
			units, cases, modules = append(units, u), append(cases, c), append(modules, m)
		}
	}
	var errs strings.Builder
	if err := runProgram(t.Context(), units, "", 0, []string{""}, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	for i, u := range units {
		if u.err != nil {
			t.Fatal(u.err)
		}
		outcomes := 1
		all := *endings[i]
		if n := replays(); len(all) != last-first+n {
			t.Fatalf("%d runs", len(all))
		}
		for n, got := range all {
			want, err := runSeed(t.Context(), cases[i], modules[i], interp.Options{}, interleave.Options{Seed: got.seed, Independent: u.independent})
			if err != nil {
				t.Fatal(err)
			}
			if (got.fault == nil) != (want.fault == nil) || got.fault != nil && got.failed != want.failed {
				t.Errorf("unit %d, seed %d: generated code ends with %v, the interpreter with %v", i, got.seed, got.fault, want.fault)
				continue
			}
			if diff := want.differs(cases[i], got); diff != "" {
				t.Errorf("unit %d, seed %d: generated code: %s", i, got.seed, diff)
			}
			if n > 0 && all[0].differs(cases[i], got) != "" {
				outcomes++
			}
		}
		if outcomes == 1 {
			t.Errorf("unit %d: all seeds have one outcome", i)
		}
	}
}

// TestSeededFirst runs a kernel in the orders of more seeds than there is memory for, up to the first that fails.
func TestSeededFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	path := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(path, []byte(trapPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	opt := runOptions{grid: dims{2, 1, 1}, block: dims{1, 1, 1}, sched: seeds{on: true, last: math.MaxUint64}}
	c, m, _, err := opt.fileCase(fileInputs([]string{path}), []string{"x=buf:u32:1"}, Stdio{Out: &errs, Err: &errs})
	if err != nil {
		t.Fatal(err, errs.String())
	}
	u, err := newSeeded(c, m, "k.ptx", t.TempDir(), opt.sched.all(), false, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	u.ended = nil
	if err := runProgram(t.Context(), []*unit{u}, "", 0, []string{""}, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	if len(u.runs) != 1 || u.runs[0].err == nil || u.seed > 100 {
		t.Fatalf("%d runs up to seed %d", len(u.runs), u.seed)
	}
	for seed := range u.seed + 1 {
		e, err := runSeed(t.Context(), c, m, interp.Options{}, interleave.Options{Seed: seed})
		if err != nil || (e.fault != nil) != (seed == u.seed) {
			t.Errorf("seed %d: %v, %v in the interpreter; generated code fails first in that of %d", seed, err, e.fault, u.seed)
		}
	}
}

// TestSeededRun checks that run -sched says the same of generated code as of the interpreter.
func TestSeededRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(racyPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-sched=1..20", "-grid", "2", file, "x=buf:u32:1"}
	want, says, status := runSched(t, args...)
	out, errs, generated := runSched(t, append([]string{"-engine=go"}, args...)...)
	if out != want || errs != says || status != exitFound || generated != exitFound {
		t.Errorf("generated code: status %d, %s%s\nthe interpreter: status %d, %s%s", generated, out, errs, status, want, says)
	}
}

// TestSeededFlags checks what generation with -sched goes with.
func TestSeededFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(racyPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-sched", file}, exitOK, "kModule.Seeded(false)"},
		{[]string{"-sched", "-warp=independent", file}, exitOK, "kModule.Seeded(true)"},
		{[]string{"-sched", "-asm=on", file}, exitUsage, "-asm"},
		{[]string{"-sched", "-count", file}, exitUsage, "-count"},
		{[]string{"-sched", "-sanitize=race", file}, exitUsage, "-sanitize"},
	} {
		var out strings.Builder
		status := Main(t.Context(), append([]string{"-pkg=p", "-o=-"}, c.args...), Stdio{In: strings.NewReader(""), Out: &out, Err: &out})
		if status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%v: status %d, want %d, and %q in\n%s", c.args, status, c.status, c.says, out.String())
		}
	}
}
