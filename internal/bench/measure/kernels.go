//go:build suite

package main

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/bench/build/gangs"
	"github.com/ptx2go/ptx2go/internal/bench/build/kern"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// pick is a size: the second where results are compared only.
func pick(full, smaller int) int {
	if *small {
		return smaller
	}
	return full
}

func d1(n int) ptx.Dim3       { return ptx.D1(n) }
func d2(x, y int) ptx.Dim3    { return ptx.D2(x, y) }
func d3(x, y, z int) ptx.Dim3 { return ptx.D3(x, y, z) }

func zeros[T any](n int) out { return out{make([]T, n)} }

// kernels returns all rows of the table. Sizes depend on a flag.
func kernels() []*kernel {
	return slices.Concat(elementwise(), grids(), blocks(), untuned(), own())
}

// elementwise are the kernels whose threads have an element each.
func elementwise() []*kernel {
	saxpy := func(name string, n int, data bool) *kernel {
		return &kernel{name: name, entry: "saxpy", grid: d1((n + 255) / 256), block: d1(256), bind: bind4(kern.Saxpy, gangs.Saxpy), data: data,
			args: func(s *source) args { return args{int32(n), float32(1.0001), s.floats(n), out{s.floats(n)}} }}
	}
	options := func(name, entry string, bind forms, loose float64) *kernel {
		const n = 1 << 16
		return &kernel{name: name, entry: entry, grid: d1(n / 256), block: d1(256), bind: bind, loose: loose,
			args: func(s *source) args {
				return args{int32(n), float32(0.02), float32(0.3), s.between(n, 5, 30), s.between(n, 1, 100), s.between(n, 0.25, 10), zeros[float32](n), zeros[float32](n)}
			}}
	}
	const n = 1 << 16
	line := func(name, entry string, bind forms, a func(s *source) args) *kernel {
		return &kernel{name: name, entry: entry, grid: d1(n / 256), block: d1(256), bind: bind, args: a}
	}
	large := pick(1<<24, 1<<16)
	return []*kernel{
		saxpy("saxpy, in cache", 1<<14, true),
		saxpy("saxpy, in memory", large, false),
		{name: "saxpy, grid-stride", entry: "saxpy_stride", grid: d1(16), block: d1(256), threads: n, bind: bind4(kern.SaxpyStride, gangs.SaxpyStride),
			args: func(s *source) args { return args{int32(n), float32(1.0001), s.floats(n), out{s.floats(n)}} }},
		line("momentum, .ftz", "momentum", bind6(kern.Momentum, gangs.Momentum), func(s *source) args {
			return args{int32(n), float32(0.01), float32(0.9), s.floats(n), out{s.floats(n)}, out{s.floats(n)}}
		}),
		line("axpy f16", "halves", bind4(kern.Halves, gangs.Halves), func(s *source) args {
			return args{int32(n), uint16(0x3a01), s.halves(n), out{s.halves(n)}}
		}),
		line("Huber loss", "huber", bind4(kern.Huber, gangs.Huber), func(s *source) args { return args{int32(n), float32(0.5), s.floats(n), zeros[float32](n)} }),
		line("exp f64", "exp64", bind3(kern.Exp64, gangs.Exp64), func(s *source) args { return args{int32(n), s.doubles(n), zeros[float64](n)} }),
		options("options, own polynomials", "options", bind8(kern.Options, gangs.Options), 0),
		options("options, approximate instructions", "options_approx", bind8(kern.OptionsApprox, gangs.OptionsApprox), 0.05),
		{name: "SHA-like hash", entry: "sha", grid: d1(64), block: d1(256), bind: bind3(kern.Sha, gangs.Sha),
			args: func(s *source) args { return args{uint32(1 << 14), s.words(64), zeros[uint32](1 << 14)} }},
		line("64-bit mixing", "mix64", bind3(kern.Mix64, gangs.Mix64), func(s *source) args { return args{uint32(n), uint32(32), zeros[uint64](n)} }),
		line("SpMV, CSR", "spmv", bind6(kern.Spmv, gangs.Spmv), sparse(n)),
		line("histogram, global atomics", "histogram_global", bind3(kern.HistogramGlobal, gangs.HistogramGlobal), func(s *source) args {
			return args{int32(n), s.words(n), zeros[uint32](256)}
		}),
	}
}

// sparse makes a sparse matrix and a vector, with 8 to 24 elements a row.
func sparse(rows int) func(s *source) args {
	return func(s *source) args {
		start := make([]int32, rows+1)
		var col []int32
		for i := range rows {
			for range 8 + s.rng.Intn(17) {
				col = append(col, int32(s.rng.Intn(rows)))
			}
			start[i+1] = int32(len(col))
		}
		return args{int32(rows), start, col, s.floats(len(col)), s.floats(rows), zeros[float32](rows)}
	}
}

// grids are the kernels whose threads lie on a grid of two or three dimensions.
func grids() []*kernel {
	w, h := pick(1024, 256), pick(1024, 128)
	m := pick(512, 64)
	const w64, h64 = 512, 512
	vw, vh, vd := pick(128, 64), pick(128, 32), pick(64, 16)
	return []*kernel{
		{name: "mandelbrot", entry: "mandel", grid: d2(m/16, m/16), block: d2(16, 16), bind: bind4(kern.Mandel, gangs.Mandel),
			args: func(*source) args { return args{int32(m), int32(m), int32(256), zeros[int32](m * m)} }},
		{name: "5-point stencil f32", entry: "stencil", grid: d2(w/32, h/8), block: d2(32, 8), bind: bind4(kern.Stencil, gangs.Stencil), data: true,
			args: func(s *source) args { return args{int32(w), int32(h), s.floats(w * h), zeros[float32](w * h)} }},
		{name: "5-point stencil f64", entry: "stencil64", grid: d2(w64/32, h64/8), block: d2(32, 8), bind: bind4(kern.Stencil64, gangs.Stencil64), data: true,
			args: func(s *source) args {
				return args{int32(w64), int32(h64), s.doubles(w64 * h64), zeros[float64](w64 * h64)}
			}},
		{name: "7-point heat, 3-D", entry: "heat", grid: d3(vw/32, vh/4, vd/2), block: d3(32, 4, 2), bind: bind6(kern.Heat, gangs.Heat), data: true,
			args: func(s *source) args {
				return args{int32(vw), int32(vh), int32(vd), float32(0.1), s.floats(vw * vh * vd), zeros[float32](vw * vh * vd)}
			}},
		{name: "3x3 convolution", entry: "conv", grid: d2(w64/32, h64/8), block: d2(32, 8), bind: bind5(kern.Conv, gangs.Conv), data: true,
			args: func(s *source) args {
				return args{int32(w64), int32(h64), s.floats(9), s.floats(w64 * h64), zeros[float32](w64 * h64)}
			}},
		{name: "blend of bytes, unsigned guards", entry: "blend", grid: d2(w64/64, h64/4), block: d2(64, 4), bind: bind6(kern.Blend, gangs.Blend),
			args: func(s *source) args {
				return args{uint32(w64 - 3), uint32(h64 - 1), uint32(77), s.bytes(w64 * h64), s.bytes(w64 * h64), zeros[uint8](w64 * h64)}
			}},
		{name: "transpose, shared tile", entry: "transpose", grid: d2(w/32, w/32), block: d2(32, 8), bind: bind3(kern.Transpose, gangs.Transpose),
			args: func(s *source) args { return args{int32(w), s.floats(w * w), zeros[float32](w * w)} }},
	}
}

// blocks are the kernels whose threads work together or go over all elements.
func blocks() []*kernel {
	const n = 1 << 16
	bodies := pick(1024, 256)
	side := pick(256, 64)
	values := pick(1<<20, 1<<16)
	nbody := func(name, entry string, bind forms) *kernel {
		return &kernel{name: name, entry: entry, grid: d1(bodies / 256), block: d1(256), bind: bind, data: true,
			args: func(s *source) args { return args{int32(bodies), s.floats(4 * bodies), zeros[float32](4 * bodies)} }}
	}
	reduce := func(name, entry string, bind forms) *kernel {
		return &kernel{name: name, entry: entry, grid: d1(n / 256), block: d1(256), bind: bind,
			args: func(s *source) args { return args{int32(n), s.floats(n), zeros[float32](n / 256)} }}
	}
	scan := func(name, entry string, bind forms) *kernel {
		return &kernel{name: name, entry: entry, grid: d1(n / 256), block: d1(256), bind: bind,
			args: func(s *source) args { return args{s.floats(n), zeros[float32](n)} }}
	}
	return []*kernel{
		nbody("n-body", "nbody", bind3(kern.Nbody, gangs.Nbody)),
		nbody("n-body, shared tile", "nbody_tiled", bind3(kern.NbodyTiled, gangs.NbodyTiled)),
		{name: "SGEMM 16x16", entry: "sgemm", grid: d2(side/16, side/16), block: d2(16, 16), bind: bind4(kern.Sgemm, gangs.Sgemm), data: true,
			args: func(s *source) args {
				return args{int32(side), s.floats(side * side), s.floats(side * side), zeros[float32](side * side)}
			}},
		reduce("reduction, shared memory", "reduce_shared", bind3(kern.ReduceShared, gangs.ReduceShared)),
		reduce("reduction, shuffles", "reduce_shuffle", bind3(kern.ReduceShuffle, gangs.ReduceShuffle)),
		{name: "sum, grid-stride", entry: "sum_stride", grid: d1(16), block: d1(256), threads: n, bind: bind3(kern.SumStride, gangs.SumStride),
			args: func(s *source) args { return args{int32(n), s.floats(n), zeros[float32](16)} }},
		scan("scan, shared memory", "scan", bind2(kern.Scan, gangs.Scan)),
		scan("scan, shuffles", "scan_shuffle", bind2(kern.ScanShuffle, gangs.ScanShuffle)),
		{name: "bitonic sort, shared memory", entry: "bitonic", grid: d1(n / 256), block: d1(256), bind: bind2(kern.Bitonic, gangs.Bitonic),
			args: func(s *source) args { return args{s.words(n), zeros[uint32](n)} }},
		{name: "histogram, shared atomics", entry: "histogram_shared", grid: d1(values / (64 * 256)), block: d1(256), threads: values, bind: bind3(kern.HistogramShared, gangs.HistogramShared),
			args: func(s *source) args { return args{int32(values), s.words(values), zeros[uint32](256)} }},
	}
}
