// Loops that update memory in place: a gang cannot do a round again when one behind it may fault, so all threads of a
// CTA do a round before the next one.
#define KERNEL extern "C" __attribute__((global)) void
#include <__clang_cuda_builtin_vars.h>
typedef unsigned u32;

// Both sweeps of a recurrence, a thread a column.
KERNEL sweep(const u32 *a, u32 *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  u32 c = d[i];
  for (int k = 1; k < n; k++) {
    c = d[k * m + i] - a[k * m + i] * c;
    d[k * m + i] = c;
  }
  for (int k = n - 2; k >= 0; k--) {
    c = d[k * m + i] ^ (c * 3 + d[(k + 1) * m + i]);
    d[k * m + i] = c;
  }
}

// A row a warp, whose lanes go round a loop more or less often.
KERNEL scale(u32 *x, const u32 *by, int cols) {
  int row = blockIdx.x * 4 + (threadIdx.x >> 5), l = threadIdx.x & 31;
  u32 *p = x + row * cols, s = by[row];
#pragma unroll 1
  for (int i = l; i < cols; i += 32)
    p[i] = p[i] * s + 1;
}

// Threads that leave a loop where their numbers say so, and what they keep.
KERNEL until(u32 *x, u32 *last, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  u32 kept = 1;
#pragma unroll 1
  for (int k = 0; k < n; k++) {
    u32 v = x[k * m + i];
    if (v % 5 == 0)
      break;
    kept = kept * 7 + v;
    x[k * m + i] = v + kept;
    if (kept % 11 == 0) {
      x[k * m + i] = kept;
      kept++;
    }
  }
  last[i] = kept;
}

// Memory of the CTA between barriers: rows of a matrix are taken from others, in place.
KERNEL eliminate(const u32 *in, u32 *out, int n) {
  __attribute__((shared)) static u32 s[24][48];
  int t = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < n; r++)
    s[r][t] = in[(blockIdx.x * n + r) * 48 + t];
#pragma unroll 1
  for (int k = 0; k < n - 1; k++) {
    __nvvm_bar_sync(0);
    u32 f = s[k][k];
#pragma unroll 1
    for (int r = k + 1; r < n; r++)
      if (t > k)
        s[r][t] -= f * s[k][t] + s[r][k];
  }
  __nvvm_bar_sync(0);
#pragma unroll 1
  for (int r = 0; r < n; r++)
    out[(blockIdx.x * n + r) * 48 + t] = s[r][t];
}
