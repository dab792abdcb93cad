package fpops_test

import (
	"fmt"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
	"strings"
	"sync/atomic"
	"unsafe"
)

// blockSize is the number of operands that are worked on at a time: small enough
// for all arrays of a block to stay in the second-level cache.
const blockSize = 2048

// block holds operands and what the oracle has computed from them so far, so
// that functions with the same base (the clamped, the packed, the narrow ones)
// share it.
type block struct {
	arg    [3][]uint64 // bits of the operands of the scalar functions
	memo   map[memoKey][]uint64
	exact  map[memoKey][]softfloat.Number
	packed map[packedKey]unsafe.Pointer
	free   [][]uint64
	freeEx [][]softfloat.Number
	tmp    []uint64
	// What the processor computes, as it comes and widened.
	hardware, hardware64 []uint64
	// disagree is told where two oracles differ.
	disagree func(string)
}

type memoKey struct {
	what string
	f, g *softfloat.Format
	r    softfloat.Mode
	ftz  bool
	arg  int
}

type packedKey struct {
	array *uint64
	size  uintptr
}

func newBlock(disagree func(string)) *block {
	b := &block{memo: map[memoKey][]uint64{}, exact: map[memoKey][]softfloat.Number{}, packed: map[packedKey]unsafe.Pointer{},
		tmp: make([]uint64, blockSize), hardware: make([]uint64, blockSize), hardware64: make([]uint64, blockSize),
		disagree: disagree}
	for i := range b.arg {
		b.arg[i] = make([]uint64, blockSize)
	}
	return b
}

// reset forgets everything but the operands.
func (b *block) reset() {
	for _, a := range b.memo {
		b.free = append(b.free, a)
	}
	for _, p := range b.packed {
		b.free = append(b.free, array[uint64](p, blockSize))
	}
	for _, a := range b.exact {
		b.freeEx = append(b.freeEx, a)
	}
	clear(b.memo)
	clear(b.exact)
	clear(b.packed)
}

func (b *block) alloc() []uint64 {
	if n := len(b.free); n > 0 {
		a := b.free[n-1]
		b.free = b.free[:n-1]
		return a
	}
	return make([]uint64, blockSize)
}

// get returns the array of a key, filled on first use.
func (b *block) get(k memoKey, fill func(out []uint64)) []uint64 {
	a, ok := b.memo[k]
	if !ok {
		a = b.alloc()
		fill(a)
		b.memo[k] = a
	}
	return a
}

// getExact is get for results that are not rounded yet.
func (b *block) getExact(k memoKey, fill func(out []softfloat.Number)) []softfloat.Number {
	a, ok := b.exact[k]
	if !ok {
		if n := len(b.freeEx); n > 0 {
			a, b.freeEx = b.freeEx[n-1], b.freeEx[:n-1]
		} else {
			a = make([]softfloat.Number, blockSize)
		}
		fill(a)
		b.exact[k] = a
	}
	return a
}

// unpacked returns operands as numbers, flushed if ftz.
func (b *block) unpacked(arg int, f *softfloat.Format, ftz bool) []softfloat.Number {
	return b.getExact(memoKey{what: "unpacked", f: f, ftz: ftz, arg: arg}, func(out []softfloat.Number) {
		for i, u := range b.arg[arg] {
			out[i] = f.Unpack(u, ftz)
		}
	})
}

// typed returns an array in elements of a size.
func (b *block) typed(a []uint64, size uintptr) unsafe.Pointer {
	if size == 8 {
		return unsafe.Pointer(&a[0])
	}
	k := packedKey{&a[0], size}
	p, ok := b.packed[k]
	if !ok {
		p = unsafe.Pointer(&b.alloc()[0])
		pack(p, size, a)
		b.packed[k] = p
	}
	return p
}

// fromHardware runs f, which fills an array with elements of some size, and
// returns them.
func fromHardware[T uint16 | uint32](b *block, f func([]T)) []uint64 {
	narrow := array[T](unsafe.Pointer(&b.hardware[0]), blockSize)
	f(narrow)
	for i, u := range narrow {
		b.hardware64[i] = uint64(u)
	}
	return b.hardware64
}

// other is the element whose value is the high half beside that of element i.
func other(i int) int { return (i*1021 + 77) % blockSize }

// paired returns for each element the one at other.
func (b *block) paired(arg int) []uint64 {
	return b.get(memoKey{what: "other", arg: arg}, func(out []uint64) {
		for i := range out {
			out[i] = b.arg[arg][other(i)]
		}
	})
}

// pairs returns two elements in one word of twice the width.
func (b *block) pairs(arg int, width uint) []uint64 {
	return b.get(memoKey{what: "pair", arg: arg, r: softfloat.Mode(width)}, func(out []uint64) {
		for i, u := range b.arg[arg] {
			out[i] = b.arg[arg][other(i)]<<width | u
		}
	})
}

// operandsOf returns the operands of a function.
func (b *block) operandsOf(s *spec, arity int) [3][]uint64 {
	var in [3][]uint64
	for i := range arity {
		last := i == arity-1
		switch {
		case s.x2 && mixedPrecision(s) && last:
			in[i] = b.pairs(2, 32)
		case s.x2 && (i == 0 || !s.wide):
			in[i] = b.pairs(i, formats[s.source()].Width)
		case s.x2:
			in[i] = b.pairs(i, 32)
		case s.scale != 0 && last:
			in[i] = b.arg[2]
		case s.source() == "F16x2" || s.source() == "Bf16x2":
			in[i] = b.pairs(i, 16)
		default:
			in[i] = b.arg[i]
		}
	}
	switch {
	case toPair(s) && s.source() == "F32":
		in[0], in[1] = b.paired(0), b.arg[0]
	case mixedPrecision(s) && !s.x2:
		in[arity-1] = b.arg[2]
	}
	return in
}

// mixedPrecision reports whether the addend of a sum has another format than
// the other operands.
func mixedPrecision(s *spec) bool { return len(s.types) == 2 && arities[s.op] != 0 }

// toPair reports whether a function converts two numbers.
func toPair(s *spec) bool {
	return len(s.types) == 2 && strings.HasSuffix(s.types[0], "x2")
}

// job is a function in a family.
type job struct {
	*spec
	*caller
	failures atomic.Int64
}

// tooMany failures end the test of a function.
const tooMany = 10_000

// call runs the function on the block's operands, into out, and returns these
// operands.
func (b *block) call(j *job, out []uint64) (in [3][]uint64, got unsafe.Pointer) {
	in = b.operandsOf(j.spec, len(j.in))
	var args [3]unsafe.Pointer
	for i, size := range j.in {
		args[i] = b.typed(in[i], size)
	}
	got = unsafe.Pointer(&out[0])
	j.run(args, got, blockSize)
	return in, got
}

// check runs the function and reports differences from what is wanted.
func (b *block) check(j *job, out []uint64, report func(string)) {
	if j.failures.Load() > tooMany {
		return
	}
	in, got := b.call(j, out)
	want := b.want(j.spec)
	for i := differs(got, j.out, want, 0); i >= 0; i = differs(got, j.out, want, i+1) {
		text := j.name
		for k := range j.in {
			text += fmt.Sprintf(" %#x", in[k][i])
		}
		report(fmt.Sprintf("%s = %#x, want %#x", text, element(got, j.out, i), want[i]))
	}
}
