package conform

import (
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Operands of integer instructions: the bounds of the type in all pairs, then what
// the instruction can get wrong.

// integers fills the list for an opcode.
func (l *list) integers(r *random, op string) {
	n := 128
	switch op {
	case "bfe", "bfi", "fns":
		n = 192
	case "clmad":
		n = 64
	}
	l.cols = make([][]uint64, len(l.types))
	for i := range n {
		in := make([]uint64, len(l.types))
		for k, t := range l.types {
			if t == isa.Pred {
				in[k] = uint64(r.Below(2))
			} else {
				in[k] = r.word(t, i*7+k*3)
			}
		}
		r.integerOperands(op, l.types, i, in)
		for k, t := range l.types {
			l.cols[k] = append(l.cols[k], low(t.Bits(), in[k]))
		}
	}
}

// word is a value of a type: one at a bound of the type, of its bytes or halves,
// or any. n chooses among the bounds.
func (r *random) word(t isa.Type, n int) uint64 {
	bits := t.Bits()
	switch r.Below(4) {
	case 0:
		top := uint64(1) << (bits - 1)
		bounds := []uint64{0, 1, 2, top - 1, top, top + 1, 1<<64 - 1, 1<<64 - 2, top >> 1}
		return low(bits, bounds[n%len(bounds)])
	case 1:
		return low(bits, r.extremes())
	}
	return r.Next() >> (64 - bits) >> (r.Below(3) * r.Below(bits) / 2)
}

// extremes is a word whose bytes are at the bounds of a byte, most of them.
func (r *random) extremes() (u uint64) {
	for range 8 {
		b := []uint64{0, 1, 0x7f, 0x80, 0x81, 0xff, 0xfe}
		k := r.Below(len(b) + 2)
		v := r.Next() & 0xff
		if k < len(b) {
			v = b[k]
		}
		u = u<<8 | v
	}
	return u
}

// count is a number of bits that an instruction may get for n bits: below, at and
// above them, at the bounds of what the instruction looks at, and far above.
func (r *random) count(n, i int) uint64 {
	u := uint64(n)
	special := []uint64{0, 1, u - 1, u, u + 1, 2*u - 1, 2 * u, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1 << 16, 1 << 31, 1<<32 - 1, 1<<32 - u}
	if i < len(special) {
		return special[i]
	}
	return uint64(r.Below(n + n/4))
}

// integerOperands makes the operands of thread i, where any will not do.
func (r *random) integerOperands(op string, types []isa.Type, i int, in []uint64) {
	t := types[0]
	n := t.Bits()
	switch op {
	case "add", "sub", "mul", "min", "max", "sad", "mad", "and", "or", "xor":
		if t == isa.Pred {
			break
		}
		r.lanePair(t, i, in)
	case "add.cc", "sub.cc", "mad.cc", "addc", "subc", "madc":
		r.chain(t, i, in)
	case "div", "rem":
		in[0], in[1] = r.integerPair(t, i)
		if in[1] == 0 || in[1] == low(n, 1<<64-1) && in[0] == 1<<(n-1) {
			in[1] = low(n, in[0]>>1|3)
		}
		if i%5 == 4 { // a quotient of some bits
			in[1] = max(in[1]>>r.Below(n-1), 1)
		}
	case "mul24", "mad24": // what is above 24 bits does not count
		if i < 100 {
			s := []uint64{0, 1, 0x7fffff, 0x800000, 0x800001, 0xffffff, 0xfffffe, 0x400000, 0x1000000, 0x123}
			in[0] = s[i/10] ^ r.Next()<<24&(uint64(i%3)*0x55000000)
			in[1] = s[i%10] ^ r.Next()<<24&(uint64(i%2)*0xff000000)
		}
	case "abs", "neg", "popc", "clz", "bfind", "brev", "not", "cnot":
		if i < 64 && n >= 32 || i < n { // one bit, a sign of some bits, what is below
			k := i % n
			in[0] = []uint64{1 << k, ^uint64(0) << k, 1<<k - 1, ^(uint64(1) << k)}[i/2%4]
		}
	case "shl", "shr":
		in[1] = r.count(n, i)
	case "shf":
		in[2] = r.count(32, i)
	case "bfe", "bfi":
		k := len(in) - 2
		in[k], in[k+1] = r.count(n, i%20), r.count(n, i/8)
		if i >= 160 {
			in[k] = uint64(r.Below(n))
			in[k+1] = uint64(n) - in[k] + uint64(r.Below(3)) - 1 // up to the end, and beside it
		}
		if i%3 == 0 {
			in[k+1] |= 0xabcd00 // only 8 bits count
		}
	case "fns":
		in[1] = uint64(i % 32)
		in[2] = low(32, uint64(int64(r.Below(9)-4)))
		switch i % 8 {
		case 0:
			in[2] = []uint64{0, 1, 1<<32 - 1, 32, 1<<32 - 32, 33, 1<<31 - 1, 1 << 31}[i/8%8]
		case 1:
			in[0] = 1 << (i / 8 % 32)
		case 2:
			in[0], in[2] = 1<<32-1, low(32, uint64(int64(i/8%24-12)))
		}
	case "szext":
		in[1] = r.count(32, i)
	case "bmsk":
		in[0], in[1] = r.count(32, i%20), r.count(32, i/6)
	case "prmt":
		if i%4 == 0 {
			in[2] = []uint64{0x3210, 0x7654, 0xfedc, 0x0123, 0x8888, 0, 1, 2, 3, 0xffff, 0xffff3210, 0x89ab}[i/4%12]
		}
	case "lop3":
		if i == 0 {
			in[0], in[1], in[2] = 0xf0, 0xcc, 0xaa
		}
		if i < 16 && i%2 == 1 { // all bits the same
			in[0], in[1], in[2] = -(uint64(i) >> 3 & 1), -(uint64(i) >> 2 & 1), -(uint64(i) >> 1 & 1)
		}
	case "dp4a", "dp2a":
		in[0], in[1] = low(32, r.extremes()), low(32, r.extremes())
	}
}

// lanePair makes the first two operands, lane by lane where they are packed.
func (r *random) lanePair(t isa.Type, i int, in []uint64) {
	lanes := t.Lanes()
	width := t.Bits() / lanes
	in[0], in[1] = 0, 0
	for k := range lanes {
		a, b := r.integerPair(isa.BitsType(width), (i+k*37)%96)
		in[0] |= a << (k * width)
		in[1] |= b << (k * width)
	}
}

// chain makes operands of extended precision: carries that run through all bits,
// just not, or only with the one that comes in, which is the last operand. Two
// threads in a row differ in it alone.
func (r *random) chain(t isa.Type, i int, in []uint64) {
	s := randomFor(t.String() + "chain")
	*s.Numbers += seeded.Numbers(i/2) << 32
	a, b := s.integerPair(t, i/2)
	switch i / 2 % 8 {
	case 5:
		b = ^a
	case 6:
		b = -a
	case 7:
		b = a
	}
	in[0], in[1] = a, b
	if len(in) == 4 {
		// c lies where the sum with the low or the high half of the product is near
		// the end.
		in[2] = s.word(t, i/2)
		if i/2%3 == 0 {
			in[2] = -(a * b) - uint64(s.Below(2))
		}
	}
	in[len(in)-1] = uint64(i & 1)
}
