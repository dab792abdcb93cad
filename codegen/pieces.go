package codegen

import (
	"bytes"
	"fmt"

	"github.com/dave/jennifer/jen"
)

// A file is printed in pieces: what belongs to a kernel or a device function is made
// text as soon as it is there, and each text is formatted for itself. Jennifer's tree
// takes twenty times as much memory as its text, and so does the one that gofmt makes
// of it: of a whole file of many functions they were most of what was in memory. A piece
// is declarations with the empty line that stands between two.

// flush makes text of what was printed since the last time.
func (g *fileGen) flush() {
	whole := g.render()
	g.f.Group = jen.NewFile("").Group
	if piece := whole[len(g.render()):]; len(piece) > 0 {
		g.pieces = append(g.pieces, piece)
	}
}

// text returns the pieces. The first is what stands in front of all declarations: which
// packages are imported is known last.
func (g *fileGen) text() [][]byte {
	g.flush()
	return append([][]byte{g.render()}, g.pieces...)
}

// render returns the head of the file and what was printed since flush was called.
func (g *fileGen) render() []byte {
	var buf bytes.Buffer
	if err := g.f.Render(&buf); err != nil {
		panic(fmt.Sprintf("codegen: %v", err)) // without formatting nothing can fail
	}
	return buf.Bytes()
}
