#include <cstdio>
#include <cassert>
namespace sim {
struct Vec3 { float x, y, z; };
struct Body { Vec3 at; float mass; double energy; int id; unsigned short tag; char kind; };
struct Params { float dt; double g; int n; unsigned char flags[3]; Vec3 wind; };
enum class Mode : unsigned { Add, Mul };
__constant__ float taps[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
__device__ Params last;
__device__ unsigned long long count;
template <typename T, int N> __global__ void rows(const T *in, T *out, int n) {
  __shared__ T tile[N][N + 1];
  int i = blockIdx.x * N + threadIdx.x, j = blockIdx.y * N + threadIdx.y;
  if (i < n && j < n) tile[threadIdx.y][threadIdx.x] = in[j * n + i];
  __syncthreads();
  i = blockIdx.y * N + threadIdx.x; j = blockIdx.x * N + threadIdx.y;
  if (i < n && j < n) out[j * n + i] = tile[threadIdx.x][threadIdx.y];
}
template __global__ void rows<float, 16>(const float *, float *, int);
template __global__ void rows<double, 8>(const double *, double *, int);
__global__ void step(Body *b, Params p, Mode m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) last = p;
  if (i >= p.n) return;
  Body &x = b[i];
  x.at.x += p.wind.x * p.dt; x.at.y += p.wind.y * p.dt; x.at.z -= (float)(p.g * p.dt);
  if (m == Mode::Mul) x.mass *= taps[x.kind % 9]; else x.mass += taps[x.id % 9];
  x.energy = sqrt((double)x.at.x * x.at.x + (double)x.at.y * x.at.y) * x.mass;
  if (x.tag == p.flags[1]) atomicAdd(&count, 1ull);
}
}
struct Shape { __device__ virtual float area() const = 0; };
struct Disc : Shape { float r; __device__ Disc(float r) : r(r) {} __device__ float area() const override { return 3.14159265f * r * r; } };
struct Box : Shape { float a, b; __device__ Box(float a, float b) : a(a), b(b) {} __device__ float area() const override { return a * b; } };
__global__ void areas(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Disc d(i); Box b(i, i + 1);
  const Shape *s = i & 1 ? (const Shape *)&d : (const Shape *)&b;
  out[i] = s->area();
}
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recurse(int *out) { out[threadIdx.x] = fib(threadIdx.x % 12); }
__device__ float f0(float x) { return x + 1; }
__device__ float f1(float x) { return x * 2; }
__device__ float f2(float x) { return x / 3; }
typedef float (*fn)(float);
__device__ fn table[3] = {f0, f1, f2};
__global__ void indirect(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = table[i % 3](x[i]); }
__global__ void say(const int *x, int n) { int i = threadIdx.x; if (i < n) { printf("thread %d: %d %f %s\n", i, x[i], x[i] * .5, "ok"); assert(x[i] >= 0); } }
__global__ void heap(int **out, int n) { int *p = (int *)malloc(n * sizeof(int)); if (p) for (int i = 0; i < n; i++) p[i] = i * threadIdx.x; out[blockIdx.x * blockDim.x + threadIdx.x] = p; }
__global__ void heapsum(int **in, int *out, int n) { int k = blockIdx.x * blockDim.x + threadIdx.x, s = 0; for (int i = 0; i < n; i++) s += in[k][i]; free(in[k]); out[k] = s; }
extern __shared__ unsigned char dyn[];
__global__ void hist(const unsigned char *in, unsigned *out, int n) {
  unsigned *h = (unsigned *)dyn;
  for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], h[i]);
}
__global__ void lambda(float *x, int n) { auto g = [=](float v) { return v * n + 1; }; int i = threadIdx.x; if (i < n) x[i] = g(x[i]); }
