package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// stamp is what the last good run has left in the user's cache: a hash of this program, of all
// that its steps read, and of all that they have made. Where it is the same there is nothing to
// do, and a run takes the time to read the files.
type stamp struct {
	file string // "" where there is no cache
	sum  []byte
}

// newStamp returns the stamp of the tree as it is on disk.
func newStamp(t *tree.Tree, root string) stamp {
	cache, err := os.UserCacheDir()
	if err != nil {
		return stamp{}
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return stamp{}
	}
	h := sha256.New()
	if !hashProgram(h) {
		return stamp{}
	}
	for _, s := range steps {
		if err := t.Hash(h, s.from, s.makes); err != nil {
			return stamp{}
		}
	}
	name := fmt.Sprintf("%x", sha256.Sum256([]byte(abs)))[:16]
	return stamp{filepath.Join(cache, "ptx2go", "gen-"+name), h.Sum(nil)}
}

func hashProgram(h io.Writer) bool {
	name, err := os.Executable()
	if err != nil {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = io.Copy(h, f)
	return err == nil
}

// current reports whether the last good run has left the tree so.
func (s stamp) current() bool {
	if s.file == "" {
		return false
	}
	old, err := os.ReadFile(s.file)
	return err == nil && bytes.Equal(old, s.sum)
}

// keep remembers a good run. That it cannot is no mistake: the next run does all again.
func (s stamp) keep() {
	if s.file != "" && os.MkdirAll(filepath.Dir(s.file), 0o755) == nil {
		_ = os.WriteFile(s.file, s.sum, 0o644)
	}
}
