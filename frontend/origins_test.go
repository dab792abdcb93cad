package frontend

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// chain spells an origin with all that it says.
func chain(o *diag.Origin) string {
	if o == nil {
		return "-"
	}
	s := fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Col)
	if o.Func != "" {
		s = o.Func + " " + s
	}
	if o.At != nil {
		s += " < " + chain(o.At)
	}
	return s
}

const locs = `.version 8.0
.target sm_70
.address_size 64
.func outside() { // -
	.reg .b32 %r<9>;
	mov.b32 %r1, 1; // -
	.loc 1 2 3
	mov.b32 %r1, 1; // dir/a.cu:2:3
	ret; // dir/a.cu:2:3
} // -
.visible .entry k() // -
{
	.reg .b32 %r<9>; // -
	mov.b32 %r1, 1; // -
	.loc 1 10 1
	mov.b32 %r1, 1; // dir/a.cu:10:1
	.loc 2 20 2, function_name $two, inlined_at 1 10 1
	mov.b32 %r1, 1; // second /inc/b.cuh:20:2 < dir/a.cu:10:1
	.loc 3 30 3, function_name .debug_str+1, inlined_at 2 20 2
	mov.b32 %r1, 1; // first /other/b.cuh:30:3 < second /inc/b.cuh:20:2 < dir/a.cu:10:1
	.loc 1 10 1
	mov.b32 %r1, 1; // dir/a.cu:10:1
	{
		.loc 2 40 1, function_name $two + 3, inlined_at 1 99 9
		mov.b32 %r1, 1; // ond /inc/b.cuh:40:1 < dir/a.cu:99:9
	}
	mov.b32 %r1, 1; // ond /inc/b.cuh:40:1 < dir/a.cu:99:9
	.loc 2 40 1, function_name $gone, inlined_at 1 99 9
	mov.b32 %r1, 1; // /inc/b.cuh:40:1 < dir/a.cu:99:9
	.loc 1 0 7
	mov.b32 %r1, 1; // -
	.loc 7 1 1
	mov.b32 %r1, 1; // -
	.loc 7 2 1
	mov.b32 %r1, 1; // -
	.loc 2 40 1, function_name $two, inlined_at 8 99 9
	ret; // second /inc/b.cuh:40:1
}
.file 1 "dir/a.cu"
.file 2 "/inc/b.cuh"
.file 3 "/other/b.cuh", 1234, 56
.section .debug_loc { .b32 $two+4 }
.section .debug_str
{
	.b8 0, 102,105,114,115,116,0
$two:
	.b8 115,101,99
	.b8 111,110,100,0
	.b32 $two
}
`

// TestOrigins: the comment behind each instruction says where it comes from.
func TestOrigins(t *testing.T) {
	f := diag.NewFile("k.ptx", locs)
	l := diag.NewList(f)
	Check(Parse(f, l), l)
	for i, text := range strings.Split(locs, "\n") {
		if _, want, ok := strings.Cut(text, " // "); ok {
			if got := chain(f.LineOrigin(i + 1)); got != want {
				t.Errorf("line %d: %s, want %s", i+1, got, want)
			}
		}
	}
	var b bytes.Buffer
	l.Print(&b)
	for _, n := range []int{7, 8} {
		if strings.Count(b.String(), fmt.Sprintf("warning: .loc names file %d, which", n)) != 1 {
			t.Errorf("file %d is not reported once:\n%s", n, b.String())
		}
	}
	for path, want := range map[string]string{"dir/a.cu": "a.cu", "/inc/b.cuh": "inc/b.cuh", "/other/b.cuh": "other/b.cuh"} {
		if got := f.OriginName(path); got != want {
			t.Errorf("%s is called %s, want %s", path, got, want)
		}
	}
	if l.Errors() > 0 || len(l.Sorted()) != 2 {
		t.Errorf("what else is reported:\n%s", b.String())
	}
}

// TestOriginsJoined: each module that is linked has its own files.
func TestOriginsJoined(t *testing.T) {
	const text = `.version 8.0
.target sm_70
.address_size 64
.func %s() { .loc 1 5 0
	ret;
}
.file 1 "%[1]s.cu"
`
	f := diag.Join(diag.NewFile("a.ptx", fmt.Sprintf(text, "a")), diag.NewFile("b.ptx", fmt.Sprintf(text, "b")))
	l := diag.NewList(f)
	ParseAll(f, l)
	var got []string
	for i := range strings.Count(f.Src, "\n") {
		if o := f.LineOrigin(i + 1); o != nil {
			got = append(got, fmt.Sprintf("%d %s", i+1, o))
		}
	}
	if s := fmt.Sprint(got); s != "[5 a.cu:5 13 b.cu:5]" {
		t.Error(s)
	}
}

// TestOriginShown: a diagnostic names the place that its own comes from.
func TestOriginShown(t *testing.T) {
	text := strings.Replace(locs, "mov.b32 %r1, 1; // first", "mov.b32 %x1, 1; // first", 1)
	f := diag.NewFile("k.ptx", text)
	l := diag.NewList(f)
	Check(Parse(f, l), l)
	l.Add(diag.Diagnostic{Pos: diag.At(strings.Index(text, "// dir/a.cu:10:1")), Severity: diag.Note, Msg: "of one line"})
	var b bytes.Buffer
	l.Print(&b)
	if want := ": note: of one line (dir/a.cu:10)\n"; !strings.Contains(b.String(), want) {
		t.Error(b.String())
	}
	if want := "\n    source: /other/b.cuh:30, inlined at /inc/b.cuh:20, inlined at dir/a.cu:10\n"; !strings.Contains(b.String(), want) {
		t.Error(b.String())
	}
	b.Reset()
	if err := l.PrintJSON(&b); err != nil || !strings.Contains(b.String(), `"source":"/other/b.cuh:30, inlined at`) {
		t.Error(err, b.String())
	}
}
