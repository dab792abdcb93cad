//go:build suite

package main

import (
	"github.com/ptx2go/ptx2go/internal/bench/build/gangs"
	"github.com/ptx2go/ptx2go/internal/bench/build/kern"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// csr is a sparse matrix of some rows, each with lo to hi elements: where rows begin, and columns.
func csr(s *source, rows, lo, hi int) (start, col []int32) {
	start = make([]int32, rows+1)
	for i := range rows {
		for range lo + s.rng.Intn(hi-lo+1) {
			col = append(col, int32(s.rng.Intn(rows)))
		}
		start[i+1] = int32(len(col))
	}
	return start, col
}

// untuned are kernels of the kind that people write, to which nothing in ptx2go was tuned.
func untuned() []*kernel {
	const n = 1 << 18
	const b = 256
	k := func(name, entry string, grid, block ptx.Dim3, bind forms, loose float64, a func(s *source) args) *kernel {
		return &kernel{set: result.Untuned, name: name, entry: entry, grid: grid, block: block, bind: bind, loose: loose, args: a}
	}
	return []*kernel{
		k("gelu", "gelu", d1(n/b), d1(b), bind3(kern.Gelu, gangs.Gelu), 0.01, func(s *source) args { return args{int32(n), s.between(n, -4, 4), zeros[float32](n)} }),
		k("softmax, a warp a row", "softmax", d1(256), d1(128), bind3(kern.Softmax, gangs.Softmax), 0.01, func(s *source) args {
			return args{int32(256), s.between(1024*256, -4, 4), zeros[float32](1024 * 256)}
		}),
		k("matvec int8, dp4a", "matvec8", d1(256), d1(128), bind5(kern.Matvec8, gangs.Matvec8), 0, func(s *source) args {
			return args{int32(64), s.words(1024 * 256), s.words(256), s.between(1024, 0.001, 0.01), zeros[float32](1024)}
		}),
		k("rmsnorm and rope", "rmsrope", d1(256), d1(128), bind5(kern.Rmsrope, gangs.Rmsrope), 0.05, func(s *source) args {
			return args{uint32(1024), float32(-0.415), s.between(256*1024, -4, 4), s.floats(1024), zeros[float32](256 * 1024)}
		}),
		k("33 taps, shared tile", "conv1d", d1(n/b), d1(b), bind4(kern.Conv1d, gangs.Conv1d), 0, func(s *source) args {
			return args{int32(n), s.floats(n), s.floats(33), zeros[float32](n)}
		}),
		k("Cholesky 6x6, local memory", "cholesky", d1(32768/b), d1(b), bind4(kern.Cholesky, gangs.Cholesky), 0.01, func(s *source) args {
			const c = 32768
			a := s.between(64*c, -0.1, 0.1)
			for r := range 8 {
				for i := range c {
					a[(r*9)*c+i] += 3
				}
			}
			return args{int32(c), uint32(6), a, zeros[float32](64 * c)}
		}),
		k("k-means", "kmeans", d1(65536/b), d1(b), bind5(kern.Kmeans, gangs.Kmeans), 0, func(s *source) args {
			return args{int32(65536), int32(16), s.floats(8 * 65536), s.floats(16 * 8), zeros[int32](65536)}
		}),
		k("blur of bytes, clamped", "blur", d2(512/32, 512/8), d2(32, 8), bind4(kern.Blur, gangs.Blur), 0, func(s *source) args {
			return args{int32(512), uint32(512), s.bytes(n), zeros[uint8](n)}
		}),
		k("ray tracer, a call", "trace", d2(32, 32), d2(8, 8), bind3(kern.Trace, gangs.Trace), 0, func(s *source) args { return args{zeros[uint32](65536), int32(256), int32(256)} }),
		k("FFT of 64", "fft", d1(2048), d1(32), bind3(kern.Fft, gangs.Fft), 0, func(s *source) args {
			return args{s.floats(2048 * 128), s.floats(64), zeros[float32](2048 * 128)}
		}),
		k("radix, 2 bits", "radix", d1(2048), d1(128), bind3(kern.Radix, gangs.Radix), 0, func(s *source) args {
			return args{s.words(n), zeros[uint32](n), uint32(2)}
		}),
		k("LCS, wavefront", "lcs", d1(512), d1(64), bind4(kern.Lcs, gangs.Lcs), 0, func(s *source) args {
			a, c := s.bytes(512*64), s.bytes(512*64)
			for i := range a {
				a[i] &= 3
				c[i] &= 3
			}
			return args{a, c, int32(64), zeros[uint32](512)}
		}),
		k("SpMV, 8 lanes a row, f64", "spmv8", d1(65536/8), d1(64), bind6(kern.Spmv8, gangs.Spmv8), 0, func(s *source) args {
			p, c := csr(s, 65536, 8, 24)
			return args{p, c, s.doubles(len(c)), s.doubles(65536), zeros[float64](65536), int32(65536)}
		}),
		k("base64", "enc", d1(n/b), d1(b), bind3(kern.Enc, gangs.Enc), 0, func(s *source) args { return args{s.bytes(3 * n), int32(3 * n), zeros[uint8](4 * n)} }),
	}
}
