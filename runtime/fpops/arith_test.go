package fpops_test

import (
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

var modes = []string{"rn", "rz", "rm", "rp"}

// arity of the arithmetic instructions.
var arity = map[string]int{"add": 2, "sub": 2, "mul": 2, "div": 2, "fma": 3, "rcp": 1, "sqrt": 1}

// refNaN64 is the policy for f64 NaNs: the second operand, the third, the
// first, quieted; else the NaN of an invalid operation. Of div the first one wins.
func refNaN64(op string, u []uint64) uint64 {
	order := []int{1, 2, 0}
	if op == "div" {
		order = []int{0, 1}
	}
	for _, i := range order {
		if i < arity[op] && f64.IsNaN(u[i]) {
			return u[i] | 1<<51
		}
	}
	return 0xfff8000000000000
}

func want(f ieee.Format, op, mode string, ftz bool, u []uint64) uint64 {
	r := ieee.Arith(f, op, mode, ftz, u[:arity[op]])
	if f == f64 && f64.IsNaN(r) {
		return refNaN64(op, u)
	}
	return r
}

func TestArith(t *testing.T) {
	for op := range arity {
		for _, mode := range modes {
			for _, f := range []ieee.Format{f32, f64, f16, bf16} {
				if f.Width() == 16 && (mode != "rn" || op == "div" || op == "rcp" || op == "sqrt") {
					continue
				}
				for _, ftz := range []bool{false, true} {
					if ftz && (f == f64 || f == bf16) {
						continue
					}
					head := op + "." + mode
					if ftz {
						head += ".ftz"
					}
					sat := f == f32 && op != "div" && op != "rcp" && op != "sqrt" || f == f16
					t.Run(head+"."+f.Name, func(t *testing.T) { testArith(t, f, op, mode, ftz, head, sat) })
				}
			}
		}
	}
}

// testArith checks one operation with its clamped and packed forms.
func testArith(t *testing.T, f ieee.Format, op, mode string, ftz bool, head string, sat bool) {
	type form struct {
		name  string
		fn    raw
		clamp func(ieee.Format, uint64) uint64
	}
	same := func(_ ieee.Format, u uint64) uint64 { return u }
	forms := []form{{head, lookup(t, head+"."+f.Name), same}}
	if sat {
		forms = append(forms, form{head + ".sat", lookup(t, head+".sat."+f.Name), ieee.Sat})
	}
	if op == "fma" && f.Width() == 16 {
		forms = append(forms, form{head + ".relu", lookup(t, head+".relu."+f.Name), ieee.Relu})
	}
	bad := &failures{t: t}
	all := tuples(f, trials(5000))
	results := make([]uint64, len(all))
	for i, u := range all {
		results[i] = want(f, op, mode, ftz, u)
	}
	for _, form := range forms {
		for i, u := range all {
			if got, want := form.fn(u), form.clamp(f, results[i]); got != want {
				bad.errorf("%s.%s %x = %#x, want %#x", form.name, f.Name, u[:arity[op]], got, want)
			}
		}
		if f == f64 || f == f32 && (form.name != head || op == "div" || op == "rcp" || op == "sqrt") {
			continue
		}
		pair := lookup(t, form.name+"."+f.Name+"x2")
		for i := range all[1:] {
			lo, hi := all[i], all[i+1]
			u := make([]uint64, 3)
			for j := range u {
				u[j] = hi[j]<<f.Width() | lo[j]
			}
			want := form.clamp(f, results[i+1])<<f.Width() | form.clamp(f, results[i])
			if got := pair(u); got != want {
				bad.errorf("%s.%sx2 %x = %#x, want %#x", form.name, f.Name, u[:arity[op]], got, want)
			}
		}
	}
}

func TestMixed(t *testing.T) {
	for _, half := range []ieee.Format{f16, bf16} {
		for _, mode := range modes {
			for _, sat := range []string{"", ".sat"} {
				for _, op := range []string{"add", "sub", "fma"} {
					head := op + "." + mode + sat + ".f32." + half.Name
					fn := lookup(t, head)
					bad := &failures{t: t}
					ts, hs := tuples(f32, trials(3000)), tuples(half, trials(3000))
					for i, u := range ts {
						widen := func(h uint64) uint64 { return ieee.Encode(f32, ieee.Decode(half, h), "rn", false) }
						args := []uint64{hs[i][0], u[2]}
						wide := []uint64{widen(hs[i][0]), u[2]}
						if op == "fma" {
							args = []uint64{hs[i][0], hs[i][1], u[2]}
							wide = []uint64{widen(hs[i][0]), widen(hs[i][1]), u[2]}
						}
						want := ieee.Arith(f32, op, mode, false, wide)
						if sat != "" {
							want = ieee.Sat(f32, want)
						}
						if got := fn(args); got != want {
							bad.errorf("%s %x = %#x, want %#x", head, args, got, want)
						}
					}
				}
			}
		}
	}
}

// TestMad checks the mad.f32 of sm_1x against the manual's description.
func TestMad(t *testing.T) {
	for _, head := range []string{"mad", "mad.ftz", "mad.sat", "mad.ftz.sat"} {
		fn := lookup(t, head+".f32")
		bad := &failures{t: t}
		for _, u := range tuples(f32, trials(5000)) {
			flush := func(v uint64) uint64 {
				if f32.IsSubnormal(v) {
					v &= f32.SignBit()
				}
				return v
			}
			c := ieee.Decode(f32, flush(u[2]))
			var want uint64
			if c.IsZero() {
				want = ieee.Arith(f32, "add", "rn", true, []uint64{ieee.Arith(f32, "mul", "rn", true, u[:2]), u[2]})
			} else {
				p := ieee.Mul(ieee.Decode(f32, flush(u[0])), ieee.Decode(f32, flush(u[1])))
				if p.Kind == ieee.Finite {
					if s := p.M.BitLen() - 24; s > 0 {
						p.M.Rsh(p.M, uint(s))
						p.E += s
					}
				}
				want = ieee.Encode(f32, ieee.Add(p, c, "rn"), "rn", true)
			}
			if head == "mad.sat" || head == "mad.ftz.sat" {
				want = ieee.Sat(f32, want)
			}
			if got := fn(u); got != want {
				bad.errorf("%s.f32 %x = %#x, want %#x", head, u, got, want)
			}
		}
	}
}

// TestFlushRule pins the rule for results next to the least normal number.
func TestFlushRule(t *testing.T) {
	const tiny = 0x00ffffff // 2^-125 - 2^-149
	half := uint64(math.Float32bits(0.5))
	for _, c := range []struct {
		head string
		a, b uint64
		want uint64
	}{
		{"mul.rn.ftz.f32", tiny, half, 0}, // 2^-126 - 2^-150 has 24 bits: tiny
		{"mul.rn.f32", tiny, half, 0x00800000},
		{"mul.rp.ftz.f32", tiny, half, 0},
		{"mul.rn.ftz.f32", tiny | 1<<31, half, 1 << 31},
		{"mul.rn.ftz.f32", 0x00fffffe, 0x3f000001, 0x00800000}, // 2^-126 - 2^-172: rounds up to 2^-126
		{"mul.rz.ftz.f32", 0x00fffffe, 0x3f000001, 0},
		{"mul.rp.ftz.f32", 0x00fffffe, 0x3f000001, 0x00800000},
		// The pair that has been compared with a GPU (ftz.go).
		{"mul.rn.ftz.f32", 0x90341366, 0x2fb5f7c4, 0x80000000},
		{"mul.rm.ftz.f32", 0x90341366, 0x2fb5f7c4, 0x80800000},
		{"mul.rn.f32", 0x90341366, 0x2fb5f7c4, 0x80800000},
	} {
		if got := lookup(t, c.head)([]uint64{c.a, c.b}); got != c.want {
			t.Errorf("%s %#x, %#x = %#x, want %#x", c.head, c.a, c.b, got, c.want)
		}
	}
}
