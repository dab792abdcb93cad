// Package api is the list of the functions of the CUDA driver API: their types, and what each
// answers. The header, the answers that need no code, the versions that cuGetProcAddress
// knows, and docs/DRIVER.md are generated from it.
package api

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed api.txt
var list string

// Function is one exported function.
type Function struct {
	Name    string
	Section string
	Answer  Answer
	Why     string // of Refused: a key of Reasons
	Params  []Param

	// Base is the name by which programs ask for the function, which may mean several in the
	// course of time: this one since a version of CUDA, 0 if it means no other.
	Base  string
	Since int

	// Of is the function that this one is a variant of for per-thread default streams, and On
	// the function of a stream that does its work, where that is another one.
	Of, On string
}

// Param is a parameter: its declaration in C, and its name in it.
type Param struct{ Decl, Name string }

// Answer is how a function comes about.
type Answer int

const (
	Done      Answer = iota // written by hand
	Same                    // the newest function of the name, with the same arguments
	PerThread               // Of, on the default stream of the thread
	Refused                 // CUDA_ERROR_NOT_SUPPORTED
)

// Reasons says for each word in the list why functions are refused.
func Reasons() (words []string, text map[string]string) {
	text = map[string]string{}
	for line := range strings.Lines(list) {
		if rest, ok := strings.CutPrefix(line, "* "); ok {
			word, why, _ := strings.Cut(strings.TrimSpace(rest), ": ")
			words = append(words, word)
			text[word] = why
		}
	}
	return words, text
}

var (
	row     = regexp.MustCompile(`^(\w+) (-|\d+(?:=\w+)?) (-|own|ptsz|ptds(?:=\w+)?) (\w+)\((.*)\)$`)
	suffix  = regexp.MustCompile(`_v\d+$`)
	pointer = regexp.MustCompile(`(\w+)(\[\w*\])?$`)
)

// Functions returns all functions, each followed by its variant.
func Functions() ([]Function, error) {
	var all []Function
	_, reasons := Reasons()
	section := ""
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if s, ok := strings.CutPrefix(line, "== "); ok {
			section = s
			continue
		}
		if line == "" || line[0] == '#' || line[0] == '*' {
			continue
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("api.txt: %s: not a function", line)
		}
		f := Function{Name: m[4], Base: m[4], Section: section}
		switch m[1] {
		case "done":
		case "same":
			f.Answer = Same
		default:
			if reasons[m[1]] == "" {
				return nil, fmt.Errorf("api.txt: %s: no answer is called %s", f.Name, m[1])
			}
			f.Answer, f.Why = Refused, m[1]
		}
		if m[2] != "-" {
			f.Base = suffix.ReplaceAllString(f.Name, "")
			if _, base, ok := strings.Cut(m[2], "="); ok {
				f.Base = base
			}
			fmt.Sscanf(m[2], "%d", &f.Since)
		}
		if m[5] != "void" {
			for decl := range strings.SplitSeq(m[5], ", ") {
				f.Params = append(f.Params, Param{decl, pointer.FindStringSubmatch(decl)[1]})
			}
		}
		all = append(all, f)
		if m[3] == "-" {
			continue
		}
		kind, on, _ := strings.Cut(m[3], "=")
		v := f
		if kind == "own" {
			kind = "ptsz"
		} else if f.Answer != Refused {
			v.Answer = PerThread
		}
		v.Name += "_" + kind
		v.Of, v.On = f.Name, on
		all = append(all, v)
	}
	return all, nil
}

// newest is the function that programs mean by a name.
func newest(all []Function, base string) string {
	name, since := base, -1
	for _, f := range all {
		if f.Base == base && f.Of == "" && f.Since > since {
			name, since = f.Name, f.Since
		}
	}
	return name
}

// Prototype is the declaration of the function in C.
func (f Function) Prototype() string {
	if len(f.Params) == 0 {
		return "CUresult " + f.Name + "(void)"
	}
	var decls []string
	for _, p := range f.Params {
		decls = append(decls, p.Decl)
	}
	return "CUresult " + f.Name + "(" + strings.Join(decls, ", ") + ")"
}
