// The work of one thread, for kernels whose threads do not meet. The same text
// is compiled as CUDA (kernels.cu), as C loops over threads (loops.c) and as
// OpenCL (kernels.cl), each of which says what DEV, GLOBAL, RESTRICT, UNROLL
// and the functions are that it calls.
#pragma once

#ifndef HAVE_F4
#define HAVE_F4
typedef struct __attribute__((aligned(16))) { float x, y, z, w; } f4;
#endif

DEV void saxpy_thread(int i, int n, float a, const GLOBAL float *RESTRICT x, GLOBAL float *RESTRICT y) {
  if (i < n)
    y[i] = fmaf(a, x[i], y[i]);
}

DEV void nbody_thread(int i, int n, const GLOBAL f4 *RESTRICT pos, GLOBAL f4 *RESTRICT acc) {
  f4 p = pos[i], r = {0, 0, 0, 0};
  for (int j = 0; j < n; j++) {
    f4 q = pos[j];
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    float d2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-6f)));
    float inv = 1.0f / sqrtf(d2);
    float s = q.w * (inv * inv * inv);
    r.x = fmaf(dx, s, r.x);
    r.y = fmaf(dy, s, r.y);
    r.z = fmaf(dz, s, r.z);
  }
  acc[i].x = r.x; // w stays as it is
  acc[i].y = r.y;
  acc[i].z = r.z;
}

DEV void mandel_thread(int px, int py, int w, int h, int limit, GLOBAL int *RESTRICT out) {
  if (px < w && py < h) {
    float cx = fmaf((float)px, 3.0f / 512, -2.0f), cy = fmaf((float)py, 2.0f / 512, -1.0f);
    float x = 0, y = 0;
    int it = 0;
    while (it < limit) {
      float xx = x * x, yy = y * y;
      if (xx + yy > 4.0f)
        break;
      y = fmaf(x + x, y, cy);
      x = (xx - yy) + cx;
      it++;
    }
    out[py * w + px] = it;
  }
}

DEV void stencil_thread(int x, int y, int w, int h, const GLOBAL float *RESTRICT in, GLOBAL float *RESTRICT out) {
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int i = y * w + x;
    out[i] = fmaf(0.125f, (in[i - 1] + in[i + 1]) + (in[i - w] + in[i + w]), 0.5f * in[i]);
  }
}

DEV void stencil64_thread(int x, int y, int w, int h, const GLOBAL double *RESTRICT in, GLOBAL double *RESTRICT out) {
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int i = y * w + x;
    out[i] = fma(0.125, (in[i - 1] + in[i + 1]) + (in[i - w] + in[i + w]), 0.5 * in[i]);
  }
}

DEV void spmv_thread(int row, int rows, const GLOBAL int *RESTRICT start, const GLOBAL int *RESTRICT col,
                     const GLOBAL float *RESTRICT val, const GLOBAL float *RESTRICT x, GLOBAL float *RESTRICT y) {
  if (row < rows) {
    float sum = 0;
    for (int j = start[row]; j < start[row + 1]; j++)
      sum = fmaf(val[j], x[col[j]], sum);
    y[row] = sum;
  }
}

// e^x and ln x by polynomials of this file's own, so that every compiler gives
// the same bits.
DEV float own_exp(float x) {
  x = x < -87.0f ? -87.0f : x;
  float n = rintf(x * 1.44269504f);
  float r = fmaf(n, -0.693359375f, x);
  r = fmaf(n, 2.12194440e-4f, r);
  float p = 1.0f / 720;
  p = fmaf(p, r, 1.0f / 120);
  p = fmaf(p, r, 1.0f / 24);
  p = fmaf(p, r, 1.0f / 6);
  p = fmaf(p, r, 0.5f);
  p = fmaf(p, r, 1.0f);
  p = fmaf(p, r, 1.0f);
  return bits_float(float_bits(p) + ((int)n << 23));
}

DEV float own_log(float x) {
  int b = float_bits(x) - 0x3f2aaaab;
  int e = b >> 23;
  float m = bits_float(float_bits(x) - (e << 23)) - 1.0f; // -1/3 .. 1/3
  float p = -0.13f;
  p = fmaf(p, m, 0.145f);
  p = fmaf(p, m, -0.1666667f);
  p = fmaf(p, m, 0.2f);
  p = fmaf(p, m, -0.25f);
  p = fmaf(p, m, 0.3333333f);
  p = fmaf(p, m, -0.5f);
  p = fmaf(p * m, m, m);
  return fmaf((float)e, 0.693147181f, p);
}

// The cumulative normal distribution (Abramowitz and Stegun 26.2.17).
DEV float own_cnd(float d) {
  float a = d < 0 ? -d : d;
  float k = 1.0f / fmaf(0.2316419f, a, 1.0f);
  float p = 1.330274429f;
  p = fmaf(p, k, -1.821255978f);
  p = fmaf(p, k, 1.781477937f);
  p = fmaf(p, k, -0.356563782f);
  p = fmaf(p, k, 0.319381530f);
  float c = 0.39894228f * own_exp(-0.5f * d * d) * (p * k);
  return d > 0 ? 1.0f - c : c;
}

DEV void options_thread(int i, int n, float rate, float vol, const GLOBAL float *RESTRICT price,
                        const GLOBAL float *RESTRICT strike, const GLOBAL float *RESTRICT years,
                        GLOBAL float *RESTRICT call, GLOBAL float *RESTRICT put) {
  if (i < n) {
    float s = price[i], x = strike[i], t = years[i];
    float root = sqrtf(t);
    float d1 = (own_log(s / x) + fmaf(0.5f * vol, vol, rate) * t) / (vol * root);
    float d2 = d1 - vol * root;
    float n1 = own_cnd(d1), n2 = own_cnd(d2), e = own_exp(-rate * t);
    call[i] = s * n1 - x * e * n2;
    put[i] = x * e * (1.0f - n2) - s * (1.0f - n1);
  }
}

// The same by the GPU's approximate instructions (in C: by libm).
DEV float approx_cnd(float d) {
  float a = d < 0 ? -d : d;
  float k = approx_div(1.0f, fmaf(0.2316419f, a, 1.0f));
  float p = 1.330274429f;
  p = fmaf(p, k, -1.821255978f);
  p = fmaf(p, k, 1.781477937f);
  p = fmaf(p, k, -0.356563782f);
  p = fmaf(p, k, 0.319381530f);
  float c = 0.39894228f * approx_exp2(-0.72134752f * d * d) * (p * k);
  return d > 0 ? 1.0f - c : c;
}

DEV void options_approx_thread(int i, int n, float rate, float vol, const GLOBAL float *RESTRICT price,
                               const GLOBAL float *RESTRICT strike, const GLOBAL float *RESTRICT years,
                               GLOBAL float *RESTRICT call, GLOBAL float *RESTRICT put) {
  if (i < n) {
    float s = price[i], x = strike[i], t = years[i];
    float root = approx_sqrt(t);
    float d1 = approx_div(0.693147181f * approx_log2(approx_div(s, x)) + fmaf(0.5f * vol, vol, rate) * t, vol * root);
    float d2 = d1 - vol * root;
    float n1 = approx_cnd(d1), n2 = approx_cnd(d2), e = approx_exp2(-1.44269504f * rate * t);
    call[i] = s * n1 - x * e * n2;
    put[i] = x * e * (1.0f - n2) - s * (1.0f - n1);
  }
}

// One SHA-256 compression of a 64-byte block made from the thread's number.
DEV unsigned rotr32(unsigned v, int n) { return v >> n | v << (32 - n); }

DEV void sha_thread(unsigned i, unsigned n, const GLOBAL unsigned *RESTRICT k, GLOBAL unsigned *RESTRICT out) {
  if (i < n) {
    unsigned w[16];
    UNROLL
    for (int j = 0; j < 16; j++)
      w[j] = i * 0x9e3779b9u + j;
    unsigned a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au;
    unsigned e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
    for (int r = 0; r < 64; r += 16) {
      UNROLL
      for (int j = 0; j < 16; j++) {
        unsigned t1 = h + (rotr32(e, 6) ^ rotr32(e, 11) ^ rotr32(e, 25)) + ((e & f) ^ (~e & g)) + k[r + j] + w[j];
        unsigned t2 = (rotr32(a, 2) ^ rotr32(a, 13) ^ rotr32(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1;
        d = c; c = b; b = a; a = t1 + t2;
        unsigned x = w[(j + 1) & 15], y = w[(j + 14) & 15];
        w[j] += (rotr32(x, 7) ^ rotr32(x, 18) ^ x >> 3) + w[(j + 9) & 15] + (rotr32(y, 17) ^ rotr32(y, 19) ^ y >> 10);
      }
    }
    out[i] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
  }
}

DEV void mix64_thread(unsigned i, unsigned n, int rounds, GLOBAL u64 *RESTRICT out) {
  if (i < n) {
    u64 h = i * 0x9e3779b97f4a7c15ull;
    for (int r = 0; r < rounds; r++) {
      h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
      h = (h ^ h >> 27) * 0x94d049bb133111ebull;
      h ^= h >> 31;
      h = (h << 23 | h >> 41) + (unsigned)r;
    }
    out[i] = h;
  }
}

// The grid goes over the elements with a stride, as programs do that launch as
// many threads as the GPU holds.
DEV void saxpy_stride_thread(int i, int stride, int n, float a, const GLOBAL float *RESTRICT x, GLOBAL float *RESTRICT y) {
  for (; i < n; i += stride)
    y[i] = fmaf(a, x[i], y[i]);
}

// One step of heat in three dimensions; the border stays.
DEV void heat_thread(int x, int y, int z, int w, int h, int d, float k, const GLOBAL float *RESTRICT in, GLOBAL float *RESTRICT out) {
  if (x >= w || y >= h || z >= d)
    return;
  int i = (z * h + y) * w + x;
  float c = in[i], v = c;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1 && z > 0 && z < d - 1) {
    float sum = (in[i - 1] + in[i + 1]) + (in[i - w] + in[i + w]) + (in[i - w * h] + in[i + w * h]);
    v = fmaf(k, fmaf(-6.0f, c, sum), c);
  }
  out[i] = v;
}

// A convolution with 3x3 weights; pixels outside are those of the border.
DEV int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

DEV void conv_thread(int x, int y, int w, int h, const GLOBAL float *RESTRICT weight, const GLOBAL float *RESTRICT in,
                     GLOBAL float *RESTRICT out) {
  if (x < w && y < h) {
    float sum = 0;
    UNROLL
    for (int j = -1; j <= 1; j++) {
      int row = clamped(y + j, h) * w;
      UNROLL
      for (int i = -1; i <= 1; i++)
        sum = fmaf(weight[(j + 1) * 3 + i + 1], in[row + clamped(x + i, w)], sum);
    }
    out[y * w + x] = sum;
  }
}

// Two pictures of bytes become one; sizes and indices are unsigned.
DEV void blend_thread(unsigned x, unsigned y, unsigned w, unsigned h, unsigned alpha, const GLOBAL unsigned char *RESTRICT a,
                      const GLOBAL unsigned char *RESTRICT b, GLOBAL unsigned char *RESTRICT out) {
  if (x >= w || y >= h)
    return;
  unsigned i = y * w + x;
  out[i] = (a[i] * alpha + b[i] * (256 - alpha) + 128) >> 8;
}

// e^x in double precision.
DEV void exp64_thread(int i, int n, const GLOBAL double *RESTRICT x, GLOBAL double *RESTRICT y) {
  if (i < n) {
    double v = x[i], k = rint(v * 1.4426950408889634);
    double r = fma(k, -0.6931471805599453, v);
    double p = 1.0 / 39916800;
    p = fma(p, r, 1.0 / 3628800);
    p = fma(p, r, 1.0 / 362880);
    p = fma(p, r, 1.0 / 40320);
    p = fma(p, r, 1.0 / 5040);
    p = fma(p, r, 1.0 / 720);
    p = fma(p, r, 1.0 / 120);
    p = fma(p, r, 1.0 / 24);
    p = fma(p, r, 1.0 / 6);
    p = fma(p, r, 0.5);
    p = fma(p, r, 1.0);
    p = fma(p, r, 1.0);
    y[i] = p * bits_double((i64)((int)k + 1023) << 52);
  }
}

// Momentum of a neural network's weights with subnormals flushed to zero, as
// nvcc -ftz=true compiles. In C nothing is flushed, and no data has to be.
DEV void momentum_thread(int i, int n, float rate, float keep, const GLOBAL float *RESTRICT grad, GLOBAL float *RESTRICT speed,
                         GLOBAL float *RESTRICT weight) {
  if (i < n) {
    float v = fma_ftz(keep, speed[i], mul_ftz(rate, grad[i]));
    speed[i] = v;
    weight[i] = fma_ftz(-0.5f, v, weight[i]);
  }
}

// A piecewise function: the threads part behind the guard.
DEV void huber_thread(int i, int n, float delta, const GLOBAL float *RESTRICT x, GLOBAL float *RESTRICT loss) {
  if (i < n) {
    float v = x[i], r;
    if (v > delta)
      r = delta * (v - 0.5f * delta);
    else if (v < -delta)
      r = -delta * (v + 0.5f * delta);
    else
      r = 0.5f * v * v;
    loss[i] = r;
  }
}
