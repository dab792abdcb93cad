package fpops_test

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// An intType is an integer type of PTX.
type intType struct {
	name   string
	bits   uint
	signed bool
}

var intTypes = []intType{
	{"u8", 8, false}, {"u16", 16, false}, {"u32", 32, false}, {"u64", 64, false},
	{"s8", 8, true}, {"s16", 16, true}, {"s32", 32, true}, {"s64", 64, true},
}

func (it intType) min() *big.Int {
	if !it.signed {
		return new(big.Int)
	}
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), it.bits-1))
}

func (it intType) max() *big.Int {
	n := it.bits
	if it.signed {
		n--
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
}

func (it intType) mask() uint64 { return 1<<it.bits - 1 } // 1<<64 is 0

// clamp returns the bits of v clamped to the type.
func (it intType) clamp(v *big.Int) uint64 {
	if v.Cmp(it.min()) < 0 {
		v = it.min()
	} else if v.Cmp(it.max()) > 0 {
		v = it.max()
	}
	return it.bitsOf(v)
}

func (it intType) bitsOf(v *big.Int) uint64 {
	if v.Sign() < 0 {
		return -new(big.Int).Neg(v).Uint64() & it.mask()
	}
	return v.Uint64()
}

func (it intType) value(u uint64) *big.Int {
	u &= it.mask()
	v := new(big.Int).SetUint64(u)
	if it.signed && u>>(it.bits-1) != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), it.bits))
	}
	return v
}

// values returns n integers of the type: borders, few bits, random lengths.
func (it intType) values(n int) []uint64 {
	if it.bits <= 16 {
		n = 1 << it.bits
		all := make([]uint64, n)
		for i := range all {
			all[i] = uint64(i)
		}
		return all
	}
	r := rand.New(rand.NewPCG(uint64(it.bits), 3))
	var all []uint64
	for s := uint(0); s < it.bits; s++ {
		for d := uint64(0); d < 5; d++ {
			all = append(all, (1<<s+d-2)&it.mask(), -(1<<s+d-2)&it.mask())
		}
	}
	for len(all) < n {
		u := r.Uint64() >> r.UintN(it.bits)
		switch r.IntN(4) {
		case 0: // a midpoint of some width, and its neighbours
			w := []uint{8, 11, 24, 53}[r.IntN(4)]
			u = r.Uint64()>>(64-w) | 1
			u = u<<r.UintN(64-w+1) + uint64(r.IntN(3)) - 1
		case 1:
			u = -u
		}
		all = append(all, u&it.mask())
	}
	return all
}

var integralMode = map[string]string{"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}

// toIntValues adds the borders of the integer types to the values of a format.
func toIntValues(f ieee.Format) []uint64 {
	all := singles(f, trials(4000))
	if f.Width() == 16 {
		return thinned(all)
	}
	for s := uint(0); s <= 64; s++ {
		x := ieee.Number{M: new(big.Int).Lsh(big.NewInt(1), s)}
		for _, neg := range []bool{false, true} {
			x.Neg = neg
			u := ieee.Encode(f, x, "rn", false)
			for d := uint64(0); d < 7; d++ {
				all = append(all, (u+d-3)&(f.SignBit()<<1-1))
			}
		}
	}
	r := rand.New(rand.NewPCG(9, uint64(f.Exp)))
	for range 3000 { // halves, and numbers of moderate size
		x := ieee.Number{M: new(big.Int).SetUint64(r.Uint64() >> r.UintN(64)), E: -r.IntN(4), Neg: r.IntN(2) == 0}
		all = append(all, ieee.Encode(f, x, "rz", false))
	}
	return all
}

// thinned is one of seven of all values of 16 bits, which ones the seed says; all in long
// tests. TestSample takes all of them.
func thinned(all []uint64) []uint64 {
	if testmode.Long() {
		return all
	}
	const part = 7 // odd, so that no bit is the same in all of them
	var some []uint64
	for i := testmode.Seed() % part; i < uint64(len(all)); i += part {
		some = append(some, all[i])
	}
	return some
}

func TestFloatToInt(t *testing.T) {
	for _, f := range []ieee.Format{f16, bf16, f32, f64} {
		values := toIntValues(f)
		for r, mode := range integralMode {
			for _, ftz := range []bool{false, true} {
				if ftz && f != f32 {
					continue
				}
				exact := make([]*big.Int, len(values)) // nil: NaN
				huge := new(big.Int).Lsh(big.NewInt(1), 100)
				for i, u := range values {
					if ftz && f.IsSubnormal(u) {
						u &= f.SignBit()
					}
					switch x := ieee.Decode(f, u); {
					case x.Kind == ieee.Infinite && x.Neg:
						exact[i] = new(big.Int).Neg(huge)
					case x.Kind == ieee.Infinite:
						exact[i] = huge
					case x.Kind == ieee.Finite:
						exact[i] = ieee.Integral(x, mode)
					}
				}
				for _, it := range intTypes {
					head := "cvt." + r
					if ftz {
						head += ".ftz"
					}
					head += "." + it.name + "." + f.Name
					fn := lookup(t, head)
					bad := &failures{t: t}
					lo, hi := it.min(), it.max()
					for i, u := range values {
						var want uint64
						switch v := exact[i]; {
						case v == nil && (f == f64 || it.bits == 64):
							want = 1 << (it.bits - 1)
						case v == nil:
						case v.Cmp(lo) < 0:
							want = it.bitsOf(lo)
						case v.Cmp(hi) > 0:
							want = it.bitsOf(hi)
						default:
							want = it.bitsOf(v)
						}
						if got := fn([]uint64{u}); got != want {
							bad.errorf("%s %#x = %#x, want %#x", head, u, got, want)
						}
					}
				}
			}
		}
	}
}

func TestIntToFloat(t *testing.T) {
	for _, it := range intTypes {
		values := it.values(trials(4000))
		if it.bits == 16 {
			values = thinned(values)
		}
		for _, f := range []ieee.Format{f16, bf16, f32, f64} {
			for _, mode := range modes {
				results := make([]uint64, len(values))
				for i, u := range values {
					results[i] = ieee.Encode(f, ieee.FromInt(it.value(u)), mode, false)
				}
				for _, mods := range []string{"", ".ftz", ".sat", ".ftz.sat"} {
					sat := mods == ".sat" || mods == ".ftz.sat"
					if f == bf16 && sat || f != f32 && mods != "" && mods != ".sat" {
						continue
					}
					head := "cvt." + mode + mods + "." + f.Name + "." + it.name
					fn := lookup(t, head)
					bad := &failures{t: t}
					for i, u := range values {
						want := results[i]
						if sat {
							want = ieee.Sat(f, want)
						}
						if got := fn([]uint64{u}); got != want {
							bad.errorf("%s %#x = %#x, want %#x", head, u, got, want)
						}
					}
				}
			}
		}
	}
}

func TestIntToIntSat(t *testing.T) {
	for _, d := range intTypes {
		for _, s := range intTypes {
			if d.min().Cmp(s.min()) <= 0 && d.max().Cmp(s.max()) >= 0 {
				continue // illegal
			}
			head := "cvt.sat." + d.name + "." + s.name
			fn := lookup(t, head)
			bad := &failures{t: t}
			for _, u := range s.values(3000) {
				if got, want := fn([]uint64{u}), d.clamp(s.value(u)); got != want {
					bad.errorf("%s %#x = %#x, want %#x", head, u, got, want)
				}
			}
		}
	}
}

// refCvtNaN is the NaN policy of conversions between floats.
func refCvtNaN(d, s ieee.Format, u uint64, mods string) uint64 {
	if s == f32 && d == f64 && strings.HasSuffix(mods, "ftz") {
		u = s.NaN()
	}
	frac := u & (1<<s.Man - 1)
	switch {
	case d == f32 && s == bf16 && mods == "":
		return u << 16
	case d == s && mods == "" && d.Width() >= 32:
		return u
	case d == f64 || s == f64: // sign, payload aligned at the top, quiet
		neg := u >> (s.Width() - 1)
		if d.Man >= s.Man {
			frac <<= d.Man - s.Man
		} else {
			frac >>= s.Man - d.Man
		}
		return neg<<(d.Width()-1) | d.Inf() | frac | 1<<(d.Man-1)
	}
	return d.NaN()
}

// cvtValues returns operands whose conversion from s to d is hard.
func cvtValues(s, d ieee.Format) []uint64 {
	all := singles(s, trials(6000))
	if s.Width() == 16 {
		return all
	}
	r := rand.New(rand.NewPCG(uint64(s.Exp), uint64(d.Man)))
	for range trials(6000) {
		// Next to a number of d, or to the middle between two.
		x := ieee.Decode(d, value(r, d))
		if x.Kind == ieee.Finite && r.IntN(2) == 0 {
			x.M = new(big.Int).Add(new(big.Int).Lsh(x.M, 1), big.NewInt(1))
			x.E--
		}
		all = append(all, (ieee.Encode(s, x, "rn", false)+uint64(r.IntN(5))-2)&(s.SignBit()<<1-1))
	}
	return all
}

func TestFloatToFloat(t *testing.T) {
	for _, s := range []ieee.Format{f16, bf16, f32, f64} {
		for _, d := range []ieee.Format{f16, bf16, f32, f64} {
			values := cvtValues(s, d)
			exact := d.Exp >= s.Exp && d.Man >= s.Man
			rounds := modes
			if exact {
				rounds = []string{""}
			}
			if s == f32 && d == bf16 {
				rounds = modes[:2] // the other two do not exist
			}
			if s == d {
				rounds = []string{"", "rni", "rzi", "rmi", "rpi"}
			}
			for _, r := range rounds {
				dot := ""
				if r != "" {
					dot = "." + r
				}
				results := map[bool][]uint64{}
				for _, ftz := range []bool{false, true} {
					if ftz && d != f32 && s != f32 || ftz && d == bf16 {
						continue
					}
					results[ftz] = make([]uint64, len(values))
					mods := dot
					if ftz {
						mods += ".ftz"
					}
					for i, u := range values {
						results[ftz][i] = refCvt(d, s, r, ftz, mods, u)
					}
				}
				for _, mods := range []string{"", ".ftz", ".sat", ".ftz.sat"} {
					ftz, sat := mods == ".ftz" || mods == ".ftz.sat", mods == ".sat" || mods == ".ftz.sat"
					if results[ftz] == nil || d == bf16 && mods != "" || s == bf16 && d != f32 && sat {
						continue
					}
					head := "cvt" + dot + mods + "." + d.Name + "." + s.Name
					fn := lookup(t, head)
					bad := &failures{t: t}
					for i, u := range values {
						want := results[ftz][i]
						if sat {
							want = ieee.Sat(d, want)
						}
						if got := fn([]uint64{u}); got != want {
							bad.errorf("%s %#x = %#x, want %#x", head, u, got, want)
						}
					}
				}
			}
		}
	}
}

func refCvt(d, s ieee.Format, r string, ftz bool, mods string, u uint64) uint64 {
	if s.IsNaN(u) {
		return refCvtNaN(d, s, u, mods)
	}
	if ftz && s == f32 && d != f16 && s.IsSubnormal(u) { // f16: see cvtfloat.go
		u &= s.SignBit()
	}
	x := ieee.Decode(s, u)
	mode := r
	if m, ok := integralMode[r]; ok {
		if x.Kind == ieee.Finite {
			v := ieee.Integral(x, m)
			x.M, x.E = v.Abs(v), 0 // the sign stays, for zero too
		}
		mode = "rn"
	}
	if mode == "" {
		mode = "rn"
	}
	return ieee.Encode(d, x, mode, ftz && d == f32)
}

// TestToHalf checks .relu, .satfinite and the pairs of f16.f32 and bf16.f32.
func TestToHalf(t *testing.T) {
	for _, d := range []ieee.Format{f16, bf16} {
		values := cvtValues(f32, d)
		for _, r := range []string{"rn", "rz"} {
			for _, relu := range []string{"", ".relu"} {
				for _, fin := range []string{"", ".satfinite"} {
					ref := func(u uint64) uint64 {
						v := ieee.Encode(d, ieee.Decode(f32, u), r, false)
						if fin != "" && v&^d.SignBit() == d.Inf() {
							v--
						}
						if relu != "" {
							v = ieee.Relu(d, v)
						}
						return v
					}
					head := "cvt." + r + relu + fin + "." + d.Name
					one, two := lookup(t, head+".f32"), lookup(t, head+"x2.f32")
					bad := &failures{t: t}
					for i, u := range values {
						w := values[len(values)-1-i]
						if got, want := one([]uint64{u}), ref(u); got != want {
							bad.errorf("%s.f32 %#x = %#x, want %#x", head, u, got, want)
						}
						if got, want := two([]uint64{u, w}), ref(u)<<16|ref(w); got != want {
							bad.errorf("%sx2.f32 %#x %#x = %#x, want %#x", head, u, w, got, want)
						}
					}
				}
			}
		}
	}
}

func TestToTf32(t *testing.T) {
	tf32 := ieee.Format{Name: "tf32", Exp: 8, Man: 10}
	values := cvtValues(f32, tf32)
	for _, head := range []string{"rna", "rna.satfinite", "rn", "rn.relu", "rz", "rz.relu",
		"rn.satfinite", "rn.satfinite.relu", "rz.satfinite", "rz.satfinite.relu"} {
		mode, rest, _ := cutDot(head)
		fn := lookup(t, "cvt."+head+".tf32.f32")
		bad := &failures{t: t}
		for _, u := range values {
			want := uint64(0x7fffe000)
			switch {
			case f32.IsNaN(u) && head == "rna":
				want = u &^ 0x1fff
			case f32.IsNaN(u) && head == "rna.satfinite":
				want = u&^0x1fff - 0x2000
			case !f32.IsNaN(u):
				v := ieee.Encode(tf32, ieee.Decode(f32, u), mode, false)
				if (rest == "satfinite" || rest == "satfinite.relu") && v&^tf32.SignBit() == tf32.Inf() {
					v--
				}
				if rest == "relu" || rest == "satfinite.relu" {
					v = ieee.Relu(tf32, v)
				}
				want = v << 13
			}
			if got := fn([]uint64{u}); got != want {
				bad.errorf("cvt.%s.tf32.f32 %#x = %#x, want %#x", head, u, got, want)
			}
		}
	}
}

func cutDot(s string) (before, after string, found bool) {
	for i := range s {
		if s[i] == '.' {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// refFP8 rounds to nearest by search: the closest of all finite numbers of the
// format, the even pattern on a tie, the greatest if too large.
func refFP8(e5 bool, x ieee.Number, relu bool) uint64 {
	if x.Kind == ieee.NaN {
		return 0x7f
	}
	most := uint64(0x7e)
	if e5 {
		most = 0x7b
	}
	neg := x.Neg
	x.Neg = false
	best := most
	if x.Kind == ieee.Finite {
		for u := uint64(0); u <= most; u++ { // monotonic: stop at the first number above
			y := fp8Number(e5, u)
			if ieee.Compare(y, x) < 0 {
				continue
			}
			best = u
			if u > 0 {
				below := fp8Number(e5, u-1)
				switch c := ieee.Compare(ieee.Add(x, ieee.Negate(below), "rn"), ieee.Add(y, ieee.Negate(x), "rn")); {
				case c < 0, c == 0 && u&1 == 1:
					best = u - 1
				}
			}
			break
		}
	}
	if !neg {
		return best
	}
	if relu {
		return 0
	}
	return best | 0x80
}

func fp8Number(e5 bool, u uint64) ieee.Number {
	bias, man := 7, uint(3)
	if e5 {
		bias, man = 15, 2
	}
	e, m := int(u>>man), u&(1<<man-1)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << man
	}
	return ieee.Number{M: new(big.Int).SetUint64(m), E: e - bias - int(man)}
}

func TestFP8(t *testing.T) {
	for _, format := range []string{"e4m3", "e5m2"} {
		e5 := format == "e5m2"
		for _, relu := range []string{"", ".relu"} {
			for _, s := range []ieee.Format{f32, f16, bf16} {
				values := singles(s, trials(3000))
				if s == f32 { // next to the fp8 numbers and the middles between them
					for u := uint64(0); u < 0x7f; u++ {
						x := fp8Number(e5, u)
						for _, half := range []int64{0, 1} {
							y := ieee.Number{M: new(big.Int).Add(new(big.Int).Lsh(x.M, 1), big.NewInt(half)), E: x.E - 1}
							v := ieee.Encode(f32, y, "rn", false)
							for d := uint64(0); d < 3; d++ {
								all := v + d - 1
								values = append(values, all, all|f32.SignBit())
							}
						}
					}
				} else if !testmode.Long() {
					for i := range values {
						values[i] = uint64(i*21613) & 0xffff
					}
					values = values[:4000]
				}
				head := "cvt.rn.satfinite" + relu + "." + format + "x2." + s.Name
				if s != f32 {
					head += "x2"
				}
				fn := lookup(t, head)
				bad := &failures{t: t}
				ref := func(u uint64) uint64 { return refFP8(e5, ieee.Decode(s, u), relu != "") }
				for i := 1; i < len(values); i++ {
					a, b := values[i], values[i-1]
					args := []uint64{a, b}
					if s != f32 {
						args = []uint64{a<<16 | b}
					}
					if got, want := fn(args), ref(a)<<8|ref(b); got != want {
						bad.errorf("%s %x = %#x, want %#x", head, args, got, want)
					}
				}
			}
			head := "cvt.rn" + relu + ".f16x2." + format + "x2"
			fn := lookup(t, head)
			ref := func(u uint64) uint64 {
				mag := u & 0x7f
				if !e5 && mag == 0x7f || e5 && mag > 0x7c {
					return 0x7fff
				}
				x := fp8Number(e5, mag)
				if e5 && mag == 0x7c {
					x = ieee.Number{Kind: ieee.Infinite}
				}
				x.Neg = u&0x80 != 0
				if v := ieee.Encode(f16, x, "rz", false); relu == "" || !x.Neg {
					return v
				}
				return 0
			}
			for u := uint64(0); u < 1<<16; u++ {
				if got, want := fn([]uint64{u}), ref(u>>8)<<16|ref(u&0xff); got != want {
					t.Fatalf("%s %#x = %#x, want %#x", head, u, got, want)
				}
			}
		}
	}
}

func TestCvtPack(t *testing.T) {
	s32 := intType{"s32", 32, true}
	values := s32.values(2000)
	for _, d := range []string{"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"} {
		bits, err := strconv.Atoi(d[1:])
		if err != nil {
			t.Fatal(err)
		}
		it := intType{d, uint(bits), d[0] == 's'}
		head := "cvt.pack.sat." + d + ".s32"
		if bits < 16 {
			head += ".b32"
		}
		fn := lookup(t, head)
		for i, a := range values {
			b, c := values[len(values)-1-i], values[(i*7)%len(values)]
			want := it.clamp(s32.value(a))<<bits | it.clamp(s32.value(b))
			if bits < 16 {
				want |= c << (2 * bits)
			}
			want &= 0xffffffff
			if got := fn([]uint64{a, b, c}); got != want {
				t.Fatalf("%s %#x %#x %#x = %#x, want %#x", head, a, b, c, got, want)
			}
		}
	}
}
