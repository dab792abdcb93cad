package harvest

import (
	"fmt"
	"strconv"
	"strings"
)

// What is known of the processor: registers, instructions, how functions begin and end, and where
// the runtime's goroutine is. A second architecture would have another file of this kind.

const (
	wordSize = 8

	frameReg = "R14" // the frame, or g: what calls assembly loads it again
	zeroReg  = "X15" // zero in code of the Go compiler

	// lineSize is that of the cache. A frame is aligned to it, so that no vector crosses lines.
	lineSize = 64
)

var (
	integerArgs = strings.Fields("AX BX CX DI SI R8 R9 R10 R11")
	floatArgs   = numbered("X", 15)

	// spare are registers that may hold g where a function leaves one free.
	spare = strings.Fields("R13 R12 R11 R10 R9 R8 SI DI BX DX CX")
)

func numbered(prefix string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(prefix, i))
	}
	return list
}

// whole has the register that a name means a part of.
var whole = func() map[string]string {
	m := map[string]string{}
	for _, r := range strings.Fields("AX BX CX DX SI DI BP SP R8 R9 R10 R11 R12 R13 R14 R15") {
		m[r] = r
	}
	for _, r := range strings.Fields("A B C D") {
		m[r+"L"], m[r+"H"] = r+"X", r+"X"
	}
	for _, r := range strings.Fields("SI DI R8 R9 R10 R11 R12 R13 R14 R15") {
		m[r+"B"] = r
	}
	for i, x := range numbered("X", 32) {
		m[x], m[fmt.Sprint("Y", i)], m[fmt.Sprint("Z", i)] = x, x, x
	}
	for _, k := range numbered("K", 8) {
		m[k] = k
	}
	return m
}()

// pseudo are the other names that the assembler takes for registers.
var pseudo = map[string]bool{"g": true, "PC": true, "SB": true, "FP": true, "TLS": true, "CS": true, "DS": true, "ES": true, "FS": true, "GS": true, "SS": true}

func isInteger(reg string) bool { return !strings.ContainsRune("XYZK", rune(reg[0])) }

// effect is what an instruction does besides what its operands say.
type effect uint16

const (
	setsFlags    effect = 1 << iota
	readsFlags          // jumps apart
	noResult            // its last operand is read only
	setsAX              // and DX: products and quotients of two words
	setsDX              // the sign of AX
	exchanges           // both operands are written
	conditional         // a jump that is taken or not
	nothing             // no instruction of the processor
	inAFrame            // moves SP: a prologue or an epilogue
	control             // CALL, RET, JMP, UNDEF
	widensVector        // legacy SSE, which has the same meaning as an instruction of AVX with its name after a V
)

// effects has the instructions that are known. Where an entry ends in *, B, W, L and Q stand there.
var effects = func() map[string]effect {
	m := map[string]effect{}
	add := func(e effect, names string) {
		for _, name := range strings.Fields(names) {
			family, all := strings.CutSuffix(name, "*")
			if !all {
				m[name] = e
				continue
			}
			for _, width := range "BWLQ" {
				m[family+string(width)] = e
			}
		}
	}
	add(nothing, "PCDATA FUNCDATA NOP PCALIGN")
	add(control, "CALL RET JMP UNDEF")
	add(conditional, "JCC JCS JEQ JGE JGT JHI JLE JLS JLT JMI JNE JOC JOS JPC JPL JPS")
	add(inAFrame, "PUSHQ POPQ")

	add(0, "MOV* NOT* LEAL LEAQ BSWAPL BSWAPQ MOVBLZX MOVBLSX MOVBQZX MOVBQSX MOVWLZX MOVWLSX MOVWQZX MOVWQSX MOVLQZX MOVLQSX")
	add(0, "SARXL SARXQ SHLXL SHLXQ SHRXL SHRXQ RORXL RORXQ PREFETCHT0 PREFETCHNTA")
	add(exchanges, "XCHGB XCHGW XCHGL XCHGQ")
	add(setsFlags, "ADD* SUB* AND* OR* XOR* INC* DEC* NEG* SHL* SHR* SAR* ROL* ROR* IMULW IMULL IMULQ IMUL3W IMUL3L IMUL3Q")
	add(setsFlags, "BTSL BTSQ BTRL BTRQ BTCL BTCQ BSFL BSFQ BSRL BSRQ POPCNTL POPCNTQ LZCNTL LZCNTQ TZCNTL TZCNTQ ANDNL ANDNQ BLSRL BLSRQ")
	add(setsFlags|readsFlags, "ADCL ADCQ SBBL SBBQ")
	add(setsFlags|noResult, "CMP* TEST* BTL BTQ UCOMISS UCOMISD VUCOMISS VUCOMISD VPTEST VTESTPS VTESTPD KTESTB KTESTW KTESTD KTESTQ KORTESTB KORTESTW KORTESTD KORTESTQ")
	add(0, "LOCK") // of the instruction after it
	add(setsFlags|exchanges, "XADDL XADDQ")
	add(setsFlags|setsAX, "CMPXCHGL CMPXCHGQ")
	add(setsFlags|noResult|setsAX, "MULL MULQ DIVL DIVQ IDIVL IDIVQ")
	add(setsDX, "CQO CDQ")
	for _, c := range strings.Fields("CC CS EQ GE GT HI LE LS LT MI NE OC OS PC PL PS") {
		add(readsFlags, "SET"+c+" CMOVW"+c+" CMOVL"+c+" CMOVQ"+c)
	}

	// Scalar floats. Moves become AVX's: next to vectors of 256 bits legacy SSE is slow.
	add(widensVector, "MOVSS MOVSD MOVUPS")
	add(0, "ADDSS ADDSD SUBSS SUBSD MULSS MULSD DIVSS DIVSD SQRTSS SQRTSD MINSS MINSD MAXSS MAXSD ROUNDSS ROUNDSD XORPS PXOR POR ANDPS ANDNPS ORPS")
	add(0, "CVTSD2SS CVTSL2SD CVTSL2SS CVTSQ2SD CVTSQ2SS CVTSS2SD CVTTSD2SL CVTTSD2SQ CVTTSS2SL CVTTSS2SQ")

	add(0, vectorOps)
	for _, name := range strings.Fields(vectorOps) {
		m[name+".Z"] = 0 // with a mask that clears the other elements
	}
	return m
}()

// vectorOps are the instructions of AVX, AVX2, FMA, F16C and AVX-512 that archsimd compiles to.
const vectorOps = `
	KANDB KANDD KANDQ KANDW KANDNB KANDND KANDNQ KANDNW KMOVB KMOVD KMOVQ KMOVW KNOTB KNOTD KNOTQ KNOTW KORB KORD KORQ KORW
	KSHIFTLB KSHIFTLW KSHIFTRB KSHIFTRW KXNORB KXNORW KXORB KXORD KXORQ KXORW
	VADDPD VADDPS VADDSD VADDSS VANDNPD VANDNPS VANDPD VANDPS VBLENDVPD VBLENDVPS VBROADCASTSD VBROADCASTSS VCMPPD VCMPPS
	VCOMPRESSPD VCOMPRESSPS VCVTDQ2PD VCVTDQ2PS VCVTPD2DQ VCVTPD2DQY VCVTPD2PS VCVTPD2PSX VCVTPD2PSY VCVTPH2PS VCVTPS2DQ VCVTPS2PD
	VCVTPS2PH VCVTQQ2PD VCVTQQ2PS VCVTTPD2DQ VCVTTPD2DQX VCVTTPD2DQY VCVTTPD2QQ VCVTTPD2UDQ VCVTTPD2UQQ VCVTTPS2DQ VCVTTPS2QQ
	VCVTTPS2UDQ VCVTTPS2UQQ VCVTUDQ2PD VCVTUDQ2PS VCVTUQQ2PD VCVTUQQ2PS VDIVPD VDIVPS VDIVSD VDIVSS VEXPANDPD VEXPANDPS
	VEXTRACTF128 VEXTRACTF64X4 VEXTRACTI128 VEXTRACTI64X4 VFMADD213PD VFMADD213PS VFMADD231PD VFMADD231PS VFMADD231SD VFMADD231SS
	VFNMADD213PD VFNMADD213PS VFMSUB213PD VFMSUB213PS VINSERTF128 VINSERTF64X4 VINSERTI128 VINSERTI64X4
	VMAXPD VMAXPS VMINPD VMINPS VMOVD VMOVDQU VMOVDQU16 VMOVDQU32 VMOVDQU64 VMOVDQU8
	VMOVMSKPD VMOVMSKPS VMOVQ VMOVSD VMOVSS VMOVUPD VMOVUPS VMULPD VMULPS VMULSD VMULSS VORPD VORPS
	VPABSB VPABSD VPABSQ VPABSW VPACKSSDW VPACKUSDW VPADDB VPADDD VPADDQ VPADDSB VPADDSW VPADDUSB VPADDUSW VPADDW
	VPALIGNR VPAND VPANDD VPANDN VPANDND VPANDNQ VPANDQ VPBLENDD VPBLENDMB VPBLENDMD VPBLENDMQ VPBLENDMW VPBLENDVB
	VPBROADCASTB VPBROADCASTD VPBROADCASTQ VPBROADCASTW VPCMPB VPCMPD VPCMPEQB VPCMPEQD VPCMPEQQ VPCMPEQW VPCMPGTB VPCMPGTD VPCMPGTQ
	VPCMPGTW VPCMPQ VPCMPUB VPCMPUD VPCMPUQ VPCMPUW VPCMPW VPCOMPRESSD VPCOMPRESSQ VPERM2F128 VPERM2I128 VPERMB VPERMD VPERMI2D VPERMI2PD VPERMI2PS VPERMI2Q
	VPERMILPD VPERMILPS VPERMPD VPERMPS VPERMQ VPERMT2D VPERMT2Q VPEXTRB VPEXTRD VPEXTRQ VPEXTRW VPGATHERDD VPGATHERDQ VPGATHERQD VPGATHERQQ
	VGATHERDPD VGATHERDPS VPINSRB VPINSRD VPINSRQ VPINSRW VPLZCNTD VPLZCNTQ VPMADDUBSW VPMADDWD VPMASKMOVD VPMASKMOVQ VMASKMOVPS VMASKMOVPD
	VPMAXSB VPMAXSD VPMAXSQ VPMAXSW VPMAXUB VPMAXUD VPMAXUQ VPMAXUW VPMINSB VPMINSD VPMINSQ VPMINSW VPMINUB VPMINUD VPMINUQ VPMINUW
	VPMOVB2M VPMOVD2M VPMOVDB VPMOVDW VPMOVM2B VPMOVM2D VPMOVM2Q VPMOVM2W VPMOVMSKB VPMOVQ2M VPMOVQB VPMOVQD VPMOVQW VPMOVW2M VPMOVWB
	VPMOVSXBD VPMOVSXBQ VPMOVSXBW VPMOVSXDQ VPMOVSXWD VPMOVSXWQ VPMOVZXBD VPMOVZXBQ VPMOVZXBW VPMOVZXDQ VPMOVZXWD VPMOVZXWQ
	VPMULDQ VPMULHUW VPMULHW VPMULLD VPMULLQ VPMULLW VPMULUDQ VPOPCNTD VPOPCNTQ VPOR VPORD VPORQ VPROLD VPROLQ VPROLVD VPROLVQ
	VPRORD VPRORQ VPRORVD VPRORVQ VPSHUFB VPSHUFD VPSHUFHW VPSHUFLW VPSLLD VPSLLQ VPSLLVD VPSLLVQ VPSLLVW VPSLLW VPSRAD VPSRAQ VPSRAVD
	VPSRAVQ VPSRAVW VPSRAW VPSRLD VPSRLQ VPSRLVD VPSRLVQ VPSRLVW VPSRLW VPSUBB VPSUBD VPSUBQ VPSUBSB VPSUBSW VPSUBUSB VPSUBUSW
	VPSUBW VPTERNLOGD VPTERNLOGQ VPUNPCKHBW VPUNPCKHDQ VPUNPCKHQDQ VPUNPCKHWD VPUNPCKLBW VPUNPCKLDQ VPUNPCKLQDQ VPUNPCKLWD VPXOR VPXORD VPXORQ
	VRNDSCALEPD VRNDSCALEPS VROUNDPD VROUNDPS VSHUFPD VSHUFPS VSQRTPD VSQRTPS VSQRTSD VSQRTSS VSUBPD VSUBPS VSUBSD VSUBSS
	VUNPCKHPD VUNPCKHPS VUNPCKLPD VUNPCKLPS VXORPD VXORPS VZEROUPPER`

// unknown says of instructions that are left out on purpose what they mean.
var unknown = map[string]string{
	"DUFFZERO": "clears memory in the runtime", "DUFFCOPY": "copies memory in the runtime",
	"REP": "a loop of the processor",
}

// writes appends the registers that an instruction changes.
func (i *inst) writes(ops []operand, e effect) (regs []string) {
	if e&setsAX != 0 {
		regs = append(regs, "AX", "DX")
	}
	if e&setsDX != 0 {
		regs = append(regs, "DX")
	}
	if e&(noResult|conditional|control|nothing) != 0 || len(ops) == 0 {
		return regs
	}
	for k, o := range ops {
		if o.reg != "" && (k == len(ops)-1 || e&exchanges != 0) {
			regs = append(regs, whole[o.reg])
		}
	}
	return regs
}

// idle reports whether an instruction does nothing.
func (i *inst) idle() bool {
	return effects[i.op]&nothing != 0 || i.op == "XCHGL" && i.args == "AX, AX"
}

// opening returns the number of instructions of the prologue: the question of the stack's end, and
// making the frame. ok is false if it is not one that is known.
func opening(f *function) (n int, ok bool) {
	k := 0
	next := func() *inst {
		for ; k < len(f.code); k++ {
			if i := &f.code[k]; !i.idle() {
				return i
			}
		}
		return &inst{}
	}
	is := func(op, args string) bool {
		i := next()
		if i.op != op || i.args != args {
			return false
		}
		k++
		return true
	}
	guarded := is("CMPQ", "SP, 16(R14)")
	switch i := next(); {
	case guarded:
	case is("MOVQ", "SP, R12"): // a large frame
		if i = next(); i.op != "SUBQ" || !strings.HasSuffix(i.args, ", R12") {
			return 0, false
		}
		k++
		if next().op != "JCS" {
			return 0, false
		}
		k++
		if guarded = is("CMPQ", "R12, 16(R14)"); !guarded {
			return 0, false
		}
	case i.op == "LEAQ" && strings.HasSuffix(i.args, "(SP), R12") && strings.HasPrefix(i.args, "-"):
		k++
		if guarded = is("CMPQ", "R12, 16(R14)"); !guarded {
			return 0, false
		}
	}
	if guarded {
		if next().op != "JLS" {
			return 0, false
		}
		k++
	}
	if f.size == 0 {
		return k, true
	}
	if !is("PUSHQ", "BP") || !is("MOVQ", "SP, BP") {
		return 0, false
	}
	if f.frame > 0 && !is("SUBQ", fmt.Sprintf("$%d, SP", f.frame)) && !is("ADDQ", fmt.Sprintf("$%d, SP", -f.frame)) {
		return 0, false
	}
	return k, true
}

// closing reports whether an instruction is part of an epilogue.
func (f *function) closing(i *inst) bool {
	return i.op == "POPQ" && i.args == "BP" && f.size > 0 ||
		f.frame > 0 && (i.op == "ADDQ" && i.args == fmt.Sprintf("$%d, SP", f.frame) || i.op == "SUBQ" && i.args == fmt.Sprintf("$%d, SP", -f.frame))
}

// argBase is where the arguments begin, from SP: the frame, the frame pointer and the return address
// lie below.
func (f *function) argBase() int { return f.size + wordSize }

// loadOp is the instruction that loads a word of an argument into its register, storeOp the one that
// stores a result.
func loadOp(w word) string {
	if w.float {
		return map[int]string{4: "VMOVSS", 8: "VMOVSD"}[w.size]
	}
	return map[int]string{1: "MOVBLZX", 2: "MOVWLZX", 4: "MOVL", 8: "MOVQ"}[w.size]
}

func storeOp(size int) string {
	return map[int]string{1: "MOVB", 2: "MOVW", 4: "MOVL", 8: "MOVQ"}[size]
}

// width is the number of bytes of an operand in memory that is a vector, else 0.
func width(ops []operand) int {
	n := 0
	for _, o := range ops {
		if o.reg == "" {
			continue
		}
		switch o.reg[0] {
		case 'Y':
			n = max(n, 32)
		case 'Z':
			n = max(n, 64)
		}
	}
	return n
}

// width is the most that an instruction stores.
func (i *inst) width(ops []operand) int {
	for _, o := range ops {
		if o.reg != "" && !isInteger(o.reg) {
			return max(width(ops), 16)
		}
	}
	switch i.op[len(i.op)-1] {
	case 'B':
		return 1
	case 'W':
		return 2
	case 'L':
		return 4
	}
	return wordSize
}

// extended reports whether a register is one that only AVX-512 has.
func extended(reg string) bool {
	if reg == "" || isInteger(reg) {
		return false
	}
	n, _ := strconv.Atoi(reg[1:])
	return reg[0] == 'Z' || reg[0] == 'K' || n > 15
}

// vectorial reports whether an instruction has to do with the upper halves of registers.
func vectorial(ops []operand) bool { return width(ops) > 0 }
