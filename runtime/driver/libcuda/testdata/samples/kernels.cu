// clang-19 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -O2 -S kernels.cu -o kernels.ptx
#include "device.h"

extern "C" {

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockDim_x * blockIdx_x + threadIdx_x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// Adds a value to each element, some times.
__global__ void increment(int *data, int value, int times, int n) {
  int i = blockDim_x * blockIdx_x + threadIdx_x;
  if (i >= n)
    return;
  int x = data[i];
  for (int k = 0; k < times; k++)
    x += value;
  data[i] = x;
}

// A sum of each block, in dynamic shared memory.
__global__ void blockSum(const float *in, double *out, int n) {
  extern __shared__ double part[];
  double sum = 0;
  for (uint i = blockIdx_x * blockDim_x + threadIdx_x; i < (uint)n; i += blockDim_x * gridDim_x)
    sum += in[i];
  part[threadIdx_x] = sum;
  __syncthreads();
  for (uint half = blockDim_x / 2; half > 0; half /= 2) {
    if (threadIdx_x < half)
      part[threadIdx_x] += part[threadIdx_x + half];
    __syncthreads();
  }
  if (threadIdx_x == 0)
    out[blockIdx_x] = part[0];
}

// The sum of the sums.
__global__ void finalSum(const double *in, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[i];
  *out = sum;
}

__constant__ float taps[9];
__device__ unsigned int visits;
static __device__ int hidden[4] = {10, 20, 30, 40};

// A 3 by 3 filter in tiles, of which each block counts one.
__global__ void filter(const float *in, float *out, int width, int height, int pitch) {
  __shared__ float tile[18][18];
  int x = blockIdx_x * 16 + threadIdx_x, y = blockIdx_y * 16 + threadIdx_y;
  for (int dy = threadIdx_y; dy < 18; dy += 16)
    for (int dx = threadIdx_x; dx < 18; dx += 16) {
      int sx = (int)(blockIdx_x * 16) + dx - 1, sy = (int)(blockIdx_y * 16) + dy - 1;
      tile[dy][dx] = sx >= 0 && sy >= 0 && sx < width && sy < height ? in[sy * pitch + sx] : 0.0f;
    }
  __syncthreads();
  if (threadIdx_x == 0 && threadIdx_y == 0)
    __atomic_fetch_add(&visits, 1u, __ATOMIC_RELAXED);
  if (x >= width || y >= height)
    return;
  float sum = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      sum += taps[3 * j + i] * tile[threadIdx_y + j][threadIdx_x + i];
  out[y * pitch + x] = sum;
}

__global__ void readHidden(int *out) {
  out[threadIdx_x] = hidden[threadIdx_x & 3];
  hidden[threadIdx_x & 3] += 1;
}

// Matrices of n by n, in tiles of 16.
__global__ void matrixMul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx_x, ty = threadIdx_y, row = blockIdx_y * 16 + ty, col = blockIdx_x * 16 + tx;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; k++)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// How many blocks have come to a barrier of the grid.
__device__ unsigned int arrived;

static __device__ void gridBarrier(uint blocks) {
  __syncthreads();
  if (threadIdx_x == 0) {
    __nvvm_membar_gl();
    uint ticket = __atomic_fetch_add(&arrived, 1u, __ATOMIC_RELAXED) / blocks;
    volatile uint *seen = &arrived;
    while (*seen / blocks == ticket)
      ;
    __nvvm_membar_gl();
  }
  __syncthreads();
}

// Steps of a wave that all blocks make together: each one adds its neighbours.
__global__ void together(int *a, int *b, int n, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int i = blockIdx_x * blockDim_x + threadIdx_x; i < n; i += blockDim_x * gridDim_x)
      b[i] = a[i] + a[(i + 1) % n] + a[(i + n - 1) % n];
    gridBarrier(gridDim_x);
    int *t = a;
    a = b;
    b = t;
  }
}

// Byte by byte, the sum of all, by warps.
__global__ void histogram(const unsigned char *data, uint *bins, int n) {
  __shared__ uint own[256];
  for (uint i = threadIdx_x; i < 256; i += blockDim_x)
    own[i] = 0;
  __syncthreads();
  for (uint i = blockIdx_x * blockDim_x + threadIdx_x; i < (uint)n; i += blockDim_x * gridDim_x)
    __atomic_fetch_add(&own[data[i]], 1u, __ATOMIC_RELAXED);
  __syncthreads();
  for (uint i = threadIdx_x; i < 256; i += blockDim_x)
    if (own[i])
      __atomic_fetch_add(&bins[i], own[i], __ATOMIC_RELAXED);
}

// What a parameter that is a structure has.
struct Weights {
  char kind;
  double scale;
  short offset[3];
};

__global__ void weighted(struct Weights w, const short *in, double *out, long n) {
  long i = blockDim_x * blockIdx_x + threadIdx_x;
  if (i < n)
    out[i] = w.kind == 's' ? w.scale * in[i] + w.offset[i % 3] : 0;
}
}
