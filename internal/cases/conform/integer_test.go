package conform

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestKnownIntegers checks results that the manual states, or that follow from it
// by hand. Instructions of extended precision have the carry last.
func TestKnownIntegers(t *testing.T) {
	const ones = 1<<64 - 1
	for _, tt := range []struct {
		head string
		in   []uint64
		d, q uint64
	}{
		{"add.sat.s32", []uint64{0x7fffffff, 1}, 0x7fffffff, 0},
		{"sub.sat.s32", []uint64{0x80000000, 1}, 0x80000000, 0},
		{"add.u16", []uint64{0xffff, 2}, 1, 0},
		{"mul.hi.s32", []uint64{0xffffffff, 2}, 0xffffffff, 0},
		{"mul.hi.u64", []uint64{ones, ones}, ones - 1, 0},
		{"mul.wide.s16", []uint64{0x8000, 0x8000}, 0x40000000, 0},
		{"mad.wide.u16", []uint64{0xffff, 0xffff, 0xffffffff}, 0xfffe0000, 0},
		{"mad.hi.sat.s32", []uint64{0x80000000, 0x80000000, 0x40000000}, 0x7fffffff, 0},
		{"mul24.lo.s32", []uint64{0xaaffffff, 3}, 0xfffffffd, 0}, // -1 * 3
		{"mul24.hi.u32", []uint64{0xffffff, 0xffffff}, 0xfffffe00, 0},
		{"mad24.hi.sat.s32", []uint64{0x800000, 0x800000, 0x7fffffff}, 0x7fffffff, 0},
		{"sad.s32", []uint64{0x80000000, 0x7fffffff, 5}, 4, 0}, // |a-b| = 2^32-1
		{"rem.s32", []uint64{0xfffffff9, 3}, 0xffffffff, 0},    // -7 and 3
		{"div.s64", []uint64{ones - 6, 2}, ones - 2, 0},
		{"abs.s16", []uint64{0x8000}, 0x8000, 0},
		{"max.relu.s32", []uint64{0xffffffff, 0xfffffffe}, 0, 0},
		{"min.s16x2", []uint64{0x8000_0001, 0x0001_ffff}, 0x8000_ffff, 0},
		{"popc.b64", []uint64{ones}, 64, 0},
		{"clz.b32", []uint64{0}, 32, 0},
		{"bfind.s32", []uint64{0xffffffff}, 0xffffffff, 0},
		{"bfind.shiftamt.u32", []uint64{0}, 0xffffffff, 0},
		{"bfind.shiftamt.s64", []uint64{1 << 63}, 1, 0},
		{"fns.b32", []uint64{0b10110, 1, 2}, 2, 0},
		{"fns.b32", []uint64{0b10110, 4, 0xfffffffe}, 2, 0},
		{"fns.b32", []uint64{0b10110, 0, 0}, 0xffffffff, 0},
		{"brev.b32", []uint64{1}, 0x80000000, 0},
		{"bfe.s32", []uint64{0x80000000, 40, 4}, 0xffffffff, 0}, // beyond the end: the sign
		{"bfe.s32", []uint64{0xff, 4, 256}, 0, 0},               // a length of 0
		{"bfe.u64", []uint64{ones, 60, 255}, 15, 0},
		{"bfi.b32", []uint64{0xff, 0, 28, 8}, 0xf0000000, 0},
		{"bfi.b32", []uint64{0xff, 7, 32, 8}, 7, 0},
		{"szext.wrap.s32", []uint64{5, 32}, 0, 0},
		{"szext.clamp.s32", []uint64{5, 32}, 5, 0},
		{"szext.clamp.s32", []uint64{5, 3}, 0xfffffffd, 0},
		{"bmsk.clamp.b32", []uint64{32, 5}, 0, 0},
		{"bmsk.wrap.b32", []uint64{33, 34}, 6, 0},
		{"bmsk.clamp.b32", []uint64{30, 5}, 0xc0000000, 0},
		{"dp4a.u32.s32", []uint64{0xff, 0xff, 0}, 0xffffff01, 0},
		{"dp2a.hi.s32.u32", []uint64{0x0001_ffff, 0x02030000, 10}, 9, 0},
		{"clmad.lo.u64", []uint64{3, 3, 1}, 4, 0},
		{"clmad.hi.u64", []uint64{1 << 63, 6, 0}, 3, 0},
		{"cnot.b32", []uint64{0}, 1, 0},
		{"shl.b16", []uint64{1, 16}, 0, 0},
		{"shr.s32", []uint64{0x80000000, 0xffffffff}, 0xffffffff, 0},
		{"shr.b32", []uint64{0x80000000, 31}, 1, 0},
		{"shf.l.clamp.b32", []uint64{7, 9, 33}, 7, 0},
		{"shf.r.clamp.b32", []uint64{7, 9, 32}, 9, 0},
		{"shf.l.wrap.b32", []uint64{1 << 31, 1, 33}, 3, 0},
		{"lop3.b32", []uint64{0xf0, 0xcc, 0xaa, 0x40}, 0xf0 & 0xcc &^ 0xaa, 0},
		{"lop3.and.b32", []uint64{1, 2, 3, 0xfe, 0}, 3, 0},
		{"lop3.or.b32", []uint64{1, 2, 3, 0, 1}, 0, 1},
		{"prmt.b32", []uint64{0x00000080, 0x44332211, 0x4008}, 0x118080ff, 0},
		{"prmt.b32.b4e", []uint64{0x33221100, 0x77665544, 0xfffffffc}, 0x55667700, 0},
		{"prmt.b32.ecr", []uint64{0x33221100, 0, 1}, 0x11111100, 0},
		{"add.cc.u32", []uint64{0xffffffff, 1, 1}, 0, 1},
		{"addc.u32", []uint64{0xfffffffe, 1, 1}, 0, 1}, // keeps the carry
		{"addc.cc.u64", []uint64{ones, 0, 1}, 0, 1},
		{"sub.cc.u32", []uint64{0, 1, 0}, 0xffffffff, 1},
		{"subc.cc.u32", []uint64{1, 1, 1}, 0xffffffff, 1},
		{"mad.hi.cc.u32", []uint64{0xffffffff, 0xffffffff, 2}, 0, 1},
		{"madc.lo.cc.s64", []uint64{ones, 1, 0, 1}, 0, 1},
	} {
		in := slices.Clone(tt.in)
		opcode, mods, _ := strings.Cut(tt.head, ".")
		ms, miss := isa.Resolve(opcode, strings.Split(mods, "."))
		if len(ms) == 0 {
			t.Fatalf("%s: %v", tt.head, miss)
		}
		m := ms[0]
		if isExtended(m) && len(in) == len(sources(m)) {
			in = append(in, 0)
		}
		if d, q := integerResults(m, in); d != tt.d || q != tt.q && (isExtended(m) || opcode == "lop3" && m.Val("B") != "") {
			t.Errorf("%s %x: %#x, %d; want %#x, %d", tt.head, tt.in, d, q, tt.d, tt.q)
		}
	}
}

// TestKnownVideo checks results that follow from the manual by hand. An
// instruction is written with # in place of each register.
func TestKnownVideo(t *testing.T) {
	for _, tt := range []struct {
		inst    string
		a, b, c uint64
		want    uint64
	}{
		{"vadd.s32.u32.s32.sat #, #.b0, #.h0", 0xff, 0x8000, 0, 0xffff80ff},
		{"vadd.u32.u32.s32.sat #, #.b0, #.h0", 0xff, 0x8000, 0, 0},
		{"vadd.u32.u32.u32.sat #.h1, #, #, #", 0xffffffff, 1, 0x1234, 0xffff1234},
		{"vsub.u32.u32.u32 #.b2, #, #, #", 0, 1, 0x11223344, 0x11ff3344},
		{"vsub.s32.s32.s32.min #, #, #, #", 0x80000000, 1, 0x80000000, 0x7fffffff}, // -2^31-1 is the least
		{"vabsdiff.u32.s32.s32 #, #, #", 0x80000000, 0x7fffffff, 0, 0xffffffff},
		{"vmin.s32.s32.u32 #, #, #.b3", 0xffffffff, 0xff000000, 0, 0xffffffff},
		{"vmax.u32.u32.u32.sat.add #, #.b0, #.b1, #", 5, 0x700, 10, 17},
		{"vshl.u32.u32.u32.clamp #, #, #.b1", 3, 0x2100, 0, 0},
		{"vshl.u32.u32.u32.wrap #, #, #.b1", 3, 0x2100, 0, 6},
		{"vshr.s32.s32.u32.clamp #, #, #", 0x80000000, 99, 0, 0xffffffff},
		{"vmad.u32.u32.u32 #, -#, #, #", 2, 3, 7, 1},
		{"vmad.s32.u32.u32.sat #, #, #, -#", 2, 3, 7, 0xffffffff},
		{"vmad.s32.s32.s32.po.shr7 #, #.h0, #.h0, #", 0xffff, 128, 0xffffffff, 0xffffffff}, // -128 - 1 + 1
		{"vmad.u32.u32.u32.sat.shr15 #, #, #, #", 0xffffffff, 0xffffffff, 0, 0xffffffff},
		{"vset.s32.u32.lt #, #, #", 0xffffffff, 0, 0, 1},
		{"vset.u32.u32.eq.max #, #, #, #", 1, 1, 0xffffffff, 0xffffffff}, // unsigned
		{"vadd2.s32.s32.s32.sat #, #, #, #", 0x7fff_8000, 0x0001_ffff, 0, 0x7fff_8000},
		{"vadd2.u32.u32.u32 #.h0, #.h10, #.h22, #", 0x1111_2222, 0x3333_4444, 0xaaaabbbb, 0xaaaa6666},
		{"vavrg2.s32.s32.s32 #, #, #, #", 0xffff_0001, 0xfffe_0002, 0, 0xfffe_0002}, // -1.5 and 1.5
		{"vavrg4.u32.u32.u32.add #.b30, #, #, #", 0x02ffffff, 0x05000000, 100, 100 + 4 + 128},
		{"vabsdiff4.u32.s32.s32 #, #, #, #", 0x80_7f_00_ff, 0x7f_80_00_01, 0, 0xff_ff_00_02},
		{"vmin4.s32.s32.u32.sat #, #.b0123, #.b7777, #", 0x01_02_80_ff, 0xff000000, 0, 0xff_80_02_01},
		{"vset4.u32.s32.gt.add #.b310, #.b7654, #.b3210, #", 0, 0x00000001, 41, 42},
		{"vset2.s32.s32.le #.h1, #, #, #", 0x8000_0000, 0x7fff_0000, 0xffffffff, 0x0001_ffff},
	} {
		head, ops, _ := strings.Cut(tt.inst, " ")
		opcode, mods, _ := strings.Cut(head, ".")
		ms, _ := isa.Resolve(opcode, strings.Split(mods, "."))
		if len(ms) == 0 {
			t.Fatal(head)
		}
		x := &inst{match: ms[0], constant: -1, parts: make([]string, 4)}
		for i, o := range strings.Split(ops, ", ") {
			x.parts[i] = strings.Replace(o, "#", "", 1)
			if got := x.part(i, "#"); got != o {
				t.Errorf("%s is written %s", o, got)
			}
		}
		if got := x.video([]uint64{tt.a, tt.b, tt.c}); got != tt.want {
			t.Errorf("%s of %#x, %#x, %#x: %#x, want %#x", tt.inst, tt.a, tt.b, tt.c, got, tt.want)
		}
	}
}

// TestParts checks that selectors, masks and signs all occur, at each place of each
// opcode that may have them.
func TestParts(t *testing.T) {
	seen := map[string]bool{}
	opcodes := map[string]bool{}
	for _, c := range videoFolders() {
		for _, k := range c.kernels() {
			for _, x := range k.insts {
				op := x.match.Form.Opcode
				opcodes[op] = true
				for i, p := range x.parts {
					seen[fmt.Sprint(op, " ", i, " ", p)] = true
				}
			}
		}
	}
	if len(opcodes) != 23 {
		t.Errorf("%d opcodes", len(opcodes))
	}
	masks := map[string][]string{"2": {"", ".h0", ".h1", ".h10"}, "4": {"", ".b0", ".b3", ".b20", ".b321", ".b3210"}}
	for op := range opcodes {
		if m := masks[op[len(op)-1:]]; m != nil {
			for _, s := range m {
				if !seen[op+" 0 "+s] {
					t.Errorf("no %s has the mask %q", op, s)
				}
			}
			continue
		}
		for _, s := range scalarParts {
			for i := range cPart {
				if i == dPart && op == "vmad" {
					continue
				}
				if !seen[fmt.Sprint(op, " ", i, " ", s)] {
					t.Errorf("no %s has %q at %d", op, s, i)
				}
			}
		}
	}
	for _, s := range []string{"vmad 1 -", "vmad 2 -", "vmad 3 -", "vmad 1 -.b2"} {
		if !seen[s] {
			t.Errorf("no %s", s)
		}
	}
}

// TestShuffle checks lanes that the manual's pseudo-code names.
func TestShuffle(t *testing.T) {
	for _, tt := range []struct {
		mode       string
		lane, b, c uint64
		from       uint64
		p          bool
	}{
		{"up", 3, 4, 0, 3, false},
		{"up", 4, 4, 0, 0, true},
		{"down", 30, 2, 0x1f, 30, false},
		{"down", 7, 1, 0x1807, 7, false}, // the end of a segment of 8
		{"bfly", 5, 16, 0x1f, 21, true},
		{"idx", 12, 33, 0x181f, 9, true}, // segments of 8; only 5 bits of b count
		{"idx", 12, 7, 0x1803, 12, false},
	} {
		if from, p := shuffle(tt.mode, tt.lane, tt.b, tt.c); from != tt.from || p != tt.p {
			t.Errorf("shfl.%s of lane %d, %d, %#x: %d, %v", tt.mode, tt.lane, tt.b, tt.c, from, p)
		}
	}
}
