// Package fpops computes PTX floating point with the GPU's bits, in pure Go.
//
// It has one plain function for every resolved instruction of the manual's
// sections 9.7.3 (f32, f64), 9.7.4 (f16, bf16 and their pairs), 9.7.5 (mixed
// precision) and 9.7.9 (cvt, cvt.pack). It is not a math library, and it has no
// comparisons, which Go's operators compute.
//
// The approximate instructions (.approx, .full) have the bits of a GPU's tables,
// as far as these are known; approx.go says how far. The
// accurate functions (accurate.go) stand for them where nobody wants these bits.
//
// # Names
//
// A function is named after the instruction: every dotted token capitalised
// and joined, in the order the manual writes them.
//
//	fma.rn.ftz.sat.f32     FmaRnFtzSatF32(a, b, c float32) float32
//	cvt.rzi.s32.f32        CvtRziS32F32(a float32) int32
//	min.xorsign.abs.f32    MinXorsignAbsF32(a, b float32) float32
//	cvt.rn.f16x2.f32       CvtRnF16x2F32(a, b float32) uint32
//
// An absent optional modifier is absent from the name, with four
// normalisations: add, sub and mul without rounding are .rn (nothing is ever
// contracted), mad is fma (except the mad.f32 of sm_1x, which is MadFtzF32),
// .sat on a conversion from float to integer is dropped because such
// conversions always clamp, and the three-operand forms of min and max, which
// share their head with the two-operand forms, are Min3... and Max3....
//
// The token Approx stands for the newest GPU whose tables are known; ApproxSm50
// and ApproxSm60 for what GPUs up to that generation compute differently; and
// Accurate for a correctly rounded result.
//
//	sin.approx.ftz.f32     SinApproxFtzF32, SinApproxSm60FtzF32, SinAccurateFtzF32
//
// Types: f32 is float32, f64 float64; f16 and bf16 are uint16; tf32, f16x2 and
// bf16x2 are uint32; f32x2 is uint64; pairs of fp8, fp6 and ue8m0 are uint16, of
// fp4 uint8; integers and .b types have their Go namesakes; predicates are bool.
// Arguments come in the order of the PTX operands.
//
// # What the results are
//
// But for the approximations, every result is rounded once, in the mode the
// instruction names, with subnormals kept unless .ftz says otherwise. All
// functions return the same bits on every architecture Go compiles for. The
// policies that the manual leaves open have one home each: NaN bits in nan.go,
// flushing and its tininess rule in ftz.go, saturation in sat.go.
//
// # fma
//
// fma.rn.f32 has two forms with the same bits. Where Go's compiler makes one instruction of a
// product and a sum (GOAMD64=v3, arm64, loong64, ppc64, riscv64, s390x), it is
// float32(a)*float32(b) + float32(c), and takes the same time for all data. Everywhere else it is
// exact in pure Go: the product is exact in float64, and the sum is corrected by its own rounding
// error if it lands on a midpoint of float32. Both are small enough to be inlined.
//
// The fused form is for versions of Go that were looked at (1.26 and 1.27; internal/goversion),
// -tags ptx2go_nofma turns it off, a program in which it is not fused does not start, and tests
// find the instruction in the compiler's output, one for each fma of generated code. What the
// compiler could still spoil are factors that it knows: x*2 becomes x+x, which overflows, and a
// product of two constants is computed and rounded. So generated code hides such factors in
// variables of the file. If a factor is a constant power of two the pure form would meet
// midpoints all the time, and a branch that nothing can predict: FmaScaleF32 adds the product,
// which float32 holds.
//
// # Flushing
//
// .ftz of add, sub, mul, div, rcp and fma, rounded to nearest, is printed as a function that
// flushes its result and leaves its operands alone (MulFtzF32); the compiler puts an FtzF32
// after every operand that may be subnormal, which results of such functions, converted integers
// and most constants are not. Both flush by a conditional move, so that time does not depend on
// the data. A result is flushed if it is tiny after rounding to 24 bits. The value rounded by
// float32 says so except at 2^-126, where the operation is repeated on operands scaled by 2^24;
// the pure form of fma asks the sum in float64.
//
// # Rounding
//
// Directed rounding of f32 goes through float64 rounded to odd; of f64 through the exact error
// term of the rounded result. Go's math functions are not used beyond those that are exact: the
// others differ between architectures.
//
// # NaN
//
// f32 results are 0x7fffffff, f16 and bf16 results 0x7fff; f64 keeps payloads by a fixed rule,
// and an H100 does all of this. Functions that are named after instructions return canonical
// NaNs. Go's operators do not, nor does what generated code calls like an operator (FmaF32 for
// fma.rn.f32), so the compiler inserts a canonicalisation where the bits of such a result can be
// seen: stores, bit casts, shuffles, calls. Further arithmetic and comparisons do not see them.
//
// Of several f64 NaNs the result of an fma.rn.f64 is one by rule, which FmaRnF64 looks for; if
// all operands come from one number, as in a polynomial, there is one NaN at most, and FmaF64 is
// called, which with GOAMD64=v3 is the instruction alone. Plain sums, differences and products
// of f64 are Go's operators: of two different NaNs the second operand's should win, and which one
// does is up to Go's compiler and the processor, on amd64 mostly the first. Only a kernel that
// gets NaNs with payloads, or of either sign, from two sources and stores what it made of both
// can show it. A GPU's assembler takes the same freedom: it swaps the operands of sums and
// products.
//
// # Approximations
//
// Approximate instructions (.approx, sin, ex2 and their kin) have the bits of a GPU. Its unit is
// a table of quadratic interpolations in fixed point, and a public model of it is known to be
// right for sm_50 to sm_75, and for sm_90. Three generations differ, in sqrt and in the reduction
// of sin and cos; -gpu chooses, and the newest known one is the default, whatever the module's
// .target: a target is the least GPU that a module wants, not the one that it meets.
//
// tanh is in no public model: its table was fitted to the results of an H100 for all operands
// (sm_90; 51 parabolas, whose coefficients come out as short integers), and the half forms are
// the f32 result, truncated, as that GPU has them. For these, divisions and f64 nothing public
// fixes the bits; docs/ISA.md calls them open, and says what an H100 has answered.
// -approx=accurate gives correctly rounded results instead, or nearly. package internal/intrin
// holds the rule for the names of the variants; the functions exist or do not, and nothing else
// in the compiler knows.
//
// # Rules for whoever edits this package
//
// Every product is wrapped, float64(x*y): without the conversion the compiler
// may fuse it with a following addition on arm64, ppc64le, s390x, riscv64 and
// on amd64 with GOAMD64=v3. A float is never converted to an integer before
// its range is known. Package math is used only for correctly rounded or
// exact functions (Sqrt, FMA, Floor, Ceil, Trunc, RoundToEven, Abs, Copysign).
//
// The files named z*.go are generated by internal/gen/floats from the families of the
// instruction set and the published tables; everything that computes is written
// by hand.
package fpops
