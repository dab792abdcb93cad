package frontend

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

const header = ".version 8.0\n.target sm_80\n.address_size 64\n"

// check parses and checks a text that must be free of errors.
func check(t *testing.T, src string) *Module {
	t.Helper()
	f := diag.NewFile("t.ptx", src)
	l := diag.NewList(f)
	m := Parse(f, l)
	Check(m, l)
	if l.Errors() > 0 {
		t.Fatalf("%s", render(l))
	}
	return m
}

// TestImage checks the bytes of initial values.
func TestImage(t *testing.T) {
	for _, c := range []struct{ decl, data, relocs string }{
		{".global .u32 x = 258;", "02010000", ""},
		{".global .u32 x = {258};", "02010000", ""},
		{".global .u32 x;", "", ""},
		{".global .s16 x = -2;", "feff", ""},
		{".global .u8 x[] = {1, 2, 0x1ff};", "0102ff", ""},
		{".global .f32 x = 1.0;", "0000803f", ""},
		{".global .f32 x = 0f3f800001;", "0100803f", ""},
		{".global .f32 x = 0.1;", "cdcccc3d", ""},
		{".global .f32 x = 3;", "00004040", ""},
		{".global .f64 x = 0f3f800000;", "000000000000f03f", ""},
		{".global .f64 x[2] = {1.5, 0dbff0000000000000};", "000000000000f83f" + "000000000000f0bf", ""},
		{".global .b32 x = 0f3f800000;", "0000803f", ""},
		{".global .b64 x = 1.0;", "000000000000f03f", ""},
		{".global .u16 x[2][3] = {{1, 2}, {3}};", "0100" + "0200" + "0000" + "0300", ""},
		{".global .u16 x[2][3] = {1, 2, 3, 4};", "0100" + "0200" + "0300" + "0400", ""},
		{".global .u16 x[][2] = {{1}, {2, 3}, {}};", "0100" + "0000" + "0200" + "0300", ""},
		{".global .u8 x[2][2][2] = {{{1, 2}, {3, 4}}, {{5}}};", "0102030405", ""},
		{".global .v2 .u16 x = {1, 2};", "01000200", ""},
		{".global .v2 .u16 x[2] = {{1}, {2, 3}};", "0100000002000300", ""},
		{".global .u64 x = y;", strings.Repeat("00", 8), "0:8 y+0"},
		{".global .u64 x[3] = {1, generic(y)+8, f};", "01" + strings.Repeat("00", 23), "8:8 y+8 generic; 16:8 f+0"},
		{".global .u8 x[4] = {0xff(y), 0xff00(y+4), 7, 0xff000000(generic(y))};", "00000700", "0:1 y+0>>0; 1:1 y+4>>8; 3:1 y+0 generic>>24"},
		{".const .u32 x = WARP_SZ * 2;", "40000000", ""},
		{".global .b8 x[4] = {};", "", ""},
	} {
		m := check(t, header+".global .u32 y;\n.func f() { ret; }\n"+c.decl+"\n")
		v := m.Scope.Lookup("x").(*Var)
		data, relocs := m.Image(v)
		if got := fmt.Sprintf("%x", data); got != c.data {
			t.Errorf("%s: got %s, want %s", c.decl, got, c.data)
		}
		var rs []string
		for _, r := range relocs {
			s := fmt.Sprintf("%d:%d %s%+d", r.Offset, r.Size, r.Ref.SymbolName(), r.Addend)
			if r.Generic {
				s += " generic"
			}
			if r.Shift >= 0 {
				s += fmt.Sprintf(">>%d", r.Shift)
			}
			rs = append(rs, s)
		}
		if got := strings.Join(rs, "; "); got != c.relocs {
			t.Errorf("%s: got relocations %s, want %s", c.decl, got, c.relocs)
		}
		if int64(len(data)) > v.Size() {
			t.Errorf("%s: %d bytes for a variable of %d", c.decl, len(data), v.Size())
		}
	}
}

// TestInferredSize checks that Check fills in the size that an initial value
// gives an array.
func TestInferredSize(t *testing.T) {
	m := check(t, header+".global .u32 a[] = {1, 2, 3};\n.global .u32 b[][2] = {{1}, {2}};\n.global .u32 c[][2] = {1, 2, 3};\n"+
		".extern .shared .b8 d[];\n")
	for name, want := range map[string]int64{"a": 12, "b": 16, "c": 16, "d": 0} {
		if got := m.Scope.Lookup(name).(*Var).Size(); got != want {
			t.Errorf("%s has %d bytes, want %d", name, got, want)
		}
	}
}

// TestOldGeneric checks that addresses were generic by themselves before PTX 3.1.
func TestOldGeneric(t *testing.T) {
	m := check(t, ".version 3.0\n.target sm_20\n.global .u32 y;\n.global .u32 x = y;\n")
	if _, relocs := m.Image(m.Scope.Lookup("x").(*Var)); len(relocs) != 1 || !relocs[0].Generic {
		t.Errorf("got %+v, want one generic address", relocs)
	}
}

// TestLongInitialiser checks a table of 60,000 elements.
func TestLongInitialiser(t *testing.T) {
	const n = 60000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d, ", i&0xff)
	}
	m := check(t, header+".global .b8 x["+fmt.Sprint(n)+"] = {"+strings.TrimSuffix(b.String(), ", ")+"};\n")
	data, _ := m.Image(m.Scope.Lookup("x").(*Var))
	if len(data) != n || data[1] != 1 || data[n-1] != byte((n-1)&0xff) {
		t.Errorf("%d bytes", len(data))
	}
}
