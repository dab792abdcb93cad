#include "cuda.h"

// Products of matrices on tensor cores, with the instructions that libraries use: cp.async brings tiles into
// shared memory while others are multiplied, ldmatrix makes fragments of them, mma multiplies.

typedef unsigned short half; // its bits

static __device__ unsigned in_shared(const void *p) {
  unsigned long long a;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(a) : "l"(p));
  return a;
}
static __device__ void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(in_shared(to)), "l"(from) : "memory");
}
static __device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
static __device__ void load4(unsigned *r, const half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(in_shared(row)) : "memory");
}
static __device__ void load4_transposed(unsigned *r, const half *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(in_shared(row)) : "memory");
}
static __device__ void multiply(float *d, const unsigned *a, unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// The chunks of 8 elements of a row of a tile change places from row to row, so that no two that an ldmatrix
// reads are in the same banks.
static __device__ int swizzled(int row, int column, int width) { return row * width + ((column / 8) ^ (row >> 1 & 3)) * 8; }

// out = max(a * b + bias, 0): rows of a and columns of b in multiples of 64 and 32, k of 32. A CTA of 4
// warps computes 64 rows and 32 columns.
enum { ROWS = 64, COLUMNS = 32, DEPTH = 32 };

static __device__ void bring(half *to_a, half *to_b, const half *a, const half *b, int n, int k) {
  for (int i = threadIdx.x; i < ROWS * DEPTH / 8; i += 128) {
    int row = i / (DEPTH / 8), column = i % (DEPTH / 8) * 8;
    copy16(to_a + swizzled(row, column, DEPTH), a + row * k + column);
  }
  for (int i = threadIdx.x; i < DEPTH * COLUMNS / 8; i += 128) {
    int row = i / (COLUMNS / 8), column = i % (COLUMNS / 8) * 8;
    copy16(to_b + swizzled(row, column, COLUMNS), b + row * n + column);
  }
  commit();
}

KERNEL gemm(const half *a, const half *b, const float *bias, float *out, int n, int k) {
  __shared__ __attribute__((aligned(16))) half tile_a[2][ROWS * DEPTH];
  __shared__ __attribute__((aligned(16))) half tile_b[2][DEPTH * COLUMNS];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = blockIdx.y * ROWS, column = blockIdx.x * COLUMNS;
  a += row * k;
  b += column;
  float sums[4][4] = {};
  bring(tile_a[0], tile_b[0], a, b, n, k);
  for (int at = 0, stage = 0; at < k; at += DEPTH, stage ^= 1) {
    if (at + DEPTH < k) {
      bring(tile_a[stage ^ 1], tile_b[stage ^ 1], a + at + DEPTH, b + (at + DEPTH) * n, n, k);
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    } else {
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    for (int part = 0; part < DEPTH; part += 16) {
      unsigned x[4], y[2][4];
      load4(x, tile_a[stage] + swizzled(warp * 16 + lane % 16, part + lane / 16 * 8, DEPTH));
      for (int i = 0; i < 2; i++)
        load4_transposed(y[i], tile_b[stage] + swizzled(part + lane % 16, i * 16 + lane / 16 * 8, COLUMNS));
      for (int j = 0; j < 4; j++)
        multiply(sums[j], x, y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; j++)
    for (int e = 0; e < 4; e++) {
      int i = row + warp * 16 + lane / 4 + e / 2 * 8, at = column + j * 8 + lane % 4 * 2 + e % 2;
      float sum = sums[j][e] + bias[at];
      out[i * n + at] = sum > 0 ? sum : 0;
    }
}

// out = softmax(q * transposed k / sqrt(32)) * v, of 64 keys with 32 elements. A CTA is a warp, which has 16
// queries. Scores stay in the registers in which they were added: as factors of the next product
// they are where they must be.
enum { KEYS = 64, SIZE = 32 };

static __device__ float max_of(float a, float b) { return a > b ? a : b; }
static __device__ float other(float v, int lanes) { return __nvvm_shfl_sync_bfly_f32(0xffffffff, v, lanes, 31); }
static __device__ unsigned pair(float low, float high) {
  unsigned r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}
static __device__ float power(float x) {
  float r;
  asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}

KERNEL attention(const half *q, const half *k, const half *v, float *out) {
  __shared__ __attribute__((aligned(16))) half queries[16 * SIZE];
  __shared__ __attribute__((aligned(16))) half keys[KEYS * SIZE];
  __shared__ __attribute__((aligned(16))) half values[KEYS * SIZE];
  int lane = threadIdx.x;
  q += blockIdx.x * 16 * SIZE;
  out += blockIdx.x * 16 * SIZE;
  for (int i = lane; i < 16 * SIZE / 8; i += 32)
    copy16(queries + swizzled(i / 4, i % 4 * 8, SIZE), q + i * 8);
  for (int i = lane; i < KEYS * SIZE / 8; i += 32) {
    copy16(keys + swizzled(i / 4, i % 4 * 8, SIZE), k + i * 8);
    copy16(values + swizzled(i / 4, i % 4 * 8, SIZE), v + i * 8);
  }
  commit();
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();

  float scores[KEYS / 8][4] = {};
  for (int part = 0; part < SIZE; part += 16) {
    unsigned x[4], y[4];
    load4(x, queries + swizzled(lane % 16, part + lane / 16 * 8, SIZE));
    for (int j = 0; j < KEYS / 16; j++) { // a row of keys is a column of the factor
      load4(y, keys + swizzled(j * 16 + lane / 16 * 8 + lane % 8, part + lane / 8 % 2 * 8, SIZE));
      multiply(scores[2 * j], x, y[0], y[1]);
      multiply(scores[2 * j + 1], x, y[2], y[3]);
    }
  }

  float sums[2] = {}; // of the rows that a lane has elements of
  for (int part = 0; part < 2; part++) {
    float most = scores[0][2 * part];
    for (int j = 0; j < KEYS / 8; j++)
      for (int e = 0; e < 2; e++)
        most = max_of(most, scores[j][2 * part + e]);
    most = max_of(most, other(most, 1));
    most = max_of(most, other(most, 2));
    for (int j = 0; j < KEYS / 8; j++)
      for (int e = 0; e < 2; e++) {
        float p = power((scores[j][2 * part + e] - most) * 0.25503487f); // log2(e) / sqrt(32)
        scores[j][2 * part + e] = p;
        sums[part] += p;
      }
    sums[part] += other(sums[part], 1);
    sums[part] += other(sums[part], 2);
  }

  float results[SIZE / 8][4] = {};
  for (int j = 0; j < KEYS / 16; j++) {
    unsigned x[4] = {pair(scores[2 * j][0], scores[2 * j][1]), pair(scores[2 * j][2], scores[2 * j][3]),
                     pair(scores[2 * j + 1][0], scores[2 * j + 1][1]), pair(scores[2 * j + 1][2], scores[2 * j + 1][3])};
    for (int i = 0; i < SIZE / 16; i++) {
      unsigned y[4];
      load4_transposed(y, values + swizzled(j * 16 + lane % 16, i * 16 + lane / 16 * 8, SIZE));
      multiply(results[2 * i], x, y[0], y[1]);
      multiply(results[2 * i + 1], x, y[2], y[3]);
    }
  }
  for (int j = 0; j < SIZE / 8; j++)
    for (int e = 0; e < 4; e++)
      out[(lane / 4 + e / 2 * 8) * SIZE + j * 8 + lane % 4 * 2 + e % 2] = results[j][e] / sums[e / 2];
}
