package gen

import (
	"fmt"
	"math"
	"reflect"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// ParamImage packs the values of a kernel's parameters into bytes as a GPU lays
// them out, for kernels that take the address of a parameter: scalars of the
// declared width, uint64 for pointers, arrays of bytes for aggregates.
func ParamImage(k *Kernel, values ...any) []byte {
	size := 0
	for _, p := range k.Params {
		size = max(size, p.Offset+p.Size)
	}
	b := memory.Aligned(size, 16)
	for i, x := range values {
		at := b[k.Params[i].Offset:][:k.Params[i].Size]
		v := reflect.ValueOf(x)
		switch v.Kind() {
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			memory.PutUint(at, uint64(v.Int()))
		case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			memory.PutUint(at, v.Uint())
		case reflect.Float32:
			memory.PutUint(at, uint64(math.Float32bits(x.(float32))))
		case reflect.Float64:
			memory.PutUint(at, math.Float64bits(x.(float64)))
		case reflect.Array:
			reflect.Copy(reflect.ValueOf(at), v)
		default:
			panic(fmt.Sprintf("ptx: parameter %d of kernel %s is a %T", i, k.Name, x))
		}
	}
	return b
}

// Image returns all parameters as a GPU lays them out, and makes them memory
// that addresses may reach, to read. It is valid until the launch ends.
func (a *RawArgs) Image() []byte {
	b := memory.BytesOf(a.words)
	a.args.image = b
	if a.table != nil {
		a.table.Add(b)
	}
	return b
}
