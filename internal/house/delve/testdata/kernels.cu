// The kernels that TestStops stops in. compile.sh makes kernels.ptx of them.
#include "cuda.h"

static __device__ inline __attribute__((always_inline)) float scaled(float v, float a) {
  return a * v;
}

static __device__ __attribute__((noinline)) float limited(float v, float most) {
  if (v > most)
    return most;
  return v;
}

// Its threads run as rows, and as gangs.
KERNEL vadd(float *z, const float *x, const float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  z[i] = scaled(x[i], 2.0f) + y[i];
}

// Barriers cut it into regions.
KERNEL total(float *sum, const float *x) {
  __shared__ float part[64];
  int i = threadIdx.x;
  part[i] = x[blockIdx.x * 64 + i];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (i < d)
      part[i] += part[i + d];
    __syncthreads();
  }
  if (i == 0)
    sum[blockIdx.x] = part[0];
}

// Both ways of a branch call a function.
KERNEL both(float *x) {
  int i = threadIdx.x;
  if (i % 2)
    x[i] = limited(x[i], 1.0f);
  else
    x[i] = limited(x[i], 2.0f) + 1.0f;
}
