package harvest

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// word is one of an argument or of the result.
type word struct {
	name  string // as go vet wants it: xs_base
	size  int
	float bool
	reg   string // "" on the stack
	outer int    // its offset in the frame of assembly, ABI0
	inner int    // its offset under ABIInternal: on the stack, or where its register is spilled to
}

// signature is how a function takes its arguments.
type signature struct {
	text   string // of the declaration, from its parameters on
	words  []word
	result *word
	size   int  // of arguments and result, without padding after them, which go vet refuses
	gang   bool // its first parameter is of the type that Options.Gang names
}

// wordsOf returns the words of a parameter, nil for a type that is not supported.
func wordsOf(name string, t ast.Expr) (list []word, align int) {
	one := func(size int, float bool) ([]word, int) {
		return []word{{name: name, size: size, float: float}}, size
	}
	switch t := t.(type) {
	case *ast.StarExpr:
		return one(8, false)
	case *ast.ArrayType:
		if t.Len == nil {
			return []word{{name: name + "_base", size: 8}, {name: name + "_len", size: 8}, {name: name + "_cap", size: 8}}, 8
		}
	case *ast.Ident:
		switch t.Name {
		case "bool", "uint8", "int8", "byte":
			return one(1, false)
		case "uint16", "int16":
			return one(2, false)
		case "uint32", "int32":
			return one(4, false)
		case "int", "uint", "int64", "uint64", "uintptr":
			return one(8, false)
		case "float32":
			return one(4, true)
		case "float64":
			return one(8, true)
		case "string":
			return []word{{name: name + "_base", size: 8}, {name: name + "_len", size: 8}}, 8
		}
	}
	return nil, 0
}

// assign lays the arguments out under both conventions. Under ABIInternal a parameter has registers
// for all of its words or none; those on the stack come first, the places that registers are spilled
// to after. gang is how the source spells the type of the first parameter of a function that can be
// left early.
func assign(t Target, decl *ast.FuncDecl, gang string) (*signature, error) {
	s := &signature{text: strings.TrimPrefix(types.ExprString(decl.Type), "func")}
	ints, floats := t.arguments()
	outer, stack := 0, 0
	type group struct{ from, to, align int }
	var inRegs []group
	for n, field := range decl.Type.Params.List {
		typ := types.ExprString(field.Type)
		if len(field.Names) == 0 {
			return nil, fmt.Errorf("a parameter of type %s has no name", typ)
		}
		for k, id := range field.Names {
			if id.Name == "_" {
				return nil, fmt.Errorf("a parameter of type %s has no name", typ)
			}
			if t.register(id.Name) {
				return nil, fmt.Errorf("parameter %s has the name of a register", id.Name)
			}
			list, align := wordsOf(id.Name, field.Type)
			if list == nil {
				return nil, fmt.Errorf("parameter %s of type %s", id.Name, typ)
			}
			if n == 0 && k == 0 && typ == gang {
				s.gang = true
			}
			need := len(list)
			fits := need <= len(ints)
			if list[0].float {
				fits = need <= len(floats)
			}
			outer = up(outer, align)
			if !fits {
				stack = up(stack, align)
			}
			g := group{from: len(s.words), align: align}
			for _, w := range list {
				w.outer = outer
				outer += w.size
				switch {
				case !fits:
					w.inner = stack
					stack += w.size
				case w.float:
					w.reg, floats = floats[0], floats[1:]
				default:
					w.reg, ints = ints[0], ints[1:]
				}
				s.words = append(s.words, w)
			}
			g.to = len(s.words)
			if fits {
				inRegs = append(inRegs, g)
			}
		}
	}
	spill := up(stack, wordSize)
	for _, g := range inRegs {
		spill = up(spill, g.align)
		for i := g.from; i < g.to; i++ {
			s.words[i].inner = spill
			spill += s.words[i].size
		}
	}
	s.size = outer
	return s, s.returns(t, decl, up(outer, wordSize))
}

// returns lays the result out: one integer or none.
func (s *signature) returns(t Target, decl *ast.FuncDecl, at int) error {
	results := decl.Type.Results
	if results == nil || len(results.List) == 0 {
		return nil
	}
	field := results.List[0]
	if len(results.List) > 1 || len(field.Names) > 1 {
		return fmt.Errorf("several results")
	}
	name := "ret"
	if len(field.Names) == 1 && field.Names[0].Name != "_" {
		name = field.Names[0].Name
	}
	list, _ := wordsOf(name, field.Type)
	if len(list) != 1 || list[0].float {
		return fmt.Errorf("result of type %s", types.ExprString(field.Type))
	}
	w := list[0]
	integers, _ := t.arguments()
	w.outer, w.reg = at, integers[0]
	s.result = &w
	s.size = at + w.size
	return nil
}

// at returns the word at an offset from the beginning of the arguments under ABIInternal.
func (s *signature) at(off int) *word {
	for i := range s.words {
		if s.words[i].inner == off {
			return &s.words[i]
		}
	}
	return nil
}

func up(n, align int) int { return (n + align - 1) / align * align }
