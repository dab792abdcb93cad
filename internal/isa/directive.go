package isa

import (
	_ "embed" // the table is a file
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed directives.tsv
var directivesTSV string

// Directive is a directive or another piece of syntax outside the instructions
// (sections 5 and 11).
type Directive struct {
	Name      string // with its dot: ".maxntid"
	Kind      string // "module", "performance", "state space", ...
	Grammar   string
	Scope     string
	PTX       Version
	SM        int
	Meaning   string
	Treatment string // what the transpiler does with it
	Tier      int
	Src       string
}

type directiveTable struct {
	all    []*Directive
	byName map[string]*Directive
}

var loadDirectives = sync.OnceValue(func() directiveTable {
	rows, col := readTSV(directivesTSV)
	t := directiveTable{byName: map[string]*Directive{}}
	for _, r := range rows {
		get := func(name string) string { return r[col[name]] }
		d := &Directive{Name: get("directive"), Kind: get("kind"), Grammar: get("grammar"), Scope: get("scope"),
			Meaning: get("meaning"), Treatment: get("cpu_treatment"), Src: get("src")}
		var ok bool
		since, _, _ := strings.Cut(strings.Fields(get("since"))[0], "-")
		if d.PTX, ok = ParseVersion(since); !ok {
			panic(fmt.Sprintf("isa: directives.tsv: bad version of %q", d.Name))
		}
		if target, ok := ParseTarget(strings.Fields(get("min_sm"))[0]); ok {
			d.SM = target.Arch
		}
		var err error
		if d.Tier, err = strconv.Atoi(get("tier")); err != nil {
			panic(fmt.Sprintf("isa: directives.tsv: bad tier of %q", d.Name))
		}
		t.all = append(t.all, d)
		for name := range strings.FieldsSeq(d.Name) {
			if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "@@") {
				name, _, _ = strings.Cut(name, "(")
				t.byName[name] = d
			}
		}
	}
	return t
})

// LookupDirective returns the directive of that name, written with its dot
// (".maxntid"), or nil.
func LookupDirective(name string) *Directive { return loadDirectives().byName[name] }

// Directives returns all directives in the order of the table.
func Directives() []*Directive { return loadDirectives().all }

// NearestDirective returns the directive nearest to a misspelt one, or "" where
// none is near.
func NearestDirective(name string) string {
	var names []string
	for n := range loadDirectives().byName {
		names = append(names, n)
	}
	slices.Sort(names)
	return nearest(name, names)
}
