package driver

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// browser is what opens pages; the test is skipped where there is none.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("SKIPPED: no chromium opens the page of -html")
	return ""
}

// opened returns what a script finds in a page, behind the page's own: it calls done with it.
func opened(t *testing.T, page, fragment, script string, result any) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const done = `const done = (x) => { document.body.replaceChildren(); document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent: JSON.stringify(x) })); };`
	changed := filepath.Join(t.TempDir(), "page.html")
	add := "<script>" + done + "try {" + script + "} catch (e) { done(e.stack); }</script></body>"
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), "</body>", add, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	// As root there is no sandbox; what is shown is our own.
	cmd := exec.CommandContext(t.Context(), browser(t), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--window-size=1440,900", "--virtual-time-budget=10000", "--dump-dom", "file://"+changed+fragment)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	_, rest, _ := strings.Cut(string(out), `<pre id="result">`)
	found, _, ok := strings.Cut(rest, "</pre>")
	if !ok {
		t.Fatalf("the script has found nothing: %.2000s", out)
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(found)), result); err != nil {
		t.Fatalf("%v: %s", err, found)
	}
}

// longKernel is PTX of some thousand lines: rounds of loads, arithmetic under guards, branches and barriers.
func longKernel(rounds int) string {
	var b strings.Builder
	b.WriteString(".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry long(.param .u64 p, .param .u32 n)\n{\n" +
		"\t.shared .align 4 .b8 sh[1024];\n\t.reg .pred %p<9>;\n\t.reg .b32 %r<99>;\n\t.reg .f32 %f<99>;\n\t.reg .b64 %rd<99>;\n" +
		"\tld.param.u64 %rd1, [p];\n\tld.param.u32 %r1, [n];\n\tcvta.to.global.u64 %rd2, %rd1;\n\tmov.u32 %r2, %tid.x;\n" +
		"\tmov.u32 %r3, sh;\n\tshl.b32 %r4, %r2, 2;\n\tadd.s32 %r5, %r3, %r4;\n\tmul.wide.u32 %rd3, %r2, 4;\n\tadd.s64 %rd4, %rd2, %rd3;\n\tmov.u32 %r6, 0;\n")
	for i := range rounds {
		fmt.Fprintf(&b, "\tld.global.f32 %%f1, [%%rd4];\n\tadd.rn.f32 %%f2, %%f1, 0f3F8%05X;\n\tmul.rn.f32 %%f3, %%f2, %%f1;\n\tst.shared.f32 [%%r5], %%f3;\n", i)
		fmt.Fprintf(&b, "\tbar.sync 0;\n\txor.b32 %%r7, %%r2, %d;\n\tand.b32 %%r7, %%r7, 255;\n\tshl.b32 %%r8, %%r7, 2;\n\tadd.s32 %%r9, %%r3, %%r8;\n", i%31+1)
		fmt.Fprintf(&b, "\tld.shared.f32 %%f4, [%%r9];\n\tsetp.lt.u32 %%p1, %%r2, %d;\n\t@%%p1 bra L%d;\n\tfma.rn.f32 %%f4, %%f4, %%f3, %%f1;\nL%d:\n", i%200+7, i, i)
		fmt.Fprintf(&b, "\tsetp.gt.u32 %%p2, %%r1, %d;\n\t@%%p2 add.u32 %%r6, %%r6, %d;\n\tst.global.f32 [%%rd4], %%f4;\n\tbar.sync 0;\n", i, i+1)
	}
	b.WriteString("\tcvt.rn.f32.u32 %f9, %r6;\n\tst.global.f32 [%rd4], %f9;\n\tret;\n}\n")
	return b.String()
}

// pageOf writes the page of a PTX text.
func pageOf(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	in, page := filepath.Join(dir, "long.ptx"), filepath.Join(dir, "page.html")
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, err := runMain(t, "-asm=off", "-simd=on", "-pkg", "p", "-html", page, "-o", filepath.Join(dir, "k.go"), in); status != exitOK {
		t.Fatal(err)
	}
	return page
}

// click is what is lit when something was clicked: the PTX lines and the Go lines, and the text of the Go.
type click struct {
	Of  []int // statements of what was clicked
	PTX []int
	Go  []string // line and columns
}

// TestBrowser opens the page of a kernel of two thousand lines, clicks on instructions and on Go, and
// compares what is lit with what the page was given. PTX and Go of the kernel are side by side.
func TestBrowser(t *testing.T) {
	browser(t)
	text := longKernel(112)
	if n := strings.Count(text, "\n"); n < 2000 {
		t.Fatalf("only %d lines", n)
	}
	page := pageOf(t, text)
	var got struct {
		PTX, Go struct{ Left, Right, Top float64 } // of their first lines of the kernel
		SSA     bool                               // is open
		Width   float64
		Clicks  []click
		Keys    []int // line of the PTX after j, of the Go after l
		Cleared int
	}
	opened(t, page, "", `
		const column = (key) => document.querySelector('[data-key="' + key + '"]');
		const place = (key, text) => {
			const li = [...column(key).querySelectorAll("li")].find((li) => li.textContent.includes(text)), r = li.getBoundingClientRect();
			return { Left: r.left, Right: column(key).getBoundingClientRect().right, Top: r.top };
		};
		const lit = (key, f) => [...column(key).querySelectorAll("b[class*=lit]")].map(f);
		const offset = (b) => { const r = new Range(); r.setStart(b.parentElement, 0); r.setEndBefore(b); return r.toString().length; };
		const clicks = [];
		const press = (b) => {
			clear();
			b.dispatchEvent(new MouseEvent("click", { bubbles: true }));
			clicks.push({
				Of: b.ids,
				PTX: lit("ptx", (b) => b.ids[0]),
				Go: lit("go0", (b) => [b.closest("li").number, offset(b), offset(b) + b.textContent.length].join(" ")),
			});
		};
		const found = { PTX: place("ptx", ".entry long"), Go: place("go0", "func long"), SSA: main.classList.contains("ssa"), Width: innerWidth, Clicks: clicks };
		[...column("ptx").querySelectorAll("b")].filter((b, i) => i % 37 === 1).forEach(press);
		[...column("go0").querySelectorAll("b")].filter((b, i) => i % 101 === 1).forEach(press);
		const key = (k) => document.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true }));
		key("Escape");
		found.Cleared = document.querySelectorAll("b[class*=lit]").length;
		activate(column("ptx"));
		key("j"); key("j"); key("j");
		found.Keys = [here.number];
		key("l");
		found.Keys.push(here.number);
		done(found);`, &got)
	if got.PTX.Top > 200 || got.Go.Top > 860 || got.PTX.Left < 0 || got.Go.Right > got.Width || got.Go.Left > 1000 || got.SSA {
		t.Errorf("PTX and Go are not side by side at first: %+v", got)
	}
	d := pageData(t, page)
	if len(got.Clicks) < 60 {
		t.Errorf("only %d clicks", len(got.Clicks))
	}
	some := 0
	for _, c := range got.Clicks {
		var spans []string
		for _, s := range d.Go[0].Spans {
			if slices.ContainsFunc(d.Sets[s[3]], func(id int) bool { return slices.Contains(c.Of, id) }) {
				spans = append(spans, fmt.Sprint(s[0], " ", s[1], " ", s[2]))
			}
		}
		want := slices.Sorted(slices.Values(c.Of))
		slices.Sort(c.PTX)
		if !slices.Equal(c.PTX, want) {
			t.Errorf("a click on %v lights the instructions %v", c.Of, c.PTX)
		}
		// What is folded away is not lit.
		if len(c.Go) > 0 {
			some++
		}
		for _, s := range c.Go {
			if !slices.Contains(spans, s) {
				t.Errorf("a click on %v lights %s", c.Of, s)
			}
		}
		if len(c.Go) != len(spans) {
			t.Errorf("a click on %v lights %d pieces of Go, not %d", c.Of, len(c.Go), len(spans))
		}
	}
	if some < len(got.Clicks)*9/10 {
		t.Errorf("%d of %d clicks light Go", some, len(got.Clicks))
	}
	if got.Cleared != 0 || len(got.Keys) != 2 || got.Keys[0] < 5 || got.Keys[1] == 0 {
		t.Errorf("the keys lead to %v, %d stay lit", got.Keys, got.Cleared)
	}

	// The address leads to a line.
	n := 1 + strings.Count(text[:strings.Index(text, "fma.rn")], "\n")
	var lit []string
	opened(t, page, fmt.Sprint("#ptx-", n), `done([...document.querySelectorAll("[data-key=ptx] b[class*=lit], [data-key=go0] b[class*=lit]")].map((b) => b.textContent));`, &lit)
	if len(lit) < 2 || lit[0] != "fma.rn.f32 %f4, %f4, %f3, %f1" || !slices.ContainsFunc(lit, func(s string) bool { return strings.Contains(s, "FmaF32") }) {
		t.Errorf("line %d lights %q", n, lit)
	}
}

// pageData is what the script of a page is given.
func pageData(t *testing.T, path string) (d shownPage) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "const data = ")
	text, _, _ := strings.Cut(rest, ";</script>")
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return d
}
