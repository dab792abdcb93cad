package cache

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// How much the cache keeps: the folders of libraries that a program has used in the last month, as many as
// mostBytes hold, the one that was used last first; that is kept in any case.
const (
	unused    = 30 * 24 * time.Hour
	mostBytes = 4 << 30
)

// used notes in the time of a library's folder that a program uses it.
func used(dir string) {
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // where there is none yet, nothing is used
}

// Tidy removes folders of other libraries beside that of one: those that nobody has used for long, and of the
// others those that were used longest ago, where all of them take too much. What a process waits for or builds
// stays; programs that have opened a library keep it.
func Tidy(dir string) error { return tidy(dir, time.Now(), mostBytes) }

func tidy(dir string, now time.Time, most int64) error {
	used(dir)
	all := filepath.Dir(dir)
	entries, err := os.ReadDir(all)
	if err != nil {
		return err
	}
	type folder struct {
		path string
		used time.Time
	}
	var folders []folder
	for _, e := range entries {
		about, err := e.Info()
		if err != nil || !e.IsDir() || e.Name() == filepath.Base(dir) {
			continue
		}
		folders = append(folders, folder{filepath.Join(all, e.Name()), about.ModTime()})
	}
	slices.SortFunc(folders, func(a, b folder) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	total := size(dir)
	for _, f := range folders {
		if now.Sub(f.used) < unused {
			if total += size(f.path); total <= most {
				continue
			}
		}
		if err := remove(f.path); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a folder of a library, if no process is at work there.
func remove(dir string) error {
	for _, name := range []string{Waiting, Building} {
		lock, err := NewLock(dir, name, false)
		if err != nil {
			return nil // another one will remove it
		}
		defer lock.Release()
	}
	// Under another name nobody takes what is left for whole.
	gone, err := os.MkdirTemp(filepath.Dir(dir), ".old-")
	if err != nil {
		return err
	}
	if err := os.Rename(dir, filepath.Join(gone, "library")); err != nil {
		return err
	}
	return os.RemoveAll(gone)
}

// size is how many bytes the files of a folder have.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if about, err := e.Info(); err == nil {
				n += about.Size()
			}
		}
		return nil
	})
	return n
}
