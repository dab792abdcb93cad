package isa

import (
	"slices"
	"sync"

	"github.com/ptx2go/ptx2go/internal/nearest"
)

// Directive is a directive or another piece of syntax outside the instructions
// (sections 5 and 11).
type Directive struct {
	Name      string   // as in the table: ".maxntid", ".v2 .v4", "cpp lines"
	Names     []string // of the directives among that, with their dots
	Kind      string   // "module", "performance", "state space", ...
	Grammar   string
	Scope     string
	PTX       Version
	SM        int
	Meaning   string
	Treatment string // what the transpiler does with it
	Tier      int
	Src       string
}

var directivesOnce = sync.OnceValue(func() map[string]*Directive {
	byName := map[string]*Directive{}
	for _, d := range tables.Directives {
		for _, name := range d.Names {
			byName[name] = d
		}
	}
	return byName
})

// LookupDirective returns the directive of that name, written with its dot
// (".maxntid"), or nil.
func LookupDirective(name string) *Directive { return directivesOnce()[name] }

// Directives returns all directives in the order of the table.
func Directives() []*Directive { return tables.Directives }

// NearestDirective returns the directive nearest to a misspelt one, or "" where
// none is near.
func NearestDirective(name string) string {
	var names []string
	for n := range directivesOnce() {
		names = append(names, n)
	}
	slices.Sort(names)
	return nearest.To(name, names)
}
