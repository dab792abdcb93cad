package driver

import (
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
)

const externUsage = "the program supplies these `functions` in Go, which the PTX declares without a body: name, or name=Var " +
	"with the name of the Go variable to set, or with a Go signature, such as 'lerp=Lerp(a, b, t float32) float32'; " +
	"separated by commas, repeatable"

// externFlags are the values of -extern.
type externFlags []codegen.Extern

func (x *externFlags) String() string {
	words := make([]string, len(*x))
	for i, e := range *x {
		words[i] = e.String()
	}
	return strings.Join(words, ",")
}

func (x *externFlags) Set(s string) error {
	list, err := codegen.ParseExterns(s)
	*x = append(*x, list...)
	return err
}

// names returns the functions as the builder wants them.
func (x externFlags) names() map[string]bool {
	names := map[string]bool{}
	for _, e := range x {
		names[e.Name] = true
	}
	return names
}
