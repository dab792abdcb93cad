package conform

import (
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// accepted has forms that the manual does not have, or has elsewhere, and that
// assemblers or other translators take.
func accepted() *script {
	s := &script{name: "accepted", notes: "Forms that assemblers or other translators take: lists on a line of their own, several results, sums as operands, constants in video instructions, kernels' addresses."}
	r := randomFor(s.name)
	var hidden []string
	var last uint64
	for range 32 {
		last = low(32, r.Next())
		hidden = append(hidden, strconv.FormatUint(last, 10))
	}
	var in, out []uint64
	for t := range uint64(8) {
		a := r.Next()
		lo, hi := low(32, a), a>>32
		in = append(in, lo, hi)
		var back uint64
		for i := range 8 {
			back |= a >> (8 * i) & 0xff << (56 - 8*i)
		}
		half := uint64(int64(int16(hi >> 16)))
		out = append(out, t+1, 5*t, low(32, 2*t+4), t+1+7, low(32, lo>>3+t), low(32, half-100), t+7, 1|2,
			low(32, back), back>>32, 3*t, last, 3*t, 64*t, 0, 0)
	}
	for t := 0; t < 8; t += 2 { // what a store of some of 256 bits leaves
		w := out[16*t+8 : 16*t+16]
		w[1], w[4], w[7] = in[0], in[5], in[7]
	}
	s.buffers = []data{{"in", isa.U32, in, nil}, {"out", isa.U32, nil, out}}
	s.launches = []launch{{kernel: "forms", grid: 1, block: 8, args: []string{"in", "out", strings.Join(hidden, " ")}}}
	return s
}

// slctOld selects floats on sm_10, where the result is flushed if the data are floats,
// and the sign's operand if it is one (PTX 1.2, table 34).
func slctOld() *script {
	s := &script{name: "slct_sm10", open: "that slct of sm_1x flushes data, as in the text of PTX 1.2; later texts and GPUs do not", notes: "slct on sm_10: floats are flushed, data and sign; other data are copied."}
	const sign = 1 << 31
	flush := func(u uint64) uint64 {
		if ieee.F32.IsSubnormal(u) {
			return u & sign
		}
		return u
	}
	values := []uint64{0x3f800000, 0x00000001, 0x807fffff, 0x7fc12345, 0xffa00001, 0x80800000, 0}
	signs := []uint64{0, sign, 1, 0x80000001, 0x3f800000, 0xbf800000, 0x7fc00000, 0xffc00000}
	var in, out []uint64
	for i, a := range values {
		for j, c := range signs {
			b := values[(i+j)%len(values)]
			in = append(in, a, b, c)
			integer, float := b, b
			if c&sign == 0 {
				integer = a
			}
			if f := flush(c); !ieee.F32.IsNaN(f) && (f&sign == 0 || f == sign) {
				float = a
			}
			out = append(out, flush(integer), flush(float), integer, float)
		}
	}
	s.buffers = []data{{"in", isa.B32, in, nil}, {"out", isa.B32, nil, out}}
	s.launches = []launch{{kernel: "k", grid: 1, block: len(values) * len(signs), args: []string{"in", "out"}}}
	return s
}
