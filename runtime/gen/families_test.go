package gen

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestAccessFamilies calls every load, store and pointer of zmemory.go and
// checks that it reaches its own bytes and no others.
func TestAccessFamilies(t *testing.T) {
	dev := ptx.Alloc[byte](64)
	defer ptx.Free(dev)
	k := ctas("k")
	k.Shared = 64
	values := map[string]any{"U8": uint8(0xa5), "U16": uint16(0xa55a), "U32": uint32(0xa55a1234), "U64": uint64(0xa55a123456789abc),
		"F32": float32(-1.25), "F64": -1.25}
	free := map[string][5]any{
		"U8":  {PtrU8, LoadU8, StoreU8, LoadU8Volatile, StoreU8Volatile},
		"U16": {PtrU16, LoadU16, StoreU16, LoadU16Volatile, StoreU16Volatile},
		"U32": {PtrU32, LoadU32, StoreU32, LoadU32Volatile, StoreU32Volatile},
		"U64": {PtrU64, LoadU64, StoreU64, LoadU64Volatile, StoreU64Volatile},
		"F32": {PtrF32, LoadF32, StoreF32, LoadF32Volatile, StoreF32Volatile},
		"F64": {PtrF64, LoadF64, StoreF64, LoadF64Volatile, StoreF64Volatile},
	}
	err := inThread(Launch{}, k, func(th *Thread) {
		local := Frame[[64]byte](th)
		base := th.FrameBase()
		const off = 24
		shared := BytesOf(SharedAs[[64]byte](th.CTA)[:])
		for name, value := range values {
			v := reflect.ValueOf(value)
			// check runs the functions of one family on memory that should
			// hold the value at off afterwards.
			check := func(what string, mem []byte, load, store, ptr reflect.Value, where ...reflect.Value) {
				t.Helper()
				for i := range mem {
					mem[i] = byte(i)
				}
				want := bytes.Clone(mem)
				n := int(v.Type().Size())
				image := reflect.New(v.Type())
				image.Elem().Set(v)
				store.Call(append(where, v))
				if ptr.IsValid() {
					if p := ptr.Call(where)[0]; p.UnsafePointer() != reflect.ValueOf(&mem[off]).UnsafePointer() || !p.Elem().Equal(v) {
						t.Errorf("%s: pointer to %v", what, p.Elem())
					}
				}
				if got := load.Call(where)[0]; !got.Equal(v) {
					t.Errorf("%s: loaded %v, want %v", what, got, v)
				}
				copy(want[off:], reflect.NewAt(reflect.ArrayOf(n, reflect.TypeFor[byte]()), image.UnsafePointer()).Elem().Bytes())
				if !bytes.Equal(mem, want) {
					t.Errorf("%s: memory %x, want %x", what, mem, want)
				}
			}
			address := func(a uint64) reflect.Value { return reflect.ValueOf(a) }
			for _, volatile := range []string{"", "Volatile"} {
				for who, r := range map[string]reflect.Value{"Thread": reflect.ValueOf(th), "CTA": reflect.ValueOf(th.CTA)} {
					method := func(prefix string) reflect.Value { return r.MethodByName(prefix + name + volatile) }
					for space, m := range map[string][]byte{"global": dev, "shared": shared, "local": local[:]} {
						a := map[string]uint64{"global": AddrOf(dev), "shared": th.SharedToGeneric(0), "local": th.LocalToGeneric(base)}[space]
						check(fmt.Sprint(who, " generic ", space, name, volatile), m, method("Load"), method("Store"), r.MethodByName("Ptr"+name), address(a+off))
					}
					if volatile == "" {
						check(who+" shared "+name, shared, method("SharedLoad"), method("SharedStore"), method("SharedPtr"), address(off))
						if who == "Thread" {
							check("local "+name, local[:], method("LocalLoad"), method("LocalStore"), method("LocalPtr"), address(base+off))
						}
					}
				}
			}
			f := free[name]
			buf, at := reflect.ValueOf(dev), reflect.ValueOf(int64(off))
			check("buffer "+name, dev, reflect.ValueOf(f[1]), reflect.ValueOf(f[2]), reflect.ValueOf(f[0]), buf, at)
			check("buffer volatile "+name, dev, reflect.ValueOf(f[3]), reflect.ValueOf(f[4]), reflect.Value{}, buf, at)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
