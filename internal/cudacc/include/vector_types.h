// Vectors of CUDA, with their alignment.
#pragma once

#define PTX2GO_VECTORS(type, name)                                                                     \
  struct name##1 { type x; };                                                                          \
  struct __align__(2 * sizeof(type)) name##2 { type x, y; };                                           \
  struct name##3 { type x, y, z; };                                                                    \
  struct __align__(sizeof(type) < 8 ? 4 * sizeof(type) : 16) name##4 { type x, y, z, w; };             \
  static inline __host__ __device__ name##1 make_##name##1(type x) { name##1 v = {x}; return v; }      \
  static inline __host__ __device__ name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; } \
  static inline __host__ __device__ name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; } \
  static inline __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }
PTX2GO_VECTORS(signed char, char)
PTX2GO_VECTORS(unsigned char, uchar)
PTX2GO_VECTORS(short, short)
PTX2GO_VECTORS(unsigned short, ushort)
PTX2GO_VECTORS(int, int)
PTX2GO_VECTORS(unsigned int, uint)
PTX2GO_VECTORS(long, long)
PTX2GO_VECTORS(unsigned long, ulong)
PTX2GO_VECTORS(long long, longlong)
PTX2GO_VECTORS(unsigned long long, ulonglong)
PTX2GO_VECTORS(float, float)
PTX2GO_VECTORS(double, double)
#undef PTX2GO_VECTORS

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
