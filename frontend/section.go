package frontend

import (
	"encoding/binary"
	"regexp"
	"strconv"
	"strings"
)

// Sections hold debug information in the notation of an assembler:
//
//	.section .debug_info { .b32 18 .b8 2, 0 label: .b32 .debug_abbrev .b64 func_begin }
//
// Check and the builder have no use for them, so that they are read only where somebody asks.

var (
	sectionHead = regexp.MustCompile(`(?m)^[ \t]*\.section[ \t]+([\w.]+)\s*\{([^{}]*)\}`)
	sectionWord = regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|[.$%_\pL][.$\w]*:?|[-+]?\d\w*|[-+]|\S`)
)

// DebugSections returns the bytes of the sections of a module with debug information, by their names. A
// reference to a section or a label is the offset there, one to code is zero. It returns nil for a
// module without debug information.
func (m *Module) DebugSections() map[string][]byte {
	if m.File == nil {
		return nil
	}
	text := m.File.Text(m.text)
	if !strings.Contains(text, ".debug_info") {
		return nil
	}
	out := map[string][]byte{}
	labels := map[string]int{}
	var fixes []sectionRef
	for _, found := range sectionHead.FindAllStringSubmatch(text, -1) {
		name := found[1]
		out[name] = assemble(name, found[2], out[name], labels, &fixes)
	}
	for _, f := range fixes {
		at := out[f.section][f.off:][:f.width]
		binary.LittleEndian.PutUint32(at, uint32(labels[f.label])) // a section itself is 0
	}
	return out
}

// sectionRef is a number in a section that is the offset of a label.
type sectionRef struct {
	section    string
	off, width int
	label      string
}

// sectionWidths are those of the numbers of sections in bytes.
var sectionWidths = map[string]int{".b8": 1, ".b16": 2, ".b32": 4, ".b64": 8}

// assemble appends what a text makes of a section to it.
func assemble(name, text string, data []byte, labels map[string]int, fixes *[]sectionRef) []byte {
	width, minus := 0, false
	for _, w := range sectionWord.FindAllString(text, -1) {
		label, isLabel := strings.CutSuffix(w, ":")
		switch {
		case strings.HasPrefix(w, "//"), strings.HasPrefix(w, "/*"), w == ",", w == "+":
		case w == "-":
			minus = true
		case isLabel:
			labels[label] = len(data)
		case sectionWidths[w] != 0:
			width, minus = sectionWidths[w], false
		case width == 0:
			return data // no number of a known width
		case minus: // the second label of a difference: of places in code, which are zero
			if n := len(*fixes); n > 0 && (*fixes)[n-1].section == name && (*fixes)[n-1].off == len(data)-width {
				*fixes = (*fixes)[:n-1]
			}
			minus = false
		default:
			x, err := strconv.ParseInt(w, 0, 64)
			if err != nil {
				if u, err := strconv.ParseUint(w, 0, 64); err == nil {
					x = int64(u)
				} else if width >= 4 {
					*fixes = append(*fixes, sectionRef{name, len(data), width, w})
				}
			}
			for i := range width {
				data = append(data, byte(x>>(8*min(i, 7))))
			}
		}
	}
	return data
}
