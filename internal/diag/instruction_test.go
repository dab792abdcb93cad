package diag

import (
	"strings"
	"testing"
)

func TestInstruction(t *testing.T) {
	long := strings.Repeat("é", 300)
	f := NewFile("k.ptx", "\tld.global.u32 \t%r1, [%rd1];  // x\n`\x00\xff\n\n"+long)
	for line, want := range map[int]string{
		0: "", 1: "ld.global.u32 %r1, [%rd1];", 2: "???", 3: "", 4: long[:2*97] + "...", 5: "",
	} {
		if got := f.Instruction(line); got != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
}
