// Types of parameters for which Go has no words.
#include "api.h"

typedef const char const_char;
typedef const void *const_pointer;
typedef const CUDA_MEMCPY2D const_CUDA_MEMCPY2D;
typedef const CUDA_MEMCPY3D const_CUDA_MEMCPY3D;
typedef const CUDA_MEMCPY3D_PEER const_CUDA_MEMCPY3D_PEER;
typedef const CUlaunchConfig const_CUlaunchConfig;
typedef const CUstreamAttrValue const_CUstreamAttrValue;
typedef const CUmemPoolProps const_CUmemPoolProps;
typedef const CUmemAccessDesc const_CUmemAccessDesc;
typedef const CUgraphNode const_CUgraphNode;
typedef const CUDA_KERNEL_NODE_PARAMS_v1 const_CUDA_KERNEL_NODE_PARAMS_v1;
typedef const CUDA_KERNEL_NODE_PARAMS const_CUDA_KERNEL_NODE_PARAMS;
typedef const CUDA_MEMSET_NODE_PARAMS const_CUDA_MEMSET_NODE_PARAMS;
typedef const CUDA_HOST_NODE_PARAMS const_CUDA_HOST_NODE_PARAMS;
typedef const CUkernelNodeAttrValue const_CUkernelNodeAttrValue;
