package builder

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// head starts a module with a global array to write results to.
func head(out int) string {
	return fmt.Sprintf(".version 8.0\n.target sm_80\n.address_size 64\n.global .align 16 .b8 out[%d];\n", out)
}

// execute builds a text, runs its kernel k in one thread, and returns the array
// out.
func execute(t *testing.T, src string) []byte {
	t.Helper()
	m, l := lowerText(t, "exec.ptx", src, Options{})
	if l.Errors() > 0 {
		t.Fatalf("%s%s", report(l), src)
	}
	if err := ir.VerifyModule(m); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	x, err := interp.New(m, interp.Options{MaxSteps: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	one := [3]uint32{1, 1, 1}
	if err := x.Launch(context.Background(), "k", interp.Config{Grid: one, Block: one}, nil, nil); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	out, _ := x.Global("out")
	return out
}

// TestSlots passes random pieces of bytes to a function and back, through
// parameters and results of all sizes.
func TestSlots(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		size := 1 + rng.IntN(30)
		arg, res := make([]byte, size), make([]byte, size)
		var caller, callee, back strings.Builder
		type piece struct{ off, n, vec int }
		random := func() piece {
			for {
				p := piece{n: 1 << rng.IntN(4), vec: 1}
				if p.n < 8 && rng.IntN(3) == 0 {
					p.vec = 2
				}
				w := p.n * p.vec
				if w > size {
					continue
				}
				p.off = rng.IntN(size-w+1) / w * w
				return p
			}
		}
		// operand spells a value or a list of values.
		operand := func(p piece, f func(int) string) string {
			if p.vec == 1 {
				return f(0)
			}
			return "{" + f(0) + ", " + f(1) + "}"
		}
		typ := func(p piece) string {
			v := ""
			if p.vec > 1 {
				v = ".v2"
			}
			return fmt.Sprintf("%s.b%d", v, 8*p.n)
		}
		for range 1 + rng.IntN(5) {
			p := random()
			val := rng.Uint64()
			fmt.Fprintf(&caller, "mov.u64 %%x0, %d;\nmov.u64 %%x1, %d;\n", val, ^val)
			fmt.Fprintf(&caller, "st.param%s [a+%d], %s;\n", typ(p), p.off, operand(p, func(i int) string { return fmt.Sprintf("%%x%d", i) }))
			for i := range p.vec {
				var b [8]byte
				binary.LittleEndian.PutUint64(b[:], []uint64{val, ^val}[i])
				copy(arg[p.off+i*p.n:p.off+(i+1)*p.n], b[:])
			}
		}
		for range 1 + rng.IntN(5) {
			p := random()
			to := rng.IntN(size-p.n*p.vec+1) / (p.n * p.vec) * (p.n * p.vec)
			regs := operand(p, func(i int) string { return fmt.Sprintf("%%x%d", i) })
			fmt.Fprintf(&callee, "ld.param%s %s, [p+%d];\nst.param%s [r+%d], %s;\n", typ(p), regs, p.off, typ(p), to, regs)
			copy(res[to:to+p.n*p.vec], arg[p.off:])
		}
		want := make([]byte, size)
		for off := 0; off < size; {
			p := random()
			if off%(p.n*p.vec) != 0 || off+p.n*p.vec > size {
				continue
			}
			regs := operand(p, func(i int) string { return fmt.Sprintf("%%x%d", i) })
			fmt.Fprintf(&back, "ld.param%s %s, [b+%d];\nst.global%s [out+%d], %s;\n", typ(p), regs, off, typ(p), off, regs)
			off += p.n * p.vec
		}
		copy(want, res)
		src := head(size) + fmt.Sprintf(".func (.param .align 8 .b8 r[%d]) f(.param .align 8 .b8 p[%d])\n{\n.reg .b64 %%x<2>;\n%sret;\n}\n", size, size, callee.String()) +
			fmt.Sprintf(".entry k()\n{\n.reg .b64 %%x<2>;\n.param .align 8 .b8 a[%d];\n.param .align 8 .b8 b[%d];\n%scall (b), f, (a);\n%sret;\n}\n", size, size, caller.String(), back.String())
		if got := execute(t, src); string(got) != string(want) {
			t.Fatalf("got  % x\nwant % x\n%s", got, want, src)
		}
	}
}

// TestCarryChains computes with numbers of several words.
func TestCarryChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	word := func() uint32 {
		return []uint32{0, 1, 0xffffffff, 0x80000000, rng.Uint32()}[rng.IntN(5)]
	}
	mod := new(big.Int).Lsh(big.NewInt(1), 128)
	for range 100 {
		var a, b [4]uint32
		x, y := new(big.Int), new(big.Int)
		for i := range a {
			a[i], b[i] = word(), word()
			x.Or(x, new(big.Int).Lsh(big.NewInt(int64(a[i])), uint(32*i)))
			y.Or(y, new(big.Int).Lsh(big.NewInt(int64(b[i])), uint(32*i)))
		}
		var s strings.Builder
		s.WriteString(head(64) + ".entry k()\n{\n.reg .u32 %a<4>, %b<4>, %d<8>;\n")
		for i := range a {
			fmt.Fprintf(&s, "mov.u32 %%a%d, %d;\nmov.u32 %%b%d, %d;\n", i, a[i], i, b[i])
		}
		store := func(at int) {
			for i := range 4 {
				fmt.Fprintf(&s, "st.global.u32 [out+%d], %%d%d;\n", at+4*i, i)
			}
		}
		s.WriteString("add.cc.u32 %d0, %a0, %b0;\naddc.cc.u32 %d1, %a1, %b1;\naddc.cc.u32 %d2, %a2, %b2;\naddc.u32 %d3, %a3, %b3;\n")
		store(0)
		s.WriteString("sub.cc.u32 %d0, %a0, %b0;\nsubc.cc.u32 %d1, %a1, %b1;\nsubc.cc.u32 %d2, %a2, %b2;\nsubc.u32 %d3, %a3, %b3;\n")
		store(16)
		// The low 128 bits of a times the two low words of b.
		s.WriteString("mul.lo.u32 %d0, %a0, %b0;\nmul.hi.u32 %d1, %a0, %b0;\n" +
			"mad.lo.cc.u32 %d1, %a1, %b0, %d1;\nmadc.hi.u32 %d2, %a1, %b0, 0;\n" +
			"mad.lo.cc.u32 %d2, %a2, %b0, %d2;\nmadc.hi.u32 %d3, %a2, %b0, 0;\nmad.lo.u32 %d3, %a3, %b0, %d3;\n" +
			"mad.lo.cc.u32 %d1, %a0, %b1, %d1;\nmadc.lo.cc.u32 %d2, %a1, %b1, %d2;\nmadc.lo.u32 %d3, %a2, %b1, %d3;\n" +
			"mad.hi.cc.u32 %d2, %a0, %b1, %d2;\nmadc.hi.u32 %d3, %a1, %b1, %d3;\n")
		store(32)
		// The flag of a subtraction, read by addc: set where nothing is borrowed.
		s.WriteString("sub.cc.u32 %d0, %a0, %b0;\naddc.u32 %d1, 0, 0;\nmov.u32 %d2, 0;\nmov.u32 %d3, 0;\n")
		store(48)
		s.WriteString("ret;\n}\n")
		out := execute(t, s.String())
		number := func(at int) *big.Int {
			n := new(big.Int)
			for i := 15; i >= 0; i-- {
				n.Or(n.Lsh(n, 8), big.NewInt(int64(out[at+i])))
			}
			return n
		}
		low64 := new(big.Int).And(y, new(big.Int).SetUint64(1<<64-1))
		flag := big.NewInt(0)
		if a[0] >= b[0] {
			flag.SetInt64(1)
		}
		flag.Or(flag.Lsh(flag, 32), big.NewInt(int64(a[0]-b[0])))
		for _, c := range []struct {
			name string
			got  *big.Int
			want *big.Int
		}{
			{"sum", number(0), new(big.Int).Mod(new(big.Int).Add(x, y), mod)},
			{"difference", number(16), new(big.Int).Mod(new(big.Int).Sub(x, y), mod)},
			{"product", number(32), new(big.Int).Mod(new(big.Int).Mul(x, low64), mod)},
			{"flag", number(48), flag},
		} {
			if c.got.Cmp(c.want) != 0 {
				t.Errorf("%s of %x and %x is %x, want %x", c.name, x, y, c.got, c.want)
			}
		}
	}
}

// TestIntegerConversions tries all pairs of integer types, with and without .sat,
// into registers that are as wide or wider.
func TestIntegerConversions(t *testing.T) {
	types := []string{"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}
	width := func(s string) (n int) { _, _ = fmt.Sscanf(s[1:], "%d", &n); return }
	values := []uint64{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 63, 1<<63 - 1, ^uint64(0), 0x123456789abcdef0}
	var s strings.Builder
	var want []uint64
	var what []string
	for _, d := range types {
		for _, from := range types {
			for _, reg := range []int{16, 32, 64} {
				for _, sat := range []string{"", ".sat"} {
					if reg < width(d) {
						continue
					}
					for _, v := range values {
						fmt.Fprintf(&s, "mov.u64 %%x, %d;\ncvt%s.%s.%s %%y%d, %%x;\n", v, sat, d, from, reg)
						if reg == 64 {
							fmt.Fprintf(&s, "st.global.u64 [out+%d], %%y64;\n", 8*len(want))
						} else {
							fmt.Fprintf(&s, "st.global.b%d [out+%d], %%y%d;\n", reg, 8*len(want), reg)
						}
						want = append(want, convertInt(v, d, from, sat != "", width)&ir.Ones(reg))
						what = append(what, fmt.Sprintf("cvt%s.%s.%s of %#x in %d bits", sat, d, from, v, reg))
					}
				}
			}
		}
	}
	src := head(8*len(want)) + ".entry k()\n{\n.reg .b16 %y16;\n.reg .b32 %y32;\n.reg .b64 %x, %y64;\n" + s.String() + "ret;\n}\n"
	out := execute(t, src)
	for i, w := range want {
		if got := binary.LittleEndian.Uint64(out[8*i:]); got != w {
			t.Errorf("%s is %#x, want %#x", what[i], got, w)
		}
	}
}

// convertInt is cvt on numbers: the source's low bits by its sign, clamped, cut,
// and extended by the destination's sign.
func convertInt(v uint64, d, from string, sat bool, width func(string) int) uint64 {
	n := new(big.Int)
	w := width(from)
	n.SetUint64(v & ir.Ones(w))
	if from[0] == 's' && n.Bit(w-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	w = width(d)
	if sat {
		low, high := new(big.Int), new(big.Int).SetUint64(ir.Ones(w))
		if d[0] == 's' {
			high.SetUint64(ir.Ones(w - 1))
			low.Neg(new(big.Int).Add(high, big.NewInt(1)))
		}
		if n.Cmp(low) < 0 {
			n = low
		}
		if n.Cmp(high) > 0 {
			n = high
		}
	}
	bits := new(big.Int).And(n, new(big.Int).SetUint64(ir.Ones(w))).Uint64()
	if d[0] == 's' && bits>>(w-1)&1 == 1 {
		bits |= ^ir.Ones(w)
	}
	return bits
}
