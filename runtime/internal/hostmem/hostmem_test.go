//go:build linux || darwin

package hostmem

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// mapped returns pages of the process with one protection each.
func mapped(t *testing.T, protections ...int) []byte {
	t.Helper()
	mem, err := syscall.Mmap(-1, 0, len(protections)*int(pageSize), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(mem) })
	for i := range mem {
		mem[i] = 'x'
	}
	for i, prot := range protections {
		if err := syscall.Mprotect(mem[i*int(pageSize):][:pageSize], prot); err != nil {
			t.Fatal(err)
		}
	}
	return mem
}

const (
	none     = syscall.PROT_NONE
	readOnly = syscall.PROT_READ
	both     = syscall.PROT_READ | syscall.PROT_WRITE
)

func TestBytes(t *testing.T) {
	page := uint64(pageSize)
	mem := mapped(t, both, both, readOnly, none, both)
	start := unsafe.Pointer(unsafe.SliceData(mem))
	for _, x := range []struct {
		off, n      uint64
		read, write bool
	}{
		{0, 0, true, true}, {0, 1, true, true}, {0, page, true, true}, {page - 1, 2, true, true}, {1, 2*page - 1, true, true},
		{1, 2 * page, true, false}, {2 * page, 1, true, false}, {2*page - 1, page + 1, true, false},
		{3*page - 1, 2, false, false}, {3 * page, 1, false, false}, {3*page + 7, page, false, false}, {0, 5 * page, false, false},
		{4 * page, page, true, true}, {0, 1<<64 - 1, false, false}, {0, 1<<63 - 1, false, false}, {0, 1 << 63, false, false}, {1, 0 - uint64(uintptr(start)), false, false},
		{0 - uint64(uintptr(start)), 1, false, false}, {4095 - uint64(uintptr(start)), 1, false, false}, {4096 - uint64(uintptr(start)), 1, false, false},
		{0xffffffffffff0000 - uint64(uintptr(start)), 1 << 20, false, false}, {0xffffffffffff0000 - uint64(uintptr(start)), 1, false, false},
		{0x8000_0000_0000_0000 - uint64(uintptr(start)), 1, false, false},
	} {
		p := pointer(uintptr(start) + uintptr(x.off))
		for a, want := range map[Access]bool{Read: x.read, Write: x.write} {
			if a == Write && raceEnabled {
				continue // the race detector's atomics are C code, where a refused access ends the process
			}
			b, ok := Bytes(p, x.n, a)
			if ok != want || ok && uint64(len(b)) != x.n {
				t.Errorf("%d bytes at %#x, write %t: %d, %t, want %t", x.n, x.off, a, len(b), ok, want)
			}
		}
	}
	if got := string(mem[:3*page]); got != strings.Repeat("x", 3*int(page)) {
		t.Error("a touch has changed memory")
	}
	if os.Getpagesize() != int(page) {
		t.Errorf("pages of %d bytes", page)
	}
}

func TestRows(t *testing.T) {
	page := uint64(pageSize)
	mem := mapped(t, both, none, both, readOnly)
	start := unsafe.Pointer(unsafe.SliceData(mem))
	for _, x := range []struct {
		off, pitch, width, height uint64
		a                         Access
		want                      bool
	}{
		{0, 2 * page, page, 2, Read, true}, {1, 2 * page, page, 2, Read, false}, {8, 2 * page, 8, 2, Write, true},
		{0, page, 1, 2, Read, false}, {0, 16, 16, page / 16, Write, true}, {0, 16, 16, page/16 + 1, Read, false},
		{2 * page, page, 1, 2, Read, true}, {2 * page, page + 1, 1, 2, Read, true}, {0, 2 * page, 1, 1 << 40, Read, false},
		{0, 1 << 63, 1, 3, Read, false}, {0, -page, 1, 2, Read, false}, {0, 2, 1<<64 - 1, 2, Read, false}, {0, 1, 1, 1<<64 - 1, Read, false},
	} {
		if got := Rows(unsafe.Add(start, x.off), x.pitch, x.width, x.height, x.a); got != x.want {
			t.Errorf("%+v: %t", x, got)
		}
	}
}

func TestText(t *testing.T) {
	page := uint64(pageSize)
	mem := mapped(t, both, both, none)
	start := unsafe.Pointer(unsafe.SliceData(mem))
	if s, ok := Text(unsafe.Add(start, page), 10*page); ok {
		t.Errorf("%q has no end", s)
	}
	mem[page+2] = 0
	for _, x := range []struct {
		off, limit uint64
		want       int
	}{{page, 100, 2}, {page + 2, 1, 0}, {page, 3, 2}, {page, 2, -1}, {0, 10 * page, int(page) + 2}, {0, page, -1}, {1, page + 2, int(page) + 1}, {1, page + 1, -1}, {page, 0, -1}} {
		got, ok := Text(unsafe.Add(start, x.off), x.limit)
		if ok != (x.want >= 0) || ok && got != strings.Repeat("x", x.want) {
			t.Errorf("%+v: %d, %t", x, len(got), ok)
		}
	}
	for _, at := range []uintptr{0, 1, 4095, 4096, ^uintptr(0), ^uintptr(0)/2 + 1} {
		if _, ok := Text(pointer(at), 100); ok {
			t.Errorf("a text at %#x", at)
		}
	}
}

// TestPanics checks that Try leaves other panics alone.
func TestPanics(t *testing.T) {
	defer func() {
		if v := recover(); v != "mine" {
			t.Errorf("%v", v)
		}
	}()
	Try(func() { panic("mine") })
}
