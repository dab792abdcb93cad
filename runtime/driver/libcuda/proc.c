// cuGetProcAddress: functions by name, as the dynamic linker knows them, but for those that
// have got another type in the course of time.
#define _GNU_SOURCE
#include "include/cuda.h"
#include <dlfcn.h>
#include <string.h>

extern int ptx2go_can_look_up(const char *name, void **to, CUdriverProcAddressQueryResult *status);

static const struct {
	const char *name;
	int since; // version of CUDA
	void *function;
} versions[] = {
#define NEWEST(name, since) {#name, since, (void *)name},
	NEWEST(cuDeviceGetUuid, 11040)
	NEWEST(cuDeviceTotalMem, 3020)
	NEWEST(cuDevicePrimaryCtxRelease, 11000)
	NEWEST(cuDevicePrimaryCtxReset, 11000)
	NEWEST(cuDevicePrimaryCtxSetFlags, 11000)
	NEWEST(cuCtxCreate, 3020)
	NEWEST(cuCtxDestroy, 4000)
	NEWEST(cuCtxPopCurrent, 4000)
	NEWEST(cuCtxPushCurrent, 4000)
	NEWEST(cuModuleGetGlobal, 3020)
	NEWEST(cuLinkCreate, 6050)
	NEWEST(cuLinkAddData, 6050)
	NEWEST(cuLinkAddFile, 6050)
	NEWEST(cuMemGetInfo, 3020)
	NEWEST(cuMemAlloc, 3020)
	NEWEST(cuMemAllocPitch, 3020)
	NEWEST(cuMemFree, 3020)
	NEWEST(cuMemGetAddressRange, 3020)
	NEWEST(cuMemAllocHost, 3020)
	NEWEST(cuMemHostGetDevicePointer, 3020)
	NEWEST(cuMemHostRegister, 6050)
	NEWEST(cuMemcpyHtoD, 3020)
	NEWEST(cuMemcpyDtoH, 3020)
	NEWEST(cuMemcpyDtoD, 3020)
	NEWEST(cuMemcpyHtoDAsync, 3020)
	NEWEST(cuMemcpyDtoHAsync, 3020)
	NEWEST(cuMemcpyDtoDAsync, 3020)
	NEWEST(cuMemcpy2D, 3020)
	NEWEST(cuMemcpy2DUnaligned, 3020)
	NEWEST(cuMemcpy2DAsync, 3020)
	NEWEST(cuMemsetD8, 3020)
	NEWEST(cuMemsetD16, 3020)
	NEWEST(cuMemsetD32, 3020)
	NEWEST(cuMemsetD2D8, 3020)
	NEWEST(cuMemsetD2D16, 3020)
	NEWEST(cuMemsetD2D32, 3020)
	NEWEST(cuStreamDestroy, 4000)
	NEWEST(cuEventDestroy, 4000)
	NEWEST(cuGetProcAddress, 12000)
#undef cuGetProcAddress
#undef cuDeviceGetUuid
	NEWEST(cuGetProcAddress, 11030)
	NEWEST(cuDeviceGetUuid, 9020)
};

// in finds a function in this library.
static void *in(const char *name) {
	Dl_info here;
	if (!dladdr((void *)versions, &here))
		return NULL;
	void *lib = dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	if (!lib)
		return NULL;
	void *f = dlsym(lib, name);
	dlclose(lib);
	return f;
}

static CUdriverProcAddressQueryResult find(const char *name, void **to, int version) {
	CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	*to = NULL;
	for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
		if (!strcmp(name, versions[i].name)) {
			if (version >= versions[i].since) {
				*to = versions[i].function;
				return CU_GET_PROC_ADDRESS_SUCCESS;
			}
			status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
		}
	// A name has no version in it.
	if (status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND && !strncmp(name, "cu", 2) && !strstr(name, "_v"))
		*to = in(name);
	return *to ? CU_GET_PROC_ADDRESS_SUCCESS : status;
}

CUresult cuGetProcAddress_v2(const char *name, void **to, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
	if (!ptx2go_can_look_up(name, to, status))
		return CUDA_ERROR_INVALID_VALUE;
	// All default streams are the same, which the flags tell apart.
	if (version > CUDA_VERSION || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
		return CUDA_ERROR_INVALID_VALUE;
	CUdriverProcAddressQueryResult s = find(name, to, version);
	if (status)
		*status = s;
	return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char *name, void **to, int version, cuuint64_t flags) {
	CUresult r = cuGetProcAddress_v2(name, to, version, flags, NULL);
	return r || *to ? r : CUDA_ERROR_NOT_FOUND;
}
