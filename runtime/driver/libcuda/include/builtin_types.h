/* The vector types of CUDA, for programs that include this header with cuda.h. */
#ifndef PTX2GO_BUILTIN_TYPES_H
#define PTX2GO_BUILTIN_TYPES_H

#ifdef __cplusplus
#define PTX2GO_ALIGNED(n) alignas(n)
#else
#define PTX2GO_ALIGNED(n) _Alignas(n)
#endif

typedef struct char1 { signed char x; } char1;
typedef struct char2 { PTX2GO_ALIGNED(2) signed char x; signed char y; } char2;
typedef struct char3 { signed char x; signed char y, z; } char3;
typedef struct char4 { PTX2GO_ALIGNED(4) signed char x; signed char y, z, w; } char4;

typedef struct uchar1 { unsigned char x; } uchar1;
typedef struct uchar2 { PTX2GO_ALIGNED(2) unsigned char x; unsigned char y; } uchar2;
typedef struct uchar3 { unsigned char x; unsigned char y, z; } uchar3;
typedef struct uchar4 { PTX2GO_ALIGNED(4) unsigned char x; unsigned char y, z, w; } uchar4;

typedef struct short1 { short x; } short1;
typedef struct short2 { PTX2GO_ALIGNED(4) short x; short y; } short2;
typedef struct short3 { short x; short y, z; } short3;
typedef struct short4 { PTX2GO_ALIGNED(8) short x; short y, z, w; } short4;

typedef struct ushort1 { unsigned short x; } ushort1;
typedef struct ushort2 { PTX2GO_ALIGNED(4) unsigned short x; unsigned short y; } ushort2;
typedef struct ushort3 { unsigned short x; unsigned short y, z; } ushort3;
typedef struct ushort4 { PTX2GO_ALIGNED(8) unsigned short x; unsigned short y, z, w; } ushort4;

typedef struct int1 { int x; } int1;
typedef struct int2 { PTX2GO_ALIGNED(8) int x; int y; } int2;
typedef struct int3 { int x; int y, z; } int3;
typedef struct int4 { PTX2GO_ALIGNED(16) int x; int y, z, w; } int4;

typedef struct uint1 { unsigned int x; } uint1;
typedef struct uint2 { PTX2GO_ALIGNED(8) unsigned int x; unsigned int y; } uint2;
typedef struct uint3 { unsigned int x; unsigned int y, z; } uint3;
typedef struct uint4 { PTX2GO_ALIGNED(16) unsigned int x; unsigned int y, z, w; } uint4;

typedef struct long1 { long x; } long1;
typedef struct long2 { PTX2GO_ALIGNED(16) long x; long y; } long2;
typedef struct long3 { long x; long y, z; } long3;
typedef struct long4 { PTX2GO_ALIGNED(16) long x; long y, z, w; } long4;

typedef struct ulong1 { unsigned long x; } ulong1;
typedef struct ulong2 { PTX2GO_ALIGNED(16) unsigned long x; unsigned long y; } ulong2;
typedef struct ulong3 { unsigned long x; unsigned long y, z; } ulong3;
typedef struct ulong4 { PTX2GO_ALIGNED(16) unsigned long x; unsigned long y, z, w; } ulong4;

typedef struct longlong1 { long long x; } longlong1;
typedef struct longlong2 { PTX2GO_ALIGNED(16) long long x; long long y; } longlong2;
typedef struct longlong3 { long long x; long long y, z; } longlong3;
typedef struct longlong4 { PTX2GO_ALIGNED(16) long long x; long long y, z, w; } longlong4;

typedef struct ulonglong1 { unsigned long long x; } ulonglong1;
typedef struct ulonglong2 { PTX2GO_ALIGNED(16) unsigned long long x; unsigned long long y; } ulonglong2;
typedef struct ulonglong3 { unsigned long long x; unsigned long long y, z; } ulonglong3;
typedef struct ulonglong4 { PTX2GO_ALIGNED(16) unsigned long long x; unsigned long long y, z, w; } ulonglong4;

typedef struct float1 { float x; } float1;
typedef struct float2 { PTX2GO_ALIGNED(8) float x; float y; } float2;
typedef struct float3 { float x; float y, z; } float3;
typedef struct float4 { PTX2GO_ALIGNED(16) float x; float y, z, w; } float4;

typedef struct double1 { double x; } double1;
typedef struct double2 { PTX2GO_ALIGNED(16) double x; double y; } double2;
typedef struct double3 { double x; double y, z; } double3;
typedef struct double4 { PTX2GO_ALIGNED(16) double x; double y, z, w; } double4;

typedef struct dim3 {
	unsigned int x, y, z;
#ifdef __cplusplus
	constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
#endif
} dim3;

#undef PTX2GO_ALIGNED

#endif
