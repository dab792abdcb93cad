package frontend

import (
	"io"
	"os"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Load reads, parses and checks a PTX file. The error is one of reading; what
// is wrong with the text is in the list. The module is never nil where err is,
// and must not be lowered where the list has errors.
func Load(path string) (*Module, *diag.List, error) {
	src, err := readAll(path)
	if err != nil {
		return nil, nil, err
	}
	f := diag.NewFile(path, src)
	l := diag.NewList(f)
	m := Parse(f, l)
	Check(m, l)
	return m, l, nil
}

// readAll reads a file of at most a little more than MaxSource bytes: Parse
// refuses what is larger.
func readAll(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxSource+1))
	return string(b), err
}
