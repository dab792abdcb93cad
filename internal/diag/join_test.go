package diag

import "testing"

// TestJoin: a Pos and a line of joined texts say which file they are of, at the borders
// too.
func TestJoin(t *testing.T) {
	a, b, c := NewFile("a", "one\ntwo\n"), NewFile("b", "three"), NewFile("c", "\nfive\n")
	if Join(a) != a {
		t.Error("one file is not itself")
	}
	j := Join(a, b, c)
	for i, p := range j.Parts() {
		f := []*File{a, b, c}[i]
		if p.Name != f.Name || j.Text(p) != f.Src {
			t.Errorf("part %d is %+v", i, p)
		}
		for off := range len(f.Src) + 1 {
			want, got := f.Position(At(off)), j.Position(At(p.Start+off))
			if got != want {
				t.Errorf("byte %d of %s: %v, want %v", off, f.Name, got, want)
			}
			line := j.Line(At(p.Start + off))
			if name, own := j.Place(line); name != f.Name || own != want.Line || j.LineText(line) != f.LineText(want.Line) {
				t.Errorf("line %d: %s:%d %q, want line %d of %s", line, name, own, j.LineText(line), want.Line, f.Name)
			}
		}
	}
	if got := j.Position(0).String(); got != "a" {
		t.Errorf("no position: %s", got)
	}
}
