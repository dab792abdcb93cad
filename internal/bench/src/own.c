// The kernels of own.cu as loops, for loops.c.
#include "own.h"

// For every thread of a launch of rows.
#define EACH2(width, height, call)                                                                                     \
  for (int y = 0; y < gy * height; y++)                                                                                \
    for (int bx = 0; bx < gx; bx++)                                                                                    \
      THREADS for (int t = 0; t < width; t++) {                                                                        \
        int x = bx * width + t;                                                                                        \
        call;                                                                                                          \
      }

LOOPS P(sobel)(int gx, int gy, int w, int h, const u8 *restrict in, u8 *restrict out) {
  EACH2(32, 8, sobel_thread(x, y, w, h, in, out))
}

LOOPS P(resize)(int gx, int gy, int sw, int sh, int w, int h, const u32 *restrict in, u32 *restrict out) {
  EACH2(16, 16, resize_thread(x, y, sw, sh, w, h, in, out))
}

LOOPS P(paths)(int grid, int block, int n, int steps, float drift, float vol, float barrier, float *restrict out) {
  EACH(paths_thread(i, n, steps, drift, vol, barrier, out))
}

LOOPS P(murmur)(int grid, int block, int n, const int *restrict start, const u8 *restrict text, u32 *restrict out) {
  EACH(murmur_thread(i, n, start, text, out))
}

LOOPS P(crc)(int grid, int n, const u8 *restrict msg, u32 *restrict out) {
  for (int c = 0; c < grid; c++) {
    u32 table[256];
    THREADS for (int t = 0; t < 256; t++) table[t] = crc_entry(t);
    for (int i = c * 256; i < c * 256 + 256 && i < n; i++)
      out[i] = crc_of(msg + i * 64, 64, table);
  }
}

// Not with THREADS: rounds write what others write.
LOOPS P(bfs)(int grid, int block, int n, int level, const int *restrict start, const int *restrict col,
             const int *restrict dist, int *restrict next) {
  for (int i = 0; i < grid * block; i++)
    bfs_thread(i, n, level, start, col, dist, next);
}

LOOPS P(words)(int grid, int n, const u8 *restrict text, u32 *restrict out) {
  for (int c = 0; c < grid; c++) {
    u32 s = 0;
    for (int t = 0; t < 256; t++) {
      int i = c * 256 + t;
      if (i < n)
        s += letter(text[i]) & !(i > 0 && letter(text[i - 1]));
    }
    out[c] = s;
  }
}

LOOPS P(ell)(int grid, int block, int n, int width, const int *restrict col, const float *restrict val,
             const float *restrict x, float *restrict y) {
  EACH(ell_thread(i, n, width, col, val, x, y))
}

LOOPS P(q4)(int grid, int blocks, const u32 *restrict q, const float *restrict d, const float *restrict x,
            float *restrict y) {
  for (int r = 0; r < grid * 4; r++) {
    float s[32];
    for (int l = 0; l < 32; l++)
      s[l] = 0;
    for (int b0 = 0; b0 < blocks; b0 += 32)
      THREADS for (int l = 0; l < 32; l++) {
        int b = b0 + l;
        if (b < blocks) {
          const u32 *v = q + (r * blocks + b) * 4;
          const float *p = x + b * 32;
          s[l] = fmaf(d[r * blocks + b],
                      q4_word(v[3], p + 24, q4_word(v[2], p + 16, q4_word(v[1], p + 8, q4_word(v[0], p, 0)))), s[l]);
        }
      }
    for (int k = 16; k > 0; k >>= 1)
      for (int l = 0; l < k; l++)
        s[l] += s[l + k];
    y[r] = s[0];
  }
}

LOOPS P(argmax)(int grid, int cols, const float *restrict x, int *restrict out) {
  for (int r = 0; r < grid; r++) {
    const float *restrict p = x + r * cols;
    float m = -3e38f;
    int at = 0;
    for (int i = 0; i < cols; i++)
      m = p[i] > m ? p[i] : m;
    while (at < cols - 1 && p[at] != m)
      at++;
    out[r] = at;
  }
}

LOOPS P(lbm)(int gx, int gy, int w, int h, float omega, const float *restrict in, float *restrict out) {
  EACH2(64, 4, lbm_thread(x, y, w, h, omega, in, out))
}

LOOPS P(redblack)(int gx, int gy, int w, int h, int colour, const float *restrict f, float *u) {
  EACH2(32, 8, redblack_thread(x, y, w, h, colour, f, u))
}

LOOPS P(binomial)(int grid, int steps, float up, float down, const float *restrict spot, const float *restrict move,
                  float *restrict out) {
  for (int c = 0; c < grid; c++) {
    float v[257], s = spot[c];
    for (int t = 0; t < 256; t++) {
      float e = 100.0f - s * move[2 * t];
      v[t] = e > 0 ? e : 0;
    }
    v[256] = 0;
    for (int j = steps; j > 0; j--) {
      const float *restrict m = move + (1 + steps - j);
      THREADS for (int t = 0; t < j; t++) {
        float keep = fmaf(up, v[t + 1], down * v[t]), now = 100.0f - s * m[2 * t];
        v[t] = keep > now ? keep : now;
      }
    }
    out[c] = v[0];
  }
}

LOOPS P(edit)(int grid, int block, int n, const u8 *restrict a, const u8 *restrict b, const u8 *restrict len,
              u8 *restrict out) {
  EACH(edit_thread(i, n, a, b, len, out))
}
