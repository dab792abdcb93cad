// Kernels of the kind that people write, to which nothing in ptx2go was tuned. untuned.c has the same as loops.
#include "untuned.h"

KERNEL gelu(int n, const float *RESTRICT x, float *RESTRICT y) { gelu_thread(GID_X, n, x, y); }

KERNEL __launch_bounds__(128) softmax(int cols, const float *RESTRICT x, float *RESTRICT y) { // a warp a row
  int row = blockIdx.x * 4 + (threadIdx.x >> 5), l = threadIdx.x & 31;
  const float *p = x + row * cols;
  float *q = y + row * cols;
  float m = -3e38f;
  for (int i = l; i < cols; i += 32) {
    float v = p[i];
    m = v > m ? v : m;
  }
  UNROLL for (int d = 16; d > 0; d >>= 1) {
    float o = shfl_xor(m, d);
    m = o > m ? o : m;
  }
  float s = 0;
  for (int i = l; i < cols; i += 32) {
    float e = approx_exp2((p[i] - m) * 1.442695041f);
    q[i] = e;
    s += e;
  }
  UNROLL for (int d = 16; d > 0; d >>= 1) s += shfl_xor(s, d);
  float inv = 1.0f / s;
  for (int i = l; i < cols; i += 32)
    q[i] *= inv;
}

KERNEL __launch_bounds__(128) matvec8(int k16, const i4 *RESTRICT a, const i4 *RESTRICT x, const float *RESTRICT scale,
                                      float *RESTRICT y) { // a warp a row
  int row = blockIdx.x * 4 + (threadIdx.x >> 5), l = threadIdx.x & 31, s = 0;
  for (int k = l; k < k16; k += 32) {
    i4 u = a[row * k16 + k], v = x[k];
    s = dp4a(u.x, v.x, s);
    s = dp4a(u.y, v.y, s);
    s = dp4a(u.z, v.z, s);
    s = dp4a(u.w, v.w, s);
  }
  UNROLL for (int d = 16; d > 0; d >>= 1) s += shfl_xori(s, d);
  if (l == 0)
    y[row] = (float)s * scale[row];
}

KERNEL __launch_bounds__(128) rmsrope(int cols, float base, const float *RESTRICT x, const float *RESTRICT g,
                                      float *RESTRICT y) { // a block a token, heads of 64
  __shared__ float sh[4], st;
  int t = threadIdx.x;
  const f2 *p = (const f2 *)(x + blockIdx.x * cols);
  f2 *q = (f2 *)(y + blockIdx.x * cols);
  const f2 *gg = (const f2 *)g;
  float s = 0;
  for (int i = t; i < cols / 2; i += 128) {
    f2 v = p[i];
    s = fmaf(v.x, v.x, fmaf(v.y, v.y, s));
  }
  UNROLL for (int d = 16; d > 0; d >>= 1) s += shfl_down(s, d);
  if ((t & 31) == 0)
    sh[t >> 5] = s;
  barrier();
  if (t == 0)
    st = approx_rsqrt((sh[0] + sh[1] + sh[2] + sh[3]) / (float)cols + 1e-5f);
  barrier();
  float inv = st;
  for (int i = t; i < cols / 2; i += 128) {
    float f = (float)(int)blockIdx.x * approx_exp2((float)(i & 31) * base), c = approx_cos(f), n = approx_sin(f);
    f2 v = p[i], w = gg[i];
    float a = v.x * inv * w.x, b = v.y * inv * w.y;
    f2 r = {a * c - b * n, a * n + b * c};
    q[i] = r;
  }
}

KERNEL __launch_bounds__(256) conv1d(int n, const float *RESTRICT x, const float *RESTRICT w,
                                     float *RESTRICT y) { // 33 taps, shared tile with a halo
  __shared__ float s[288], k[33];
  int t = threadIdx.x, i = GID_X;
  s[t] = i >= 16 ? x[i - 16] : 0;
  if (t < 32) {
    int j = i + 240;
    s[t + 256] = j < n ? x[j] : 0;
  }
  if (t < 33)
    k[t] = w[t];
  barrier();
  float a = 0;
  for (int j = 0; j < 33; j++)
    a = fmaf(s[t + j], k[j], a);
  if (i < n)
    y[i] = a;
}

KERNEL cholesky(int n, int m, const float *RESTRICT a, float *RESTRICT l) { cholesky_thread(GID_X, n, m, a, l, n); }

KERNEL kmeans(int n, int k, const float *RESTRICT p, const float *RESTRICT c, int *RESTRICT out) {
  kmeans_thread(GID_X, n, k, p, c, out);
}

KERNEL blur(int w, int h, const u8 *RESTRICT in, u8 *RESTRICT out) { blur_thread(GID_X, GID_Y, w, h, in, out); }

KERNEL trace(u32 *RESTRICT o, int w, int h) { trace_thread(GID_X, GID_Y, o, w, h); }

KERNEL fft(const f2 *x, const f2 *w, f2 *o) {
  __shared__ f2 s[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32)
    s[__builtin_bitreverse32(i) >> 26] = x[blockIdx.x * 64 + i];
  barrier();
  for (int h = 1; h < 64; h *= 2) {
    int k = t & (h - 1), i = ((t & ~(h - 1)) << 1) | k;
    f2 c = w[k * (32 / h)], a = s[i], b = s[i + h];
    f2 m = {b.x * c.x - b.y * c.y, b.x * c.y + b.y * c.x};
    s[i] = f2{a.x + m.x, a.y + m.y};
    s[i + h] = f2{a.x - m.x, a.y - m.y};
    barrier();
  }
  for (int i = t; i < 64; i += 32)
    o[blockIdx.x * 64 + i] = s[i];
}

DEV u32 lanemask_lt() {
  u32 r;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
  return r;
}

KERNEL radix(const u32 *in_, u32 *out_, int shift) {
  in_ += blockIdx.x * 128;
  out_ += blockIdx.x * 128;
  __shared__ u32 cnt[4][4];
  int t = threadIdx.x, w = t >> 5;
  u32 v = in_[t], d = v >> shift & 3, rank = 0;
  for (u32 q = 0; q < 4; q++) {
    u32 b = ballot(d == q);
    if (d == q)
      rank = __builtin_popcount(b & lanemask_lt());
    if (__nvvm_read_ptx_sreg_laneid() == 0)
      cnt[q][w] = __builtin_popcount(b);
  }
  barrier();
  u32 base = 0;
  for (u32 q = 0; q < 4; q++)
    for (int k = 0; k < 4; k++)
      if (q < d || (q == d && k < w))
        base += cnt[q][k];
  out_[base + rank] = v;
}

KERNEL lcs(const u8 *a, const u8 *b, int n, int *o) {
  __shared__ u16 d[3][65];
  __shared__ u8 sa[64], sb[64];
  int t = threadIdx.x;
  sa[t] = a[blockIdx.x * 64 + t];
  sb[t] = b[blockIdx.x * 64 + t];
  d[0][t] = d[1][t] = d[2][t] = 0;
  if (t == 0)
    d[0][64] = d[1][64] = d[2][64] = 0;
  barrier();
  for (int g = 0; g < 2 * n - 1; g++) {
    u16 *cur = d[g % 3], *p1 = d[(g + 2) % 3], *p2 = d[(g + 1) % 3];
    int j = g - t;
    if (t < n && j >= 0 && j < n) {
      u16 diag = j > 0 && t > 0 ? p2[t] : 0, up = t > 0 ? p1[t] : 0, left = j > 0 ? p1[t + 1] : 0;
      cur[t + 1] = sa[t] == sb[j] ? diag + 1 : up > left ? up : left;
    }
    barrier();
  }
  if (t == 0)
    o[blockIdx.x] = d[(2 * n - 2) % 3][n];
}

KERNEL spmv8(const int *ptr, const int *col, const double *val, const double *x, double *y, int n) {
  int t = threadIdx.x, r = blockIdx.x * 8 + t / 8, l = t & 7;
  double s = 0;
  if (r < n)
    for (int k = ptr[r] + l; k < ptr[r + 1]; k += 8)
      s = fma(val[k], x[col[k]], s);
  for (int d = 4; d; d >>= 1)
    s += shfl_down8(s, d);
  if (r < n && l == 0)
    y[r] = s;
}

KERNEL enc(const u8 *d, int n, u8 *o) { enc_thread(GID_X, d, n, o); }
