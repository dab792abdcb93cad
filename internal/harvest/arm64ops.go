package harvest

import "strings"

// arm64Conditions are those that selections have.
var arm64Conditions = func() map[string]bool {
	m := map[string]bool{}
	for _, c := range strings.Fields("EQ NE HS LO MI PL VS VC HI LS GE LT GT LE AL") {
		m[c] = true
	}
	return m
}()

// arm64Effects has the instructions that are known. Where an entry ends in *, nothing or W stands there.
var arm64Effects = func() map[string]effect {
	m := map[string]effect{}
	add := func(e effect, names string) {
		for _, name := range strings.Fields(names) {
			if family, all := strings.CutSuffix(name, "*"); all {
				m[family], m[family+"W"] = e, e
			} else {
				m[name] = e
			}
		}
	}
	add(nothing, "PCDATA FUNCDATA NOP PCALIGN")
	add(control, "CALL RET JMP UNDEF")
	add(conditional|readsFlags, "BEQ BNE BHS BLO BMI BPL BVS BVC BHI BLS BGE BLT BGT BLE")
	add(conditional, "CBZ* CBNZ* TBZ TBNZ")

	add(moves, "MOVB MOVBU MOVH MOVHU MOVW MOVWU MOVD LDP LDPW LDPSW STP STPW FMOVS FMOVD FMOVQ FLDPS FLDPD FLDPQ FSTPS FSTPD FSTPQ")
	add(noResult, "PRFM DMB")

	add(0, "ADD* SUB* NEG* AND* ORR* EOR* BIC* ORN* EON* MVN* LSL* LSR* ASR* ROR* EXTR* CLZ* CLS* RBIT* REV REVW REV16 REV16W REV32")
	add(0, "MUL* MNEG* SMULL SMNEGL UMULL UMNEGL SMULH UMULH MADD* MSUB* SMADDL SMSUBL UMADDL UMSUBL SDIV* UDIV* REM* UREM*")
	add(0, "UBFX* SBFX* UBFIZ* SBFIZ* SXTB* SXTH* SXTW UXTB* UXTH* UXTW")
	add(reads, "BFI* BFXIL* MOVK*")
	add(setsFlags, "ADDS* SUBS* NEGS* ANDS* BICS*")
	add(readsFlags, "ADC* SBC* NGC* CSEL* CSET* CSETM* CSINC* CSINV* CSNEG* CINC* CINV* CNEG*")
	add(setsFlags|readsFlags, "ADCS* SBCS* NGCS*")
	add(setsFlags|noResult, "CMP* CMN* TST* FCMPS FCMPD FCMPES FCMPED")
	add(setsFlags|readsFlags|noResult, "CCMP* CCMN* FCCMPS FCCMPD")

	// Of memory that others see. What is stored comes first, what was there is last.
	for _, width := range strings.Fields("B H W D") {
		for _, op := range strings.Fields("LDADD LDCLR LDEOR LDOR SWP") {
			add(0, op+width+" "+op+"A"+width+" "+op+"L"+width+" "+op+"AL"+width)
		}
		add(setsFirst|noResult, "CAS"+width+" CASA"+width+" CASL"+width+" CASAL"+width)
	}
	add(0, "LDAR LDARB LDARH LDARW")
	add(exclusive, "LDAXR LDAXRB LDAXRH LDAXRW LDXR LDXRB LDXRH LDXRW")
	add(0, "STLXR STLXRB STLXRH STLXRW STXR STXRB STXRH STXRW")
	add(noResult, "STLR STLRB STLRH STLRW")

	for _, width := range strings.Fields("S D") {
		add(0, "FADD"+width+" FSUB"+width+" FMUL"+width+" FNMUL"+width+" FDIV"+width+" FABS"+width+" FNEG"+width+" FSQRT"+width)
		add(0, "FMADD"+width+" FMSUB"+width+" FNMADD"+width+" FNMSUB"+width+" FMAX"+width+" FMIN"+width+" FMAXNM"+width+" FMINNM"+width)
		add(0, "FRINTA"+width+" FRINTI"+width+" FRINTM"+width+" FRINTN"+width+" FRINTP"+width+" FRINTX"+width+" FRINTZ"+width)
		add(readsFlags, "FCSEL"+width)
		add(0, "FCVTZS"+width+" FCVTZS"+width+"W FCVTZU"+width+" FCVTZU"+width+"W SCVTF"+width+" SCVTFW"+width+" UCVTF"+width+" UCVTFW"+width)
	}
	add(0, "FCVTDS FCVTSD FCVTHS FCVTSH FCVTHD FCVTDH")

	add(0, "VDUP VMOVI VMOVD VMOVQ VMOVS VADDP VADDV VCMEQ VCMTST VCNT VEXT VRBIT VREV16 VREV32 VREV64 VSHL VSSHR VUSHR VUSHLL VUSHLL2 VUXTL VUXTL2 VTBL VTRN1 VTRN2")
	add(0, "VUADDLV VUMAX VUMIN VUZP1 VUZP2 VZIP1 VZIP2 VADD VSUB VAND VORR VEOR VPMULL VPMULL2 VUADDW VUADDW2")
	add(reads, "VMOV VBIF VBIT VBSL VFMLA VFMLS VSLI VSRI VUSRA VSSRA VTBX")
	add(asWord, newInstructions)
	add(asWord|reads, "VMLA VMLS VSMLAL VSMLAL2 VSMLSL VSMLSL2 VUMLAL VUMLAL2 VUMLSL VUMLSL2 VFCVTN2 VXTN2 VSQXTN2 VSQXTUN2 VUQXTN2 VSHRN2")
	return m
}()

// newInstructions are those that archsimd compiles to and the first version of Go that builds assembly does not know.
const newInstructions = `
	VABS VBIC VCLS VCLZ VCMGE VCMGT VCMHI VCMHS VCMLE VCMLT VFABS VFADD VFADDP VFCMEQ VFCMGE VFCMGT VFCMLE VFCMLT
	VFCVTL VFCVTL2 VFCVTN VFCVTZS VFCVTZU VFDIV VFMAX VFMAXNM VFMAXNMP VFMAXNMV VFMAXP VFMAXV VFMIN VFMINNM VFMINNMP VFMINNMV VFMINP VFMINV
	VFMUL VFNEG VFRINTM VFRINTN VFRINTP VFRINTZ VFSQRT VFSUB VMUL VNEG VNOT VORN VSCVTF VSHADD VSHRN VSMAX VSMAXP VSMAXV VSMIN VSMINP VSMINV
	VSMULL VSMULL2 VSQABS VSQADD VSQNEG VSQSHL VSQSUB VSQXTN VSQXTUN VSRHADD VSRSHR VSSHL VSSHLL VSSHLL2 VSXTL VSXTL2 VUCVTF
	VUHADD VUMAXP VUMAXV VUMINP VUMINV VUMULL VUMULL2 VUQADD VUQSHL VUQSUB VUQXTN VURHADD VUSHL VXTN`

// arm64Unknown says of instructions that are left out on purpose what they mean.
var arm64Unknown = map[string]string{
	"DUFFZERO": "clears memory in the runtime", "DUFFCOPY": "copies memory in the runtime",
}
