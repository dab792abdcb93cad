package tensorops

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// headsOf are instructions of a shape whose sums are f32 or s32.
func headsOf(s *shape) (list []string) {
	for _, a := range strings.Fields(s.types) {
		f := formatOf(a)
		if f.bits > 32 || f.kind == logical || s.packed {
			continue
		}
		op := s.op
		sparse := strings.HasSuffix(op, ".sp")
		if sparse {
			op = strings.TrimSuffix(op, ".sp") + ".sp"
		}
		if f.kind == float {
			list = append(list, strings.Join([]string{op, s.name, "f32", a, a, "f32"}, "."))
			continue
		}
		for _, b := range strings.Fields(s.types) {
			if formatOf(b).bits == f.bits {
				head := strings.Join([]string{op, s.name, "s32", a, b, "s32"}, ".")
				list = append(list, head, head+".satfinite")
			}
		}
	}
	return list
}

// Vectors give the bits of products element by element, of all shapes whose fragments they can take, in the way of each
// generation, where all lanes take part and where some do.
func TestTiles(t *testing.T) {
	if !fuses {
		t.Log("no vectors here")
		return
	}
	rounds := 60
	if testmode.Long() {
		rounds = 20000
	}
	r := rand.New(rand.NewPCG(5, 6))
	var taken []string
	for i := range shapes {
		for _, head := range headsOf(&shapes[i]) {
			since, err := Since(head)
			if err != nil {
				t.Logf("%s: %v", head, err)
				continue
			}
			for _, arch := range since {
				p := &Product{Head: head, Since: arch}
				p.once.Do(p.prepare)
				if p.tiling == nil {
					continue
				}
				if taken = append(taken, head); !compareTiles(t, p, r, rounds) {
					t.Errorf("%s of sm_%d: vectors never take, or never leave, what can be either", head, arch)
				}
			}
		}
	}
	for _, head := range []string{"mma.m16n8k16.f32.f16.f16.f32", "mma.m16n8k16.f32.bf16.bf16.f32", "mma.m16n8k8.f32.tf32.tf32.f32", "mma.m16n8k32.s32.s8.u8.s32", "mma.m16n8k64.s32.u4.s4.s32",
		"mma.m8n8k16.s32.s8.s8.s32", "wmma.mma.m16n16k16.f32.f16.f16.f32", "wmma.mma.m32n8k16.s32.u8.u8.s32"} {
		if !among(strings.Join(taken, " "), head) {
			t.Errorf("%s: no vectors", head)
		}
	}
}

// compareTiles reports whether vectors have computed some products of random fragments, and, of floats, not others.
func compareTiles(t *testing.T, p *Product, r *rand.Rand, rounds int) bool {
	with, without := 0, 0
	for round := range rounds {
		lanes := ^uint32(0)
		if round%5 == 4 {
			lanes = r.Uint32()
		}
		operands := fragments(p, r, round)
		results := func() (d [][]uint32) {
			for i := range p.Results() {
				d = append(d, make([]uint32, 32))
				if round%7 == 3 && i == 1 {
					d[i] = nil
				}
			}
			return d
		}
		got, want := results(), results()
		if !p.byTiles(got, lanes, operands) {
			without++
			continue
		}
		with++
		p.byElements(want, lanes, operands)
		for i := range got {
			for lane := range got[i] {
				if got[i][lane] != want[i][lane] {
					t.Fatalf("%s since %d, round %d: register %d of lane %d is %#x, want %#x", p.Head, p.Since, round, i, lane, got[i][lane], want[i][lane])
				}
			}
		}
		// A sum takes the place of its addend.
		for i := range p.count[0] {
			if c := operands[p.count[1]+p.count[2]+i]; got[i] != nil && len(c) == 32 {
				got[i] = c
			}
		}
		p.byTiles(got, lanes, operands)
		for i := range got {
			for lane := range got[i] {
				if lanes>>lane&1 != 0 && got[i][lane] != want[i][lane] {
					t.Fatalf("%s since %d, round %d: register %d of lane %d is %#x in place of C, want %#x", p.Head, p.Since, round, i, lane, got[i][lane], want[i][lane])
				}
			}
		}
	}
	return with > 0 && (without > 0) == (p.a.kind == float)
}

// fragments are operands: of any bits, numbers near each other, small ones, and such that a row has no product other than
// zero, or the largest that are allowed.
func fragments(p *Product, r *rand.Rand, round int) (operands [][]uint32) {
	formats := []*format{p.a, p.b, p.c}
	for i, n := range p.count[1:] {
		f := formats[i]
		for j := range n {
			register := make([]uint32, 32)
			for lane := range register {
				var x uint32
				for e := range f.perRegister() {
					x |= element(r, round, i, f) << (uint(e) * f.bits)
				}
				register[lane] = x
			}
			if round%11 == 10 && j == 0 {
				register = register[:1]
			}
			operands = append(operands, register)
		}
	}
	return operands
}

func element(r *rand.Rand, round, operand int, f *format) uint32 {
	any := r.Uint32() >> (32 - f.bits)
	if f.kind != float || round%12 == 0 {
		if round%3 == 1 && operand == 2 { // near the limits of sums
			return 1<<31 - uint32(r.IntN(1000)) + uint32(r.IntN(2))*500
		}
		return any
	}
	sign := any >> (f.bits - 1) << (f.bits - 1)
	exponent := f.bias + r.IntN(9) - 4
	switch most := 1<<f.exponent - 2; {
	case round%12 == 1: // the largest, all of the same sign
		return (min(uint32(most), uint32(f.bias)+59)<<f.fraction | (1<<f.fraction - 1)) << f.low
	case round%12 == 2:
		exponent = r.IntN(3)
	case round%12 == 3 && operand == 0:
		return sign
	case round%12 == 4:
		exponent = max(0, min(most, f.bias-49+r.IntN(4)))
	case round%12 == 5 && operand == 2:
		exponent = r.IntN(most + 1)
	case round%12 == 6 && r.IntN(2) == 0:
		return sign
	case round%12 == 9 && operand == 2: // some are infinite or no numbers
		return any
	case round%12 == 7:
		exponent = min(most, f.bias+56+r.IntN(5))
	case round%12 == 8 && operand == 2:
		return sign
	}
	mask := uint32(1<<f.exponent-1) << (f.fraction + f.low)
	return any&^mask | uint32(exponent)<<(f.fraction+f.low)&mask
}
