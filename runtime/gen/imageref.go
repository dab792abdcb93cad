package gen

import "fmt"

// RefKind is what a reference of a module stands for.
type RefKind uint8

// The kinds of references.
const (
	TextureRef RefKind = iota
	SamplerRef
	SurfaceRef
)

func (k RefKind) String() string {
	return [...]string{"texture", "sampler", "surface"}[k]
}

// moduleRef is a .texref, .samplerref or .surfref of a module, with what the instance
// has bound to it; a launch may bind something else.
type moduleRef struct {
	name  string
	kind  RefKind
	bound any
}

// Reference makes a reference of a module's instance, for generated code, and returns its
// handle, which is the same in all of them. A sampler may have initial properties.
func Reference(in *Instance, name string, kind RefKind, initial ...Sampler) uint64 {
	r := moduleRef{name: name, kind: kind}
	if len(initial) > 0 {
		r.bound = &initial[0]
	}
	in.refs = append(in.refs, r)
	return refTag | uint64(len(in.refs))
}

// BindTexture binds a texture to a .texref of the module, for all launches with the
// instance that do not bind another with Launch.Textures.
func (in *Instance) BindTexture(name string, t *Texture) error { return in.bind(name, TextureRef, t) }

// BindSampler binds a sampler to a .samplerref of the module, for all launches with the
// instance that do not bind another with Launch.Samplers.
func (in *Instance) BindSampler(name string, s Sampler) error { return in.bind(name, SamplerRef, &s) }

// BindSurface binds a surface to a .surfref of the module, for all launches with the
// instance that do not bind another with Launch.Surfaces.
func (in *Instance) BindSurface(name string, s *Surface) error { return in.bind(name, SurfaceRef, s) }

func (in *Instance) bind(name string, kind RefKind, x any) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	for i := range in.refs {
		if r := &in.refs[i]; r.name == name && r.kind == kind {
			r.bound = x
			return nil
		}
	}
	return fmt.Errorf("module %s has no %s reference %s", in.Module.File, kind, name)
}

// bindRefs returns what the references of an instance stand for in a launch of the
// kernel, by their numbers. A reference that the kernel uses must be bound.
func (k *Kernel) bindRefs(in *Instance, l *Launch) ([]any, error) {
	given := len(l.Textures) + len(l.Samplers) + len(l.Surfaces)
	if in == nil || len(in.refs) == 0 {
		if given > 0 {
			return nil, k.refuse(ErrReference, "its module has no references to bind")
		}
		return nil, nil
	}
	in.mu.RLock()
	defer in.mu.RUnlock()
	bound := make([]any, len(in.refs))
	for i := range in.refs {
		r := &in.refs[i]
		bound[i] = r.bound
		switch r.kind {
		case TextureRef:
			if t, ok := l.Textures[r.name]; ok {
				given--
				bound[i] = nil
				if t != nil {
					bound[i] = t
				}
			}
		case SamplerRef:
			if s, ok := l.Samplers[r.name]; ok {
				given--
				bound[i] = &s
			}
		case SurfaceRef:
			if s, ok := l.Surfaces[r.name]; ok {
				given--
				bound[i] = nil
				if s != nil {
					bound[i] = s
				}
			}
		}
	}
	if given != 0 {
		return nil, k.unknownRef(in, l)
	}
	for _, name := range k.Refs {
		for i := range in.refs {
			if r := &in.refs[i]; r.name == name && bound[i] == nil {
				return nil, k.refuse(ErrReference, "nothing is bound to the %s reference %s: use Launch.%ss or Instance.Bind%s",
					r.kind, name, title(r.kind), title(r.kind))
			}
		}
	}
	return bound, nil
}

func title(k RefKind) string { return [...]string{"Texture", "Sampler", "Surface"}[k] }

// unknownRef names a binding of the launch that no reference of the module takes.
func (k *Kernel) unknownRef(in *Instance, l *Launch) error {
	has := func(name string, kind RefKind) bool {
		for _, r := range in.refs {
			if r.name == name && r.kind == kind {
				return true
			}
		}
		return false
	}
	worst := ""
	note := func(name string, kind RefKind) {
		if s := fmt.Sprintf("%s reference %s", kind, name); !has(name, kind) && (worst == "" || s < worst) {
			worst = s
		}
	}
	for name := range l.Textures {
		note(name, TextureRef)
	}
	for name := range l.Samplers {
		note(name, SamplerRef)
	}
	for name := range l.Surfaces {
		note(name, SurfaceRef)
	}
	return k.refuse(ErrReference, "module %s has no %s", k.Module.File, worst)
}

// object returns what a handle stands for in this launch.
func (c *CTA) object(h uint64) any {
	if h&tagMask == refTag {
		if i := h&^tagMask - 1; i < uint64(len(c.run.refs)) {
			return c.run.refs[i]
		}
		return nil
	}
	if h&tagMask < textureTag || h&tagMask > surfaceTag {
		return nil
	}
	return byHandle(h)
}

func (c *CTA) texture(h uint64) *Texture {
	t, ok := c.object(h).(*Texture)
	if !ok {
		throwAddr(FaultAddress, h, "is no handle of a texture")
	}
	return t
}

func (c *CTA) surface(h uint64) *Surface {
	s, ok := c.object(h).(*Surface)
	if !ok {
		throwAddr(FaultAddress, h, "is no handle of a surface")
	}
	return s
}

// IsTexture is istypep.texref.
func (c *CTA) IsTexture(h uint64) bool { _, ok := c.object(h).(*Texture); return ok }

// IsSampler is istypep.samplerref.
func (c *CTA) IsSampler(h uint64) bool { _, ok := c.object(h).(*Sampler); return ok }

// IsSurface is istypep.surfref.
func (c *CTA) IsSurface(h uint64) bool { _, ok := c.object(h).(*Surface); return ok }
