package mutate

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

// Equivalent are the reasons why mutants change nothing that anybody can tell, by ID. It is the
// file equivalent.txt: a line with the ID, and below it the reason, indented.
func Equivalent() (map[string]string, error) { return parseEquivalent(equivalentText) }

func parseEquivalent(text string) (map[string]string, error) {
	out := map[string]string{}
	id := ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
		case line[0] == ' ' || line[0] == '\t':
			if id == "" {
				return nil, fmt.Errorf("equivalent.txt:%d: a reason for nothing", i+1)
			}
			out[id] = strings.TrimSpace(out[id] + " " + strings.TrimSpace(line))
		default:
			if _, twice := out[line]; twice {
				return nil, fmt.Errorf("equivalent.txt:%d: twice", i+1)
			}
			if id != "" && out[id] == "" {
				return nil, fmt.Errorf("equivalent.txt:%d: no reason for %s", i, id)
			}
			id = line
			out[id] = ""
		}
	}
	if id != "" && out[id] == "" {
		return nil, fmt.Errorf("equivalent.txt: no reason for %s", id)
	}
	return out, nil
}

// Stale lists the entries that are for no mutant.
func Stale(list map[string]string, all []*Mutant) (stale []string) {
	known := map[string]bool{}
	for _, m := range all {
		known[m.ID()] = true
	}
	for id := range list {
		if !known[id] {
			stale = append(stale, id)
		}
	}
	return stale
}
