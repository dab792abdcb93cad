package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "m.png")
	p := picture{w: 90, h: 61, x: -0.75, width: 3.5, limit: 100, blockX: 32, blockY: 8}
	if err := run(out, p); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != p.w || b.Dy() != p.h {
		t.Fatalf("the image is %v", b)
	}
	black := func(x, y int) bool {
		r, g, b, _ := img.At(x, y).RGBA()
		return r|g|b == 0
	}
	// 0 is in the set; the left edge, -2.5, is not.
	if zero := int(2.5 / p.width * float64(p.w)); !black(zero, p.h/2) {
		t.Error("the pixel of 0 is not black")
	}
	if black(0, 0) {
		t.Error("the corner is black")
	}
}

func TestRunErrors(t *testing.T) {
	good := picture{w: 1, h: 1, width: 1, limit: 1, blockX: 1, blockY: 1}
	for name, change := range map[string]func(p *picture){
		"no width":  func(p *picture) { p.w = 0 },
		"too high":  func(p *picture) { p.h = 1 << 20 },
		"too long":  func(p *picture) { p.limit = 1 << 16 },
		"bad block": func(p *picture) { p.blockX = 2048 },
	} {
		p := good
		change(&p)
		if err := run(filepath.Join(t.TempDir(), "m.png"), p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
