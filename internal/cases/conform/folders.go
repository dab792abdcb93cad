package conform

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// module names a module's version and target.
func module(version, target string) Module {
	v, ok1 := isa.ParseVersion(version)
	t, ok2 := isa.ParseTarget(target)
	if !ok1 || !ok2 {
		panic(&listed.Mistake{Word: version, Text: "no version of PTX with a target such as " + target})
	}
	return Module{v, t}
}

func rows(s string) []string { return strings.Fields(s) }

// exact are the folders of arithmetic whose results are compared bit for bit. As
// far as addresses of 64 bits allow, each is a module of the oldest version and
// target that has its rows, so that what a version gates is seen to be let
// through.
func exact() []*folder {
	return []*folder{
		{name: "fp_add_f32", module: module("2.3", "sm_20"), rows: rows("add-0007 sub-0005 mul-0002"),
			notes: "add, sub and mul of f32: rounding, .ftz, .sat."},
		{name: "fp_fma_f32", module: module("2.3", "sm_20"), rows: rows("fma-0000 mad-0005 mad-0006"),
			notes: "fma and mad of f32; mad without rounding is fma from sm_20 on."},
		{name: "fp_div_f32", module: module("2.3", "sm_20"), rows: rows("div-0004 rcp-0001 sqrt-0001"),
			notes: "div, rcp and sqrt of f32, correctly rounded."},
		{name: "fp_arith_f64", module: module("2.3", "sm_20"),
			rows:  rows("add-0009 sub-0007 mul-0004 fma-0002 mad-0007 div-0005 rcp-0002 sqrt-0002"),
			notes: "f64 arithmetic. Where an operator of Go computes, one operand at most is a NaN."},
		{name: "fp_sign", module: module("2.3", "sm_20"),
			rows:  rows("testp-0000 copysign-0000 abs-0001 abs-0002 neg-0002 neg-0003 min-0006 min-0010 max-0006 max-0010"),
			notes: "testp, copysign, abs, neg, min and max of f32 and f64."},
		{name: "fp_minmax", module: module("7.2", "sm_86"), rows: rows("min-0007 min-0008 max-0007 max-0008 min-0011 min-0012 min-0013 min-0014 max-0011 max-0012 max-0013 max-0014"),
			notes: "min and max with .NaN and .xorsign.abs, and those of f16 and bf16."},
		{name: "fp_sm100", module: module("8.8", "sm_100"),
			rows:  rows("add-0008 sub-0006 mul-0003 fma-0001 min-0009 max-0009 add-0012 sub-0010 fma-0007"),
			notes: "Pairs of f32, min and max of three, and mixed precision: f16 and bf16 operands, f32 results."},
		{name: "fp_sm107", module: module("9.4", "sm_107f"), rows: rows("add-0013 sub-0011 fma-0008"),
			notes: "Mixed precision in pairs: f16x2 and bf16x2 operands, f32x2 results."},
		{name: "fp_f16", module: module("6.5", "sm_53"), rows: rows("add-0010 sub-0008 mul-0005 fma-0003 neg-0004 abs-0003"),
			notes: "f16 and f16x2 arithmetic."},
		{name: "fp_fma_relu", module: module("7.0", "sm_80"), rows: rows("fma-0004 fma-0005 neg-0005 abs-0004"),
			notes: "fma with .relu, and bf16 of sm_80."},
		{name: "fp_bf16", module: module("7.8", "sm_90"), rows: rows("add-0011 sub-0009 mul-0006"),
			notes: "bf16 and bf16x2 arithmetic."},
		{name: "fp_fma_bf16", module: module("9.0", "sm_100"), rows: rows("fma-0010"),
			notes: "fma of bf16 and bf16x2 with directed rounding."},
		{name: "fp_fma_oob", module: module("8.1", "sm_90"), rows: rows("fma-0006"), oob: true,
			notes: "fma with .oob. The out-of-bounds NaN is 0x7ff7 or 0xfff7, as a GPU says and no document."},
		{name: "fp_approx", module: module("2.3", "sm_20"), rows: rows("rcp-0000 sqrt-0000 rsqrt-0000 sin-0000 cos-0000 lg2-0000 ex2-0000"),
			notes: "Approximate f32 instructions with the bits of the published model of sm_75."},
		{name: "fp_approx_specials", module: module("7.8", "sm_90"), purpose: forSpecials,
			rows:  rows("div-0002 div-0003 rcp-0005 rsqrt-0001 rsqrt-0002 tanh-0000 tanh-0001 tanh-0002 ex2-0002 ex2-0003"),
			notes: "Approximate instructions without a model, at operands for which the manual names the result."},
	}
}

// comparisons and selections.
func comparisons() []*folder {
	return []*folder{
		{name: "fp_set", module: module("2.3", "sm_20"), rows: rows("set-0000 set-0001 set-0002 set-0003"),
			notes: "set without a boolean operation."},
		{name: "fp_set_bool", module: module("2.3", "sm_20"), rows: rows("set-0004"),
			notes: "set with a boolean operation."},
		{name: "fp_setp", module: module("2.3", "sm_20"), rows: rows("setp-0000 setp-0001 setp-0002 setp-0003 setp-0004"),
			notes: "setp of integers, f32 and f64."},
		{name: "fp_select", module: module("2.3", "sm_20"), rows: rows("selp-0000 slct-0000 slct-0001"),
			notes: "selp and slct."},
		{name: "fp_set_f16", module: module("6.5", "sm_53"), rows: rows("set-0006 set-0008 set-0010"),
			notes: "set to and from f16."},
		{name: "fp_set_bf16", module: module("7.8", "sm_90"),
			rows:  rows("set-0007 set-0009 set-0011 setp-0006 setp-0007 setp-0008 setp-0009"),
			notes: "set to and from bf16, and setp of f16, bf16 and their pairs."},
	}
}

func conversions() []*folder {
	return []*folder{
		{name: "fp_cvt_int", module: module("2.3", "sm_20"), rows: rows("cvt-0000"),
			notes: "cvt between integers."},
		{name: "fp_cvt_int_sat", module: module("2.3", "sm_20"), rows: rows("cvt-0047"),
			notes: "cvt between integers with .sat, where nothing can be out of bounds: programs for other translators have it, ptxas refuses it."},
		{name: "fp_cvt_to_int", module: module("2.3", "sm_20"), rows: rows("cvt-0001 cvt-0002 cvt-0003"),
			notes: "cvt from f16, f32 and f64 to integers."},
		{name: "fp_cvt_from_int", module: module("2.3", "sm_20"), rows: rows("cvt-0004 cvt-0005 cvt-0006"),
			notes: "cvt from integers to f16, f32 and f64."},
		{name: "fp_cvt_float", module: module("2.3", "sm_20"),
			rows:  rows("cvt-0007 cvt-0008 cvt-0009 cvt-0010 cvt-0011 cvt-0012 cvt-0013 cvt-0014 cvt-0015"),
			notes: "cvt between f16, f32 and f64."},
		{name: "fp_cvt_relu", module: module("8.1", "sm_90"),
			rows:  rows("cvt-0017 cvt-0018 cvt-0019 cvt-0020 cvt-0024 cvt-0025"),
			notes: "cvt with .relu and .satfinite, to pairs, and to tf32."},
		{name: "fp_cvt_bf16", module: module("7.8", "sm_90"), rows: rows("cvt-0021 cvt-0022 cvt-0023"),
			only:  noSat,
			notes: "cvt to and from bf16."},
		{name: "fp_cvt_bf16_sat", module: module("7.8", "sm_90"), rows: rows("cvt-0021"),
			only:  func(m *isa.Match) bool { return m.Has("sat") },
			notes: "cvt.sat from bf16, which ptxas refuses."},
		{name: "fp_cvt_packed", module: module("8.1", "sm_89"), rows: rows("cvt-0027 cvt-0028 cvt-0029 cvt-0045 cvt-0046"),
			notes: "cvt to and from pairs of e4m3 and e5m2, and cvt.pack."},
		{name: "fp_cvt_sm100", module: module("9.1", "sm_100f"), rows: rows("cvt-0026 cvt-0030"),
			notes: "cvt to tf32 with .satfinite, and from bf16x2 to fp8."},
		{name: "fp_cvt_narrow", module: module("9.1", "sm_100f"), rows: rows("cvt-0036 cvt-0040"),
			notes: "cvt from pairs of fp4, fp6 and ue8m0."},
		{name: "fp_cvt_narrowing", module: module("9.1", "sm_100f"), purpose: forNarrowing, rows: rows("cvt-0034 cvt-0035 cvt-0039"),
			notes: "cvt to pairs of fp4, fp6 and ue8m0."},
		{name: "fp_cvt_pzo", module: module("9.4", "sm_107f"), rows: rows("cvt-0032"),
			notes: "cvt to f16, bf16, pairs of them and tf32 with .pzo."},
		{name: "fp_cvt_sm107", module: module("9.4", "sm_107f"), purpose: forNarrowing, rows: rows("cvt-0031"),
			notes: "cvt to pairs of fp8, fp6 and fp4: toward zero, with .pzo, and with a scale."},
		{name: "fp_cvt_bf16x2", module: module("9.2", "sm_100f"), rows: rows("cvt-0033"),
			notes: "cvt from pairs of fp8, fp6 and fp4 to bf16x2, with scales and without."},
		{name: "fp_cvt_s2f6", module: module("9.1", "sm_100a"), rows: rows("cvt-0042"),
			notes: "cvt from s2f6x2 to bf16x2, with scales and without."},
	}
}

// bounded are the folders with a tolerance: what the manual allows, and half a
// unit because the expected value is rounded.
func bounded() []*folder {
	within := func(name, tolerance, version, target, ids, notes string) *folder {
		return &folder{name: name, module: module(version, target), tolerance: tolerance, purpose: forTolerance, rows: rows(ids), notes: notes}
	}
	return []*folder{
		within("fp_div_approx", "rel:3.6e-7", "2.3", "sm_20", "div-0002 div-0003 rsqrt-0001",
			"div.approx and div.full: 2 units in the last place; rsqrt.approx.f64, for which the manual gives no bound."),
		within("fp_root_f64", "rel:2e-6", "4.0", "sm_20", "rcp-0005 rsqrt-0002",
			"rcp and rsqrt.approx.ftz.f64, for which the manual gives no bound: about the 20 bits of the upper word."),
		within("fp_tanh_f32", "rel:4.89e-4", "7.0", "sm_75", "tanh-0000", "tanh.approx.f32: 2^-11."),
		within("fp_tanh_f16", "abs:7.4e-4", "7.0", "sm_75", "tanh-0001", "tanh.approx of f16: 2^-10.987 and rounding."),
		within("fp_tanh_bf16", "abs:5.9e-3", "7.8", "sm_90", "tanh-0002", "tanh.approx of bf16: 2^-8 and rounding."),
		within("fp_ex2_f16", "rel:1.54e-3", "7.0", "sm_75", "ex2-0002", "ex2.approx of f16: 2^-9.9 and rounding."),
		within("fp_ex2_bf16", "rel:1.18e-2", "7.8", "sm_90", "ex2-0003", "ex2.approx.ftz of bf16: 2^-7 and rounding."),
	}
}

// legacy are modules of PTX 1.x.
func legacy() []*folder {
	return []*folder{
		{name: "fp_legacy_f32", module: module("1.4", "sm_10"),
			rows:  rows("add-0007 sub-0005 mul-0002 abs-0001 neg-0002 min-0006 max-0006"),
			notes: "f32 of sm_1x, which always flushes."},
		{name: "fp_legacy_mad", module: module("1.4", "sm_10"), rows: rows("mad-0005"),
			open:  "the product of mad.f32 on sm_1x, which the manual cuts and later GPUs do not",
			notes: "mad of sm_1x, which cuts its product."},
		{name: "fp_legacy_frc", module: module("1.0", "sm_10"), rows: rows("frc-0000"),
			notes: "frc of PTX 1.0: a - floor(a), rounded to nearest, without subnormals."},
		{name: "fp_legacy_f64", module: module("1.3", "sm_13"),
			rows:  rows("add-0009 mul-0004 mad-0007 div-0007 sqrt-0004"),
			notes: "f64 of PTX 1.3, without rounding modifiers."},
		{name: "fp_legacy_rcp", module: module("1.3", "sm_13"), rows: rows("rcp-0004"),
			notes: "rcp.f64 of PTX 1.3, which the manual rounds to nearest, and ptxas takes for rcp.approx.f64 and refuses."},
		{name: "fp_legacy_approx", module: module("1.3", "sm_10"),
			rows:  rows("rcp-0003 sqrt-0003 rsqrt-0003 sin-0001 cos-0001 lg2-0001 ex2-0001"),
			notes: "Instructions of PTX 1.3 that are .approx.ftz today."},
		{name: "fp_legacy_cmp", module: module("1.4", "sm_13"),
			rows: rows("set-0002 setp-0002 slct-0001 cvt-0001 cvt-0007 cvt-0012 cvt-0013 cvt-0014"),
			only: func(m *isa.Match) bool {
				return (m.Form.Opcode != "slct" || m.Types()[0] != isa.F32) && !flushes64(m)
			},
			notes: "Comparisons and conversions of sm_1x, which flush f32, but not where an f64 is converted."},
		{name: "fp_legacy_cvt64", module: module("1.4", "sm_13"), rows: rows("cvt-0001 cvt-0012"), only: flushes64,
			notes: "cvt.ftz of f32 and 64 bits in PTX 1.4, which ptxas refuses."},
		{name: "fp_legacy_specials", module: module("1.3", "sm_13"), purpose: forSpecials, rows: rows("div-0006 rsqrt-0004"), only: noSat,
			notes: "div.f32 and rsqrt.f64 of PTX 1.3, at operands for which the manual names the result."},
		{name: "fp_legacy_div", module: module("1.3", "sm_13"), purpose: forTolerance, tolerance: "rel:3.6e-7", rows: rows("div-0006 rsqrt-0004"),
			only:  noSat,
			notes: "div.f32 and rsqrt.f64 of PTX 1.3."},
		{name: "fp_legacy_div_sat", module: module("1.3", "sm_13"), purpose: forTolerance, tolerance: "rel:3.6e-7", rows: rows("div-0006"),
			only:  func(m *isa.Match) bool { return m.Has("sat") },
			notes: "div.sat.f32 of PTX 1.2, which ptxas refuses."},
	}
}

// flushes64 reports whether a conversion between f32 and 64 bits has .ftz.
func flushes64(m *isa.Match) bool {
	return m.Has("ftz") && slices.ContainsFunc(m.Types(), func(t isa.Type) bool { return t.Bits() == 64 })
}

func noSat(m *isa.Match) bool { return !m.Has("sat") }

// folders are all of them.
func folders() []*folder {
	var out []*folder
	for _, list := range [][]*folder{exact(), comparisons(), conversions(), bounded(), legacy(), integerFolders(), videoFolders()} {
		out = append(out, list...)
	}
	return out
}
