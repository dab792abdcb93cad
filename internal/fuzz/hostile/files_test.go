package hostile

import (
	"fmt"
	"strings"
)

// file is one hostile PTX text. Its size follows from n.
type file struct {
	name  string
	n     int // the size that the test generates
	text  func(n int) string
	whole bool // the size says it all: larger ones show nothing else
	// square says that as many things live in as many loops, or accesses may meet in as
	// many blocks: their number is the square.
	square bool
	// refused says that ptx2go must refuse the text: the message has this in it.
	refused string
}

const head = ".version 8.6\n.target sm_90a\n.address_size 64\n"

// text builds PTX line by line.
type text struct{ strings.Builder }

func (t *text) f(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// rep writes n lines that differ by a number.
func (t *text) rep(n int, line func(i int) string) {
	for i := range n {
		t.WriteString(line(i))
		t.WriteByte('\n')
	}
}

// kernel returns a module of one kernel that reads two words and stores %r0, %f0 and
// %rd0: what body computes is needed.
func kernel(decls string, body func(t *text)) string {
	t := &text{}
	t.WriteString(head)
	t.f("%s", decls)
	t.f(`.visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m) {
	.reg .b32 %%r<64>; .reg .b64 %%rd<64>; .reg .f32 %%f<64>; .reg .pred %%p<64>;
	ld.param.u64 %%rd1, [out];
	ld.param.u32 %%r1, [n];
	ld.param.u32 %%r2, [m];
	mov.u32 %%r3, %%tid.x;
	cvt.rn.f32.u32 %%f1, %%r1;
	cvt.rn.f32.u32 %%f2, %%r2;
	mov.u32 %%r0, %%r1;
	mov.f32 %%f0, %%f1;
	mov.u64 %%rd0, %%rd1;`)
	body(t)
	t.f(`	st.global.u32 [%%rd1], %%r0;
	st.global.f32 [%%rd1+4], %%f0;
	st.global.u64 [%%rd1+8], %%rd0;
	ret;
}`)
	return t.String()
}

// lines is a kernel of n lines; LINE's # becomes the number, and #- the number before.
func lines(decls, line string) func(n int) string {
	return func(n int) string {
		return kernel(decls, func(t *text) {
			t.rep(n, func(i int) string {
				return strings.NewReplacer("#-", fmt.Sprint(i-1), "#+", fmt.Sprint(i+1), "#", fmt.Sprint(i)).Replace(line)
			})
		})
	}
}

// modules is a module of n times the same lines.
func modules(before, line, after string) func(n int) string {
	return func(n int) string {
		t := &text{}
		t.WriteString(head + before + "\n")
		t.rep(n, func(i int) string {
			return strings.NewReplacer("#-", fmt.Sprint(max(i-1, 0)), "#+", fmt.Sprint(i+1), "#", fmt.Sprint(i)).Replace(line)
		})
		t.WriteString(after + "\n")
		return t.String()
	}
}

// list is a, b, c of n elements with a separator.
func list(n int, sep string, element func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(element(i))
	}
	return b.String()
}

func num(format string) func(i int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}
