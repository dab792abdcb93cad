// The work of one thread of the kernels in own.cu, as untuned.h has it of the others. It is C where IN_C is
// defined, and else CUDA.
#pragma once

DEV void sobel_thread(int x, int y, int w, int h, const u8 *RESTRICT in, u8 *RESTRICT out) {
  if (x >= w || y >= h)
    return;
  int v = 0;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    const u8 *p = in + (y - 1) * w + x - 1;
    int a = p[0], b = p[1], c = p[2], d = p[w], e = p[w + 2], f = p[2 * w], g = p[2 * w + 1], k = p[2 * w + 2];
    int gx = c + 2 * e + k - (a + 2 * d + f), gy = f + 2 * g + k - (a + 2 * b + c);
    v = (int)sqrtf((float)(gx * gx + gy * gy));
    v = v > 255 ? 255 : v;
  }
  out[y * w + x] = v;
}

// A pixel of four bytes between four others.
DEV u32 between4(u32 a, u32 b, u32 c, u32 d, float fx, float fy) {
  u32 r = 0;
  UNROLL for (int s = 0; s < 32; s += 8) {
    float p = (float)(int)(a >> s & 255), q = (float)(int)(b >> s & 255);
    float t = (float)(int)(c >> s & 255), u = (float)(int)(d >> s & 255);
    float top = fmaf(fx, q - p, p), low = fmaf(fx, u - t, t);
    r |= (u32)(int)(fmaf(fy, low - top, top) + 0.5f) << s;
  }
  return r;
}

DEV void resize_thread(int x, int y, int sw, int sh, int w, int h, const u32 *RESTRICT in, u32 *RESTRICT out) {
  if (x >= w || y >= h)
    return;
  float fx = ((float)x + 0.5f) * ((float)sw / (float)w) - 0.5f, fy = ((float)y + 0.5f) * ((float)sh / (float)h) - 0.5f;
  float lx = floorf(fx), ly = floorf(fy);
  int x0 = clampi((int)lx, 0, sw - 1), x1 = clampi((int)lx + 1, 0, sw - 1);
  int y0 = clampi((int)ly, 0, sh - 1), y1 = clampi((int)ly + 1, 0, sh - 1);
  out[y * w + x] = between4(in[y0 * sw + x0], in[y0 * sw + x1], in[y1 * sw + x0], in[y1 * sw + x1], fx - lx, fy - ly);
}

DEV u32 xorshift(u32 s) {
  s ^= s << 13;
  s ^= s >> 17;
  return s ^ s << 5;
}

// A path of a price that is worth nothing once it reaches the barrier.
DEV void paths_thread(int i, int n, int steps, float drift, float vol, float barrier, float *RESTRICT out) {
  if (i >= n)
    return;
  u32 s = (u32)i * 2654435761u | 1;
  float p = 100;
  for (int k = 0; k < steps; k++) {
    float z = -2;
    UNROLL for (int j = 0; j < 4; j++) {
      s = xorshift(s);
      z += (float)(int)(s >> 8) * 5.9604645e-8f;
    }
    p = fmaf(p, fmaf(vol, z, drift), p);
    if (p >= barrier) {
      out[i] = 0;
      return;
    }
  }
  out[i] = p > 100 ? p - 100 : 0;
}

DEV u32 rotl(u32 v, int n) { return v << n | v >> (32 - n); }

// MurmurHash3 of strings that begin at multiples of four.
DEV void murmur_thread(int i, int n, const int *RESTRICT start, const u8 *RESTRICT text, u32 *RESTRICT out) {
  if (i >= n)
    return;
  const u8 *p = text + start[2 * i];
  int len = start[2 * i + 1];
  u32 h = 42;
  for (int j = 0; j < len / 4; j++) {
    u32 k = ((const u32 *)p)[j] * 0xcc9e2d51u;
    h = rotl(h ^ rotl(k, 15) * 0x1b873593u, 13) * 5 + 0xe6546b64u;
  }
  u32 k = 0;
  const u8 *tail = p + (len & ~3);
  switch (len & 3) {
  case 3:
    k ^= (u32)tail[2] << 16;
  case 2:
    k ^= (u32)tail[1] << 8;
  case 1:
    k ^= tail[0];
    h ^= rotl(k * 0xcc9e2d51u, 15) * 0x1b873593u;
  }
  h ^= len;
  h = (h ^ h >> 16) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  out[i] = h ^ h >> 16;
}

DEV u32 crc_entry(u32 c) {
  for (int k = 0; k < 8; k++)
    c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  return c;
}

DEV u32 crc_of(const u8 *p, int n, const u32 *table) {
  u32 c = ~0u;
  for (int j = 0; j < n; j++)
    c = table[(c ^ p[j]) & 255] ^ c >> 8;
  return ~c;
}

// One step of a search in a graph: what is next to a vertex of this level and was not seen.
DEV void bfs_thread(int v, int n, int level, const int *start, const int *col, const int *dist, int *next) {
  if (v < n && dist[v] == level)
    for (int e = start[v]; e < start[v + 1]; e++) {
      int u = col[e];
      if (dist[u] < 0)
        next[u] = level + 1;
    }
}

DEV int letter(u8 c) { return (u8)((c | 32) - 'a') < 26; }

DEV void ell_thread(int r, int n, int width, const int *RESTRICT col, const float *RESTRICT val, const float *RESTRICT x,
                    float *RESTRICT y) {
  if (r >= n)
    return;
  float s = 0;
  for (int k = 0; k < width; k++) {
    int c = col[k * n + r];
    if (c >= 0)
      s = fmaf(val[k * n + r], x[c], s);
  }
  y[r] = s;
}

DEV float q4_word(u32 q, const float *x, float s) {
  UNROLL for (int k = 0; k < 8; k++) s = fmaf((float)((int)(q >> 4 * k & 15) - 8), x[k], s);
  return s;
}

// Flow on a torus of cells, nine directions.
DEV void lbm_thread(int x, int y, int w, int h, float omega, const float *RESTRICT in, float *RESTRICT out) {
  if (x >= w || y >= h)
    return;
  int n = w * h, l = x == 0 ? w - 1 : x - 1, r = x == w - 1 ? 0 : x + 1;
  int u = (y == 0 ? h - 1 : y - 1) * w, d = (y == h - 1 ? 0 : y + 1) * w, m = y * w;
  float f0 = in[m + x], f1 = in[n + m + l], f2 = in[2 * n + u + x], f3 = in[3 * n + m + r], f4 = in[4 * n + d + x];
  float f5 = in[5 * n + u + l], f6 = in[6 * n + u + r], f7 = in[7 * n + d + r], f8 = in[8 * n + d + l];
  float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
  float q = 1.0f - 1.5f * (ux * ux + uy * uy), a = rho * (1.0f / 9), b = rho * (1.0f / 36), e;
  int at = m + x;
  out[at] = f0 + omega * (rho * (4.0f / 9) * q - f0);
#define RELAX(k, f, weight, along)                                                                                     \
  e = along;                                                                                                           \
  out[k * n + at] = f + omega * (weight * (q + 3.0f * e + 4.5f * e * e) - f);
  RELAX(1, f1, a, ux)
  RELAX(2, f2, a, uy)
  RELAX(3, f3, a, -ux)
  RELAX(4, f4, a, -uy)
  RELAX(5, f5, b, ux + uy)
  RELAX(6, f6, b, uy - ux)
  RELAX(7, f7, b, -ux - uy)
  RELAX(8, f8, b, ux - uy)
#undef RELAX
}

// Half of the cells of a grid, in place: those of one colour of a chessboard.
DEV void redblack_thread(int i, int y, int w, int h, int colour, const float *RESTRICT f, float *u) {
  int x = 2 * i + ((y + colour) & 1);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    int at = y * w + x;
    u[at] = 0.25f * (u[at - 1] + u[at + 1] + u[at - w] + u[at + w] - f[at]);
  }
}

// How many letters make one word of another, of 31 at most.
DEV void edit_thread(int i, int n, const u8 *RESTRICT a, const u8 *RESTRICT b, const u8 *RESTRICT len, u8 *RESTRICT out) {
  if (i >= n)
    return;
  int row[32], la = len[2 * i], lb = len[2 * i + 1];
  for (int j = 0; j <= lb; j++)
    row[j] = j;
  for (int k = 0; k < la; k++) {
    int diag = row[0], left = k + 1;
    row[0] = left;
    for (int j = 0; j < lb; j++) {
      int up = row[j + 1], best = diag + (a[32 * i + k] != b[32 * i + j]);
      best = up + 1 < best ? up + 1 : best;
      best = left + 1 < best ? left + 1 : best;
      diag = up;
      row[j + 1] = left = best;
    }
  }
  out[i] = row[lb];
}
