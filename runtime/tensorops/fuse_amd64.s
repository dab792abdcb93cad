//go:build amd64 && !race && !msan && !asan && !ptx2go_noasm

#include "textflag.h"

// The fields of a fusion, of which BX is the address.
#define FLOOR 0(BX)
#define BITS 4(BX)
#define KEPT 8(BX)
#define NORMAL 16(BX)

// Broadcast puts a number into all lanes of 32 bits.
#define BROADCAST(n, x, y) \
	MOVL $n, DX; VMOVD DX, x; VPBROADCASTD x, y

// func fuse(d, c *[8]uint32, a *float64, codesA *uint16, b *float64, codesB *uint16, n int, m *fusion) (rest int)
TEXT ·fuse(SB), NOSPLIT, $0-72
	MOVQ d+0(FP), DI
	MOVQ c+8(FP), SI
	MOVQ a+16(FP), R8
	MOVQ codesA+24(FP), R9
	MOVQ b+32(FP), R10
	MOVQ codesB+40(FP), R11
	MOVQ n+48(FP), CX
	MOVQ m+56(FP), BX

	// The largest sums of two codes.
	VPXOR X0, X0, X0
	MOVQ  CX, DX

highest:
	VPBROADCASTW (R9), X1
	VPADDW       (R11), X1, X1
	VPMAXUW      X1, X0, X0
	ADDQ         $2, R9
	ADDQ         $16, R11
	DECQ         DX
	JNZ          highest

	// Y0: the exponents that they are, very low where all products are zero.
	VPMOVZXWD X0, Y0
	BROADCAST(20000, X1, Y1)
	VPCMPGTD Y1, Y0, Y1
	BROADCAST(24576, X2, Y2)
	VPSUBD Y2, Y0, Y0
	BROADCAST(-0x100000, X3, Y3)
	VPBLENDVB Y1, Y0, Y3, Y0

	// Y4 is C, Y5 its exponents.
	VMOVDQU (SI), Y4
	VPSRLD  $23, Y4, Y5
	BROADCAST(255, X6, Y6)
	VPAND     Y6, Y5, Y5
	VPCMPEQD  Y6, Y5, Y6
	VMOVMSKPS Y6, AX // infinities and NaN
	BROADCAST(1, X7, Y7)
	VPMAXSD Y7, Y5, Y5
	BROADCAST(127, X8, Y8)
	VPSUBD    Y8, Y5, Y5
	VPADDD    Y4, Y4, Y8
	VPXOR     Y9, Y9, Y9
	VPCMPEQD  Y9, Y8, Y8
	VPBLENDVB Y8, Y3, Y5, Y5
	VPMAXSD   Y5, Y0, Y0

	// Y0: the exponents of the last bits that are kept of terms.
	VPBROADCASTD FLOOR, Y5
	VPMAXSD      Y5, Y0, Y0
	BROADCAST(-0x10000, X5, Y5)
	VPCMPEQD     Y5, Y0, Y5
	VPANDN       Y0, Y5, Y0
	VPBROADCASTD BITS, Y5
	VPSUBD       Y5, Y0, Y0

	// Y10 and Y11 are the powers of two that make these bits ones, Y12 and Y13 their reciprocals.
	BROADCAST(1023, X5, Y5)
	VPSUBD       Y0, Y5, Y6
	VPADDD       Y0, Y5, Y7
	VPMOVSXDQ    X6, Y10
	VEXTRACTI128 $1, Y6, X6
	VPMOVSXDQ    X6, Y11
	VPMOVSXDQ    X7, Y12
	VEXTRACTI128 $1, Y7, X7
	VPMOVSXDQ    X7, Y13
	VPSLLQ       $52, Y10, Y10
	VPSLLQ       $52, Y11, Y11
	VPSLLQ       $52, Y12, Y12
	VPSLLQ       $52, Y13, Y13

	// Y14 and Y15 are the sums, first of C alone. A sum of zeros is +0.
	VCVTPS2PD    X4, Y14
	VEXTRACTF128 $1, Y4, X4
	VCVTPS2PD    X4, Y15
	VMULPD       Y10, Y14, Y14
	VMULPD       Y11, Y15, Y15
	VROUNDPD     $3, Y14, Y14
	VROUNDPD     $3, Y15, Y15
	VADDPD       Y9, Y14, Y14
	VADDPD       Y9, Y15, Y15

sums:
	VBROADCASTSD (R8), Y0
	VMULPD       (R10), Y0, Y1
	VMULPD       32(R10), Y0, Y2
	VMULPD       Y10, Y1, Y1
	VMULPD       Y11, Y2, Y2
	VROUNDPD     $3, Y1, Y1
	VROUNDPD     $3, Y2, Y2
	VADDPD       Y1, Y14, Y14
	VADDPD       Y2, Y15, Y15
	ADDQ         $8, R8
	ADDQ         $64, R10
	DECQ         CX
	JNZ          sums

	// The bits that results keep, and what these are.
	VBROADCASTSD KEPT, Y0
	VANDPD       Y0, Y14, Y14
	VANDPD       Y0, Y15, Y15
	VMULPD       Y12, Y14, Y14
	VMULPD       Y13, Y15, Y15

	// AX: the columns that are left, of which C is not finite or the result is subnormal.
	VBROADCASTSD NORMAL, Y1
	VPCMPEQD     Y2, Y2, Y2
	VPSRLQ       $1, Y2, Y2
	VANDPD       Y2, Y14, Y3
	VANDPD       Y2, Y15, Y4
	VCMPPD       $1, Y1, Y3, Y5
	VCMPPD       $1, Y1, Y4, Y6
	VCMPPD       $4, Y9, Y14, Y3
	VCMPPD       $4, Y9, Y15, Y4
	VANDPD       Y5, Y3, Y3
	VANDPD       Y6, Y4, Y4
	VMOVMSKPD    Y3, DX
	ORQ          DX, AX
	VMOVMSKPD    Y4, DX
	SHLQ         $4, DX
	ORQ          DX, AX

	VCVTPD2PSY  Y14, X0
	VCVTPD2PSY  Y15, X1
	VINSERTF128 $1, X1, Y0, Y0
	VMOVUPS     Y0, (DI)
	VZEROUPPER
	MOVQ        AX, rest+64(FP)
	RET
