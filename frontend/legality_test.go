package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// rule is a rule of the manual; all of them, one row each, are in testdata/legality, a file for
// each of its chapters. A row is
//
//	-- what the rule says (6.0, sm_60)
//	the text, with the place that is reported in «marks»
//	error: what is said
//	hint: and how to mend it
//
// A row without "error:", "warning:" or "note:" is accepted in silence. Text that begins
// with a tab stands in the kernel below; other text is a module, which gets a
// .version and a .target where it has none. The version and the target in
// parentheses are for both. Lines that begin with == are headings: the sections
// of the manual.
type rule struct {
	section, name string
	version       string
	target        string
	text          string
	want          []string // the lines with error:, warning:, note: and hint:
}

// leastRules are how many rows there are at least, so that none gets lost.
const leastRules = 696

// rulePrelude is what the statements of a row can use, before and in the kernel
// around them.
const rulePrelude = `.global .align 4 .u32 g;
.global .align 8 .b8 gb[64];
.global .v4 .f32 gv[2];
.const .align 4 .f32 c[4];
.shared .align 4 .u32 sh;
.shared .align 16 .b8 sb[64];
.extern .shared .align 16 .b8 dyn[];
.func fvoid() { ret; }
.func (.param .b32 r) fone(.param .b32 a) { ret; }
.func (.reg .b32 r) freg(.reg .b32 a, .reg .f32 b) { mov.b32 r, a; ret; }
.func fbytes(.param .align 8 .b8 a[16]) { ret; }
.func fva(.param .b32 a, .param .align 8 .b8 v[]) { ret; }
.entry other() { ret; }
`

// ruleKernel is the head of the kernel; the verb is for its name.
const ruleKernel = `.visible .entry %s(.param .u64 p, .param .u32 n, .param .align 16 .b8 s[32], .param .texref tx)
{
	.reg .pred %%p<9>;
	.reg .b8 %%b<9>;
	.reg .b16 %%rs<9>;
	.reg .b32 %%r<20>;
	.reg .s32 %%si<9>;
	.reg .u32 %%ui<9>;
	.reg .b64 %%rd<20>;
	.reg .s64 %%sd<9>;
	.reg .f16 %%hf<9>;
	.reg .f16x2 %%hh<9>;
	.reg .f32 %%f<9>;
	.reg .f64 %%fd<9>;
	.reg .v2 .f32 %%v2f;
	.reg .v4 .f32 %%v4f;
	.reg .v4 .u32 %%v4u;
	.local .align 8 .b8 loc[16];
	.param .b32 pa;
	.param .align 8 .b8 pb[16];
`

var ruleHead = regexp.MustCompile(`^-- (.*?)(?: \(([0-9.]+), (sm_\w+)\))?$`)

// source returns the module of a row.
func (r *rule) source() string {
	text := strings.NewReplacer("«", "", "»", "").Replace(r.text)
	head := ""
	if !strings.Contains(text, ".version") && !strings.Contains(text, ".target") {
		head = fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n", r.version, r.target)
	}
	if strings.HasPrefix(text, "\t") {
		return head + rulePrelude + fmt.Sprintf(ruleKernel, "k") + text + "\tret;\n}\n"
	}
	return head + text
}

// reported returns the row as it should be written: the text with marks at what
// is reported and the lines that say it.
func (r *rule) reported() (text string, lines []string) {
	src := r.source()
	_, l := run(src)
	text = strings.NewReplacer("«", "", "»", "").Replace(r.text)
	at := strings.Index(src, text)
	ds := l.Sorted()
	for i := len(ds) - 1; i >= 0; i-- {
		d := ds[i]
		if i > 0 && ds[i-1].Pos == d.Pos {
			continue // one mark for both
		}
		from := d.Pos.Offset() - at
		if from < 0 || from > len(text) {
			lines = append([]string{fmt.Sprintf("elsewhere: %s", l.File.Position(d.Pos))}, lines...)
			continue
		}
		to := min(from+max(d.Len, 1), len(text))
		if nl := strings.IndexByte(text[from:], '\n'); nl >= 0 {
			to = min(to, from+max(nl, 0))
		}
		text = text[:from] + "«" + text[from:to] + "»" + text[to:]
	}
	for _, d := range ds {
		lines = append(lines, d.Severity.String()+": "+d.Msg)
		if d.Hint != "" {
			lines = append(lines, "hint: "+d.Hint)
		}
	}
	return text, lines
}

// parseRules reads a file of rows.
func parseRules(t *testing.T, src string) (rules []*rule) {
	section := ""
	var cur *rule
	for i, line := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
		switch m := ruleHead.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "== "):
			section, cur = line[3:], nil
		case m != nil:
			cur = &rule{section: section, name: m[1], version: "8.0", target: "sm_80"}
			if m[2] != "" {
				cur.version, cur.target = m[2], m[3]
			}
			rules = append(rules, cur)
		case line == "":
		case cur == nil:
			t.Fatalf("line %d belongs to no row", i+1)
		case strings.HasPrefix(line, "error: "), strings.HasPrefix(line, "warning: "), strings.HasPrefix(line, "note: "), strings.HasPrefix(line, "hint: "),
			strings.HasPrefix(line, "elsewhere: "):
			cur.want = append(cur.want, line)
		default:
			cur.text += line + "\n"
		}
	}
	return rules
}

// formatRules writes rows as parseRules reads them.
func formatRules(rules []*rule) string {
	var b strings.Builder
	section := ""
	for i, r := range rules {
		if r.section != section {
			section = r.section
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "== %s\n", section)
		}
		b.WriteString("-- " + r.name)
		if r.version != "8.0" || r.target != "sm_80" {
			fmt.Fprintf(&b, " (%s, %s)", r.version, r.target)
		}
		b.WriteString("\n" + r.text)
		for _, w := range r.want {
			b.WriteString(w + "\n")
		}
	}
	return b.String()
}

// TestLegality checks every row.
func TestLegality(t *testing.T) {
	files, err := filepath.Glob("testdata/legality/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/legality")
	}
	total := 0
	for _, path := range files {
		rules := parseRules(t, readFile(t, path))
		total += len(rules)
		names := map[string]bool{}
		for _, r := range rules {
			if names[r.name] {
				t.Errorf("%s: two rows are called %q", path, r.name)
			}
			names[r.name] = true
			text, lines := r.reported()
			if *update {
				r.text, r.want = text, lines
				continue
			}
			if text != r.text || strings.Join(lines, "\n") != strings.Join(r.want, "\n") {
				t.Errorf("%s: %s, %s:\n%s%s\nwant\n%s%s", filepath.Base(path), r.section, r.name,
					text, strings.Join(lines, "\n"), r.text, strings.Join(r.want, "\n"))
			}
		}
		if *update {
			if err := os.WriteFile(path, []byte(formatRules(rules)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if total < leastRules {
		t.Errorf("%d rows, want at least %d", total, leastRules)
	}
}

// TestAllErrorsOfOneRun makes one module of all rows whose statements are
// rejected, a kernel of each: what is wrong with each must be reported there as
// well.
func TestAllErrorsOfOneRun(t *testing.T) {
	files, _ := filepath.Glob("testdata/legality/*.txt")
	src := ".version 8.0\n.target sm_80\n.address_size 64\n" + rulePrelude
	var want []string
	kernels := 0
	for _, path := range files {
		for _, r := range parseRules(t, readFile(t, path)) {
			if !strings.HasPrefix(r.text, "\t") || r.version != "8.0" || r.target != "sm_80" {
				continue
			}
			text := strings.NewReplacer("«", "", "»", "").Replace(r.text)
			src += fmt.Sprintf(ruleKernel, fmt.Sprintf("k%d", kernels)) + text + "\tret;\n}\n"
			kernels++
			for _, w := range r.want {
				if msg, ok := strings.CutPrefix(w, "error: "); ok {
					want = append(want, msg)
				}
			}
		}
	}
	f := diag.NewFile("t.ptx", src)
	l := diag.NewList(f)
	l.Limit = 10000
	Check(Parse(f, l), l)
	got := map[string]int{}
	for _, d := range l.Sorted() {
		got[d.Msg]++
	}
	for _, w := range want {
		if got[w]--; got[w] < 0 {
			t.Errorf("not reported: %s", w)
		}
	}
	if len(want) < 200 || l.Errors() != len(want) {
		t.Errorf("%d errors of %d", l.Errors(), len(want))
	}
}
