// Two kernels that a program launches by name: on a GPU through the driver, or
// here when there is none.
#include "cuda.h"

KERNEL scale(float *x, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= f;
}

// Counts the elements above a limit, and remembers the total over all launches
// in a variable of the module.
__device__ unsigned total;

KERNEL count_above(const float *x, float limit, int n, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > limit) {
    __nvvm_atom_add_gen_i((int *)count, 1);
    __nvvm_atom_add_gen_i((int *)&total, 1);
  }
}
