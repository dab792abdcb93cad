package codegen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestRegistersOfLines: with //line directives the register of every instruction is a
// variable, assigned on the instruction's line, for debuggers. Without, what is used once
// is a part of what uses it.
func TestRegistersOfLines(t *testing.T) {
	const head = `.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n)
{
	.reg .pred %p<4>;
	.reg .b32 %r<12>;
	.reg .b64 %rd<8>;
	ld.param.u64 %rd1, [x];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
`
	const code = `	add.s32 %r3, %r2, 5;
	mul.lo.s32 %r4, %r3, %r1;
	ld.global.u32 %r5, [%rd3];
	setp.gt.u32 %p1, %r5, %r4;
	selp.b32 %r6, %r5, %r4, %p1;
	add.s32 %r8, %r6, %r4;
	xor.b32 %r9, %r8, %r3;
`
	src := head + code + "\tst.global.u32 [%rd3], %r9;\n\tret;\n}\n"
	print := func(line string) string {
		m := lowered(t, "k", src)
		out, err := Files(schedule.New(m, schedule.Options{Debug: line != ""}), Options{Package: "p", Source: "k.ptx", Output: "k_ptx.go", Line: line})
		if err != nil {
			t.Fatal(err)
		}
		return string(out[0].Source)
	}
	dst := regexp.MustCompile(`%([rp]\d)`)
	at := map[string]int{} // PTX lines of the assignments
	line := 0
	for l := range strings.Lines(print("k.ptx")) {
		l = strings.TrimSpace(l)
		if _, err := fmt.Sscanf(l, "//line k.ptx:%d", &line); err == nil {
			continue
		}
		if v, _, ok := strings.Cut(l, " := "); ok {
			at[v] = line
		}
		line++
	}
	plain := print("")
	for i, l := range strings.Split(strings.TrimSpace(code), "\n") {
		reg := dst.FindStringSubmatch(l)[1]
		if want := strings.Count(head, "\n") + 1 + i; at[reg] != want {
			t.Errorf("%s is assigned in line %d, want %d", reg, at[reg], want)
		}
		if once := reg == "p1" || reg == "r8" || reg == "r9"; once == strings.Contains(plain, reg+" := ") {
			t.Errorf("%s without directives:\n%s", reg, plain)
		}
	}
}
