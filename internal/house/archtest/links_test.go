package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// link is a link of Markdown to a file of the repository.
var link = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)

// code is what is no link in Markdown, whatever it looks like.
var code = regexp.MustCompile("(?s)```.*?```|`[^`]*`")

// TestLinks checks that links of documents lead to files that there are.
func TestLinks(t *testing.T) {
	n := 0
	for _, f := range tree(t) {
		if filepath.Ext(f) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(read(t, f)), ""), -1) {
			n++
			if _, err := os.Stat(filepath.Join(root(t), filepath.Dir(f), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", f, m[1], err)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d links found", n)
	}
}
