// What moves a fluid in a periodic box of two dimensions: its vorticity as waves, and what
// that does at each place. A field has n by n elements, row by row.
#include "complex.h"

// The wave of an element: how often it goes up and down in the box, along x and y. Waves
// beyond a third of n take no part, since products of two would look like longer ones.
struct Wave {
  float x, y;
  bool cut;
};

static __device__ Wave wave(int n, int i) {
  int x = i % n, y = i / n;
  if (x >= n / 2)
    x -= n;
  if (y >= n / 2)
    y -= n;
  return {(float)x, (float)y, 3 * x > n || 3 * y > n || -3 * x > n || -3 * y > n};
}

// From the waves of vorticity, those of the velocity and of the slope of vorticity: x as
// the real part of the field, y as the imaginary one.
KERNEL derive(int n, const Complex *vorticity, Complex *velocity, Complex *slope) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n)
    return;
  Wave k = wave(n, i);
  Complex w = vorticity[i], q = {k.x, k.y};
  if (k.cut)
    w = {0, 0};
  float length = k.x * k.x + k.y * k.y;
  Complex stream = {0, 0};
  if (length > 0)
    stream = {w.x / length, w.y / length};
  velocity[i] = q * stream;
  slope[i] = Complex{-k.y, k.x} * w;
}

// How fast vorticity changes at each place: it is carried along, and stirred where there is
// an array for that.
KERNEL carry(int n, const Complex *velocity, const Complex *slope, const float *stir, Complex *rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n)
    return;
  Complex u = velocity[i], s = slope[i];
  float r = -(u.x * s.x + u.y * s.y);
  if (stir)
    r += stir[i];
  rate[i] = {r, 0};
}

// Waves after a time, from those before and how fast they change. Viscosity damps both,
// where there are arrays for that.
KERNEL advance(int n, float time, const float *damp_old, const float *damp_rate, const Complex *old, const Complex *rate, Complex *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n)
    return;
  Complex w = old[i], r = scaled(time, rate[i]);
  if (wave(n, i).cut)
    w = r = {0, 0};
  if (damp_old)
    w = scaled(damp_old[i], w);
  if (damp_rate)
    r = scaled(damp_rate[i], r);
  out[i] = w + r;
}
