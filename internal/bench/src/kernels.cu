// The kernels of the suite. loops.c has the same as C loops over threads.
#include "cuda.h"
#include "bodies.h"

#define GID_X (blockIdx.x * blockDim.x + threadIdx.x)
#define GID_Y (blockIdx.y * blockDim.y + threadIdx.y)
#define GID_Z (blockIdx.z * blockDim.z + threadIdx.z)

KERNEL empty(int *p) {
  if (p)
    p[threadIdx.x] = 1;
}

KERNEL tiny(const float *RESTRICT x, float *RESTRICT y) {
  int i = (blockIdx.x & 255) * blockDim.x + threadIdx.x;
  y[i] = fmaf(x[i], x[i], 1.0f);
}

KERNEL saxpy(int n, float a, const float *RESTRICT x, float *RESTRICT y) { saxpy_thread(GID_X, n, a, x, y); }

KERNEL nbody(int n, const f4 *RESTRICT pos, f4 *RESTRICT acc) { nbody_thread(GID_X, n, pos, acc); }

// The same as real programs write it: positions go through shared memory.
KERNEL __launch_bounds__(256) nbody_tiled(int n, const f4 *RESTRICT pos, f4 *RESTRICT acc) {
  __shared__ f4 tile[256];
  int i = GID_X;
  f4 p = pos[i], r = {0, 0, 0, 0};
  for (int j0 = 0; j0 < n; j0 += 256) {
    tile[threadIdx.x] = pos[j0 + threadIdx.x];
    barrier();
#pragma unroll 4
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
    barrier();
  }
  acc[i].x = r.x;
  acc[i].y = r.y;
  acc[i].z = r.z;
}

KERNEL __launch_bounds__(256) sgemm(int n, const float *RESTRICT a, const float *RESTRICT b, float *RESTRICT c) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + col];
    barrier();
    UNROLL
    for (int k = 0; k < 16; k++)
      sum = fmaf(as[ty][k], bs[k][tx], sum);
    barrier();
  }
  c[row * n + col] = sum;
}

KERNEL __launch_bounds__(1024) reduce_shared(int n, const float *RESTRICT x, float *RESTRICT out) {
  __shared__ float s[1024];
  int t = threadIdx.x, i = GID_X;
  s[t] = i < n ? x[i] : 0;
  barrier();
  for (int h = blockDim.x / 2; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h];
    barrier();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

KERNEL __launch_bounds__(1024) reduce_shuffle(int n, const float *RESTRICT x, float *RESTRICT out) {
  __shared__ float s[32];
  int t = threadIdx.x, i = GID_X;
  float v = i < n ? x[i] : 0;
  UNROLL
  for (int d = 16; d > 0; d >>= 1)
    v += shfl_down(v, d);
  if ((t & 31) == 0)
    s[t >> 5] = v;
  barrier();
  if (t < 32) {
    v = t < blockDim.x / 32 ? s[t] : 0;
    UNROLL
    for (int d = 16; d > 0; d >>= 1)
      v += shfl_down(v, d);
    if (t == 0)
      out[blockIdx.x] = v;
  }
}

KERNEL mandel(int w, int h, int limit, int *RESTRICT out) { mandel_thread(GID_X, GID_Y, w, h, limit, out); }

KERNEL __launch_bounds__(256) histogram_shared(int n, const unsigned *RESTRICT x, unsigned *RESTRICT out) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  barrier();
  for (int i = GID_X; i < n; i += gridDim.x * blockDim.x)
    add_atomic(&s[x[i] & 255], 1);
  barrier();
  add_atomic(&out[threadIdx.x], s[threadIdx.x]);
}

KERNEL histogram_global(int n, const unsigned *RESTRICT x, unsigned *RESTRICT out) {
  int i = GID_X;
  if (i < n)
    add_atomic(&out[x[i] & 255], 1);
}

KERNEL stencil(int w, int h, const float *RESTRICT in, float *RESTRICT out) { stencil_thread(GID_X, GID_Y, w, h, in, out); }

KERNEL stencil64(int w, int h, const double *RESTRICT in, double *RESTRICT out) { stencil64_thread(GID_X, GID_Y, w, h, in, out); }

KERNEL __launch_bounds__(256) transpose(int n, const float *RESTRICT in, float *RESTRICT out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  UNROLL
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  barrier();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  UNROLL
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

KERNEL __launch_bounds__(256) scan(const float *RESTRICT x, float *RESTRICT y) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = x[i];
  barrier();
  for (int d = 1; d < 256; d <<= 1) {
    float v = t >= d ? s[t - d] : 0;
    barrier();
    s[t] += v;
    barrier();
  }
  y[i] = s[t];
}

KERNEL __launch_bounds__(256) bitonic(const unsigned *RESTRICT x, unsigned *RESTRICT y) {
  __shared__ unsigned s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = x[i];
  barrier();
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
      barrier();
    }
  y[i] = s[t];
}

KERNEL options(int n, float rate, float vol, const float *RESTRICT price, const float *RESTRICT strike,
               const float *RESTRICT years, float *RESTRICT call, float *RESTRICT put) {
  options_thread(GID_X, n, rate, vol, price, strike, years, call, put);
}

KERNEL options_approx(int n, float rate, float vol, const float *RESTRICT price, const float *RESTRICT strike,
                      const float *RESTRICT years, float *RESTRICT call, float *RESTRICT put) {
  options_approx_thread(GID_X, n, rate, vol, price, strike, years, call, put);
}

KERNEL spmv(int rows, const int *RESTRICT start, const int *RESTRICT col, const float *RESTRICT val,
            const float *RESTRICT x, float *RESTRICT y) {
  spmv_thread(GID_X, rows, start, col, val, x, y);
}

KERNEL sha(unsigned n, const unsigned *RESTRICT k, unsigned *RESTRICT out) { sha_thread(GID_X, n, k, out); }

KERNEL mix64(unsigned n, int rounds, u64 *RESTRICT out) { mix64_thread(GID_X, n, rounds, out); }

KERNEL saxpy_stride(int n, float a, const float *RESTRICT x, float *RESTRICT y) {
  saxpy_stride_thread(GID_X, gridDim.x * blockDim.x, n, a, x, y);
}

KERNEL __launch_bounds__(256) sum_stride(int n, const float *RESTRICT x, float *RESTRICT out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = GID_X; i < n; i += gridDim.x * blockDim.x)
    sum += x[i];
  s[t] = sum;
  barrier();
  for (int h = 128; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h];
    barrier();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// Inclusive sums of a block: of each warp by shuffles, of the warps by the first.
KERNEL __launch_bounds__(256) scan_shuffle(const float *RESTRICT x, float *RESTRICT y) {
  __shared__ float s[8];
  int t = threadIdx.x, lane = t & 31, i = blockIdx.x * 256 + t;
  float v = x[i];
  UNROLL
  for (int d = 1; d < 32; d <<= 1) {
    float u = shfl_up(v, d);
    if (lane >= d)
      v += u;
  }
  if (lane == 31)
    s[t >> 5] = v;
  barrier();
  if (t < 32) {
    float w = lane < 8 ? s[lane] : 0;
    UNROLL
    for (int d = 1; d < 8; d <<= 1) {
      float u = shfl_up(w, d);
      if (lane >= d)
        w += u;
    }
    if (lane < 8)
      s[lane] = w;
  }
  barrier();
  if (t >= 32)
    v += s[(t >> 5) - 1];
  y[i] = v;
}

KERNEL heat(int w, int h, int d, float k, const float *RESTRICT in, float *RESTRICT out) {
  heat_thread(GID_X, GID_Y, GID_Z, w, h, d, k, in, out);
}

KERNEL conv(int w, int h, const float *RESTRICT weight, const float *RESTRICT in, float *RESTRICT out) {
  conv_thread(GID_X, GID_Y, w, h, weight, in, out);
}

KERNEL blend(unsigned w, unsigned h, unsigned alpha, const unsigned char *RESTRICT a, const unsigned char *RESTRICT b,
             unsigned char *RESTRICT out) {
  blend_thread(GID_X, GID_Y, w, h, alpha, a, b, out);
}

KERNEL exp64(int n, const double *RESTRICT x, double *RESTRICT y) { exp64_thread(GID_X, n, x, y); }

KERNEL momentum(int n, float rate, float keep, const float *RESTRICT grad, float *RESTRICT speed, float *RESTRICT weight) {
  momentum_thread(GID_X, n, rate, keep, grad, speed, weight);
}

// Arithmetic of f16, each operation rounded.
KERNEL halves(int n, half a, const half *RESTRICT x, half *RESTRICT y) {
  int i = GID_X;
  if (i < n) {
    half v = a * x[i];
    y[i] = v + y[i];
  }
}

KERNEL huber(int n, float delta, const float *RESTRICT x, float *RESTRICT loss) { huber_thread(GID_X, n, delta, x, loss); }

#include "untuned.cu"

#include "own.cu"
