// Types of parameters for which Go has no words.
#include "include/cuda.h"

typedef const char const_char;
typedef const void *const_pointer;
typedef const CUDA_MEMCPY2D const_CUDA_MEMCPY2D;

// The function of that name is exported too.
#undef cuDeviceGetUuid
