package lanes_test

//lint:file-ignore U1000 the table calls these, which internal/gen writes when the tests run

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/runtime/lanes"
)

// twin is a function of package lanes with the scalar function whose name it has.
type twin struct {
	name   string
	scalar scalar
	gang   func(b *block, i int) // fills the results of the gang at i
}

// twins are all of them: see lanes.Tables.
var twins []twin

// compared is a twin that is compared.
type compared struct {
	*twin
	of     *intrin.Func // which the function stands in for, see standsIn
	anyNaN bool
}

// scalar is a function of scalar values.
type scalar struct {
	kinds []intrin.Kind         // of the operands
	call  func(b *block, i int) // fills the results of lane i, as lanes hold them
}

// block holds operands and results of several gangs, as the bits of the scalar types.
type block struct {
	arg       [4][]uint64
	got, want [2][]uint64
}

const blockSize = 1024

func newBlock() *block {
	b := &block{}
	for _, a := range [][][]uint64{b.arg[:], b.got[:], b.want[:]} {
		for i := range a {
			a[i] = make([]uint64, blockSize)
		}
	}
	return b
}

// at returns an operand of lane i.
func at[T any](b *block, a, i int) (x T) {
	u := b.arg[a][i]
	switch p := any(&x).(type) {
	case *bool:
		*p = u&1 != 0
	case *int8:
		*p = int8(u)
	case *int16:
		*p = int16(u)
	case *int32:
		*p = int32(u)
	case *int64:
		*p = int64(u)
	case *uint8:
		*p = uint8(u)
	case *uint16:
		*p = uint16(u)
	case *uint32:
		*p = uint32(u)
	case *uint64:
		*p = u
	case *float32:
		*p = math.Float32frombits(uint32(u))
	case *float64:
		*p = math.Float64frombits(u)
	}
	return x
}

func scalarBits[T any](x T) uint64 {
	switch x := any(x).(type) {
	case bool:
		if x {
			return 1
		}
		return 0
	case int8:
		return uint64(uint8(x))
	case int16:
		return uint64(uint16(x))
	case int32:
		return uint64(uint32(x))
	case int64:
		return uint64(x)
	case uint8:
		return uint64(x)
	case uint16:
		return uint64(x)
	case uint32:
		return uint64(x)
	case uint64:
		return x
	case float32:
		return uint64(math.Float32bits(x))
	case float64:
		return math.Float64bits(x)
	}
	panic(fmt.Sprintf("%T", x))
}

func kindOf[T any]() intrin.Kind {
	var x T
	for k := intrin.Bool; k <= intrin.Float64; k++ {
		if k.String() == fmt.Sprintf("%T", x) {
			return k
		}
	}
	panic(fmt.Sprintf("%T", x))
}

// extended are the bits of values of a kind in lanes of 32 bits, as Go extends them.
func extended(k intrin.Kind, u []uint64) lanes.U32 {
	var w [lanes.Width]uint32
	if u = u[:lanes.Width]; k.Bits() == 32 {
		for i, x := range u {
			w[i] = uint32(x)
		}
		return lanes.LoadU32(w[:], 0)
	}
	for i, x := range u {
		w[i] = uint32(extend(k, x))
	}
	return lanes.LoadU32(w[:], 0)
}

// extend is what a lane holds of a value that is given as its bits.
func extend(k intrin.Kind, u uint64) uint64 {
	switch n := 64 - k.Bits(); {
	case k == intrin.Bool:
		return uint64(-uint32(u & 1))
	case k.Signed() && k.Bits() < 32:
		return uint64(uint32(int64(u<<n) >> n))
	}
	return u
}

func fromInt8(u []uint64) lanes.I32    { return extended(intrin.Int8, u).AsI32() }
func fromInt16(u []uint64) lanes.I32   { return extended(intrin.Int16, u).AsI32() }
func fromInt32(u []uint64) lanes.I32   { return extended(intrin.Int32, u).AsI32() }
func fromUint8(u []uint64) lanes.U32   { return extended(intrin.Uint8, u) }
func fromUint16(u []uint64) lanes.U32  { return extended(intrin.Uint16, u) }
func fromUint32(u []uint64) lanes.U32  { return extended(intrin.Uint32, u) }
func fromFloat32(u []uint64) lanes.F32 { return extended(intrin.Float32, u).AsF32() }
func fromUint64(u []uint64) lanes.U64 {
	return lanes.LoadU64(u, 0)
}
func fromInt64(u []uint64) lanes.I64 {
	return lanes.I64FromU64(fromUint64(u))
}
func fromFloat64(u []uint64) lanes.F64 {
	return lanes.F64FromBits(fromUint64(u))
}

func toU32(out []uint64, v lanes.U32) {
	var w [lanes.Width]uint32
	v.StoreArray(&w)
	for i, x := range w {
		out[i] = uint64(x)
	}
}

func toI32(out []uint64, v lanes.I32) { toU32(out, v.AsU32()) }
func toF32(out []uint64, v lanes.F32) { toU32(out, v.AsU32()) }
func toM(out []uint64, v lanes.M)     { toI32(out, v.ToI32()) }
func toU64(out []uint64, v lanes.U64) { lanes.StoreU64(out, 0, v) }
func toI64(out []uint64, v lanes.I64) { toU64(out, lanes.U64FromI64(v)) }
func toF64(out []uint64, v lanes.F64) { toU64(out, lanes.BitsF64(v)) }

// lanesOf returns what a lane holds of a scalar result.
func lanesOf[T any]() func(x T) uint64 {
	k := kindOf[T]()
	return func(x T) uint64 { return extend(k, scalarBits(x)) }
}

func scalar11[A, R any](f func(A) R) scalar {
	lanes := lanesOf[R]()
	return scalar{[]intrin.Kind{kindOf[A]()}, func(b *block, i int) {
		b.want[0][i] = lanes(f(at[A](b, 0, i)))
	}}
}

func scalar21[A, B, R any](f func(A, B) R) scalar {
	lanes := lanesOf[R]()
	return scalar{[]intrin.Kind{kindOf[A](), kindOf[B]()}, func(b *block, i int) {
		b.want[0][i] = lanes(f(at[A](b, 0, i), at[B](b, 1, i)))
	}}
}

func scalar31[A, B, C, R any](f func(A, B, C) R) scalar {
	lanes := lanesOf[R]()
	return scalar{[]intrin.Kind{kindOf[A](), kindOf[B](), kindOf[C]()}, func(b *block, i int) {
		b.want[0][i] = lanes(f(at[A](b, 0, i), at[B](b, 1, i), at[C](b, 2, i)))
	}}
}

func scalar41[A, B, C, D, R any](f func(A, B, C, D) R) scalar {
	lanes := lanesOf[R]()
	return scalar{[]intrin.Kind{kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D]()}, func(b *block, i int) {
		b.want[0][i] = lanes(f(at[A](b, 0, i), at[B](b, 1, i), at[C](b, 2, i), at[D](b, 3, i)))
	}}
}

// standsIn returns the function for which one stands in in generated code, if it does. The
// f32 NaNs that it returns have any bits.
func standsIn(name string) (f *intrin.Func, ok bool) {
	for _, f := range intrin.All() {
		if f.Operator() == name || f.Scale() == name {
			return f, true
		}
	}
	return nil, false
}

// domain makes operands such that a function that stands in for another is for them.
func (w *compared) domain(b *block) {
	scale, flushed := w.of.Scale() == w.name, w.of.FlushedOperands()
	for i := range blockSize {
		for a, k := range w.scalar.kinds {
			u := &b.arg[a][i]
			switch {
			case scale && a == 1: // a power of two
				*u = max(*u&(0xff<<23), 1<<23)
				*u = min(*u, 0xfe<<23)
			case flushed && k == intrin.Float32 && *u&(0xff<<23) == 0:
				*u &= 1 << 31
			case k == intrin.Float64 && *u<<1 > 0x7ff<<53: // no two NaNs are different
				*u = 0x7ff0000012345678
			}
		}
	}
}

// TestEveryTwin looks for functions of the package's sources that have the name of a scalar one
// and no line in the table, or more than one.
func TestEveryTwin(t *testing.T) {
	if twins == nil {
		lanes.Tables(t)
		return
	}
	lines := map[string]int{}
	for _, w := range twins {
		lines[w.name]++
	}
	scalar := map[string]bool{}
	for _, f := range intrin.All() {
		scalar[f.Name] = true
		scalar[f.Operator()], scalar[f.Scale()] = true, true
		if f.Gang() && lines[f.Name] == 0 {
			t.Errorf("%s is said to have a twin, and none is compared", f.Name)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && scalar[d.Name.Name] && lines[d.Name.Name] != 1 {
				t.Errorf("%s of %s has %d lines in the table", d.Name.Name, name, lines[d.Name.Name])
			}
		}
	}
}

// only says which functions TestTwins compares.
var only = flag.String("twins", "", "compare the functions whose names match a `regexp`, instead of all")

// TestTwins compares the functions with the scalar ones whose names they have: with all operands
// of 32 bits or fewer, and 10^8 others, with PTX2GO_LONG=1; with -short besides, 10^8 of those of
// 32 bits, too. Without it is a sample, which is smaller with -short. Functions of the same operands
// are compared together: to draw them takes longer than to compute what they are for.
func TestTwins(t *testing.T) {
	if twins == nil {
		lanes.Tables(t, "-twins", *only)
		return
	}
	which := regexp.MustCompile(*only)
	var drawn []operands
	of := map[string][]*compared{}
	for i := range twins {
		w := &compared{twin: &twins[i]}
		w.of, w.anyNaN = standsIn(w.name)
		if !which.MatchString(w.name) {
			continue
		}
		o := operandsOf(w.twin)
		if testmode.Long() && len(w.scalar.kinds) == 1 {
			if n := w.scalar.kinds[0].Bits(); n <= 16 || n <= 32 && !testing.Short() {
				o = everyOperand(n)
			}
		}
		if of[o.name] == nil {
			drawn = append(drawn, o)
		}
		of[o.name] = append(of[o.name], w)
	}
	for _, o := range drawn {
		t.Run(o.name, func(t *testing.T) { t.Parallel(); compare(t, o, of[o.name]) })
	}
}

// compare compares functions on operands.
func compare(t *testing.T, o operands, list []*compared) {
	n, workers := uint64(4*blockSize), 1
	switch {
	case testmode.Long():
		workers = runtime.GOMAXPROCS(0)
		if n = 100_000_000; o.bits > 0 {
			n = 1 << o.bits
		}
	case testing.Short():
		n = blockSize
	}
	t.Logf("%d functions, %d operands each", len(list), n)
	blocks := (n + blockSize - 1) / blockSize
	wrong := make([]atomic.Bool, len(list))
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			b, changed := newBlock(), newBlock()
			for k := next.Add(1) - 1; k < blocks; k = next.Add(1) - 1 {
				o.fill(b, k)
				for i, w := range list {
					if !wrong[i].Load() && !w.compare(t, b, changed) {
						wrong[i].Store(true)
						b, changed = newBlock(), newBlock()
						o.fill(b, k)
					}
				}
			}
		})
	}
	wg.Wait()
}

// compare compares on one block, or on what is a function's of it, and reports whether all results
// are the same.
func (w *compared) compare(t *testing.T, b, changed *block) bool {
	if w.of != nil {
		for a := range w.scalar.kinds {
			copy(changed.arg[a], b.arg[a])
		}
		b = changed
		w.domain(b)
	}
	for i := range blockSize {
		w.scalar.call(b, i)
	}
	for i := 0; i < blockSize; i += lanes.Width {
		w.gang(b, i)
	}
	lanes.Clear()
	return w.same(t, b)
}

// same reports the first lane in which two results differ, if some do.
func (w *compared) same(t *testing.T, b *block) bool {
	for r := range b.got {
		for i, got := range b.got[r] {
			if want := b.want[r][i]; got != want && !(w.anyNaN && w.bothNaN(got, want)) {
				var in []string
				for a := range w.scalar.kinds {
					in = append(in, fmt.Sprintf("%#x", b.arg[a][i]))
				}
				t.Errorf("%s(%s) is %#x in lane %d, want %#x", w.name, strings.Join(in, ", "), got, i%lanes.Width, want)
				return false
			}
		}
	}
	return true
}

func (w *twin) bothNaN(a, b uint64) bool {
	return strings.HasSuffix(w.name, "F32") && uint32(a)<<1 > 0xff<<24 && uint32(b)<<1 > 0xff<<24
}
