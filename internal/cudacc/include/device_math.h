// Arithmetic that is one instruction of PTX.
#pragma once

PTX2GO_DEVICE float fabsf(float x) { return __nvvm_fabs_f(x); }
PTX2GO_DEVICE double fabs(double x) { return __nvvm_fabs_d(x); }
PTX2GO_DEVICE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
PTX2GO_DEVICE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
PTX2GO_DEVICE float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
PTX2GO_DEVICE double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
PTX2GO_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
PTX2GO_DEVICE float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
PTX2GO_DEVICE float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
PTX2GO_DEVICE double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
PTX2GO_DEVICE double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
PTX2GO_DEVICE float floorf(float x) { return __nvvm_floor_f(x); }
PTX2GO_DEVICE double floor(double x) { return __nvvm_floor_d(x); }
PTX2GO_DEVICE float ceilf(float x) { return __nvvm_ceil_f(x); }
PTX2GO_DEVICE double ceil(double x) { return __nvvm_ceil_d(x); }
PTX2GO_DEVICE float truncf(float x) { return __nvvm_trunc_f(x); }
PTX2GO_DEVICE double trunc(double x) { return __nvvm_trunc_d(x); }
PTX2GO_DEVICE float rintf(float x) { return __builtin_rintf(x); }
PTX2GO_DEVICE double rint(double x) { return __builtin_rint(x); }
PTX2GO_DEVICE float copysignf(float x, float s) { return __builtin_copysignf(x, s); }
PTX2GO_DEVICE double copysign(double x, double s) { return __builtin_copysign(x, s); }
PTX2GO_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
PTX2GO_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
PTX2GO_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
PTX2GO_DEVICE float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
PTX2GO_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }

#define PTX2GO_ROUNDED(r, n)                                                                            \
  PTX2GO_DEVICE float __fadd_##r(float a, float b) { return __nvvm_add_##n##_f(a, b); }                \
  PTX2GO_DEVICE float __fsub_##r(float a, float b) { return __nvvm_add_##n##_f(a, -b); }               \
  PTX2GO_DEVICE float __fmul_##r(float a, float b) { return __nvvm_mul_##n##_f(a, b); }                \
  PTX2GO_DEVICE float __fdiv_##r(float a, float b) { return __nvvm_div_##n##_f(a, b); }                \
  PTX2GO_DEVICE float __fmaf_##r(float a, float b, float c) { return __nvvm_fma_##n##_f(a, b, c); }    \
  PTX2GO_DEVICE float __frcp_##r(float a) { return __nvvm_rcp_##n##_f(a); }                            \
  PTX2GO_DEVICE float __fsqrt_##r(float a) { return __nvvm_sqrt_##n##_f(a); }                          \
  PTX2GO_DEVICE double __dadd_##r(double a, double b) { return __nvvm_add_##n##_d(a, b); }             \
  PTX2GO_DEVICE double __dsub_##r(double a, double b) { return __nvvm_add_##n##_d(a, -b); }            \
  PTX2GO_DEVICE double __dmul_##r(double a, double b) { return __nvvm_mul_##n##_d(a, b); }             \
  PTX2GO_DEVICE double __ddiv_##r(double a, double b) { return __nvvm_div_##n##_d(a, b); }             \
  PTX2GO_DEVICE double __fma_##r(double a, double b, double c) { return __nvvm_fma_##n##_d(a, b, c); } \
  PTX2GO_DEVICE int __float2int_##r(float a) { return __nvvm_f2i_##n(a); }                             \
  PTX2GO_DEVICE unsigned int __float2uint_##r(float a) { return __nvvm_f2ui_##n(a); }                  \
  PTX2GO_DEVICE float __int2float_##r(int a) { return __nvvm_i2f_##n(a); }                             \
  PTX2GO_DEVICE float __uint2float_##r(unsigned int a) { return __nvvm_ui2f_##n(a); }                  \
  PTX2GO_DEVICE float __double2float_##r(double a) { return __nvvm_d2f_##n(a); }
PTX2GO_ROUNDED(rn, rn)
PTX2GO_ROUNDED(rz, rz)
PTX2GO_ROUNDED(ru, rp)
PTX2GO_ROUNDED(rd, rm)
#undef PTX2GO_ROUNDED

PTX2GO_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
PTX2GO_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
PTX2GO_DEVICE float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
PTX2GO_DEVICE unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
PTX2GO_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
PTX2GO_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }

PTX2GO_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
PTX2GO_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
PTX2GO_DEVICE int __clz(int x) { return x ? __builtin_clz(x) : 32; }
PTX2GO_DEVICE int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
PTX2GO_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
PTX2GO_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
PTX2GO_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
PTX2GO_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
PTX2GO_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int s) { return __nvvm_prmt(a, b, s); }
PTX2GO_DEVICE int __mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
PTX2GO_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) { return __nvvm_mulhi_ui(a, b); }
PTX2GO_DEVICE long long __mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
PTX2GO_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }
PTX2GO_DEVICE int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
PTX2GO_DEVICE unsigned int __umul24(unsigned int a, unsigned int b) { return __nvvm_mul24_ui(a, b); }
PTX2GO_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
PTX2GO_DEVICE int clock() { return __nvvm_read_ptx_sreg_clock(); }

#define PTX2GO_LEAST(type)                                                                             \
  static inline __host__ __device__ type min(type a, type b) { return b < a ? b : a; }                 \
  static inline __host__ __device__ type max(type a, type b) { return a < b ? b : a; }
PTX2GO_LEAST(int)
PTX2GO_LEAST(unsigned int)
PTX2GO_LEAST(long)
PTX2GO_LEAST(unsigned long)
PTX2GO_LEAST(long long)
PTX2GO_LEAST(unsigned long long)
#undef PTX2GO_LEAST
PTX2GO_DEVICE float min(float a, float b) { return __nvvm_fmin_f(a, b); }
PTX2GO_DEVICE float max(float a, float b) { return __nvvm_fmax_f(a, b); }
PTX2GO_DEVICE double min(double a, double b) { return __nvvm_fmin_d(a, b); }
PTX2GO_DEVICE double max(double a, double b) { return __nvvm_fmax_d(a, b); }
