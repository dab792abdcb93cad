// The Fourier transform of lines of a field, by Stockham's algorithm of radix 2.
#include "complex.h"

enum { LONGEST = 1024 };

// A block of n/2 threads transforms a line of n, which is a power of two: element i of line
// b lies at b*pitch + i*stride. roots are exp(-2*pi*i*m/n) for m below n/2.
KERNEL __launch_bounds__(LONGEST / 2) fft(int n, int stride, int pitch, int inverse, float scale, const Complex *roots, Complex *field) {
  __shared__ Complex line[2][LONGEST];
  int t = threadIdx.x, half = n / 2, now = 0;
  Complex *p = field + blockIdx.x * pitch;
  line[0][t] = p[t * stride];
  line[0][t + half] = p[(t + half) * stride];
  for (int done = 1, step = half; done < n; done *= 2, step /= 2) {
    __nvvm_bar_sync(0);
    int k = t & (done - 1);
    Complex root = roots[k * step];
    if (inverse)
      root.y = -root.y;
    Complex a = line[now][t], b = root * line[now][t + half];
    now = 1 - now;
    line[now][2 * t - k] = a + b;
    line[now][2 * t - k + done] = a - b;
  }
  __nvvm_bar_sync(0);
  p[t * stride] = scaled(scale, line[now][t]);
  p[(t + half) * stride] = scaled(scale, line[now][t + half]);
}
