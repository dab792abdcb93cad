// Kernels whose names and parameters are those of C++. See compile.sh.
#include "cuda.h"
#define GLOBAL __attribute__((global))

struct Vec3 { float x, y, z; };
struct float4 { float x, y, z, w; } __attribute__((aligned(16)));
typedef float vec2 __attribute__((ext_vector_type(2)));
typedef unsigned long size_t;

namespace sim {
struct Body { Vec3 at; float mass; double energy; int id; unsigned short tag; char kind; };
struct Params { float dt; double g; int n; unsigned char flags[3]; Vec3 wind; };
union Word { float f; unsigned u; };
struct Cell { Word word; short counts[2][3]; Cell *next; };
enum class Mode : unsigned { Add, Mul };
template <typename T, int N> struct Row { T v[N]; };
}

static __device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

namespace foo { namespace bar {
GLOBAL void scale(float *x, float a, int n) { int i = me(); if (i < n) x[i] *= a; }
} }
namespace foo {
GLOBAL void fill(float *x) { x[me()] = 1.0f; }                                  // only constants
GLOBAL void fill(int *x) { x[me()] = -1; }
GLOBAL void fill(unsigned long *x) { x[me()] = 7; }
}
namespace {
GLOBAL __attribute__((used)) void hidden(const unsigned *in, unsigned *out) { out[me()] = in[me()]; }
}
template <typename T> GLOBAL void step(T *x, T dt) { x[me()] += dt; }
template GLOBAL void step<float>(float *, float);
template GLOBAL void step<double>(double *, double);
template <int N, bool Fast> GLOBAL void unroll(short *x) { for (int i = 0; i < N; i++) x[me() * N + i] += Fast; }
template GLOBAL void unroll<2, true>(short *);
template GLOBAL void unroll<4, false>(short *);
template <typename T> GLOBAL void rows(T *x) { x[me()].v[1] = 0; }
template GLOBAL void rows(sim::Row<float, 4> *);
template GLOBAL void rows(sim::Row<int, 2> *);

struct Add { float by; __device__ float operator()(float x) const { return x + by; } };
struct Mul { float by; __device__ float operator()(float x) const { return x * by; } };
template <typename F> GLOBAL void map(F f, float *x) { x[me()] = f(x[me()]); }
template GLOBAL void map(Add, float *);
template GLOBAL void map(Mul, float *);

GLOBAL void move(sim::Body *bodies, sim::Params p) {
  int i = me();
  if (i >= p.n) return;
  sim::Body &b = bodies[i];
  b.at.x += p.wind.x * p.dt;
  b.energy += b.mass * p.g;
  b.id ^= p.flags[1];
  b.tag++;
  b.kind = 'm';
}
GLOBAL void cells(sim::Cell *c) { c[me()].word.u++; c[me()].counts[1][2] = c[me()].next->counts[0][0]; }
GLOBAL void select(sim::Mode mode, bool negate, char *x) { x[me()] = (mode == sim::Mode::Add ? x[me()] + 1 : x[me()] * 2) * (negate ? -1 : 1); }
GLOBAL void quads(float4 *x, vec2 v) { x[me()].y += v.y; }
GLOBAL void chase(float **rows, const float &a, size_t n) { for (size_t i = 0; i < n; i++) rows[me()][i] += a; }
GLOBAL void halves(_Float16 *x, __bf16 *y, _Float16 a) { x[me()] = a; y[me()] = y[me() + 1]; }
GLOBAL void untrue(double *x) { ((int *)x)[me()] += 1; }                           // accesses are of ints
GLOBAL void words(const unsigned char *in, float *out) { *(double *)&out[2 * me()] = ((unsigned *)in)[me()]; } // wider, and whole
GLOBAL void apply(void (*f)(int), int n) { f(n); }

__attribute__((constant)) float taps[9];
namespace blur { __device__ sim::Params defaults; __device__ unsigned long long count; static __device__ int hits[4]; }
GLOBAL void convolve(const float *in, float *out) {
  float s = 0;
  for (int i = 0; i < 9; i++) s += in[me() + i] * taps[i];
  out[me()] = s * blur::defaults.dt + blur::defaults.n;
  blur::count++;
  blur::hits[threadIdx.x & 3] = 1;
}
extern "C" GLOBAL void plain(float *x, int n) { if (me() < n) x[me()] = 0; }
