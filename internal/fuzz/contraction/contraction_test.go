package contraction

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lists of kernels that differ")

// TestWrite makes all questions and some random kernels: that they compile, and that they
// store something that a thread computes.
func TestWrite(t *testing.T) {
	for _, s := range Sets(2, 3) {
		if strings.HasPrefix(s.Name, "questions") && len(s.Kernels) < 100 {
			t.Errorf("%s: %d questions", s.Name, len(s.Kernels))
		}
		dir := t.TempDir()
		if err := s.Write(dir); err != nil {
			t.Error(err)
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, s.Name, "kernel.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		// What is a letter or a word of the short form is none of PTX.
		if bad := regexp.MustCompile(`\t\S.*(\.[TB] |\bOUT\b|K\(|SHARED|LOCAL|CALL|LAST|NEXT).*`).FindString(string(text)); bad != "" {
			t.Errorf("%s: %s", s.Name, bad)
		}
	}
}

// TestAnswers compares what the compiler does with what GPUs have done: NAME.txt of testdata
// has their answers to the first seed, NAME.differ the kernels that are known to differ.
func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no answers: %v", err)
	}
	own := []Answer{}
	for _, s := range Sets(1, 40) {
		list, err := Own(s)
		if err != nil {
			t.Fatal(err)
		}
		own = append(own, list...)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		who, gpu, err := ReadAnswers(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list, both := Differ(own, gpu)
		if both < len(gpu)*99/100 {
			t.Errorf("%s: of %d kernels only %d are still made: ask a GPU again", who, len(gpu), both)
		}
		var now []string
		for _, a := range list {
			now = append(now, fmt.Sprintln(a.Set, a.Kernel))
		}
		known := strings.TrimSuffix(file, ".txt") + ".differ"
		if *update {
			if err := os.WriteFile(known, []byte(strings.Join(now, "")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(known)
		if err != nil {
			t.Fatal(err)
		}
		then := strings.SplitAfter(strings.TrimSuffix(string(text), "\n")+"\n", "\n")
		for _, k := range now {
			if !slices.Contains(then, k) {
				t.Errorf("%s: differs: %s", who, k)
			}
		}
		for _, k := range then {
			if k != "\n" && k != "" && !slices.Contains(now, k) {
				t.Errorf("%s: no longer differs (-update): %s", who, k)
			}
		}
	}
}
