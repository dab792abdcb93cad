package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"plain\ttext\n":        "plain\ttext\n",
		"π ü 漢 \ufffd":         "π ü 漢 \ufffd",
		"\x1b[31m\x7f\r\x00":   `\x1b[31m\x7f\r\x00`,
		"a\u202eb\u2066\u200e": `a\u202eb\u2066\u200e`,
		"\u009bK":              `\u009bK`,
		"a\xffb\xe2\x80":       `a\xffb\xe2\x80`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestBrief: a message stays short whatever of the text it repeats, keeps its own words and
// both ends of what it repeats, and cuts no character in two.
func TestBrief(t *testing.T) {
	for _, s := range []string{"", "a short message", strings.Repeat("some words ", 100)} {
		if got := brief(s); got != s {
			t.Errorf("%q is %q", s, got)
		}
	}
	long := "undefined name A" + strings.Repeat("x", 1<<20) + "Z, did you mean B" + strings.Repeat("y", 1<<20) + "?"
	got := brief(long)
	if !strings.HasPrefix(got, "undefined name Axx") || !strings.Contains(got, "xZ, did you mean Byy") || !strings.HasSuffix(got, "y?") || len(got) > 400 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	for n := range 8 {
		for _, s := range []string{strings.Repeat("漢", 1<<10), strings.Repeat("漢 ", 1<<12)} {
			if got := brief("string "[:n] + s + "end"); !utf8.ValidString(got) || len(got) > maxText || !strings.HasSuffix(got, "end") || !strings.Contains(got, "...") {
				t.Errorf("%d bytes: %s", len(got), got)
			}
		}
	}
}

// TestPrintHostile: neither the name of a file nor a message nor a line of the text brings
// to a terminal what it obeys, and the caret stands below the place all the same.
func TestPrintHostile(t *testing.T) {
	l := NewList(NewFile("a\x1b]0;x\a\u202e\xff.ptx", "é\u202e\x1b add \u2066foo\xff;\n"))
	at := strings.Index(l.File.Src, "\u2066")
	l.Add(Diagnostic{Pos: At(at), Len: 7, Code: "e", Msg: "unknown \u2066foo\xff\nerror: none", Hint: "not \u009b"})
	l.Limit = 1
	l.Errorf(At(len(l.File.Src)-1), "e", "more")
	want := `"a\x1b]0;x\a\u202e\xff.ptx":1:12: error: unknown \u2066foo\xff\nerror: none
    é?? add ?foo?;
            ^^^^^
    hint: not \u009b
"a\x1b]0;x\a\u202e\xff.ptx": 1 more error not shown
`
	if got := printed(l); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
