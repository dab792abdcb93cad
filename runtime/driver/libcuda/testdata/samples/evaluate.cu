// clang-19 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -O2 -fgpu-rdc -S evaluate.cu -o evaluate.ptx
#include "device.h"

__device__ float coefficients[4] = {0.5f, -2.0f, 0.25f, 1.0f};

__device__ float evaluate(float x) {
  float y = 0;
  for (int i = 3; i >= 0; i--)
    y = y * x + coefficients[i];
  return y;
}
