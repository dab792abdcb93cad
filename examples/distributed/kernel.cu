// A picture of spheres over a chequered floor: a ray a pixel, which mirrors reflect.
#include "cuda.h"

enum { TILE = 16, BOUNCES = 4 };

struct Vec {
  float x, y, z;
};

static __device__ Vec at(Vec a, float t, Vec d) { return {a.x + t * d.x, a.y + t * d.y, a.z + t * d.z}; }
static __device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static __device__ Vec unit(Vec a) { return at({0, 0, 0}, 1 / __builtin_sqrtf(dot(a, a)), a); }

// What a ray hits first behind a distance: -1 is nothing, and n the floor. A sphere is its
// centre, its radius, its colour and how much it mirrors.
static __device__ int hit(int n, const float *spheres, Vec from, Vec dir, float *distance) {
  int first = -1;
  float nearest = 1e30f;
  if (dir.y < 0) {
    first = n;
    nearest = -from.y / dir.y;
  }
  for (int i = 0; i < n; i++) {
    const float *s = spheres + 8 * i;
    Vec to = {s[0] - from.x, s[1] - from.y, s[2] - from.z};
    float b = dot(to, dir), d = b * b - dot(to, to) + s[3] * s[3];
    if (d <= 0)
      continue;
    float t = b - __builtin_sqrtf(d);
    if (t > 1e-3f && t < nearest) {
      nearest = t;
      first = i;
    }
  }
  *distance = nearest;
  return first;
}

static __device__ unsigned char level(float v) { return v >= 1 ? 255 : (unsigned char)(v * 255); }

// A block of threads has a tile of the picture, and tiles lie one behind the other, those
// from first on: each block writes memory of its own.
KERNEL __launch_bounds__(TILE * TILE) render(int w, int h, int n, const float *spheres, int first, unsigned char *tiles) {
  int px = blockIdx.x * TILE + threadIdx.x, py = blockIdx.y * TILE + threadIdx.y;
  int tile = blockIdx.y * gridDim.x + blockIdx.x - first;
  unsigned char *out = tiles + 3 * ((tile * TILE + (int)threadIdx.y) * TILE + (int)threadIdx.x);
  Vec from = {0, 1.5f, -6}, light = unit({-3, 5, -4}), sum = {0, 0, 0};
  Vec dir = unit({(px - 0.5f * w) / h, (0.5f * h - py) / h - 0.1f, 1});
  float weight = 1;
  for (int bounce = 0; bounce < BOUNCES; bounce++) {
    float distance, mirror;
    int what = hit(n, spheres, from, dir, &distance);
    if (what < 0) {
      float up = 0.5f + 0.5f * dir.y;
      sum = at(sum, weight, {1 - 0.6f * up, 1 - 0.4f * up, 1});
      break;
    }
    Vec place = at(from, distance, dir), normal, colour;
    if (what == n) {
      int odd = ((int)__builtin_floorf(place.x) + (int)__builtin_floorf(place.z)) & 1;
      float grey = odd ? 0.9f : 0.2f;
      normal = {0, 1, 0};
      colour = {grey, grey, grey};
      mirror = 0.15f;
      place.y = 0;
    } else {
      const float *s = spheres + 8 * what;
      normal = unit({place.x - s[0], place.y - s[1], place.z - s[2]});
      colour = {s[4], s[5], s[6]};
      mirror = s[7];
    }
    float lit = dot(normal, light), shade;
    if (lit < 0)
      lit = 0;
    int between = hit(n, spheres, place, light, &shade);
    if (between >= 0 && between < n)
      lit = 0;
    sum = at(sum, weight * (1 - mirror) * (0.2f + 0.8f * lit), colour);
    weight *= mirror;
    from = place;
    dir = at(dir, -2 * dot(dir, normal), normal);
  }
  if (px < w && py < h) {
    out[0] = level(sum.x);
    out[1] = level(sum.y);
    out[2] = level(sum.z);
  }
}
