package images

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

func ptx(arch uint32, text, compression string) pack.Image {
	return pack.Image{Kind: 1, Arch: arch, Data: text + strings.Repeat("// the same again\n", 20), Compression: compression}
}

// TestPTX picks by the device, whatever the order and the compression.
func TestPTX(t *testing.T) {
	cubin := pack.Image{Kind: 2, Arch: 89, Data: "\x7fELF"}
	all := []pack.Image{ptx(80, "eighty\n", "lz4"), cubin, ptx(120, "new\n", ""), ptx(70, "seventy\n", "zstd"), ptx(75, "seventy-five\n", "")}
	for _, images := range [][]pack.Image{all, {all[4], all[3], all[2], all[1], all[0]}} {
		for arch, want := range map[int]string{89: "eighty", 80: "eighty", 75: "seventy-five", 72: "seventy", 120: "new", 121: "new"} {
			got, err := PTX(string(pack.Container(images...)), arch)
			if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], want+"\n") || strings.HasSuffix(got[0], "\x00") {
				t.Errorf("%d: %q, %v, want %s", arch, got, err, want)
			}
		}
	}
	two := string(pack.Container(all...)) + string(pack.Container(ptx(50, "another\n", "zstd")))
	got, err := PTX(two, 89)
	if err != nil || len(got) != 2 || !strings.HasPrefix(got[0], "eighty\n") || !strings.HasPrefix(got[1], "another\n") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestRefused says what an image has that cannot be taken, with the driver's result.
func TestRefused(t *testing.T) {
	fat := string(pack.Container(ptx(80, "eighty", "zstd"), pack.Image{Kind: 2, Arch: 70, Data: "\x7fELF"}))
	for what, x := range map[string]struct {
		image string
		want  driver.Result
		says  string
	}{
		"too new":      {fat, driver.ErrNoBinaryForGPU, "PTX for sm_80, cubin for sm_70"[:15]},
		"machine code": {string(pack.Container(pack.Image{Kind: 2, Arch: 70, Data: "\x7fELF"})), driver.ErrNoBinaryForGPU, "cubin for sm_70"},
		"cut":          {fat[:len(fat)-9], driver.ErrInvalidImage, "cut off"},
		"ELF":          {"\x7fELF" + strings.Repeat("\x00", 200), driver.ErrInvalidImage, ""},
		"empty":        {string(pack.Container()), driver.ErrInvalidImage, "no device code"},
		"text":         {".version 7.0", driver.ErrInvalidImage, "unknown"},
	} {
		got, err := PTX(x.image, 75)
		if !errors.Is(err, x.want) || !strings.Contains(err.Error(), x.says) || slices.ContainsFunc(got, func(s string) bool { return s != "" }) {
			t.Errorf("%s: %q, %v, want %v, %s", what, got, err, x.want, x.says)
		}
	}
}
