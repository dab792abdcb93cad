package isa

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa/notation"
)

// formReader reads a row of instructions.tsv.
type formReader struct {
	*reader
	f     *Form
	words map[string]bool // every modifier of the syntax
}

// readForm reads a row of instructions.tsv.
func readForm(row *reader) *Form {
	f := &Form{}
	r := &formReader{reader: row, f: f, words: map[string]bool{}}
	*f = Form{
		ID: r.text("id"), Group: r.text("group"), Mnemonic: r.text("opcode"), Syntax: r.text("syntax"),
		Types: r.text("types"), PTX: r.since("ptx"), Semantics: r.text("semantics"), Doc: r.text("document"),
		Tier: r.number("tier"), Src: r.text("src"), NForms: r.number("nforms"), Hits: r.number("corpus_hits"),
	}
	if r.text("sm") == "" {
		r.fail("sm: a target is missing")
	}
	if sm := cell[notation.Targets](row, "sm"); sm.None {
		f.Gone = true
		f.Targets = []Target{{Arch: 10}}
	} else {
		f.Targets = r.targets(sm.Names)
	}
	for _, c := range cell[notation.Modifiers](row, "modifiers").Choices {
		if f.choice(c.Name) != nil {
			r.fail("modifiers: choice %s is there twice", c.Name)
		}
		choice := Choice{Name: c.Name}
		for _, m := range c.Members {
			choice.Members = append(choice.Members, m.Text)
		}
		f.Choices = append(f.Choices, choice)
	}
	rules := cell[notation.Rules](row, "lower").Rules
	if f.Placeholder = r.text("operands") == "-"; f.Placeholder {
		f.Opcode, _, _ = strings.Cut(f.Mnemonic, ".")
		f.Elsewhere = r.elsewhere(rules)
		return f
	}
	syntax := cell[notation.Syntax](row, "syntax")
	f.Opcode, f.head = syntax.Opcode, nodes(syntax.Head)
	r.check(f.head)
	f.addWords(f.head, r.words)
	f.Operands = r.operands(syntax.Operands, cell[notation.Operands](row, "operands").Specs)
	for _, g := range cell[notation.Gates](row, "gates").Gates {
		f.gates = append(f.gates, r.gate(g))
	}
	for _, c := range cell[notation.Conds](row, "never").Conds {
		f.never = append(f.never, r.cond("never", c))
	}
	for _, c := range cell[notation.Renames](row, "as").Renames {
		f.renames = append(f.renames, r.rename(c))
	}
	for _, rule := range rules {
		f.Lower = append(f.Lower, r.lower(rule))
	}
	for _, p := range cell[notation.Proofs](row, "proof").Proofs {
		f.Proofs = append(f.Proofs, ProofRule{r.cond("proof", p.When), Proof(p.What)})
	}
	return f
}

func nodes(trees []*notation.Node) []node {
	var list []node
	for _, n := range trees {
		if n.Group != nil {
			list = append(list, node{opt: nodes(n.Group)})
			continue
		}
		mod := node{pieces: pieces(n.Mod)}
		if len(mod.pieces) == 1 && mod.pieces[0].opt == nil {
			mod = mod.pieces[0]
		}
		list = append(list, mod)
	}
	return list
}

func pieces(trees []*notation.Part) []node {
	var list []node
	for _, p := range trees {
		// Text that the tokens have split is one piece.
		if n := len(list); n > 0 && p.Text != "" && list[n-1].text != "" {
			list[n-1].text += p.Text
			continue
		}
		list = append(list, node{text: p.Text, choice: p.Choice, opt: pieces(p.Opt)})
	}
	return list
}

// check makes sure that the choices of a head are there, one to a modifier, and that no
// modifier can be empty.
func (r *formReader) check(head []node) {
	for _, n := range head {
		if n.opt != nil {
			r.check(n.opt)
			continue
		}
		if len(r.checkChoices(n)) > 1 {
			r.fail("syntax: two choices in one modifier")
		}
		if slices.ContainsFunc(r.f.spell(n), func(s spelt) bool { return s.text == "" }) {
			r.fail("syntax: a modifier can be empty")
		}
	}
}

// checkChoices returns the choices of a modifier.
func (r *formReader) checkChoices(mod node) (names []string) {
	if mod.choice != "" {
		names = append(names, mod.choice)
		r.hasChoice("syntax", mod.choice)
	}
	for _, p := range slices.Concat(mod.pieces, mod.opt) {
		names = append(names, r.checkChoices(p)...)
	}
	return names
}

// hasChoice makes sure that the form has a choice, for the column that names it.
func (r *formReader) hasChoice(column, name string) {
	if r.f.choice(name) == nil {
		r.fail("%s: column modifiers has no choice %s", column, name)
	}
}

// cond converts a condition, nil where it always holds.
func (r *formReader) cond(column string, tree *notation.Cond) cond {
	if tree == nil {
		return nil
	}
	var c cond
	for _, a := range tree.Atoms {
		switch {
		case a.Choice != "":
			r.hasChoice(column, a.Choice)
			for _, v := range a.Values {
				if !slices.Contains(r.f.choice(a.Choice), v) {
					r.fail("%s: %s is not in choice %s", column, v, a.Choice)
				}
			}
			c = append(c, atom{a.Choice, a.IsNot, a.Values})
		case a.Made != "":
			r.hasChoice(column, a.Made)
			c = append(c, atom{a.Made, a.Absent, nil})
		default:
			for _, m := range a.Any {
				if !r.words[m] {
					r.fail("%s: %s is no modifier of the syntax", column, m)
				}
			}
			c = append(c, atom{"", a.Absent, a.Any})
		}
	}
	return c
}

func (r *formReader) gate(tree *notation.Gate) gate {
	g := gate{when: r.cond("gates", tree.When)}
	for _, n := range tree.Needs {
		switch {
		case n.PTX != "":
			g.ptx = r.version(strings.TrimPrefix(n.PTX, "ptx"))
			if n.PTXFor != "" {
				g.ptxFor = r.targets([]string{n.PTXFor})[0].Arch
			}
		case n.Until != "":
			g.until = r.version(strings.TrimPrefix(n.Until, "until"))
			if n.UntilFor != "" {
				g.untilFor = r.targets([]string{n.UntilFor})[0].Arch
			}
		case n.None:
			g.unassembled = true
		default:
			g.targets = r.targets(n.Targets)
		}
	}
	return g
}

func (r *formReader) rename(tree *notation.Rename) rename {
	switch {
	case tree.Insert != nil:
		return rename{insert: tree.Insert.Word, when: r.cond("as", tree.Insert.When)}
	case tree.Drop != nil:
		return rename{from: tree.Drop.Word, when: r.cond("as", tree.Drop.When)}
	case tree.Replace != nil:
		return rename{from: tree.Replace.From, to: tree.Replace.To}
	}
	return rename{opcode: tree.Opcode}
}

func (r *formReader) lower(tree *notation.Rule) LowerRule {
	rule := LowerRule{when: r.cond("lower", tree.When), Verb: tree.Verb, Name: tree.Name, Reason: reason(tree)}
	if tree.Access != nil {
		rule.Verb, rule.Access = "mem", r.access(tree.Access)
		return rule
	}
	switch named := rule.Name != ""; rule.Verb {
	case "op", "opsu", "fop", "build":
		if !named {
			r.fail("lower: %s needs a name", rule.Verb)
		}
	case "other":
		r.fail("lower: other is for rows without a grammar")
	default:
		if named {
			r.fail("lower: %s takes no name", rule.Verb)
		}
		if rule.Verb == "undefined" && rule.Reason == "" {
			r.fail("lower: undefined needs a reason")
		}
	}
	return rule
}

var memoryOps = map[string]MemoryOp{"load": MemoryLoad, "store": MemoryStore, "fence": MemoryFence, "": MemoryAtom}

func (r *formReader) access(tree *notation.Access) Access {
	a := Access{memoryOps[tree.Does], tree.Atom, tree.Volatile, tree.Shared, tree.Order, tree.Scope}
	if tree.Choice != "" {
		r.hasChoice("lower", tree.Choice)
		a.Atom = "$" + tree.Choice
	}
	return a
}

func reason(tree *notation.Rule) string { return strings.TrimPrefix(tree.Reason, " # ") }

// elsewhere reads the lower column of a row without a grammar.
func (r *formReader) elsewhere(rules []*notation.Rule) string {
	if len(rules) == 0 {
		return ""
	}
	if len(rules) > 1 || rules[0].When != nil || rules[0].Verb != "other" || rules[0].Name != "" || reason(rules[0]) == "" {
		r.fail("lower: a row without a grammar has nothing, or other and a reason")
		return ""
	}
	return reason(rules[0])
}
