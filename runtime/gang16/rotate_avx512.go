//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

// RotateB32 returns x, rotated to the left by n, a constant from 1 to 31; back is 32-n in all lanes.
func RotateB32(x U32, n uint64, back U32) U32 { return x.RotateRight(back) }
