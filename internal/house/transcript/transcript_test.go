package transcript

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/goversion"
)

var update = flag.Bool("update", false, "write what comes out into the documents, but for lines that the pattern of a document still fits")

const root = "../../.."

// A step is a block of a document.
type step struct {
	begin, end int    // the lines inside of the fence
	file       string // of a block that is a file
	commands   []command
}

// A command is a line that begins with $, and what comes out behind it.
type command struct {
	line string
	want []string
}

// file is the line in front of a block that is a file.
var file = regexp.MustCompile(`^<!-- file (\S+) -->$`)

// parse finds the blocks of a document.
func parse(lines []string) ([]step, error) {
	var steps []step
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		kind := lines[i][3:]
		s := step{begin: i + 1}
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		if i == len(lines) {
			return nil, fmt.Errorf("line %d: the block has no end", s.begin)
		}
		s.end = i
		if m := file.FindStringSubmatch(lines[max(s.begin-2, 0)]); m != nil {
			s.file = m[1]
		} else if kind == "console" {
			for _, l := range lines[s.begin:s.end] {
				if c, ok := strings.CutPrefix(l, "$ "); ok {
					s.commands = append(s.commands, command{line: c})
				} else if n := len(s.commands); n > 0 {
					s.commands[n-1].want = append(s.commands[n-1].want, l)
				} else {
					return nil, fmt.Errorf("line %d: output of no command", s.begin+1)
				}
			}
		}
		if s.file != "" || s.commands != nil {
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// fits reports whether output is what a document says: "..." in a line stands for any text of a line, a
// line of it for any lines.
func fits(want []string, output string) bool {
	var b strings.Builder
	b.WriteString(`^`)
	for _, l := range want {
		if l == "..." {
			b.WriteString(`(?:.*\n)*?`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(l), `\.\.\.`, `.*`) + `\n`)
	}
	b.WriteString(`$`)
	return regexp.MustCompile(b.String()).MatchString(output)
}

// environment is that of a person who has Go and this repository's address.
func environment(t *testing.T, home string) []string {
	t.Helper()
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	// A file, since git does not hand settings of the environment on to the other side of a clone.
	config := filepath.Join(home, ".gitconfig")
	text := fmt.Sprintf("[url %q]\n\tinsteadOf = https://github.com/ptx2go/ptx2go\n[safe]\n\tdirectory = *\n", top)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + home, "GIT_CONFIG_GLOBAL=" + config, "PTX2GO_LONG=", "GOWORK=off", "GOFLAGS=", "LC_ALL=C"}
	names := []string{"GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"}
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range strings.Split(string(out), "\n")[:len(names)] { // a line each, also an empty one
		env = append(env, names[i]+"="+value)
	}
	return append(os.Environ(), env...)
}

// run runs a document in a shell that stays in the folder it has changed to, and returns the document with
// what came out where that was something else.
func run(t *testing.T, lines []string) []string {
	t.Helper()
	steps, err := parse(lines)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	dir, env := home, environment(t, home)
	var now []string
	at := 0
	for _, s := range steps {
		now = append(now, lines[at:s.begin]...)
		at = s.end
		if s.file != "" {
			path := filepath.Join(dir, s.file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Join(lines[s.begin:s.end], "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			now = append(now, lines[s.begin:s.end]...)
			continue
		}
		for _, c := range s.commands {
			now = append(now, "$ "+c.line)
			cmd := exec.CommandContext(t.Context(), "bash", "-c", c.line+"\nstatus=$?; pwd >&3; exit $status")
			cmd.Dir, cmd.Env = dir, env
			folder, err := os.Create(filepath.Join(home, ".pwd"))
			if err != nil {
				t.Fatal(err)
			}
			cmd.ExtraFiles = []*os.File{folder}
			out, err := cmd.CombinedOutput()
			folder.Close()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(folder.Name()); err == nil && len(text) > 0 {
				dir = strings.TrimSpace(string(text))
			}
			output := strings.ReplaceAll(string(out), home, "~")
			if output != "" && !strings.HasSuffix(output, "\n") {
				output += "\n"
			}
			if fits(c.want, output) {
				now = append(now, c.want...)
				continue
			}
			if !*update {
				t.Errorf("$ %s\n%s\nwant:\n%s", c.line, output, strings.Join(c.want, "\n"))
			}
			now = append(now, strings.Split(strings.TrimSuffix(output, "\n"), "\n")...)
		}
	}
	return append(now, lines[at:]...)
}

// TestDocuments runs the documents.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	if version.Compare(version.Lang(runtime.Version()), goversion.Latest) < 0 {
		t.Skip("SKIPPED: ptx2go cover needs profiles of " + goversion.Latest)
	}
	for _, tool := range []string{"git", "bash", "clang-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s", tool)
		}
	}
	for _, name := range []string{"FIRST_HOUR.md"} {
		path := filepath.Join(root, "docs", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		now := []byte(strings.Join(run(t, strings.Split(string(text), "\n")), "\n"))
		if *update && !bytes.Equal(now, text) {
			if err := os.WriteFile(path, now, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFits: what a document leaves open may be anything, and nothing else.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		want   []string
		output string
		fits   bool
	}{
		{nil, "", true},
		{nil, "a\n", false},
		{[]string{"a"}, "a\n", true},
		{[]string{"a"}, "ab\n", false},
		{[]string{"a...c"}, "abbc\n", true},
		{[]string{"a...c"}, "ab\nc\n", false},
		{[]string{"a", "...", "c"}, "a\nc\n", true},
		{[]string{"a", "...", "c"}, "a\nb\nb\nc\n", true},
		{[]string{"a", "...", "c"}, "a\nb\nd\n", false},
		{[]string{"a.c"}, "abc\n", false},
	} {
		if got := fits(c.want, c.output); got != c.fits {
			t.Errorf("%q, %q: %v", c.want, c.output, got)
		}
	}
}

// TestParse: a document without an end of a block, or with output of no command, is refused.
func TestParse(t *testing.T) {
	const text = "# A\n\n<!-- file a/b.go -->\n```go\npackage b\n```\n\n```console\n$ x\ny\nz\n$ w\n```\n\n```go\nnot run\n```\n"
	steps, err := parse(strings.Split(text, "\n"))
	if err != nil || len(steps) != 2 || steps[0].file != "a/b.go" || len(steps[1].commands) != 2 || len(steps[1].commands[0].want) != 2 {
		t.Errorf("%+v, %v", steps, err)
	}
	for _, bad := range []string{"```console\n$ x\n", "```console\ny\n```\n"} {
		if _, err := parse(strings.Split(bad, "\n")); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
