// Kernels of other authors' kinds, written before anything was done about them and to check what is done for
// others: nothing is tuned to them either. own.c has the same as loops.
#include "own.h"

KERNEL sobel(int w, int h, const u8 *RESTRICT in, u8 *RESTRICT out) { sobel_thread(GID_X, GID_Y, w, h, in, out); }

KERNEL resize(int sw, int sh, int w, int h, const u32 *RESTRICT in, u32 *RESTRICT out) {
  resize_thread(GID_X, GID_Y, sw, sh, w, h, in, out);
}

KERNEL paths(int n, int steps, float drift, float vol, float barrier, float *RESTRICT out) {
  paths_thread(GID_X, n, steps, drift, vol, barrier, out);
}

KERNEL murmur(int n, const int *RESTRICT start, const u8 *RESTRICT text, u32 *RESTRICT out) {
  murmur_thread(GID_X, n, start, text, out);
}

KERNEL __launch_bounds__(256) crc(int n, const u8 *RESTRICT msg, u32 *RESTRICT out) { // table in shared memory
  __shared__ u32 table[256];
  table[threadIdx.x] = crc_entry(threadIdx.x);
  barrier();
  int i = GID_X;
  if (i < n)
    out[i] = crc_of(msg + i * 64, 64, table);
}

KERNEL bfs(int n, int level, const int *start, const int *col, const int *dist, int *next) {
  bfs_thread(GID_X, n, level, start, col, dist, next);
}

KERNEL __launch_bounds__(256) words(int n, const u8 *RESTRICT text, u32 *RESTRICT out) { // how many begin in a block
  __shared__ u32 count[8];
  int t = threadIdx.x, i = GID_X;
  bool begins = i < n && letter(text[i]) && !(i > 0 && letter(text[i - 1]));
  u32 b = ballot(begins);
  if ((t & 31) == 0)
    count[t >> 5] = __builtin_popcount(b);
  barrier();
  if (t == 0) {
    u32 s = 0;
    for (int k = 0; k < 8; k++)
      s += count[k];
    out[blockIdx.x] = s;
  }
}

KERNEL ell(int n, int width, const int *RESTRICT col, const float *RESTRICT val, const float *RESTRICT x,
           float *RESTRICT y) {
  ell_thread(GID_X, n, width, col, val, x, y);
}

KERNEL __launch_bounds__(128) q4(int blocks, const i4 *RESTRICT q, const float *RESTRICT d, const float *RESTRICT x,
                                 float *RESTRICT y) { // a warp a row
  int row = blockIdx.x * 4 + (threadIdx.x >> 5), l = threadIdx.x & 31;
  float s = 0;
  for (int b = l; b < blocks; b += 32) {
    i4 v = q[row * blocks + b];
    const float *p = x + b * 32;
    s = fmaf(d[row * blocks + b], q4_word(v.w, p + 24, q4_word(v.z, p + 16, q4_word(v.y, p + 8, q4_word(v.x, p, 0)))), s);
  }
  UNROLL for (int k = 16; k > 0; k >>= 1) s += shfl_down(s, k);
  if (l == 0)
    y[row] = s;
}

KERNEL __launch_bounds__(256) argmax(int cols, const float *RESTRICT x, int *RESTRICT out) { // a block a row
  __shared__ float sv[8];
  __shared__ int si[8];
  int t = threadIdx.x, at = 0;
  const float *p = x + blockIdx.x * cols;
  float m = -3e38f;
  for (int i = t; i < cols; i += 256)
    if (p[i] > m) {
      m = p[i];
      at = i;
    }
  UNROLL for (int d = 16; d > 0; d >>= 1) {
    float o = shfl_xor(m, d);
    int k = shfl_xori(at, d);
    if (o > m || (o == m && k < at)) {
      m = o;
      at = k;
    }
  }
  if ((t & 31) == 0) {
    sv[t >> 5] = m;
    si[t >> 5] = at;
  }
  barrier();
  if (t == 0) {
    for (int w = 1; w < 8; w++)
      if (sv[w] > m || (sv[w] == m && si[w] < at)) {
        m = sv[w];
        at = si[w];
      }
    out[blockIdx.x] = at;
  }
}

KERNEL lbm(int w, int h, float omega, const float *RESTRICT in, float *RESTRICT out) {
  lbm_thread(GID_X, GID_Y, w, h, omega, in, out);
}

KERNEL redblack(int w, int h, int colour, const float *RESTRICT f, float *u) {
  redblack_thread(GID_X, GID_Y, w, h, colour, f, u);
}

KERNEL __launch_bounds__(256) binomial(int steps, float up, float down, const float *RESTRICT spot,
                                       const float *RESTRICT move, float *RESTRICT out) { // a block an American put
  __shared__ float v[257];
  int t = threadIdx.x;
  float s = spot[blockIdx.x], e = 100.0f - s * move[2 * t];
  v[t] = e > 0 ? e : 0;
  if (t == 0)
    v[256] = 0;
  for (int j = steps; j > 0; j--) {
    barrier();
    float a = v[t], b = v[t + 1];
    barrier();
    if (t < j) {
      float keep = fmaf(up, b, down * a), now = 100.0f - s * move[2 * t - j + 1 + steps];
      v[t] = keep > now ? keep : now;
    }
  }
  if (t == 0)
    out[blockIdx.x] = v[0];
}

KERNEL edit(int n, const u8 *RESTRICT a, const u8 *RESTRICT b, const u8 *RESTRICT len, u8 *RESTRICT out) {
  edit_thread(GID_X, n, a, b, len, out);
}
