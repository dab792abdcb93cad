package memory

import "testing"

func TestTake32(t *testing.T) {
	before := Taken32()
	big, ok := Take32(0, 3<<30)
	if !ok {
		t.Fatal("no room for 3 GiB")
	}
	if _, ok := Take32(0, 1<<30); ok {
		t.Error("4 GiB fit")
	}
	small, ok := Take32(0x7f00_0000_0015, 100)
	if !ok || small%256 != 0x15 || small < big+3<<30 && small+100 > big {
		t.Errorf("100 bytes beside %#x are at %#x", big, small)
	}
	Give32(big)
	if again, ok := Take32(0, 3<<30); !ok || again != big {
		t.Errorf("the place of before is not free")
	}
	Give32(big)
	Give32(small)
	if _, ok := Take32(0, 1<<63); ok {
		t.Error("there is room for anything")
	}
	if n := Taken32(); n != before {
		t.Errorf("%d places are taken, %d before", n, before)
	}
}
