package bochs

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// archive is a memory disk for Linux: cpio's format "newc", not compressed.
type archive struct {
	entries []entry
	has     map[string]bool
}

type entry struct {
	name         string
	mode         uint32
	major, minor uint32
	path         string // of the content, or
	content      []byte
}

func (a *archive) add(e entry) {
	if a.has == nil {
		a.has = map[string]bool{".": true}
	}
	if parent := path.Dir(e.name); !a.has[parent] {
		a.folder(parent)
	}
	if !a.has[e.name] {
		a.has[e.name] = true
		a.entries = append(a.entries, e)
	}
}

func (a *archive) folder(names ...string) {
	for _, name := range names {
		a.add(entry{name: name, mode: 0o40755})
	}
}

func (a *archive) device(name string, major, minor uint32) {
	a.add(entry{name: name, mode: 0o20600, major: major, minor: minor})
}

func (a *archive) file(name, path string) { a.add(entry{name: name, mode: 0o100755, path: path}) }

// tree adds a file, or a folder with all that is in it.
func (a *archive) tree(name, root string) error {
	return filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(root, at)
		a.file(path.Join(name, filepath.ToSlash(rel)), at)
		return err
	})
}

func (a *archive) bytes(name string, content []byte) {
	a.add(entry{name: name, mode: 0o100644, content: content})
}

// write writes the archive to a file.
func (a *archive) write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for i, e := range append(a.entries, entry{name: "TRAILER!!!"}) {
		if e.path != "" {
			if e.content, err = os.ReadFile(e.path); err != nil {
				return err
			}
		}
		n := len(e.name) + 1
		fmt.Fprintf(w, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x", i+1, e.mode, 0, 0, 1, 0,
			len(e.content), 0, 0, e.major, e.minor, n, 0)
		io.WriteString(w, e.name)
		w.Write(make([]byte, 1+padding(110+n)))
		w.Write(e.content)
		w.Write(make([]byte, padding(len(e.content))))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// padding fills up to a multiple of four.
func padding(n int) int { return -n & 3 }
