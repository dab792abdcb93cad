// Particles in C++: structures by value and behind pointers, a template, and variables of the module.
#include "cuda.h"

namespace sim {
struct Vec3 { float x, y, z; };
struct Particle {
  Vec3 at, speed;
  double energy;
  int bounces;
  unsigned char kind;
};
struct World {
  float dt;
  Vec3 gravity;
  double loss; // of the energy in a bounce
  int n;
  bool floor;
};

__attribute__((device)) World last;
__attribute__((device)) unsigned long long bounces;
__attribute__((constant)) float mass[4] = {1, 2, 4, 8};

template <typename T> __global__ void energy(const Particle *p, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Vec3 &v = p[i].speed;
  out[i] = T(0.5f * mass[p[i].kind & 3] * (v.x * v.x + v.y * v.y + v.z * v.z));
}
template __global__ void energy<float>(const Particle *, float *, int);
template __global__ void energy<double>(const Particle *, double *, int);

__global__ void step(Particle *particles, World world) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) last = world;
  if (i >= world.n) return;
  Particle &p = particles[i];
  p.speed.x += world.gravity.x * world.dt;
  p.speed.y += world.gravity.y * world.dt;
  p.speed.z += world.gravity.z * world.dt;
  p.at.x += p.speed.x * world.dt;
  p.at.y += p.speed.y * world.dt;
  p.at.z += p.speed.z * world.dt;
  if (world.floor && p.at.z < 0) {
    p.at.z = -p.at.z;
    p.speed.z = -p.speed.z;
    p.energy -= world.loss;
    p.bounces++;
  }
}
__global__ void count(const Particle *particles, int n) {
  if (blockIdx.x || threadIdx.x) return;
  for (int i = 0; i < n; i++) bounces += particles[i].bounces;
}
}
