// What loops.c defines in each of its compilations: a table of the kernels.
#pragma once

typedef void loops_fn(int gx, int gy, int gz, int bx, void **arg);

struct loops {
  const char *name;
  loops_fn *run;
};

// The kernels, once.
#define KERNELS(K) \
  K(empty) K(tiny) K(saxpy) K(nbody) K(nbody_tiled) K(sgemm) \
  K(reduce_shared) K(reduce_shuffle) K(mandel) K(histogram_shared) K(histogram_global) K(stencil) \
  K(stencil64) K(transpose) K(scan) K(bitonic) K(options) K(options_approx) \
  K(spmv) K(sha) K(mix64) K(saxpy_stride) K(sum_stride) K(scan_shuffle) \
  K(heat) K(conv) K(blend) K(exp64) K(momentum) K(halves) \
  K(huber) \
  K(gelu) K(softmax) K(matvec8) K(rmsrope) K(conv1d) K(cholesky) K(kmeans) \
  K(blur) K(trace) K(fft) K(radix) K(lcs) K(spmv8) K(enc) \
  K(sobel) K(resize) K(paths) K(murmur) K(crc) K(bfs) K(words) K(ell) K(q4) K(argmax) \
  K(lbm) K(redblack) K(binomial) K(edit)

// The compilations, once: the prefix of its names, and how the suite calls it.
#define COMPILATIONS(C) \
  C(gn_, "C gcc scalar") C(cn_, "C clang scalar") \
  C(g_, "C gcc") C(c_, "C clang") C(gs_, "C gcc simd") C(cs_, "C clang simd") \
  C(ga_, "C gcc native") C(ca_, "C clang native")

#define DECLARE(prefix, name) extern const struct loops prefix##loops[];
COMPILATIONS(DECLARE)
#undef DECLARE
