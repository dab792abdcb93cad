// C = A * B for square matrices of n by n, in tiles of 16 by 16 that the
// threads of a block bring into shared memory together.
#include "cuda.h"

enum { T = 16 };

KERNEL __launch_bounds__(T * T) matmul(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += T) {
    as[ty][tx] = row < n && k0 + tx < n ? a[row * n + k0 + tx] : 0;
    bs[ty][tx] = k0 + ty < n && col < n ? b[(k0 + ty) * n + col] : 0;
    __nvvm_bar_sync(0);
#pragma unroll
    for (int k = 0; k < T; k++)
      sum = fmaf(as[ty][k], bs[k][tx], sum);
    __nvvm_bar_sync(0);
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}
