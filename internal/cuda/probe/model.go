package probe

import (
	"math"
	"reflect"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// Batch computes an instruction: dst[i] becomes the bits of the result for the
// operands args[0][i], args[1][i], and so on. Bits beyond the width of a value are
// zero.
type Batch func(dst []uint64, args [][]uint64)

// Model returns the function of fpops that stands for the head on that GPU, and
// its name; nil where there is none.
func (h *Head) Model(gpu intrin.Model) (Batch, string) {
	if h.body != nil {
		return nil, h.Name
	}
	name := gpu.Name(h.Function())
	fn := fptable.Func(name)
	if fn == nil {
		return nil, name
	}
	b := batch(fn)
	if typ := reflect.TypeOf(fn); typ.NumIn() != len(h.src) {
		return nil, name
	}
	if bits := h.Bits(); bits < 64 {
		mask := uint64(1)<<bits - 1
		inner := b
		b = func(dst []uint64, args [][]uint64) {
			inner(dst, args)
			for i := range dst {
				dst[i] &= mask
			}
		}
	}
	return b, name
}

// reference returns a function whose results are near those of the head, for
// dumps of what has no model: the accurate implementation, or nil.
func (h *Head) reference() (Batch, string) { return h.Model(intrin.Accurate) }

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// batch puts a function of any signature into a loop: a typed one for the
// signatures that see billions of inputs, one by reflection for the rest.
func batch(fn any) Batch {
	for _, try := range []func(any) Batch{fromFloat32, fromFloat64, fromInt[uint32], fromInt[int32], fromInt[uint16],
		fromInt[int16], fromInt[uint8], fromInt[int8], fromInt[uint64], fromInt[int64], several} {
		if b := try(fn); b != nil {
			return b
		}
	}
	return reflected(reflect.ValueOf(fn))
}

func f32(u uint64) float32 { return math.Float32frombits(uint32(u)) }
func b32(x float32) uint64 { return uint64(math.Float32bits(x)) }

func bit(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

func fromFloat32(fn any) Batch {
	switch f := fn.(type) {
	case func(float32) float32:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = b32(f(f32(u)))
			}
		}
	case func(float32) float64:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = math.Float64bits(f(f32(u)))
			}
		}
	case func(float32) bool:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = bit(f(f32(u)))
			}
		}
	case func(float32) uint8:
		return float32ToInt(f)
	case func(float32) uint16:
		return float32ToInt(f)
	case func(float32) uint32:
		return float32ToInt(f)
	case func(float32) uint64:
		return float32ToInt(f)
	case func(float32) int8:
		return float32ToInt(f)
	case func(float32) int16:
		return float32ToInt(f)
	case func(float32) int32:
		return float32ToInt(f)
	case func(float32) int64:
		return float32ToInt(f)
	case func(float32, float32) uint16:
		return floats2ToInt(f)
	case func(float32, float32) uint32:
		return floats2ToInt(f)
	}
	return nil
}

func float32ToInt[R integer](f func(float32) R) Batch {
	return func(dst []uint64, args [][]uint64) {
		for i, u := range args[0][:len(dst)] {
			dst[i] = uint64(f(f32(u)))
		}
	}
}

func floats2ToInt[R integer](f func(a, b float32) R) Batch {
	return func(dst []uint64, args [][]uint64) {
		for i := range dst {
			dst[i] = uint64(f(f32(args[0][i]), f32(args[1][i])))
		}
	}
}

func fromFloat64(fn any) Batch {
	switch f := fn.(type) {
	case func(float64) float64:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = math.Float64bits(f(math.Float64frombits(u)))
			}
		}
	case func(float64) float32:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = b32(f(math.Float64frombits(u)))
			}
		}
	}
	return nil
}

// fromInt is for one source that is an integer, or the bits of a 16-bit float.
func fromInt[A integer](fn any) Batch {
	switch f := fn.(type) {
	case func(A) float32:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = b32(f(A(u)))
			}
		}
	case func(A) float64:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = math.Float64bits(f(A(u)))
			}
		}
	case func(A) uint16:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = uint64(f(A(u)))
			}
		}
	case func(A) uint32:
		return func(dst []uint64, args [][]uint64) {
			for i, u := range args[0][:len(dst)] {
				dst[i] = uint64(f(A(u)))
			}
		}
	}
	return nil
}

// several is for two and three sources of the types that arithmetic has.
func several(fn any) Batch {
	switch f := fn.(type) {
	case func(a, b float32) float32:
		return func(dst []uint64, args [][]uint64) {
			for i := range dst {
				dst[i] = b32(f(f32(args[0][i]), f32(args[1][i])))
			}
		}
	case func(a, b, c float32) float32:
		return func(dst []uint64, args [][]uint64) {
			for i := range dst {
				dst[i] = b32(f(f32(args[0][i]), f32(args[1][i]), f32(args[2][i])))
			}
		}
	case func(a, b float64) float64:
		return func(dst []uint64, args [][]uint64) {
			for i := range dst {
				dst[i] = math.Float64bits(f(math.Float64frombits(args[0][i]), math.Float64frombits(args[1][i])))
			}
		}
	case func(a, b, c float64) float64:
		return func(dst []uint64, args [][]uint64) {
			for i := range dst {
				dst[i] = math.Float64bits(f(math.Float64frombits(args[0][i]), math.Float64frombits(args[1][i]), math.Float64frombits(args[2][i])))
			}
		}
	case func(a, b uint16) uint16:
		return ints2(f)
	case func(a, b uint32) uint32:
		return ints2(f)
	case func(a, b uint64) uint64:
		return ints2(f)
	case func(a, b, c uint16) uint16:
		return ints3(f)
	case func(a, b, c uint32) uint32:
		return ints3(f)
	case func(a, b, c uint64) uint64:
		return ints3(f)
	}
	return nil
}

func ints2[A integer](f func(a, b A) A) Batch {
	return func(dst []uint64, args [][]uint64) {
		for i := range dst {
			dst[i] = uint64(f(A(args[0][i]), A(args[1][i])))
		}
	}
}

func ints3[A integer](f func(a, b, c A) A) Batch {
	return func(dst []uint64, args [][]uint64) {
		for i := range dst {
			dst[i] = uint64(f(A(args[0][i]), A(args[1][i]), A(args[2][i])))
		}
	}
}

// reflected calls a function of any other signature.
func reflected(f reflect.Value) Batch {
	typ := f.Type()
	return func(dst []uint64, args [][]uint64) {
		in := make([]reflect.Value, typ.NumIn())
		for k := range in {
			in[k] = reflect.New(typ.In(k)).Elem()
		}
		for i := range dst {
			for k, v := range in {
				setBits(v, args[k][i])
			}
			dst[i] = bitsOf(f.Call(in)[0])
		}
	}
}

// setBits gives a number its bits; those beyond its width are dropped.
func setBits(v reflect.Value, u uint64) {
	switch {
	case v.Kind() == reflect.Float32:
		v.Set(reflect.ValueOf(f32(u))) // SetFloat would quiet a signalling NaN
	case v.Kind() == reflect.Float64:
		v.Set(reflect.ValueOf(math.Float64frombits(u)))
	case v.CanInt():
		shift := 64 - v.Type().Bits()
		v.SetInt(int64(u) << shift >> shift)
	default:
		v.SetUint(u << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	}
}

func bitsOf(v reflect.Value) uint64 {
	switch {
	case v.Kind() == reflect.Float32:
		return b32(v.Interface().(float32))
	case v.Kind() == reflect.Float64:
		return math.Float64bits(v.Interface().(float64))
	case v.Kind() == reflect.Bool:
		return bit(v.Bool())
	case v.CanInt():
		return uint64(v.Int())
	}
	return v.Uint()
}
