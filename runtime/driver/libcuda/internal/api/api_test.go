package api

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFiles checks that what is generated is what lies there.
func TestFiles(t *testing.T) {
	dir := filepath.Join("..", "..")
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		if got, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(got) != want {
			t.Errorf("%s is not what is generated: run go generate in runtime/driver/libcuda (%v)", path, err)
		}
	}
}

// TestList checks what the list must be for what is made of it to be right.
func TestList(t *testing.T) {
	all, err := Functions()
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Function{}
	for _, f := range all {
		if _, ok := by[f.Name]; ok {
			t.Errorf("%s is there twice", f.Name)
		}
		by[f.Name] = f
	}
	if len(all) < 535 {
		t.Errorf("%d functions: CUDA 12 has 535", len(all))
	}
	used := map[string]bool{}
	for _, f := range all {
		used[f.Why] = true
		switch f.Answer {
		case Same:
			if g := by[newest(all, f.Base)]; g.Name == f.Name || len(g.Params) != len(f.Params) {
				t.Errorf("%s is the same as %s", f.Name, g.Name)
			}
		case PerThread:
			if f.On != "" && len(by[f.On].Params) != len(f.Params)+1 {
				t.Errorf("%s is %s with a stream", f.Name, f.On)
			}
		}
	}
	for name, want := range map[string]string{"cuInit": "i", "cuCtxSynchronize": "", "cuLaunchGrid": "fGG", "cuLaunchHostFunc_ptsz": "sFp", "cuMemcpyDtoA_v2": "aidi", "cuGraphAddEmptyNode": "pgpi"} {
		if got := by[name].Kinds(); got != name+":"+want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for typ, k := range kinds {
		if !slices.ContainsFunc(all, func(f Function) bool {
			return slices.ContainsFunc(f.Params, func(p Param) bool { return strings.HasPrefix(p.Decl, typ+" ") && p.Kind() == k })
		}) {
			t.Errorf("no parameter is a %s", typ)
		}
	}
	words, _ := Reasons()
	for _, w := range words {
		if !used[w] {
			t.Errorf("no function is refused because of %s", w)
		}
	}
}
