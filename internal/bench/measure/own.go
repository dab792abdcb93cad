//go:build suite

package main

import (
	"math"

	"github.com/ptx2go/ptx2go/internal/bench/build/gangs"
	"github.com/ptx2go/ptx2go/internal/bench/build/kern"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// own are kernels of other authors' kinds, written before anything was done about them, which say whether what
// is done for others is general.
func own() []*kernel {
	const n = 1 << 16
	const b = 256
	const side = 512
	k := func(name, entry string, grid, block ptx.Dim3, bind forms, a func(s *source) args) *kernel {
		return &kernel{set: result.Own, name: name, entry: entry, grid: grid, block: block, bind: bind, args: a}
	}
	return []*kernel{
		k("Sobel of bytes", "sobel", d2(side/32, side/8), d2(32, 8), bind4(kern.Sobel, gangs.Sobel), func(s *source) args {
			return args{int32(side), int32(side), s.bytes(side * side), zeros[uint8](side * side)}
		}),
		k("bilinear resize, RGBA", "resize", d2(384/16, 384/16), d2(16, 16), bind6(kern.Resize, gangs.Resize), func(s *source) args {
			return args{int32(side), int32(side), int32(384), int32(384), s.words(side * side), zeros[uint32](384 * 384)}
		}),
		k("barrier option, paths", "paths", d1(n/b), d1(b), bind6(kern.Paths, gangs.Paths), func(s *source) args {
			return args{int32(n), int32(64), float32(0.0005), float32(0.03), float32(130), zeros[float32](n)}
		}),
		k("murmur3 of strings", "murmur", d1(n/b), d1(b), bind4(kern.Murmur, gangs.Murmur), func(s *source) args {
			start := make([]int32, 2*n)
			at := int32(0)
			for i := range n {
				length := int32(4 + s.rng.Intn(28))
				start[2*i], start[2*i+1] = at, length
				at += (length + 3) &^ 3
			}
			return args{int32(n), start, s.bytes(int(at)), zeros[uint32](n)}
		}),
		k("CRC-32, shared table", "crc", d1(16384/b), d1(b), bind3(kern.Crc, gangs.Crc), func(s *source) args {
			return args{int32(16384), s.bytes(16384 * 64), zeros[uint32](16384)}
		}),
		k("BFS, one level", "bfs", d1(n/b), d1(b), bind6(kern.Bfs, gangs.Bfs), func(s *source) args {
			start, col := csr(s, n, 4, 12)
			dist := make([]int32, n)
			for i := range dist {
				dist[i] = int32(s.rng.Intn(5)) - 1
			}
			return args{int32(n), int32(3), start, col, dist, zeros[int32](n)}
		}),
		k("words of a text", "words", d1(4*n/b), d1(b), bind3(kern.Words, gangs.Words), func(s *source) args {
			text := s.bytes(4 * n)
			for i, c := range text {
				text[i] = "etaoinshr dlucmfw ypvbgkj ,.qxz "[c&31]
			}
			return args{int32(4 * n), text, zeros[uint32](4 * n / b)}
		}),
		k("SpMV, ELLPACK", "ell", d1(n/b), d1(b), bind6(kern.Ell, gangs.Ell), func(s *source) args {
			const width = 16
			col := make([]int32, width*n)
			for i := range col {
				if col[i] = int32(s.rng.Intn(n)); s.rng.Intn(4) == 0 {
					col[i] = -1
				}
			}
			return args{int32(n), int32(width), col, s.floats(width * n), s.floats(n), zeros[float32](n)}
		}),
		k("matvec of 4 bits", "q4", d1(256), d1(128), bind5(kern.Q4, gangs.Q4), func(s *source) args {
			const blocks = 64
			return args{int32(blocks), s.words(1024 * blocks * 4), s.between(1024*blocks, 0.01, 0.1), s.floats(blocks * 32), zeros[float32](1024)}
		}),
		k("argmax of rows", "argmax", d1(256), d1(b), bind3(kern.Argmax, gangs.Argmax), func(s *source) args {
			return args{int32(4096), s.floats(256 * 4096), zeros[int32](256)}
		}),
		k("lattice Boltzmann D2Q9", "lbm", d2(256/64, 256/4), d2(64, 4), bind5(kern.Lbm, gangs.Lbm), func(s *source) args {
			return args{int32(256), int32(256), float32(1.2), s.between(9*256*256, 0.05, 0.15), zeros[float32](9 * 256 * 256)}
		}),
		k("red-black Gauss-Seidel", "redblack", d2(side/2/32, side/8), d2(32, 8), bind5(kern.Redblack, gangs.Redblack), func(s *source) args {
			return args{int32(side), int32(side), int32(1), s.floats(side * side), out{s.floats(side * side)}}
		}),
		k("American put, binomial", "binomial", d1(64), d1(b), bind6(kern.Binomial, gangs.Binomial), func(s *source) args {
			const steps = 255
			move := make([]float32, 2*steps+2)
			for i := range move {
				move[i] = float32(math.Exp(0.02 * float64(i-steps)))
			}
			return args{int32(steps), float32(0.502), float32(0.4975), s.between(64, 80, 120), move, zeros[float32](64)}
		}),
		k("edit distance, local memory", "edit", d1(16384/b), d1(b), bind5(kern.Edit, gangs.Edit), func(s *source) args {
			x, y, length := s.bytes(16384*32), s.bytes(16384*32), s.bytes(2*16384)
			for i := range x {
				x[i] &= 3
				y[i] &= 3
			}
			for i := range length {
				length[i] = 8 + length[i]&15
			}
			return args{int32(16384), x, y, length, zeros[uint8](16384)}
		}),
	}
}
