package cxx

import (
	"fmt"
	"strings"
	"testing"
)

// layout writes where the fields of a structure lie.
func layout(t *Type) string {
	var b strings.Builder
	for _, f := range t.Struct.Fields {
		fmt.Fprintf(&b, "%s@%d:%d ", f.Name, f.Off, f.Type.Bytes())
	}
	return fmt.Sprintf("%ssize %d", b.String(), t.Struct.Size)
}

func TestParseGo(t *testing.T) {
	vec := &Type{Kind: Named, Name: "Vec", Text: "Vec", Struct: &Struct{Size: 12, Fields: []Field{{Name: "X", Type: &Type{Kind: Array, Len: 3, Elem: Lookup("float")}}}}}
	named := func(name string) *Type {
		if name == "Vec" {
			return vec
		}
		return nil
	}
	for _, test := range []struct{ text, want string }{
		{"int32", "int32"}, {"uint8", "uint8"}, {"byte", "uint8"}, {"float64", "float64"}, {"bool", "bool"},
		{"[]float32", "*float32"}, {"[4]float32", "[4]float32"}, {"[][2][3]int16", "*[2][3]int16"}, {"([]Vec)", "*struct Vec"},
		{"int", "int is no number of a fixed size, and -type declares no such structure"},
		{"[n]int32", "the length of [n]int32 is no number, or too large"},
		{"[1000000000]int32", "the length of [1000000000]int32 is no number, or too large"},
		{"map[int32]int32", "map[int32]int32 is no number, array, slice or struct"},
		{"[]", `"[]" is no type of Go`},
		{"struct{ P []int32 }", "struct{ P []int32 }: a pointer in a structure is a uint64"},
		{"struct{ Vec }", "struct{ Vec }: every field needs a name"},
	} {
		got, err := ParseGo(test.text, named)
		switch {
		case err != nil && err.Error() != test.want:
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		case err == nil && spell(got) != test.want:
			t.Errorf("%s: %s, want %s", test.text, spell(got), test.want)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"struct{}", "size 0"},
		{"struct{ A uint8; B uint64; C uint8 }", "A@0:1 B@8:8 C@16:1 size 24"},
		{"struct{ A, B uint8; V Vec; _ [3]byte; C [2]uint16 }", "A@0:1 B@1:1 V@4:12 C@20:4 size 24"},
	} {
		got, err := ParseGo(test.text, named)
		if err != nil || layout(got) != test.want {
			t.Errorf("%s: %s %v, want %s", test.text, layout(got), err, test.want)
		}
	}
}

// TestBoundary: where numbers begin and end.
func TestBoundary(t *testing.T) {
	s, err := ParseGo("struct{ A uint8; B [2]uint16; C uint64; U [4]byte }", nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for o := range int64(30) {
		if s.Boundary(o) {
			got = append(got, o)
		}
	}
	if want := "[0 1 2 4 6 7 8 16 17 18 19 20 21 22 23 24 25 26 27 28 29]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// TestDeclare: a structure is found by its name with and without scopes.
func TestDeclare(t *testing.T) {
	for name, want := range map[string]bool{"sim::Body": true, "Body": true, "a::sim::Body": true, "im::Body": false, "Bod": false, "sim": false} {
		s := Parse("_Z1kPN1a3sim4BodyE")
		if got := s.Params[0].Declare(name, &Struct{Size: 4}); got != want || (s.Params[0].Elem.Struct != nil) != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
