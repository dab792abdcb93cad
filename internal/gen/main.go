// Command gen writes everything that is generated of the compiler, its runtime, its documents
// and its conformance cases, in one run, from whatever is there: steps.go has the list. It runs
// by the directive of cmd/ptx2go.
//
// Nothing that it imports is generated, and its steps see of generated files only those that
// steps before them have made. It is built with the tag isatable, without the generated rows of
// package isa, and reads the tables themselves.
//
// # Rules
//
// One run, from any state: whatever earlier runs have left is hidden from the steps, which see
// what people have written and what earlier steps of this run have made (package tree). So outputs
// may be stale, broken, missing or too many. Each step says which files it reads and which it
// makes, and gets no others.
//
// The program imports nothing that is generated; a test looks. Functions of the runtime and
// builders are read as source, with go/parser; tables that people write, as those of package ir
// and of the cases' oracles, are imported. The exception would be package isa, whose rows most
// steps need: hence the tag isatable, and the first step gives it the tables that it has read.
// The other way, stages that are built one after another with what the stage before has written,
// would take a build for each, need outputs on disk that may not compile, and leave half of them
// there if a stage fails.
//
// All or nothing: a mistake in tables, Go source or lists of cases is an error, and nothing is
// written then. Files are replaced as a whole when all steps are done; a file that has its bytes
// already is left alone, with its time. A run with nothing to do takes a tenth of a second: a hash
// of the program, its inputs and its outputs is in the user's cache.
//
// # Usage
//
// An error names a file, a line and a column, and nothing is written then. Files that are as
// they should be are left alone.
//
//	go run ./internal/gen -check          # write nothing, say what is not current
//	go run ./internal/gen -explain fp_add_f32:out_f32:1250
//	go run ./internal/gen -memcases DIR   # every head of every row of memory
//	go run ./internal/gen -tables DIR     # what the tests of vectors go through
//
// The second says what an element of a buffer of results is, as a message of ptx2go verify
// names it. The third writes some hundred thousand instructions to another folder. The
// fourth writes tables of all functions of vectors, which are no part of the tree, and overlay.json,
// by which go test -overlay compiles them into the tests.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/conform"
	"github.com/ptx2go/ptx2go/internal/cases/memcase"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

func main() {
	root := flag.String("root", ".", "`folder` of the module")
	check := flag.Bool("check", false, "write nothing, and fail where a file is not current")
	verbose := flag.Bool("v", false, "print each step and each file that is written")
	element := flag.String("explain", "", "say what `folder:buffer:element` of a case is")
	memcases := flag.String("memcases", "", "write a case for every head of every row of memory to `folder`")
	tables := flag.String("tables", "", "write the tables of the tests of vectors to `folder`, with an overlay.json for go test -overlay")
	flag.Parse()
	say := func(string) {}
	if *verbose {
		say = func(line string) { fmt.Println(line) }
	}
	var err error
	switch {
	case *element != "":
		err = explain(*root, *element)
	case *memcases != "":
		err = writeMemcases(*root, *memcases)
	case *tables != "":
		err = writeTables(*root, *tables)
	default:
		err = run(*root, *check, say)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, check bool, say func(string)) error {
	t, err := newTree(root)
	if err != nil {
		return err
	}
	if !check && newStamp(t, root).current() {
		say("Nothing has changed.")
		return nil
	}
	for _, s := range steps {
		say(s.does)
		if err := s.do(t); err != nil {
			return err
		}
	}
	changes, err := t.Changes()
	if err != nil {
		return err
	}
	if check {
		var stale []error
		for _, c := range changes {
			stale = append(stale, fmt.Errorf("%s:1:1: not current, which go generate ./cmd/ptx2go mends", c.Name))
		}
		return errors.Join(stale...)
	}
	for _, c := range changes {
		say("  " + c.Name)
	}
	if err := t.Apply(changes); err != nil {
		return err
	}
	newStamp(t, root).keep()
	return nil
}

// newTree returns the source tree without what the steps make.
func newTree(root string) (*tree.Tree, error) {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, fmt.Errorf("%s is not the root of the module: %w", root, err)
	}
	debug.SetGCPercent(400) // it is over soon
	var outputs []tree.Patterns
	for _, s := range steps {
		outputs = append(outputs, s.makes)
	}
	t := tree.New(root, outputs...)
	t.NotKept(testTables)
	return t, nil
}

// newTables returns the tree with the tables of the instruction set, by the first step.
func newTables(root string) error {
	t, err := newTree(root)
	if err != nil {
		return err
	}
	return steps[0].do(t)
}

// do runs the step. A panic of it is a mistake of the generator, or what a hand-written file
// has that it does not expect: the error names the step.
func (s *step) do(t *tree.Tree) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal/gen: internal error: %v, in the step: %s", r, s.does)
		}
	}()
	return s.run(t.View(s.from, s.makes))
}

func explain(root, element string) error {
	if err := newTables(root); err != nil {
		return err
	}
	parts := strings.Split(element, ":")
	if len(parts) != 3 {
		return fmt.Errorf("%q is not folder:buffer:element", element)
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil {
		return err
	}
	text, err := conform.Explain(parts[0], parts[1], n)
	fmt.Print(text)
	return err
}

// writeTables writes the tables of tests that are not kept, and the file by which go test finds them.
func writeTables(root, dir string) error {
	t, err := newTree(root)
	if err != nil {
		return err
	}
	for _, s := range steps {
		if err := s.do(t); err != nil {
			return err
		}
		if s.makes.Match("runtime/gang16/ztwins_test.go") {
			break // the last of them
		}
	}
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range t.WrittenNotKept() {
		to, err := filepath.Abs(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")))
		if err != nil {
			return err
		}
		at, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		overlay.Replace[at] = to
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(overlay, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), data, 0o644)
}

func writeMemcases(root, dir string) error {
	if err := newTables(root); err != nil {
		return err
	}
	files, err := memcase.Files(memcase.Options{All: true})
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
