package isa

import (
	"fmt"
	"slices"
	"strings"
)

// laterWord is a modifier that a placeholder of the table names: the manual has
// the instruction, but the table lacks its grammar.
type laterWord struct {
	word string // a modifier, or its part in front of "::"
	form *Form
}

// laterWords lists what the texts of a placeholder name as modifiers: words with
// a dot in front, words with "::", and the members of its sets. The functions of
// the device runtime have no modifiers: their texts are prototypes.
func laterWords(f *Form) []laterWord {
	var words []laterWord
	if f.Opcode == "call" {
		return nil
	}
	add := func(w string) {
		w = strings.Trim(strings.TrimSuffix(w, "*"), ".:")
		if w != "" && (w[0] < '0' || w[0] > '9') {
			words = append(words, laterWord{w, f})
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
	if choices, err := parseChoices(f.Choices); err == nil {
		for _, set := range choices {
			for _, w := range set {
				add(w)
			}
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
func (t *table) laterMismatch(opcode, mod string) *Mismatch {
	words := t.later[opcode]
	i := slices.IndexFunc(words, func(w laterWord) bool { return mod == w.word || strings.HasPrefix(mod, w.word+"::") })
	if i < 0 {
		return nil
	}
	f := words[i].form
	name, _, _ := strings.Cut(f.Mnemonic, ".$")
	return &Mismatch{Kind: NotSupported, Index: -1, Text: fmt.Sprintf("not supported yet: %s with .%s (PTX %s)", name, mod, f.PTX)}
}
