package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestHotLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.go")
	if err := os.WriteFile(file, []byte("package k\n\n\tx := fma(y) // st.global.f32\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := hotLines(`Type: cpu
      flat  flat%   sum%        cum   cum%
     980ms 70.00% 70.00%     1700ms 37.95%  example.com/a/b/kern.part1 ` + file + `:3
     420ms 30.00% 100.0%      390ms  8.71%  math.Float64bits /nowhere/unsafe.go:35 (inline)
         0     0% 100.0%       10ms  0.71%  math.None /nowhere/unsafe.go:36
`)
	p := &profile{Level: "v3", Total: 1400, Lines: got}
	const want = "Profile of v3: `kern.part1` 70 %, `math.Float64bits` 30 %; by lines\n\n```\n 70 %  x := fma(y)\n 30 %  \n```\n"
	if p.String() != want {
		t.Errorf("got\n%s\nwant\n%s", p, want)
	}
}
