package conform

import "github.com/ptx2go/ptx2go/internal/isa"

// variadic calls functions whose last parameter is an array without a size: at several
// places with arrays of several sizes and without one, from another such function, from
// itself, and through a pointer.
func variadic() *script {
	s := &script{name: "variadic", notes: "Functions whose last parameter is an array without a size."}
	r := randomFor(s.name)
	sum := func(words []uint64, n int) uint64 {
		var s uint64
		for _, w := range words[:n] {
			s += w
		}
		return low(32, s)
	}
	weigh := func(words []uint64, n int) uint64 {
		var s uint64
		for i, w := range words[:n] {
			s += uint64(i+1) * w
		}
		return low(32, s)
	}
	var in, out []uint64
	for t := range 8 {
		w := make([]uint64, 4)
		for i := range w {
			w[i] = low(32, r.Next())
		}
		in = append(in, w...)
		eight := []uint64{w[0], w[1], w[2], w[3], w[3], w[2], 5, 7}
		small := []uint64{w[0] & 0xff, w[1] & 0xff}
		var walk uint64
		for i, a, b := 0, w[0], w[1]; i < t; i++ {
			walk += b
			a, b = b, a+b
		}
		called := sum(w, 4)
		if t%2 == 1 {
			called = weigh(w, 4)
		}
		signed := func(u uint64) uint64 { return uint64(int64(int32(u))) }
		mixed := signed(w[0]) + w[1]<<20 + signed(w[2]) + signed(w[3])<<16 + uint64(t)
		bytes := []uint64{w[0] & 0xff, w[1] & 0xff, 3, 4, 5, w[2] & 0xff, 7, 8, 9, 10, 11}
		out = append(out, sum(w, 3), sum(eight, t), w[3], sum(small, 2)|low(16, weigh(small, 2))<<16, low(32, walk), called, 0, 0,
			low(32, mixed), mixed>>32, low(32, 1000+w[2]), bytes[t]|bytes[0]<<8, 0, 0, 0, 0)
	}
	s.buffers = []data{{"in", isa.U32, in, nil}, {"out", isa.U32, nil, out}}
	s.launches = []launch{{kernel: "calls", grid: 1, block: 8, args: []string{"in", "out"}}}
	return s
}
