package particles

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

var launch = ptx.Launch{Grid: ptx.D1(3), Block: ptx.D1(32)}

func world(n int) KernelWorld {
	return KernelWorld{Dt: 0.125, Gravity: KernelVec3{X: 0.25, Y: -0.5, Z: -9.75}, Loss: 0.1, N: int32(n), Floor: true}
}

func swarm(n int) []KernelParticle {
	r := rand.New(rand.NewPCG(1, 2))
	p := make([]KernelParticle, n)
	for i := range p {
		p[i].At = KernelVec3{X: r.Float32(), Y: r.Float32(), Z: r.Float32()}
		p[i].Speed = KernelVec3{X: r.Float32() - 0.5, Y: r.Float32() - 0.5, Z: r.Float32() - 0.5}
		p[i].Energy, p[i].Bounces, p[i].Kind = r.Float64(), int32(i), uint8(i)
	}
	return p
}

// step is what the kernel does to a particle, in Go.
func step(p KernelParticle, w KernelWorld) KernelParticle {
	move := func(at, speed *float32, g float32) {
		*speed += float32(g * w.Dt)
		*at += float32(*speed * w.Dt)
	}
	move(&p.At.X, &p.Speed.X, w.Gravity.X)
	move(&p.At.Y, &p.Speed.Y, w.Gravity.Y)
	move(&p.At.Z, &p.Speed.Z, w.Gravity.Z)
	if w.Floor && p.At.Z < 0 {
		p.At.Z, p.Speed.Z = -p.At.Z, -p.Speed.Z
		p.Energy -= w.Loss
		p.Bounces++
	}
	return p
}

// TestStep: structures behind a pointer and by value.
func TestStep(t *testing.T) {
	const n = 80
	for _, floor := range []bool{true, false} {
		particles, w := swarm(96), world(n)
		w.Floor = floor
		want := swarm(96)
		bounced := 0
		for range 4 {
			if err := Step(context.Background(), launch, particles, w); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				before := want[i].Bounces
				want[i] = step(want[i], w)
				bounced += int(want[i].Bounces - before)
			}
		}
		for i, p := range particles {
			if p != want[i] {
				t.Errorf("particle %d: %+v, want %+v", i, p, want[i])
			}
		}
		if floor != (bounced > 0) {
			t.Errorf("floor %v: %d particles have bounced", floor, bounced)
		}
		if last := *KernelVarsOf(nil).Last; last != w {
			t.Errorf("the world in the module's variable is %+v, want %+v", last, w)
		}
	}
}

// TestVariables: variables of the module, in its default instance and another one.
func TestVariables(t *testing.T) {
	particles := swarm(50)
	other := kernelModule.Load()
	defer other.Unload()
	copy(KernelVarsOf(other).Mass, []float32{3, 5, 7, 9})
	for _, test := range []struct {
		in   *ptx.Instance
		mass [4]float32
	}{{nil, [4]float32{1, 2, 4, 8}}, {other, [4]float32{3, 5, 7, 9}}} {
		l := launch
		l.Instance = test.in
		small, large := make([]float32, 50), make([]float64, 50)
		if err := EnergyFloat32(context.Background(), l, particles, small, 50); err != nil {
			t.Fatal(err)
		}
		if err := EnergyFloat64(context.Background(), l, particles, large, 50); err != nil {
			t.Fatal(err)
		}
		for i, p := range particles {
			v := p.Speed
			want := float32(float32(0.5*test.mass[i&3]) * float32(float32(float32(v.X*v.X)+float32(v.Y*v.Y))+float32(v.Z*v.Z)))
			if small[i] != want || large[i] != float64(want) {
				t.Errorf("particle %d: %v and %v, want %v", i, small[i], large[i], want)
			}
		}
		bounces := KernelVarsOf(test.in).Bounces
		*bounces = math.MaxUint32
		if err := Count(context.Background(), l, particles, 50); err != nil {
			t.Fatal(err)
		}
		if want := uint64(math.MaxUint32 + 49*50/2); *bounces != want {
			t.Errorf("%d bounces, want %d", *bounces, want)
		}
	}
}

// TestLayout: the structures lie as clang has them.
func TestLayout(t *testing.T) {
	var p KernelParticle
	var w KernelWorld
	for i, x := range []struct{ got, want uintptr }{
		{unsafe.Sizeof(p), 40}, {unsafe.Offsetof(p.Speed), 12}, {unsafe.Offsetof(p.Energy), 24}, {unsafe.Offsetof(p.Bounces), 32}, {unsafe.Offsetof(p.Kind), 36},
		{unsafe.Sizeof(w), 32}, {unsafe.Offsetof(w.Gravity), 4}, {unsafe.Offsetof(w.Loss), 16}, {unsafe.Offsetof(w.N), 24}, {unsafe.Offsetof(w.Floor), 28},
	} {
		if x.got != x.want {
			t.Errorf("%d: %d, want %d", i, x.got, x.want)
		}
	}
}

// TestOutside: a slice of structures that is too short is a fault, as any other.
func TestOutside(t *testing.T) {
	if err := Step(context.Background(), launch, swarm(10), world(11)); err == nil {
		t.Error("an access outside of the slice is no error")
	} else {
		t.Log(err)
	}
	if err := Step(context.Background(), launch, nil, world(0)); err != nil {
		t.Error(err)
	}
}
