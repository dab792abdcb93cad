package gen_test

import (
	"context"
	"fmt"
	"image"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// What ptx2go generates for a module with
//
//	.global .texref picture;
//	.entry shrink(.param .u64 surface)
//
// of which each thread reads between the pixels of a texture and writes one pixel
// of a surface.
var (
	shrinkModule = gen.NewModule("shrink.ptx", "")
	picture      = gen.Reference(shrinkModule.Default(), "picture", gen.TextureRef)
	shrinkKernel = gen.Kernel{Name: "shrink", Module: shrinkModule, Refs: []string{"picture"}}
)

func Shrink(ctx context.Context, l ptx.Launch, surface uint64) error {
	return shrinkKernel.Run(ctx, l, func(c *gen.CTA) {
		for x := range c.Dim.X {
			c.X = x
			v, _, _, _ := c.TexF32(picture, 0, gen.TexAt{Geometry: gen.Geom2D, F: [3]float32{float32(2*x + 1), float32(2*c.Y + 1)}})
			c.SurfStore8(surface, gen.SurfAt{Geometry: gen.Geom2D, X: int32(x), Y: int32(c.Y)}, uint8(v*255))
		}
	})
}

// A texture shows a picture to a kernel, and a surface takes what it paints. The
// texture is bound by the name of the reference, the surface is a parameter.
func ExampleNewTexture2D() {
	in := image.NewGray(image.Rect(0, 0, 4, 4))
	for i := range in.Pix {
		in.Pix[i] = uint8(10 * i)
	}
	tex, err := ptx.NewTexture2D(in, ptx.Sampler{Filter: ptx.FilterLinear, Address: [3]ptx.Address{ptx.AddressClamp, ptx.AddressClamp}})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := image.NewGray(image.Rect(0, 0, 2, 2))
	m, err := ptx.ImageOver(ptx.Shape{Geometry: ptx.Geom2D, Width: 2, Height: 2, Channel: ptx.ChannelU8, Channels: 1}, out.Pix)
	if err != nil {
		fmt.Println(err)
		return
	}
	surface, err := ptx.NewSurface(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer surface.Release()
	l := ptx.Launch{Block: ptx.Dim3{X: 2, Y: 2, Z: 1}, Textures: map[string]*ptx.Texture{"picture": tex}}
	if err := Shrink(context.Background(), l, surface.Handle()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Pix)
	// Output: [25 45 105 125]
}
