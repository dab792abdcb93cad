package planted

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// own are kernels with what must be found, and nothing else. A letter behind a line names it in want. %r0 is
// %tid.x, %r1 %ctaid.x, %r2 four times %tid.x and %rd0 the address of a buffer of 64 words.
var own = []struct {
	name        string
	decl, body  string
	grid, block uint32
	independent bool
	strict      bool
	want        []string
}{
	{"neighbouring bytes", ".shared .align 4 .b8 s[64];", `
		st.shared.u8 [%r4], %rs0; // A`, 1, 64, false, false, nil},
	{"overlapping halves", ".shared .align 4 .b8 s[64];", `
		and.b32 %r5, %r4, -2;
		cvt.u16.u32 %rs0, %r0;
		st.shared.u16 [%r5], %rs0; // A`, 1, 64, false, false, []string{"error race shared write:A write:A lanes"}},
	{"reduction without its barrier", ".shared .align 4 .b8 s[256];", `
		st.shared.u32 [%r3], %r0; // A
		xor.b32 %r5, %r3, 128;
		ld.shared.u32 %r6, [%r5]; // B`, 1, 64, false, false, []string{"error race shared write:A read:B warps"}},
	{"its barrier", ".shared .align 4 .b8 s[256];", `
		st.shared.u32 [%r3], %r0;
		bar.sync 0;
		xor.b32 %r5, %r3, 128;
		ld.shared.u32 %r6, [%r5];`, 1, 64, false, false, nil},
	{"lanes in lockstep", ".shared .align 4 .b8 s[128];", `
		st.shared.u32 [%r3], %r0; // A
		xor.b32 %r5, %r3, 4;
		ld.shared.u32 %r6, [%r5]; // B`, 1, 32, false, false, nil},
	{"ways that meet behind loops without accesses", ".shared .align 4 .b8 s[128];", `
		mov.u32 %r5, 0;
		mov.u32 %r6, s;
		setp.ne.u32 %p0, %r0, 0;
		@%p0 bra L0;
		L1: add.u32 %r5, %r5, 1;
		setp.lt.u32 %p1, %r5, %r3;
		@%p1 bra L1;
		st.shared.u32 [%r6], %r5; // A
		bra M0;
		L0: add.u32 %r5, %r5, 1;
		setp.lt.u32 %p1, %r5, %r0;
		@%p1 bra L0;
		ld.shared.u32 %r7, [%r6]; // B
		ld.shared.u32 %r8, [%r6]; // C
		M0:`, 1, 32, false, false, []string{"error race shared write:A read:B lanes", "error race shared write:A read:C lanes"}},
	{"independent lanes", ".shared .align 4 .b8 s[128];", `
		st.shared.u32 [%r3], %r0; // A
		xor.b32 %r5, %r3, 4;
		ld.shared.u32 %r6, [%r5]; // B`, 1, 32, true, false, []string{"warning race shared write:A read:B lanes"}},
	{"sides of a branch", ".shared .align 4 .b8 s[128];", `
		xor.b32 %r5, %r3, 4;
		and.b32 %r6, %r0, 1;
		setp.eq.u32 %p0, %r6, 0;
		@%p0 bra L;
		st.shared.u32 [%r3], %r0; // A
		bra M;
	L:	ld.shared.u32 %r6, [%r5]; // B
	M:	ld.shared.u32 %r6, [%r5];`, 1, 32, false, false, []string{"error race shared write:A read:B lanes"}},
	{"a loop that lanes leave one by one", ".shared .align 4 .b8 s[4];", `
		mov.u32 %r5, 0;
	L:	add.u32 %r5, %r5, 1;
		setp.le.u32 %p0, %r5, %r0;
		@%p0 bra L;
		setp.ne.u32 %p0, %r0, 3;
		mov.u32 %r6, s;
		@%p0 bra M;
		st.shared.u32 [%r6], %r5;
	M:	ld.shared.u32 %r7, [%r6];`, 1, 32, false, false, nil},
	{"sides of a branch by what is in memory", ".shared .align 4 .b8 s[128];", `
		ld.global.u32 %r6, [%rd0];
		xor.b32 %r5, %r3, 4;
		add.u32 %r6, %r6, %r0;
		and.b32 %r6, %r6, 1;
		setp.eq.u32 %p0, %r6, 0;
		@%p0 bra L;
		st.shared.u32 [%r3], %r0; // A
		bra M;
	L:	ld.shared.u32 %r6, [%r5]; // B
	M:	ld.shared.u32 %r6, [%r5];`, 1, 32, false, false, []string{"error race shared write:A read:B lanes"}},
	{"sides of a branch that a warp takes as one", ".shared .align 4 .b8 s[256];", `
		xor.b32 %r5, %r3, 4;
		mov.u32 %r6, 0;
	K:	add.u32 %r6, %r6, 1;
		setp.eq.u32 %p0, %r6, 2;
		@%p0 bra L;
		st.shared.u32 [%r3], %r0;
		bra M;
	L:	ld.shared.u32 %r7, [%r5];
	M:	setp.lt.u32 %p0, %r6, 4;
		@%p0 bra K;`, 1, 64, false, false, nil},
	{"a branch by the number of the warp", ".shared .align 4 .b8 s[256];", `
		setp.lt.u32 %p0, %r0, 32;
		xor.b32 %r5, %r3, 128;
		@%p0 bra L;
		st.shared.u32 [%r3], %r0; // A
		bra M;
	L:	ld.shared.u32 %r7, [%r5]; // B
	M:	mov.u32 %r7, 0;`, 1, 64, false, false, []string{"error race shared write:A read:B warps"}},
	{"equal values", ".shared .align 4 .b8 s[4];", `
		mov.u32 %r5, s;
		mov.u32 %r6, 7;
		st.shared.u32 [%r5], %r6; // A`, 1, 64, false, false, []string{"info race-equal shared write:A write:A lanes", "info race-equal shared write:A write:A warps"}},
	{"counter", "", `
		ld.global.u32 %r5, [%rd0]; // A
		add.u32 %r5, %r5, 1;
		st.global.u32 [%rd0], %r5; // B`, 2, 1, false, false, []string{"error race global read:A write:B ctas", "error race global write:B write:B ctas"}},
	{"atomics", "", `
		red.global.add.u32 [%rd0], 1;`, 2, 64, false, false, nil},
	{"atomics of too narrow a scope", "", `
		red.relaxed.cta.global.add.u32 [%rd0], 1; // A`, 2, 1, false, false, []string{"error race-scope global atomic:A atomic:A ctas"}},
	{"flag with fences", "", `
		setp.ne.u32 %p0, %r1, 0;
		@%p0 bra L;
		st.global.u32 [%rd0+4], %r0; // A
		membar.gl;
		st.volatile.global.u32 [%rd0], 1; // F
		ret;
	L:	ld.volatile.global.u32 %r5, [%rd0]; // G
		setp.eq.u32 %p0, %r5, 0;
		@%p0 bra L;
		membar.gl;
		ld.global.u32 %r6, [%rd0+4]; // B`, 2, 1, false, true, nil},
	{"flag without the second fence", "", `
		setp.ne.u32 %p0, %r1, 0;
		@%p0 bra L;
		st.global.u32 [%rd0+4], %r0; // A
		membar.gl;
		st.volatile.global.u32 [%rd0], 1; // F
		ret;
	L:	ld.volatile.global.u32 %r5, [%rd0]; // G
		setp.eq.u32 %p0, %r5, 0;
		@%p0 bra L;
		ld.global.u32 %r6, [%rd0+4]; // B`, 2, 1, false, true, []string{"error race global write:A read:B ctas"}},
	{"flag by habit", "", `
		setp.ne.u32 %p0, %r1, 0;
		@%p0 bra L;
		st.global.u32 [%rd0+4], %r0; // A
		membar.gl;
		st.volatile.global.u32 [%rd0], 1; // F
		ret;
	L:	ld.volatile.global.u32 %r5, [%rd0]; // G
		setp.eq.u32 %p0, %r5, 0;
		@%p0 bra L;
		ld.global.u32 %r6, [%rd0+4]; // B`, 2, 1, false, false, []string{"info unordered-strong global write:F read:G ctas"}},
	{"lane acquires for its warp", "", `
		setp.ne.u32 %p0, %r1, 0;
		@%p0 bra L;
		st.global.u32 [%rd0+4], %r1; // A
		membar.gl;
		atom.global.exch.b32 %r5, [%rd0], 1;
		ret;
	L:	setp.ne.u32 %p1, %r0, 5;
		@%p1 bra M;
	K:	atom.global.add.u32 %r5, [%rd0], 0;
		setp.eq.u32 %p0, %r5, 0;
		@%p0 bra K;
		membar.gl;
	M:	bar.warp.sync 0xffffffff; // lanes go on without one that spins for long
		ld.global.u32 %r6, [%rd0+4]; // B`, 2, 32, false, false, []string{"info race-equal global write:A write:A lanes"}},
	{"never written", ".shared .align 4 .b8 s[256];", `
		mad.lo.u32 %r5, %r0, 4, 0;
		ld.shared.u32 %r6, [%r3]; // A
		cvt.u64.u32 %rd1, %r5;
		add.u64 %rd1, %rd1, %rd0;
		st.global.u32 [%rd1], %r6; // B`, 1, 32, false, false, []string{"error uninit shared read:A write:B"}},
	{"never written, nor used", ".shared .align 4 .b8 s[256];", `
		ld.shared.u32 %r6, [%r3];
		add.u32 %r6, %r6, 1;
		setp.lt.u32 %p0, %r0, 64;
		selp.b32 %r6, %r0, %r6, %p0;
		red.global.add.u32 [%rd0], %r6;`, 1, 32, false, false, nil},
	{"a register that nobody wrote", "", `
		setp.eq.u32 %p0, %r9, 0;
		@%p0 bra L; // A
		st.global.u32 [%rd0], %r0;
	L:	mov.u32 %r5, 0;`, 1, 1, false, false, []string{"error uninit-predicate register branch:A"}},
	{"shuffled", ".shared .align 4 .b8 s[256];", `
		setp.eq.u32 %p0, %r0, 0;
		@!%p0 st.shared.u32 [%r3], %r0;
		ld.shared.u32 %r5, [%r3]; // A
		shfl.sync.down.b32 %r6, %r5, 1, 31, -1;
		red.global.add.u32 [%rd0], %r6;`, 1, 32, false, false, nil},
	{"barrier of half a warp", "", `
		setp.ge.u32 %p0, %r0, 16;
		@%p0 bra L;
		bar.sync 0; // A
		bra M;
	L:	bar.sync 0; // B
	M:	mov.u32 %r5, 0;`, 1, 32, false, false, []string{"error barrier-divergent barrier barrier:A barrier:B"}},
	{"exited threads", "", `
		setp.ge.u32 %p0, %r0, 40;
		@%p0 ret;
		bar.sync 0; // A`, 1, 64, false, false, []string{"warning barrier-exited barrier barrier:A"}},
	{"mask of lanes that are not there", "", `
		bar.warp.sync -1; // A`, 1, 16, false, false, []string{"warning warp-exited barrier barrier:A"}},
	{"arrival that nobody waits for", "", `
		bar.arrive 1, 64; // A`, 1, 32, false, false, []string{"warning barrier-left barrier barrier:A"}},
	{"one variable into the next", ".shared .align 4 .b8 s[128]; .shared .align 4 .b8 t[128];", `
		mov.u32 %r5, t;
		ld.shared.u32 %r6, [%r5];
		st.shared.u32 [%r3+64], %r0; // A`, 1, 32, false, false, []string{"error oob-array shared write:A"}},
	{"compare and swap of what was read", "", `
		ld.global.u32 %r5, [%rd0]; // A
	L:	add.u32 %r6, %r5, 1;
		atom.global.cas.b32 %r7, [%rd0], %r5, %r6; // B
		setp.ne.u32 %p0, %r7, %r5;
		mov.u32 %r5, %r7;
		@%p0 bra L;`, 2, 1, false, false, []string{"warning race global read:A atomic:B ctas"}},
	{"copy that is not waited for", ".shared .align 4 .b8 s[128];", `
		cp.async.ca.shared.global [%r3], [%rd0], 4; // A
		cp.async.commit_group;
		cp.async.wait_group 1;
		ld.shared.u32 %r6, [%r3]; // B`, 1, 1, false, false, []string{"error race shared write:A read:B lanes"}},
}

// ownPTX makes a module of a kernel.
func ownPTX(decl, body string) string {
	shared := "mov.u32 %r4, 0;"
	if strings.Contains(decl, " s[") {
		shared = "mov.u32 %r4, s; add.u32 %r3, %r4, %r2; add.u32 %r4, %r4, %r0;"
	}
	return fmt.Sprintf(`.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %%p<4>; .reg .b16 %%rs<4>; .reg .b32 %%r<10>; .reg .b64 %%rd<4>;
%s
ld.param.u64 %%rd0, [p]; mov.u32 %%r0, %%tid.x; mov.u32 %%r1, %%ctaid.x; shl.b32 %%r2, %%r0, 2; mov.u16 %%rs0, 1;
%s
%s
ret;
}
`, decl, shared, body)
}

var marker = regexp.MustCompile(`// ([A-Z])$`)

// TestOwn finds what is planted in small kernels, with and without the passes of the compiler.
func TestOwn(t *testing.T) {
	for _, c := range own {
		t.Run(c.name, func(t *testing.T) {
			text := ownPTX(c.decl, c.body)
			for _, passes := range []pass.List{nil, {}} {
				state := sanitize.New(sanitize.Options{Race: true, Init: true, Sync: true, Independent: c.independent, Strict: c.strict})
				launchOwn(t, text, state, passes, c.grid, c.block)
				var got []string
				for _, f := range state.Findings() {
					got = append(got, named(text, Describe(f)))
				}
				slices.Sort(got)
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("all passes: %t (-want +got):\n%s", passes == nil, diff)
				}
			}
		})
	}
}

// modeOf tells which mode finds a kind, "" where all do.
func modeOf(kind string) string {
	switch {
	case strings.HasPrefix(kind, "race"), strings.HasPrefix(kind, "unordered"):
		return "race"
	case strings.HasPrefix(kind, "uninit"):
		return "init"
	case strings.HasPrefix(kind, "barrier"), strings.HasPrefix(kind, "warp"), strings.HasPrefix(kind, "shfl"):
		return "sync"
	}
	return ""
}

// TestModes finds with the notes of each mode what is found with all, as far as it is for that mode to find.
func TestModes(t *testing.T) {
	for _, c := range own {
		for mode, o := range map[string]insert.Options{"race": {Race: true}, "init": {Init: true}, "sync": {Sync: true}} {
			text := ownPTX(c.decl, c.body)
			state := sanitize.New(sanitize.Options{Race: o.Race, Init: o.Init, Sync: o.Sync, Independent: c.independent, Strict: c.strict})
			launch(t, text, state, nil, c.grid, c.block, 0, o)
			var want, got []string
			for _, w := range c.want {
				if m := modeOf(strings.Fields(w)[1]); m == "" || m == mode {
					want = append(want, w)
				}
			}
			for _, f := range state.Findings() {
				got = append(got, named(text, Describe(f)))
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, mode, diff)
			}
		}
	}
}

// launchOwn runs a kernel with a buffer of 128 words.
func launchOwn(t *testing.T, text string, state *sanitize.State, passes pass.List, grid, block uint32) {
	t.Helper()
	launchSeed(t, text, state, passes, grid, block, 0)
}

// launchSeed does so with warps and CTAs in another order.
func launchSeed(t *testing.T, text string, state *sanitize.State, passes pass.List, grid, block uint32, seed uint64) {
	t.Helper()
	launch(t, text, state, passes, grid, block, seed, insert.Options{Race: true, Init: true, Sync: true})
}

// launch does so with the notes of some modes.
func launch(t *testing.T, text string, state *sanitize.State, passes pass.List, grid, block uint32, seed uint64, o insert.Options) {
	t.Helper()
	f := diag.NewFile("own.ptx", text)
	l := diag.NewList(f)
	m := pipeline.Lower(f, l, pipeline.Options{Passes: passes, Pass: pass.Options{AnyShape: true, Verify: true}, Sanitize: o})
	if m == nil {
		t.Fatal(l.Sorted())
	}
	x, err := interp.New(m, interp.Options{Sanitizer: state, MaxSteps: steps, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	params, bufs, err := arguments(x, state, []Arg{{Buf: "u32", N: 128}})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Launch(context.Background(), "k", interp.Config{Grid: [3]uint32{grid, 1, 1}, Block: [3]uint32{block, 1, 1}}, params, bufs); err != nil {
		t.Fatal(err)
	}
}

// named puts the letters of lines in the place of their numbers.
func named(text, s string) string {
	for i, line := range strings.Split(text, "\n") {
		if m := marker.FindStringSubmatch(line); m != nil {
			n := ":" + strconv.Itoa(i+1)
			s = strings.ReplaceAll(s+" ", n+" ", ":"+m[1]+" ")
		}
	}
	return strings.TrimSpace(s)
}
