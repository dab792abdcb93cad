// Pointers that walk through rows, by steps of 32 and of 64 bits, and from rows that 64 bits say.
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define TX __nvvm_read_ptx_sreg_tid_x()
#define BX __nvvm_read_ptx_sreg_ctaid_x()
#define ND __nvvm_read_ptx_sreg_ntid_x()
#define NG __nvvm_read_ptx_sreg_nctaid_x()

// A block sums a row, in strides of the block.
extern "C" __global__ void rows(const unsigned *x, unsigned *out, long ld, int n) {
  __shared__ unsigned part[128];
  const unsigned *r = x + (long)BX * ld;
  unsigned s = 0;
  for (int c = TX; c < n; c += ND) s += r[c] * (c | 1);
  part[TX] = s;
  __nvvm_bar_sync(0);
  for (unsigned k = ND / 2; k > 0; k /= 2) {
    if (TX < k) part[TX] += part[TX + k];
    __nvvm_bar_sync(0);
  }
  if (TX == 0) out[BX] = part[0];
}

// Each thread hashes a column; the pitch has 64 bits.
extern "C" __global__ void columns(const unsigned *x, unsigned *out, unsigned long ld, int rows, int n) {
  int c = BX * ND + TX;
  if (c >= n) return;
  const unsigned *p = x + c;
  unsigned s = 7;
  for (int k = 0; k < rows; k++, p += ld) s = s * 31 + *p;
  out[c] = s;
}

// Down the diagonal, and up again in steps of a sum that is negative.
extern "C" __global__ void diagonals(const unsigned *x, unsigned *out, long ld, int rows, int n) {
  int c = BX * ND + TX;
  if (c + rows > n) return;
  const unsigned *p = x + c;
  unsigned s = 1;
  for (int k = 0; k < rows; k++, p += ld + 1) s = s * 33 ^ *p;
  p = x + (long)(rows - 1) * ld + c;
  unsigned *q = out + (long)(rows - 1) * n + c;
  for (int k = 0; k < rows; k++, p -= ld - 1, q -= n) { s = s * 5 + *p; *q = s; }
}

// A grid of blocks strides through all, by a product of 64 bits.
extern "C" __global__ void strides(const float *x, float *y, float a, unsigned long n) {
  unsigned long step = (unsigned long)ND * NG;
  for (unsigned long i = (unsigned long)BX * ND + TX; i < n; i += step) y[i] = a * x[i] + y[i];
}
