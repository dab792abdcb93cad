package linecover

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/cover"
)

// source has lines of k.cu: 3 twice, 4 in a branch, 7 in a file of another folder, and lines of its own.
const source = `package p

func f(x int) int {
	y := 0 // 4
//line k.cu:3
	if x > 0 {
//line k.cu:4
		y++
//line ../h.cuh:7
		y += 2; y += 3
//line k.cu:3
	}
//line k.cu:3
	y *= 2
//line p.go:16
	return y
}
`

// TestConvert: lines have the counts of their statements, the greatest where there are several.
func TestConvert(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "p")
	for name, text := range map[string]string{"p/p.go": source, "p/q.go": "package p\n\nfunc g() {\n\tf(1)\n}\n", "p/k.cu": "a\nb\nline 3\nline four\n"} {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	profile := filepath.Join(top, "c.out")
	const in = `mode: count
example.com/p/p.go:4.2,4.8 1 9
example.com/p/p.go:6.2,6.12 1 9
example.com/p/p.go:8.3,8.6 1 0
example.com/p/p.go:10.3,10.17 2 4
example.com/p/p.go:14.2,14.8 1 11
example.com/p/p.go:16.2,16.10 1 11
example.com/p/q.go:3.10,5.2 1 1
`
	if err := os.WriteFile(profile, []byte(in), 0o644); err != nil {
		t.Fatal(err)
	}
	profiles, err := cover.ParseProfiles(profile)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Convert(profiles, func(importPath string) (string, error) {
		if importPath != "example.com/p" {
			t.Errorf("asked for %s", importPath)
		}
		return dir, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Write(&b, out); err != nil {
		t.Fatal(err)
	}
	want := `mode: count
` + filepath.Join(top, "h.cuh") + `:7.1,7.2 1 4
example.com/p/k.cu:3.1,3.7 1 11
example.com/p/k.cu:4.1,4.10 1 0
example.com/p/q.go:3.10,5.2 1 1
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestOldProfile: a profile whose lines are those of //line directives already, without their files, is refused where
// there are such directives.
func TestOldProfile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"p.go": source, "q.go": "package p\n\nfunc g() {\n\tf(1)\n}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder := func(string) (string, error) { return dir, nil }
	old := []cover.ProfileBlock{{StartLine: 4, StartCol: 2, EndLine: 3, EndCol: 0, NumStmt: 1, Count: 1}}
	if _, err := Convert([]*cover.Profile{{FileName: "example.com/p/p.go", Blocks: old}}, folder); !errors.Is(err, ErrLines) {
		t.Errorf("p.go: %v", err)
	}
	if _, err := Convert([]*cover.Profile{{FileName: "example.com/p/q.go", Blocks: old}}, folder); err != nil {
		t.Errorf("q.go: %v", err)
	}
}
