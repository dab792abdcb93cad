// Package lanes writes the functions of package runtime/lanes for each target: a package whose
// vectors are those of a processor. A target has the operations of the basis in files of its own,
// whose names end in its suffix; all that is written over them is taken from package lanes.
//
// What a target declares itself is not taken over, and neither is what nothing needs then.
package lanes

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/goversion"
)

// from is the folder of the functions.
const from = "runtime/lanes"

// target is a package of vectors.
type target struct {
	pkg    string // its name, and that of its folder in runtime
	suffix string // of the names of its own files
	build  string // its build constraint
	// noAndNot is set where x.AndNot(y) has to be spelled x.And(y.Not()): Go joins operations on
	// bits of 512 bits to one, and takes x for y.
	noAndNot bool
}

// targets are all of them. A new one has a row here, and the operations of the basis.
var targets = []target{
	{pkg: "gang4", suffix: "_neon", build: goversion.VectorsArm64},
	{pkg: "gang8", suffix: "_avx2", build: goversion.Vectors},
	{pkg: "gang16", suffix: "_avx512", build: goversion.Vectors, noAndNot: true},
}

func (t *target) dir() string { return "runtime/" + t.pkg }

// isBasis reports whether a file of package lanes has operations of the basis, or the reference
// of them, which a target has in its own way.
func isBasis(name string) bool { return strings.HasPrefix(path.Base(name), "basis") }

// Write writes the files of all targets.
func Write(v *tree.View) error { return write(v, targets) }

func write(v *tree.View, targets []target) error {
	var basis, shared, tests []*file
	names, err := v.Glob(from + "/*.go")
	if err != nil {
		return err
	}
	for _, name := range names {
		base := path.Base(name)
		if base == "doc.go" {
			continue
		}
		f, err := read(v, name)
		if err != nil {
			return err
		}
		switch {
		case isBasis(name):
			basis = append(basis, f)
		case strings.HasSuffix(base, "_test.go"):
			tests = append(tests, f)
		default:
			shared = append(shared, f)
		}
	}
	for _, t := range targets {
		if err := t.write(v, basis, shared, tests); err != nil {
			return err
		}
	}
	return nil
}

func (t *target) write(v *tree.View, basis, shared, tests []*file) error {
	names, err := v.Glob(t.dir() + "/*" + t.suffix + ".go")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: no files *%s.go, with the operations of the basis", t.dir(), t.suffix)
	}
	var own []*file
	for _, name := range names {
		f, err := read(v, name)
		if err != nil {
			return err
		}
		own = append(own, f)
	}
	kept, err := t.selected(basis, shared, own, tests)
	if err != nil {
		return err
	}
	s := t.spelling(own)
	for _, f := range slices.Concat(shared, tests) {
		text, any := s.rewritten(f, kept)
		if !any {
			continue
		}
		head := tree.Header(f.name) + "//go:build " + t.build + "\n\n"
		if err := v.WriteGo(path.Join(t.dir(), path.Base(f.name)), append([]byte(head), text...)); err != nil {
			return err
		}
	}
	return nil
}

// selected returns the declarations of shared files that a target gets: what is exported and what
// that needs, less what the target has itself.
func (t *target) selected(basis, shared, own, tests []*file) (map[*decl]bool, error) {
	has := declared(own)
	there, operations := map[string][]*decl{}, declared(basis)
	kept := map[*decl]bool{}
	var todo []*decl
	keep := func(d *decl) {
		if !kept[d] {
			kept[d] = true
			todo = append(todo, d)
		}
	}
	for _, f := range shared {
		for _, d := range f.decls {
			if has[d.name] == nil {
				there[d.last()] = append(there[d.last()], d)
			}
		}
	}
	need := func(by *decl) error {
		for _, name := range slices.Sorted(maps.Keys(by.needs)) {
			for _, d := range there[name] {
				keep(d)
			}
			if d := operations[name]; d != nil && has[name] == nil && !by.local[name] {
				return fmt.Errorf("%s:1:1: %s needs %s, an operation of the basis (%s): declare it in a file *%s.go", own[0].name, by.name, name, d.file, t.suffix)
			}
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		for _, d := range there[name] {
			if d.exported() {
				keep(d)
			}
		}
	}
	for _, f := range own {
		for _, d := range f.decls {
			if err := need(d); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range tests { // they declare much themselves
		for _, d := range f.decls {
			for name := range d.needs {
				for _, d := range there[name] {
					keep(d)
				}
			}
		}
	}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := need(d); err != nil {
			return nil, err
		}
	}
	return kept, nil
}
