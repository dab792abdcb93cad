package interp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// TestImageNumbers holds the numbers of the SSA's enumerations, which the
// interpreter converts, to those of texops.
func TestImageNumbers(t *testing.T) {
	for g := ir.Geom1D; g <= ir.GeomA2DMS; g++ {
		if got, want := strings.TrimPrefix(g.String(), "x"), texops.Geometry(g).String(); got != want {
			t.Errorf("geometry %d is %s and %s", g, got, want)
		}
	}
	for _, x := range [][2]int{
		{int(ir.TexBase), int(texops.Base)}, {int(ir.TexLevel), int(texops.Level)}, {int(ir.TexGrad), int(texops.Grad)},
		{int(ir.TexGatherR), int(texops.GatherR)}, {int(ir.TexGatherA), int(texops.GatherA)},
		{int(ir.QueryWidth), int(texops.QueryWidth)}, {int(ir.QueryHeight), int(texops.QueryHeight)}, {int(ir.QueryDepth), int(texops.QueryDepth)},
		{int(ir.QueryChannelDataType), int(texops.QueryChannelDataType)}, {int(ir.QueryChannelOrder), int(texops.QueryChannelOrder)},
		{int(ir.QueryNormalizedCoords), int(texops.QueryNormalizedCoords)}, {int(ir.QueryArraySize), int(texops.QueryArraySize)},
		{int(ir.QueryNumMipmapLevels), int(texops.QueryNumMipmapLevels)}, {int(ir.QueryNumSamples), int(texops.QueryNumSamples)},
		{int(ir.QueryMemoryLayout), int(texops.QueryMemoryLayout)}, {int(ir.QueryForceUnnormalizedCoords), int(texops.QueryForceUnnormalizedCoords)},
		{int(ir.QueryFilterMode), int(texops.QueryFilterMode)}, {int(ir.QueryAddrMode0), int(texops.QueryAddrMode0)}, {int(ir.QueryAddrMode2), int(texops.QueryAddrMode2)},
		{int(ir.OutsideTrap), int(texops.Trap)}, {int(ir.OutsideClamp), int(texops.ToEdge)}, {int(ir.OutsideZero), int(texops.ToZero)},
		{int(ir.TexelUnsigned - ir.TexelBits), int(texops.Unsigned)}, {int(ir.TexelSigned - ir.TexelBits), int(texops.Signed)}, {int(ir.TexelFloat - ir.TexelBits), int(texops.Float)},
	} {
		if x[0] != x[1] {
			t.Errorf("%d is not %d", x[0], x[1])
		}
	}
}

const imageText = `texref @tex
surfref @surf

kernel @fetch
  param h i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = RefAddr <i64> @tex
  v1 = Const <i64> 0
  v2 = Const <i32> 0
  v3 = Tex.x1d <(i32 i32 i32 i32)> v0 v1 v2
  Ret

kernel @store
  param h i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Param <i64> 0
  v1 = Const <i32> 8
  SurfStore.x1d.trap.i32 v0 v1 v1
  Ret
`

// TestImageErrors is what a launch or a thread says about images.
func TestImageErrors(t *testing.T) {
	m, err := ir.Parse("image.ir", imageText)
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	shape := texops.Shape{Geometry: texops.Geom1D, Width: 2, Channel: texops.U32, Channels: 1}
	if err := shape.Complete(); err != nil {
		t.Fatal(err)
	}
	tex := &Texture{View: texops.View{Shape: shape}, Mem: make([]byte, 8)}
	surf := &Surface{Shape: shape, Mem: make([]byte, 8)}
	handle := func(o any) []byte {
		h := x.Handle(o)
		return []byte{byte(h), 0, 0, 0, 0, 0, 0, byte(h >> 56)}
	}
	for _, c := range []struct {
		kernel string
		bind   map[string]any
		param  []byte
		want   string
	}{
		{"fetch", nil, make([]byte, 8), "nothing is bound to the texref tex"},
		{"fetch", map[string]any{"tex": surf}, make([]byte, 8), "bound to *interp.Surface"},
		{"fetch", map[string]any{"tex": tex, "no": tex}, make([]byte, 8), "no reference no"},
		{"fetch", map[string]any{"tex": tex}, make([]byte, 8), ""},
		{"store", nil, make([]byte, 8), "0x0 is no handle of a surface"},
		{"store", nil, handle(tex), "is no handle of a surface"},
		{"store", nil, handle(surf), "byte 8 (the surface is 1d of 2 texels of 4 bytes) is outside"},
	} {
		err := x.Launch(context.Background(), c.kernel, Config{Bind: c.bind}, c.param, nil)
		var f *Fault
		switch {
		case c.want == "" && err == nil:
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got %v, want %q", c.kernel, err, c.want)
		case c.kernel == "store" && !errors.As(err, &f):
			t.Errorf("%v is no fault", err)
		}
	}
}
