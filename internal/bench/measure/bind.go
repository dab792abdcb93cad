//go:build suite

package main

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

var ctx = context.Background()

// binding makes a launch of a kernel with arguments. Each bindN takes a function
// of N parameters that ptx2go has written, whatever their types are: a slice has
// the type that the kernel accesses its elements with, which is the compiler's
// choice.
type binding func(ptx.Launch, []any) func() error

// forms are the bindings to the functions that ptx2go has written of a kernel: with -asm=off, for one
// thread after the other, and by default.
type forms struct{ scalar, gangs binding }

func bind1[A any](f, g func(context.Context, ptx.Launch, A) error) forms {
	of := func(f func(context.Context, ptx.Launch, A) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a := as[A](v[0])
			return func() error { return f(ctx, l, a) }
		}
	}
	return forms{of(f), of(g)}
}

func bind2[A, B any](f, g func(context.Context, ptx.Launch, A, B) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b := as[A](v[0]), as[B](v[1])
			return func() error { return f(ctx, l, a, b) }
		}
	}
	return forms{of(f), of(g)}
}

func bind3[A, B, C any](f, g func(context.Context, ptx.Launch, A, B, C) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B, C) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b, c := as[A](v[0]), as[B](v[1]), as[C](v[2])
			return func() error { return f(ctx, l, a, b, c) }
		}
	}
	return forms{of(f), of(g)}
}

func bind4[A, B, C, D any](f, g func(context.Context, ptx.Launch, A, B, C, D) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B, C, D) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b, c, d := as[A](v[0]), as[B](v[1]), as[C](v[2]), as[D](v[3])
			return func() error { return f(ctx, l, a, b, c, d) }
		}
	}
	return forms{of(f), of(g)}
}

func bind5[A, B, C, D, E any](f, g func(context.Context, ptx.Launch, A, B, C, D, E) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B, C, D, E) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b, c, d, e := as[A](v[0]), as[B](v[1]), as[C](v[2]), as[D](v[3]), as[E](v[4])
			return func() error { return f(ctx, l, a, b, c, d, e) }
		}
	}
	return forms{of(f), of(g)}
}

func bind6[A, B, C, D, E, F any](f, g func(context.Context, ptx.Launch, A, B, C, D, E, F) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B, C, D, E, F) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b, c, d, e, g := as[A](v[0]), as[B](v[1]), as[C](v[2]), as[D](v[3]), as[E](v[4]), as[F](v[5])
			return func() error { return f(ctx, l, a, b, c, d, e, g) }
		}
	}
	return forms{of(f), of(g)}
}

func bind8[A, B, C, D, E, F, G, H any](f, g func(context.Context, ptx.Launch, A, B, C, D, E, F, G, H) error) forms {
	of := func(f func(context.Context, ptx.Launch, A, B, C, D, E, F, G, H) error) binding {
		return func(l ptx.Launch, v []any) func() error {
			a, b, c, d, e, g, h, i := as[A](v[0]), as[B](v[1]), as[C](v[2]), as[D](v[3]), as[E](v[4]), as[F](v[5]), as[G](v[6]), as[H](v[7])
			return func() error { return f(ctx, l, a, b, c, d, e, g, h, i) }
		}
	}
	return forms{of(f), of(g)}
}

// as gives the memory of an argument another type: a slice one of other elements,
// a number one of the same size.
func as[T any](v any) T {
	if t, ok := v.(T); ok {
		return t
	}
	var t T
	want, have := reflect.TypeOf(t), reflect.ValueOf(v)
	switch {
	case want.Kind() == reflect.Slice && have.Kind() == reflect.Slice:
		n := have.Len() * int(have.Type().Elem().Size()) / int(want.Elem().Size())
		header := unsafe.Slice((*byte)(have.UnsafePointer()), n)
		return *(*T)(unsafe.Pointer(&header)) // length and capacity count elements of T
	case want.Size() == have.Type().Size() && want.Kind() != reflect.Slice:
		box := reflect.New(have.Type())
		box.Elem().Set(have)
		return *(*T)(box.UnsafePointer())
	}
	check(fmt.Errorf("an argument of type %T for a parameter of type %T", v, t))
	return t
}

// bytesOf returns the memory of a slice.
func bytesOf(v any) []byte { return as[[]byte](v) }
