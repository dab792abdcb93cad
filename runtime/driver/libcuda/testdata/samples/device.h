// What the kernels need of CUDA's headers, for a compiler without a toolkit.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define threadIdx_x __nvvm_read_ptx_sreg_tid_x()
#define threadIdx_y __nvvm_read_ptx_sreg_tid_y()
#define blockIdx_x __nvvm_read_ptx_sreg_ctaid_x()
#define blockIdx_y __nvvm_read_ptx_sreg_ctaid_y()
#define blockDim_x __nvvm_read_ptx_sreg_ntid_x()
#define blockDim_y __nvvm_read_ptx_sreg_ntid_y()
#define gridDim_x __nvvm_read_ptx_sreg_nctaid_x()
typedef unsigned int uint;
