package interp

import "testing"

func TestAddress(t *testing.T) {
	buf := make([]byte, 600)
	wide := &Machine{}
	if a, err := wide.Address(buf); err != nil || a != addrOf(buf) {
		t.Errorf("%#x, %v", a, err)
	}
	x := &Machine{space32: newSpace32()}
	a, err := x.Address(buf)
	if err != nil || a < firstAddress32 || a&(align32-1) != addrOf(buf)&(align32-1) {
		t.Errorf("%#x, %v", a, err)
	}
	if b, err := x.Address(buf[100:200]); err != nil || b != a+100 {
		t.Errorf("%#x, %v: bytes 100 and up of %#x", b, err, a)
	}
	other := make([]byte, 10)
	if b, err := x.Address(other); err != nil || b < a+601 {
		t.Errorf("%#x, %v: beside 600 bytes at %#x", b, err, a)
	}
	if b, _ := x.Address(buf); b != a {
		t.Errorf("%#x was %#x", b, a)
	}
	x.space32.next = sharedBase32 - 50
	if b, err := x.Address(make([]byte, 100)); err == nil {
		t.Errorf("%#x is in the shared window", b)
	}
	if s := x.windows(); s[1] == wideWindows[1] && s[2] == wideWindows[2] && s[3] == wideWindows[3] {
		t.Error("the windows are those of 64-bit addresses")
	}
}
