package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxInstruction bounds the text of a line in messages of running kernels.
const maxInstruction = 100

// Instruction returns a line, counted from one as by Line, as messages of running kernels show
// it: without what is around the instructions, blanks together, on one line of printable
// characters, and not too long. It has no backquotes.
func (f *File) Instruction(line int) string {
	text, _, _ := strings.Cut(f.LineText(line), "//")
	if len(text) > 4*maxInstruction {
		text = text[:4*maxInstruction]
	}
	text = strings.Join(strings.Fields(text), " ")
	text = strings.Map(func(r rune) rune {
		if r == '`' || r == utf8.RuneError || !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) > maxInstruction {
		text = string([]rune(text)[:maxInstruction-3]) + "..."
	}
	return text
}
