// Complex numbers, as the modules of this folder have them.
#pragma once
#include "cuda.h"

struct __attribute__((aligned(8))) Complex {
  float x, y;
};

static __device__ Complex operator*(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static __device__ Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
static __device__ Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
static __device__ Complex scaled(float s, Complex a) { return {s * a.x, s * a.y}; }
