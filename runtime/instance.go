package runtime

import (
	"fmt"

	"github.com/ptx2go/ptx2go/runtime/internal/module"
)

// Instance is a module in memory: a set of its .global and .const variables, and what is bound to its
// texture, sampler and surface references. Launch.Instance says which one a launch uses.
type Instance struct {
	Module *Module // whose variables they are

	state module.Instance
}

// Get returns the memory of a variable by its name in the PTX, to read and write. It reports false
// if the module has none of that name.
func (in *Instance) Get(name string) (Buffer, bool) {
	b, ok := in.state.Get(name)
	return b, ok
}

// Names returns the names of the variables in the order of the PTX.
func (in *Instance) Names() []string { return in.state.Names() }

// Reset gives all variables their initial contents again. No launch may be using them.
func (in *Instance) Reset() { in.state.Reset() }

// Unload frees the memory of the variables, as [Free] does. A launch with the instance is
// an error from then on, of the kind [ErrInstance]. To unload twice does nothing; to unload the
// default instance panics. No launch may be using the instance.
func (in *Instance) Unload() {
	if in == in.Module.instance.Load() {
		panic("ptx: Unload of the default instance of " + in.Module.File)
	}
	in.state.Unload()
}

// BindTexture binds a texture to the .texref of that name, for all launches with the instance that do
// not bind another with Launch.Textures; nil takes the binding away. The error says that the module has no
// such reference.
func (in *Instance) BindTexture(name string, t *Texture) error {
	return in.state.Bind(name, module.TextureRef, t.object())
}

// BindSampler binds a sampler to the .samplerref of that name, as BindTexture does a texture.
func (in *Instance) BindSampler(name string, s Sampler) error {
	return in.state.Bind(name, module.SamplerRef, s.object())
}

// BindSurface binds a surface to the .surfref of that name, as BindTexture does a texture.
func (in *Instance) BindSurface(name string, s *Surface) error {
	return in.state.Bind(name, module.SurfaceRef, s.object())
}

// bindings returns what the references of an instance stand for in a launch of the
// kernel, by their numbers. A reference that the kernel uses must be bound.
func (k *Kernel) bindings(in *Instance, l *Launch) ([]any, error) {
	given := len(l.Textures) + len(l.Samplers) + len(l.Surfaces)
	bound := in.state.Bound()
	for i, r := range in.state.Refs {
		switch r.Kind {
		case module.TextureRef:
			if t, ok := l.Textures[r.Name]; ok {
				given--
				bound[i] = t.object()
			}
		case module.SamplerRef:
			if s, ok := l.Samplers[r.Name]; ok {
				given--
				bound[i] = s.object()
			}
		case module.SurfaceRef:
			if s, ok := l.Surfaces[r.Name]; ok {
				given--
				bound[i] = s.object()
			}
		}
	}
	if given != 0 {
		return nil, k.unknownRef(in, l)
	}
	for _, name := range k.Refs {
		for i, r := range in.state.Refs {
			if r.Name == name && bound[i] == nil {
				return nil, k.refuse(ErrReference, "nothing is bound to the %s reference %s: use Launch.%ss or Instance.Bind%s",
					r.Kind, name, title(r.Kind), title(r.Kind))
			}
		}
	}
	return bound, nil
}

func title(k module.RefKind) string { return [...]string{"Texture", "Sampler", "Surface"}[k] }

// unknownRef names a binding of the launch that no reference of the module takes.
func (k *Kernel) unknownRef(in *Instance, l *Launch) error {
	has := func(name string, kind module.RefKind) bool {
		for _, r := range in.state.Refs {
			if r.Name == name && r.Kind == kind {
				return true
			}
		}
		return false
	}
	worst := ""
	note := func(name string, kind module.RefKind) {
		if s := fmt.Sprintf("%s reference %s", kind, name); !has(name, kind) && (worst == "" || s < worst) {
			worst = s
		}
	}
	for name := range l.Textures {
		note(name, module.TextureRef)
	}
	for name := range l.Samplers {
		note(name, module.SamplerRef)
	}
	for name := range l.Surfaces {
		note(name, module.SurfaceRef)
	}
	return k.refuse(ErrReference, "module %s has no %s", k.Module.File, worst)
}
