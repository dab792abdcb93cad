package interpret

import (
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// references are the kinds of references that the driver knows.
var references = map[ir.RefKind]string{ir.TexRef: "texture", ir.SurfRef: "surface"}

// image is what a handle of the driver stands for, as the interpreter has it.
func image(h uint64) any {
	if view, mem, ok := driver.LookupTexture(h); ok {
		return &interp.Texture{View: view, Mem: mem}
	}
	if shape, mem, ok := driver.LookupSurface(h); ok {
		return &interp.Surface{Shape: shape, Mem: mem}
	}
	return nil
}

// bind says what the references of a launch stand for.
func bind(l *ptx.Launch) map[string]any {
	all := map[string]any{}
	for name, t := range l.Textures {
		view, mem := driver.TextureView(t)
		all[name] = &interp.Texture{View: view, Mem: mem}
	}
	for name, s := range l.Surfaces {
		shape, mem := driver.SurfaceView(s)
		all[name] = &interp.Surface{Shape: shape, Mem: mem}
	}
	return all
}
