// The kernels of untuned.cu as loops, for loops.c.
#define IN_C

DEV float own_sin(float x) {
  float q = rintf(x * 0.318309886f);
  int k = (int)q;
  float r = fmaf(q, -3.140625f, x);
  r = fmaf(q, -9.67502593994140625e-4f, r);
  r = fmaf(q, -1.509957990978376432e-7f, r);
  float s = r * r;
  float p = 2.6083159809786593541503e-06f;
  p = fmaf(p, s, -0.0001981069071916863322258f);
  p = fmaf(p, s, 0.00833307858556509017944336f);
  p = fmaf(p, s, -0.166666597127914428710938f);
  float v = fmaf(s * p, r, r);
  return k & 1 ? -v : v;
}

DEV float approx_sin(float a) { return own_sin(a); }

DEV float approx_cos(float a) { return own_sin(a + 1.57079633f); }

DEV float approx_rsqrt(float a) { return 1.0f / sqrtf(a); }

typedef struct __attribute__((aligned(16))) {
  int x, y, z, w;
} i4;

typedef struct __attribute__((aligned(8))) {
  float x, y;
} f2;

DEV int dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; i++)
    c += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
  return c;
}
#include "untuned.h"

// For every thread of a launch.
#define EACH(call)                                                                                                     \
  for (int c = 0; c < grid; c++)                                                                                       \
    THREADS for (int t = 0; t < block; t++) {                                                                          \
      int i = c * block + t;                                                                                           \
      call;                                                                                                            \
    }

LOOPS P(gelu)(int grid, int block, int n, const float *restrict x, float *restrict y){
    EACH(gelu_thread(i, n, x, y))} LOOPS P(softmax)(int grid, int cols, const float *restrict x, float *restrict y) {
  for (int r = 0; r < grid * 4; r++) {
    const float *restrict p = x + r * cols;
    float *restrict q = y + r * cols;
    float m[32], s[32];
    for (int l = 0; l < 32; l++)
      m[l] = -3e38f, s[l] = 0;
    for (int i = 0; i < cols; i += 32)
      THREADS for (int l = 0; l < 32; l++) {
        float v = p[i + l];
        m[l] = v > m[l] ? v : m[l];
      }
    float mm = m[0];
    for (int l = 1; l < 32; l++)
      mm = m[l] > mm ? m[l] : mm;
    for (int i = 0; i < cols; i += 32)
      THREADS for (int l = 0; l < 32; l++) {
        float e = approx_exp2((p[i + l] - mm) * 1.442695041f);
        q[i + l] = e;
        s[l] += e;
      }
    for (int d = 16; d > 0; d >>= 1)
      for (int l = 0; l < d; l++)
        s[l] += s[l + d];
    float inv = 1.0f / s[0];
    THREADS for (int i = 0; i < cols; i++) q[i] *= inv;
  }
}

LOOPS P(matvec8)(int grid, int k16, const signed char *restrict a, const signed char *restrict x,
                 const float *restrict scale, float *restrict y) {
  for (int r = 0; r < grid * 4; r++) {
    int s = 0;
    const signed char *restrict p = a + (long)r * k16 * 16;
    for (int i = 0; i < k16 * 16; i++)
      s += p[i] * x[i];
    y[r] = (float)s * scale[r];
  }
}

LOOPS P(rmsrope)(int grid, int cols, float base, const float *restrict x, const float *restrict g, float *restrict y) {
  for (int r = 0; r < grid; r++) {
    const f2 *restrict p = (const f2 *)(x + r * cols);
    f2 *restrict q = (f2 *)(y + r * cols);
    const f2 *restrict gg = (const f2 *)g;
    float s[128], sh[4];
    for (int l = 0; l < 128; l++)
      s[l] = 0;
    for (int i = 0; i < cols / 2; i += 128)
      THREADS for (int l = 0; l < 128; l++) {
        f2 v = p[i + l];
        s[l] = fmaf(v.x, v.x, fmaf(v.y, v.y, s[l]));
      }
    for (int w = 0; w < 4; w++) {
      for (int d = 16; d > 0; d >>= 1)
        for (int l = 0; l < d; l++)
          s[w * 32 + l] += s[w * 32 + l + d];
      sh[w] = s[w * 32];
    }
    float inv = approx_rsqrt((sh[0] + sh[1] + sh[2] + sh[3]) / (float)cols + 1e-5f);
    THREADS for (int i = 0; i < cols / 2; i++) {
      float f = (float)r * approx_exp2((float)(i & 31) * base), c = approx_cos(f), n = approx_sin(f);
      f2 v = p[i], w = gg[i];
      float a = v.x * inv * w.x, b = v.y * inv * w.y;
      q[i].x = a * c - b * n;
      q[i].y = a * n + b * c;
    }
  }
}

LOOPS P(conv1d)(int grid, int n, const float *restrict x, const float *restrict w, float *restrict y) {
  for (int c = 0; c < grid; c++) {
    float s[288];
    for (int t = 0; t < 288; t++) {
      int i = c * 256 + t - 16;
      s[t] = i >= 0 && i < n ? x[i] : 0;
    }
    THREADS for (int t = 0; t < 256; t++) {
      float a = 0;
      for (int j = 0; j < 33; j++)
        a = fmaf(s[t + j], w[j], a);
      y[c * 256 + t] = a;
    }
  }
}

LOOPS P(cholesky)(int grid, int block, int n, int m, const float *restrict a,
                  float *restrict l){EACH(cholesky_thread(i, n, m, a, l, n))} LOOPS
    P(kmeans)(int grid, int block, int n, int k, const float *restrict p, const float *restrict ce,
              int *restrict out){EACH(kmeans_thread(i, n, k, p, ce, out))} LOOPS
    P(blur)(int gx, int gy, int w, int h, const u8 *restrict in, u8 *restrict out) {
  for (int y = 0; y < gy * 8; y++)
    for (int bx = 0; bx < gx; bx++)
      THREADS for (int t = 0; t < 32; t++) blur_thread(bx * 32 + t, y, w, h, in, out);
}

LOOPS P(trace)(int gx, int gy, u32 *restrict o, int w, int h) {
  for (int y = 0; y < gy * 8; y++)
    for (int x = 0; x < gx * 8; x++)
      trace_thread(x, y, o, w, h);
}

LOOPS P(fft)(int grid, const f2 *restrict x, const f2 *restrict w, f2 *restrict o) {
  for (int c = 0; c < grid; c++) {
    f2 s[64];
    for (int i = 0; i < 64; i++) {
      unsigned r = i;
      r = (r >> 1 & 0x15) | (r & 0x15) << 1;
      r = (r & 3) << 4 | (r & 12) | (r >> 4 & 3);
      s[r] = x[c * 64 + i];
    }
    for (int h = 1; h < 64; h *= 2)
      THREADS for (int t = 0; t < 32; t++) {
        int k = t & (h - 1), i = ((t & ~(h - 1)) << 1) | k;
        f2 cw = w[k * (32 / h)], a = s[i], b = s[i + h];
        f2 m = {b.x * cw.x - b.y * cw.y, b.x * cw.y + b.y * cw.x};
        f2 u = {a.x + m.x, a.y + m.y}, v = {a.x - m.x, a.y - m.y};
        s[i] = u;
        s[i + h] = v;
      }
    for (int i = 0; i < 64; i++)
      o[c * 64 + i] = s[i];
  }
}

LOOPS P(radix)(int grid, const u32 *restrict in, u32 *restrict out, int shift) {
  for (int c = 0; c < grid; c++) {
    u32 cnt[4][4], rank[128], dg[128];
    const u32 *p = in + c * 128;
    u32 *q_ = out + c * 128;
    for (int t = 0; t < 128; t++)
      dg[t] = p[t] >> shift & 3;
    for (int w = 0; w < 4; w++)
      for (u32 q = 0; q < 4; q++) {
        u32 b = 0;
        for (int l = 0; l < 32; l++)
          b |= (u32)(dg[w * 32 + l] == q) << l;
        for (int l = 0; l < 32; l++)
          if (dg[w * 32 + l] == q)
            rank[w * 32 + l] = __builtin_popcount(b & ((1u << l) - 1));
        cnt[q][w] = __builtin_popcount(b);
      }
    for (int t = 0; t < 128; t++) {
      u32 base = 0, d = dg[t];
      int w = t >> 5;
      for (u32 q = 0; q < 4; q++)
        for (int k = 0; k < 4; k++)
          if (q < d || (q == d && k < w))
            base += cnt[q][k];
      q_[base + rank[t]] = p[t];
    }
  }
}

LOOPS P(lcs)(int grid, const u8 *restrict a, const u8 *restrict b, int n, int *restrict o) {
  for (int c = 0; c < grid; c++) {
    u16 d[3][65];
    memset(d, 0, sizeof d);
    const u8 *sa = a + c * 64, *sb = b + c * 64;
    for (int g = 0; g < 2 * n - 1; g++) {
      u16 *restrict cur = d[g % 3], *restrict p1 = d[(g + 2) % 3], *restrict p2 = d[(g + 1) % 3];
      int lo = g - n + 1 > 0 ? g - n + 1 : 0, hi = g < n - 1 ? g : n - 1;
      THREADS for (int t = lo; t <= hi; t++) {
        int j = g - t;
        u16 diag = j > 0 && t > 0 ? p2[t] : 0, up = t > 0 ? p1[t] : 0, left = j > 0 ? p1[t + 1] : 0;
        cur[t + 1] = sa[t] == sb[j] ? diag + 1 : up > left ? up : left;
      }
    }
    o[c] = d[(2 * n - 2) % 3][n];
  }
}

LOOPS P(spmv8)(int grid, const int *restrict ptr, const int *restrict col, const double *restrict val,
               const double *restrict x, double *restrict y, int n) {
  for (int r = 0; r < n; r++) {
    double s[8] = {0};
    for (int k = ptr[r]; k < ptr[r + 1]; k += 8) {
      int m = ptr[r + 1] - k;
      m = m < 8 ? m : 8;
      for (int l = 0; l < m; l++)
        s[l] = fma(val[k + l], x[col[k + l]], s[l]);
    }
    for (int d = 4; d; d >>= 1)
      for (int l = 0; l < d; l++)
        s[l] += s[l + d];
    y[r] = s[0];
  }
}

LOOPS P(enc)(int grid, int block, const u8 *restrict d, int n, u8 *restrict o) { EACH(enc_thread(i, d, n, o)) }
