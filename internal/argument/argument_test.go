package argument

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage parses every example of docs/TABLE.md.
func TestPage(t *testing.T) {
	data, err := os.ReadFile("../../docs/TABLE.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, parse := range map[string]func(string) error{
		"-extern": func(s string) error { _, err := ParseExterns(s); return err },
		"run":     func(s string) error { _, err := ParseRun(s); return err },
		"-var":    func(s string) error { _, _, err := ParseVariable(s); return err },
	} {
		_, block, ok := strings.Cut(string(data), "```arguments "+name+"\n")
		body, _, closed := strings.Cut(block, "```")
		if !ok || !closed || strings.Count(body, "\n") < 2 {
			t.Errorf("no examples of %s", name)
		}
		for line := range strings.Lines(body) {
			expr, meaning, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
			if !ok || strings.TrimSpace(meaning) == "" {
				t.Errorf("%s: %q does not say what it means", name, line)
			}
			if err := parse(expr); err != nil {
				t.Errorf("%s: %s: %v", name, expr, err)
			}
		}
	}
}

func TestParseExterns(t *testing.T) {
	for expr, want := range map[string]string{
		"f":                               `[f]`,
		" f , g=G":                        `[f g=G]`,
		"f(),g":                           `[f() g]`,
		"f=F(a, b int32)":                 `[f=F(a int32, b int32)]`,
		"f(int32, bool,) int":             `[f( int32,  bool)  int]`,
		"f(a int32) (x, y float32), $g_1": `[f(a int32) x float32 y float32 $g_1]`,
		"f(a []int32, b ...x)":            `[f(a []int32, b ...x)]`,
		"Ä=Ö(p.q)":                        `[Ä=Ö( p.q)]`,
		"f=":                              `[f=]`,
	} {
		list, err := ParseExterns(expr)
		if err != nil {
			t.Errorf("%q: %v", expr, err)
			continue
		}
		var got []string
		for _, x := range list {
			s := x.Name.Text
			if x.Var != nil {
				s += "=" + x.Var.Text
			}
			words := func(list []Param, sep string) string {
				var all []string
				for _, p := range list {
					all = append(all, p.Name.Text+" "+p.Type.Text)
				}
				return strings.Join(all, sep)
			}
			if x.Typed {
				s += "(" + words(x.Params, ", ") + ")"
			}
			if len(x.Results) > 0 {
				s += " " + words(x.Results, " ")
			}
			got = append(got, s)
		}
		if g := "[" + strings.Join(got, " ") + "]"; g != want {
			t.Errorf("%q: got %s, want %s", expr, g, want)
		}
	}
}

func TestParseRun(t *testing.T) {
	for expr, want := range map[string]string{
		"f32:-1.5e+3":       "scalar f32 -1.5e+3",
		"u32:0x_ff":         "scalar u32 0x_ff",
		"f32:+inf":          "scalar f32 +inf",
		"f64:.5e-3":         "scalar f64 .5e-3",
		"bytes:00ff":        "bytes 00ff",
		"bytes:ff00":        "bytes ff00",
		"ptr:y":             "pointer y",
		"ptr:%y_1+-8":       "pointer %y_1 -8",
		"buf:u8:@a, b=@c":   "buffer u8 @a, b=@c",
		"y=buf:f32:4":       "y=buffer f32 4",
		"buf:f32:4:zero":    "buffer f32 4",
		"buf:f32:4:iota":    "buffer f32 4 iota",
		"buf=buf:s8:4:-1,2": "buf=buffer s8 4 -1 2",
		"n=u32:1":           "n=scalar u32 1", // for the caller to refuse
		"u32: 1":            "scalar u32 1",
	} {
		r, err := ParseRun(expr)
		if err != nil {
			t.Errorf("%q: %v", expr, err)
		} else if got := show(expr, r); got != want {
			t.Errorf("%q: got %s, want %s", expr, got, want)
		}
	}
}

// show spells what is set. Every word must be where it says.
func show(expr string, r Run) string {
	var all []string
	add := func(w Word) {
		if !strings.HasPrefix(expr[w.At:], w.Text) {
			w.Text += fmt.Sprintf(" is not at %d", w.At)
		}
		if w.Text != "" {
			all = append(all, w.Text)
		}
	}
	name := ""
	if r.Name != nil {
		name = r.Name.Text + "="
	}
	switch {
	case r.Buffer != nil:
		all = append(all, name+"buffer")
		add(r.Buffer.Type)
		if r.Buffer.File != nil {
			add(*r.Buffer.File)
			all[len(all)-1] = "@" + all[len(all)-1]
		}
		add(r.Buffer.Count)
		if r.Buffer.Iota {
			all = append(all, "iota")
		}
		for _, w := range r.Buffer.Fill {
			add(w)
		}
	case r.Pointer != nil:
		all = append(all, name+"pointer")
		add(r.Pointer.Buffer)
		add(r.Pointer.Offset)
	case r.Bytes != nil:
		all = append(all, name+"bytes")
		add(*r.Bytes)
	default:
		all = append(all, name+"scalar")
		add(r.Scalar.Type)
		add(r.Scalar.Number)
	}
	return strings.Join(all, " ")
}

// TestErrors compares what is said about mistakes.
func TestErrors(t *testing.T) {
	run := func(s string) error { _, err := ParseRun(s); return err }
	externs := func(s string) error { _, err := ParseExterns(s); return err }
	variable := func(s string) error { _, _, err := ParseVariable(s); return err }
	for _, c := range []struct {
		parse func(string) error
		expr  string
		want  string
	}{
		{run, "u32", "unexpected end\n\tu32\n\t   ^\n\twant " + wantRun},
		{run, "u32:", "unexpected end\n\tu32:\n\t    ^\n"},
		{run, "", "unexpected end\n\t\n\t^\n"},
		{run, "buf:f32", "unexpected end\n\tbuf:f32\n\t       ^\n"},
		{run, "buf:f32:", "unexpected end\n"},
		{run, "buf:f32:4:1,", "unexpected end\n"},
		{run, "buf:f32:4:1;2", "unexpected \";\"\n\tbuf:f32:4:1;2\n\t           ^\n"},
		{run, "ptr:8", "unexpected \"8\"\n\tptr:8\n\t    ^\n"},
		{run, "ptr:y+", "unexpected end\n"},
		{run, "ptr:y-8", "unexpected \"-\"\n\tptr:y-8\n\t     ^\n"},
		{run, "bytes:", "unexpected end\n"},
		{run, "bytes:00 zz!", "unexpected \"!\"\n"},
		{run, "x.y=buf:f32:1", "unexpected \".\"\n"},
		{run, "ä=ö:,", "unexpected \",\"\n\tä=ö:,\n\t    ^\n"},
		{run, "u32:1\x00", "unexpected \"\\x00\"\n\twant TYPE"},
		{variable, "f32:4", "unexpected \":\"\n\tf32:4\n\t   ^\n\twant " + wantVariable},
		{variable, "v=", "unexpected end\n"},
		{externs, "f g", "unexpected \"g\"\n\tf g\n\t  ^\n\twant the name of a function in the PTX"},
		{externs, "", "unexpected end\n"},
		{externs, "f,,g", "unexpected \",\"\n\tf,,g\n\t  ^\n"},
		{externs, "f(a int32", "unexpected end\n\tf(a int32\n\t         ^\n\twant the signature of a Go function"},
		{externs, "f(a int32, b)", "parameter b has no type\n\tf(a int32, b)\n\t           ^"},
		{externs, "f(a int32, *b)", "a parameter without a name among others that have one\n\tf(a int32, *b)\n\t           ^"},
		{externs, "f(1x)", ""},
	} {
		err := c.parse(c.expr)
		if c.want == "" {
			if err != nil {
				t.Errorf("%q: %v", c.expr, err)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got\n%v\nwant\n%s", c.expr, err, c.want)
		}
	}
}
