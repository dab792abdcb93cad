package planted

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
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

// placer writes a random kernel of accesses of global memory at places that are computed from the coordinates of
// the thread. %r4 is the place along x, %r5 that along y, %r6 the index of an access.
type placer struct {
	maker
	tiles bool // of shared memory, in the place of global
}

// index leaves an index in %r6.
func (m *placer) index(loop bool) {
	if loop && m.r.IntN(4) > 0 {
		m.f("%s", m.pick("mov.u32 %r6, %r11;", "mad.lo.u32 %r6, %r5, %r13, %r11;", "mad.lo.u32 %r6, %r12, %r13, %r11;", "shl.b32 %r6, %r11, 1;", "shr.u32 %r6, %r11, 2;"))
		return
	}
	m.f("%s", m.pick(
		"mov.u32 %r6, %r4;", "mov.u32 %r6, %r4;", "add.u32 %r6, %r4, 1;", "shl.b32 %r6, %r4, 1;", "mad.lo.u32 %r6, %r4, 2, 1;",
		"mad.lo.u32 %r6, %r5, %r10, %r4;", "mad.lo.u32 %r6, %r5, %r10, %r4;", "mad.lo.u32 %r6, %r4, %r10, %r5;",
		"shr.u32 %r6, %r4, 3;", "and.b32 %r6, %r4, 31;", "and.b32 %r7, %r4, 7; shr.u32 %r6, %r4, 3; mad.lo.u32 %r6, %r6, %r10, %r7;",
		"and.b32 %r7, %r4, 31; mad.lo.u32 %r6, %r12, %r13, %r7;", "mov.u32 %r6, %r0;", "mov.u32 %r6, %r1;", "mov.u32 %r6, %r5;",
		"shl.b32 %r6, %r3, 4; or.b32 %r6, %r6, %r0;", "xor.b32 %r6, %r4, 1;", "sub.u32 %r6, 300, %r4;", "mov.u32 %r6, 5;",
		"rem.u32 %r6, %r4, 8; div.u32 %r7, %r4, 8; mad.lo.u32 %r6, %r7, 8, %r6;", "mad.lo.u32 %r6, %r1, %r10, %r0;"))
}

// shared accesses a shared variable at a place that is computed from the coordinates of the thread in its CTA.
func (m *placer) shared(loop bool) {
	if loop && m.r.IntN(2) == 0 {
		m.f("and.b32 %%r6, %%r11, 63;")
	} else {
		m.f("%s", m.pick("mov.u32 %r6, %r0;", "mov.u32 %r6, %r0;", "mad.lo.u32 %r6, %r3, %r2, %r0;", "mad.lo.u32 %r6, %r3, %r2, %r0;", "mad.lo.u32 %r6, %r0, 2, 1;", "shl.b32 %r6, %r3, 5; add.u32 %r6, %r6, %r0;",
			"sub.u32 %r6, 64, %r0;", "mov.u32 %r6, %r3;", "and.b32 %r6, %r0, 7;", "shr.u32 %r6, %r0, 3;", "mov.u32 %r6, 3;", "add.u32 %r6, %r0, 1;", "xor.b32 %r6, %r0, 1;", "mov.u32 %r6, %r17;",
			"add.u32 %r6, %r0, %r20;", "add.u32 %r6, %r0, %r20;", "add.u32 %r6, %r0, %r20;", "sub.u32 %r6, %r0, %r20;", "mov.u32 %r6, %r20;", "mul.lo.u32 %r6, %r0, %r20;", "add.u32 %r6, %r20, %r20; add.u32 %r6, %r6, %r0;", "xor.b32 %r6, %r0, %r20;"))
	}
	m.f("shl.b32 %%r6, %%r6, 2; mov.u32 %%r19, %s; add.u32 %%r6, %%r19, %%r6;", m.pick("s", "s", "q"))
	switch m.r.IntN(7) {
	case 0, 1:
		m.f("ld.shared.u32 %%r7, [%%r6];")
	case 2:
		m.f("atom.shared.add.u32 %%r7, [%%r6], 1;")
	default:
		m.f("st.shared.u32 [%%r6], %%r14;")
	}
}

func (m *placer) access(loop bool) {
	if m.tiles {
		m.shared(loop)
		return
	}
	m.index(loop)
	size := m.pick("u32", "u32", "u32", "u8", "u16", "v2.u32")
	shift := map[string]int{"u8": 0, "u16": 1, "u32": 2, "v2.u32": 3}[size]
	base := m.pick("%rd0", "%rd0", "%rd2")
	m.f("mul.wide.%s %%rd1, %%r6, %d; add.u64 %%rd1, %s, %%rd1;", m.pick("u32", "s32"), 1<<shift, base)
	value := map[string]string{"u8": "%rs0", "u16": "%rs0", "u32": "%r14", "v2.u32": "{%r14, %r15}"}[size]
	off := m.r.IntN(8) / 6 << shift
	switch m.r.IntN(9) {
	case 0, 1, 2:
		m.f("ld.global.%s %s, [%%rd1+%d];", size, strings.NewReplacer("%r14", "%r7", "%r15", "%r16", "%rs0", "%rs1").Replace(value), off)
	case 3:
		m.f("atom.global.add.u32 %%r7, [%%rd1+%d], 1;", off&^3)
	default:
		m.f("st.global.%s [%%rd1+%d], %s;", size, off, value)
	}
}

func (m *placer) guarded(depth int, loop bool) {
	if depth == 2 || m.r.IntN(3) == 0 {
		m.access(loop)
		return
	}
	m.labels++
	n := m.labels
	if !loop && m.r.IntN(3) == 0 {
		start := m.pick("%r4", "%r4", "%r0", "%r17")
		step := m.pick("%r18", "%r18", "32", "%r2")
		top := m.r.IntN(2) == 0
		m.f("mov.u32 %%r11, %s;", start)
		if top {
			m.f("T%d: setp.ge.%s %%p0, %%r11, %%r13; @%%p0 bra L%d;", n, m.pick("u32", "s32"), n)
		} else {
			m.f("setp.ge.s32 %%p0, %%r11, %%r13; @%%p0 bra L%d;\nT%d:", n, n)
		}
		m.guarded(depth+1, true)
		m.f("add.u32 %%r11, %%r11, %s;", step)
		if top {
			m.f("bra T%d;", n)
		} else {
			m.f("setp.lt.s32 %%p0, %%r11, %%r13; @%%p0 bra T%d;", n)
		}
		m.f("L%d:", n)
		return
	}
	m.f("%s", m.pick("setp.ge.u32 %p0, %r4, %r10;", "setp.ge.s32 %p0, %r4, %r10;", "setp.ne.u32 %p0, %r0, 0;", "setp.gt.u32 %p0, %r4, %r13;",
		"setp.ge.u32 %p0, %r4, %r10; setp.ge.u32 %p1, %r5, %r13; or.pred %p0, %p0, %p1;", "setp.ne.u32 %p0, %r17, 0;", "setp.lt.u32 %p0, %r4, %r10;",
		"setp.ge.u32 %p0, %r17, 3;", "setp.ne.u32 %p0, %r3, 0;", "setp.ge.u32 %p0, %r0, %r20;", "setp.ge.u32 %p0, %r0, %r20;", "setp.lt.u32 %p0, %r0, %r20;", "setp.gt.s32 %p0, %r0, %r20;", "setp.lt.u32 %p0, %r4, %r10; not.pred %p0, %p0;", "setp.ne.u32 %p0, %r1, 1;"))
	m.f("@%%p0 bra L%d;", n)
	for range 1 + m.r.IntN(2) {
		m.guarded(depth+1, loop)
	}
	m.f("L%d:", n)
}

// rounds accesses shared memory in a loop of all threads, with a number that they have alike and that changes.
func (m *placer) rounds() {
	m.labels++
	n := m.labels
	m.f("mov.u32 %%r21, 0;\nW%d:", n)
	plain := m.r.IntN(2) == 0 // as reductions are
	if !plain {
		for range 1 + m.r.IntN(3) {
			m.f("%s", m.pick("bar.sync 0;", "bar.sync 0;", "shr.u32 %r20, %r20, 1;", "xor.b32 %r20, %r20, 3;", "add.u32 %r20, %r20, 1;", "mul.lo.u32 %r20, %r20, 3;"))
			m.guarded(1, false)
		}
	} else {
		m.labels++
		m.f("setp.ge.u32 %%p0, %%r0, %%r20; @%%p0 bra L%d;", m.labels)
		end := m.labels
		for range 1 + m.r.IntN(3) {
			m.f("%s shl.b32 %%r6, %%r6, 2; mov.u32 %%r19, s; add.u32 %%r6, %%r19, %%r6;", m.pick("mov.u32 %r6, %r0;", "add.u32 %r6, %r0, %r20;", "add.u32 %r6, %r0, %r20; sub.u32 %r6, %r6, 1;", "sub.u32 %r6, %r20, %r0;"))
			m.f("%s", m.pick("ld.shared.u32 %r7, [%r6];", "ld.shared.u32 %r7, [%r6];", "st.shared.u32 [%r6], %r14;"))
		}
		m.f("L%d: %s %s", end, m.pick("bar.sync 0;", "bar.sync 0;", ""), m.pick("shr.u32 %r20, %r20, 1;", "shr.u32 %r20, %r20, 1;", "sub.u32 %r20, %r20, 1;"))
	}
	m.f("add.u32 %%r21, %%r21, 1; setp.lt.u32 %%p2, %%r21, 3; @%%p2 bra W%d;", n)
}

// placedKernel is a module with a kernel k.
func placedKernel(r *rand.Rand) string {
	m := &placer{maker: maker{r: r}}
	many := 1 + r.IntN(3)
	if r.IntN(2) == 0 {
		many += 2
		m.tiles = true
	}
	for range many {
		if m.tiles && r.IntN(3) == 0 {
			m.rounds()
		} else {
			m.guarded(0, false)
		}
		if m.tiles && r.IntN(2) == 0 {
			m.f("bar.sync 0;")
		}
	}
	if m.tiles {
		m.tiles = false
		m.guarded(0, false)
	}
	return `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u32 w, .param .u32 n)
{
.reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<24>; .reg .b64 %rd<4>;
.shared .align 4 .b8 s[512]; .shared .align 4 .b8 q[512];
ld.param.u64 %rd0, [a]; ld.param.u64 %rd2, [b]; ld.param.u32 %r10, [w]; ld.param.u32 %r13, [n];
mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.y; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ntid.y;
mad.lo.u32 %r4, %r1, %r2, %r0; mad.lo.u32 %r5, %r8, %r9, %r3; shr.u32 %r12, %r4, 5; and.b32 %r17, %r4, 31;
shr.u32 %r20, %r2, 1; mov.u32 %r18, %nctaid.x; mul.lo.u32 %r18, %r18, %r2;
shl.b32 %r14, %r5, 12; add.u32 %r14, %r14, %r4; add.u32 %r14, %r14, 77; add.u32 %r15, %r14, 1; cvt.u16.u32 %rs0, %r14;
` + m.b.String() + "ret;\n}\n"
}

var apartKernels = flag.Int("apart", 1000, "random kernels of TestApart")

var noted = regexp.MustCompile(` [ts]:[RWA]:`)

// TestApart launches random kernels, and finds no race where it is said that there is none.
func TestApart(t *testing.T) {
	kernels := *apartKernels
	if testing.Short() {
		kernels = 150
	}
	holds, tiles, alike, races, wrong := 0, 0, 0, 0, 0
	for seed := range uint64(kernels) {
		r := rand.New(rand.NewPCG(seed, 7))
		pick := func(list ...uint32) uint32 { return list[r.IntN(len(list))] }
		text := placedKernel(r)
		f := diag.NewFile("apart.ptx", text)
		l := diag.NewList(f)
		lower := func(printed bool) *ir.Module {
			m := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{AnyShape: true, Verify: true}, Sanitize: insert.Options{Race: true, Apart: printed}})
			if m == nil {
				t.Fatalf("%v\n%s", l.Sorted(), text)
			}
			return m
		}
		proof := lower(true).Funcs[0].Apart
		if proof == "" {
			continue
		}
		m := lower(false)
		apart, err := sanitize.ParseApart(proof)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			grid, block := [3]uint32{pick(1, 2, 3), pick(1, 1, 2), 1}, [3]uint32{pick(8, 16, 32, 64, 48), pick(1, 1, 2), 1}
			across := grid[0] * block[0]
			w, n := pick(across, across-3, 16, 32, 40, 7), pick(across, 2*across, 33, 64, 5)
			args := []Arg{{Name: "a", Buf: "u32", N: 4096}, {Buf: "u32", N: 4096}, {Type: "u32", Value: json.Number(fmt.Sprint(w))}, {Type: "u32", Value: json.Number(fmt.Sprint(n))}}
			const a = 1 << 20
			words := map[int]uint64{0: a, 8: 1 << 22, 16: uint64(w), 20: uint64(n)}
			if off := pick(0, 0, 0, 4, 2048); off > 0 {
				args[1], words[8] = Arg{Ptr: "a", Off: uint64(off)}, a+uint64(off)
			} else if r.IntN(4) == 0 {
				args[1], words[8] = Arg{Ptr: "a"}, a
			}
			state := sanitize.New(sanitize.Options{Race: true, Independent: r.IntN(2) == 0})
			x, err := interp.New(m, interp.Options{Sanitizer: state, MaxSteps: steps})
			if err != nil {
				t.Fatal(err)
			}
			params, bufs, err := arguments(x, state, args)
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Launch(context.Background(), "k", interp.Config{Grid: grid, Block: block}, params, bufs); err != nil {
				continue // outside of the buffers
			}
			var found []string
			for _, f := range state.Findings() {
				if f.Kind != "oob-array" { // which has a note of its own anyway
					found = append(found, Describe(f))
				}
			}
			yes := apart.Holds(numbersOf(grid, block, words))
			switch {
			case yes && len(found) > 0 && !noted.MatchString(proof):
				wrong++
				t.Errorf("seed %d, grid %v, block %v, w %d, n %d, b at %#x: %v\n%s\n%s", seed, grid, block, w, n, words[8], found, text, proof)
			case yes:
				holds++
				if strings.Contains(proof, " s:w:") {
					tiles++
					if strings.Contains(proof, " u:") {
						alike++
					}
				}
			case len(found) > 0:
				races++
			}
			if wrong > 3 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d launches that are known to have no races, %d of them with stores to shared memory, %d of these with numbers that threads have alike, %d with some", holds, tiles, alike, races)
	if holds < kernels/8 || tiles < kernels/32 || alike < kernels/100 || races < kernels/16 {
		t.Errorf("only %d launches are known to have no races, and %d have some", holds, races)
	}
}

// numbersOf are those of a launch whose parameters have these words, by their bytes: buffers of 4096 elements that
// begin in different MB.
func numbersOf(grid, block [3]uint32, words map[int]uint64) *sanitize.Parameters {
	return &sanitize.Parameters{Grid: grid, Block: block,
		Word: func(off, _ int) (uint64, bool) {
			x, ok := words[off]
			return x, ok
		},
		End: func(addr uint64) (uint64, bool) { return addr&^(1<<20-1) + 4*4096, true },
	}
}
