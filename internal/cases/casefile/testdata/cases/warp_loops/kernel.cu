// Loops in which warps give each other values, so that a warp goes through a round at a time: what its threads keep
// from one round to the next is put aside until the last warp is through. Where a warp begins is computed from
// blockIdx.x * blockDim.x + threadIdx.x.
#define KERNEL extern "C" __attribute__((global)) void
#include <__clang_cuda_builtin_vars.h>
typedef unsigned u32;

static __attribute__((device, always_inline)) u32 sum(u32 v) {
#pragma unroll
  for (int d = 16; d; d >>= 1)
    v += __nvvm_shfl_sync_bfly_i32(~0u, v, d, 31);
  return v;
}

// A warp a query, two elements a thread.
KERNEL query(const u32 *q, const u32 *k, const u32 *v, u32 *o, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, l = t & 31, h = t >> 5;
  u32 q0 = q[h * 64 + l], q1 = q[h * 64 + l + 32], m = 0, s = 1, a = 0, b = 7;
  for (int j = 0; j < n; j++) {
    const u32 *x = k + ((long)h * n + j) * 64, *y = v + ((long)h * n + j) * 64;
    u32 d = sum(q0 * x[l] + q1 * x[l + 32]), c = m > d ? m : d;
    s = s * (c - m) + d;
    a = a * 3 + d * y[l];
    b = (b ^ d) + y[l + 32];
    m = c;
  }
  o[h * 64 + l] = a + s;
  o[h * 64 + l + 32] = b + m;
}

// Each thread goes from one element to the next.
KERNEL chase(const u32 *first, const u32 *next, u32 *o, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  u32 i = first[t], s = 0;
  for (int j = 0; j < n; j++) {
    u32 x = next[i];
    s = s * 5 + sum(x);
    i = x;
  }
  o[t] = s + i;
}

// Two loops that keep the same, one after the other.
KERNEL both(const u32 *x, u32 *o, int n) {
  int t = threadIdx.x;
  u32 a = t, b = 1;
  for (int j = 0; j < n; j++) {
    u32 d = sum(a + x[j * 64 + (a & 63)]);
    b = b * 3 + x[(j + n) * 64 + t];
    a = a ^ d;
  }
  for (int j = 0; j < n; j++) {
    u32 d = sum(b ^ x[j * 64 + (b & 63)]);
    a = a * 5 + x[(j + n) * 64 + t];
    b = b + d;
  }
  o[t] = a - b;
}

// Eight threads a row, at places of 64 bits.
KERNEL rows(const int *start, const int *col, const double *val, const double *x, double *y, int n) {
  int t = threadIdx.x, r = blockIdx.x * 8 + t / 8, l = t & 7;
  double s = 0;
  if (r < n)
    for (int k = start[r] + l; k < start[r + 1]; k += 8)
      s += val[k] * x[col[k]];
  for (int d = 4; d; d >>= 1) {
    unsigned long long b = __nvvm_bitcast_d2ll(s);
    u32 lo = __nvvm_shfl_sync_down_i32(~0u, (u32)b, d, 0x181f), hi = __nvvm_shfl_sync_down_i32(~0u, (u32)(b >> 32), d, 0x181f);
    s += __nvvm_bitcast_ll2d((unsigned long long)hi << 32 | lo);
  }
  if (r < n && l == 0)
    y[r] = s;
}
