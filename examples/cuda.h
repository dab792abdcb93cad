// The few words of CUDA C++ that the examples need, so that clang compiles
// them to PTX without NVIDIA's SDK. See compile.sh.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define KERNEL extern "C" __global__ void
#include <__clang_cuda_builtin_vars.h>
static __device__ float __shfl_down_sync(unsigned mask, float v, int d) {
  return __nvvm_shfl_sync_down_f32(mask, v, d, 31);
}
static __device__ float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
