package asm

import (
	"bytes"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/harvest"
)

// places says where in the PTX a line of gang functions comes from. One that comes from no line of its own
// belongs to the line above it in its function, or else to the first one of that.
func places(f *codegen.File) func(line int) harvest.Place {
	lines := bytes.Split(f.Source, []byte{'\n'})
	of := make([]int, len(lines)+1)
	for _, l := range f.Lines {
		of[l.Go] = l.PTX
	}
	last, open := 0, 0 // open: the first line of a function that nothing is known of yet
	for i, text := range lines {
		n := i + 1
		switch {
		case bytes.HasPrefix(text, []byte("func ")):
			last, open = 0, n
		case of[n] > 0:
			for ; last == 0 && open < n; open++ {
				of[open] = of[n]
			}
			last = of[n]
		default:
			of[n] = last
		}
	}
	return func(line int) (p harvest.Place) {
		if line < len(of) && of[line] > 0 {
			p.File, p.Line, p.Text = f.Place(of[line])
		}
		return p
	}
}
