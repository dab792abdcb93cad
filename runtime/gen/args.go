package gen

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// LaunchArgs launches the kernel with Go values for its parameters:
//
//   - a number of the parameter's width; for a parameter of a float type a
//     float, for one of an integer type an integer of either sign, for an
//     untyped one (b32) either;
//   - a [Ptr];
//   - a slice, or a pointer to a value, for a parameter of 8 bytes, or of 4 where
//     the kernel's addresses have 32 bits: its address. The memory is known to the
//     launch. nil is the null pointer;
//   - a struct or array without Go pointers, of the parameter's size.
//
// Anything else is a [*ptx.LaunchError]. See Run for the other errors.
func (k *Kernel) LaunchArgs(ctx context.Context, l Launch, args ...any) error {
	a, err := newRawArgs(k, &l, len(args))
	if err != nil {
		return err
	}
	defer a.free()
	for i, v := range args {
		if err := a.set(i, v); err != nil {
			return k.refuse(ptx.ErrArgument, "parameter %s: %w", k.Params[i].Name, err)
		}
	}
	return a.start(ctx, &l)
}

// set stores an argument in the parameter buffer.
func (a *RawArgs) set(i int, arg any) error {
	p := &a.kernel.Params[i]
	v := reflect.ValueOf(arg)
	switch v.Kind() {
	case reflect.Invalid: // nil
		if !a.pointer(p) {
			return fmt.Errorf("nil for a .%s of %s", p.Type, wording.Count(p.Size, "byte"))
		}
		return nil
	case reflect.Slice, reflect.Pointer:
		elem := v.Type().Elem()
		if !a.pointer(p) {
			return fmt.Errorf("%s for a .%s of %s", v.Type(), p.Type, wording.Count(p.Size, "byte"))
		}
		if !memory.Plain(elem) {
			return fmt.Errorf("%s: the elements contain Go pointers", v.Type())
		}
		n := 1
		if v.Kind() == reflect.Slice {
			n = v.Len()
		}
		mem := v.UnsafePointer()
		size := uintptr(n) * elem.Size()
		if mem != nil && size > 0 {
			a.extra = append(a.extra, unsafe.Slice((*byte)(mem), size))
		}
		switch {
		case !a.kernel.Addr32:
			*(*uint64)(unsafe.Pointer(&a.Bytes(i)[0])) = uint64(uintptr(mem))
		case size > 0:
			a.host = append(a.host, hostArg{i, uint64(uintptr(mem))})
		}
		return nil
	}
	if err := accepts(p, v.Type()); err != nil {
		return err
	}
	// A copy that has an address, whose bytes are the parameter's.
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	copy(a.Bytes(i), unsafe.Slice((*byte)(c.UnsafePointer()), p.Size))
	return nil
}

// pointer reports whether a parameter can hold the address of a buffer.
func (a *RawArgs) pointer(p *Param) bool {
	return p.Size == 8 && p.Type != "f64" || a.kernel.Addr32 && p.Size == 4 && p.Type != "f32"
}

// accepts says why a value of the type cannot be the parameter.
func accepts(p *Param, t reflect.Type) error {
	wrong := func() error { return fmt.Errorf("%s for a .%s of %s", t, p.Type, wording.Count(p.Size, "byte")) }
	if int(t.Size()) != p.Size {
		return wrong()
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Array:
		if !memory.Plain(t) {
			return fmt.Errorf("%s contains Go pointers", t)
		}
		return nil
	case reflect.Float32, reflect.Float64:
		if p.Type != "" && p.Type[0] != 'f' && p.Type[0] != 'b' {
			return wrong()
		}
		return nil
	}
	if t.Kind() < reflect.Int || t.Kind() > reflect.Uintptr {
		return wrong()
	}
	if p.Type == "f32" || p.Type == "f64" {
		return wrong() // an integer is meant as a number, not as the bits of a float
	}
	return nil
}
