package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// instanceVars are what generated code makes of a module with two variables, one of which
// holds the address of the other.
type instanceVars struct {
	n   []uint32
	ptr []uint64
}

func newInstanceVars(in *Instance) *instanceVars {
	v := &instanceVars{n: Global[uint32](in, "n", 2, 5), ptr: Global[uint64](in, "ptr", 1)}
	Reloc(in, "ptr", 0, 8, AddrOf(v.n)+4)
	return v
}

// TestInstances: each instance has variables of its own, found by their addresses while it
// is loaded.
func TestInstances(t *testing.T) {
	m := NewModule("instance.ptx", "")
	made := 0
	Variables(m, func(in *Instance) *instanceVars { made++; return newInstanceVars(in) })
	k := &Kernel{Name: "k", Mode: CTAs}
	m.Add(k)
	if made != 0 {
		t.Error("the default instance is there before anybody asks")
	}
	a, b := m.Load(), m.Load()
	// The kernel counts in n[0], and in n[1] by its address.
	count := func(in *Instance) error {
		return k.Run(context.Background(), Launch{Instance: in}, func(c *CTA) {
			v := VarsOf[instanceVars](c)
			v.n[0]++
			*AtWrite[uint32](c.Thread(), v.ptr[0])++
		})
	}
	for i, in := range []*Instance{nil, a, b} {
		for range i + 1 {
			if err := count(in); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, in := range []*Instance{m.Default(), a, b} {
		v := VarsIn[instanceVars](in)
		if want := []uint32{5 + uint32(i) + 1, uint32(i) + 1}; !slices.Equal(v.n, want) {
			t.Errorf("instance %d: %v, want %v", i, v.n, want)
		}
	}
	if made != 3 {
		t.Errorf("%d sets of variables, want 3", made)
	}
	a.Reset()
	if v := VarsIn[instanceVars](a); !slices.Equal(v.n, []uint32{5, 0}) || v.ptr[0] != AddrOf(v.n)+4 {
		t.Errorf("after Reset: %v %#x", v.n, v.ptr)
	}

	gone := VarsIn[instanceVars](b).ptr[0]
	b.Unload()
	b.Unload() // does nothing
	if err := count(b); !errors.Is(err, ptx.ErrInstance) {
		t.Errorf("launch with an unloaded instance: %v", err)
	}
	err := k.Run(context.Background(), Launch{}, func(c *CTA) { *At[uint32](c.Thread(), gone)++ })
	if !errors.Is(err, ptx.FaultAddress) {
		t.Errorf("access to the memory of an unloaded instance: %v", err)
	}
	if err := count(NewModule("other.ptx", "").Load()); !errors.Is(err, ptx.ErrInstance) {
		t.Errorf("launch with an instance of another module: %v", err)
	}
	defer func() {
		if r := recover(); fmt.Sprint(r) != "ptx: Unload of the default instance of instance.ptx" {
			t.Errorf("Unload of the default instance: %v", r)
		}
	}()
	m.Default().Unload()
}

// TestInstancesAtOnce loads the default instance from many goroutines.
func TestInstancesAtOnce(t *testing.T) {
	m := NewModule("instance.ptx", "")
	Variables(m, newInstanceVars)
	got := make(chan *Instance)
	for range 8 {
		go func() { got <- m.Default() }()
	}
	for range 8 {
		if in := <-got; in != m.Default() {
			t.Error("two default instances")
		}
	}
}
