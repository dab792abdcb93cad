package cxx

import "testing"

// TestBrokenDebug: debug information that nobody has compiled is as if it were not there.
func TestBrokenDebug(t *testing.T) {
	abbrev := []byte{
		1, 0x11, 1, 0, 0, // a compile unit with children
		2, 0x2e, 1, 0x03, 0x08, 0, 0, // a function: name
		3, 0x05, 0, 0x03, 0x08, 0x49, 0x13, 0, 0, // a parameter: name, type
		4, 0x0f, 0, 0x49, 0x13, 0, 0, // a pointer: type
		5, 0x16, 0, 0x03, 0x08, 0x49, 0x13, 0, 0, // a typedef: name, type
		6, 0x24, 0, 0x03, 0x08, 0x3e, 0x0b, 0x0b, 0x0b, 0, 0, // a number: name, encoding, size
		0,
	}
	unit := func(body ...byte) []byte {
		head := []byte{0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 8}
		out := append(head, body...)
		out[0] = byte(len(out) - 4)
		return out
	}
	sound := unit(1, 6, 'i', 0, 5, 4, 2, 'k', 0, 3, 'x', 0, 12, 0, 0, 0, 0, 0)
	d := ReadDebug(map[string][]byte{".debug_info": sound, ".debug_abbrev": abbrev})
	if p := d.Params("k"); len(p) != 1 || p[0].Name != "x" || spell(p[0].Type) != "int32" {
		t.Fatalf("%+v", p)
	}
	// A pointer to itself, and a typedef of itself.
	for _, kind := range [][]byte{{4, 12, 0, 0, 0}, {5, 't', 0, 12, 0, 0, 0}} {
		body := append([]byte{1}, kind...)
		body = append(body, 2, 'k', 0, 3, 'x', 0, 12, 0, 0, 0, 0, 0)
		for _, f := range ReadDebug(map[string][]byte{".debug_info": unit(body...), ".debug_abbrev": abbrev}).Params("k") {
			if f.Type.Plain() {
				t.Errorf("%+v", f.Type)
			}
		}
	}
	for i := range sound { // each byte changed, and all behind it gone
		for _, x := range []byte{0, 1, 0x7f, 0xff, sound[i] ^ 0x10} {
			info := append([]byte(nil), sound...)
			info[i] = x
			ReadDebug(map[string][]byte{".debug_info": info, ".debug_abbrev": abbrev}).Params("k")
		}
		ReadDebug(map[string][]byte{".debug_info": sound[:i], ".debug_abbrev": abbrev}).Params("k")
	}
	ReadDebug(map[string][]byte{".debug_info": sound}).Var("k")
	if ReadDebug(nil) != nil {
		t.Error("there is debug information")
	}
}
