package driver

import (
	"maps"
	"sync"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// texRef is a texture reference: of a module, or one that the program has made.
type texRef struct {
	module *mod // nil of the program's

	mu       sync.Mutex
	resource Resource
	bound    bool
	desc     TextureDesc
	format   ArrayFormat
	channels uint32
	made     *ptx.Texture // of what was set; nil before a launch
}

// surfRef is a surface reference of a module.
type surfRef struct {
	array   Array
	surface *ptx.Surface
}

// references are those of a module that have been asked for.
type references struct {
	mu       sync.Mutex
	textures map[string]TexRef
	surfaces map[string]SurfRef
}

func (r *references) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range r.textures {
		texRefs.drop(h)
	}
	for _, h := range r.surfaces {
		surfRefs.drop(h)
	}
}

// bind says in a launch what the references stand for that have something.
func (r *references) bind(call string, l *ptx.Launch) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, h := range r.textures {
		t, err := texRefs.get(h).texture(call)
		if err != nil {
			return err
		}
		if t != nil {
			l.Textures = with(l.Textures, name, t)
		}
	}
	for name, h := range r.surfaces {
		if s := surfRefs.get(h); s.surface != nil {
			if _, err := onArray(call, s.array); err != nil {
				return err
			}
			l.Surfaces = with(l.Surfaces, name, s.surface)
		}
	}
	return nil
}

func with[T any](m map[string]T, name string, x T) map[string]T {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]T{}
	}
	m[name] = x
	return m
}

// texture is what the reference stands for in launches from now on, nil for nothing. The error is that what it
// is bound to is not there any more, or cannot be read as was set.
func (t *texRef) texture(call string) (*ptx.Texture, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.bound {
		return nil, nil
	}
	r := t.resource
	if r.Array == 0 && r.Mipmap == 0 {
		r.Format, r.Channels = t.format, t.channels
	}
	m, err := r.image(call)
	if err != nil {
		return nil, err
	}
	if t.made == nil {
		t.made, err = t.desc.texture(call, m)
	}
	return t.made, err
}

// ModuleGetTexRef returns the texture reference of that name, the same one each time. The error is
// ErrNotFound if the module has none.
func ModuleGetTexRef(h Module, name string) (TexRef, error) {
	const call = "cuModuleGetTexRef"
	m, err := onModule(call, h)
	if err != nil {
		return 0, err
	}
	if m.program.Reference(name) != "texture" {
		return 0, refuse(call, ErrNotFound, "the module has no texture reference %s", name)
	}
	m.refs.mu.Lock()
	defer m.refs.mu.Unlock()
	ref, ok := m.refs.textures[name]
	if !ok {
		ref = texRefs.add(&texRef{module: m, format: FormatFloat, channels: 1})
		m.refs.textures = with(m.refs.textures, name, ref)
	}
	return ref, nil
}

// ModuleGetSurfRef returns the surface reference of that name.
func ModuleGetSurfRef(h Module, name string) (SurfRef, error) {
	const call = "cuModuleGetSurfRef"
	m, err := onModule(call, h)
	if err != nil {
		return 0, err
	}
	if m.program.Reference(name) != "surface" {
		return 0, refuse(call, ErrNotFound, "the module has no surface reference %s", name)
	}
	m.refs.mu.Lock()
	defer m.refs.mu.Unlock()
	ref, ok := m.refs.surfaces[name]
	if !ok {
		ref = surfRefs.add(new(surfRef))
		m.refs.surfaces = with(m.refs.surfaces, name, ref)
	}
	return ref, nil
}

// TexRefCreate makes a texture reference of no module.
func TexRefCreate() (TexRef, error) {
	if _, err := begin("cuTexRefCreate"); err != nil {
		return 0, err
	}
	return texRefs.add(&texRef{format: FormatFloat, channels: 1}), nil
}

// TexRefDestroy frees a texture reference of TexRefCreate.
func TexRefDestroy(h TexRef) error {
	t, err := onTexRef("cuTexRefDestroy", h)
	if err != nil {
		return err
	}
	if t.module != nil {
		return refuse("cuTexRefDestroy", ErrInvalidValue, "the reference is one of a module")
	}
	texRefs.drop(h)
	return nil
}

func onTexRef(call string, h TexRef) (*texRef, error) {
	if _, err := begin(call); err != nil {
		return nil, err
	}
	return texRefs.find(call, h, "texture reference", ErrInvalidValue)
}

// TexRefState is what was set of a texture reference.
type TexRefState struct {
	Bound    bool
	Resource Resource
	Desc     TextureDesc
	Format   ArrayFormat
	Channels uint32
}

// TexRefGet returns what was set.
func TexRefGet(h TexRef) (TexRefState, error) {
	t, err := onTexRef("cuTexRefGet", h)
	if err != nil {
		return TexRefState{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return TexRefState{t.bound, t.resource, t.desc, t.format, t.channels}, nil
}

// TexRefSet lets a function change what is set; it applies to launches from then on. Where something is
// bound that cannot be read so, the launch fails.
func TexRefSet(h TexRef, change func(s *TexRefState)) error {
	t, err := onTexRef("cuTexRefSet", h)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := TexRefState{t.bound, t.resource, t.desc, t.format, t.channels}
	change(&s)
	t.bound, t.resource, t.desc, t.format, t.channels, t.made = s.Bound, s.Resource, s.Desc, s.Format, s.Channels, nil
	return nil
}

// TexRefBind binds a texture reference to an array or to memory. Its format becomes that of the array.
func TexRefBind(h TexRef, r Resource) error {
	const call = "cuTexRefSetArray"
	if _, err := onTexRef(call, h); err != nil {
		return err
	}
	var d *ArrayDesc
	switch {
	case r.Array != 0:
		a, err := onArray(call, r.Array)
		if err != nil {
			return err
		}
		d = &a.desc
	case r.Mipmap != 0:
		m, err := onMipmap(call, r.Mipmap)
		if err != nil {
			return err
		}
		d = &m.desc
	}
	return TexRefSet(h, func(s *TexRefState) {
		s.Bound, s.Resource = true, r
		if d != nil {
			s.Format, s.Channels = d.Format, d.Channels
		}
	})
}

// SurfRefSetArray binds a surface reference to an array.
func SurfRefSetArray(h SurfRef, a Array) error {
	const call = "cuSurfRefSetArray"
	if _, err := begin(call); err != nil {
		return err
	}
	if _, err := surfRefs.find(call, h, "surface reference", ErrInvalidValue); err != nil {
		return err
	}
	s, err := newSurface(call, a)
	if err != nil {
		return err
	}
	surfRefs.mu.Lock()
	defer surfRefs.mu.Unlock()
	surfRefs.of[h] = &surfRef{a, s}
	return nil
}

// SurfRefGetArray returns the array of a surface reference, 0 for none.
func SurfRefGetArray(h SurfRef) (Array, error) {
	const call = "cuSurfRefGetArray"
	if _, err := begin(call); err != nil {
		return 0, err
	}
	r, err := surfRefs.find(call, h, "surface reference", ErrInvalidValue)
	if err != nil {
		return 0, err
	}
	return r.array, nil
}
