package intrin

import (
	"slices"
	"testing"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		name, pkg       string
		params, results []Kind
	}{
		{"FmaRnF32", "fpops", []Kind{Float32, Float32, Float32}, []Kind{Float32}},
		{"CanonF32", "fpops", []Kind{Float32}, []Kind{Float32}},
		{"BfeS64", "intops", []Kind{Int64, Uint32, Uint32}, []Kind{Int64}},
		{"CnotB16", "intops", []Kind{Uint16}, []Kind{Uint16}},
		{"Dp4aU32S32", "intops", []Kind{Uint32, Int32, Int32}, []Kind{Int32}},
	}
	for _, test := range tests {
		f, ok := Lookup(test.name)
		if !ok {
			t.Errorf("no %s", test.name)
			continue
		}
		if f.Name != test.name || f.Pkg != test.pkg || !slices.Equal(f.Params, test.params) || !slices.Equal(f.Results, test.results) {
			t.Errorf("%s is %+v", test.name, *f)
		}
	}
	for _, name := range []string{"", "fmarnf32", "NoSuchFunction"} {
		if f, ok := Lookup(name); ok {
			t.Errorf("Lookup(%q) = %v", name, f)
		}
	}
}

func TestAll(t *testing.T) {
	all := All()
	if len(all) < 150 {
		t.Errorf("only %d functions", len(all))
	}
	for i, f := range all {
		if i > 0 && all[i-1].Name >= f.Name {
			t.Errorf("%s does not come before %s", all[i-1].Name, f.Name)
		}
		if n := len(f.Results); n < 1 || n > 2 {
			t.Errorf("%s has %d results", f.Name, n)
		}
		if g, ok := Lookup(f.Name); !ok || g.Pkg != f.Pkg {
			t.Errorf("Lookup(%s) = %v, %v", f.Name, g, ok)
		}
	}
}

func TestLookupWarp(t *testing.T) {
	f, ok := LookupWarp("ShflDownB32")
	if !ok || !slices.Equal(f.Results, []Kind{B32, Bool}) || !slices.Equal(f.Uniform, []bool{false, false}) || !slices.Equal(f.Params, []Kind{B32, Uint32, Uint32}) {
		t.Errorf("%+v", f)
	}
	if _, ok := LookupWarp("AddRnF32"); ok {
		t.Error("an addition is a function of a warp")
	}
	for i, f := range Warps() {
		if g, ok := LookupWarp(f.Name); !ok || g != f || len(f.Results) != len(f.Uniform) {
			t.Errorf("%d: %+v is %v", i, f, g)
		}
	}
}

func TestKind(t *testing.T) {
	for k, want := range map[Kind]struct {
		name   string
		bits   int
		signed bool
	}{
		Bool: {"bool", 1, false}, Int8: {"int8", 8, true}, Int64: {"int64", 64, true},
		Uint8: {"uint8", 8, false}, Uint64: {"uint64", 64, false},
		Float32: {"float32", 32, false}, Float64: {"float64", 64, false},
	} {
		if k.String() != want.name || k.Bits() != want.bits || k.Signed() != want.signed {
			t.Errorf("%s: %d bits, signed %v", k, k.Bits(), k.Signed())
		}
	}
}
