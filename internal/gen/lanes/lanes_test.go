package lanes

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// small is a package of lanes of two functions, with two targets.
func small() map[string]string {
	return map[string]string{
		"runtime/lanes/basis.go": `package lanes

const Width = 2

type U32 [Width]uint32

func load(p *[Width]uint32) U32 { return *p }
func swap(x U32) U32            { return U32{x[1], x[0]} }
func length(b uint32) int       { return 2 }
func helper()                   {}
`,
		"runtime/lanes/a.go": `package lanes

import (
	"math"
	"unsafe"
)

// A swaps.
func A(p unsafe.Pointer, m uint32) U32 {
	helper := length(m + 1) // a name of its own
	return swap(load((*[Width]uint32)(unsafe.Add(p, 4*helper)))).AndNot(load(&k.x).AndNot(U32{}))
}

// Better is what one target does better.
func Better() float64 { return math.Pi + rest }

var (
	k    = constant{} // A needs it
	rest = 1.0        // and Better this
)

// constant is one.
type constant struct{ x [Width]uint32 }

// low is for nothing.
func low(x U32) {}

// AsF is F of the bits.
func AsF(x U32) F32 { return x.AsF32() }
`,
		"runtime/lanes/b.go": `package lanes

// own is for targets.
func own() {}
`,
		"runtime/lanes/a_test.go": `package lanes_test

import (
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/runtime/lanes"
)

var _ = lanes.A(nil, rand.Uint32()).AsF32()
`,
		"runtime/gang8/x_avx2.go": `package gang8

import (
	"math/bits"
	"simd/archsimd"
)

const Width = 8

type (
	U32 = archsimd.Uint32x8
	F32 = archsimd.Float32x8
)

//lanes:spelled
func load(p *[Width]uint32) U32 { return archsimd.LoadUint32x8Array(p) }

// length has a parameter that is an operand.
//
//lanes:spelled
func length(b uint32) int { return bits.Len32(b) * int(b.x) }

func swap(x U32) U32 { return x }
`,
		"runtime/gang16/x_avx512.go": `package gang16

import "simd/archsimd"

const Width = 16

type (
	U32 = archsimd.Uint32x16
	F32 = archsimd.Float32x16
)

func load(p *[Width]uint32) U32 { own(); return U32{} }
func swap(x U32) U32            { return x }
func length(b uint32) int       { return 1 }

func Better() float64 { return 1 }
`,
	}
}

func written(text map[string]string) (*tree.Tree, error) {
	t := tree.New(".")
	for name, text := range text {
		t.Put(name, text)
	}
	two := []target{{pkg: "gang8", suffix: "_avx2"}, {pkg: "gang16", suffix: "_avx512", noAndNot: true}}
	return t, write(t.View(tree.Patterns{"runtime/*/*.go"}, tree.Patterns{"runtime/gang*/*.go"}), two)
}

// TestWrite copies functions to two targets.
func TestWrite(t *testing.T) {
	files, err := written(small())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"runtime/gang8/a.go": `
package gang8

import (
	"math"
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// A swaps.
func A(p unsafe.Pointer, m uint32) U32 {
	helper := bits.Len32(m+1) * int((m + 1).x) // a name of its own
	return swap(archsimd.LoadUint32x8Array((*[Width]uint32)(unsafe.Add(p, 4*helper)))).AndNot(archsimd.LoadUint32x8Array(&k.x).AndNot(U32{}))
}

// Better is what one target does better.
func Better() float64 { return math.Pi + rest }

var (
	k    = constant{} // A needs it
	rest = 1.0        // and Better this
)

// constant is one.
type constant struct{ x [Width]uint32 }

// AsF is F of the bits.
func AsF(x U32) F32 { return x.AsFloat32x8() }
`,
		"runtime/gang16/a.go": `
package gang16

import "unsafe"

// A swaps.
func A(p unsafe.Pointer, m uint32) U32 {
	helper := length(m + 1) // a name of its own
	return swap(load((*[Width]uint32)(unsafe.Add(p, 4*helper)))).And(load(&k.x).And(U32{}.Not()).Not())
}

var (
	k = constant{} // A needs it

)

// constant is one.
type constant struct{ x [Width]uint32 }

// AsF is F of the bits.
func AsF(x U32) F32 { return x.AsFloat32x16() }
`,
		"runtime/gang16/b.go": `
package gang16

// own is for targets.
func own() {}
`,
		"runtime/gang16/a_test.go": `
package gang16_test

import (
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/runtime/gang16"
)

var _ = gang16.A(nil, rand.Uint32()).AsFloat32x16()
`,
	} {
		_, got, _ := strings.Cut(string(files.Written(name)), "//go:build")
		if _, got, _ = strings.Cut(got, "\n"); got != want && strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if text := files.Written("runtime/gang8/b.go"); text != nil {
		t.Errorf("gang8 needs nothing of b.go, and has\n%s", text)
	}
}

// TestMissing leaves operations of the basis out of a target.
func TestMissing(t *testing.T) {
	if err := write(tree.New(".").View(nil, nil), []target{{pkg: "gang2", suffix: "_none"}}); err == nil || !strings.Contains(err.Error(), "runtime/gang2: no files *_none.go") {
		t.Errorf("a target without files: %v", err)
	}
	for _, c := range []struct{ old, with, want string }{
		{"func swap(", "func swapped(", "runtime/gang8/x_avx2.go:1:1: A needs swap, an operation of the basis (runtime/lanes/basis.go): declare it in a file *_avx2.go"},
		{"func length(", "func long(", "A needs length"},
		{"const Width", "const Wide", " needs Width"},
	} {
		text := maps.Clone(small())
		text["runtime/gang8/x_avx2.go"] = strings.Replace(text["runtime/gang8/x_avx2.go"], c.old, c.with, 1)
		if _, err := written(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.with, err, c.want)
		}
	}
}

// TestTargets: a target's own files are not those of another one.
func TestTargets(t *testing.T) {
	var names []string
	for _, t := range targets {
		names = append(names, t.pkg, t.suffix)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != 2*len(targets) {
		t.Errorf("%v are not different", names)
	}
}
