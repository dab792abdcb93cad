package harvest

import (
	"slices"
	"strings"
	"testing"
)

// looping is a source with a loop from line 6 on, as far as line 18.
var looping = `package k

import "leaf/gang"

func F(launch *gang.Gang, n int, m uint32) uint32 {
	for {
		// At most 9 rounds.
` + strings.Repeat("\n", 10) + `	}
	return 0
}
`

// instructions are those of a function of assembly, without what it begins with.
func instructions(o *Output) (list []string) {
	for line := range strings.Lines(string(o.Asm)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '/' && line[0] != '#' && !strings.HasPrefix(line, "TEXT") && !strings.Contains(line, "(FP)") {
			list = append(list, line)
		}
	}
	return list
}

// TestFold: an instruction computes an address itself where nothing else needs it, and what it is made of is still
// there.
func TestFold(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"a load", `
			1 LEAQ (BX)(CX*4), DX
			2 VMOVDQU (DX), Y0
			3 VMOVDQU Y0, (BX)
			90 RET`, `
			VMOVDQU (BX)(CX*4), Y0
			VMOVDQU Y0, (BX)`},
		{"offsets add up", `
			1 LEAQ 8(BX)(CX*4), DX
			2 LEAQ 32(DX), DX
			3 VMOVDQU 4(DX), Y0
			4 VMOVDQU Y0, (BX)
			90 RET`, `
			VMOVDQU 44(BX)(CX*4), Y0
			VMOVDQU Y0, (BX)`},
		{"an index", `
			1 LEAQ 8(CX), DX
			2 VMOVDQU (BX)(DX*4), Y0
			3 VMOVDQU Y0, (BX)
			90 RET`, `
			VMOVDQU 32(BX)(CX*4), Y0
			VMOVDQU Y0, (BX)`},
		{"two indices", `
			1 LEAQ (BX)(CX*4), DX
			2 VMOVDQU (DX)(CX*8), Y0
			3 VMOVDQU Y0, (BX)
			90 RET`, `
			LEAQ (BX)(CX*4), DX
			VMOVDQU (DX)(CX*8), Y0
			VMOVDQU Y0, (BX)`},
		{"a load and a store", `
			1 LEAQ (BX)(CX*4), DX
			2 VMOVDQU (DX), Y0
			3 VMOVDQU Y0, (DX)
			90 RET`, `
			VMOVDQU (BX)(CX*4), Y0
			VMOVDQU Y0, (BX)(CX*4)`},
		{"three with an index", `
			1 LEAQ (BX)(CX*4), DX
			2 VMOVDQU (DX), Y0
			3 VADDPS 8(DX), Y0, Y0
			4 VMOVDQU Y0, (DX)
			90 RET`, `
			LEAQ (BX)(CX*4), DX
			VMOVDQU (DX), Y0
			VADDPS 8(DX), Y0, Y0
			VMOVDQU Y0, (DX)`},
		{"three without one", `
			1 LEAQ 64(BX), DX
			2 VMOVDQU (DX), Y0
			3 VADDPS 8(DX), Y0, Y0
			4 VMOVDQU Y0, (DX)
			90 RET`, `
			VMOVDQU 64(BX), Y0
			VADDPS 72(BX), Y0, Y0
			VMOVDQU Y0, 64(BX)`},
		{"the index has changed", `
			1 LEAQ (BX)(CX*4), DX
			2 ADDQ $8, CX
			3 VMOVDQU (DX), Y0
			4 VMOVDQU Y0, (BX)(CX*1)
			90 RET`, `
			LEAQ (BX)(CX*4), DX
			ADDQ $8, CX
			VMOVDQU (DX), Y0
			VMOVDQU Y0, (BX)(CX*1)`},
		{"the instruction that uses it changes the index", `
			1 LEAQ (BX)(CX*4), DX
			2 MOVQ (DX), CX
			3 MOVQ CX, (BX)
			90 RET`, `
			MOVQ (BX)(CX*4), CX
			MOVQ CX, (BX)`},
		{"it is a number too", `
			1 LEAQ 8(BX), DX
			2 VMOVDQU (DX), Y0
			3 ADDQ DX, CX
			4 VMOVDQU Y0, (CX)
			90 RET`, `
			LEAQ 8(BX), DX
			VMOVDQU (DX), Y0
			ADDQ DX, CX
			VMOVDQU Y0, (CX)`},
		{"it is the result", `
			1 LEAQ 8(BX), AX
			2 VMOVDQU (AX), Y0
			3 VMOVDQU Y0, (CX)
			90 RET`, `
			LEAQ 8(BX), AX
			VMOVDQU (AX), Y0
			VMOVDQU Y0, (CX)`},
		{"it is made of itself", `
			1 LEAQ 8(DX), DX
			2 VMOVDQU (DX), Y0
			3 VMOVDQU Y0, (CX)
			90 RET`, `
			LEAQ 8(DX), DX
			VMOVDQU (DX), Y0
			VMOVDQU Y0, (CX)`},
		{"a quotient", `
			1 LEAQ 8(BX), DX
			2 MULQ CX
			3 MOVQ (DX), CX
			4 MOVQ CX, (BX)
			90 RET`, `
			LEAQ 8(BX), DX
			MULQ CX
			MOVQ (DX), CX
			MOVQ CX, (BX)`},
		{"behind a branch that fails", `
			1 LEAQ (BX)(CX*4), DX
			2 CMPQ BX, CX
			3 JLS 20
			4 VMOVDQU (DX), Y0
			5 VMOVDQU Y0, (DX)
			6 RET
			20 CALL runtime.panicBounds(SB)
			21 UNDEF`, `
			CMPQ BX, CX
			JLS bail
			VMOVDQU (BX)(CX*4), Y0
			VMOVDQU Y0, (BX)(CX*4)`},
		{"where two ways meet", `
			1 LEAQ (BX)(CX*4), DX
			2 CMPQ BX, CX
			3 JLS 5
			4 INCQ BX
			5 VMOVDQU (DX), Y0
			6 VMOVDQU Y0, (BX)
			90 RET`, `
			LEAQ (BX)(CX*4), DX
			CMPQ BX, CX
			JLS l1
			INCQ BX
			l1:
			VMOVDQU (DX), Y0
			VMOVDQU Y0, (BX)`},
		{"in a loop, before it is computed", `
			9 JLS 11
			10 VMOVDQU (DX), Y0
			11 LEAQ (BX)(CX*4), DX
			12 VMOVDQU Y0, (DX)
			13 DECQ CX
			14 JNE 9
			90 RET`, `
			l1:
			JLS l2
			VMOVDQU (DX), Y0
			l2:
			LEAQ (BX)(CX*4), DX
			VMOVDQU Y0, (DX)
			DECQ CX
			JNE l1`},
		{"whether a pointer is nil", `
			1 TESTB AL, (BX)
			2 VMOVDQU 8(BX), Y0
			3 VMOVDQU Y0, (CX)
			90 RET`, `
			VMOVDQU 8(BX), Y0
			VMOVDQU Y0, (CX)`},
		{"far from nil", `
			1 TESTB AL, (BX)
			2 VMOVDQU 4096(BX), Y0
			3 VMOVDQU Y0, (CX)
			90 RET`, `
			TESTB AL, (BX)
			VMOVDQU 4096(BX), Y0
			VMOVDQU Y0, (CX)`},
		{"only its address is taken", `
			1 TESTB AL, (BX)
			2 LEAQ 8(BX), CX
			3 MOVQ CX, (AX)
			90 RET`, `
			TESTB AL, (BX)
			LEAQ 8(BX), CX
			MOVQ CX, (AX)`},
		{"its flags are read", `
			1 TESTB AL, (BX)
			2 VMOVDQU 8(BX), Y0
			3 SETNE DX
			4 VMOVDQU Y0, (CX)(DX*1)
			90 RET`, `
			TESTB AL, (BX)
			VMOVDQU 8(BX), Y0
			SETNE DX
			VMOVDQU Y0, (CX)(DX*1)`},
	} {
		o := harvestF(t, listed(0, test.code), source)
		if len(o.Refused) > 0 {
			t.Errorf("%s: refused: %v", test.name, o.Refused)
			continue
		}
		var want []string
		for line := range strings.Lines(test.want) {
			if line = strings.TrimSpace(line); line != "" {
				want = append(want, line)
			}
		}
		got := instructions(o)
		if n := slices.Index(got, want[0]); n < 0 || len(got) < n+len(want) || !slices.Equal(got[n:n+len(want)], want) {
			t.Errorf("%s: got\n%s", test.name, strings.Join(got, "\n"))
		}
	}
}

// TestUnread: Done is stored where a bail behind it may read it.
func TestUnread(t *testing.T) {
	for _, test := range []struct {
		name, code string
		want       int
	}{
		{"nothing fails", `
			6 MOVL CX, 4(AX)
			10 DECQ CX
			11 JNE 6
			90 RET`, 0},
		{"it fails in a round", `
			6 MOVL CX, 4(AX)
			10 CMPQ BX, CX
			11 JLS 20
			12 DECQ CX
			13 JNE 6
			19 RET
			20 CALL runtime.panicBounds(SB)
			21 UNDEF`, 1},
		{"it fails before the loop only", `
			1 CMPQ BX, CX
			2 JLS 20
			6 MOVL CX, 4(AX)
			10 DECQ CX
			11 JNE 6
			19 RET
			20 CALL runtime.panicBounds(SB)
			21 UNDEF`, 0},
		{"it is stored twice before it fails", `
			6 MOVL CX, 4(AX)
			10 MOVL BX, 4(AX)
			11 CMPQ BX, CX
			12 JLS 20
			13 DECQ CX
			14 JNE 6
			19 RET
			20 CALL runtime.panicBounds(SB)
			21 UNDEF`, 1},
		{"it is something else", `
			6 MOVL CX, 4(BX)
			10 DECQ CX
			11 JNE 6
			90 RET`, 1},
	} {
		o := harvestF(t, listed(0, test.code), looping)
		if len(o.Refused) > 0 {
			t.Errorf("%s: refused: %v", test.name, o.Refused)
			continue
		}
		n := 0
		for _, s := range instructions(o) {
			if strings.HasPrefix(s, "MOVL ") && (strings.HasSuffix(s, "4(AX)") || strings.HasSuffix(s, "4(BX)")) && !strings.Contains(s, "$0") {
				n++
			}
		}
		if n != test.want {
			t.Errorf("%s: %d stores in\n%s", test.name, n, o.Asm)
		}
	}
}
