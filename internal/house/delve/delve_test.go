package delve

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/vectors"
)

var update = flag.Bool("update", false, "rewrite "+golden)

// builds are what the kernels are generated as, and how the program is built then.
var builds = []program{
	{"ptx", []string{"-line=ptx"}, debugged},
	{"cuda", []string{"-line=cuda"}, debugged},
	{"optimised", []string{"-line=ptx"}, nil},
	{"assembly", nil, nil},
	{"profiled", []string{"-line=cuda", "-asm=on"}, nil},
}

type program struct {
	name   string
	flags  []string // of ptx2go
	goArgs []string // of go build
}

// debugged is how delve builds programs.
var debugged = []string{"-gcflags=all=-N -l"}

// sessions are commands of delve, by build and kernel.
var sessions = []struct{ build, kernel, commands string }{
	{"ptx", "vadd", "break kernels.ptx:%ld.global.f32 \t%f1, [%rd8]; continue; next; print r1; print f1; continue; condition 1 r1 == 77; continue; print tx"},
	{"cuda", "vadd", "break kernels.cu:19; continue; print r1; break kernels.cu:5; continue; next"},
	{"ptx", "total", "break kernels.ptx:%bar.sync; continue; break kernels.ptx:%ld.shared.f32 \t%f2; continue; next; print f2; print tx; bt 1"},
	{"cuda", "total", "break kernels.cu:30; continue; print tx; continue; clearall; break kernels.cu:34; continue"},
	{"cuda", "both", "break kernels.cu:9; continue; continue; stack 2"},
	{"optimised", "vadd", "break kernels.ptx:%st.global.f32 \t[%rd10]; continue"},
	{"assembly", "vadd", "break kernels.ptx:%st.global.f32 \t[%rd10]; continue"},
	{"profiled", "vadd", "break kernels.cu:19; continue"},
	{"profiled", "total", "break kernels.cu:30; continue"},
}

// pathsOfLines is whether programs know the paths of the files of //line directives: before Go 1.27 they know
// names, so that delve stops where it should and does not show the text.
var pathsOfLines = version.Compare(version.Lang(runtime.Version()), goversion.Latest) >= 0

// texts are the lines of a transcript with the text of a file.
var texts = regexp.MustCompile(`(?m)^=>.*\n`)

// golden is what TestStops sees.
const golden = "testdata/transcript.txt"

// TestStops compares what delve says with the transcript.
func TestStops(t *testing.T) {
	dlv := find(t)
	dir := t.TempDir()
	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var all strings.Builder
	done := map[string]bool{}
	for _, s := range sessions {
		name := fmt.Sprintf("# %s: %s\n", s.build, s.kernel)
		t.Run(s.build+"/"+s.kernel, func(t *testing.T) {
			if s.build == "profiled" && !pathsOfLines {
				t.Skip("SKIPPED: before " + goversion.Latest + " lines of assembly have another path than those of Go")
			}
			if s.build == "assembly" || s.build == "profiled" {
				if _, err := vectors.Lanes(t.Context()); errors.Is(err, vectors.ErrUnavailable) {
					t.Skip("SKIPPED:", err)
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if !done[s.build] {
				build(t, dir, s.build)
				done[s.build] = true
			}
			var got strings.Builder
			d := start(t, dlv, filepath.Join(dir, s.build, "program"), s.kernel)
			for c := range strings.SplitSeq(s.commands, "; ") {
				c = atLine(t, c)
				fmt.Fprintf(&got, "(dlv) %s\n%s", strings.ReplaceAll(c, "\t", " "), d.shown(d.do(c)))
			}
			d.end()
			all.WriteString(name + got.String() + "\n")
			_, want, _ := strings.Cut(string(text), name)
			want, _, _ = strings.Cut(want, "\n# ")
			if !pathsOfLines {
				want = texts.ReplaceAllString(want, "")
			}
			if strings.TrimSpace(got.String()) != strings.TrimSpace(want) && !*update {
				t.Errorf("the transcript is another one (-update writes it):\n%s", got.String())
			}
		})
	}
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEveryLine stops at each line of the PTX, and of the source, of which there is code: all of
// it is executed. Where the Go compiler optimises it may have none.
func TestEveryLine(t *testing.T) {
	dlv := find(t)
	dir := t.TempDir()
	for _, name := range []string{"ptx", "optimised", "cuda"} {
		build(t, dir, name)
		for kernel, goFunc := range map[string]string{"vadd": "vadd", "total": "total", "both": "both"} {
			d := start(t, dlv, filepath.Join(dir, name, "program"), kernel)
			open := map[string]string{} // by number of the breakpoint
			for _, at := range codeLines(t, filepath.Join(dir, name, "kernels_ptx.go"), goFunc) {
				out := d.do("break " + at)
				m := regexp.MustCompile(`Breakpoint (\d+) set at`).FindStringSubmatch(out)
				if m == nil && name == "optimised" && strings.Contains(out, "could not find statement") {
					continue // the compiler has moved it into another line, or left it out
				}
				if m == nil {
					t.Errorf("%s, %s: break %s: %s", name, kernel, at, out)
					continue
				}
				open[m[1]] = at
			}
			if len(open) < 5 {
				t.Errorf("%s, %s: only %d lines have code", name, kernel, len(open))
			}
			for len(open) > 0 {
				out := d.do("continue")
				hits := regexp.MustCompile(`> \[Breakpoint (\d+)\]`).FindAllStringSubmatch(out, -1)
				if hits == nil {
					break
				}
				for _, h := range hits {
					if open[h[1]] != "" {
						delete(open, h[1])
						d.do("clear " + h[1])
					}
				}
			}
			for _, at := range open {
				t.Errorf("%s, %s: no stop at %s", name, kernel, at)
			}
			d.end()
		}
	}
}

// find returns delve.
func find(t *testing.T) string {
	t.Helper()
	path := os.Getenv("PTX2GO_DLV")
	if path == "" {
		var err error
		if path, err = exec.LookPath("dlv"); err != nil {
			t.Skip("SKIPPED: needs delve: go install github.com/go-delve/delve/cmd/dlv@v1.27.0, and PTX2GO_DLV or PATH")
		}
	}
	return path
}

// build generates the kernels in a way, and builds the program that runs them.
func build(t *testing.T, dir, name string) {
	t.Helper()
	b := builds[slices.IndexFunc(builds, func(b program) bool { return b.name == name })]
	dir = filepath.Join(dir, name)
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The PTX and its source are in a folder of their own, seen from the code.
	if err := os.MkdirAll(filepath.Join(dir, "cuda"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"cuda/kernels.ptx", "cuda/kernels.cu", "main.go"} {
		from := filepath.Base(file)
		if from == "main.go" {
			from = "program.go"
		}
		text, err := os.ReadFile(filepath.Join("testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		write(file, string(text))
	}
	write("go.mod", "module program\n\ngo 1.26\n\nrequire github.com/ptx2go/ptx2go v0.0.0\n\nreplace github.com/ptx2go/ptx2go => "+root+"\n")
	var said bytes.Buffer
	args := append(slices.Clone(b.flags), "-pkg=main", "-o", filepath.Join(dir, "kernels_ptx.go"), filepath.Join(dir, "cuda/kernels.ptx"))
	if status := driver.Main(t.Context(), args, driver.Stdio{In: strings.NewReader(""), Out: &said, Err: &said}); status != 0 {
		t.Fatalf("ptx2go %v: %s", args, said.String())
	}
	cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-mod=mod", "-o", "program"}, b.goArgs...), ".")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// session is a delve that runs a program.
type session struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out chan string // up to each prompt
}

// start starts a program in delve, in a folder that is none of its own.
func start(t *testing.T, dlv, program, kernel string) *session {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, dlv, "exec", program, "--allow-non-terminal-interactive=true", "--check-go-version=false", "--", kernel)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TERM=dumb", "PTX2GO_VECTORS=8", "HOME="+cmd.Dir, "XDG_CONFIG_HOME="+cmd.Dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d := &session{t, cmd, in, make(chan string)}
	go func() {
		defer close(d.out)
		var text strings.Builder
		b := make([]byte, 4096)
		for {
			n, err := r.Read(b)
			text.Write(b[:n])
			if before, ok := strings.CutSuffix(text.String(), prompt); ok {
				d.out <- before
				text.Reset()
			}
			if err != nil {
				d.out <- text.String()
				return
			}
		}
	}()
	go func() {
		cmd.Wait()
		w.Close()
	}()
	first, ok := <-d.out
	if !ok || strings.Contains(first, "could not launch process") {
		if strings.Contains(first, "operation not permitted") {
			t.Skip("SKIPPED: processes may not be traced here")
		}
		t.Fatalf("delve: %s", first)
	}
	return d
}

const prompt = "(dlv) "

// do gives delve a command, and returns what it says.
func (d *session) do(command string) string {
	fmt.Fprintln(d.in, command)
	return <-d.out
}

func (d *session) end() {
	fmt.Fprintln(d.in, "exit")
	for range d.out {
	}
}

var (
	places    = regexp.MustCompile(`\S*/(kernels\.\w+|kernels_ptx_?\w*\.\w+|main\.go):`)
	addresses = regexp.MustCompile(` \(PC: \w+\)| \(hits goroutine\(\d+\):\d+ total:\d+\)| at 0x[\w,]+( for)?|0x\w+ in `)
	goLines   = regexp.MustCompile(`(kernels_ptx\w*\.go|main\.go):\d+`)
	others    = regexp.MustCompile(`^ *(=>)? *\d+:|^$`)
)

// shown is what delve has said, without what differs from one run to the next: of the source the
// line at which it stands.
func (d *session) shown(out string) string {
	var b strings.Builder
	for l := range strings.Lines(strings.ReplaceAll(out, "\r", "")) {
		l = strings.TrimRight(l, "\n ")
		if others.MatchString(l) && !strings.Contains(l, "=>") {
			continue
		}
		l = goLines.ReplaceAllString(places.ReplaceAllString(l, "$1:"), "$1")
		l = strings.TrimRight(addresses.ReplaceAllString(l, ""), " ")
		b.WriteString(strings.ReplaceAll(l, "\t", " ") + "\n")
	}
	return b.String()
}

// atLine puts the number of a line of the PTX into a command: that which has the text behind %.
func atLine(t *testing.T, command string) string {
	before, text, ok := strings.Cut(command, ":%")
	if !ok {
		return command
	}
	return before + ":" + strconv.Itoa(ptxLine(t, text))
}

func ptxLine(t *testing.T, text string) int {
	t.Helper()
	src, err := os.ReadFile("testdata/kernels.ptx")
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(src), text)
	if !ok {
		t.Fatalf("no line of kernels.ptx has %q", text)
	}
	return strings.Count(before, "\n") + 1
}

// codeLines returns the places of //line directives in the functions of a kernel.
func codeLines(t *testing.T, file, kernel string) (list []string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for l := range strings.Lines(string(src)) {
		l = strings.TrimSuffix(l, "\n")
		if rest, ok := strings.CutPrefix(l, "func "); ok {
			inside = strings.HasPrefix(rest, kernel)
		}
		if at, ok := strings.CutPrefix(l, "//line cuda/"); ok && inside && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}
