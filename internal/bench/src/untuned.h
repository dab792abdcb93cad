// The work of one thread of the kernels in untuned.cu, as bodies.h has it of the others. OpenCL has none of
// these. It is C where IN_C is defined, and else CUDA.
#pragma once

typedef unsigned char u8;

typedef signed char i8;

typedef unsigned short u16;

typedef unsigned int u32;

DEV float gelu1(float x) {
  float u = 0.7978845608f * (x + 0.044715f * x * x * x);
  float e = approx_exp2(u * 2.885390082f);
  float t = 1.0f - approx_div(2.0f, e + 1.0f);
  return 0.5f * x * (1.0f + t);
}

DEV void gelu_thread(int i, int n, const float *RESTRICT x, float *RESTRICT y) {
  if (i < n)
    y[i] = gelu1(x[i]);
}

DEV void cholesky_thread(int i, int n, int m, const float *RESTRICT a, float *RESTRICT l, int count) {
  if (i >= count)
    return;
  float t[8][8];
  for (int r = 0; r < m; r++)
    for (int c = 0; c <= r; c++)
      t[r][c] = a[(r * 8 + c) * count + i];
  for (int j = 0; j < m; j++) {
    float d = t[j][j];
    for (int k = 0; k < j; k++)
      d = fmaf(-t[j][k], t[j][k], d);
    d = sqrtf(d);
    t[j][j] = d;
    float inv = 1.0f / d;
    for (int r = j + 1; r < m; r++) {
      float s = t[r][j];
      for (int k = 0; k < j; k++)
        s = fmaf(-t[r][k], t[j][k], s);
      t[r][j] = s * inv;
    }
  }
  for (int r = 0; r < m; r++)
    for (int c = 0; c <= r; c++)
      l[(r * 8 + c) * count + i] = t[r][c];
}

DEV void kmeans_thread(int i, int n, int k, const float *RESTRICT p, const float *RESTRICT c, int *RESTRICT out) {
  if (i < n) {
    float best = 3e38f;
    int at = 0;
    float v[8];
    UNROLL for (int d = 0; d < 8; d++) v[d] = p[d * n + i];
    for (int j = 0; j < k; j++) {
      float s = 0;
      UNROLL for (int d = 0; d < 8; d++) {
        float e = v[d] - c[j * 8 + d];
        s = fmaf(e, e, s);
      }
      if (s < best) {
        best = s;
        at = j;
      }
    }
    out[i] = at;
  }
}

DEV int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

DEV void blur_thread(int x, int y, int w, int h, const u8 *RESTRICT in, u8 *RESTRICT out) {
  if (x < w && y < h) {
    int s = 0;
    UNROLL for (int dy = -1; dy <= 1; dy++) UNROLL for (int dx = -1; dx <= 1; dx++) s +=
        in[clampi(y + dy, 0, h - 1) * w + clampi(x + dx, 0, w - 1)];
    out[y * w + x] = (s * 7282 + 32768) >> 16;
  }
}
#ifdef IN_C
static const char b64[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
#else
__constant__ char b64[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
#endif

DEV void enc_thread(int i, const u8 *RESTRICT d, int n, u8 *RESTRICT o) {
  if (i * 3 >= n)
    return;
  u32 v = d[3 * i] << 16, r = n - 3 * i;
  if (r > 1)
    v |= d[3 * i + 1] << 8;
  if (r > 2)
    v |= d[3 * i + 2];
  o[4 * i] = b64[v >> 18];
  o[4 * i + 1] = b64[v >> 12 & 63];
  o[4 * i + 2] = r > 1 ? b64[v >> 6 & 63] : '=';
  o[4 * i + 3] = r > 2 ? b64[v & 63] : '=';
}

typedef struct {
  float x, y, z;
} v3f;
struct Sphere {
  v3f c;
  float r;
  u32 col;
};
#ifdef IN_C
static const struct Sphere sph[4] = {{{0, 0, 3}, 1, 0xff4040},
                                     {{1.2f, .4f, 2.5f}, .5f, 0x40ff40},
                                     {{-1.1f, -.3f, 2.2f}, .6f, 0x4040ff},
                                     {{0, -101, 3}, 100, 0xa0a0a0}};
#define HITDEV static __attribute__((noinline))
#else
__constant__ struct Sphere sph[4] = {{{0, 0, 3}, 1, 0xff4040},
                                     {{1.2f, .4f, 2.5f}, .5f, 0x40ff40},
                                     {{-1.1f, -.3f, 2.2f}, .6f, 0x4040ff},
                                     {{0, -101, 3}, 100, 0xa0a0a0}};
#define HITDEV static __device__ __attribute__((noinline))
#endif

DEV float vdot(v3f a, v3f b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

DEV v3f vsub(v3f a, v3f b) {
  v3f r = {a.x - b.x, a.y - b.y, a.z - b.z};
  return r;
}

DEV v3f vmad(v3f a, float s, v3f b) {
  v3f r = {a.x * s + b.x, a.y * s + b.y, a.z * s + b.z};
  return r;
}

DEV v3f vnorm(v3f a) {
  float s = 1.f / sqrtf(vdot(a, a));
  v3f r = {a.x * s, a.y * s, a.z * s};
  return r;
}

HITDEV int hit(v3f o, v3f d, float *t) {
  int h = -1;
  *t = 1e20f;
  for (int i = 0; i < 4; i++) {
    v3f v = vsub(o, sph[i].c);
    float b = vdot(v, d), c = vdot(v, v) - sph[i].r * sph[i].r, q = b * b - c;
    if (q <= 0)
      continue;
    float s = sqrtf(q), u = -b - s;
    if (u < 1e-3f)
      u = -b + s;
    if (u > 1e-3f && u < *t) {
      *t = u;
      h = i;
    }
  }
  return h;
}

DEV void trace_thread(int x, int y, u32 *RESTRICT o, int w, int h) {
  if (x >= w || y >= h)
    return;
  v3f d0 = {(2 * x - w + 1) / (float)w, -(2 * y - h + 1) / (float)h, 1.f}, l0 = {1, 2, -1};
  v3f d = vnorm(d0), p = {0, 0, 0}, L = vnorm(l0);
  float k = 1, r = 0, g = 0, b = 0, t;
  for (int bounce = 0; bounce < 3; bounce++) {
    int i = hit(p, d, &t);
    if (i < 0) {
      float s = k * (.5f + .5f * d.y);
      r += s * 120;
      g += s * 180;
      b += s * 255;
      break;
    }
    p = vmad(d, t, p);
    v3f n = vnorm(vsub(p, sph[i].c));
    float l = vdot(n, L), t2;
    if (l < 0 || hit(p, L, &t2) >= 0)
      l = 0;
    l = .2f + .8f * l;
    r += k * .7f * l * (sph[i].col >> 16 & 255);
    g += k * .7f * l * (sph[i].col >> 8 & 255);
    b += k * .7f * l * (sph[i].col & 255);
    k *= .3f;
    d = vmad(n, -2 * vdot(n, d), d);
  }
  o[y * w + x] = (u32)(r < 255.f ? r : 255.f) | (u32)(g < 255.f ? g : 255.f) << 8 | (u32)(b < 255.f ? b : 255.f) << 16 |
                 0xff000000u;
}
