package argument

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Extern is a function that the program supplies.
type Extern struct {
	Name Word
	Var  *Word // the Go variable, nil where none is given

	Typed   bool // has a signature
	Params  []Param
	Results []Param
}

// Param is a parameter or result of a signature. A name that is not given is empty.
type Param struct{ Name, Type Word }

// ParseExterns parses the value of -extern.
func ParseExterns(expr string) ([]Extern, error) {
	tree, err := parse[externs](expr, func(at int) string {
		if strings.Contains(expr[:at], "(") {
			return "the signature of a Go function, such as (a uint32, b float32) uint32"
		}
		return "the name of a function in the PTX, perhaps with a Go signature: name(a uint32, b float32) uint32"
	})
	if err != nil {
		return nil, err
	}
	var list []Extern
	for _, t := range tree.List {
		x := Extern{Name: word(t.Name)}
		if t.Is != nil {
			v := Word{"", t.Is.Pos.Offset + 1}
			if t.Var != nil {
				v = word(*t.Var)
			}
			x.Var = &v
		}
		if s := t.Signature; s != nil {
			x.Typed = true
			results := s.Results
			if s.Result != nil {
				results = []*param{s.Result}
			}
			if x.Params, err = params(expr, s.Params); err == nil {
				x.Results, err = params(expr, results)
			}
			if err != nil {
				return nil, err
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// params says what are names and what are types, as Go does: where one parameter has both,
// a word alone is a name, of the type that comes next.
func params(expr string, list []*param) ([]Param, error) {
	named := false
	for _, p := range list {
		named = named || len(p.Words) > 1 && isName(p.Words[0]) && p.Words[1].Value != "."
	}
	var all []Param
	waits := 0 // names at the end of all that have no type yet
	for _, p := range list {
		switch {
		case !named:
			all = append(all, Param{Word{"", p.Words[0].Pos.Offset}, word(p.Words...)})
			continue
		case !isName(p.Words[0]):
			return nil, Errorf(expr, p.Words[0].Pos.Offset, "a parameter without a name among others that have one")
		}
		all = append(all, Param{Name: word(p.Words[0])})
		waits++
		if len(p.Words) > 1 {
			for ; waits > 0; waits-- {
				all[len(all)-waits].Type = word(p.Words[1:]...)
			}
		}
	}
	if waits > 0 {
		return nil, Errorf(expr, all[len(all)-1].Name.At, "parameter %s has no type", all[len(all)-1].Name.Text)
	}
	return all, nil
}

func isName(t lexer.Token) bool {
	return t.Value != "" && !strings.ContainsAny(t.Value[:1], ".[]*0123456789")
}
