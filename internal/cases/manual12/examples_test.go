package manual12

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/driver"
)

// example is an entry of testdata/examples.txt.
type example struct {
	name   string
	line   int // of the name
	keys   map[string][]string
	text   []string
	errors []refusal
}

// refusal is an error at a place of the example.
type refusal struct{ at, says string }

var keyLine = regexp.MustCompile(`^(head|module|setup|after|place|note|error): (.*)$`)

func examples(t *testing.T) []*example {
	t.Helper()
	data, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []*example
	for i, line := range strings.Split(string(data), "\n") {
		name, begins := strings.CutPrefix(line, "=== ")
		switch {
		case begins:
			out = append(out, &example{name: name, line: i + 1, keys: map[string][]string{}})
			continue
		case len(out) == 0 || strings.TrimSpace(line) == "":
			continue
		}
		e := out[len(out)-1]
		m := keyLine.FindStringSubmatch(line)
		switch {
		case m == nil:
			e.text = append(e.text, line)
		case m[1] == "error":
			at, says, ok := strings.Cut(m[2], " => ")
			if !ok {
				t.Fatalf("line %d: want error: TEXT => MESSAGE", i+1)
			}
			e.errors = append(e.errors, refusal{at, says})
		default:
			e.keys[m[1]] = append(e.keys[m[1]], m[2])
		}
	}
	return out
}

// module is the PTX module with the example in it.
func (e *example) module() string {
	head := "1.2 sm_13"
	if h := e.keys["head"]; h != nil {
		head = h[0]
	}
	version, target, _ := strings.Cut(head, " ")
	var b strings.Builder
	write := func(lines []string) {
		for _, l := range lines {
			b.WriteString(l + "\n")
		}
	}
	fmt.Fprintf(&b, ".version %s\n.target %s\n", version, target)
	write(e.keys["module"])
	atModule := e.keys["place"] != nil
	if atModule {
		write(e.text)
	}
	b.WriteString(".entry example\n{\n")
	write(e.keys["setup"])
	if !atModule {
		write(e.text)
	}
	write(e.keys["after"])
	b.WriteString("}\n")
	return b.String()
}

var located = regexp.MustCompile(`(?m)^.*example\.ptx:(\d+):(\d+): error: (.*)$`)

// TestExamples translates every example.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	accepted, refused := 0, 0
	for _, e := range examples(t) {
		if seen[e.name] || len(e.text) == 0 {
			t.Fatalf("line %d: %s is there twice, or empty", e.line, e.name)
		}
		seen[e.name] = true
		if e.errors == nil {
			accepted++
		} else {
			refused++
		}
		t.Run(e.name, func(t *testing.T) {
			src := e.module()
			file := filepath.Join(t.TempDir(), "example.ptx")
			if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			status := driver.Main(context.Background(), []string{"-o", "-", "-pkg", "example", file}, driver.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
			got := located.FindAllStringSubmatch(stderr.String(), -1)
			if (status == 0) != (len(got) == 0) || (status == 0) != strings.Contains(stdout.String(), "DO NOT EDIT") {
				t.Fatalf("line %d: status %d\n%s", e.line, status, stderr.String())
			}
			lines := strings.Split(src, "\n")
			for i, g := range got {
				line, _ := strconv.Atoi(g[1])
				col, _ := strconv.Atoi(g[2])
				at := lines[line-1][col-1:]
				if i >= len(e.errors) || !strings.HasPrefix(at, e.errors[i].at) || !strings.Contains(g[3], e.errors[i].says) {
					t.Errorf("line %d: not expected:\nerror: %s => %s", e.line, at, g[3])
				}
			}
			if len(got) < len(e.errors) {
				t.Errorf("line %d: not reported: %v", e.line, e.errors[len(got):])
			}
		})
	}
	t.Logf("%d examples are translated, %d refused", accepted, refused)
	if accepted < 90 {
		t.Errorf("only %d examples are translated", accepted)
	}
}
