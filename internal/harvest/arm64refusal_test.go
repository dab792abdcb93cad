package harvest

import (
	"fmt"
	"strings"
	"testing"
)

// framed4 is code of arm64 with a frame: how it is made, and left in front of each RET.
func framed4(size int, code string) string {
	made := fmt.Sprintf("0 MOVD.W R30, -%d(RSP)\n0 MOVD R29, -8(RSP)\n0 SUB $8, RSP, R29\n", size)
	return listed4(size, made+code+fmt.Sprintf("\n90 MOVD -8(RSP), R29\n90 MOVD.P %d(RSP), R30\n90 RET (R30)", size))
}

func listed4(size int, code string) string { return "# leaf/k\n" + text4("leaf/k.F", size, code) }

// text4 is text without a prologue.
func text4(name string, size int, code string) string {
	return strings.Replace(text(name, 0, 24, code), "ABIInternal, $0-24", fmt.Sprintf("ABIInternal, $%d-24", size), 1)
}

// TestRefusalsNEON is TestRefusals for what is arm64's own.
func TestRefusalsNEON(t *testing.T) {
	const ret = "\n90 RET (R30)"
	const poll = "2 LDARW (R0), R6\n2 MOVD $1818583414, R7\n2 CMPW R7, R6\n"
	for _, x := range []struct {
		name string
		list string
		line int
		why  string
	}{
		{name: "nothing", list: listed4(0, "1 ADD R1<<2, R2, R3"+ret)},
		{name: "a frame", list: framed4(32, "1 FMOVQ F1, leaf/k.v-16(SP)\n2 FMOVQ leaf/k.v-16(SP), F2")},
		{name: "a large frame", list: listed4(512, "0 MOVD 16(g), R16\n0 SUB $384, RSP, R17\n0 CMP R16, R17\n0 BLS 91\n0 SUB $512, RSP, R20\n0 STP (R29, R30), -8(R20)\n0 MOVD R20, RSP\n0 SUB $8, RSP, R29\n1 MOVD R1, leaf/k.v-8(SP)\n90 LDP -8(RSP), (R29, R30)\n90 ADD $512, RSP, RSP\n90 RET (R30)\n91 CALL runtime.morestack_noctxt(SB)\n92 JMP 0")},
		{name: "another frame", list: listed4(32, "0 MOVD.W R30, -48(RSP)"+ret), why: "its prologue is not known"},
		{name: "another question", list: listed4(0, "0 MOVD 16(g), R16\n0 CMP R16, R3\n0 BLS 90"+ret), why: "its prologue is not known"},
		{name: "stack", list: listed4(0, "1 MOVD.P 16(RSP), R1"+ret), line: 1, why: "MOVD.P 16(RSP), R1 moves the stack"},
		{name: "stack pointer", list: listed4(0, "1 ADD $16, RSP, R1"+ret), line: 1, why: "ADD $16, RSP, R1 uses RSP"},
		{name: "g", list: listed4(0, "1 MOVD 8(g), R1"+ret), line: 1, why: "MOVD 8(g), R1 uses R28"},
		{name: "platform's register", list: listed4(0, "1 MOVD R1, R18"+ret), line: 1, why: "MOVD R1, R18 uses R18"},
		{name: "frame pointer", list: listed4(0, "1 MOVD (R29), R1"+ret), line: 1, why: "MOVD (R29), R1 uses R29"},
		{name: "assembler's register", list: listed4(0, "1 ADD R27, R1, R2"+ret), line: 1, why: "ADD R27, R1, R2 uses R27"},
		{name: "assembler's register in a block", list: listed4(0, "1 MOVW R1, R27\n2 CASALW R27, (R2), R3\n3 CMPW R1, R27"+ret)},
		{name: "way back", list: listed4(0, "1 MOVD (R0), R30"+ret), line: 0, why: ""},
		{name: "below the frame", list: listed4(0, "1 MOVD (RSP), R1"+ret), line: 1, why: "MOVD (RSP), R1 is below the frame"},
		{name: "unknown instruction", list: listed4(0, "1 VFROB V1.S4, V2.S4"+ret), line: 1, why: "the instruction VFROB is not known"},
		{name: "no access", list: listed4(0, "1 ADD.P R1, R2, R3"+ret), line: 1, why: "the instruction ADD.P is not known"},
		{name: "unknown operand", list: listed4(0, "1 MOVD (R1)(R2*4), R3"+ret), line: 1, why: "the operands of MOVD (R1)(R2*4), R3 are not known"},
		{name: "unknown register", list: listed4(0, "1 MOVD R1, FPSR"+ret), line: 1, why: "the operands of MOVD R1, FPSR are not known"},
		{name: "no machine code", list: listed4(0, "1 VFADD V1.S4, V2.S4, V3.S4"+ret), line: 1, why: "the machine code of VFADD is not in the listing"},
		{name: "machine code", list: listed4(0, "1 VFADD V1.S4, V2.S4, V3.S4"+ret) + "\t0x0000 00 01 02 03 04 05                                ......\n"},
		{name: "variable", list: listed4(0, "1 MOVW R1, leaf/k.x(SB)"+ret), line: 1, why: "it writes the variable leaf/k.x"},
		{name: "pair of a variable", list: listed4(0, "1 STP (R1, R2), leaf/k.x(SB)"+ret), line: 1, why: "it writes the variable leaf/k.x"},
		{name: "write barrier", list: listed4(0, "1 MOVWU runtime.writeBarrier(SB), R1\n2 CBNZW R1, 90"+ret), line: 1, why: "it reads runtime.writeBarrier"},
		{name: "atomic instructions", list: listed4(0, "1 MOVBU runtime.arm64HasATOMICS(SB), R1\n2 CBZ R1, 90\n3 LDADDALW R2, (R3), R4"+ret)},
		{name: "table of jumps", list: listed4(0, "1 JMP (R1)"+ret), line: 1, why: "JMP (R1) is a table of jumps or a call"},
		{name: "closure", list: listed4(0, "1 CALL (R1)"+ret), line: 1, why: "it calls what is in (R1)"},
		{name: "register of a jump", list: listed4(0, "1 TBZ $3, R18, 90"+ret), line: 1, why: "TBZ $3, R18, 90 uses R18"},
		{name: "endless", list: listed4(0, "15 ADD $1, R1, R1\n15 JMP 15"+ret), line: 15, why: tooLong},
		{name: "bounded loop", list: listed4(0, "6 ADD $1, R1, R1\n6 CBNZ R1, 6"+ret)},
		{name: "tried again", list: listed4(0, "15 LDAXRW (R1), R2\n15 ADD R2, R3, R4\n15 STLXRW R4, (R1), R27\n15 CBNZ R27, 15"+ret)},
		{name: "spins", list: listed4(0, "15 LDAXRW (R1), R2\n15 CBNZ R2, 15"+ret), line: 15, why: tooLong},
		{name: "poll", list: listed4(0, "2 ADD $1, R1, R1\n"+poll+"3 BNE 2"+ret)},
		{name: "poll of a number from before", list: listed4(0, "1 MOVD $1818583414, R7\n2 LDARW (R0), R6\n2 CMPW R7, R6\n3 BNE 2"+ret)},
		{name: "poll of a number that is lost", list: listed4(0, "1 MOVD $1818583414, R7\n2 ADD $1, R7, R7\n15 CMPW R7, R6\n15 BNE 15"+ret), line: 15, why: tooLong},
		{name: "poll of a number that may be lost", list: listed4(0, "1 MOVD $1818583414, R7\n2 CBZ R1, 15\n3 MOVD R2, R7\n15 CMPW R7, R6\n15 BNE 15"+ret), line: 15, why: tooLong},
		{name: "poll that is a value", list: listed4(0, poll+"3 CSET EQ, R0"+ret), line: 2, why: "CSET lies between a poll and its jump"},
		{name: "poll of another order", list: listed4(0, poll+"3 BLO 90"+ret), line: 2, why: "a poll that is not a condition"},
		{name: "flags behind a poll", list: listed4(0, poll+"3 BEQ 90\n4 BLO 90"+ret), line: 2, why: "what a poll compares is used after its jump"},
		{name: "no flags behind a poll", list: listed4(0, poll+"3 BEQ 90\n4 CBZ R1, 90"+ret)},
		{name: "address across a poll", list: framed4(48, "1 MOVD $leaf/k.v-24(SP), R1\n"+poll+"3 BEQ 90\n4 MOVD (R1), R2"), line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "address in a pair across a poll", list: framed4(64, "1 MOVD $leaf/k.v-16(SP), R1\n1 STP (R2, R1), leaf/k.p-40(SP)\n1 MOVD ZR, R1\n"+poll+"3 BEQ 90\n4 LDP leaf/k.p-40(SP), (R2, R1)\n5 MOVD (R1), R3"), line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "address that is moved on across a poll", list: framed4(48, "1 MOVD $leaf/k.v-24(SP), R1\n1 MOVD.P 8(R1), R2\n1 MOVD R1, R3\n1 MOVD ZR, R1\n"+poll+"3 BEQ 90\n4 MOVD (R3), R2"), line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "address that is not read again", list: framed4(48, "1 MOVD $leaf/k.v-24(SP), R1\n1 MOVD (R1), R2\n"+poll+"3 BEQ 90\n4 MOVD R2, R3")},
		{name: "address that is read in the next round", list: framed4(48, "1 MOVD $leaf/k.v-24(SP), R1\n2 MOVD (R1), R2\n"+poll+"3 BNE 2"), line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "address that is gone", list: framed4(48, "1 MOVD $leaf/k.v-24(SP), R1\n1 MOVD (R1), R2\n1 MOVD ZR, R1\n"+poll+"3 BEQ 90\n4 MOVD R2, R3")},
		{name: "stale in a loop", list: listed4(0, "1 MOVW R1, 4(R0)\n2 CMP R1, R2\n3 BLO 9\n4 JMP 2\n9 CALL runtime.panicBounds(SB)"+ret), line: 9, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: runtime.panicBounds"},
		{name: "set", list: listed4(0, "6 MOVW R1, 4(R0)\n6 CMP R1, R2\n6 BLO 9\n6 CBNZ R1, 6\n7 RET (R30)\n9 CALL runtime.panicBounds(SB)")},
		{name: "set by the address in a pair", list: framed4(48, "1 STP (R0, R1), leaf/k.p-24(SP)\n2 MOVD ZR, R0\n6 LDP leaf/k.p-24(SP), (R3, R4)\n6 MOVW R1, 4(R3)\n6 CMP R1, R2\n6 BLO 95\n6 CBNZ R1, 6") + "\t0x005f 00095 (leaf/k/f.go:9)\tCALL\truntime.panicBounds(SB)\n"},
		{name: "set by another word of a pair", list: framed4(48, "1 STP (R0, R1), leaf/k.p-24(SP)\n2 MOVD ZR, R0\n6 LDP leaf/k.p-24(SP), (R3, R4)\n6 MOVW R1, 4(R4)\n6 CMP R1, R2\n6 BLO 95\n6 CBNZ R1, 6") + "\t0x005f 00095 (leaf/k/f.go:9)\tCALL\truntime.panicBounds(SB)\n", line: 9,
			why: "it can fail in an iteration of a loop, or after it, in which Done was not set: runtime.panicBounds"},
		{name: "arguments on the stack of two functions", list: framed4(64, "1 MOVD R1, 8(RSP)\n2 CALL leaf/k.G(SB)\n3 CALL leaf/k.H(SB)") + text4("leaf/k.G", 0, "1 RET (R30)") +
			text4("leaf/k.H", 48, "0 MOVD.W R30, -48(RSP)\n0 MOVD R29, -8(RSP)\n0 SUB $8, RSP, R29\n1 MOVD R1, leaf/k.v-8(SP)\n9 MOVD -8(RSP), R29\n9 MOVD.P 48(RSP), R30\n9 RET (R30)"), line: 1,
			why: "it gives several functions arguments on the stack, which have frames of several sizes"},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := harvestFor(t, ARM64, x.list, source)
			if x.why == "" {
				if len(o.Refused) != 0 {
					t.Errorf("refused: %s", o.Refused[0])
				}
				return
			}
			want := fmt.Sprintf("leaf/k/f.go:%d: F: %s", x.line, x.why)
			if len(o.Refused) != 1 || o.Refused[0].String() != want {
				t.Errorf("got  %v\nwant %s", o.Refused, want)
			}
			if strings.Contains(string(o.Asm), "TEXT") || strings.Contains(string(o.Asm), "DATA ") {
				t.Errorf("something was written:\n%s", o.Asm)
			}
		})
	}
}

// TestWayBack: where a function has a number in the register with the way back, that is kept, in a function that
// calls nothing too.
func TestWayBack(t *testing.T) {
	o := harvestFor(t, ARM64, listed4(0, "1 MOVD (R0), R30\n2 MOVD R30, R0\n90 RET (R30)"), source)
	text := string(o.Asm)
	if at := strings.Index(text, "\tMOVD R30, 16(RSP)\n"); at < 0 || !strings.Contains(text[at:], "\tMOVD 16(RSP), R30\n\tRET\n") || strings.Contains(text, "$0-") {
		t.Errorf("the way back is lost:\n%s", text)
	}
}
