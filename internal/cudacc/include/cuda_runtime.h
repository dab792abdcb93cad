// What CUDA C++ means without NVIDIA's toolkit, as far as clang and PTX have it themselves:
// attributes, types of vectors, built-in variables, what threads do together, arithmetic that is one
// instruction. Functions of NVIDIA's library of mathematics (expf, sinf, pow) are not here: others
// would have other bits. Of the host there is what programs need to be parsed, and nothing to link.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <cstring>
#endif

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define CUDART_VERSION 12040

#include "vector_types.h"

#include <__clang_cuda_builtin_vars.h>
#define PTX2GO_CONVERT(variable)                                                                       \
  __device__ inline variable::operator dim3() const { return dim3(x, y, z); }                           \
  __device__ inline variable::operator uint3() const { return make_uint3(x, y, z); }
PTX2GO_CONVERT(__cuda_builtin_threadIdx_t)
PTX2GO_CONVERT(__cuda_builtin_blockIdx_t)
PTX2GO_CONVERT(__cuda_builtin_blockDim_t)
PTX2GO_CONVERT(__cuda_builtin_gridDim_t)
#undef PTX2GO_CONVERT

#define PTX2GO_DEVICE static __device__ __forceinline__ __attribute__((nodebug))
PTX2GO_DEVICE void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
PTX2GO_DEVICE void *memset(void *to, int c, size_t n) { return __builtin_memset(to, c, n); }

#define CUDA_VERSION 10020 // of later ones clang's header takes more from the toolkit
#include <__clang_cuda_intrinsics.h>
#undef CUDA_VERSION
#define CUDA_VERSION 12040

#include "device_atomics.h"
#include "device_math.h"
#include "device_printf.h"
#include "host_api.h"
