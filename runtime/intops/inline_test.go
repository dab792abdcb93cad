package intops

import (
	"os/exec"
	"regexp"
	"testing"
)

// tooBig are the functions that the compiler may leave as calls.
var tooBig = map[string]bool{
	"FnsB32": true, "Lop3B32": true, "PrmtB32": true,
	"Dp4aU32U32": true, "Dp4aU32S32": true, "Dp4aS32S32": true,
	"MinReluS16x2": true, "MaxReluS16x2": true, "MinReluS8x4": true, "MaxReluS8x4": true,
	"bytesU8": true, "bytesS8": true, "clmul": true,
	"VmadShrSatS64": true, "VPack4SatS8": true, "VPack2SatS16": true,
}

// TestInline reads the compiler's decisions: everything else must inline.
func TestInline(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m=2", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	can := regexp.MustCompile(`: can inline \w+ with cost`).FindAll(out, -1)
	if len(can) < 80 {
		t.Fatalf("the compiler reports only %d functions that inline:\n%s", len(can), out)
	}
	for _, m := range regexp.MustCompile(`: cannot inline (\w+): (.*)`).FindAllStringSubmatch(string(out), -1) {
		if !tooBig[m[1]] {
			t.Errorf("%s does not inline: %s", m[1], m[2])
		}
	}
}
