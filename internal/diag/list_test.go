package diag

import (
	"strings"
	"sync"
	"testing"
)

func TestPosition(t *testing.T) {
	f := NewFile("f", "ab\n\ncdé\r\nx")
	for _, c := range []struct {
		offset int
		want   string
	}{{0, "f:1:1"}, {2, "f:1:3"}, {3, "f:2:1"}, {4, "f:3:1"}, {6, "f:3:3"}, {9, "f:3:6"}, {10, "f:4:1"}, {11, "f:4:2"}} {
		if got := f.Position(At(c.offset)).String(); got != c.want {
			t.Errorf("offset %d: got %s, want %s", c.offset, got, c.want)
		}
	}
	if got := f.Position(0).String(); got != "f" {
		t.Errorf("unknown position: %s", got)
	}
	if At(5).Offset() != 5 || At(0).IsValid() == false || Pos(0).IsValid() || Pos(0).Offset() != -1 {
		t.Error("At and Offset disagree")
	}
	for n, want := range map[int]string{0: "", 1: "ab", 2: "", 3: "cdé", 4: "x", 5: ""} {
		if got := f.LineText(n); got != want {
			t.Errorf("line %d: got %q, want %q", n, got, want)
		}
	}
	if f.Line(At(4)) != 3 {
		t.Error("Line")
	}
}

func printed(l *List) string {
	var b strings.Builder
	l.Print(&b)
	return b.String()
}

func TestPrint(t *testing.T) {
	f := NewFile("f", "\tadd x;\nend\x00\n"+strings.Repeat("y", 500)+"Z"+strings.Repeat("y", 500)+"\n")
	l := NewList(f)
	l.Add(Diagnostic{Pos: At(8), Severity: Warning, Code: "w", Msg: "second 2"})
	l.Add(Diagnostic{Pos: At(1), Len: 3, Code: "e", Msg: "first", Hint: "do it"})
	l.Add(Diagnostic{Pos: At(1), Len: 3, Code: "e", Msg: "first", Hint: "do it"}) // a repeat
	l.Errorf(At(11), "e", "odd byte")
	l.Errorf(At(513), "e", "far out")
	l.Errorf(0, "e", "nowhere")
	got := printed(l)
	want := "f: error: nowhere\n" +
		"f:1:2: error: first\n    \tadd x;\n    \t^^^\n    hint: do it\n" +
		"f:2:1: warning: second 2\n    end?\n    ^\n" +
		"f:2:4: error: odd byte\n    end?\n       ^\n" +
		"f:3:501: error: far out\n    " + strings.Repeat("y", 40) + "Z" + strings.Repeat("y", 119) + "\n    " + strings.Repeat(" ", 40) + "^\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if l.Errors() != 4 {
		t.Errorf("%d errors, the repeat counts", l.Errors())
	}
}

func TestLimit(t *testing.T) {
	l := NewList(NewFile("f", strings.Repeat("x\n", 100)))
	l.Limit = 3
	part := NewList(l.File)
	part.Limit = 2
	for i := range 4 {
		part.Errorf(At(i*2), "e", "part")
	}
	l.Errorf(At(50), "e", "own")
	l.Merge(part)
	l.Errorf(At(60), "e", "late")
	l.Add(Diagnostic{Pos: At(70), Severity: Warning, Code: "w", Msg: "warnings have no limit"})
	if got := l.Errors(); got != 6 {
		t.Errorf("%d errors, want 6", got)
	}
	got := printed(l)
	for _, want := range []string{"f:1:1: error: part", "f:2:1: error: part", "f:26:1: error: own", "f:36:1: warning:", "f: 3 more errors not shown"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "late") || strings.Contains(got, "f:3:1") {
		t.Errorf("too much in\n%s", got)
	}
}

// TestLimitKeepsTheFirst finds errors in an order that is not that of the text, some
// of them twice: what is shown is what comes first in the text, and the rest is
// counted once.
func TestLimitKeepsTheFirst(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 7, 8, 9, 100} {
		l := NewList(NewFile("f", strings.Repeat("x\n", 10)))
		l.Limit = limit
		for _, line := range []int{5, 6, 5, 1, 8, 1, 3, 2, 7, 4, 4, 4} {
			l.Errorf(At(2*line-2), "e", "line %d", line)
			if line <= limit {
				l.Errorf(At(2*line-2), "e", "line %d", line)
			}
		}
		if n := l.Errors(); limit >= 8 && n != 8 {
			t.Errorf("limit %d: %d errors, want 8", limit, n)
		}
		shown := l.Sorted()
		if len(shown) != min(limit, 8) {
			t.Errorf("limit %d: %d shown", limit, len(shown))
		}
		for i, d := range shown {
			if d.Pos != At(2*i) {
				t.Errorf("limit %d: error %d is that of byte %d", limit, i, d.Pos.Offset())
			}
		}
		if more := strings.Contains(printed(l), "not shown"); more != (limit < 8) {
			t.Errorf("limit %d: %s", limit, printed(l))
		}
	}
}

// TestOneMore checks that one is not "errors", and that JSON says so too.
func TestOneMore(t *testing.T) {
	l := NewList(NewFile("f", "x\ny\nz\n"))
	l.Limit = 2
	for i := range 3 {
		l.Errorf(At(2*i), "e", "m")
	}
	if got := printed(l); !strings.HasSuffix(got, "\nf: 1 more error not shown\n") {
		t.Errorf("got %s", got)
	}
	var b strings.Builder
	if err := l.PrintJSON(&b); err != nil {
		t.Fatal(err)
	}
	if want := `{"file":"f","line":0,"col":0,"severity":"note","code":"limit","message":"1 more error not shown"}`; !strings.HasSuffix(b.String(), "}\n"+want+"\n") {
		t.Errorf("got %s", b.String())
	}
}

func TestJSON(t *testing.T) {
	l := NewList(NewFile("a\"b", "x"))
	l.Add(Diagnostic{Pos: At(0), Code: "c", Msg: "m <>", Hint: "h", Severity: Note})
	l.Add(Diagnostic{Severity: Warning, Code: "d", Msg: "n"})
	var b strings.Builder
	if err := l.PrintJSON(&b); err != nil {
		t.Fatal(err)
	}
	want := `{"file":"a\"b","line":0,"col":0,"severity":"warning","code":"d","message":"n"}` + "\n" +
		`{"file":"a\"b","line":1,"col":1,"severity":"note","code":"c","message":"m \u003c\u003e","hint":"h"}` + "\n"
	if b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	l := NewList(NewFile("f", "a\nb\nc\n"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 50 {
				l.Errorf(At(i%6), "e", "%d of %d", j, i)
				_ = l.File.Line(At(i % 6))
				_ = l.Errors()
			}
		})
	}
	wg.Wait()
	if l.Errors() != 400 {
		t.Errorf("%d errors", l.Errors())
	}
}

// TestLineEnds counts lines that end in each of the three ways.
func TestLineEnds(t *testing.T) {
	f := NewFile("t.ptx", "a\rb\r\nc\nd\r")
	for offset, want := range map[int]Position{0: {"t.ptx", 1, 1}, 2: {"t.ptx", 2, 1}, 3: {"t.ptx", 2, 2}, 5: {"t.ptx", 3, 1}, 7: {"t.ptx", 4, 1}} {
		if got := f.Position(At(offset)); got != want {
			t.Errorf("offset %d is at %v, want %v", offset, got, want)
		}
	}
	for n, want := range []string{"", "a", "b", "c", "d", ""} {
		if got := f.LineText(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
}
