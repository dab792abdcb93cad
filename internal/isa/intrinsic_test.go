package isa

import (
	"slices"
	"testing"
)

func TestIntrinsicAndLowering(t *testing.T) {
	tests := []struct {
		head, intrinsic string
		verb            Verb
		name            string
	}{
		{"fma.rn.ftz.sat.f32", "FmaRnFtzSatF32", LowerCall, "FmaRnFtzSatF32"},
		{"cvt.rzi.s32.f32", "CvtRziS32F32", LowerBuild, "cvt"},
		{"cvt.rzi.sat.s32.f32", "CvtRziS32F32", LowerBuild, "cvt"},
		{"cvt.sat.f32.f32", "CvtSatF32F32", LowerBuild, "cvt"},
		{"cvt.sat.u8.s32", "CvtSatU8S32", LowerBuild, "cvt"},
		{"cvt.sat.s64.u32", "CvtS64U32", LowerBuild, "cvt"},
		{"cvt.rn.ftz.f32.s32", "CvtRnF32S32", LowerBuild, "cvt"},
		{"cvt.rn.f16x2.f32", "CvtRnF16x2F32", LowerCall, "CvtRnF16x2F32"},
		{"cvt.pack.sat.u8.s32.b32", "CvtPackSatU8S32B32", LowerCall, "CvtPackSatU8S32B32"},
		{"shf.l.wrap.b32", "ShfLWrapB32", LowerCall, "ShfLWrapB32"},
		{"bfind.shiftamt.u32", "BfindShiftamtU32", LowerCall, "BfindShiftamtU32"},
		{"prmt.b32.f4e", "PrmtB32F4e", LowerCall, "PrmtB32F4e"},
		{"min.ftz.NaN.f32", "MinFtzNaNF32", LowerCall, "MinFtzNaNF32"},
		{"mad24.hi.u32", "Mad24HiU32", LowerCall, "Mad24HiU32"},
		{"add.f32", "AddRnF32", LowerOp, "FAdd"},
		{"add.rn.f64", "AddRnF64", LowerOp, "FAdd"},
		{"add.ftz.f32", "AddRnFtzF32", LowerCall, "AddRnFtzF32"},
		{"add.rz.f32", "AddRzF32", LowerCall, "AddRzF32"},
		{"add.f16x2", "AddRnF16x2", LowerCall, "AddRnF16x2"},
		{"sub.sat.f32", "SubRnSatF32", LowerCall, "SubRnSatF32"},
		{"div.rn.f32", "DivRnF32", LowerOp, "FDiv"},
		{"div.rp.f64", "DivRpF64", LowerCall, "DivRpF64"},
		{"div.f32", "DivApproxFtzF32", LowerCall, "DivApproxFtzF32"},
		{"div.f64", "DivRnF64", LowerOp, "FDiv"},
		{"rsqrt.f64", "RsqrtApproxF64", LowerCall, "RsqrtApproxF64"},
		{"sqrt.rn.f32", "SqrtRnF32", LowerOp, "FSqrt"},
		{"neg.f32", "NegF32", LowerOp, "FNeg"},
		{"neg.ftz.f32", "NegFtzF32", LowerCall, "NegFtzF32"},
		{"mad.rn.f32", "FmaRnF32", LowerCall, "FmaRnF32"},
		{"mad.rz.ftz.f32", "FmaRzFtzF32", LowerCall, "FmaRzFtzF32"},
		{"mad.f64", "FmaRnF64", LowerCall, "FmaRnF64"},
		{"mad.f32", "MadF32", LowerCall, "MadF32"},
		{"bfe.b32", "BfeU32", LowerCall, "BfeU32"},
		{"mul.lo.s32", "MulLoS32", LowerOp, "Mul"},
		{"mul.hi.s64", "MulHiS64", LowerOp, "MulHiS"},
		{"mul.hi.u16", "MulHiU16", LowerOp, "MulHiU"},
		{"shr.b32", "ShrB32", LowerOp, "ShrU"},
		{"shr.s16", "ShrS16", LowerOp, "ShrS"},
		{"and.pred", "AndPred", LowerOp, "And"},
		{"setp.lt.s32", "SetpLtS32", LowerBuild, "setp"},
		{"ld.global.u32", "LdGlobalU32", LowerAccess, ""},
		{"cvt.s32.f32", "CvtS32F32", LowerNone, ""},
		{"prefetch.global.L2", "PrefetchGlobalL2", LowerBuild, "nop"},
	}
	for _, tt := range tests {
		m := best(t, tt.head)
		if m.Intrinsic() != tt.intrinsic {
			t.Errorf("%s: intrinsic %s, want %s", tt.head, m.Intrinsic(), tt.intrinsic)
		}
		if l := m.Lowering(); l.Verb != tt.verb || l.Name != tt.name {
			t.Errorf("%s: lowered by %v %q, want %v %q", tt.head, l.Verb, l.Name, tt.verb, tt.name)
		}
	}
}

// TestIntrinsicsDistinct checks that two heads that share an intrinsic have the
// same normal form, and the same number of operands: one name, one function.
func TestIntrinsicsDistinct(t *testing.T) {
	type use struct {
		m       *Match
		sources int
	}
	seen := map[string]use{}
	for _, f := range Forms() {
		f.Expand(func(mods []string) bool {
			m := direct(f, mods)
			if _, bad := m.illegal(); bad || m.lowering.Verb != LowerCall && m.lowering.Name != "cvt" {
				return true
			}
			n := 0
			for i := range f.Operands {
				if o := &f.Operands[i]; !o.Dest && (o.when == nil || o.when.holds(m)) {
					n++
				}
			}
			if old, ok := seen[m.intrinsic]; !ok {
				seen[m.intrinsic] = use{m, n}
			} else if !slices.Equal(old.m.norm, m.norm) || old.sources != n {
				t.Errorf("%s names both %s with %d sources and %s with %d", m.intrinsic, old.m.Head, old.sources, m.Head, n)
			}
			return true
		})
	}
	if len(seen) < 1000 {
		t.Errorf("only %d intrinsics", len(seen))
	}
}

// TestAccess: what a match does to memory, with the operation that its head names.
func TestAccess(t *testing.T) {
	for head, want := range map[string]Access{
		"ld.global.u32":                             {Op: MemoryLoad},
		"ld.global.cv.u32":                          {Op: MemoryLoad, Volatile: true},
		"atom.acquire.gpu.global.max.u32":           {MemoryAtom, "max", false, false, "relaxed", "gpu"},
		"mbarrier.arrive_drop.expect_tx.shared.b64": {MemoryAtom, "arrive_drop_tx", false, true, "release", "cta"},
		"membar.gl":                                 {MemoryFence, "", false, false, "sc", "gpu"},
	} {
		if got := best(t, head).Lowering(); got.Verb != LowerAccess || got.Access != want {
			t.Errorf("%s: %+v", head, got)
		}
	}
}
