// Package scratch knows the files and folders of this process that nobody shall find when it
// has ended, also where a signal ends it.
package scratch

import (
	"errors"
	"os"
	"sync"
)

// ErrEnding is what everything fails with after Clean.
var ErrEnding = errors.New("the program is ending")

var (
	mu     sync.Mutex
	paths  = map[string]bool{}
	ending bool
)

// Make calls create, which makes one file or folder and returns its path. The path is removed
// by Clean until Forget is called with it.
func Make(create func() (path string, err error)) (string, error) {
	mu.Lock()
	defer mu.Unlock()
	if ending {
		return "", ErrEnding
	}
	path, err := create()
	if err == nil {
		paths[path] = true
	}
	return path, err
}

// Dir makes a folder of a new name in the one for temporary files, as os.MkdirTemp does. The
// caller removes it.
func Dir(pattern string) (dir string, remove func(), err error) {
	dir, err = Make(func() (string, error) { return os.MkdirTemp("", pattern) })
	if err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir); Forget(dir) }, nil
}

// Forget says that a path is gone, or is to stay.
func Forget(path string) {
	mu.Lock()
	defer mu.Unlock()
	delete(paths, path)
}

// Finish calls a function that must not be broken off in the middle: Clean waits for it. The
// function must not call this package. What it has made of a path is to stay.
func Finish(path string, f func() error) error {
	mu.Lock()
	defer mu.Unlock()
	if ending {
		return ErrEnding
	}
	err := f()
	if err == nil {
		delete(paths, path)
	}
	return err
}

// Any reports whether there is something that Clean would remove.
func Any() bool {
	mu.Lock()
	defer mu.Unlock()
	return len(paths) > 0
}

// Clean removes everything. It is for the end of the process: nothing can be made after it.
func Clean() {
	mu.Lock()
	defer mu.Unlock()
	ending = true
	for path := range paths {
		os.RemoveAll(path)
	}
	clear(paths)
}
