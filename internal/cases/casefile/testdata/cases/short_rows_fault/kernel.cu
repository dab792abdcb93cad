// A thread of the last gang of a step reads behind the end of a buffer.
#include "cuda.h"

KERNEL __launch_bounds__(128) triangle(int n, const int *x, const int *w, int *y) {
  __shared__ int v[129];
  int t = threadIdx.x;
  v[t] = x[t];
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
  y[t] = v[t];
}
