// Heat in a plate of w by h cells, whose border stays as it is.
#include "cuda.h"

enum { BLOCK = 256 };

// One step in time. How well cells conduct is the same everywhere where there is no array
// for it.
KERNEL step(int w, int h, float rate, const float *conduct, const float *t, float *next) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int i = y * w + x;
  float old = t[i];
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
    next[i] = old;
    return;
  }
  float around = t[i - 1] + t[i + 1] + t[i - w] + t[i + w];
  float k = conduct ? rate * conduct[i] : rate;
  next[i] = old + k * (around - 4 * old);
}

// The sum of n numbers, one a block.
KERNEL __launch_bounds__(BLOCK) sum(int n, const float *t, float *sums) {
  __shared__ float s[BLOCK];
  int lane = threadIdx.x, i = blockIdx.x * BLOCK + lane;
  s[lane] = i < n ? t[i] : 0;
  __nvvm_bar_sync(0);
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (lane < half)
      s[lane] += s[lane + half];
    __nvvm_bar_sync(0);
  }
  if (lane == 0)
    sums[blockIdx.x] = s[0];
}
