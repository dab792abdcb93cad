// Package libcuda builds libcuda.so.1, with Go code of PTX texts in it, for ptx2go libcuda and for the cache
// of such libraries. It needs the source of ptx2go, the go command and gcc.
//
// The library is two: one in Go, of runtime/driver/libcuda, the interpreter and the generated packages; and
// the one that programs load, runtime/driver/libcuda/front in C, which carries the other one, or opens a
// newer build of it from the cache.
package libcuda

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const (
	modulePath = "github.com/ptx2go/ptx2go"
	// programPath is the module of the library. It lies below internal/, so that it may import the cache.
	programPath = modulePath + "/internal/libcuda/built"
)

// Source returns the folder of ptx2go's source: that which is given, that of the module that the folder
// belongs to, or that which this program was built from.
func Source(given string) (string, error) {
	if given != "" {
		dir, err := filepath.Abs(given)
		if err == nil && !isSource(dir) {
			err = fmt.Errorf("%s is not the source of ptx2go with runtime/driver/libcuda", given)
		}
		return dir, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if isSource(dir) {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		if dir := filepath.Dir(filepath.Dir(filepath.Dir(file))); isSource(dir) {
			return dir, nil
		}
	}
	return "", errors.New("the library is built from the source of ptx2go, which is not where this program was built\n    hint: run it in a clone of ptx2go, or with -source=DIR")
}

// isSource reports whether a folder is that of ptx2go's source, with the module of the library.
func isSource(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.HasPrefix(string(text), "module "+modulePath+"\n") {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, "runtime", "driver", "libcuda", "go.mod"))
	return err == nil
}

// Key stands for what builds of the library are made of, but for texts: the source, and the version of Go.
func Key(ctx context.Context, source string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "version")
	cmd.Dir = source
	version, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go version: %w", err)
	}
	h := sha256.New()
	h.Write(version)
	for _, top := range []string{"cmd/ptx2go", "codegen", "frontend", "internal", "interpret", "lower", "runtime", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(source, filepath.FromSlash(top)), func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir():
				if slices.Contains([]string{"testdata", "bench", "house", "fuzz", "cases"}, e.Name()) {
					return fs.SkipDir
				}
				return nil
			case strings.HasSuffix(path, "_test.go") || strings.HasPrefix(e.Name(), ".") || !e.Type().IsRegular():
				return nil
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			name, _ := filepath.Rel(source, path)
			fmt.Fprintf(h, "\n%s\n", filepath.ToSlash(name))
			_, err = io.Copy(h, f)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:24], nil
}
