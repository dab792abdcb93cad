// Package record keeps PTX texts that package interpret had to interpret, so that ptx2go libcuda can
// translate them, and the next run of the program has Go code of them.
//
// A folder of texts has a folder for each module, named after the hash of its text, with the text in
// module.ptx, and where several were linked, in module2.ptx and so on. It appears at once, with all that is
// in it: several processes may write into one folder, and be killed.
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// Variable names the variable of the environment that names the folder in which texts are kept.
const Variable = switches.Record

// Text is a module in a folder.
type Text struct {
	Name  string   // of its folder
	Files []string // paths, those that are linked in their order
}

// cache is where texts are kept for the next run, and what is called when one was not there.
var cache struct {
	sync.Mutex
	dir  string
	kept func()
}

// SetCache makes Loaded keep texts in a folder too, and call kept where there is a new one.
func SetCache(dir string, kept func()) {
	cache.Lock()
	defer cache.Unlock()
	cache.dir, cache.kept = dir, kept
}

var complained sync.Once

// Loaded keeps the texts of a module that is interpreted. A program does not fail because they cannot be
// kept: where the user has asked for it, it says so, once.
func Loaded(texts ...string) {
	if dir := os.Getenv(Variable); dir != "" {
		if _, err := Keep(dir, texts...); err != nil {
			complained.Do(func() { fmt.Fprintf(os.Stderr, "ptx2go: %s: %v\n", Variable, err) })
		}
	}
	cache.Lock()
	defer cache.Unlock()
	if cache.dir == "" {
		return
	}
	if isNew, err := Keep(cache.dir, texts...); err == nil && isNew {
		cache.kept()
	}
}

// name is that of the folder of a module.
func name(texts []string) string {
	if len(texts) == 1 {
		return texthash.Of(texts[0])[:32]
	}
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintln(h, texthash.Of(text))
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// Keep writes the texts of a module into a folder, and reports whether it was not there yet.
func Keep(dir string, texts ...string) (isNew bool, err error) {
	to := filepath.Join(dir, name(texts))
	if _, err := os.Stat(to); err == nil {
		return false, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	// Only a folder with a name of its own is looked into, and List skips this one.
	tmp, err := os.MkdirTemp(dir, ".new-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(tmp, file(i)), []byte(strings.TrimRight(text, "\x00")), 0o644); err != nil {
			return false, err
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return false, err
	}
	if err := os.Rename(tmp, to); err != nil {
		if _, there := os.Stat(to); there == nil {
			return false, nil // another process was faster
		}
		return false, err
	}
	return true, nil
}

// file is the name of the text with this number.
func file(i int) string {
	if i == 0 {
		return "module.ptx"
	}
	return fmt.Sprintf("module%d.ptx", i+1)
}

// List returns the modules in a folder, in the order of their names.
func List(dir string) ([]Text, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []Text
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		t := Text{Name: e.Name()}
		for i := 0; ; i++ {
			path := filepath.Join(dir, e.Name(), file(i))
			if _, err := os.Stat(path); err != nil {
				break
			}
			t.Files = append(t.Files, path)
		}
		if len(t.Files) > 0 {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b Text) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}
