package bochs

import (
	"bytes"
	"fmt"
	"io"
)

// console is what comes from the serial line: what programs write, with carriage returns, and
// between them lines of the first process, which begin with the byte 1.
type console struct {
	out   io.Writer
	line  []byte // of the first process, as far as it has come
	begun bool   // the kernel's own messages are over
	codes []int
	done  bool
}

func (c *console) Write(p []byte) (int, error) {
	var text []byte
	for _, b := range p {
		switch {
		case b == '\r':
		case len(c.line) > 0 && b == '\n':
			c.mark(string(c.line[1:]))
			c.line = c.line[:0]
		case len(c.line) > 0 || b == 1:
			c.line = append(c.line, b)
		case c.begun:
			text = append(text, b)
		}
	}
	if _, err := io.Copy(c.out, bytes.NewReader(text)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// mark reads a line of the first process.
func (c *console) mark(line string) {
	var code int
	switch {
	case line == "begin":
		c.begun = true
	case line == "end":
		c.begun, c.done = false, true
	default:
		if _, err := fmt.Sscanf(line, "exit %d", &code); err == nil {
			c.codes = append(c.codes, code)
		}
	}
}

func (c *console) check(programs int) error {
	if len(c.codes) != programs {
		return fmt.Errorf("%d of %d programs said how they ended", len(c.codes), programs)
	}
	return nil
}
