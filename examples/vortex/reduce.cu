// Numbers about a whole field.
#include "complex.h"

enum { BLOCK = 256 };

// The squares of the absolute values of n numbers.
KERNEL squares(int n, const Complex *z, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = z[i].x * z[i].x + z[i].y * z[i].y;
}

// The sum of n numbers, and the largest: one a block.
KERNEL __launch_bounds__(BLOCK) sum(int n, const float *x, float *out) {
  __shared__ float s[BLOCK];
  int lane = threadIdx.x, i = blockIdx.x * BLOCK + lane;
  s[lane] = i < n ? x[i] : 0;
  __nvvm_bar_sync(0);
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (lane < half)
      s[lane] += s[lane + half];
    __nvvm_bar_sync(0);
  }
  if (lane == 0)
    out[blockIdx.x] = s[0];
}

KERNEL __launch_bounds__(BLOCK) largest(int n, const float *x, float *out) {
  __shared__ float s[BLOCK];
  int lane = threadIdx.x, i = blockIdx.x * BLOCK + lane;
  s[lane] = i < n ? x[i] : 0;
  __nvvm_bar_sync(0);
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (lane < half)
      s[lane] = __nvvm_fmax_f(s[lane], s[lane + half]);
    __nvvm_bar_sync(0);
  }
  if (lane == 0)
    out[blockIdx.x] = s[0];
}
