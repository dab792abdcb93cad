// Butterflies in shared memory: each thread of a block has two elements of its own in each step, at
// places that take the bits of its number apart.
#include "cuda.h"

// Walsh-Hadamard transform of 64 numbers by 32 threads, by steps in a loop.
KERNEL hadamard(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  s[t + 32] = in[blockIdx.x * 64 + t + 32];
#pragma clang loop unroll(disable)
  for (int h = 1; h < 64; h *= 2) {
    barrier();
    int i = ((t & ~(h - 1)) << 1) | (t & (h - 1));
    unsigned a = s[i], b = s[i + h];
    s[i] = a + b;
    s[i + h] = a - b * 3;
  }
  barrier();
  out[blockIdx.x * 64 + t] = s[t];
  out[blockIdx.x * 64 + t + 32] = s[t + 32];
}

// Sorts of pairs by merging, key and value together, in tiles of any number of threads: steps of known size.
template <int H> DEV void step(f2 *s, int t) {
  int i = ((t & ~(H - 1)) << 1) | (t & (H - 1));
  f2 a = s[i], b = s[i + H];
  bool swap = b.x < a.x;
  s[i] = swap ? b : a;
  s[i + H] = swap ? a : b;
}

KERNEL __launch_bounds__(96) pairs(const f2 *in, f2 *out) {
  __shared__ f2 s[192];
  int t = threadIdx.x, n = blockDim.x;
  const f2 *p = in + blockIdx.x * 2 * n;
  f2 *q = out + blockIdx.x * 2 * n;
  s[t] = p[t];
  s[t + n] = p[t + n];
  barrier();
  step<16>(s, t);
  barrier();
  step<8>(s, t);
  barrier();
  step<2>(s, t);
  barrier();
  step<1>(s, t);
  barrier();
  q[t] = s[t];
  q[t + n] = s[t + n];
}
