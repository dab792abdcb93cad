package interp

import "testing"

func TestAddress(t *testing.T) {
	buf := make([]byte, 600)
	host := &Machine{}
	if a, err := host.Address(buf); err != nil || a != addrOf(buf) {
		t.Errorf("%#x, %v", a, err)
	}
	wide := &Machine{space: newSpace()}
	if a, err := wide.Address(buf[3:]); err != nil || a != 0x0d00_0100_0000 {
		t.Errorf("%#x, %v", a, err)
	}
	if a, err := wide.Address(make([]byte, 1)); err != nil || a != 0x0d00_0200_0300 {
		t.Errorf("%#x, %v", a, err)
	}
	if a, err := wide.Address(nil); err != nil || a != 0x0d00_0000_0000 {
		t.Errorf("nothing at %#x, %v", a, err)
	}
	x := &Machine{narrow: true, space: newSpace32()}
	a, err := x.Address(buf)
	if err != nil || a != 0x1100 {
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
	x.space.next = sharedBase32 - 50
	if b, err := x.Address(make([]byte, 100)); err == nil {
		t.Errorf("%#x is in the shared window", b)
	}
	if s := x.windows(); s[1] == wideWindows[1] && s[2] == wideWindows[2] && s[3] == wideWindows[3] {
		t.Error("the windows are those of 64-bit addresses")
	}
}
