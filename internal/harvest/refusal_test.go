package harvest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/gen"
)

// listed makes a listing of leaf/k.F and of more. An instruction is "12 MOVQ AX, BX": its place in the
// code is that of its line in the source. size is that of the frame with the frame pointer's word.
func listed(size int, code string, more ...string) string {
	return "# leaf/k\n" + text("leaf/k.F", size, 24, code) + strings.Join(more, "")
}

func text(name string, size, args int, code string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s STEXT nosplit size=1 align=0x0 args=0x18 locals=0x0 funcid=0x0\n", name)
	at := 0
	line := func(pc int, rest string) {
		fmt.Fprintf(&b, "\t0x%04x %05d (leaf/k/f.go:%d)\t%s\n", pc, pc, pc, rest)
	}
	line(0, fmt.Sprintf("TEXT\t%s(SB), NOSPLIT|ABIInternal, $%d-%d", name, size, args))
	if size > 0 {
		line(0, "PUSHQ\tBP")
		line(0, "MOVQ\tSP, BP")
	}
	if size > 8 {
		line(0, fmt.Sprintf("SUBQ\t$%d, SP", size-8))
	}
	for s := range strings.SplitSeq(strings.TrimSpace(code), "\n") {
		var op string
		s = strings.TrimSpace(s)
		fmt.Sscanf(s, "%d %s", &at, &op)
		_, args, _ := strings.Cut(s, op)
		line(at, op+"\t"+strings.TrimSpace(args))
	}
	return b.String()
}

const source = `package k

import "leaf/gang"

func F(launch *gang.Gang, n int, m uint32) uint32 {
	for {
		// At most 9 rounds.
	}
	for n := range m {
		for {
			// At most 3 rounds.
		}
		// At most 4000 rounds.
	}
	return 0
}
`

func harvestF(t *testing.T, list, src string) *Output { return harvestFor(t, AMD64, list, src) }

func harvestFor(t *testing.T, target Target, list, src string) *Output {
	t.Helper()
	l, err := Parse(target, []byte(list))
	if err != nil {
		t.Fatal(err)
	}
	o, err := Harvest(l, Options{Target: target, Package: "leaf/k", File: "f.go", Source: []byte(src), Funcs: []string{"F"}, Gang: "leaf/gang.Gang", Toolchain: latest})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestRefusals: whatever is in the way is named with its place.
func TestRefusals(t *testing.T) {
	const ret = "\n90 RET"
	for _, x := range []struct {
		name string
		size int
		code string
		line int
		why  string
		more []string
	}{
		{name: "write barrier", code: "1 CMPL runtime.writeBarrier(SB), $0\n2 JNE 90\n3 MOVQ BX, (AX)" + ret, line: 1, why: "it reads runtime.writeBarrier"},
		{name: "call of the barrier", code: "1 CALL runtime.gcWriteBarrier2(SB)" + ret, line: 1, why: "it calls runtime.gcWriteBarrier2: it writes pointers"},
		{name: "allocation", code: "1 CALL runtime.newobject(SB)" + ret, line: 1, why: "it calls runtime.newobject: it allocates memory"},
		{name: "another call", code: "1 CALL runtime.memmove(SB)" + ret, line: 1, why: "it calls runtime.memmove: it needs the runtime"},
		{name: "clear memory", code: "1 DUFFZERO $288" + ret, line: 1, why: "DUFFZERO: clears memory in the runtime"},
		{name: "copy memory", code: "1 DUFFCOPY $288" + ret, line: 1, why: "DUFFCOPY: copies memory in the runtime"},
		{name: "table of jumps", code: "1 JMP CX" + ret, line: 1, why: "JMP CX is a table of jumps or a call"},
		{name: "tail call", code: "1 JMP leaf/k.G(SB)" + ret, line: 1, why: "JMP leaf/k.G(SB) is a table of jumps or a call"},
		{name: "closure", code: "1 CALL CX" + ret, line: 1, why: "it calls what is in CX"},
		{name: "unknown instruction", code: "1 VFROB Y0, Y1" + ret, line: 1, why: "the instruction VFROB is not known"},
		{name: "unknown operand", code: "1 MOVQ AX, (BX)(CX*3)" + ret, line: 1, why: "the operands of MOVQ AX, (BX)(CX*3) are not known"},
		{name: "address of data", code: "1 MOVQ $leaf/k.x(SB), AX" + ret, line: 1, why: "the operands of MOVQ $leaf/k.x(SB), AX are not known"},
		{name: "unknown register", code: "1 MOVQ CR0, AX" + ret, line: 1, why: "the operands of MOVQ CR0, AX are not known"},
		{name: "large frame", code: "0 MOVQ SP, R12\n0 SUBQ $8888, R12\n0 JCS 91\n0 CMPQ R12, 16(R14)\n0 JLS 91\n1 MOVL BX, 4(AX)" + ret + "\n91 CALL runtime.morestack(SB)\n92 JMP 0"},
		{name: "mask that clears", code: "1 VPXORD.Z Z1, Z2, K1, Z3" + ret},
		{name: "unknown prologue", code: "0 MOVQ SP, R12\n0 SUBQ $8888, R12\n0 CMPQ R12, 16(R14)\n0 JLS 91" + ret, line: 0, why: "its prologue is not known"},
		{name: "stack", code: "1 PUSHQ AX" + ret, line: 1, why: "PUSHQ AX moves the stack"},
		{name: "stack pointer", code: "1 ADDQ $8, SP" + ret, line: 1, why: "ADDQ $8, SP uses SP"},
		{name: "g", code: "1 MOVQ 8(R14), AX" + ret, line: 1, why: "MOVQ 8(R14), AX uses R14"},
		{name: "frame pointer", code: "1 MOVQ (BP), AX" + ret, line: 1, why: "MOVQ (BP), AX uses BP"},
		{name: "zero", code: "1 VPADDD Y1, Y2, Y15" + ret, line: 1, why: "VPADDD Y1, Y2, Y15 changes X15"},
		{name: "partial move", code: "1 MOVSS X1, X2" + ret, line: 1, why: "MOVSS X1, X2 leaves part of its result as it was"},
		{name: "variable", code: "1 MOVL AX, leaf/k.x(SB)" + ret, line: 1, why: "it writes the variable leaf/k.x"},
		{name: "increment", code: "1 INCL leaf/k.x(SB)" + ret, line: 1, why: "INCL of the variable leaf/k.x"},
		{name: "below the frame", code: "1 VMOVDQU -32(SP), Y0" + ret, line: 1, why: "VMOVDQU -32(SP), Y0 is below the frame"},
		{name: "no end", code: "1 MOVL AX, BX", line: 1, why: "its code has no end"},
		{name: "no target", code: "1 JMP 77" + ret, line: 1, why: "JMP 77 goes to no instruction"},
		{name: "part of an argument", size: 16, code: "1 MOVL leaf/k.n+36(SP), AX" + ret, line: 1, why: "leaf/k.n+36(SP) is not an argument"},
		{name: "always fails", code: "1 CALL runtime.panicBounds(SB)", line: 1, why: "it always fails: runtime.panicBounds"},
		{name: "absent constant", code: "1 VMOVDQU leaf/k.x(SB), Y0" + ret, line: 1, why: "what leaf/k.x holds is not in the listing"},
		{name: "computed constant", code: "1 VMOVDQU leaf/k.x(SB), Y0" + ret, line: 1, why: "leaf/k.x is written by the program",
			more: []string{"leaf/k.x SNOPTRBSS size=32 align=0x0\n", text("leaf/k.init", 0, 8, "1 VMOVDQU Y0, leaf/k.x(SB)\n2 RET")}},
		{name: "constant whose address is taken", code: "1 VMOVDQU leaf/k.x(SB), Y0" + ret, line: 1, why: "leaf/k.x is written by the program",
			more: []string{"leaf/k.x SNOPTRBSS size=32 align=0x0\n", text("leaf/k.G", 0, 8, "1 LEAQ leaf/k.x(SB), AX\n2 RET")}},
		{name: "variable with pointers", code: "1 MOVQ leaf/k.x(SB), AX" + ret, line: 1, why: "leaf/k.x is not a constant",
			more: []string{"leaf/k.x SBSS size=8 align=0x0\n"}},
		{name: "zero for ever", code: "1 MOVL leaf/k.x(SB), AX" + ret, more: []string{"leaf/k.x SNOPTRBSS size=4 align=0x0\n"}},
		{name: "addresses", code: "1 MOVQ leaf/k.x(SB), AX" + ret, line: 1, why: "leaf/k.x holds addresses",
			more: []string{"leaf/k.x SRODATA size=8 align=0x0\n\t0x0000 00 00 00 00 00 00 00 00                          ........\n\trel 0+8 t=R_ADDR leaf/k.y+0\n"}},
		{name: "written elsewhere", code: "1 MOVL leaf/k.x(SB), AX" + ret, line: 1, why: "leaf/k.x is written by the program",
			more: []string{"leaf/k.x SNOPTRDATA size=4 align=0x0\n\t0x0000 01 00 00 00                                      ....\n", text("leaf/k.Set", 0, 8, "1 MOVL AX, leaf/k.x(SB)\n2 RET")}},
		{name: "written at the start", code: "1 MOVL leaf/k.x(SB), AX" + ret, line: 1, why: "leaf/k.x is written by the program",
			more: []string{"leaf/k.x SNOPTRDATA size=4 align=0x0\n\t0x0000 01 00 00 00                                      ....\n", text("leaf/k.init.0", 0, 8, "1 LEAQ leaf/k.x(SB), AX\n2 RET")}},
		{name: "helper not there", code: "1 CALL leaf/k.G(SB)" + ret, line: 5, why: "it calls leaf/k.G, which is not in the listing"},
		{name: "helper that fails behind a loop", size: 24, code: "1 MOVL BX, 4(AX)\n2 CMPQ CX, DX\n3 JCS 2\n4 CALL leaf/k.G(SB)\n5 ADDQ $16, SP\n6 POPQ BP" + ret, line: 4, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: k_G",
			more: []string{text("leaf/k.G", 0, 8, "1 TESTQ AX, AX\n1 JEQ 3\n2 RET\n3 CALL runtime.panicdivide(SB)")}},
		{name: "helper that fails in its helper", size: 24, code: "1 MOVL BX, 4(AX)\n2 CMPQ CX, DX\n3 JCS 2\n4 CALL leaf/k.H(SB)\n5 ADDQ $16, SP\n6 POPQ BP" + ret, line: 4, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: k_H",
			more: []string{text("leaf/k.G", 0, 8, "1 TESTQ AX, AX\n1 JEQ 3\n2 RET\n3 CALL runtime.panicdivide(SB)"), text("leaf/k.H", 16, 8, "1 CALL leaf/k.G(SB)\n2 ADDQ $8, SP\n3 POPQ BP\n4 RET")}},
		{name: "helper that always fails", size: 24, code: "1 CALL leaf/k.G(SB)\n2 ADDQ $16, SP\n3 POPQ BP" + ret, line: 1, why: "it calls k_G: it always fails: runtime.panicdivide",
			more: []string{text("leaf/k.G", 0, 8, "1 CALL runtime.panicdivide(SB)")}},
		{name: "helper that asks for its types", size: 24, code: "1 LEAQ leaf/k..dict.G[int](SB), AX\n2 CALL leaf/k.G[go.shape.int](SB)\n3 ADDQ $16, SP\n4 POPQ BP" + ret, line: 2, why: "it calls k_G_go_shape_int: it asks for its types: MOVQ 8(AX), CX",
			more: []string{text("leaf/k.G[go.shape.int]", 0, 8, "1 MOVL $0, CX\n2 MOVQ 8(AX), CX\n3 RET")}},
		{name: "helper that passes its types on", size: 24, code: "1 LEAQ leaf/k..dict.G[int](SB), AX\n2 CALL leaf/k.G[go.shape.int](SB)\n3 ADDQ $16, SP\n4 POPQ BP" + ret, line: 3, why: "it calls k_G_go_shape_int: it asks for its types: CALL leaf/k.H(SB)",
			more: []string{text("leaf/k.G[go.shape.int]", 24, 8, "1 TESTQ BX, BX\n2 JEQ 5\n3 CALL leaf/k.H(SB)\n5 ADDQ $16, SP\n6 POPQ BP\n7 RET"), text("leaf/k.H", 0, 8, "1 RET")}},
		{name: "types that are no argument", code: "1 LEAQ leaf/k..dict.G[int,bool](SB), CX" + ret, line: 1, why: "what leaf/k..dict.G[int,bool] holds is not in the listing"},
		{name: "types that are something else", size: 24, code: "1 LEAQ leaf/k..dict.G[int](SB), AX\n2 CALL leaf/k.H(SB)\n3 ADDQ $16, SP\n4 POPQ BP" + ret, line: 1, why: "what leaf/k..dict.G[int] holds is not in the listing",
			more: []string{text("leaf/k.H", 0, 8, "1 RET")}},
		{name: "no room", code: "1 CALL leaf/k.G(SB)" + ret, line: 1, why: "its frame of 0 bytes has no room for the functions that it calls",
			more: []string{text("leaf/k.G", 0, 8, "1 RET")}},
		{name: "address that a helper may change", size: 24, code: "1 MOVQ AX, 0(SP)\n2 CALL leaf/k.G(SB)\n3 MOVQ 0(SP), AX\n4 MOVL BX, 4(AX)\n5 CMPQ CX, DX\n6 JCS 9\n7 JMP 3\n9 CALL runtime.panicBounds(SB)" + ret, line: 9, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: runtime.panicBounds",
			more: []string{text("leaf/k.G", 0, 8, "1 RET")}},
		{name: "helper that calls itself", size: 24, code: "1 CALL leaf/k.G(SB)\n2 ADDQ $16, SP\n3 POPQ BP" + ret, line: 5, why: "k_G calls itself",
			more: []string{text("leaf/k.G", 24, 8, "1 CALL leaf/k.G(SB)\n2 ADDQ $16, SP\n3 POPQ BP\n4 RET")}},
		{name: "helper that polls", size: 24, code: "1 CALL leaf/k.G(SB)\n2 ADDQ $16, SP\n3 POPQ BP" + ret, line: 1, why: "it calls k_G: it polls",
			more: []string{text("leaf/k.G", 0, 8, "1 CMPL AX, $1818583414\n2 JEQ 4\n3 MOVL BX, CX\n4 RET")}},
		{name: "stale in a loop", code: "1 MOVL BX, 4(AX)\n2 CMPQ CX, DX\n3 JCS 9\n4 JMP 2\n9 CALL runtime.panicBounds(SB)" + ret, line: 9, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: runtime.panicBounds"},
		{name: "stale behind a loop", code: "6 MOVL BX, 4(AX)\n6 CMPQ CX, DX\n6 JCS 6\n15 TESTL DX, DX\n15 JCS 17\n16 RET\n17 CALL runtime.panicBounds(SB)" + ret, line: 0, why: ""},
		{name: "lost address", code: "1 MOVQ BX, AX\n2 MOVL BX, 4(AX)\n3 CMPQ CX, DX\n4 JCS 9\n5 JMP 2\n9 CALL runtime.panicBounds(SB)" + ret, line: 9, why: "it can fail in an iteration of a loop, or after it, in which Done was not set: runtime.panicBounds"},
		{name: "poll that is a value", code: "1 CMPL CX, $1818583414\n2 SETEQ AX" + ret, line: 1, why: "SETEQ lies between a poll and its jump"},
		{name: "poll of another order", code: "1 CMPL CX, $1818583414\n2 JCS 4\n3 MOVL BX, CX\n4 RET", line: 1, why: "a poll that is not a condition"},
		{name: "flags behind a poll", code: "1 CMPL CX, $1818583414\n2 JEQ 4\n3 JCS 5\n4 MOVL BX, CX\n5 RET", line: 1, why: "what a poll compares is used after its jump"},
		{name: "address across a poll", size: 40, code: "1 LEAQ 16(SP), BX\n2 MOVQ BX, CX\n2 XORL BX, BX\n2 CMPL DX, $1818583414\n3 JEQ 5\n4 MOVQ (CX), AX\n5 ADDQ $32, SP\n5 POPQ BP" + ret, line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "kept address across a poll", size: 40, code: "1 LEAQ 16(SP), BX\n2 MOVQ BX, 8(SP)\n2 XORL BX, BX\n2 CMPL DX, $1818583414\n3 JEQ 5\n4 MOVQ AX, BX\n5 ADDQ $32, SP\n5 POPQ BP" + ret, line: 3,
			why: "an address in its frame is kept across a poll, after which the stack may be another one"},
		{name: "address that is gone", size: 40, code: "1 LEAQ 16(SP), BX\n2 MOVQ BX, 8(SP)\n2 XORL BX, BX\n2 MOVQ BX, 8(SP)\n2 CMPL DX, $1818583414\n3 JEQ 5\n4 MOVQ AX, BX\n5 ADDQ $32, SP\n5 POPQ BP" + ret},
		{name: "software where there are fused operations", code: "1 MOVBLZX runtime.x86HasFMA(SB), AX\n1 TESTL AX, AX\n2 JEQ 4\n3 VFMADD231SD X1, X0, X3\n3 JMP 5\n4 CALL math.FMA(SB)\n5 MOVL BX, CX" + ret},
		{name: "software behind a question", code: "1 MOVBLZX runtime.x86HasFMA(SB), AX\n1 TESTL AX, AX\n2 JNE 4\n3 CALL math.FMA(SB)\n4 VFMADD231SD X1, X0, X3" + ret},
		{name: "software in any case", code: "1 CALL math.FMA(SB)\n2 MOVL BX, CX" + ret, line: 5, why: "it calls math.FMA, which is not in the listing"},
		{name: "endless", code: "15 INCQ BX\n15 JMP 15" + ret, line: 15, why: tooLong},
		{name: "not a bounded loop", code: "15 INCQ BX\n15 JCS 15" + ret, line: 15, why: tooLong},
		{name: "bounded loop", code: "6 INCQ BX\n6 JCS 6" + ret},
		{name: "jump out of a bounded loop", code: "5 INCQ BX\n6 JCS 15\n7 DECQ BX\n7 JCS 5\n15 MOVL BX, CX" + ret},
		{name: "jump elsewhere", code: "6 INCQ BX\n6 JCS 15\n7 DECQ BX\n15 JCS 6\n16 MOVL BX, CX" + ret, line: 6, why: tooLong},
		{name: "not too long", code: "9 INCQ BX\n10 INCQ CX\n10 JCS 10\n9 JCS 9" + ret},
		{name: "too long", code: "9 INCQ BX\n10 INCQ CX" + strings.Repeat("\n10 INCQ CX", 4) + "\n10 JCS 10\n9 JCS 9" + ret, line: 9, why: tooLong},
		{name: "two loops in one", code: "9 INCQ BX\n10 INCQ CX\n10 JCS 9\n9 JCS 9" + ret, line: 9, why: tooLong},
		{name: "polled", code: "15 INCQ BX\n15 CMPL DX, $1818583414\n16 JEQ 18\n17 JMP 15\n18 MOVL BX, CX" + ret},
		{name: "way around a poll", code: "15 INCQ BX\n15 JCS 15\n16 CMPL DX, $1818583414\n16 JEQ 18\n17 JMP 15\n18 MOVL BX, CX" + ret, line: 15, why: tooLong},
		{name: "loop of a helper", size: 40, code: "1 CALL leaf/k.G(SB)\n2 ADDQ $32, SP\n2 POPQ BP" + ret, line: 15, why: "it calls k_G: " + tooLong,
			more: []string{text("leaf/k.G", 0, 8, "15 INCQ BX\n15 JCS 15\n16 RET")}},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := harvestF(t, listed(x.size, x.code, x.more...), source)
			if x.why == "" {
				if len(o.Refused) != 0 {
					t.Errorf("refused: %s", o.Refused[0])
				}
				return
			}
			want := fmt.Sprintf("leaf/k/f.go:%d: F: %s", x.line, x.why)
			if len(o.Refused) != 1 || o.Refused[0].String() != want {
				t.Errorf("got  %v\nwant %s", o.Refused, want)
			} else if o.Refused[0].Long != (x.why == tooLong) {
				t.Errorf("%s is long: %t", want, o.Refused[0].Long)
			}
			if strings.Contains(string(o.Asm), "TEXT") || strings.Contains(string(o.Asm), "DATA ") {
				t.Errorf("something was written:\n%s", o.Asm)
			}
		})
	}
}

// TestSignatures: parameters and results that assembly cannot have.
func TestSignatures(t *testing.T) {
	for _, x := range []struct{ decl, why string }{
		{"F(x [2]byte) int", "parameter x of type [2]byte"},
		{"F(x struct{ a int }) int", "parameter x of type struct{a int}"},
		{"F(x gang.Gang) int", "parameter x of type gang.Gang"},
		{"F(x func()) int", "parameter x of type func()"},
		{"F(x ...int) int", "parameter x of type ...int"},
		{"F(g int) int", "parameter g has the name of a register"},
		{"F(AX int) int", "parameter AX has the name of a register"},
		{"F(_ int) int", "a parameter of type int has no name"},
		{"F(int) int", "a parameter of type int has no name"},
		{"F(x int) (int, bool)", "several results"},
		{"F(x int) float32", "result of type float32"},
		{"F(x int) []int", "result of type []int"},
	} {
		o := harvestF(t, listed(0, "1 RET"), "package k\n\nimport \"leaf/gang\"\n\nfunc "+x.decl+" { panic(0) }\n")
		if len(o.Refused) != 1 || o.Refused[0].Why != x.why {
			t.Errorf("%s: got %v, want %s", x.decl, o.Refused, x.why)
		}
	}
}

// TestUnknownLines: a listing of another form is an error with the line.
func TestUnknownLines(t *testing.T) {
	good := listed(0, "1 RET", "leaf/k.x SRODATA size=4 align=0x0\n\t0x0000 01 00 00 00                                      ....\n")
	if _, err := Parse(AMD64, []byte(good)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(good, "\n") + 1
	for _, x := range []struct{ line, why string }{
		{"./f.go:3:1: something is wrong", `unknown line "./f.go:3:1: something is wrong"`},
		{"\tanything", `unknown line "\tanything"`},
		{"\t0xzz 00001 (f.go:1)\tRET", `unknown line "zz`},
		{"\t0x0001 00001 (f.go)\tRET", `an instruction in data`},
		{"\t0x0004 zz zz", "bytes in"},
		{"\t0x0008 01 02 03 04                                      ....", "bytes begin at 8, not 4"},
		{"\t0x0004 01 02 03 04                                      ....", "more bytes than the symbol has"},
		{"leaf/k.y SNEW size=4 align=0x0", "unknown kind of symbol"},
		{"leaf/k.y SRODATA size=x align=0x0", "size of a symbol"},
		{"leaf/k.F STEXT size=4 align=0x0", "leaf/k.F is there twice"},
		{"leaf/k.G STEXT size=4\n\t0x0001 00001 (f.go)\tRET", `unknown position "f.go"`},
		{"leaf/k.G STEXT size=4\n\t0x0001 00001 (f.go:x)\tRET", `unknown position "f.go:x"`},
		{"leaf/k.G STEXT size=4\n\t0x0001 00001 (f.go:1)\tTEXT\tleaf/k.G(SB), $x-8", "unknown frame of TEXT"},
		{"leaf/k.G STEXT size=4\n\t0x0001 00001 (f.go:1)\tTEXT\tleaf/k.G(SB), $8", "unknown operands of TEXT"},
	} {
		l, err := Parse(AMD64, []byte(good+x.line+"\n"))
		if err == nil {
			err = unread(l)
		}
		at := fmt.Sprintf("listing:%d: ", lines+strings.Count(x.line, "\n"))
		if err == nil || !strings.HasPrefix(err.Error(), at) || !strings.Contains(err.Error(), x.why) {
			t.Errorf("%q: got %v, want %s%s", x.line, err, at, x.why)
		}
	}
}

// unread returns what is not known of the symbols of a listing.
func unread(l *Listing) error {
	for name := range l.funcs {
		if err := l.function(name).err; err != nil {
			return err
		}
	}
	for name := range l.data {
		if err := l.datum(name).err; err != nil {
			return err
		}
	}
	return nil
}

// TestUnknownWhereNeeded: what is not known is in the way of what needs it alone.
func TestUnknownWhereNeeded(t *testing.T) {
	const bad = "\tanything\n"
	for _, x := range []struct{ code, more, why string }{
		{"2 RET", "leaf/k.x SRODATA size=4\n" + bad + "leaf/k.G STEXT size=4\n" + bad, ""},
		{"1 RET", bad, `its listing is not known: listing:6: unknown line "\tanything"`},
		{"1 CALL leaf/k.G(SB)", "leaf/k.G STEXT size=4\n" + bad, `it calls k_G: its listing is not known: listing:7: unknown line "\tanything"`},
		{"1 MOVL leaf/k.x(SB), AX", "leaf/k.x SRODATA size=4\n" + bad, `what leaf/k.x holds is not known: listing:7: unknown line "\tanything"`},
		{"1 MOVL leaf/k.x(SB), AX", "leaf/k.x SNOPTRDATA size=1\n\t0x0000 01                                               .\nleaf/k.G STEXT size=4\n\t0x0 00001 (f.go)\tMOVL\tAX, leaf/k.x(SB)\n", "leaf/k.x is written by the program"},
	} {
		o := harvestF(t, listed(0, x.code+"\n9 RET", x.more), source)
		got := ""
		if len(o.Refused) > 0 {
			got = o.Refused[0].Why
		}
		if got != x.why {
			t.Errorf("%q: got %q, want %q", x.code, got, x.why)
		}
	}
}

// TestOptions: functions that are not there are an error of the caller.
func TestOptions(t *testing.T) {
	l, err := Parse(AMD64, []byte(listed(0, "1 RET")))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, src, why string
	}{
		{"G", source, "leaf/k has no function G in f.go"},
		{"F", "package k\n\nfunc (x T) F() {}\n", "leaf/k has no function F in f.go"},
		{"F", "package", "expected 'IDENT'"},
	} {
		_, err := Harvest(l, Options{Target: AMD64, Package: "leaf/k", File: "f.go", Source: []byte(x.src), Funcs: []string{x.name}})
		if err == nil || !strings.Contains(err.Error(), x.why) {
			t.Errorf("got %v, want %s", err, x.why)
		}
	}
}

// TestLeaving: the runtime has the number that marks polls.
func TestLeaving(t *testing.T) {
	if gen.Leaving != Leaving {
		t.Errorf("gen.Leaving is %#x, and polls are known by %#x", gen.Leaving, Leaving)
	}
}

// TestBeside: a listing has what stands in the one that it is beside, which counts where both have
// something.
func TestBeside(t *testing.T) {
	const bytes = "\t0x0000 01 00 00 00                                      ....\n"
	base, err := Parse(AMD64, []byte(listed(0, "1 RET", "lib.x SNOPTRDATA size=4 align=0x0\n"+bytes+"lib.y SNOPTRDATA size=4 align=0x0\n"+bytes,
		"lib.G STEXT dupok size=4\n\t0x0001 00001 (g.go:1)\tMOVL\tAX, lib.x(SB)\n")))
	if err != nil {
		t.Fatal(err)
	}
	const own = "lib.G STEXT dupok size=8\nown.F STEXT size=4\n\t0x0001 00001 (f.go:1)\tMOVL\tAX, own.x(SB)\nlib.x SNOPTRDATA size=2 align=0x0\nown.x SNOPTRDATA size=4 align=0x0\n" + bytes
	l, err := base.Beside([]byte(own))
	if err != nil {
		t.Fatal(err)
	}
	if l.function("lib.G") == nil || l.function("lib.G") != base.function("lib.G") || l.function("own.F") == nil || base.function("own.F") != nil {
		t.Error("functions are not where they should be")
	}
	if l.datum("lib.x") == nil || l.datum("lib.x") != base.datum("lib.x") || l.datum("own.x") == nil || base.datum("own.x") != nil {
		t.Error("constants are not where they should be")
	}
	for name, want := range map[string]bool{"lib.x": true, "lib.y": false, "own.x": true} {
		if l.writes(name) != want {
			t.Errorf("%s: written is %v", name, !want)
		}
	}
	if _, err := base.Beside([]byte("leaf/k.F STEXT size=4\n")); err == nil || !strings.Contains(err.Error(), "leaf/k.F is there twice") {
		t.Errorf("got %v, want that a function is there twice", err)
	}
}
