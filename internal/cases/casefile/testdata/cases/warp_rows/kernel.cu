// Warps that reduce a row each and store one number of it, and rows that become shorter by one thread
// from step to step.
#include "cuda.h"

// Each lane takes four numbers at once; the last rounds have fewer lanes.
KERNEL __launch_bounds__(96) dots(int n4, const int *a, const int *b, int *y) {
  struct __attribute__((aligned(16))) four { int x, y, z, w; };
  int row = blockIdx.x * 3 + (threadIdx.x >> 5), l = threadIdx.x & 31;
  int s = 0;
  for (int k = l; k < n4; k += 32) {
    four u = ((const four *)a)[row * n4 + k], v = ((const four *)b)[k];
    s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
  }
  UNROLL for (int d = 16; d > 0; d >>= 1) s += __nvvm_shfl_sync_bfly_i32(-1, s, d, 31);
  if (l == 0)
    y[row] = s;
}

// Every third element, by a warp a row.
KERNEL sparse(int n, const float *x, float *y) {
  int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), l = threadIdx.x & 31;
  float s = 0;
  for (int k = l; k < n; k += 32)
    s += x[row * n * 3 + k * 3] * 0.5f + x[row * n * 3 + k * 3 + 1];
  UNROLL for (int d = 16; d > 0; d >>= 1) s += __nvvm_shfl_sync_down_f32(-1, s, d, 31);
  if (l == 0)
    y[row] = s;
}

// A triangle of sums: one thread less in each step.
KERNEL __launch_bounds__(128) triangle(int n, const int *x, const int *w, int *y) {
  __shared__ int v[129];
  int t = threadIdx.x;
  v[t] = x[blockIdx.x * 128 + t];
  if (t == 0)
    v[128] = 1;
  for (int j = n; j > 0; j--) {
    barrier();
    int a = v[t], b = v[t + 1];
    barrier();
    if (t < j)
      v[t] = a * 3 - b + w[2 * t + j];
  }
  barrier();
  y[blockIdx.x * 128 + t] = v[t];
}

// What is done twice would show here: an element grows.
KERNEL __launch_bounds__(128) grows(int n, int *y) {
  __shared__ int v[128];
  int t = threadIdx.x;
  v[t] = t;
  for (int j = n; j > 0; j--) {
    barrier();
    if (t < j)
      v[t] = v[t] * 5 + j;
    barrier();
    if (t < j - 1)
      y[blockIdx.x * 128 + t] += v[127 - t];
  }
}
