package warpops

import "math/bits"

// MovmatrixM8n8TransB16 is movmatrix (section 9.7.14.5.17): it transposes a matrix of 8 rows
// of 8 halves. Four lanes hold a row, each two neighbours, the first in the low half. What
// lanes hold that take no part is zero.
func MovmatrixM8n8TransB16(d []uint32, lanes uint32, a []uint32) {
	if d == nil {
		return
	}
	var half [8][8]uint32
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		x := at(a, i)
		half[i/4][i%4*2], half[i/4][i%4*2+1] = x&0xffff, x>>16
	}
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		d[i] = half[i%4*2][i/4] | half[i%4*2+1][i/4]<<16
	}
}
