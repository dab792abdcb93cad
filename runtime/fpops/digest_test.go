package fpops_test

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// TestDigest hashes the results of every function, NaN bits included, on fixed
// operands. The value must be the same on every architecture and with every
// GOAMD64 level: a fused multiply-add that the compiler made, or a float to
// integer conversion out of range, shows here and nowhere else.
func TestDigest(t *testing.T) {
	const want = 0xdae9b42c059a529a
	h := fnv.New64a()
	var b [8]byte
	for _, name := range fptable.Names() {
		typ := reflect.TypeOf(fptable.Func(name))
		fn := lookupName(t, name)
		r := rand.New(rand.NewPCG(11, 12))
		in := typ.In(0)
		for range 500 {
			var u []uint64
			switch in.Kind() {
			case reflect.Float32:
				u = tuple(r, f32)
			case reflect.Float64:
				u = tuple(r, f64)
			case reflect.Uint16:
				u = tuple(r, f16)
				if typ.NumIn() > 1 && typ.In(typ.NumIn()-1).Kind() == reflect.Float32 { // mixed precision
					u[typ.NumIn()-1] = value(r, f32)
				}
			default: // pairs and integers
				x, y := tuple(r, f16), tuple(r, f16)
				if in.Kind() == reflect.Uint64 {
					x, y = tuple(r, f32), tuple(r, f32)
				}
				for i := range x {
					w := uint(in.Bits() / 2)
					u = append(u, y[i]<<w|x[i]&(1<<w-1))
				}
			}
			binary.LittleEndian.PutUint64(b[:], fn(u))
			h.Write(b[:])
		}
	}
	if got := h.Sum64(); got != want {
		t.Errorf("digest of all results is %#x, want %#x", got, uint64(want))
	}
}
