#include "textflag.h"

// Assembly that runs vectors saves its registers with one of these before it calls Yield, and loads them
// behind it. R27 points to room in the frame of who calls; every other register is as it was, but for the way
// back, which is in R30: who has a number there keeps it itself, at 208(R27).

// func Save4()
TEXT ·Save4(SB), NOSPLIT|NOFRAME, $0-0
	STP (R0, R1), 0(R27)
	STP (R2, R3), 16(R27)
	STP (R4, R5), 32(R27)
	STP (R6, R7), 48(R27)
	STP (R8, R9), 64(R27)
	STP (R10, R11), 80(R27)
	STP (R12, R13), 96(R27)
	STP (R14, R15), 112(R27)
	STP (R16, R17), 128(R27)
	STP (R19, R20), 144(R27)
	STP (R21, R22), 160(R27)
	STP (R23, R24), 176(R27)
	STP (R25, R26), 192(R27)
	FSTPQ (F0, F1), 256(R27)
	FSTPQ (F2, F3), 288(R27)
	FSTPQ (F4, F5), 320(R27)
	FSTPQ (F6, F7), 352(R27)
	FSTPQ (F8, F9), 384(R27)
	FSTPQ (F10, F11), 416(R27)
	FSTPQ (F12, F13), 448(R27)
	FSTPQ (F14, F15), 480(R27)
	FSTPQ (F16, F17), 512(R27)
	FSTPQ (F18, F19), 544(R27)
	FSTPQ (F20, F21), 576(R27)
	FSTPQ (F22, F23), 608(R27)
	FSTPQ (F24, F25), 640(R27)
	FSTPQ (F26, F27), 672(R27)
	FSTPQ (F28, F29), 704(R27)
	FSTPQ (F30, F31), 736(R27)
	RET

// func Load4()
TEXT ·Load4(SB), NOSPLIT|NOFRAME, $0-0
	LDP 0(R27), (R0, R1)
	LDP 16(R27), (R2, R3)
	LDP 32(R27), (R4, R5)
	LDP 48(R27), (R6, R7)
	LDP 64(R27), (R8, R9)
	LDP 80(R27), (R10, R11)
	LDP 96(R27), (R12, R13)
	LDP 112(R27), (R14, R15)
	LDP 128(R27), (R16, R17)
	LDP 144(R27), (R19, R20)
	LDP 160(R27), (R21, R22)
	LDP 176(R27), (R23, R24)
	LDP 192(R27), (R25, R26)
	FLDPQ 256(R27), (F0, F1)
	FLDPQ 288(R27), (F2, F3)
	FLDPQ 320(R27), (F4, F5)
	FLDPQ 352(R27), (F6, F7)
	FLDPQ 384(R27), (F8, F9)
	FLDPQ 416(R27), (F10, F11)
	FLDPQ 448(R27), (F12, F13)
	FLDPQ 480(R27), (F14, F15)
	FLDPQ 512(R27), (F16, F17)
	FLDPQ 544(R27), (F18, F19)
	FLDPQ 576(R27), (F20, F21)
	FLDPQ 608(R27), (F22, F23)
	FLDPQ 640(R27), (F24, F25)
	FLDPQ 672(R27), (F26, F27)
	FLDPQ 704(R27), (F28, F29)
	FLDPQ 736(R27), (F30, F31)
	RET

// func Yield()
TEXT ·Yield(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 16(g), R0
	CMN $4096, R0
	BHI wanted
	MOVD $·idle(SB), R0
again:
	LDAXR (R0), R1
	ADD $1, R1
	STLXR R1, (R0), R2
	CBNZ R2, again
wanted:
	JMP ·yield(SB)

// func Over()
TEXT ·Over(SB), NOSPLIT|NOFRAME, $0-0
	JMP ·over(SB)

// func wanted(rounds int) bool
TEXT ·wanted(SB), NOSPLIT, $0-9
	MOVD rounds+0(FP), R1
more:
	MOVD 16(g), R0
	CMN $4096, R0
	BHI yes
	SUBS $1, R1
	BNE more
	MOVB ZR, ret+8(FP)
	RET
yes:
	MOVD $1, R0
	MOVB R0, ret+8(FP)
	RET
