package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/scratch"
)

// replacement is a file whose new bytes are ready: commit puts them in its place, as
// a whole where the file system allows it, so that a reader sees the old bytes or the
// new.
type replacement struct {
	name string // of the file as it was asked for
	path string // of the file itself, behind all links
	tmp  string // a finished file beside it, "" where it must be written in place
	data []byte // nil: there will be no such file
	same bool   // the file has these bytes, and stays as it is, with its time
}

// prepare makes everything ready to replace a file, or to create it. Nobody sees a
// change before commit. A name that is a link stays one, the file that it stands for
// gets the bytes; permissions stay as they are. A file with several names (hard
// links), or in a folder in which nothing can be created, is written in place. One that has
// these bytes already stays as it is.
func prepare(name string, data []byte) (*replacement, error) {
	r, err := prepared(name, data)
	if err != nil {
		return nil, about(name, err)
	}
	return r, nil
}

func prepared(name string, data []byte) (*replacement, error) {
	path, err := behindLinks(name)
	if err != nil {
		return nil, err
	}
	r := &replacement{name: name, path: path, data: data}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		r.same = true
		return r, nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, err
	case hardLinks(info) > 1:
		return r, r.writable()
	case info.Mode().Perm()&0o200 == 0:
		return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
	}
	tmp, err := createBeside(path)
	if errors.Is(err, fs.ErrPermission) && info != nil {
		return r, r.writable()
	}
	if err != nil {
		return nil, err
	}
	r.tmp = tmp.Name()
	_, err = tmp.Write(data)
	if err == nil && info != nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		r.discard()
		return nil, err
	}
	return r, nil
}

// replaceFile writes a file as a whole, or, where the name is that of a device or a pipe, into
// that.
func replaceFile(name string, data []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return about(name, os.WriteFile(name, data, 0))
	}
	r, err := prepare(name, data)
	if err != nil {
		return err
	}
	defer r.discard()
	return r.commit()
}

// about is an error of the file that was asked for, where it was another one in its place
// that the system could not make, write or rename.
func about(name string, err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return &fs.PathError{Op: e.Op, Path: diag.Shown(name), Err: e.Err}
	case *os.LinkError:
		return &fs.PathError{Op: "replace", Path: diag.Shown(name), Err: e.Err}
	}
	return err
}

// createBeside creates a file of a new name in the folder of path, with the
// permissions of any new file.
func createBeside(path string) (f *os.File, err error) {
	_, err = scratch.Make(func() (string, error) {
		for n := 0; ; n++ {
			name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".ptx2go-%d-%d", os.Getpid(), n))
			f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if !errors.Is(err, fs.ErrExist) || n == 1000 {
				return name, err
			}
		}
	})
	return f, err
}

// behindLinks follows symbolic links to the file that a name stands for, which need
// not exist.
func behindLinks(path string) (string, error) {
	for range 40 { // as many as Linux follows
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what is wrong with it shows when it is opened
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// The folder may be a link itself, out of which .. leads elsewhere.
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// writable says why an existing file cannot be written in place.
func (r *replacement) writable() error {
	f, err := os.OpenFile(r.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// commit puts the bytes in their place. A signal that ends the program waits for it.
func (r *replacement) commit() error {
	if r.same {
		return nil
	}
	if err := scratch.Finish(r.tmp, r.put); err != nil {
		return about(r.name, err)
	}
	return nil
}

func (r *replacement) put() error {
	if r.data == nil {
		return os.Remove(r.path)
	}
	if r.tmp != "" {
		err := os.Rename(r.tmp, r.path)
		if err == nil {
			r.tmp = ""
		}
		return err
	}
	old, err := os.ReadFile(r.path)
	if err != nil {
		return err
	}
	if err := overwrite(r.path, r.data); err != nil {
		return errors.Join(about(r.name, err), about(r.name, overwrite(r.path, old)))
	}
	return nil
}

// overwrite writes into an existing file. The old length goes last, so that a full
// disk is found before anything is lost.
func overwrite(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	return errors.Join(err, f.Close())
}

// discard removes what commit has not used.
func (r *replacement) discard() {
	if r.tmp != "" {
		os.Remove(r.tmp)
		scratch.Forget(r.tmp)
	}
}
