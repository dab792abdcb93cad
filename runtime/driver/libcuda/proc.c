// cuGetProcAddress: functions by name, in the version that a program was written for.
#include "api.h"
#include <string.h>

extern int ptx2go_can_look_up(const char *name, void **to, CUdriverProcAddressQueryResult *status);

// find returns the newest function of a name that a version of CUDA has.
static CUdriverProcAddressQueryResult find(const char *name, void **to, int version, int per_thread) {
	CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	int since = -1;
	*to = NULL;
	for (size_t i = 0; i < ptx2go_version_count; i++) {
		const struct ptx2go_version *v = &ptx2go_versions[i];
		if (strcmp(name, v->name))
			continue;
		if (version < v->since) {
			if (!*to)
				status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
		} else if (v->since > since) {
			since = v->since;
			*to = per_thread ? v->per_thread : v->function;
			status = CU_GET_PROC_ADDRESS_SUCCESS;
		}
	}
	return status;
}

CUresult cuGetProcAddress_v2(const char *name, void **to, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
	if (!ptx2go_can_look_up(name, to, status))
		return CUDA_ERROR_INVALID_VALUE;
	if (version > CUDA_VERSION || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
		return CUDA_ERROR_INVALID_VALUE;
	CUdriverProcAddressQueryResult s = find(name, to, version, flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
	if (status)
		*status = s;
	return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char *name, void **to, int version, cuuint64_t flags) {
	CUresult r = cuGetProcAddress_v2(name, to, version, flags, NULL);
	return r || *to ? r : CUDA_ERROR_NOT_FOUND;
}
