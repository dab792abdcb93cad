package fpops_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files in testdata")
)

// trials returns a part of n, or many times as many with PTX2GO_LONG=1.
func trials(n int) int {
	if testmode.Long() {
		return 50 * n
	}
	return n / 6
}

// goName is the naming rule: tokens, which dots and colons part, capitalised, joined.
func goName(head string) string {
	var b strings.Builder
	for _, t := range strings.FieldsFunc(head, func(r rune) bool { return r == '.' || r == ':' }) {
		b.WriteString(strings.ToUpper(t[:1]) + t[1:])
	}
	return b.String()
}

// raw is a function of the package on the bits of its arguments.
type raw func(u []uint64) uint64

// lookup finds the function of an instruction head.
func lookup(t testing.TB, head string) raw {
	t.Helper()
	return lookupName(t, goName(head))
}

func lookupName(t testing.TB, name string) raw {
	t.Helper()
	fn := fptable.Func(name)
	if fn == nil {
		t.Fatalf("no function %s", name)
	}
	f32, f64 := math.Float32frombits, math.Float64frombits
	b32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	switch f := fn.(type) {
	case func(float32) float32:
		return func(u []uint64) uint64 { return b32(f(f32(uint32(u[0])))) }
	case func(float32, float32) float32:
		return func(u []uint64) uint64 { return b32(f(f32(uint32(u[0])), f32(uint32(u[1])))) }
	case func(float32, float32, float32) float32:
		return func(u []uint64) uint64 {
			return b32(f(f32(uint32(u[0])), f32(uint32(u[1])), f32(uint32(u[2]))))
		}
	case func(float64) float64:
		return func(u []uint64) uint64 { return math.Float64bits(f(f64(u[0]))) }
	case func(float64, float64) float64:
		return func(u []uint64) uint64 { return math.Float64bits(f(f64(u[0]), f64(u[1]))) }
	case func(float64, float64, float64) float64:
		return func(u []uint64) uint64 { return math.Float64bits(f(f64(u[0]), f64(u[1]), f64(u[2]))) }
	case func(uint16) uint16:
		return func(u []uint64) uint64 { return uint64(f(uint16(u[0]))) }
	case func(uint16, uint16) uint16:
		return func(u []uint64) uint64 { return uint64(f(uint16(u[0]), uint16(u[1]))) }
	case func(uint16, uint16, uint16) uint16:
		return func(u []uint64) uint64 { return uint64(f(uint16(u[0]), uint16(u[1]), uint16(u[2]))) }
	case func(uint32) uint32:
		return func(u []uint64) uint64 { return uint64(f(uint32(u[0]))) }
	case func(uint32, uint32) uint32:
		return func(u []uint64) uint64 { return uint64(f(uint32(u[0]), uint32(u[1]))) }
	case func(uint32, uint32, uint32) uint32:
		return func(u []uint64) uint64 { return uint64(f(uint32(u[0]), uint32(u[1]), uint32(u[2]))) }
	case func(uint64, uint64) uint64:
		return func(u []uint64) uint64 { return f(u[0], u[1]) }
	case func(uint64, uint64, uint64) uint64:
		return func(u []uint64) uint64 { return f(u[0], u[1], u[2]) }
	}
	return reflected(reflect.ValueOf(fn))
}

// reflected calls a function of any other type.
func reflected(f reflect.Value) raw {
	typ := f.Type()
	args := make([]reflect.Value, typ.NumIn())
	return func(u []uint64) uint64 {
		for i := range args {
			args[i] = fromBits(typ.In(i), u[i])
		}
		return toBits(f.Call(args)[0])
	}
}

func fromBits(typ reflect.Type, u uint64) reflect.Value {
	switch typ.Kind() {
	case reflect.Float32:
		return reflect.ValueOf(math.Float32frombits(uint32(u)))
	case reflect.Float64:
		return reflect.ValueOf(math.Float64frombits(u))
	}
	v := reflect.New(typ).Elem()
	if v.CanInt() {
		v.SetInt(int64(u) << (64 - typ.Bits()) >> (64 - typ.Bits()))
	} else {
		v.SetUint(u << (64 - typ.Bits()) >> (64 - typ.Bits()))
	}
	return v
}

// toBits returns the bits of a result, integers truncated to their width.
func toBits(v reflect.Value) uint64 {
	switch {
	case v.Kind() == reflect.Float32:
		return uint64(math.Float32bits(v.Interface().(float32)))
	case v.Kind() == reflect.Float64:
		return math.Float64bits(v.Interface().(float64))
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case v.CanInt():
		return uint64(v.Int()) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits())
	}
	return v.Uint()
}

// special returns the values of a format that break implementations.
func special(f ieee.Format) []uint64 {
	one, inf := f.One(), f.Inf()
	least := uint64(1) << f.Man
	pos := []uint64{0, 1, 2, 3, least - 1, least, least + 1, least - 2, 2*least - 1, 2 * least,
		one - 1, one, one + 1, one + least, one - least, inf - 1, inf - 2, inf - least, inf,
		inf | 1, inf | 1<<(f.Man-1), inf | 1<<(f.Man-1) | 5, inf | least - 1, one + least/2, one - least/2}
	all := pos
	for _, u := range pos {
		all = append(all, u|f.SignBit())
	}
	return all
}

// value draws one operand.
func value(r *rand.Rand, f ieee.Format) uint64 {
	mask := f.SignBit()<<1 - 1
	man := uint64(1)<<f.Man - 1
	u := r.Uint64() & mask
	withExp := func(e int) uint64 { return u&(f.SignBit()|man) | uint64(e)<<f.Man }
	top := 1<<f.Exp - 1
	switch r.IntN(9) {
	case 0: // few bits
		u &^= man & (1<<r.UintN(f.Man) - 1)
	case 1: // a run of ones at the end
		u |= 1<<r.UintN(f.Man) - 1
	case 2: // subnormal
		u = withExp(0)
		u &^= man &^ (1<<(1+r.UintN(f.Man)) - 1)
	case 3: // near one
		u = withExp(max(1, min(f.Bias()-12+r.IntN(24), top-1)))
	case 4: // small
		u = withExp(r.IntN(min(2*int(f.Man)+6, top)))
	case 5: // large
		u = withExp(top - 1 - r.IntN(min(30, top-1)))
	case 6:
		s := special(f)
		u = s[r.IntN(len(s))]
	}
	return u
}

// tuple draws three operands, often related such that results cancel, lie on
// ties, or fall on the borders of the range.
func tuple(r *rand.Rand, f ieee.Format) []uint64 {
	mask := f.SignBit()<<1 - 1
	a, b, c := value(r, f), value(r, f), value(r, f)
	near := func(u uint64) uint64 { return (u + uint64(r.IntN(7)) - 3) & mask }
	A := ieee.Decode(f, a)
	switch r.IntN(10) {
	case 0: // a + b cancels
		b = near(a ^ f.SignBit())
	case 1: // a*b + c cancels, often where the low half of the product underflows
		if r.IntN(2) == 0 && A.Kind == ieee.Finite {
			t := value(r, f)&(1<<f.Man-1) | uint64(r.IntN(min(3*int(f.Man), 1<<f.Exp-2)))<<f.Man
			b = ieee.Encode(f, ieee.Div(ieee.Decode(f, t), A), "rn", false)
		}
		c = near(ieee.Encode(f, ieee.Negate(ieee.Mul(A, ieee.Decode(f, b))), "rn", false))
	case 2: // c is around half a unit of a*b, or far below
		p := ieee.Mul(A, ieee.Decode(f, b))
		if p.Kind == ieee.Finite {
			p.M.SetUint64(1 + uint64(r.IntN(3)))
			p.E += int(f.Man) - r.IntN(3*int(f.Man)+6)
			p.Neg = r.IntN(2) == 0
			c = near(ieee.Encode(f, p, "rn", false))
		}
	case 3, 4: // a*b is near the least normal number or below it
		t := uint64(1)<<f.Man + uint64(r.IntN(5)) - 2
		if r.IntN(3) == 0 {
			t = r.Uint64N(2 << f.Man)
		}
		b = near(ieee.Encode(f, ieee.Div(ieee.Decode(f, t), A), "rn", false))
		c &= f.SignBit()
	case 5: // a/b is near the least normal number, or a number with a short tail
		t := uint64(1)<<f.Man + uint64(r.IntN(5)) - 2
		if r.IntN(2) == 0 {
			t = value(r, f)
		}
		a = near(ieee.Encode(f, ieee.Mul(ieee.Decode(f, b), ieee.Decode(f, t)), "rn", false))
	case 6: // a*b is near the greatest number
		b = near(ieee.Encode(f, ieee.Div(ieee.Decode(f, f.Inf()-1), A), "rn", false))
	case 7: // b is around half a unit of a
		if A.Kind == ieee.Finite && !A.IsZero() {
			A.E += A.M.BitLen() - 2 - int(f.Man)
			A.M.SetUint64(1 + uint64(r.IntN(3)))
			A.Neg = r.IntN(2) == 0
			b = near(ieee.Encode(f, A, "rn", false))
		}
	case 8: // a is a square, or nearly
		a = near(ieee.Encode(f, ieee.Mul(ieee.Decode(f, b), ieee.Decode(f, b)), "rn", false))
	}
	return []uint64{a, b, c}
}

var tupleCache = map[string][][]uint64{}

// tuples returns n tuples of a format, the special ones first, the same in
// every run.
func tuples(f ieee.Format, n int) [][]uint64 {
	key := fmt.Sprint(f.Name, n)
	if t, ok := tupleCache[key]; ok {
		return t
	}
	r := rand.New(rand.NewPCG(uint64(f.Exp), uint64(f.Man)))
	var all [][]uint64
	s := special(f)
	for _, a := range s {
		for _, b := range s {
			all = append(all, []uint64{a, b, s[r.IntN(len(s))]})
		}
	}
	for len(all) < n {
		all = append(all, tuple(r, f))
	}
	tupleCache[key] = all
	return all
}

// singles returns n values of a format, all of them for 16 bits.
func singles(f ieee.Format, n int) []uint64 {
	if f.Width() == 16 {
		all := make([]uint64, 1<<16)
		for i := range all {
			all[i] = uint64(i)
		}
		return all
	}
	all := special(f)
	r := rand.New(rand.NewPCG(uint64(f.Exp), 7))
	for len(all) < n {
		all = append(all, value(r, f))
	}
	return all
}

// failures limits the reports of one test.
type failures struct {
	t *testing.T
	n int
}

func (f *failures) errorf(format string, args ...any) {
	f.t.Helper()
	if f.n++; f.n <= 5 {
		f.t.Errorf(format, args...)
	}
	if f.n == 200 {
		f.t.FailNow()
	}
}

// halves splits [0, n) between two goroutines.
func halves(n uint64, f func(lo, hi uint64)) {
	var wg sync.WaitGroup
	for i := range uint64(2) {
		wg.Go(func() { f(i*n/2, (i+1)*n/2) })
	}
	wg.Wait()
}

// valueOf is the value of a finite or infinite 16-bit float as a float64.
func valueOf(f ieee.Format, h uint64) float64 {
	x := ieee.Decode(f, h)
	v := math.Inf(1)
	if x.Kind == ieee.Finite {
		m, _ := x.M.Float64()
		v = math.Ldexp(m, x.E)
	}
	if x.Neg {
		v = -v
	}
	return v
}
