package codegen

import (
	"fmt"
	"maps"
	"testing"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// ungangly has kernels whose threads do not run as gangs, and some whose threads do.
const ungangly = `.version 8.0
.target sm_80
.address_size 64

.visible .entry one_place(.param .u64 p, .param .u32 n)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, %r1;
	st.global.u64 [%rd1], %rd2;
	ret;
}

.visible .entry counts(.param .u64 p)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<6>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.lo.u32 %r2, %r1, 17;
	xor.b32 %r2, %r2, 5;
	atom.global.add.u32 %r3, [%rd1], %r2;
	ret;
}

.visible .entry narrow(.param .u64 p)
.reqntid 4, 1, 1
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<6>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	st.global.u32 [%rd1], %r1;
	ret;
}

.visible .entry trapped(.param .u64 p)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<6>;
	.reg .pred %p;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	ld.global.u32 %r2, [%rd1];
	setp.gt.u32 %p, %r2, 7;
	@%p trap;
	mul.lo.u32 %r2, %r2, %r2;
	st.global.u32 [%rd1], %r2;
	ret;
}

.visible .entry behind(.param .u64 p, .param .u64 q)
{
	.reg .b64 %rd<6>;
	.reg .b32 %r<6>;
	.reg .pred %p;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd4, [q];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	ld.global.u32 %r2, [%rd1];
	mul.lo.u32 %r2, %r2, %r2;
	st.global.u32 [%rd1+4], %r2;
	and.b32 %r3, %r2, 15;
	mul.wide.u32 %rd2, %r3, 4;
	add.s64 %rd4, %rd4, %rd2;
	ld.global.u32 %r3, [%rd4];
	st.global.u32 [%rd1], %r3;
	ret;
}

.visible .entry parts(.param .u64 p, .param .u64 q)
{
	.shared .align 4 .b8 s[1024];
	.reg .b64 %rd<6>;
	.reg .b32 %r<8>;
	.reg .pred %p;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd4, %rd1, %rd3;
	ld.global.u32 %r2, [%rd4];
	shl.b32 %r3, %r1, 2;
	mov.u32 %r4, s;
	add.u32 %r5, %r4, %r3;
	st.shared.u32 [%r5], %r2;
	bar.sync 0;
	setp.ne.u32 %p, %r1, 0;
	@%p bra done;
	ld.shared.u32 %r6, [s+8];
	st.global.u32 [%rd2], %r6;
done:
	ret;
}

.visible .entry gangs(.param .u64 p)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	st.global.u32 [%rd1], %r1;
	ret;
}

.visible .entry bytes_of_a_table(.param .u64 p, .param .u64 q)
{
	.reg .b64 %rd<6>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd1, %rd1, %rd3;
	ld.global.u32 %r2, [%rd1];
	and.b32 %r2, %r2, 63;
	cvt.u64.u32 %rd4, %r2;
	add.s64 %rd5, %rd2, %rd4;
	ld.global.u8 %r3, [%rd5];
	add.s64 %rd5, %rd5, 64;
	ld.global.u8 %r2, [%rd5];
	add.u32 %r3, %r3, %r2;
	add.s64 %rd5, %rd5, 64;
	ld.global.u8 %r2, [%rd5];
	add.u32 %r3, %r3, %r2;
	st.global.u32 [%rd1], %r3;
	ret;
}

.visible .entry words_of_a_table(.param .u64 p, .param .u64 q)
{
	.reg .b64 %rd<6>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd1, %rd1, %rd3;
	ld.global.u32 %r2, [%rd1];
	and.b32 %r2, %r2, 63;
	mul.wide.u32 %rd4, %r2, 4;
	add.s64 %rd5, %rd2, %rd4;
	ld.global.u32 %r3, [%rd5];
	add.s64 %rd5, %rd5, 256;
	ld.global.u32 %r2, [%rd5];
	add.u32 %r3, %r3, %r2;
	add.s64 %rd5, %rd5, 256;
	ld.global.u32 %r2, [%rd5];
	add.u32 %r3, %r3, %r2;
	st.global.u32 [%rd1], %r3;
	ret;
}

.visible .entry bytes_in_order(.param .u64 p)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	cvt.u64.u32 %rd2, %r1;
	add.s64 %rd1, %rd1, %rd2;
	ld.global.u8 %r2, [%rd1];
	xor.b32 %r2, %r2, 21;
	st.global.u8 [%rd1], %r2;
	ret;
}
`

// TestNoGangs: each kernel without gangs has the reason for that, at its place in the text, and so has
// each region of a kernel of which others have gangs.
func TestNoGangs(t *testing.T) {
	opt := options("ungangly")
	m := lowered(t, "ungangly.ptx", ungangly)
	files, err := Files(schedule.New(m, schedule.Options{}), opt)
	if err != nil {
		t.Fatal(err)
	}
	kernels, parts := map[string]string{}, map[string]string{}
	text := func(why schedule.Reason) string { return fmt.Sprintf("%d: %s", m.File.Line(why.Pos), why.Text) }
	for name, r := range files[0].Reports["amd64"] {
		if r.Why != nil {
			kernels[name] = text(*r.Why)
		}
		for _, p := range r.Parts {
			parts[fmt.Sprintf("%s.%d", name, p.Region)] = text(p.Why)
		}
	}
	want := map[string]string{
		"counts":           "24: most operations have no vector form",
		"narrow":           "28: rows of fewer than 8 threads",
		"trapped":          "52: a trap",
		"bytes_of_a_table": "129: most operations have no vector form",
		"behind":           "74: an access that may fault after a store",
		"words_of_a_table": "153: threads one by one take less time for elements anywhere",
	}
	if !maps.Equal(kernels, want) {
		t.Errorf("got %q, want %q", kernels, want)
	}
	wantParts := map[string]string{"parts.2": "98: rows of fewer than 8 threads"}
	for name, why := range want {
		wantParts[name+".0"] = why
	}
	if !maps.Equal(parts, wantParts) {
		t.Errorf("got %q, want %q", parts, wantParts)
	}
}
