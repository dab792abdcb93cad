// Two kernels: an instance of a template, and one in a namespace.
#include <cuda_runtime.h>

template <class T> __global__ void scale(T *x, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}
template __global__ void scale<float>(float *, float, int);

namespace sums {
__global__ void add(int *x, int v) { atomicAdd(x, v * int(threadIdx.x)); }
}

int main() {
  float *x;
  cudaMalloc(&x, 128);
  scale<float><<<1, 32>>>(x, 2, 32);
  return cudaDeviceSynchronize();
}
