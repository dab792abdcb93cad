#include <cstdio>
#include <cassert>
#include <cuda_runtime.h>
__constant__ float taps[4];
template <class T> __device__ T twice(T x) { return x + x; }
__global__ void scale(float *x, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = twice(x[i]) * f + taps[i & 3]; }
namespace ns { __global__ void add(int *x, int v) { atomicAdd(&x[threadIdx.x], v); atomicMax(x, v); atomicCAS(x, 1, v); } }
__global__ void warp(unsigned *o, float *f) {
  __shared__ float s[256];
  uint3 t = threadIdx; dim3 b = blockDim;
  s[t.x] = f[t.x]; __syncthreads();
  unsigned m = __ballot_sync(~0u, s[b.x - 1 - t.x] > 0);
  o[t.x] = m + __shfl_xor_sync(~0u, t.x, 1) + __popc(m) + __activemask() + __match_any_sync(~0u, t.y) + __ldg(o + 5);
  f[t.x] = fmaf(s[0], sqrtf(f[1]), __fdiv_rz(f[2], f[3])) + fminf(s[1], fabsf(s[2])) + rintf(f[4]) + floorf(f[5]) + max(f[6], 1.f) + min((int)t.x, 7);
  if (t.x == 0) printf("%d %f\n", (int)m, f[0]);
  assert(t.x < 100);
  float4 v = make_float4(1, 2, 3, 4); ((float4 *)f)[9] = v; double d = f[1]; atomicAdd((double *)f, d * sqrt(d));
}
int main() { float *p; cudaMalloc(&p, 100); scale<<<1, 32>>>(p, 2, 3); cudaDeviceSynchronize(); printf("x"); return 0; }
