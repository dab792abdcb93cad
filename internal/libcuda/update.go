package libcuda

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/libcuda/cache"
	"github.com/ptx2go/ptx2go/interpret/record"
)

// Update builds a library of the texts in a folder of the cache, and makes it the newest one there. Only
// one process at a time waits for texts, and one builds; what another one waits for already is not done
// twice. A process that is killed leaves a file or a folder that is looked at no more, and is removed
// by the next one.
func (b *Builder) Update(ctx context.Context, dir string) error {
	waiting, err := cache.Begin(dir)
	if errors.Is(err, cache.ErrLocked) {
		return nil // that process will find what there is
	}
	if err != nil {
		return err
	}
	defer waiting.Release()
	texts := filepath.Join(dir, cache.Texts)
	if err := quiet(ctx, texts); err != nil {
		return err
	}
	building, err := cache.NewLock(dir, cache.Building, true)
	if err != nil {
		return err
	}
	defer building.Release()
	waiting.Release() // what comes from here on is the next one's
	all, err := record.List(texts)
	if err != nil {
		return err
	}
	work := filepath.Join(dir, "work")
	if err := os.MkdirAll(work, 0o700); err != nil {
		return err
	}
	if all, err = latest(all, mostTexts, work); err != nil {
		return err
	}
	if err := leftOver(work, ".new-"); err != nil {
		return err
	}
	if all, err = b.Modules(ctx, all, work); err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	if err := leftOver(dir, "build-", ".so.new"); err != nil {
		return err
	}
	name := fmt.Sprintf("build-%d.so", time.Now().UnixNano())
	path := filepath.Join(dir, name)
	if all, err = b.Go(ctx, all, work, "libcuda-"+strings.TrimSuffix(name, ".so")+".so", path+".new"); err != nil {
		return err
	}
	if err := os.Chmod(path+".new", 0o700); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	link := filepath.Join(dir, cache.Newest)
	_ = os.Remove(link + ".new")
	if err := os.Symlink(name, link+".new"); err != nil {
		return err
	}
	if err := os.Rename(link+".new", link); err != nil {
		return err
	}
	fmt.Fprintf(b.Log, "%s: %d texts\n", path, len(all))
	if err := older(dir, name); err != nil {
		return err
	}
	return cache.Tidy(dir)
}

// quiet waits until no text has come for two seconds, or half a minute.
func quiet(ctx context.Context, texts string) error {
	const step, still, most = 250 * time.Millisecond, 8, 120
	last, same := -1, 0
	for range most {
		all, err := os.ReadDir(texts)
		if err != nil {
			return err
		}
		if same++; len(all) != last {
			last, same = len(all), 0
		}
		if same == still {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(step):
		}
	}
	return nil
}

// mostTexts bounds a build. A program that makes more texts than that makes others each time.
const mostTexts = 2000

// latest returns the newest texts, at most so many, and removes the others, with the packages of them that
// there are in a folder.
func latest(all []record.Text, most int, packages string) ([]record.Text, error) {
	if len(all) <= most {
		return all, nil
	}
	age := map[string]time.Time{}
	for _, t := range all {
		about, err := os.Stat(t.Files[0])
		if err != nil {
			return nil, err
		}
		age[t.Name] = about.ModTime()
	}
	slices.SortStableFunc(all, func(a, b record.Text) int { return age[b.Name].Compare(age[a.Name]) })
	for _, t := range all[most:] {
		at := filepath.Join(packages, packageOf(t))
		for _, path := range []string{filepath.Dir(t.Files[0]), at, at + ".failed"} {
			if err := os.RemoveAll(path); err != nil {
				return nil, err
			}
		}
	}
	return all[:most], nil
}

// leftOver removes what a process that was killed has left.
func leftOver(dir, prefix string, suffix ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && (len(suffix) == 0 || strings.HasSuffix(e.Name(), suffix[0])) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// older removes builds but for the newest one and that before it, which a program may be about to open.
func older(dir, newest string) error {
	builds, err := filepath.Glob(filepath.Join(dir, "build-*.so"))
	if err != nil {
		return err
	}
	slices.Sort(builds) // by time: the numbers have as many digits
	keep := 2
	for i := len(builds) - 1; i >= 0; i-- {
		if keep--; keep < 0 && filepath.Base(builds[i]) != newest {
			if err := os.Remove(builds[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
