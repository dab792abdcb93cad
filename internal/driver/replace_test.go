package driver

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// replace does what write does to one file.
func replace(path, text string) error {
	r, err := prepare(path, []byte(text))
	if err != nil {
		return err
	}
	defer r.discard()
	return r.commit()
}

func wantText(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s: %q, %v; want %q", filepath.Base(path), data, err, want)
	}
}

// wantFiles checks what a folder holds, so that nothing temporary is left.
func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if err != nil || strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("%v, %v; want %v", names, err, want)
	}
}

// TestReplace checks that a file is replaced as a whole, and that a failure leaves
// the old one and no other.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.go")
	for _, text := range []string{"one", "twotwo", ""} {
		if err := replace(path, text); err != nil {
			t.Fatal(err)
		}
		wantText(t, path, text)
	}
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := replace(filepath.Join(dir, "d"), "three"); err == nil {
		t.Error("a folder was replaced")
	}
	if err := replace(filepath.Join(dir, "absent", "x"), "four"); err == nil {
		t.Error("there is no such folder")
	}
	// What is not committed is not seen.
	r, err := prepare(path, []byte("five"))
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, path, "")
	r.discard()
	wantText(t, path, "")
	wantFiles(t, dir, "d", "x.go")
}

// TestReplacePermissions checks that those of a file stay, that a new file has those
// of any new file, and that a file which must not be written is not.
func TestReplacePermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no such permissions")
	}
	dir := t.TempDir()
	plain, made := filepath.Join(dir, "plain"), filepath.Join(dir, "made")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replace(made, "x"); err != nil {
		t.Fatal(err)
	}
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if mode(made) != mode(plain) {
		t.Errorf("a new file has %v, others have %v", mode(made), mode(plain))
	}
	for _, perm := range []os.FileMode{0o600, 0o664, 0o755} {
		if err := os.Chmod(made, perm); err != nil {
			t.Fatal(err)
		}
		if err := replace(made, perm.String()); err != nil {
			t.Fatal(err)
		}
		if mode(made) != perm {
			t.Errorf("%v became %v", perm, mode(made))
		}
	}
	if err := os.Chmod(made, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := replace(made, "y"); err == nil {
		t.Error("a file without permission to write was replaced")
	}
	wantText(t, made, os.FileMode(0o755).String())
	wantFiles(t, dir, "made", "plain")
}

// TestReplaceLinks checks that symbolic links stay and what they stand for is
// written, existing or not.
func TestReplaceLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "real", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	at := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	links := [][2]string{
		{filepath.Join("real", "a.go"), at("relative.go")},
		{at("real", "a.go"), at("absolute.go")},
		{"relative.go", at("chain.go")},
		{filepath.Join("real", "new.go"), at("dangling.go")},
		{filepath.Join("real", "deep"), at("folder")},
		{filepath.Join("..", "up.go"), at("real", "deep", "up.go")}, // seen through folder: real/up.go
		{"round.go", at("round.go")},
	}
	for _, l := range links {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Skipf("SKIPPED: no links here: %v", err)
		}
	}
	for _, c := range []struct{ name, file string }{
		{at("relative.go"), at("real", "a.go")},
		{at("absolute.go"), at("real", "a.go")},
		{at("chain.go"), at("real", "a.go")},
		{at("dangling.go"), at("real", "new.go")},
		{at("folder", "up.go"), at("real", "up.go")},
		{at("folder", "plain.go"), at("real", "deep", "plain.go")},
	} {
		for _, text := range []string{"first " + c.name, "second"} {
			if err := replace(c.name, text); err != nil {
				t.Fatal(err)
			}
			wantText(t, c.file, text)
		}
	}
	if err := replace(at("round.go"), "x"); err == nil {
		t.Error("a link to itself was written")
	}
	for _, l := range links {
		if to, err := os.Readlink(l[1]); err != nil || to != l[0] {
			t.Errorf("%s: %q, %v: no link any more", l[1], to, err)
		}
	}
	wantFiles(t, at("real"), "a.go", "deep", "new.go", "up.go")
	wantFiles(t, at("real", "deep"), "plain.go", "up.go")
}

// TestReplaceHardLinks checks that all names of a file see the new bytes.
func TestReplaceHardLinks(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := os.WriteFile(a, []byte("a long text at first"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(a, b); err != nil {
		t.Skipf("SKIPPED: no links here: %v", err)
	}
	if info, err := os.Stat(a); err != nil || hardLinks(info) != 2 {
		t.Skipf("SKIPPED: the number of names is not known here: %v", err)
	}
	for _, text := range []string{"short", "and then a longer one than that", ""} {
		if err := replace(b, text); err != nil {
			t.Fatal(err)
		}
		wantText(t, a, text)
		wantText(t, b, text)
	}
	wantFiles(t, dir, "a", "b")
}

// TestReplaceWithoutFolder checks that a file which may be written in a folder which
// may not is written.
func TestReplaceWithoutFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if f, err := os.Create(filepath.Join(dir, "y")); err == nil {
		f.Close()
		t.Skip("SKIPPED: this user may write everywhere")
	}
	if err := replace(path, "new"); err != nil {
		t.Fatal(err)
	}
	wantText(t, path, "new")
}

// TestReplaceNames: an error is about the file that was asked for, not about the one in its
// place.
func TestReplaceNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "k_ptx.go")
	_, err := prepare(path, []byte("x"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".ptx2go-") {
		t.Error(err)
	}
	// The folder is replaced by another behind the back of the command.
	dir := t.TempDir()
	path = filepath.Join(dir, "k_ptx.go")
	r, err := prepare(path, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(r.tmp); err != nil {
		t.Fatal(err)
	}
	err = r.commit()
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".ptx2go-") {
		t.Error(err)
	}
}
