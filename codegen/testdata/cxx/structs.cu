// Structures that Go has and those that it has in part. See compile.sh.
#include "cuda.h"
#define GLOBAL __attribute__((global))

enum Kind : short { Solid, Liquid };
struct Base { int id; };
union Word { float f; unsigned u; };
struct float4 { float x, y, z, w; } __attribute__((aligned(16)));
struct Odd : Base {
  bool on;
  Kind kind;
  double grid[2][3];
  Odd *next;
  Word word;
  unsigned low : 3, high : 5;
  float4 at;
  struct { int x, y; } inner;
  int X, x; // one name in Go
  _Float16 half;
};
#pragma pack(push, 1)
struct Packed { char c; int i; double d; short s; };
#pragma pack(pop)
struct Empty {};
template <typename T> struct Pair { T a, b; Empty none; };

__attribute__((device)) Packed table[3];
__attribute__((device)) Pair<float> pair;
static __attribute__((device)) int hidden[2][2];

GLOBAL void odd(Odd *p, Pair<short> by, Empty none) { p[threadIdx.x].grid[1][2] += by.b; p->word.u = p->low; }
GLOBAL void packed(Packed *p, Packed q) { p[threadIdx.x].c = q.c; table[1].c = p->s; pair.b = hidden[1][0]++; }
extern "C" GLOBAL void plain(unsigned char *bytes, const float *scale, Kind kind, void (*f)(), Word word) {
  bytes[threadIdx.x] = scale[kind] + word.f;
}

// What is declared and what is accessed: whether one contradicts the other.
namespace odd_accesses {
GLOBAL void counts(int *x) { __atomic_fetch_add(x, 2, __ATOMIC_RELAXED); }
GLOBAL void sums(float *x) { __atomic_fetch_add((int *)x, 1, __ATOMIC_RELAXED); }  // no floats
GLOBAL void swaps(float *x, float *old) { int f; __atomic_exchange((int *)x, (int *)old, &f, __ATOMIC_RELAXED); }
GLOBAL void floats(int *x) { ((float *)x)[threadIdx.x] += 1; }                       // no ints
GLOBAL void address(unsigned long a) { *(float *)a = 1; }                            // no number
GLOBAL void halfway(Packed *p) { ((int *)p)[0] = 1; ((char *)p)[3] = 2; }            // not its fields
GLOBAL void matrix(float (*m)[4], unsigned char (*b)[3]) { m[threadIdx.x][1] = 2; b[threadIdx.x][2] = 1; }
GLOBAL void walk(const float4 *p, float *out, int n) {
  float s = 0;
  for (const float4 *q = p + threadIdx.x; q < p + n; q += n / 3 + 1) s += q->y;
  out[threadIdx.x] = s;
}
}
