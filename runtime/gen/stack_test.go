package gen

import (
	"strings"
	"testing"
)

// TestStack takes local memory, gives it back, and asks for too much.
func TestStack(t *testing.T) {
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		f := Frame[[4]uint32](th)
		start := th.StackSave()
		for i := range 50 {
			size := uint64(i) * 5000
			a := th.Alloca(size, 64)
			b := th.Alloca(100, 4096)
			if a%64 != 0 || b%4096 != 0 || a < start || b < a+size {
				t.Fatalf("%d bytes at %#x and 100 at %#x", size, a, b)
			}
			for _, at := range []uint64{a, b + 99, a + size/2} {
				if at < a+size || at >= b {
					if v := th.LocalLoadU8(at); v != 0 {
						t.Fatalf("the memory at %#x of %#x is %d", at, a, v)
					}
					th.LocalStoreU8(at, 0xff)
				}
			}
			th.StackRestore(start)
			if th.StackSave() != start {
				t.Fatal("the stack does not end where it did")
			}
		}
		if *f != [4]uint32{} {
			t.Error("the frame has changed")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f    func(th *Thread)
		want string
	}{
		"size":      {func(th *Thread) { th.Alloca(1<<19+1, 8) }, "local memory stack overflow"},
		"huge":      {func(th *Thread) { th.Alloca(1<<64-1, 8) }, "local memory stack overflow"},
		"alignment": {func(th *Thread) { th.Alloca(8, 1<<23) }, "local memory stack overflow"},
		"many": {func(th *Thread) {
			for range 40 {
				th.Alloca(100000, 8)
			}
		}, "local memory stack overflow"},
		"above": {func(th *Thread) { th.StackRestore(th.StackSave() + 1) }, "stackrestore of"},
		"zero":  {func(th *Thread) { th.StackRestore(0) }, "stackrestore of 0x0"},
		"freed": {func(th *Thread) {
			s := th.StackSave()
			a := th.Alloca(64, 8)
			th.StackRestore(s)
			th.LocalLoadU32(a)
		}, "outside of the thread's local memory"},
	} {
		if err := inThread(Launch{}, ctas("k"), c.f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
