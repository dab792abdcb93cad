// Products of matrices in the manner of CUTLASS and Triton, without their headers. compile.sh makes the PTX.
//
// A CTA computes a tile of 64 rows and 32 columns with four warps, of which each has 16 rows, in steps of BYTES bytes of a
// row of A. Tiles of A and B are brought by cp.async, several steps ahead. The chunks of 16 bytes of a row change
// places from row to row, so that ldmatrix reads no bank twice.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device, always_inline))
#define __shared__ __attribute__((shared, aligned(16)))
#define KERNEL extern "C" __global__ void
#include <__clang_cuda_builtin_vars.h>

typedef unsigned char byte;
typedef unsigned short half;
typedef unsigned long long word64;

enum { ROWS = 64, COLUMNS = 32, THREADS = 128, BYTES = 64, CHUNKS = BYTES / 16 };

static inline __device__ unsigned in_shared(const void *p) {
  word64 a;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(a) : "l"(p));
  return a;
}
// Copies 16 bytes, or zeros where size is 0.
static inline __device__ void copy16(void *to, const void *from, int size) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(in_shared(to)), "l"(from), "r"(size) : "memory");
}
static inline __device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> static inline __device__ void wait_group() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
static inline __device__ void load4(unsigned *r, const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(in_shared(row)) : "memory");
}
static inline __device__ void load4_transposed(unsigned *r, const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(in_shared(row)) : "memory");
}
static inline __device__ float as_float(unsigned x) { return __builtin_bit_cast(float, x); }
static inline __device__ unsigned as_bits(float x) { return __builtin_bit_cast(unsigned, x); }
static inline __device__ unsigned pair(float low, float high) {
  unsigned r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}

// Each type of product: bits of an element of A and B, the type of sums, and the instruction on 16 rows, 8 columns and 32
// bytes of a row.
#define PRODUCT(NAME, BITS, SUM, INSTRUCTION, R)                                                                           \
  struct NAME {                                                                                                            \
    enum { bits = BITS };                                                                                                  \
    typedef SUM sum;                                                                                                       \
    static inline __device__ void multiply(sum *d, const unsigned *a, unsigned b0, unsigned b1) {                          \
      asm volatile(INSTRUCTION " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                          \
                   : "+" R(d[0]), "+" R(d[1]), "+" R(d[2]), "+" R(d[3])                                                    \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                                        \
    }                                                                                                                      \
  };
PRODUCT(F16, 16, float, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "f")
PRODUCT(BF16, 16, float, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "f")
PRODUCT(TF32, 32, float, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "f")
PRODUCT(S8, 8, int, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "r")
PRODUCT(U8S8, 8, int, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32", "r")
PRODUCT(S4, 4, int, "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", "r")

// Where a chunk of a row is in a tile.
static inline __device__ int swizzled(int row, int chunk, int chunks) { return (row * chunks + (chunk ^ (row >> 1 & (chunks - 1)))) * 16; }

// Brings rows of so many chunks; those from row limit on are zeros.
static inline __device__ void bring(byte *to, const byte *from, int rows, int chunks, word64 stride, int limit) {
  for (int i = threadIdx.x; i < rows * chunks; i += THREADS) {
    int row = i / chunks, chunk = i % chunks;
    copy16(to + swizzled(row, chunk, chunks), from + (row < limit ? row : 0) * stride + chunk * 16, row < limit ? 16 : 0);
  }
}

// The main loop: columns of B are rows of what is in memory, so that both factors are loaded alike.
template <class P, int STAGES> static inline __device__ void columns_loop(typename P::sum sums[4][4], byte *shared, const byte *a, const byte *b, int m, int n, int bytes) {
  enum { A = ROWS * BYTES, B = COLUMNS * BYTES };
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int s = 0; s < STAGES - 1; s++) {
    if (s * BYTES < bytes) {
      bring(shared + s * (A + B), a + s * BYTES, ROWS, CHUNKS, bytes, m);
      bring(shared + s * (A + B) + A, b + s * BYTES, COLUMNS, CHUNKS, bytes, n);
    }
    commit();
  }
  for (int at = 0, stage = 0; at < bytes; at += BYTES, stage = (stage + 1) % STAGES) {
    wait_group<STAGES - 2>();
    __syncthreads();
    int ahead = at + (STAGES - 1) * BYTES, to = (stage + STAGES - 1) % STAGES;
    if (ahead < bytes) {
      bring(shared + to * (A + B), a + ahead, ROWS, CHUNKS, bytes, m);
      bring(shared + to * (A + B) + A, b + ahead, COLUMNS, CHUNKS, bytes, n);
    }
    commit();
    const byte *tile_a = shared + stage * (A + B), *tile_b = tile_a + A;
    for (int part = 0; part < CHUNKS; part += 2) {
      unsigned x[4], y[2][4];
      load4(x, tile_a + swizzled(warp * 16 + lane % 16, part + lane / 16, CHUNKS));
      for (int i = 0; i < 2; i++)
        load4(y[i], tile_b + swizzled(i * 16 + lane / 16 * 8 + lane % 8, part + lane / 8 % 2, CHUNKS));
      for (int j = 0; j < 4; j++)
        P::multiply(sums[j], x, y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
  }
  wait_group<0>();
  __syncthreads();
}

// The same with rows of B, of elements of 16 bits, which ldmatrix transposes.
template <class P, int STAGES> static inline __device__ void rows_loop(typename P::sum sums[4][4], byte *shared, const byte *a, const byte *b, int m, int n, int bytes) {
  enum { A = ROWS * BYTES, DEPTH = BYTES / 2, ROW = COLUMNS * 2 / 16, B = DEPTH * COLUMNS * 2 };
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, stride = n * 2;
  for (int s = 0; s < STAGES - 1; s++) {
    if (s * BYTES < bytes) {
      bring(shared + s * (A + B), a + s * BYTES, ROWS, CHUNKS, bytes, m);
      bring(shared + s * (A + B) + A, b + s * DEPTH * stride, DEPTH, ROW, stride, DEPTH);
    }
    commit();
  }
  for (int at = 0, stage = 0; at < bytes; at += BYTES, stage = (stage + 1) % STAGES) {
    wait_group<STAGES - 2>();
    __syncthreads();
    int ahead = at + (STAGES - 1) * BYTES, to = (stage + STAGES - 1) % STAGES;
    if (ahead < bytes) {
      bring(shared + to * (A + B), a + ahead, ROWS, CHUNKS, bytes, m);
      bring(shared + to * (A + B) + A, b + ahead / 2 * stride, DEPTH, ROW, stride, DEPTH);
    }
    commit();
    const byte *tile_a = shared + stage * (A + B), *tile_b = tile_a + A;
    for (int part = 0; part < CHUNKS; part += 2) {
      unsigned x[4], y[2][4];
      load4(x, tile_a + swizzled(warp * 16 + lane % 16, part + lane / 16, CHUNKS));
      for (int i = 0; i < 2; i++)
        load4_transposed(y[i], tile_b + swizzled(part * 8 + lane % 16, i * 2 + lane / 16, ROW));
      for (int j = 0; j < 4; j++)
        P::multiply(sums[j], x, y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
  }
  wait_group<0>();
  __syncthreads();
}

// What is left to do is done for each pair of neighbouring sums: row, column, and the first of both.
template <class SUM, class DO> static inline __device__ void each_pair(SUM sums[4][4], DO act) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int j = 0; j < 4; j++)
    for (int e = 0; e < 2; e++)
      act(blockIdx.y * ROWS + warp * 16 + e * 8 + lane / 4, blockIdx.x * COLUMNS + j * 8 + lane % 4 * 2, &sums[j][2 * e]);
}

#define SHARED(STAGES) __shared__ byte shared[STAGES * (ROWS + COLUMNS) * BYTES]
#define TILE_A a + (word64)blockIdx.y * ROWS * bytes
#define TILE_B b + (word64)blockIdx.x * COLUMNS * bytes

// Three stages, rows of B, f32.
KERNEL f16_rows(const byte *a, const byte *b, float *d, int m, int n, int bytes) {
  SHARED(3);
  float sums[4][4] = {};
  rows_loop<F16, 3>(sums, shared, TILE_A, b + blockIdx.x * COLUMNS * 2, ROWS, n, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, float *s) {
    d[row * n + column] = s[0];
    d[row * n + column + 1] = s[1];
  });
}

// Columns of B; bias and a leaky ReLU; f16.
KERNEL f16_bias(const byte *a, const byte *b, const float *bias, unsigned *d, int m, int n, int bytes) {
  SHARED(2);
  float sums[4][4] = {};
  columns_loop<F16, 2>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, float *s) {
    float x = s[0] + bias[column], y = s[1] + bias[column + 1];
    x = x > 0 ? x : x * 0.25f;
    y = y > 0 ? y : y * 0.25f;
    d[(row * n + column) / 2] = pair(x, y);
  });
}

// Sizes that are no multiples of a tile: rows and columns beyond are zeros, and are not stored. alpha * a * b + beta * d.
KERNEL f16_edges(const byte *a, const byte *b, float *d, int m, int n, int bytes, float alpha, float beta) {
  SHARED(4);
  float sums[4][4] = {};
  columns_loop<F16, 4>(sums, shared, TILE_A, TILE_B, m - blockIdx.y * ROWS, n - blockIdx.x * COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, float *s) {
    for (int i = 0; i < 2; i++)
      if (row < m && column + i < n)
        d[row * n + column + i] = alpha * s[i] + beta * d[row * n + column + i];
  });
}

// Sums of f16.
KERNEL f16_sums(const byte *a, const byte *b, unsigned *d, int m, int n, int bytes) {
  SHARED(3);
  struct HALVES {
    typedef unsigned sum;
    static inline __device__ void multiply(unsigned *d, const unsigned *a, unsigned b0, unsigned b1) {
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                   : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
  };
  unsigned sums[4][4] = {};
  columns_loop<HALVES, 3>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int j = 0; j < 4; j++)
    for (int e = 0; e < 2; e++) {
      int row = blockIdx.y * ROWS + warp * 16 + e * 8 + lane / 4, column = blockIdx.x * COLUMNS + j * 8 + lane % 4 * 2;
      d[(row * n + column) / 2] = sums[j][e];
    }
}

// The CTAs of a tile share the columns of A, and add in turn, as CUTLASS does: the semaphore says whose turn it is.
KERNEL f16_in_turn(const byte *a, const byte *b, float *d, int *semaphores, int m, int n, int bytes) {
  SHARED(3);
  int part = bytes / gridDim.z, tile = blockIdx.y * gridDim.x + blockIdx.x;
  float sums[4][4] = {};
  // Rows are as long as all parts; the loop ends with its own.
  const byte *from_a = TILE_A + blockIdx.z * part, *from_b = TILE_B + blockIdx.z * part;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int at = 0; at < part; at += BYTES) {
    bring(shared, from_a + at, ROWS, CHUNKS, bytes, ROWS);
    bring(shared + ROWS * BYTES, from_b + at, COLUMNS, CHUNKS, bytes, COLUMNS);
    commit();
    wait_group<0>();
    __syncthreads();
    for (int p = 0; p < CHUNKS; p += 2) {
      unsigned x[4], y[2][4];
      load4(x, shared + swizzled(warp * 16 + lane % 16, p + lane / 16, CHUNKS));
      for (int i = 0; i < 2; i++)
        load4(y[i], shared + ROWS * BYTES + swizzled(i * 16 + lane / 16 * 8 + lane % 8, p + lane / 8 % 2, CHUNKS));
      for (int j = 0; j < 4; j++)
        F16::multiply(sums[j], x, y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
    __syncthreads();
  }
  int *semaphore = semaphores + tile, state = -1;
  while (__nvvm_bar0_and(state != blockIdx.z)) {
    if (threadIdx.x == 0)
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(semaphore) : "memory");
  }
  __syncthreads();
  bool first = blockIdx.z == 0;
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, float *s) {
    for (int i = 0; i < 2; i++)
      d[row * n + column + i] = s[i] + (first ? 0 : d[row * n + column + i]);
  });
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(semaphore), "r"(blockIdx.z + 1 == gridDim.z ? 0 : blockIdx.z + 1) : "memory");
}

// Rows of B; the tile of results goes through shared memory, so that 16 bytes are stored at a time. GELU's neighbour
// x * clamp(x / 4 + 1/2, 0, 1).
KERNEL bf16_staged(const byte *a, const byte *b, float *d, int m, int n, int bytes) {
  SHARED(3);
  __shared__ float results[ROWS * (COLUMNS + 4)];
  float sums[4][4] = {};
  rows_loop<BF16, 3>(sums, shared, TILE_A, b + blockIdx.x * COLUMNS * 2, ROWS, n, bytes);
  each_pair(sums, [&] __attribute__((device, always_inline)) (int row, int column, float *s) {
    for (int i = 0; i < 2; i++) {
      float gate = s[i] * 0.25f + 0.5f;
      gate = gate < 0 ? 0 : gate > 1 ? 1 : gate;
      results[row % ROWS * (COLUMNS + 4) + column % COLUMNS + i] = s[i] * gate;
    }
  });
  __syncthreads();
  for (int i = threadIdx.x; i < ROWS * COLUMNS / 4; i += THREADS) {
    int row = i / (COLUMNS / 4), column = i % (COLUMNS / 4) * 4;
    typedef float float4 __attribute__((ext_vector_type(4)));
    *(float4 *)(d + (blockIdx.y * ROWS + row) * n + blockIdx.x * COLUMNS + column) = *(const float4 *)(results + row * (COLUMNS + 4) + column);
  }
}

// ldmatrix moves elements of 32 bits as two of 16.
KERNEL tf32_columns(const byte *a, const byte *b, float *d, int m, int n, int bytes) {
  SHARED(3);
  float sums[4][4] = {};
  columns_loop<TF32, 3>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, float *s) {
    d[row * n + column] = s[0];
    d[row * n + column + 1] = s[1];
  });
}

// Quantised: the sums of a row have a scale, and become s8 again.
KERNEL s8_scaled(const byte *a, const byte *b, const float *scales, signed char *d, int m, int n, int bytes) {
  SHARED(4);
  int sums[4][4] = {};
  columns_loop<S8, 4>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, int *s) {
    for (int i = 0; i < 2; i++) {
      int x;
      asm("cvt.rni.s32.f32 %0, %1;" : "=r"(x) : "f"((float)s[i] * scales[row]));
      d[row * n + column + i] = x < -128 ? -128 : x > 127 ? 127 : x;
    }
  });
}

KERNEL u8_saturated(const byte *a, const byte *b, int *d, int m, int n, int bytes) {
  SHARED(2);
  int sums[4][4];
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, int *s) {
    s[0] = d[row * n + column];
    s[1] = d[row * n + column + 1];
  });
  columns_loop<U8S8, 2>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, int *s) {
    d[row * n + column] = s[0];
    d[row * n + column + 1] = s[1];
  });
}

KERNEL s4_columns(const byte *a, const byte *b, int *d, int m, int n, int bytes) {
  SHARED(2);
  int sums[4][4] = {};
  columns_loop<S4, 2>(sums, shared, TILE_A, TILE_B, ROWS, COLUMNS, bytes);
  each_pair(sums, [=] __attribute__((device, always_inline)) (int row, int column, int *s) {
    d[row * n + column] = s[0];
    d[row * n + column + 1] = s[1];
  });
}

// A is sparse: of four elements of a row two, whose places in them are the bits of meta, four for each chunk. A warp
// computes 16 rows and 8 columns, each CTA one of four.
KERNEL sparse_f16(const unsigned *a, const unsigned *b, const half *meta, float *d, int n, int k) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  int row = (blockIdx.y * 4 + warp) * 16, column = blockIdx.x * 8;
  float s[4] = {};
  for (int at = 0; at < k; at += 32) {
    // 32 columns of A are 16 elements, and two halves of metadata for each row.
    unsigned x[4], y[4], e = 0;
    for (int i = 0; i < 4; i++)
      x[i] = a[((row + g + i % 2 * 8) * (k / 2) + at / 2 + i / 2 * 8) / 2 + t];
    for (int i = 0; i < 4; i++)
      y[i] = b[((column + g) * k + at + i * 8) / 2 + t];
    if (t < 2) // the lanes that the selector names
      e = meta[(row + g) * (k / 16) + at / 16 + t] | meta[(row + g + 8) * (k / 16) + at / 16 + t] << 16;
    asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(e));
  }
  for (int e = 0; e < 4; e++)
    d[(row + g + e / 2 * 8) * n + column + t * 2 + e % 2] = s[e];
}

// Doubles through shared memory, two steps in turn.
KERNEL f64_shared(const double *a, const double *b, double *d, int n, int k) {
  enum { DEPTH = 8, ROW = DEPTH + 1 };
  __shared__ double tile_a[2][32 * ROW], tile_b[2][8 * ROW];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  int row = blockIdx.y * 32, column = blockIdx.x * 8;
  double s[2] = {};
  for (int at = 0, stage = 0; at < k; at += DEPTH, stage ^= 1) {
    for (int i = threadIdx.x; i < 32 * DEPTH; i += THREADS)
      tile_a[stage][i / DEPTH * ROW + i % DEPTH] = a[(row + i / DEPTH) * k + at + i % DEPTH];
    for (int i = threadIdx.x; i < 8 * DEPTH; i += THREADS)
      tile_b[stage][i / DEPTH * ROW + i % DEPTH] = b[(column + i / DEPTH) * k + at + i % DEPTH];
    __syncthreads();
    for (int part = 0; part < DEPTH; part += 4)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+d"(s[0]), "+d"(s[1]) : "d"(tile_a[stage][(warp * 8 + g) * ROW + part + t]), "d"(tile_b[stage][g * ROW + part + t]));
  }
  for (int e = 0; e < 2; e++)
    d[(row + warp * 8 + g) * n + column + t * 2 + e] = s[e];
}

// WMMA: each warp has 16 rows and 16 columns, loaded from shared memory, where rows are longer than a tile's.
KERNEL wmma_f16(const half *a, const half *b, float *d, int n, int k) {
  enum { ROW = 16 + 8 };
  __shared__ half tile_a[32 * ROW], tile_b[16 * 40];
  int warp = threadIdx.x / 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float s[8] = {};
  for (int at = 0; at < k; at += 16) {
    for (int i = threadIdx.x; i < 32 * 16; i += THREADS) {
      tile_a[i / 16 * ROW + i % 16] = a[(row + i / 16) * k + at + i % 16];
      tile_b[i / 32 * 40 + i % 32] = b[(at + i / 32) * n + column + i % 32];
    }
    __syncthreads();
    unsigned x[8], y[8];
    asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], 24;"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]), "=r"(x[7])
                 : "r"(in_shared(tile_a + warp / 2 * 16 * ROW)) : "memory");
    asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], 40;"
                 : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]), "=r"(y[4]), "=r"(y[5]), "=r"(y[6]), "=r"(y[7])
                 : "r"(in_shared(tile_b + warp % 2 * 16)) : "memory");
    asm volatile("wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, "
                 "{%16, %17, %18, %19, %20, %21, %22, %23}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]), "+f"(s[4]), "+f"(s[5]), "+f"(s[6]), "+f"(s[7])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7]),
                   "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]));
    __syncthreads();
  }
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}, %9;" ::
               "l"(d + (row + warp / 2 * 16) * n + column + warp % 2 * 16), "f"(s[0]), "f"(s[1]), "f"(s[2]), "f"(s[3]), "f"(s[4]), "f"(s[5]), "f"(s[6]), "f"(s[7]), "r"(n) : "memory");
}
