package isa

import (
	"fmt"
	"slices"
	"strings"
)

// laterWords lists what the texts of a placeholder (the manual has the instruction, but
// the table lacks its grammar) name as modifiers, or as their parts before "::": words with
// a dot in front, words with "::", and the members of its sets. The functions of
// the device runtime have no modifiers: their texts are prototypes.
func laterWords(f *Form) []string {
	var words []string
	if f.Opcode == "call" {
		return nil
	}
	add := func(w string) {
		w = strings.Trim(strings.TrimSuffix(w, "*"), ".:")
		if w != "" && (w[0] < '0' || w[0] > '9') {
			words = append(words, w)
		}
	}
	notWord := func(r rune) bool { return !isWordRune(r) }
	for w := range strings.FieldsFuncSeq(f.Syntax+" "+f.Semantics, notWord) {
		if !strings.Contains(w, ".") && strings.Contains(w, "::") {
			add(w)
		}
		_, mods, _ := strings.Cut(w, ".")
		for m := range strings.SplitSeq(mods, ".") {
			add(m)
		}
	}
	for _, c := range f.Choices {
		for _, w := range c.Members {
			add(w)
		}
	}
	return words
}

func isWordRune(r rune) bool {
	return r == '.' || r == ':' || r == '*' || r == '_' ||
		'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// laterMismatch says that an instruction is one whose grammar the table lacks,
// or returns nil.
func laterMismatch(opcode, mod string) *Mismatch {
	for _, f := range Forms() {
		if !f.Placeholder || f.Opcode != opcode {
			continue
		}
		if slices.ContainsFunc(laterWords(f), func(w string) bool { return mod == w || strings.HasPrefix(mod, w+"::") }) {
			name, _, _ := strings.Cut(f.Mnemonic, ".$")
			return &Mismatch{Kind: NotSupported, Index: -1, Text: fmt.Sprintf("not supported yet: %s with .%s (PTX %s)", name, mod, f.PTX)}
		}
	}
	return nil
}
