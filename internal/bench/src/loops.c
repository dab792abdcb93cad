// The kernels of the suite as a C programmer would run them on a CPU: a loop
// over the CTAs around a loop over the threads, split where the threads meet.
// Compiled several times; PREFIX gives each compilation its own names.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "loops.h"

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define P(n) CAT(PREFIX, n)
#define DEV static inline __attribute__((always_inline))
#define LOOPS static __attribute__((noinline)) void
#define RESTRICT restrict
#define GLOBAL
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#ifdef USE_SIMD
#define THREADS _Pragma("omp simd")
#else
#define THREADS
#endif

typedef _Float16 half;
typedef unsigned long long u64;
typedef long long i64;

#define fmaf __builtin_fmaf
#define fma __builtin_fma
#define sqrtf __builtin_sqrtf
#define rintf __builtin_rintf
#define rint __builtin_rint
#define fma_ftz fmaf
DEV float mul_ftz(float a, float b) { return a * b; }
DEV int float_bits(float f) { int i; memcpy(&i, &f, 4); return i; }
DEV float bits_float(int i) { float f; memcpy(&f, &i, 4); return f; }
DEV double bits_double(i64 i) { double d; memcpy(&d, &i, 8); return d; }
DEV float approx_exp2(float a) { return exp2f(a); }
DEV float approx_log2(float a) { return log2f(a); }
DEV float approx_sqrt(float a) { return sqrtf(a); }
DEV float approx_div(float a, float b) { return a / b; }
#include "bodies.h"

LOOPS P(empty)(int grid, int block) {
  for (int c = 0; c < grid; c++)
    for (int t = 0; t < block; t++)
      __asm__ volatile("");
}

LOOPS P(tiny)(int grid, int block, const float *restrict x, float *restrict y) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) {
      int i = (c & 255) * block + t;
      y[i] = fmaf(x[i], x[i], 1.0f);
    }
}

LOOPS P(saxpy)(int grid, int block, int n, float a, const float *restrict x, float *restrict y) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) saxpy_thread(c * block + t, n, a, x, y);
}

LOOPS P(nbody)(int grid, int block, int n, const f4 *restrict pos, f4 *restrict acc) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) nbody_thread(c * block + t, n, pos, acc);
}

LOOPS P(nbody_tiled)(int grid, int n, const f4 *restrict pos, f4 *restrict acc) {
  f4 tile[256], sum[256];
  for (int c = 0; c < grid; c++) {
    memset(sum, 0, sizeof sum);
    for (int j0 = 0; j0 < n; j0 += 256) {
      THREADS for (int t = 0; t < 256; t++) tile[t] = pos[j0 + t];
      THREADS for (int t = 0; t < 256; t++) {
        f4 p = pos[c * 256 + t], r = sum[t];
        for (int j = 0; j < 256; j++) {
          f4 q = tile[j];
          float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
          float d2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-6f)));
          float inv = 1.0f / sqrtf(d2);
          float s = q.w * (inv * inv * inv);
          r.x = fmaf(dx, s, r.x);
          r.y = fmaf(dy, s, r.y);
          r.z = fmaf(dz, s, r.z);
        }
        sum[t] = r;
      }
    }
    THREADS for (int t = 0; t < 256; t++) {
      acc[c * 256 + t].x = sum[t].x;
      acc[c * 256 + t].y = sum[t].y;
      acc[c * 256 + t].z = sum[t].z;
    }
  }
}

LOOPS P(sgemm)(int gx, int gy, int n, const float *restrict a, const float *restrict b, float *restrict c) {
  float as[16][16], bs[16][16], sum[16][16];
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++) {
      memset(sum, 0, sizeof sum);
      for (int k0 = 0; k0 < n; k0 += 16) {
        for (int ty = 0; ty < 16; ty++)
          THREADS for (int tx = 0; tx < 16; tx++) {
            as[ty][tx] = a[(by * 16 + ty) * n + k0 + tx];
            bs[ty][tx] = b[(k0 + ty) * n + bx * 16 + tx];
          }
        for (int ty = 0; ty < 16; ty++)
          THREADS for (int tx = 0; tx < 16; tx++) {
            float s = sum[ty][tx];
            for (int k = 0; k < 16; k++)
              s = fmaf(as[ty][k], bs[k][tx], s);
            sum[ty][tx] = s;
          }
      }
      for (int ty = 0; ty < 16; ty++)
        THREADS for (int tx = 0; tx < 16; tx++) c[(by * 16 + ty) * n + bx * 16 + tx] = sum[ty][tx];
    }
}

LOOPS P(reduce_shared)(int grid, int block, int n, const float *restrict x, float *restrict out) {
  float s[1024];
  for (int c = 0; c < grid; c++) {
    THREADS for (int t = 0; t < block; t++) {
      int i = c * block + t;
      s[t] = i < n ? x[i] : 0;
    }
    for (int h = block / 2; h > 0; h >>= 1)
      THREADS for (int t = 0; t < block; t++) if (t < h) s[t] += s[t + h];
    out[c] = s[0];
  }
}

LOOPS P(reduce_shuffle)(int grid, int block, int n, const float *restrict x, float *restrict out) {
  float v[1024], w[32], s[32];
  for (int c = 0; c < grid; c++) {
    THREADS for (int t = 0; t < block; t++) {
      int i = c * block + t;
      v[t] = i < n ? x[i] : 0;
    }
    for (int b = 0; b < block; b += 32) {
      for (int d = 16; d > 0; d >>= 1) {
        for (int l = 0; l < 32; l++) w[l] = v[b + (l + d < 32 ? l + d : l)];
        THREADS for (int l = 0; l < 32; l++) v[b + l] += w[l];
      }
      s[b / 32] = v[b];
    }
    for (int l = 0; l < 32; l++) v[l] = l < block / 32 ? s[l] : 0;
    for (int d = 16; d > 0; d >>= 1) {
      for (int l = 0; l < 32; l++) w[l] = v[l + d < 32 ? l + d : l];
      THREADS for (int l = 0; l < 32; l++) v[l] += w[l];
    }
    out[c] = v[0];
  }
}

LOOPS P(mandel)(int gx, int gy, int w, int h, int limit, int *restrict out) {
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++)
      for (int ty = 0; ty < 16; ty++)
        THREADS for (int tx = 0; tx < 16; tx++) mandel_thread(bx * 16 + tx, by * 16 + ty, w, h, limit, out);
}

LOOPS P(histogram_shared)(int grid, int block, int n, const unsigned *restrict x, unsigned *restrict out) {
  unsigned s[256];
  for (int c = 0; c < grid; c++) {
    for (int t = 0; t < block; t++) s[t] = 0;
    for (int t = 0; t < block; t++)
      for (int i = c * block + t; i < n; i += grid * block) s[x[i] & 255]++;
    for (int t = 0; t < block; t++) __atomic_fetch_add(&out[t], s[t], __ATOMIC_RELAXED);
  }
}

LOOPS P(histogram_global)(int grid, int block, int n, const unsigned *restrict x, unsigned *restrict out) {
  for (int c = 0; c < grid; c++)
    for (int t = 0; t < block; t++) {
      int i = c * block + t;
      if (i < n) __atomic_fetch_add(&out[x[i] & 255], 1, __ATOMIC_RELAXED);
    }
}

LOOPS P(stencil)(int gx, int gy, int w, int h, const float *restrict in, float *restrict out) {
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++)
      for (int ty = 0; ty < 8; ty++)
        THREADS for (int tx = 0; tx < 32; tx++) stencil_thread(bx * 32 + tx, by * 8 + ty, w, h, in, out);
}

LOOPS P(stencil64)(int gx, int gy, int w, int h, const double *restrict in, double *restrict out) {
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++)
      for (int ty = 0; ty < 8; ty++)
        THREADS for (int tx = 0; tx < 32; tx++) stencil64_thread(bx * 32 + tx, by * 8 + ty, w, h, in, out);
}

LOOPS P(transpose)(int g, int n, const float *restrict in, float *restrict out) {
  float tile[32][33];
  for (int by = 0; by < g; by++)
    for (int bx = 0; bx < g; bx++) {
      for (int ty = 0; ty < 8; ty++)
        THREADS for (int tx = 0; tx < 32; tx++)
          for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = in[(by * 32 + ty + j) * n + bx * 32 + tx];
      for (int ty = 0; ty < 8; ty++)
        THREADS for (int tx = 0; tx < 32; tx++)
          for (int j = 0; j < 32; j += 8) out[(bx * 32 + ty + j) * n + by * 32 + tx] = tile[tx][ty + j];
    }
}

LOOPS P(scan)(int grid, const float *restrict x, float *restrict y) {
  float s[256], v[256];
  for (int c = 0; c < grid; c++) {
    THREADS for (int t = 0; t < 256; t++) s[t] = x[c * 256 + t];
    for (int d = 1; d < 256; d <<= 1) {
      THREADS for (int t = 0; t < 256; t++) v[t] = t >= d ? s[t - d] : 0;
      THREADS for (int t = 0; t < 256; t++) s[t] += v[t];
    }
    THREADS for (int t = 0; t < 256; t++) y[c * 256 + t] = s[t];
  }
}

LOOPS P(bitonic)(int grid, const unsigned *restrict x, unsigned *restrict y) {
  unsigned s[256];
  for (int c = 0; c < grid; c++) {
    for (int t = 0; t < 256; t++) s[t] = x[c * 256 + t];
    for (int k = 2; k <= 256; k <<= 1)
      for (int j = k >> 1; j > 0; j >>= 1)
        for (int t = 0; t < 256; t++) {
          int other = t ^ j;
          if (other > t) {
            unsigned a = s[t], b = s[other];
            if ((a > b) == ((t & k) == 0)) {
              s[t] = b;
              s[other] = a;
            }
          }
        }
    for (int t = 0; t < 256; t++) y[c * 256 + t] = s[t];
  }
}

LOOPS P(options)(int grid, int block, int n, float rate, float vol, const float *restrict price,
                const float *restrict strike, const float *restrict years, float *restrict call, float *restrict put) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++)
      options_thread(c * block + t, n, rate, vol, price, strike, years, call, put);
}

LOOPS P(options_approx)(int grid, int block, int n, float rate, float vol, const float *restrict price,
                       const float *restrict strike, const float *restrict years, float *restrict call, float *restrict put) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++)
      options_approx_thread(c * block + t, n, rate, vol, price, strike, years, call, put);
}

LOOPS P(spmv)(int grid, int block, int rows, const int *restrict start, const int *restrict col,
             const float *restrict val, const float *restrict x, float *restrict y) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) spmv_thread(c * block + t, rows, start, col, val, x, y);
}

LOOPS P(sha)(int grid, int block, unsigned n, const unsigned *restrict k, unsigned *restrict out) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) sha_thread(c * block + t, n, k, out);
}

LOOPS P(mix64)(int grid, int block, unsigned n, int rounds, u64 *restrict out) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) mix64_thread(c * block + t, n, rounds, out);
}

LOOPS P(saxpy_stride)(int grid, int block, int n, float a, const float *restrict x, float *restrict y) {
  for (int first = 0; first < n; first += grid * block)
    for (int c = 0; c < grid; c++)
      THREADS for (int t = 0; t < block; t++) saxpy_thread(first + c * block + t, n, a, x, y);
}

LOOPS P(sum_stride)(int grid, int n, const float *restrict x, float *restrict out) {
  float s[256];
  for (int c = 0; c < grid; c++) {
    memset(s, 0, sizeof s);
    for (int i = c * 256; i < n; i += grid * 256) {
      int m = n - i < 256 ? n - i : 256;
      THREADS for (int t = 0; t < m; t++) s[t] += x[i + t];
    }
    for (int h = 128; h > 0; h >>= 1)
      THREADS for (int t = 0; t < h; t++) s[t] += s[t + h];
    out[c] = s[0];
  }
}

LOOPS P(scan_shuffle)(int grid, const float *restrict x, float *restrict y) {
  float v[256], u[32], s[8], w[8];
  for (int c = 0; c < grid; c++) {
    THREADS for (int t = 0; t < 256; t++) v[t] = x[c * 256 + t];
    for (int b = 0; b < 256; b += 32) {
      for (int d = 1; d < 32; d <<= 1) {
        THREADS for (int l = 0; l < 32; l++) u[l] = v[b + l];
        THREADS for (int l = d; l < 32; l++) v[b + l] += u[l - d];
      }
      s[b / 32] = v[b + 31];
    }
    for (int d = 1; d < 8; d <<= 1) {
      for (int l = 0; l < 8; l++) w[l] = s[l];
      for (int l = d; l < 8; l++) s[l] += w[l - d];
    }
    for (int b = 32; b < 256; b += 32)
      THREADS for (int l = 0; l < 32; l++) v[b + l] += s[b / 32 - 1];
    THREADS for (int t = 0; t < 256; t++) y[c * 256 + t] = v[t];
  }
}

LOOPS P(heat)(int gx, int gy, int gz, int w, int h, int d, float k, const float *restrict in, float *restrict out) {
  for (int bz = 0; bz < gz; bz++)
    for (int by = 0; by < gy; by++)
      for (int bx = 0; bx < gx; bx++)
        for (int tz = 0; tz < 2; tz++)
          for (int ty = 0; ty < 4; ty++)
            THREADS for (int tx = 0; tx < 32; tx++)
              heat_thread(bx * 32 + tx, by * 4 + ty, bz * 2 + tz, w, h, d, k, in, out);
}

LOOPS P(conv)(int gx, int gy, int w, int h, const float *restrict weight, const float *restrict in, float *restrict out) {
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++)
      for (int ty = 0; ty < 8; ty++)
        THREADS for (int tx = 0; tx < 32; tx++) conv_thread(bx * 32 + tx, by * 8 + ty, w, h, weight, in, out);
}

LOOPS P(blend)(int gx, int gy, unsigned w, unsigned h, unsigned alpha, const unsigned char *restrict a,
               const unsigned char *restrict b, unsigned char *restrict out) {
  for (int by = 0; by < gy; by++)
    for (int bx = 0; bx < gx; bx++)
      for (int ty = 0; ty < 4; ty++)
        THREADS for (int tx = 0; tx < 64; tx++) blend_thread(bx * 64 + tx, by * 4 + ty, w, h, alpha, a, b, out);
}

LOOPS P(exp64)(int grid, int block, int n, const double *restrict x, double *restrict y) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) exp64_thread(c * block + t, n, x, y);
}

LOOPS P(momentum)(int grid, int block, int n, float rate, float keep, const float *restrict grad, float *restrict speed,
                  float *restrict weight) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) momentum_thread(c * block + t, n, rate, keep, grad, speed, weight);
}

LOOPS P(halves)(int grid, int block, int n, half a, const half *restrict x, half *restrict y) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) {
      int i = c * block + t;
      if (i < n) {
        half v = a * x[i];
        y[i] = v + y[i];
      }
    }
}

LOOPS P(huber)(int grid, int block, int n, float delta, const float *restrict x, float *restrict loss) {
  for (int c = 0; c < grid; c++)
    THREADS for (int t = 0; t < block; t++) huber_thread(c * block + t, n, delta, x, loss);
}

#include "untuned.c"

#include "own.c"

// How a kernel is called with the arguments of its launch.
#define I(k) (*(int *)arg[k])
#define U(k) (*(unsigned *)arg[k])
#define F(k) (*(float *)arg[k])
#define H(k) (*(half *)arg[k])
#define V(k) (arg[k])
#define ENTRY(name, ...) \
  static void CAT(P(enter_), name)(int gx, int gy, int gz, int bx, void **arg) { P(name)(__VA_ARGS__); }
ENTRY(empty, gx, bx)
ENTRY(tiny, gx, bx, V(0), V(1))
ENTRY(saxpy, gx, bx, I(0), F(1), V(2), V(3))
ENTRY(nbody, gx, bx, I(0), V(1), V(2))
ENTRY(nbody_tiled, gx, I(0), V(1), V(2))
ENTRY(sgemm, gx, gy, I(0), V(1), V(2), V(3))
ENTRY(reduce_shared, gx, bx, I(0), V(1), V(2))
ENTRY(reduce_shuffle, gx, bx, I(0), V(1), V(2))
ENTRY(mandel, gx, gy, I(0), I(1), I(2), V(3))
ENTRY(histogram_shared, gx, bx, I(0), V(1), V(2))
ENTRY(histogram_global, gx, bx, I(0), V(1), V(2))
ENTRY(stencil, gx, gy, I(0), I(1), V(2), V(3))
ENTRY(stencil64, gx, gy, I(0), I(1), V(2), V(3))
ENTRY(transpose, gx, I(0), V(1), V(2))
ENTRY(scan, gx, V(0), V(1))
ENTRY(bitonic, gx, V(0), V(1))
ENTRY(options, gx, bx, I(0), F(1), F(2), V(3), V(4), V(5), V(6), V(7))
ENTRY(options_approx, gx, bx, I(0), F(1), F(2), V(3), V(4), V(5), V(6), V(7))
ENTRY(spmv, gx, bx, I(0), V(1), V(2), V(3), V(4), V(5))
ENTRY(sha, gx, bx, U(0), V(1), V(2))
ENTRY(mix64, gx, bx, U(0), I(1), V(2))
ENTRY(saxpy_stride, gx, bx, I(0), F(1), V(2), V(3))
ENTRY(sum_stride, gx, I(0), V(1), V(2))
ENTRY(scan_shuffle, gx, V(0), V(1))
ENTRY(heat, gx, gy, gz, I(0), I(1), I(2), F(3), V(4), V(5))
ENTRY(conv, gx, gy, I(0), I(1), V(2), V(3), V(4))
ENTRY(blend, gx, gy, U(0), U(1), U(2), V(3), V(4), V(5))
ENTRY(exp64, gx, bx, I(0), V(1), V(2))
ENTRY(momentum, gx, bx, I(0), F(1), F(2), V(3), V(4), V(5))
ENTRY(halves, gx, bx, I(0), H(1), V(2), V(3))
ENTRY(huber, gx, bx, I(0), F(1), V(2), V(3))
ENTRY(gelu, gx, bx, I(0), V(1), V(2))
ENTRY(softmax, gx, I(0), V(1), V(2))
ENTRY(matvec8, gx, I(0), V(1), V(2), V(3), V(4))
ENTRY(rmsrope, gx, I(0), F(1), V(2), V(3), V(4))
ENTRY(conv1d, gx, I(0), V(1), V(2), V(3))
ENTRY(cholesky, gx, bx, I(0), I(1), V(2), V(3))
ENTRY(kmeans, gx, bx, I(0), I(1), V(2), V(3), V(4))
ENTRY(blur, gx, gy, I(0), I(1), V(2), V(3))
ENTRY(trace, gx, gy, V(0), I(1), I(2))
ENTRY(fft, gx, V(0), V(1), V(2))
ENTRY(radix, gx, V(0), V(1), I(2))
ENTRY(lcs, gx, V(0), V(1), I(2), V(3))
ENTRY(spmv8, gx, V(0), V(1), V(2), V(3), V(4), I(5))
ENTRY(enc, gx, bx, V(0), I(1), V(2))
ENTRY(sobel, gx, gy, I(0), I(1), V(2), V(3))
ENTRY(resize, gx, gy, I(0), I(1), I(2), I(3), V(4), V(5))
ENTRY(paths, gx, bx, I(0), I(1), F(2), F(3), F(4), V(5))
ENTRY(murmur, gx, bx, I(0), V(1), V(2), V(3))
ENTRY(crc, gx, I(0), V(1), V(2))
ENTRY(bfs, gx, bx, I(0), I(1), V(2), V(3), V(4), V(5))
ENTRY(words, gx, I(0), V(1), V(2))
ENTRY(ell, gx, bx, I(0), I(1), V(2), V(3), V(4), V(5))
ENTRY(q4, gx, I(0), V(1), V(2), V(3), V(4))
ENTRY(argmax, gx, I(0), V(1), V(2))
ENTRY(lbm, gx, gy, I(0), I(1), F(2), V(3), V(4))
ENTRY(redblack, gx, gy, I(0), I(1), I(2), V(3), V(4))
ENTRY(binomial, gx, I(0), F(1), F(2), V(3), V(4), V(5))
ENTRY(edit, gx, bx, I(0), V(1), V(2), V(3), V(4))

#define ROW(name) {#name, CAT(P(enter_), name)},
const struct loops P(loops)[] = {KERNELS(ROW){0, 0}};
