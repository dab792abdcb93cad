package casefile

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxStdout is how much of what kernels print is kept, in bytes.
const maxStdout = 64 << 20

// capture keeps what kernels print, and passes it on.
type capture struct {
	next io.Writer // nil for nobody
	text []byte
	more bool // than is kept
}

func (c *capture) Write(p []byte) (int, error) {
	n := min(len(p), maxStdout-len(c.text))
	c.text = append(c.text, p[:n]...)
	c.more = c.more || n < len(p)
	if c.next != nil {
		return c.next.Write(p)
	}
	return len(p), nil
}

// compareStdout returns how the output of printf differs from what the case
// expects.
func (m *Memory) compareStdout() error {
	if m.c.Stdout == "" {
		return nil
	}
	want, err := os.ReadFile(filepath.Join(m.c.Dir, m.c.Stdout))
	if err != nil {
		return err
	}
	got := m.stdout.text
	switch {
	case m.stdout.more:
		return fmt.Errorf("stdout: more than %d bytes were printed", maxStdout)
	case bytes.Equal(got, want):
		return nil
	}
	line := 1
	for len(got) > 0 && len(want) > 0 {
		g, gotRest := cutLine(got)
		w, wantRest := cutLine(want)
		if !bytes.Equal(g, w) {
			break
		}
		line++
		got, want = gotRest, wantRest
	}
	say := func(text []byte) string {
		if len(text) == 0 {
			return "missing"
		}
		text, _ = cutLine(text)
		return fmt.Sprintf("%.200q", text)
	}
	return fmt.Errorf("stdout: line %d is %s, want %s", line, say(got), say(want))
}

// cutLine splits a text after its first line.
func cutLine(text []byte) (line, rest []byte) {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1], text[i+1:]
	}
	return text, nil
}
