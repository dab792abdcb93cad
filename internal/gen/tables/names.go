package tables

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where the names of the column lower are declared: builders, operations of the SSA form, and
// kinds of atomic operations.
const (
	buildersFile = "lower/builder/builders.go"
	opsFile      = "lower/ir/op.go"
	atomsFile    = "lower/ir/atom.go"
)

// checkNames makes sure that the names of the column lower exist.
func checkNames(v *tree.View, forms []*isa.Form) error {
	builders, err := Builders(v)
	if err != nil {
		return err
	}
	ops, atoms := map[string]bool{}, map[string]bool{}
	for _, op := range ir.Ops {
		ops[op.Name] = true
	}
	for _, a := range ir.Atoms() {
		atoms[a.PTX()] = true
	}
	for _, f := range forms {
		for _, rule := range f.Lower {
			word, what, known := rule.Name, "", true
			switch {
			case rule.Verb == "build":
				what, known = "builder in "+buildersFile, builders[word]
			case rule.Verb == "op", rule.Verb == "fop":
				what, known = "operation in "+opsFile, ops[word]
			case rule.Verb == "opsu":
				what, known = "operation in "+opsFile, ops[word+"S"] && ops[word+"U"]
			case rule.Access.Op == isa.MemoryAtom && strings.HasPrefix(rule.Access.Atom, "$"):
				for _, c := range f.Choices {
					for _, word := range c.Members {
						if c.Name == rule.Access.Atom[1:] && !atoms[word] {
							return rowError(v, f.ID, "modifiers", word, "%s is no atomic operation in %s", word, atomsFile)
						}
					}
				}
			case rule.Access.Op == isa.MemoryAtom:
				word = rule.Access.Atom
				what, known = "atomic operation in "+atomsFile, atoms[word]
			}
			if !known {
				return rowError(v, f.ID, "lower", word, "%s is no %s", word, what)
			}
		}
	}
	return nil
}

// Builders returns the names of the builders: the keys of a map literal.
func Builders(v *tree.View) (map[string]bool, error) {
	f, err := v.Parse(buildersFile)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if name := tree.Quoted(kv.Key); name != "" {
				names[name] = true
			}
		}
		return true
	})
	if len(names) == 0 {
		return nil, fmt.Errorf("%s:1:1: no builders found", buildersFile)
	}
	return names, nil
}

// RowError returns an error at a row of instructions.tsv.
func RowError(v *tree.View, id, format string, args ...any) error {
	return rowError(v, id, "", "", format, args...)
}

// rowError returns an error at a word in the cell of a column of a row.
func rowError(v *tree.View, id, column, word, format string, args ...any) error {
	const file = dir + "/instructions.tsv"
	text, err := v.ReadFile(file)
	if err != nil {
		return err
	}
	message := fmt.Sprintf(format, args...)
	lines := strings.Split(string(text), "\n")
	for n, line := range lines {
		if !strings.HasPrefix(line, id+"\t") {
			continue
		}
		at, cells := 1, strings.Split(line, "\t")
		for i, c := range strings.Split(lines[0], "\t") {
			if c == column {
				at += max(strings.Index(cells[i], word), 0)
				break
			}
			at += len(cells[i]) + 1
		}
		if column == "" {
			at = 1
		} else {
			message = column + ": " + message
		}
		return fmt.Errorf("%s:%d:%d: %s: %s", file, n+1, at, id, message)
	}
	return fmt.Errorf("%s:1:1: %s: %s", file, id, message)
}
