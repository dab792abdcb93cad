package fatbin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
)

// text is PTX of some length.
func text(target string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".version 7.0\n.target %s\n.address_size 64\n.visible .entry k() {\n", target)
	for i := range 200 {
		fmt.Fprintf(&b, "\tmov.u32 %%r%d, %d;\n", i, i*i)
	}
	return b.String() + "\tret;\n}\n"
}

// open opens bytes and reads all images.
func open(t testing.TB, data []byte) (*File, []string) {
	t.Helper()
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, i := range f.Images {
		s, err := i.Text()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return f, all
}

func TestImages(t *testing.T) {
	a, b, c := text("sm_70"), text("sm_80"), text("sm_120")
	data := pack.Container(
		pack.Image{Kind: 1, Arch: 70, Data: a},
		pack.Image{Kind: 1, Arch: 80, Data: b, Compression: LZ4, Name: "two.ptx"},
		pack.Image{Kind: 2, Arch: 80, Data: "\x7fELF and so on, and so on, and so on, and so on", Compression: Zstd, Extra: 48},
		pack.Image{Kind: 1, Arch: 120, Data: c, Compression: Zstd, Extra: 16})
	f, got := open(t, data)
	if want := []string{a, b, "\x7fELF and so on, and so on, and so on, and so on", c}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the images are %.80q", got)
	}
	var lines []string
	for _, i := range f.Images {
		lines = append(lines, fmt.Sprintf("%d %s %s %s %d %s", i.Group, i.Kind(), i.Target(), i.Compression, i.Size, i.Name))
	}
	want := fmt.Sprintf("1 PTX sm_70  %d |1 PTX sm_80 lz4 %d two.ptx|1 cubin sm_80 zstd 47 |1 PTX sm_120 zstd %d ", (len(a)+1+7)&^7, len(b), len(c))
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestGroups reads several containers, with padding between them, as a linker leaves them.
func TestGroups(t *testing.T) {
	one := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: "one"}, pack.Image{Kind: 1, Arch: 80, Data: "one for sm_80"})
	two := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: "two"})
	data := append(append(append(one, make([]byte, 5000)...), two...), 0, 0, 0)
	f, got := open(t, data)
	if strings.Join(got, "|") != "one|one for sm_80|two" || f.Images[1].Group != 1 || f.Images[2].Group != 2 {
		t.Errorf("got %q, the last of group %d", got, f.Images[len(f.Images)-1].Group)
	}
}

// TestWrong cuts containers off at every place, and says what is wrong with others.
func TestWrong(t *testing.T) {
	for _, how := range []string{"", LZ4, Zstd} {
		whole := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: how})
		for n := range len(whole) {
			if f, err := Open(bytes.NewReader(whole[:n]), int64(n)); err == nil {
				t.Fatalf("%s: of %d bytes the first %d have %d images", how, len(whole), n, len(f.Images))
			}
		}
	}
	good := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: LZ4})
	for _, w := range []struct {
		name string
		at   int
		put  any
		want string
	}{
		{"old format", 0, uint32(magicBefore), "before CUDA 4"},
		{"version", 4, uint16(2), "version 2"},
		{"header of the container", 6, uint16(8), "a header of 8 bytes"},
		{"size", 8, uint64(1 << 63), "cut off"},
		{"header of the image", 16 + 4, uint32(32), "32 bytes, which is less"},
		{"large header of the image", 16 + 4, uint32(1 << 31), "more than the fat binary"},
		{"size of the image", 16 + 8, uint64(1<<64 - 1), "the fat binary only"},
		{"payload", 16 + 16, uint32(1 << 30), "in a place of"},
		{"bomb", 16 + 56, uint64(1 << 40), "more than the"},
		{"smaller bomb", 16 + 56, uint64(1 << 29), "of a file of this size"},
		{"not as large", 16 + 56, uint64(1 << 24), "become at most"},
		{"too small", 16 + 56, uint64(10), "cannot be decompressed"},
		{"too large", 16 + 56, uint64(len(text("sm_70")) + 1), "the header says"},
		{"old compression", 16 + 40, uint64(flagOld), "before CUDA 5"},
		{"other compression", 16 + 40, uint64(flagZstd), "cannot be decompressed"},
	} {
		data := bytes.Clone(good)
		if _, err := binary.Encode(data[w.at:], binary.LittleEndian, w.put); err != nil {
			t.Fatal(err)
		}
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			_, err = f.Images[0].Bytes()
		}
		if err == nil || !strings.Contains(err.Error(), w.want) || !strings.HasPrefix(err.Error(), "offset 0x") {
			t.Errorf("%s: %v; want %q", w.name, err, w.want)
		}
	}
	if _, err := Open(strings.NewReader(".version 7.0"), 12); !errors.Is(err, ErrNoCode) {
		t.Errorf("a text: %v", err)
	}
}

// TestWindows checks that images that want much memory for little are refused after some.
func TestWindows(t *testing.T) {
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x88, 0x23, 3, 0, 'x'} // a window of 128 MiB, one byte a hundred times
	if out, err := unZstd(frame, 100); err != nil || len(out) != 100 || windowOf(frame) != maxWindow {
		t.Fatalf("%d bytes of %d, %v", len(out), windowOf(frame), err)
	}
	image := pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: Zstd}
	data := pack.Container(image, image, image, image)
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, i := range f.Images {
		copy(data[i.Offset:], frame)
		i.Size, i.Stored = 100, int64(len(frame))
		if _, err := i.Bytes(); err != nil {
			refused++
		}
	}
	if refused == 0 || refused == len(f.Images) {
		t.Errorf("%d of %d are refused", refused, len(f.Images))
	}
}

// TestBudget checks that images that become much of little are refused, in whichever order.
func TestBudget(t *testing.T) {
	zeros := strings.Repeat("\x00", 60<<20)
	bomb := pack.Image{Kind: 1, Arch: 70, Data: zeros, Compression: Zstd}
	data := pack.Container(bomb, bomb, bomb, bomb, bomb, bomb)
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, i := range f.Images {
		b, err := i.Bytes()
		if err != nil && !strings.Contains(err.Error(), "of a file of this size") {
			t.Error(err)
		}
		sum += len(b)
	}
	if sum == 0 || int64(sum) > budget(int64(len(data))) {
		t.Errorf("%d bytes become %d", len(data), sum)
	}
}
