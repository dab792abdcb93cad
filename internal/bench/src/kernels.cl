// The kernels of the suite as OpenCL C, for comparison with an OpenCL runtime
// on the same processor.
#pragma OPENCL FP_CONTRACT OFF
#define DEV static inline __attribute__((always_inline))
#define RESTRICT restrict
#define GLOBAL global
#define UNROLL __attribute__((opencl_unroll_hint(16)))
#define HAVE_F4
typedef ulong u64;
typedef long i64;
typedef struct __attribute__((aligned(16))) { float x, y, z, w; } f4;
#define fmaf fma
#define sqrtf sqrt
#define rintf rint
#define fma_ftz fma
#define mul_ftz(a, b) ((a) * (b))
#define bits_double as_double
#define float_bits as_int
#define bits_float as_float
#define approx_exp2 native_exp2
#define approx_log2 native_log2
#define approx_sqrt native_sqrt
#define approx_div native_divide
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "bodies.h"

#define X get_global_id(0)
#define Y get_global_id(1)
#define Z get_global_id(2)
#define MEET barrier(CLK_LOCAL_MEM_FENCE)

kernel void saxpy(int n, float a, const global float *restrict x, global float *restrict y) { saxpy_thread(X, n, a, x, y); }

kernel void nbody(int n, const global f4 *restrict pos, global f4 *restrict acc) { nbody_thread(X, n, pos, acc); }

kernel void sgemm(int n, const global float *restrict a, const global float *restrict b, global float *restrict c) {
  local float as[16][16], bs[16][16];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * 16 + ty, col = get_group_id(0) * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + col];
    MEET;
    for (int k = 0; k < 16; k++)
      sum = fma(as[ty][k], bs[k][tx], sum);
    MEET;
  }
  c[row * n + col] = sum;
}

kernel void reduce_shared(int n, const global float *restrict x, global float *restrict out) {
  local float s[1024];
  int t = get_local_id(0), i = X;
  s[t] = i < n ? x[i] : 0;
  MEET;
  for (int h = get_local_size(0) / 2; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h];
    MEET;
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}

kernel void mandel(int w, int h, int limit, global int *restrict out) { mandel_thread(X, Y, w, h, limit, out); }

kernel void histogram_shared(int n, const global unsigned *restrict x, global unsigned *restrict out) {
  local unsigned s[256];
  int t = get_local_id(0);
  s[t] = 0;
  MEET;
  for (int i = X; i < n; i += get_global_size(0))
    atomic_inc(&s[x[i] & 255]);
  MEET;
  atomic_add(&out[t], s[t]);
}

kernel void histogram_global(int n, const global unsigned *restrict x, global unsigned *restrict out) {
  int i = X;
  if (i < n)
    atomic_inc(&out[x[i] & 255]);
}

kernel void stencil(int w, int h, const global float *restrict in, global float *restrict out) { stencil_thread(X, Y, w, h, in, out); }

kernel void transpose(int n, const global float *restrict in, global float *restrict out) {
  local float tile[32][33];
  int tx = get_local_id(0), ty = get_local_id(1), bx = get_group_id(0), by = get_group_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[ty + j][tx] = in[(by * 32 + ty + j) * n + bx * 32 + tx];
  MEET;
  for (int j = 0; j < 32; j += 8)
    out[(bx * 32 + ty + j) * n + by * 32 + tx] = tile[tx][ty + j];
}

kernel void scan(const global float *restrict x, global float *restrict y) {
  local float s[256];
  int t = get_local_id(0), i = X;
  s[t] = x[i];
  MEET;
  for (int d = 1; d < 256; d <<= 1) {
    float v = t >= d ? s[t - d] : 0;
    MEET;
    s[t] += v;
    MEET;
  }
  y[i] = s[t];
}

kernel void options(int n, float rate, float vol, const global float *restrict price, const global float *restrict strike,
                    const global float *restrict years, global float *restrict call, global float *restrict put) {
  options_thread(X, n, rate, vol, price, strike, years, call, put);
}

kernel void spmv(int rows, const global int *restrict start, const global int *restrict col, const global float *restrict val,
                 const global float *restrict x, global float *restrict y) {
  spmv_thread(X, rows, start, col, val, x, y);
}

kernel void sha(unsigned n, const global unsigned *restrict k, global unsigned *restrict out) { sha_thread(X, n, k, out); }

kernel void mix64(unsigned n, int rounds, global u64 *restrict out) { mix64_thread(X, n, rounds, out); }

kernel void stencil64(int w, int h, const global double *restrict in, global double *restrict out) { stencil64_thread(X, Y, w, h, in, out); }

kernel void options_approx(int n, float rate, float vol, const global float *restrict price, const global float *restrict strike,
                           const global float *restrict years, global float *restrict call, global float *restrict put) {
  options_approx_thread(X, n, rate, vol, price, strike, years, call, put);
}

kernel void bitonic(const global unsigned *restrict x, global unsigned *restrict y) {
  local unsigned s[256];
  int t = get_local_id(0), i = X;
  s[t] = x[i];
  MEET;
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int other = t ^ j;
      if (other > t) {
        unsigned a = s[t], b = s[other];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[other] = a;
        }
      }
      MEET;
    }
  y[i] = s[t];
}

kernel void saxpy_stride(int n, float a, const global float *restrict x, global float *restrict y) {
  saxpy_stride_thread(X, get_global_size(0), n, a, x, y);
}

kernel void sum_stride(int n, const global float *restrict x, global float *restrict out) {
  local float s[256];
  int t = get_local_id(0);
  float sum = 0;
  for (int i = X; i < n; i += get_global_size(0))
    sum += x[i];
  s[t] = sum;
  MEET;
  for (int h = 128; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h];
    MEET;
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}

kernel void heat(int w, int h, int d, float k, const global float *restrict in, global float *restrict out) {
  heat_thread(X, Y, Z, w, h, d, k, in, out);
}

kernel void conv(int w, int h, const global float *restrict weight, const global float *restrict in, global float *restrict out) {
  conv_thread(X, Y, w, h, weight, in, out);
}

kernel void blend(unsigned w, unsigned h, unsigned alpha, const global unsigned char *restrict a,
                  const global unsigned char *restrict b, global unsigned char *restrict out) {
  blend_thread(X, Y, w, h, alpha, a, b, out);
}

kernel void exp64(int n, const global double *restrict x, global double *restrict y) { exp64_thread(X, n, x, y); }

kernel void momentum(int n, float rate, float keep, const global float *restrict grad, global float *restrict speed,
                     global float *restrict weight) {
  momentum_thread(X, n, rate, keep, grad, speed, weight);
}

kernel void huber(int n, float delta, const global float *restrict x, global float *restrict loss) { huber_thread(X, n, delta, x, loss); }
