package isadoc

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// question is something about the bits of results that neither the manual nor
// public measurements settle, so that only a GPU can answer it.
type question struct {
	what  string // the question
	here  string // what ptx2go does, and why
	home  string // file or flag that decides it
	about []pattern
	// answer is what an H100 has said, "" where nobody has asked or it cannot say.
	answer string
}

// pattern selects heads with their defaults written out: rcp.f32 of PTX 1.3 is
// rcp.approx.ftz.f32.
type pattern struct {
	opcodes []string
	mods    *regexp.Regexp // of the modifiers, joined by dots
}

func heads(opcodes, mods string) pattern {
	return pattern{strings.Fields(opcodes), regexp.MustCompile(mods)}
}

// affects reports whether the question is about a match.
func (q *question) affects(m *isa.Match) bool {
	norm := m.Normal()
	return slices.ContainsFunc(q.about, func(p pattern) bool {
		return slices.Contains(p.opcodes, norm[0]) && p.mods.MatchString(strings.Join(norm[1:], "."))
	})
}

// questions are the open questions. Their numbers in the document are their
// places here plus one.
var questions = []*question{
	{"Which NaN does an f64 instruction return when several operands are NaNs, and is a NaN quieted?",
		"The second operand's, else the third's, else the first's, quieted, but of `div` the first one's; 0xfff8000000000000 where no operand is one. " +
			"Generated code uses Go's operators for plain `.rn`: there the choice between two NaNs is the CPU's.",
		"`runtime/fpops/nan.go`", []pattern{heads("add sub mul div fma min max", `(^|\.)f64$`), heads("rcp sqrt", `^r[nzmp]\.f64$`)},
		"So it is, of the operands as the assembler orders them: it may exchange factors, makes a constant factor of `fma` the second one, and negates a constant NaN that is subtracted."},
	{"What do `neg` and `abs` make of a NaN?",
		"The canonical NaN for f32, f16 and bf16, since GPUs execute them as additions; f64 NaNs keep their sign and payload and are quieted.",
		"`runtime/fpops/sign.go`", []pattern{heads("neg abs", `(^|\.)b?f(16|32|64)(x2)?$`)}, "So it is."},
	{"Which NaN do f16 and bf16 instructions return?",
		"0x7fff, also of `cvt.f16.f16` and `cvt.bf16.bf16`; for conversions from f64 see Q8.",
		"`runtime/fpops/nan.go`", []pattern{heads("add sub mul fma min max ex2 tanh", `f16(x2)?$`), heads("cvt", `(^|\.)b?f16(x2)?\.(f32|f64|f16|bf16)$`)}, "So it is."},
	{"When is a result tiny, so that `.ftz` flushes it: before or after rounding?",
		"After rounding to the significand's width with an unbounded exponent. One published pair of operands of `mul.f32` tells the rules apart; that `fma`, `cvt` and f16 follow the same is assumed.",
		"`runtime/fpops/ftz.go`", []pattern{heads("add sub mul fma div rcp", `^r[nzmp]\.(.*\.)?ftz\.`), heads("cvt", `^r[nzmp]\.ftz\.(sat\.)?f32\.f64$`), heads("mad", `^(ftz\.)?(sat\.)?f32$`)}, "So it is, for all of them."},
	{"Does `.sat` turn -0 into +0 in additions, and for f16?",
		"Yes, as measured for `mul.f32` and `cvt`.",
		"`runtime/fpops/sat.go`", []pattern{heads("add sub fma mad", `(^|\.)sat\.f(16|32)`), heads("mul", `(^|\.)sat\.f16`)}, "Yes."},
	{"Does `.relu` turn -0 into +0?",
		"Yes; the manual speaks of negative results only.",
		"`runtime/fpops/sat.go`", []pattern{heads("fma cvt", `relu`)}, "Yes."},
	{"What does a NaN become in a conversion to an integer of 8 or 16 bits?",
		"0 from f32, f16 and bf16; from f64 the integer with only its top bit set. The manual's rule, which a public suite calls inconsistent between GPUs.",
		"`runtime/fpops/cvtint.go`", []pattern{heads("cvt", `^r[nzmp]i\.(.*\.)?[us](8|16)\.`)}, "So it is."},
	{"What does a NaN become in a conversion between f64 and another float type?",
		"Sign and payload are kept as far as they fit, and the NaN is quieted; `cvt.ftz.f64.f32` gives the canonical one, extended.",
		"`runtime/fpops/nan.go`", []pattern{heads("cvt", `(^|\.)(f64\.b?f(16|32)|f32\.f64)$`)}, "So it is. A conversion to the same type may be left out, with what it does to a NaN."},
	{"Which NaN do conversions to tf32, fp8 and f32 (from f16) return?",
		"0x7fffe000, 0x7f, and 0x7fffffff. `cvt.rna` cuts off the last 13 bits of a NaN, of which an infinity may be left, and with `.satfinite` takes another 0x2000 off.",
		"`runtime/fpops/nan.go`", []pattern{heads("cvt", `(tf32\.f32|e4m3x2\.\w+|e5m2x2\.\w+)$`), heads("cvt", `(^|\.)f32\.f16$`)}, "So it is."},
	{"Which bit pattern is the out-of-bounds NaN of `fma.oob`, and does it count as the addend?",
		"0x7ff7 or 0xfff7, as a factor. As the addend it is a NaN like any other. The manual does not say.",
		"`runtime/fpops/oob.go`", []pattern{heads("fma", `oob`)}, "So it is."},
	{"Do the approximate units of sm_80 and later, and those before sm_50, have the tables of sm_75?",
		"`-gpu` chooses among the generations that are known, sm_50 to sm_75. Later GPUs are taken to be as sm_75.",
		"`-gpu`", []pattern{heads("rcp sqrt rsqrt sin cos lg2 ex2", `^approx\.(ftz\.)?f32$`)}, "An H100 has those of sm_75, for all operands of all instructions."},
	{"What does `tanh.approx` compute?",
		"No table of it is public. 51 parabolas in fixed point, fitted to the results of an H100; for f16 and bf16 the result of f32, cut off.",
		"`runtime/fpops/approx.go`", []pattern{heads("tanh", ``)}, "So it is, for all operands."},
	{"What does `ex2.approx` compute for f16 and bf16?",
		"Taken to be the f32 result, cut off: the manual's error bounds are twice those of rounding to nearest.",
		"`runtime/fpops/approxhalf.go`", []pattern{heads("ex2", `f16`)}, "So it is, for all operands."},
	{"Of which instructions are `div.approx` and `div.full` composed?",
		"A reciprocal and products, with operands scaled before; the sequence follows published disassemblies and the manual's special case.",
		"`runtime/fpops/approxdiv.go`", []pattern{heads("div", `^(approx|full)`)}, "So it is, for 4 million pairs of each."},
	{"What do `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64` and `rsqrt.approx.f64` compute?",
		"The first two are the f32 unit on the high word, as public code says. The third is one step of third order from the second: two products and three `fma`.",
		"`runtime/fpops/approx64.go`", []pattern{heads("rcp rsqrt", `^approx\.(ftz\.)?f64$`)}, "So it is; assemblers make the same instructions for sm_80, sm_90, sm_100 and sm_120."},
	{"How exactly does `mad.f32` of sm_1x cut its product?",
		"As the manual words it: the exact product, cut to 24 bits with its exponent kept, then one rounded addition. Assemblers make `fma` of it for later GPUs.",
		"`runtime/fpops/mad.go`", []pattern{heads("mad", `^(ftz\.)?(sat\.)?f32$`)}, ""},
	{"What is an integer divided by zero?",
		"All ones, quotient and remainder, as seen on GPUs. For the 64-bit remainder 0x00000000ffffffff has been seen, too.",
		"`runtime/intops/div.go`", []pattern{heads("div rem", `^[us](16|32|64)$`)}, "All ones, for all widths."},
	{"Does `addc` after `sub.cc` see the borrow, or its complement?",
		"The complement, as tests that pass on GPUs expect; the manual calls the flag a borrow.",
		"`lower/builder/carry.go`", []pattern{heads("addc subc madc", ``), heads("sub", `^cc\.`)}, "The complement."},
	{"What does a lane get from a lane that does not take part in a `shfl`?",
		"Zero, and the predicate is true; the manual calls it undefined.",
		"`runtime/warpops/shfl.go`", []pattern{heads("shfl", ``)}, "So it is, whether the lane is elsewhere, has ended, or is beyond the block."},
	{"Which lanes does `activemask` name when a warp has diverged?",
		"Those that stand at the same point: lanes run together again at the first block that all reach.",
		"the scheduling contract", []pattern{heads("activemask", ``)}, ""},
	{"What become negative numbers, and numbers below 2^-127, in ue8m0, and which way does `.rp` round a negative one?",
		"The sign is ignored, also by the rounding, and what is not above 2^-127 becomes 0x00. So does the vendor's C++ header where it has no instruction.",
		"`runtime/fpops/ue8m0.go`", []pattern{heads("cvt", `ue8m0x2\.(f32|bf16x2)$`)}, ""},
	{"What do the scalar video instructions compute on GPUs that do not have them?",
		"What the manual says.",
		"`lower/builder/video.go`", []pattern{heads("vadd vsub vabsdiff vmin vmax vshl vshr vset vmad", ``)},
		"Something else: `.h1` of a destination is bits 16 to 31 of the result; `.sat` to a part of the destination takes what is negative for large; " +
			"a second operation `.min` or `.max` compares 32 bits, with the sign of the first type; `vmad` with a shift or `.sat` takes words and the addend as signed. " +
			"Those of two and four elements are as the manual says."},
}

// writeQuestions writes the section of open questions. A form names them by
// their numbers.
func writeQuestions(w io.Writer) {
	io.WriteString(w, `
## Open questions

What neither the manual nor public measurements settle, so that only a GPU can answer,
what ptx2go does, and what an H100 has answered, where one was asked.

| | question | ptx2go | decided in | an H100 |
|---|---|---|---|---|
`)
	for i, q := range questions {
		fmt.Fprintf(w, "| Q%d | %s | %s | %s | %s |\n", i+1, cell(q.what), cell(q.here), cell(q.home), cell(q.answer))
	}
}
