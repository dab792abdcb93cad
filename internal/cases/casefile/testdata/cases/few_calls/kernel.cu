// A function without a frame that two kernels call in three places, and one with a frame.
#include "cuda.h"

#define NOINLINE __attribute__((device, noinline))

// The rounds differ by thread, and so do the ways.
NOINLINE unsigned mix(unsigned x, unsigned n) {
  unsigned h = x * 2654435761u + 7;
#pragma clang loop unroll(disable)
  for (unsigned i = 0; i < (n & 15); i++) {
    if (h & 1)
      h = (h >> 3) ^ (x + i * 40503u);
    else
      h = (h << 5) - h + (n ^ (i << 7));
    h ^= h >> 11;
  }
  return (h ^ (h << 13)) + x * 3 - (n >> 2);
}

// The frame is indexed by what a thread has.
NOINLINE unsigned turn(unsigned x, unsigned n) {
  unsigned a[8];
#pragma clang loop unroll(disable)
  for (unsigned i = 0; i < 8; i++)
    a[(i * 3 + x) & 7] = x ^ (i * n);
#pragma clang loop unroll(disable)
  for (unsigned i = 0; i < 8; i++)
    x = x * 5 + a[(x + i) & 7];
  return x;
}

KERNEL twice(unsigned n, const unsigned *x, unsigned *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = mix(x[i], i) - mix(i, x[i] >> 9);
}

KERNEL guarded(unsigned n, const unsigned *x, unsigned *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned v = x[i];
    if (v % 3 == 0)
      v = mix(v, 5 + i);
    y[i] = v;
  }
}

KERNEL frames(unsigned n, const unsigned *x, unsigned *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = turn(x[i], i) ^ turn(i, x[i]);
}
