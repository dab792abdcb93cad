// Package tree is the source tree as a generator sees it: what people have written, and what
// the steps before have made of it. What earlier runs have left is not there, so it matters
// not whether that is stale, broken or missing. Nothing is written before all steps are done.
package tree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Patterns select files by their names relative to the root, as path.Match does. One that
// begins with ! takes files out again.
type Patterns []string

// Match reports whether a file is selected.
func (p Patterns) Match(name string) bool {
	found := false
	for _, pattern := range p {
		rest, not := strings.CutPrefix(pattern, "!")
		if found != not {
			continue
		}
		if ok, err := path.Match(rest, name); err != nil {
			panic(err)
		} else if ok {
			found = !not
		}
	}
	return found
}

// Tree is a source tree whose generated files are hidden until they are written again.
type Tree struct {
	root    string
	outputs []Patterns
	passing Patterns // of what is written, what is not kept on disk
	written map[string][]byte
	removed []string
	listed  map[string][]string // the files of a folder on disk
	sources sources
}

// New returns the tree in a folder. What the patterns select is generated.
func New(root string, outputs ...Patterns) *Tree {
	return &Tree{root: root, outputs: outputs, written: map[string][]byte{}, listed: map[string][]string{}, sources: newSources()}
}

// NotKept selects files that steps write and read, and that are not kept on disk. WrittenNotKept has
// them.
func (t *Tree) NotKept(p Patterns) { t.passing = p }

// WrittenNotKept returns the files that steps have written and that are not kept on disk.
func (t *Tree) WrittenNotKept() map[string][]byte {
	list := map[string][]byte{}
	for name, data := range t.written {
		if t.passing.Match(name) {
			list[name] = data
		}
	}
	return list
}

// generated reports whether a file is one that some step may write.
func (t *Tree) generated(name string) bool {
	return slices.ContainsFunc(t.outputs, func(p Patterns) bool { return p.Match(name) })
}

// onDisk returns the names of the files of a folder, sorted; none if it is not there.
func (t *Tree) onDisk(dir string) ([]string, error) {
	if names, ok := t.listed[dir]; ok {
		return names, nil
	}
	entries, err := os.ReadDir(filepath.Join(t.root, filepath.FromSlash(dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	t.listed[dir] = names
	return names, nil
}

// readDisk reads a file of the tree as it is on disk.
func (t *Tree) readDisk(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(t.root, filepath.FromSlash(name)))
}

// Hash writes the names and contents that files have on disk.
func (t *Tree) Hash(h io.Writer, patterns ...Patterns) error {
	for _, list := range patterns {
		for _, pattern := range list {
			if strings.HasPrefix(pattern, "!") {
				continue
			}
			files, err := filepath.Glob(filepath.Join(t.root, filepath.FromSlash(pattern)))
			if err != nil {
				return err
			}
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				fmt.Fprintf(h, "%s %d\n", file, len(data))
				h.Write(data)
			}
		}
	}
	return nil
}

// Put gives a file a content as if a step had written it.
func (t *Tree) Put(name, text string) { t.written[name] = []byte(text) }

// Written returns what steps have written to a file, nil for nothing.
func (t *Tree) Written(name string) []byte { return t.written[name] }

// View is what one step may read and write.
type View struct {
	tree          *Tree
	reads, writes Patterns
}

// View returns the tree for a step.
func (t *Tree) View(reads, writes Patterns) *View { return &View{t, reads, writes} }

// Glob returns the files that a pattern selects, sorted, of those that the step reads.
func (v *View) Glob(pattern string) ([]string, error) {
	t := v.tree
	disk, err := t.onDisk(path.Dir(pattern))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, name := range disk {
		names[name] = !t.generated(name)
	}
	for name := range t.written {
		names[name] = true
	}
	var list []string
	for name, there := range names {
		if ok, err := path.Match(pattern, name); err != nil {
			return nil, err
		} else if ok && there && v.reads.Match(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list, nil
}

// ReadFile returns the content of a file. It must not be changed.
func (v *View) ReadFile(name string) ([]byte, error) {
	if !v.reads.Match(name) {
		return nil, fmt.Errorf("%s is read by a step that does not say so", name)
	}
	if data, ok := v.tree.written[name]; ok {
		return data, nil
	}
	if v.tree.generated(name) {
		return nil, fmt.Errorf("%s: %w: a later step writes it", name, fs.ErrNotExist)
	}
	return v.tree.readDisk(name)
}

// Open is for fs.FS: a View has ReadFile only.
func (v *View) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// Write gives a file its new content.
func (v *View) Write(name string, data []byte) error {
	if !v.writes.Match(name) {
		return fmt.Errorf("%s is written by a step that does not say so", name)
	}
	if _, twice := v.tree.written[name]; twice {
		return fmt.Errorf("%s is written twice", name)
	}
	v.tree.written[name] = data
	return nil
}

// Sweep removes the files that no step has written from those folders below one in which a
// file that is called name contains a mark. It is for folders whose names are not known before.
func (v *View) Sweep(dir, name string, mark []byte) error {
	t := v.tree
	folders, err := os.ReadDir(filepath.Join(t.root, filepath.FromSlash(dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range folders {
		folder := path.Join(dir, e.Name())
		if text, err := t.readDisk(path.Join(folder, name)); err != nil || !bytes.Contains(text, mark) {
			continue
		}
		files, err := t.onDisk(folder)
		if err != nil {
			return err
		}
		for _, f := range files {
			if _, ok := t.written[f]; !ok && v.writes.Match(f) {
				t.removed = append(t.removed, f)
			}
		}
	}
	return nil
}

// Change is what is to be done to a file on disk.
type Change struct {
	Name   string
	Data   []byte
	Remove bool
}

// Changes compares what the steps have written with what is on disk, and finds the files
// that no step writes any more. A Go file that is where these are, but was written by hand,
// is an error.
func (t *Tree) Changes() ([]Change, error) {
	var list []Change
	dirs := map[string]bool{}
	for _, outputs := range t.outputs {
		for _, pattern := range outputs {
			if dir := path.Dir(pattern); !strings.HasPrefix(pattern, "!") && !strings.ContainsAny(dir, "*?[") {
				dirs[dir] = true
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		names, err := t.onDisk(dir)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if _, ok := t.written[name]; ok && !t.passing.Match(name) || !t.generated(name) {
				continue
			}
			old, err := t.readDisk(name)
			if err != nil {
				return nil, err
			}
			if !bytes.Contains(old, []byte(mark)) {
				return nil, fmt.Errorf("%s:1:1: no step writes it, and its name is that of a generated file: give it another one", name)
			}
			list = append(list, Change{Name: name, Remove: true})
		}
	}
	for _, name := range t.removed {
		list = append(list, Change{Name: name, Remove: true})
	}
	for _, name := range slices.Sorted(maps.Keys(t.written)) {
		if t.passing.Match(name) {
			continue
		}
		if old, err := t.readDisk(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		} else if err != nil || !bytes.Equal(old, t.written[name]) {
			list = append(list, Change{Name: name, Data: t.written[name]})
		}
	}
	return list, nil
}

// Apply does what Changes found. Each file is replaced as a whole.
func (t *Tree) Apply(list []Change) error {
	for _, c := range list {
		if err := t.apply(c); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) apply(c Change) error {
	file := filepath.Join(t.root, filepath.FromSlash(c.Name))
	if c.Remove {
		err := os.Remove(file)
		os.Remove(filepath.Dir(file)) // if it is empty
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".gen-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(c.Data)
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if e := temp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
