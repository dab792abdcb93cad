package codegen

import (
	"strings"
	"testing"
)

const withLocs = `.version 8.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	.loc 1 3 1
	ld.param.u64 %rd1, [x];
	cvta.to.global.u64 %rd2, %rd1;
	.loc 1 4 1
	ld.global.u32 %r1, [%rd2];
	.loc 2 7 1, function_name $f, inlined_at 1 4 1
	mul.lo.s32 %r2, %r1, %r1;
	.loc 3 8 1, function_name $f, inlined_at 2 7 1
	ld.global.u32 %r3, [%rd2+4];
	xor.b32 %r3, %r2, %r3;
	.loc 1 0 0
	st.global.u32 [%rd2+8], %r3;
	.loc 9 1 1
	ret;
}
.file 1 "src/k.cu"
.file 2 "/a/x.cuh"
.file 3 "C:\b\x.cuh"
.file 4 "/a/unused.cuh"
.section .debug_str { $f: .b8 102,0 }
`

// TestOriginTable: a file says what the lines of the PTX that it has were compiled from, and
// says nothing where the PTX does not.
func TestOriginTable(t *testing.T) {
	src := string(generated(t, "k", withLocs)[0].Source)
	const want = `
var kOrigins = ptx.Origins{
	Files: []string{"k.cu", "b\\x.cuh", "a/x.cuh"},
	Funcs: []string{"f"},
	Lines: ` + "`12:0:4 16:1,0:8@2,0:7@0:4 19:`" + `,
}
`
	if !strings.HasSuffix(src, want) || !strings.Contains(src, ".\n\tCompiledFrom(&kOrigins)\n") {
		t.Error(src)
	}
	var without []string
	for l := range strings.Lines(withLocs) {
		if strings.HasPrefix(l, "\t.loc") {
			l = "\n"
		}
		without = append(without, l)
	}
	plain := string(generated(t, "k", strings.Join(without, ""))[0].Source)
	rest := strings.Replace(strings.Replace(src, ".\n\tCompiledFrom(&kOrigins)", "", 1), want, "", 1)
	rest = strings.Replace(rest, "\n// kOrigins says what lines of the PTX were compiled from, for faults.", "", 1)
	// The lines of the table are one more where there are origins.
	cut := func(s string) string { before, _, _ := strings.Cut(s, "\n// kLines"); return before }
	if cut(plain) != cut(rest) || strings.Contains(plain, "rigin") {
		t.Errorf("without .loc:\n%s", plain)
	}
}
