// Barriers, fences and atomic operations. They are relaxed, as those of CUDA are.
#pragma once

PTX2GO_DEVICE void __threadfence() { __nvvm_membar_gl(); }
PTX2GO_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
PTX2GO_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
PTX2GO_DEVICE int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
PTX2GO_DEVICE int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
PTX2GO_DEVICE int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
PTX2GO_DEVICE unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_add(mask, v); }
PTX2GO_DEVICE unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_umin(mask, v); }
PTX2GO_DEVICE unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_umax(mask, v); }
PTX2GO_DEVICE int __reduce_add_sync(unsigned int mask, int v) { return __nvvm_redux_sync_add(mask, v); }
PTX2GO_DEVICE int __reduce_min_sync(unsigned int mask, int v) { return __nvvm_redux_sync_min(mask, v); }
PTX2GO_DEVICE int __reduce_max_sync(unsigned int mask, int v) { return __nvvm_redux_sync_max(mask, v); }
PTX2GO_DEVICE unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_and(mask, v); }
PTX2GO_DEVICE unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_or(mask, v); }
PTX2GO_DEVICE unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) { return __nvvm_redux_sync_xor(mask, v); }
#endif

#define PTX2GO_ATOMIC(type, name, builtin) \
  PTX2GO_DEVICE type name(type *p, type v) { return builtin(p, v, __ATOMIC_RELAXED); }
#define PTX2GO_ATOMICS(type)                                                                           \
  PTX2GO_ATOMIC(type, atomicAdd, __atomic_fetch_add)                                                   \
  PTX2GO_ATOMIC(type, atomicSub, __atomic_fetch_sub)                                                   \
  PTX2GO_ATOMIC(type, atomicAnd, __atomic_fetch_and)                                                   \
  PTX2GO_ATOMIC(type, atomicOr, __atomic_fetch_or)                                                     \
  PTX2GO_ATOMIC(type, atomicXor, __atomic_fetch_xor)                                                   \
  PTX2GO_ATOMIC(type, atomicMin, __atomic_fetch_min)                                                   \
  PTX2GO_ATOMIC(type, atomicMax, __atomic_fetch_max)                                                   \
  PTX2GO_ATOMIC(type, atomicExch, __atomic_exchange_n)                                                 \
  PTX2GO_DEVICE type atomicCAS(type *p, type expected, type v) {                                       \
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);           \
    return expected;                                                                                   \
  }
PTX2GO_ATOMICS(int)
PTX2GO_ATOMICS(unsigned int)
PTX2GO_ATOMICS(unsigned long long)
PTX2GO_ATOMIC(long long, atomicMin, __atomic_fetch_min)
PTX2GO_ATOMIC(long long, atomicMax, __atomic_fetch_max)
#undef PTX2GO_ATOMICS
#undef PTX2GO_ATOMIC

PTX2GO_DEVICE float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
PTX2GO_DEVICE double atomicAdd(double *p, double v) { return __nvvm_atom_add_gen_d(p, v); }
#endif
PTX2GO_DEVICE float atomicExch(float *p, float v) { return __builtin_bit_cast(float, atomicExch((int *)p, __builtin_bit_cast(int, v))); }
PTX2GO_DEVICE unsigned int atomicInc(unsigned int *p, unsigned int v) { return __nvvm_atom_inc_gen_ui(p, v); }
PTX2GO_DEVICE unsigned int atomicDec(unsigned int *p, unsigned int v) { return __nvvm_atom_dec_gen_ui(p, v); }
