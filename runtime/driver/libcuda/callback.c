#include "callback.h"

extern CUresult ptx2go_stream_add_callback(CUstream stream, CUstreamCallback fn, uintptr_t data, unsigned int flags);
extern CUresult ptx2go_launch_host_func(CUstream stream, CUhostFn fn, uintptr_t data);
extern CUresult ptx2go_user_object_create(CUuserObject *to, uintptr_t object, CUhostFn destroy, unsigned int refs, unsigned int flags);
extern CUresult ptx2go_mem_import(CUmemGenericAllocationHandle *to, uintptr_t handle, CUmemAllocationHandleType kind);

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *to, void *handle, CUmemAllocationHandleType kind) {
	return ptx2go_mem_import(to, (uintptr_t)handle, kind);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback fn, void *data, unsigned int flags) {
	return ptx2go_stream_add_callback(stream, fn, (uintptr_t)data, flags);
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data) {
	return ptx2go_launch_host_func(stream, fn, (uintptr_t)data);
}

CUresult cuUserObjectCreate(CUuserObject *to, void *object, CUhostFn destroy, unsigned int refs, unsigned int flags) {
	return ptx2go_user_object_create(to, (uintptr_t)object, destroy, refs, flags);
}

void ptx2go_call_stream_callback(CUstreamCallback fn, uintptr_t stream, CUresult r, uintptr_t data) {
	fn((CUstream)stream, r, (void *)data);
}

void ptx2go_call_host_func(CUhostFn fn, uintptr_t data) { fn((void *)data); }

size_t ptx2go_call_size_of(CUoccupancyB2DSize fn, int blockSize) { return fn(blockSize); }
