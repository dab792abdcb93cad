//go:build suite

package main

/*
#cgo CFLAGS: -I${SRCDIR}/../src
#cgo LDFLAGS: ${SRCDIR}/../build/libloops.a -lm
#include <stdlib.h>
#include <string.h>
#include "loops.h"

static const struct compilation {
	const char *name;
	const struct loops *loops;
} compilations[] = {
#define C(prefix, name) {name, prefix##loops},
	COMPILATIONS(C)
#undef C
	{0, 0}
};

static const char *compilation_name(int i) { return compilations[i].name; }

static loops_fn *find(int i, const char *name) {
	for (const struct loops *l = compilations[i].loops; l->name; l++)
		if (strcmp(l->name, name) == 0)
			return l->run;
	return 0;
}

static void repeat(loops_fn *f, int reps, int gx, int gy, int gz, int bx, void **arg) {
	for (int i = 0; i < reps; i++)
		f(gx, gy, gz, bx, arg);
}
*/
import "C"

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// compilation is one compilation of loops.c.
type compilation struct {
	name  string
	class result.Class
	index C.int // in the C table
}

// compilations has those that are linked in.
var compilations = func() []compilation {
	var list []compilation
	for i := C.int(0); C.compilation_name(i) != nil; i++ {
		name := C.GoString(C.compilation_name(i))
		class := result.Loops
		switch {
		case strings.HasSuffix(name, " scalar"):
			class = result.Scalar
		case strings.HasSuffix(name, " native"):
			class = result.Native
		}
		list = append(list, compilation{name, class, i})
	}
	return list
}()

// loopsHash is that of the archive that is linked in.
var loopsHash string

// pinner holds the memory that C knows the addresses of, until the program ends.
var pinner runtime.Pinner

// bind makes a call of the loops of a kernel.
func (c compilation) bind(k *kernel, values []any) func(reps int) {
	name := C.CString(k.entry)
	defer C.free(unsafe.Pointer(name))
	f := C.find(c.index, name)
	if f == nil {
		check(fmt.Errorf("%s: loops.c has no %s", c.name, k.entry))
	}
	list := cArgs(values)
	gx, gy, gz, bx := C.int(k.grid.X), C.int(k.grid.Y), C.int(k.grid.Z), C.int(k.block.X)
	return func(reps int) { C.repeat(f, C.int(reps), gx, gy, gz, bx, list) }
}

// cArgs lays arguments out for C: an address of each number, and that of each
// slice's memory.
func cArgs(values []any) *unsafe.Pointer {
	const size = unsafe.Sizeof(unsafe.Pointer(nil))
	list := (*unsafe.Pointer)(C.calloc(C.size_t(len(values)), C.size_t(size)))
	for i, v := range values {
		var p unsafe.Pointer
		if rv := reflect.ValueOf(v); rv.Kind() == reflect.Slice {
			p = rv.UnsafePointer()
			pinner.Pin((*byte)(p))
		} else {
			box := reflect.New(rv.Type())
			box.Elem().Set(rv)
			p = C.calloc(1, 8)
			copy(unsafe.Slice((*byte)(p), 8), unsafe.Slice((*byte)(box.UnsafePointer()), rv.Type().Size()))
		}
		unsafe.Slice(list, len(values))[i] = p
	}
	return list
}
