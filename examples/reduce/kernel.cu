// The sum of n floats, one partial sum a block, in three ways.
#include "cuda.h"

enum { BLOCK = 256 };

// In shared memory, with a barrier after every halving.
KERNEL __launch_bounds__(BLOCK) sum_shared(int n, const float *x, float *sums) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  s[t] = i < n ? x[i] : 0;
  __nvvm_bar_sync(0);
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __nvvm_bar_sync(0);
  }
  if (t == 0)
    sums[blockIdx.x] = s[0];
}

// In registers, with shuffles between the lanes of a warp.
KERNEL __launch_bounds__(BLOCK) sum_shuffle(int n, const float *x, float *sums) {
  __shared__ float s[BLOCK / 32];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  float v = i < n ? x[i] : 0;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (t % 32 == 0)
    s[t / 32] = v;
  __nvvm_bar_sync(0);
  if (t == 0) {
    float sum = 0;
    for (int w = 0; w < BLOCK / 32; w++)
      sum += s[w];
    sums[blockIdx.x] = sum;
  }
}

// As kernels of 2010 did it: the last warp goes on without barriers and trusts
// that its lanes run in lockstep.
KERNEL __launch_bounds__(BLOCK) sum_volatile(int n, const float *x, float *sums) {
  __shared__ volatile float s[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  s[t] = i < n ? x[i] : 0;
  __nvvm_bar_sync(0);
  for (int half = BLOCK / 2; half > 32; half /= 2) {
    if (t < half)
      s[t] = s[t] + s[t + half];
    __nvvm_bar_sync(0);
  }
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t + 8];
    s[t] = s[t] + s[t + 4];
    s[t] = s[t] + s[t + 2];
    s[t] = s[t] + s[t + 1];
  }
  if (t == 0)
    sums[blockIdx.x] = s[0];
}
