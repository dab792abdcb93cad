package record

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestKeep keeps texts from several goroutines at once: each is there once, whole, and linked ones are
// one module.
func TestKeep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	var news [3]int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 20 {
		for i, texts := range [][]string{{".version 7.0\n\x00"}, {".version 7.1\n"}, {".version 7.0\n", ".version 7.1\n"}} {
			wg.Go(func() {
				isNew, err := Keep(dir, texts...)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if isNew {
					news[i]++
				}
			})
		}
	}
	wg.Wait()
	if news != [3]int{1, 1, 1} {
		t.Errorf("new %v times", news)
	}
	// What a killed process leaves is no module.
	if err := os.MkdirAll(filepath.Join(dir, ".new-1"), 0o755); err != nil {
		t.Fatal(err)
	}
	all, err := List(dir)
	if err != nil || len(all) != 3 {
		t.Fatalf("%v, %v", all, err)
	}
	linked := 0
	for _, m := range all {
		for _, f := range m.Files {
			if text, err := os.ReadFile(f); err != nil || len(text) != len(".version 7.0\n") {
				t.Errorf("%s: %q, %v", f, text, err)
			}
		}
		if len(m.Files) == 2 {
			linked++
		}
	}
	if linked != 1 {
		t.Errorf("%d modules of two texts", linked)
	}
}

// TestLoaded keeps what is loaded where the environment and the cache say, and tells of what is new only.
func TestLoaded(t *testing.T) {
	mine, next := t.TempDir(), t.TempDir()
	t.Setenv(Variable, mine)
	told := 0
	SetCache(next, func() { told++ })
	defer SetCache("", nil)
	Loaded(".version 7.0")
	Loaded(".version 7.0")
	Loaded(".version 7.2")
	for _, dir := range []string{mine, next} {
		if all, err := List(dir); err != nil || len(all) != 2 {
			t.Errorf("%v, %v", all, err)
		}
	}
	if told != 2 {
		t.Errorf("told of %d", told)
	}
}
