//go:build amd64 && !race && !msan && !asan && !ptx2go_noasm

#include "textflag.h"

// Where the parts of a factor are, in bytes: see factor in tiles.go.
#define POWERS 2048
#define SET 1024

// func rowsOf(to *byte, from *[32]uint32, stride int)
TEXT ·rowsOf(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ stride+16(FP), DX
	MOVQ $8, CX

rows:
	VMOVDQU (SI), X0
	VMOVDQU X0, (DI)
	ADDQ    $16, SI
	ADDQ    DX, DI
	DECQ    CX
	JNZ     rows
	RET

// func linesOf16(to *byte, from *[32]uint32)
TEXT ·linesOf16(SB), NOSPLIT, $0-16
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI

	VMOVDQU 0(SI), X0
	VMOVDQU 16(SI), X1
	VMOVDQU 32(SI), X2
	VMOVDQU 48(SI), X3
	VMOVDQU 64(SI), X4
	VMOVDQU 80(SI), X5
	VMOVDQU 96(SI), X6
	VMOVDQU 112(SI), X7

	// Pairs of columns, then four, then eight.
	VPUNPCKLWD X1, X0, X8
	VPUNPCKHWD X1, X0, X9
	VPUNPCKLWD X3, X2, X10
	VPUNPCKHWD X3, X2, X11
	VPUNPCKLWD X5, X4, X12
	VPUNPCKHWD X5, X4, X13
	VPUNPCKLWD X7, X6, X14
	VPUNPCKHWD X7, X6, X15

	VPUNPCKLDQ X10, X8, X0
	VPUNPCKHDQ X10, X8, X1
	VPUNPCKLDQ X11, X9, X2
	VPUNPCKHDQ X11, X9, X3
	VPUNPCKLDQ X14, X12, X4
	VPUNPCKHDQ X14, X12, X5
	VPUNPCKLDQ X15, X13, X6
	VPUNPCKHDQ X15, X13, X7

	VPUNPCKLQDQ X4, X0, X8
	VPUNPCKHQDQ X4, X0, X9
	VPUNPCKLQDQ X5, X1, X10
	VPUNPCKHQDQ X5, X1, X11
	VPUNPCKLQDQ X6, X2, X12
	VPUNPCKHQDQ X6, X2, X13
	VPUNPCKLQDQ X7, X3, X14
	VPUNPCKHQDQ X7, X3, X15

	VMOVDQU X8, 0(DI)
	VMOVDQU X9, 16(DI)
	VMOVDQU X10, 32(DI)
	VMOVDQU X11, 48(DI)
	VMOVDQU X12, 64(DI)
	VMOVDQU X13, 80(DI)
	VMOVDQU X14, 96(DI)
	VMOVDQU X15, 112(DI)
	RET

// func linesOf32(to *byte, from *[32]uint32)
TEXT ·linesOf32(SB), NOSPLIT, $0-16
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI

	VMOVDQU     0(SI), X0
	VMOVDQU     16(SI), X1
	VMOVDQU     32(SI), X2
	VMOVDQU     48(SI), X3
	VINSERTI128 $1, 64(SI), Y0, Y0
	VINSERTI128 $1, 80(SI), Y1, Y1
	VINSERTI128 $1, 96(SI), Y2, Y2
	VINSERTI128 $1, 112(SI), Y3, Y3

	VPUNPCKLDQ  Y1, Y0, Y4
	VPUNPCKHDQ  Y1, Y0, Y5
	VPUNPCKLDQ  Y3, Y2, Y6
	VPUNPCKHDQ  Y3, Y2, Y7
	VPUNPCKLQDQ Y6, Y4, Y0
	VPUNPCKHQDQ Y6, Y4, Y1
	VPUNPCKLQDQ Y7, Y5, Y2
	VPUNPCKHQDQ Y7, Y5, Y3

	VMOVDQU Y0, 0(DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// The fields of a widening, of which BX is the address.
#define MASK 0(BX)
#define LEAST 4(BX)
#define LOW 8(BX)
#define HIGH 12(BX)

// Begin loads constants: of Y13 all bits but the sign, of Y12 the exponent. Y10 is the largest magnitude so
// far, Y9 the least, less 1, so that a zero is the largest.
#define WIDENBEGIN \
	VPBROADCASTD LEAST, Y15;      \
	VPCMPEQD     Y14, Y14, Y14; \
	VPSRLD       $1, Y14, Y13; \
	VPSLLD       $24, Y13, Y12;   \
	VPSRLD       $1, Y12, Y12; \
	VPXOR        Y11, Y11, Y11;   \
	VPXOR        Y10, Y10, Y10; \
	VMOVDQA      Y14, Y9

// Widened takes eight numbers, Y0.
#define WIDENED \
	VMOVDQU  Y0, (DI);        \
	VPAND    Y13, Y0, Y1;     \
	VPMAXUD  Y1, Y10, Y10;    \
	VPADDD   Y14, Y1, Y2;     \
	VPMINUD  Y2, Y9, Y9;      \
	VPAND    Y12, Y0, Y3;     \
	VPMAXUD  Y15, Y3, Y3;     \
	VPCMPEQD Y11, Y1, Y1;     \
	VPANDN   Y3, Y1, Y3;      \
	VMOVDQU  Y3, POWERS(DI);  \
	ADDQ     $32, DI

// End makes AX zero if no number is above HIGH, or below LOW and not zero.
#define WIDENEND \
	VPBROADCASTD HIGH, Y0;      \
	VPMAXUD      Y0, Y10, Y10;  \
	VPCMPEQD     Y0, Y10, Y10;  \
	VPBROADCASTD LOW, Y0;       \
	VPADDD       Y14, Y0, Y0;   \
	VPMINUD      Y0, Y9, Y9;    \
	VPCMPEQD     Y0, Y9, Y9;    \
	VPAND        Y9, Y10, Y10;  \
	VMOVMSKPS    Y10, AX;       \
	XORQ         $255, AX

// func widenHalves(to *factor, raw *byte, n int, w *widening) (beyond int)
TEXT ·widenHalves(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ raw+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ w+24(FP), BX
	WIDENBEGIN

halves:
	VCVTPH2PS (SI), Y0
	WIDENED
	ADDQ $16, SI
	SUBQ $8, CX
	JNZ  halves
	WIDENEND
	VZEROUPPER
	MOVQ AX, beyond+32(FP)
	RET

// func widenUppers(to *factor, raw *byte, n int, w *widening) (beyond int)
TEXT ·widenUppers(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ raw+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ w+24(FP), BX
	WIDENBEGIN

uppers:
	VPMOVZXWD (SI), Y0
	VPSLLD    $16, Y0, Y0
	WIDENED
	ADDQ $16, SI
	SUBQ $8, CX
	JNZ  uppers
	WIDENEND
	VZEROUPPER
	MOVQ AX, beyond+32(FP)
	RET

// func widenWords(to *factor, raw *byte, n int, w *widening) (beyond int)
TEXT ·widenWords(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ raw+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ w+24(FP), BX
	WIDENBEGIN
	VPBROADCASTD MASK, Y8

words:
	VPAND (SI), Y8, Y0
	WIDENED
	ADDQ $32, SI
	SUBQ $8, CX
	JNZ  words
	WIDENEND
	VZEROUPPER
	MOVQ AX, beyond+32(FP)
	RET

// func widenSigned(to *byte, raw *byte, n, left, right int)
TEXT ·widenSigned(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ raw+8(FP), SI
	MOVQ n+16(FP), CX
	VMOVQ left+24(FP), X1
	VMOVQ right+32(FP), X2

signed:
	VMOVDQU (SI), Y0
	VPSLLW  X1, Y0, Y0
	VPSRAW  X2, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $32, CX
	JNZ     signed
	VZEROUPPER
	RET

// func widenUnsigned(to *byte, raw *byte, n, left, right int)
TEXT ·widenUnsigned(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ raw+8(FP), SI
	MOVQ n+16(FP), CX
	VMOVQ left+24(FP), X1
	VMOVQ right+32(FP), X2

unsigned:
	VMOVDQU (SI), Y0
	VPSLLW  X1, Y0, Y0
	VPSRLW  X2, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $32, CX
	JNZ     unsigned
	VZEROUPPER
	RET

// The fields of a tile, of which BX is the address.
#define D 0(BX)
#define C0 8(BX)
#define C1 16(BX)
#define A 24(BX)
#define B 32(BX)
#define STRIDE 40(BX)
#define N 48(BX)
#define SETS 56(BX)
#define KEPT 64(BX)
#define SCALE 72(BX)
#define RECIPROCAL 76(BX)
#define SATURATES 80(BX)

// Row of C makes eight elements of a row of registers that have two each, and row of D the reverse. It goes on to the
// next row.
#define ROWOFC(x, lo, hi, row, y) \
	VMOVDQU     (R8), lo;       \
	VMOVDQU     (R9), hi;       \
	VPUNPCKHDQ  hi, lo, x;      \
	VPUNPCKLDQ  hi, lo, lo;     \
	VINSERTI128 $1, x, y, row

#define ROWOFD(row, lo, hi, x) \
	VEXTRACTF128 $1, row, hi;       \
	VSHUFPS      $0x88, hi, lo, x;  \
	VMOVUPS      x, (DI);           \
	VSHUFPS      $0xdd, hi, lo, x;  \
	VMOVUPS      x, 128(DI);        \
	ADDQ         $16, DI;           \
	ADDQ         $16, R8;           \
	ADDQ         $16, R9;           \
	ADDQ         STRIDE, R10

#define TILEBEGIN \
	MOVQ D, DI;       \
	MOVQ C0, R8;      \
	MOVQ C1, R9;      \
	MOVQ A, R10;      \
	MOVQ B, R12;      \
	MOVQ N, DX;       \
	MOVQ $8, CX

// func sumFloats(t *tile) (rest int)
TEXT ·sumFloats(SB), NOSPLIT, $0-16
	MOVQ t+0(FP), BX
	TILEBEGIN
	VBROADCASTSD KEPT, Y12
	VPXOR        Y14, Y14, Y14
	VPCMPEQD     Y15, Y15, Y15
	VPSRLD       $24, Y15, Y15
	VPSLLD       $23, Y15, Y15  // the exponent of f32

row:
	// Y2 is C, Y3 its powers of two. Y14 is where it is not finite.
	ROWOFC(X2, X0, X1, Y2, Y0)
	VPAND    Y15, Y2, Y3
	VPCMPEQD Y15, Y3, Y4
	VPOR     Y4, Y14, Y14

	// Y0: the largest powers of two of products.
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	MOVQ  R10, AX
	MOVQ  R12, R13
	MOVQ  DX, R15

highest:
	VBROADCASTSS POWERS+0(AX), Y5
	VMULPS       POWERS+0(R13), Y5, Y5
	VBROADCASTSS POWERS+4(AX), Y6
	VMULPS       POWERS+32(R13), Y6, Y6
	VBROADCASTSS POWERS+8(AX), Y7
	VMULPS       POWERS+64(R13), Y7, Y7
	VBROADCASTSS POWERS+12(AX), Y8
	VMULPS       POWERS+96(R13), Y8, Y8
	VMAXPS       Y5, Y0, Y0
	VMAXPS       Y6, Y1, Y1
	VMAXPS       Y7, Y0, Y0
	VMAXPS       Y8, Y1, Y1
	ADDQ         $16, AX
	ADDQ         $128, R13
	SUBQ         $4, R15
	JNZ          highest
	VMAXPS       Y1, Y0, Y0

	// Y13 is where all products are zero.
	VPXOR    Y5, Y5, Y5
	VPCMPEQD Y5, Y0, Y13

	// Y1 makes the last bits that are kept of terms ones. Of its reciprocal, as a float64, Y0 is the exponent.
	VPMAXUD      Y3, Y0, Y0
	VPBROADCASTD SCALE, Y1
	VPSUBD       Y0, Y1, Y1
	VPSRLD       $23, Y0, Y0
	VPBROADCASTD RECIPROCAL, Y5
	VPADDD       Y5, Y0, Y0

	// Y6 and Y7 are the sums, first of C alone.
	VMULPS     Y1, Y2, Y6
	VCVTTPS2DQ Y6, Y6
	VPXOR      Y7, Y7, Y7
	MOVQ       R10, AX
	MOVQ       R12, R13
	MOVQ       DX, R15

sums:
	VBROADCASTSS 0(AX), Y8
	VMULPS       0(R13), Y8, Y8
	VBROADCASTSS 4(AX), Y9
	VMULPS       32(R13), Y9, Y9
	VBROADCASTSS 8(AX), Y10
	VMULPS       64(R13), Y10, Y10
	VBROADCASTSS 12(AX), Y11
	VMULPS       96(R13), Y11, Y11
	VMULPS       Y1, Y8, Y8
	VMULPS       Y1, Y9, Y9
	VMULPS       Y1, Y10, Y10
	VMULPS       Y1, Y11, Y11
	VCVTTPS2DQ   Y8, Y8
	VCVTTPS2DQ   Y9, Y9
	VCVTTPS2DQ   Y10, Y10
	VCVTTPS2DQ   Y11, Y11
	VPADDD       Y8, Y6, Y6
	VPADDD       Y9, Y7, Y7
	VPADDD       Y10, Y6, Y6
	VPADDD       Y11, Y7, Y7
	ADDQ         $16, AX
	ADDQ         $128, R13
	SUBQ         $4, R15
	JNZ          sums

	// Y8: the bits that results keep, and what these are.
	VCVTDQ2PD    X6, Y8
	VEXTRACTI128 $1, Y6, X6
	VCVTDQ2PD    X6, Y9
	VCVTDQ2PD    X7, Y10
	VEXTRACTI128 $1, Y7, X7
	VCVTDQ2PD    X7, Y11
	VADDPD       Y10, Y8, Y8
	VADDPD       Y11, Y9, Y9
	VANDPD       Y12, Y8, Y8
	VANDPD       Y12, Y9, Y9
	VPMOVZXDQ    X0, Y10
	VEXTRACTI128 $1, Y0, X0
	VPMOVZXDQ    X0, Y11
	VPSLLQ       $52, Y10, Y10
	VPSLLQ       $52, Y11, Y11
	VMULPD       Y10, Y8, Y8
	VMULPD       Y11, Y9, Y9
	VCVTPD2PSY   Y8, X8
	VCVTPD2PSY   Y9, X9
	VINSERTF128  $1, X9, Y8, Y8

	// Where all products are zero it is C. A zero is +0.
	VPADDD    Y2, Y2, Y3
	VPXOR     Y5, Y5, Y5
	VPCMPEQD  Y5, Y3, Y3
	VPANDN    Y2, Y3, Y2
	VPBLENDVB Y13, Y2, Y8, Y8
	ROWOFD(Y8, X8, X9, X0)
	DECQ      CX
	JNZ       row

	VMOVMSKPS Y14, AX
	VZEROUPPER
	MOVQ      AX, rest+8(FP)
	RET

// func sumIntegers(t *tile)
TEXT ·sumIntegers(SB), NOSPLIT, $0-8
	MOVQ t+0(FP), BX
	TILEBEGIN
	VPBROADCASTD SATURATES, Y15
	VPCMPEQD     Y14, Y14, Y14
	VPSRLD       $1, Y14, Y14   // the greatest integer

row:
	ROWOFC(X2, X0, X1, Y2, Y0)
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	MOVQ  R10, R11
	MOVQ  R12, R14
	MOVQ  SETS, SI

set:
	MOVQ R11, AX
	MOVQ R14, R13
	MOVQ DX, R15

pairs:
	VPBROADCASTD 0(AX), Y4
	VPMADDWD     0(R13), Y4, Y4
	VPBROADCASTD 4(AX), Y5
	VPMADDWD     32(R13), Y5, Y5
	VPBROADCASTD 8(AX), Y6
	VPMADDWD     64(R13), Y6, Y6
	VPBROADCASTD 12(AX), Y7
	VPMADDWD     96(R13), Y7, Y7
	VPADDD       Y4, Y0, Y0
	VPADDD       Y5, Y1, Y1
	VPADDD       Y6, Y0, Y0
	VPADDD       Y7, Y1, Y1
	ADDQ         $16, AX
	ADDQ         $128, R13
	SUBQ         $4, R15
	JNZ          pairs
	ADDQ         $SET, R11
	ADDQ         $SET, R14
	DECQ         SI
	JNZ          set

	// Y3 is the sum. It is too large where it has the sign of neither addend; C says on which side.
	VPADDD    Y1, Y0, Y0
	VPADDD    Y0, Y2, Y3
	VPXOR     Y3, Y2, Y4
	VPXOR     Y3, Y0, Y5
	VPAND     Y4, Y5, Y4
	VPAND     Y15, Y4, Y4
	VPSRAD    $31, Y2, Y5
	VPXOR     Y14, Y5, Y5
	VBLENDVPS Y4, Y5, Y3, Y8
	ROWOFD(Y8, X8, X9, X0)
	DECQ      CX
	JNZ       row
	VZEROUPPER
	RET
