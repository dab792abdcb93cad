// The few words of CUDA C++ that the suite needs, so that clang compiles it to
// PTX without NVIDIA's SDK.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define KERNEL extern "C" __global__ void
#define DEV static __device__ inline __attribute__((always_inline))
#define RESTRICT __restrict__
#define GLOBAL
#define UNROLL _Pragma("unroll")
#include <__clang_cuda_builtin_vars.h>

typedef _Float16 half;
typedef unsigned long long u64;
typedef long long i64;

DEV float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
DEV double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
DEV float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
DEV float rintf(float a) { return __builtin_rintf(a); }
DEV double rint(double a) { return __builtin_rint(a); }
DEV float fma_ftz(float a, float b, float c) { return __nvvm_fma_rn_ftz_f(a, b, c); }
DEV float mul_ftz(float a, float b) { return __nvvm_mul_rn_ftz_f(a, b); }
DEV int float_bits(float f) { return __builtin_bit_cast(int, f); }
DEV float bits_float(int i) { return __builtin_bit_cast(float, i); }
DEV double bits_double(i64 i) { return __builtin_bit_cast(double, i); }
DEV float approx_exp2(float a) { return __nvvm_ex2_approx_f(a); }
DEV float approx_log2(float a) { return __nvvm_lg2_approx_f(a); }
DEV float approx_sqrt(float a) { return __nvvm_sqrt_approx_f(a); }
DEV float approx_div(float a, float b) { return __nvvm_div_approx_f(a, b); }
DEV float shfl_down(float v, int d) { return __nvvm_shfl_sync_down_f32(~0u, v, d, 31); }
DEV float shfl_up(float v, int d) { return __nvvm_shfl_sync_up_f32(~0u, v, d, 0); }
DEV void add_atomic(unsigned *p, unsigned v) { __nvvm_atom_add_gen_i((int *)p, v); }
DEV void barrier(void) { __nvvm_bar_sync(0); }

// For untuned.cu and own.cu.
DEV float floorf(float a) { return __builtin_floorf(a); }
#define __constant__ __attribute__((constant))
DEV float shfl_xor(float v, int d) { return __nvvm_shfl_sync_bfly_f32(~0u, v, d, 31); }
DEV int shfl_xori(int v, int d) { return __nvvm_shfl_sync_bfly_i32(~0u, v, d, 31); }
DEV double shfl_down8(double s, int d) { u64 v = __nvvm_bitcast_d2ll(s); unsigned lo = __nvvm_shfl_sync_down_i32(~0u, (unsigned)v, d, 0x181f), hi = __nvvm_shfl_sync_down_i32(~0u, (unsigned)(v >> 32), d, 0x181f); return __nvvm_bitcast_ll2d((u64)hi << 32 | lo); }
DEV float approx_sin(float a) { return __nvvm_sin_approx_f(a); }
DEV float approx_cos(float a) { return __nvvm_cos_approx_f(a); }
DEV float approx_rsqrt(float a) { return __nvvm_rsqrt_approx_f(a); }
DEV int dp4a(int a, int b, int c) { int r; asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
DEV unsigned ballot(bool p) { return __nvvm_vote_ballot_sync(~0u, p); }
typedef struct __attribute__((aligned(16))) { int x, y, z, w; } i4;
typedef struct __attribute__((aligned(8))) { float x, y; } f2;
