#include "textflag.h"

// Every function saves MXCSR, sets it to csr, and restores it. There is no
// preemption in assembly, and signal handlers get a register of their own.

// ENTER and LEAVE surround the loops. The frame has 8 bytes: the old value at
// 0(SP), csr at 4(SP), because LDMXCSR wants memory.
#define ENTER \
	STMXCSR 0(SP) \
	MOVL    csr+0(FP), AX \
	MOVL    AX, 4(SP) \
	LDMXCSR 4(SP) \
	XORQ    CX, CX

#define LEAVE \
	LDMXCSR 0(SP) \
	RET

#define BINARY(MOV, OP, SIZE) \
	MOVQ dst+8(FP), DI \
	MOVQ a+16(FP), SI \
	MOVQ b+24(FP), DX \
	MOVQ n+32(FP), BX \
	ENTER \
loop: \
	MOV  (SI)(CX*SIZE), X0 \
	OP   (DX)(CX*SIZE), X0 \
	MOV  X0, (DI)(CX*SIZE) \
	INCQ CX \
	CMPQ CX, BX \
	JLT  loop \
	LEAVE

#define TERNARY(MOV, OP, SIZE) \
	MOVQ dst+8(FP), DI \
	MOVQ a+16(FP), SI \
	MOVQ b+24(FP), DX \
	MOVQ c+32(FP), R8 \
	MOVQ n+40(FP), BX \
	ENTER \
loop: \
	MOV  (SI)(CX*SIZE), X0 \
	MOV  (DX)(CX*SIZE), X1 \
	OP   (R8)(CX*SIZE), X1, X0 \
	MOV  X0, (DI)(CX*SIZE) \
	INCQ CX \
	CMPQ CX, BX \
	JLT  loop \
	LEAVE

#define UNARY(OP, FROM, MOV, TO) \
	MOVQ dst+8(FP), DI \
	MOVQ a+16(FP), SI \
	MOVQ n+24(FP), BX \
	ENTER \
loop: \
	XORPS X0, X0 \
	OP   (SI)(CX*FROM), X0 \
	MOV  X0, (DI)(CX*TO) \
	INCQ CX \
	CMPQ CX, BX \
	JLT  loop \
	LEAVE

TEXT ·add32(SB), NOSPLIT, $8-40
	BINARY(MOVSS, ADDSS, 4)

TEXT ·sub32(SB), NOSPLIT, $8-40
	BINARY(MOVSS, SUBSS, 4)

TEXT ·mul32(SB), NOSPLIT, $8-40
	BINARY(MOVSS, MULSS, 4)

TEXT ·div32(SB), NOSPLIT, $8-40
	BINARY(MOVSS, DIVSS, 4)

TEXT ·fma32(SB), NOSPLIT, $8-48
	TERNARY(MOVSS, VFMADD213SS, 4)

TEXT ·sqrt32(SB), NOSPLIT, $8-32
	UNARY(SQRTSS, 4, MOVSS, 4)

TEXT ·add64(SB), NOSPLIT, $8-40
	BINARY(MOVSD, ADDSD, 8)

TEXT ·sub64(SB), NOSPLIT, $8-40
	BINARY(MOVSD, SUBSD, 8)

TEXT ·mul64(SB), NOSPLIT, $8-40
	BINARY(MOVSD, MULSD, 8)

TEXT ·div64(SB), NOSPLIT, $8-40
	BINARY(MOVSD, DIVSD, 8)

TEXT ·fma64(SB), NOSPLIT, $8-48
	TERNARY(MOVSD, VFMADD213SD, 8)

TEXT ·sqrt64(SB), NOSPLIT, $8-32
	UNARY(SQRTSD, 8, MOVSD, 8)

TEXT ·f64to32(SB), NOSPLIT, $8-32
	UNARY(CVTSD2SS, 8, MOVSS, 4)

TEXT ·s64to32(SB), NOSPLIT, $8-32
	UNARY(CVTSQ2SS, 8, MOVSS, 4)

TEXT ·s64to64(SB), NOSPLIT, $8-32
	UNARY(CVTSQ2SD, 8, MOVSD, 8)

TEXT ·f32to16(SB), NOSPLIT, $8-32
	MOVQ dst+8(FP), DI
	MOVQ a+16(FP), SI
	MOVQ n+24(FP), BX
	ENTER
loop:
	MOVSS     (SI)(CX*4), X0
	VCVTPS2PH $4, X0, X0 // 4: the mode of MXCSR
	MOVD      X0, AX
	MOVW      AX, (DI)(CX*2)
	INCQ      CX
	CMPQ      CX, BX
	JLT       loop
	LEAVE

TEXT ·f64toS(SB), NOSPLIT, $8-32
	MOVQ dst+8(FP), DI
	MOVQ a+16(FP), SI
	MOVQ n+24(FP), BX
	ENTER
loop:
	CVTSD2SQ (SI)(CX*8), AX
	MOVQ     AX, (DI)(CX*8)
	INCQ     CX
	CMPQ     CX, BX
	JLT      loop
	LEAVE

TEXT ·features(SB), NOSPLIT, $0-4
	MOVL $1, AX
	XORL CX, CX
	CPUID
	MOVL CX, ret+0(FP)
	RET
