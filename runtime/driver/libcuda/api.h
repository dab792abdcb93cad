// Code generated from internal/api/api.txt by internal/api/generate. DO NOT EDIT.

#ifndef PTX2GO_API_H
#define PTX2GO_API_H

// The header, with each function under its own name.
#include "include/cuda.h"

#undef cuGetProcAddress
#undef cuDeviceGetUuid
#undef cuDeviceTotalMem
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxSetFlags
#undef cuDevicePrimaryCtxReset
#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPushCurrent
#undef cuCtxPopCurrent
#undef cuModuleGetGlobal
#undef cuLinkCreate
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuMemGetInfo
#undef cuMemAlloc
#undef cuMemAllocPitch
#undef cuMemFree
#undef cuMemGetAddressRange
#undef cuMemAllocHost
#undef cuMemHostGetDevicePointer
#undef cuMemHostRegister
#undef cuIpcOpenMemHandle
#undef cuMemcpyHtoD
#undef cuMemcpyDtoH
#undef cuMemcpyDtoD
#undef cuMemcpyHtoDAsync
#undef cuMemcpyDtoHAsync
#undef cuMemcpyDtoDAsync
#undef cuMemcpy2D
#undef cuMemcpy2DUnaligned
#undef cuMemcpy2DAsync
#undef cuMemcpy3D
#undef cuMemcpy3DAsync
#undef cuMemsetD8
#undef cuMemsetD16
#undef cuMemsetD32
#undef cuMemsetD2D8
#undef cuMemsetD2D16
#undef cuMemsetD2D32
#undef cuArrayCreate
#undef cuArrayGetDescriptor
#undef cuArray3DCreate
#undef cuArray3DGetDescriptor
#undef cuMemcpyDtoA
#undef cuMemcpyAtoD
#undef cuMemcpyHtoA
#undef cuMemcpyAtoH
#undef cuMemcpyAtoA
#undef cuMemcpyHtoAAsync
#undef cuMemcpyAtoHAsync
#undef cuStreamDestroy
#undef cuEventDestroy
#undef cuStreamWaitValue32
#undef cuStreamWriteValue32
#undef cuStreamWaitValue64
#undef cuStreamWriteValue64
#undef cuStreamBatchMemOp
#undef cuGraphAddKernelNode
#undef cuGraphKernelNodeGetParams
#undef cuGraphKernelNodeSetParams
#undef cuGraphInstantiate
#undef cuGraphExecKernelNodeSetParams
#undef cuGraphExecUpdate
#undef cuStreamBeginCapture
#undef cuStreamGetCaptureInfo
#undef cuTexRefSetAddress
#undef cuTexRefSetAddress2D
#undef cuTexRefGetAddress
#undef cuGraphicsResourceGetMappedPointer
#undef cuGraphicsResourceSetMapFlags

// ptx2go_refuse is CUDA_ERROR_NOT_SUPPORTED, with a reason.
CUresult ptx2go_refuse(char *name, char *why);

// ptx2go_versions are the functions by name, for cuGetProcAddress.
extern const struct ptx2go_version {
	const char *name;
	int since; // version of CUDA
	void *function, *per_thread;
} ptx2go_versions[];
extern const size_t ptx2go_version_count;

#endif
