// Iteration counts of z = z*z + c for every pixel of a w by h image.
#include "cuda.h"

KERNEL mandelbrot(int w, int h, float x0, float y0, float step, int limit, unsigned short *count) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h)
    return;
  float cx = x0 + px * step, cy = y0 + py * step;
  float x = 0, y = 0;
  int k = 0;
  while (k < limit && x * x + y * y <= 4) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    k++;
  }
  count[py * w + px] = k;
}
