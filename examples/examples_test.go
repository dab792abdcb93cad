// Package examples holds tests of the examples as documents: their Go code is
// current, and what the READMEs quote is what the files say.
package examples

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/driver"
)

// folders lists the examples: the folders with PTX.
func folders(t *testing.T) []string {
	t.Helper()
	kernels, err := filepath.Glob("*/*.ptx")
	if err != nil || len(kernels) == 0 {
		t.Fatalf("no kernels found: %v", err)
	}
	for i, k := range kernels {
		kernels[i] = filepath.Dir(k)
	}
	return slices.Compact(kernels)
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var directive = regexp.MustCompile(`(?m)^//go:generate go tool ptx2go (.*)$`)

var word = regexp.MustCompile(`"[^"]*"|\S+`)

// words are the arguments of a go:generate line.
func words(line string) []string {
	list := word.FindAllString(line, -1)
	for i, w := range list {
		list[i] = strings.Trim(w, `"`)
	}
	return list
}

// TestGenerated runs the go:generate lines of every example with -check, which
// fails where the committed file is not what the command would write.
func TestGenerated(t *testing.T) {
	for _, dir := range folders(t) {
		t.Run(dir, func(t *testing.T) {
			lines := directive.FindAllStringSubmatch(read(t, filepath.Join(dir, "doc.go")), -1)
			if lines == nil {
				t.Fatal("doc.go has no go:generate line for ptx2go")
			}
			t.Chdir(dir)
			t.Setenv("GOPACKAGE", dir)
			for _, m := range lines {
				var out, errs strings.Builder
				args := append([]string{"-check"}, words(m[1])...)
				if status := driver.Main(context.Background(), args, driver.Stdio{In: strings.NewReader(""), Out: &out, Err: &errs}); status != 0 {
					t.Errorf("ptx2go %s: status %d\n%s%s", strings.Join(args, " "), status, out.String(), errs.String())
				}
			}
		})
	}
}

var update = flag.Bool("update", false, "rewrite the functions that the READMEs quote")

// quote is a block of code behind a comment that says which file it is from,
// and which functions of it where it is Go.
var quote = regexp.MustCompile("(?s)(<!-- from (\\S+)((?: \\w+)*) -->\n```\\w*\n)(.*?)```")

// TestQuotes compares what the READMEs quote with the files. In quotes of PTX,
// lines of three dots stand for what is left out.
func TestQuotes(t *testing.T) {
	readmes := []string{"../README.md", "../docs/GUIDE.md"}
	for _, dir := range folders(t) {
		readmes = append(readmes, filepath.Join(dir, "README.md"))
	}
	quotes := 0
	for _, path := range readmes {
		text := read(t, path)
		now := quote.ReplaceAllStringFunc(text, func(block string) string {
			quotes++
			m := quote.FindStringSubmatch(block)
			source := read(t, filepath.Join("..", filepath.FromSlash(m[2])))
			funcs := strings.Fields(m[3])
			if len(funcs) == 0 {
				for part := range strings.SplitSeq(m[4], "\n...\n") {
					if part = strings.TrimSpace(part); part == "" || !strings.Contains(source, part) {
						t.Errorf("%s quotes this from %s, which does not say so:\n%s", path, m[2], part)
					}
				}
				return block
			}
			var want []string
			for _, name := range funcs {
				want = append(want, function(t, source, name))
			}
			return m[1] + strings.Join(want, "\n") + "```"
		})
		if now == text {
			continue
		}
		if !*update {
			t.Errorf("what %s quotes is not current: run go test ./examples -update", path)
			continue
		}
		if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if quotes < 3 {
		t.Errorf("%d quotes found, want at least 3", quotes)
	}
}

// function returns the text of a function of a Go file.
func function(t *testing.T, source, name string) string {
	t.Helper()
	start := strings.Index(source, "\nfunc "+name+"(") + 1
	end := strings.Index(source[start:], "\n}\n")
	if start == 0 || end < 0 {
		t.Fatalf("no function %s found", name)
	}
	return source[start:][:end+len("\n}\n")]
}

// TestListed makes sure that the README of the project names every example.
func TestListed(t *testing.T) {
	readme := read(t, "../README.md")
	for _, dir := range folders(t) {
		if !strings.Contains(readme, "(examples/"+dir+")") {
			t.Errorf("README.md has no link to examples/%s", dir)
		}
	}
}
