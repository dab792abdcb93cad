// clang-19 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -O2 -fgpu-rdc -S polynomial.cu -o polynomial.ptx
#include "device.h"

// A function and a table of another module.
extern __device__ float evaluate(float x);
extern __device__ float coefficients[4];

extern "C" __global__ void apply(const float *in, float *out, int n) {
  int i = blockDim_x * blockIdx_x + threadIdx_x;
  if (i < n)
    out[i] = evaluate(in[i]) + coefficients[0];
}
