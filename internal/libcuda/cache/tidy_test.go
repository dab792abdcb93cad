//go:build unix

package cache

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestTidy keeps what was used lately, as far as it fits, and what somebody builds.
func TestTidy(t *testing.T) {
	all, now := t.TempDir(), time.Now()
	add := func(name string, bytes int, days float64) string {
		dir := filepath.Join(all, name)
		if err := os.MkdirAll(filepath.Join(dir, "work"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "work", "x"), make([]byte, bytes), 0o600); err != nil {
			t.Fatal(err)
		}
		at := now.Add(-time.Duration(days * 24 * float64(time.Hour)))
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	mine := add("mine", 500, 100)
	add("new", 300, 1)
	add("large", 300, 2)
	add("small", 100, 3)
	add("old", 1, 31)
	busy := add("busy", 1, 40)
	lock, err := NewLock(busy, Building, false)
	if err != nil {
		t.Fatal(err)
	}
	left := func() (names []string) {
		entries, err := os.ReadDir(all)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if err := tidy(mine, now, 1000); err != nil {
		t.Fatal(err)
	}
	// What comes behind the large one is older, and goes as well, although it would fit.
	if got := left(); !slices.Equal(got, []string{"busy", "mine", "new"}) {
		t.Errorf("left are %v", got)
	}
	if about, err := os.Stat(mine); err != nil || now.Sub(about.ModTime()) > time.Hour {
		t.Errorf("it was used now, %v, %v", about, err)
	}
	lock.Release()
	if err := tidy(mine, now, 100); err != nil {
		t.Fatal(err)
	}
	if got := left(); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("left are %v", got)
	}
}
