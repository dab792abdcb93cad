package module

import (
	"fmt"

	"github.com/ptx2go/ptx2go/runtime/internal/handle"
)

// RefKind is what a reference of a module stands for.
type RefKind uint8

// The kinds of references.
const (
	TextureRef RefKind = iota
	SamplerRef
	SurfaceRef
)

// String returns the kind as errors name it: "texture", "sampler" or "surface".
func (k RefKind) String() string {
	return [...]string{"texture", "sampler", "surface"}[k]
}

// Reference is a .texref, .samplerref or .surfref of a module, with what the instance
// has bound to it; a launch may bind something else.
type Reference struct {
	Name  string
	Kind  RefKind
	bound any // what a handle stands for; nil for nothing
}

// AddReference makes a reference and returns its handle, which is the same in all instances.
func (in *Instance) AddReference(name string, kind RefKind, initial any) uint64 {
	in.Refs = append(in.Refs, Reference{name, kind, initial})
	return handle.RefTag | uint64(len(in.Refs))
}

// Bind binds what a handle stands for to a reference, nil for nothing.
func (in *Instance) Bind(name string, kind RefKind, x any) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	for i := range in.Refs {
		if r := &in.Refs[i]; r.Name == name && r.Kind == kind {
			r.bound = x
			return nil
		}
	}
	return fmt.Errorf("module %s has no %s reference %s", in.File, kind, name)
}

// Bound returns what is bound to the references, by their numbers.
func (in *Instance) Bound() []any {
	in.mu.RLock()
	defer in.mu.RUnlock()
	bound := make([]any, len(in.Refs))
	for i := range in.Refs {
		bound[i] = in.Refs[i].bound
	}
	return bound
}
