// Libraries, pools, attributes of launches, copies in three dimensions, per-thread default
// streams, launches as in CUDA 3.
#include <builtin_types.h>
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __cuda_cuda_h__
#error "programs look for this"
#endif

static int failures;

#define CHECK(x) \
	do { \
		if (!(x)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #x); \
			failures++; \
		} \
	} while (0)
#define OK(call) \
	do { \
		CUresult got_ = (call); \
		if (got_) { \
			printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #call, got_); \
			failures++; \
		} \
	} while (0)
#define RESULT(want, call) CHECK((call) == (want))

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
			  ".visible .global .align 4 .u32 total;\n"
			  ".visible .entry scale(.param .u64 p, .param .u32 by, .param .f32 more)\n{\n"
			  ".reg .b64 %rd<4>;\n.reg .b32 %r<6>;\n.reg .f32 %f<4>;\n"
			  "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [by];\nld.param.f32 %f1, [more];\n"
			  "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmad.lo.u32 %r2, %r3, %r4, %r2;\n"
			  "mul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
			  "mul.lo.u32 %r2, %r2, %r1;\ncvt.rzi.u32.f32 %r5, %f1;\nadd.u32 %r2, %r2, %r5;\nst.global.u32 [%rd1], %r2;\n"
			  "atom.global.add.u32 %r3, [total], 1;\nret;\n}\n"
			  ".visible .entry other() { ret; }\n";

static unsigned words[64];

static int scaled(CUdeviceptr p, unsigned n, unsigned by, unsigned more) {
	memset(words, 0xff, sizeof words);
	OK(cuMemcpyDtoH(words, p, 4 * n));
	for (unsigned i = 0; i < n; i++)
		if (words[i] != i * by + more)
			return 0;
	return 1;
}

static void libraries(void) {
	CUlibrary lib;
	CUkernel k, all[4] = {0};
	CUfunction f, again;
	CUmodule m, of;
	CUdeviceptr p, total, elsewhere;
	CUcontext ctx;
	size_t size = 0, offset = 0;
	unsigned n = 0;
	int v = 0;
	const char *name = NULL;
	CUfunctionLoadingState state;
	RESULT(CUDA_ERROR_INVALID_PTX, cuLibraryLoadData(&lib, ".version 7.0 nonsense", NULL, NULL, 0, NULL, NULL, 0));
	CUlibraryOption option = CU_LIBRARY_BINARY_IS_PRESERVED;
	void *value = NULL;
	OK(cuLibraryLoadData(&lib, ptx, NULL, NULL, 0, &option, &value, 1));
	OK(cuLibraryGetKernelCount(&n, lib));
	CHECK(n == 2);
	OK(cuLibraryEnumerateKernels(all, 4, lib));
	OK(cuLibraryGetKernel(&k, lib, "scale"));
	CHECK((all[0] == k) + (all[1] == k) == 1 && !all[2]);
	RESULT(CUDA_ERROR_NOT_FOUND, cuLibraryGetKernel(&k, lib, "nothing"));
	OK(cuKernelGetName(&name, k));
	CHECK(!strcmp(name, "scale"));
	OK(cuKernelGetFunction(&f, k));
	OK(cuKernelGetFunction(&again, k));
	CHECK(f == again);
	OK(cuFuncGetName(&name, f));
	CHECK(!strcmp(name, "scale"));
	OK(cuLibraryGetModule(&m, lib));
	OK(cuFuncGetModule(&of, f));
	CHECK(m == of);
	OK(cuModuleGetFunctionCount(&n, m));
	CHECK(n == 2);
	OK(cuFuncIsLoaded(&state, f));
	CHECK(state == CU_FUNCTION_LOADING_STATE_LOADED);
	OK(cuKernelGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k, 0));
	CHECK(v == 1024);
	RESULT(CUDA_ERROR_INVALID_DEVICE, cuKernelGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k, 1));
	OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000, k, 0));
	OK(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f));
	CHECK(v == 100000);
	OK(cuKernelSetCacheConfig(k, CU_FUNC_CACHE_PREFER_L1, 0));
	OK(cuKernelGetParamInfo(k, 2, &offset, &size));
	CHECK(offset == 12 && size == 4);

	// A kernel is a function where one is wanted; variables are of the context.
	OK(cuMemAlloc(&p, sizeof words));
	unsigned by = 3;
	float more = 5;
	void *params[] = {&p, &by, &more};
	OK(cuLaunchKernel((CUfunction)k, 2, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
	CHECK(scaled(p, 64, 3, 5));
	OK(cuLibraryGetGlobal(&total, &size, lib, "total"));
	CHECK(size == 4);
	OK(cuMemcpyDtoH(&n, total, 4));
	CHECK(n == 64);
	RESULT(CUDA_ERROR_NOT_FOUND, cuLibraryGetManaged(&total, &size, lib, "total"));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuLibraryGetGlobal(&elsewhere, &size, lib, "total"));
	CHECK(elsewhere != total);
	OK(cuMemcpyDtoH(&n, elsewhere, 4));
	CHECK(n == 0);
	OK(cuCtxDestroy(ctx));
	OK(cuMemFree(p));
	OK(cuLibraryUnload(lib));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(lib));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuKernelGetFunction(&f, k));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel((CUfunction)k, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
}

static void launches(void) {
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	CUevent e;
	CUstream s;
	OK(cuModuleLoadData(&m, ptx));
	OK(cuModuleGetFunction(&f, m, "scale"));
	OK(cuMemAlloc(&p, sizeof words));
	OK(cuEventCreate(&e, 0));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	unsigned by = 7;
	float more = 1;
	void *params[] = {&p, &by, &more};
	CUlaunchAttribute attrs[4];
	memset(attrs, 0, sizeof attrs);
	attrs[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
	attrs[0].value.cooperative = 1;
	attrs[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	attrs[1].value.clusterDim.x = attrs[1].value.clusterDim.y = attrs[1].value.clusterDim.z = 1;
	attrs[2].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
	attrs[3].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
	attrs[3].value.programmaticEvent.event = e;
	CUlaunchConfig config = {2, 1, 1, 32, 1, 1, 0, s, attrs, 4};
	OK(cuLaunchKernelEx(&config, f, params, NULL));
	OK(cuEventSynchronize(e));
	CHECK(scaled(p, 64, 7, 1));
	attrs[1].value.clusterDim.x = 2;
	RESULT(CUDA_ERROR_NOT_SUPPORTED, cuLaunchKernelEx(&config, f, params, NULL));
	config.numAttrs = 0;
	config.gridDimX = 0;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernelEx(&config, f, params, NULL));

	// CUDA 3.
	OK(cuFuncSetBlockShape(f, 16, 1, 1));
	OK(cuFuncSetSharedSize(f, 64));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(f, 4, 1));
	OK(cuParamSetv(f, 0, &p, sizeof p));
	OK(cuParamSeti(f, 8, 11));
	OK(cuParamSetf(f, 12, 2.5f));
	OK(cuParamSetSize(f, 16));
	OK(cuLaunchGrid(f, 4, 1));
	CHECK(scaled(p, 64, 11, 2));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuParamSetv(f, -1, &p, sizeof p));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuParamSetSize(f, 1 << 20));

	size_t dynamic = 0;
	OK(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, f, 2, 128));
	CHECK(dynamic > 0);
	int blocks = 0;
	OK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)dynamic));
	OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 128, dynamic));
	CHECK(blocks == 2);
	OK(cuStreamDestroy(s));
	OK(cuEventDestroy(e));
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
}

static void pools(void) {
	CUmemoryPool first, now, pool;
	CUdeviceptr p, q, far;
	CUstream s;
	cuuint64_t n = 1;
	int yes = 0;
	CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, .maxSize = 1 << 20};
	OK(cuStreamCreate(&s, 0));
	OK(cuDeviceGetDefaultMemPool(&first, 0));
	OK(cuDeviceGetMemPool(&now, 0));
	CHECK(first == now);
	OK(cuMemPoolCreate(&pool, &props));
	OK(cuDeviceSetMemPool(0, pool));
	OK(cuMemAllocAsync(&p, 1000, s));
	OK(cuMemAllocFromPoolAsync(&q, 500, pool, s));
	RESULT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAllocAsync(&far, 1 << 20, s));
	OK(cuMemsetD8Async(p, 5, 1000, s));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &n));
	CHECK(n == 1500);
	OK(cuMemFreeAsync(p, s));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s));
	OK(cuMemFree(q));
	OK(cuStreamSynchronize(s));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &n));
	CHECK(n == 0);
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &n));
	CHECK(n == 1500);
	n = 0;
	OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &n));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &yes));
	CHECK(yes == 1);
	n = ~0ull;
	OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &n));
	n = 0;
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &n));
	CHECK(n == ~0ull);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(first));
	OK(cuMemPoolDestroy(pool));
	OK(cuDeviceGetMemPool(&now, 0));
	CHECK(first == now);
	props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	RESULT(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolCreate(&pool, &props));
	OK(cuStreamDestroy(s));
}

// copies copies a box of 2 by 3 by 2 bytes out of one of 4 by 4 by 4.
static void copies(void) {
	unsigned char from[64], to[64];
	CUdeviceptr p;
	CUcontext ctx;
	for (int i = 0; i < 64; i++)
		from[i] = (unsigned char)i, to[i] = 0xff;
	OK(cuCtxGetCurrent(&ctx));
	OK(cuMemAlloc(&p, 64));
	OK(cuMemcpyHtoD(p, from, 64));
	CUDA_MEMCPY3D c = {.srcXInBytes = 1, .srcY = 1, .srcZ = 2, .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = p, .srcPitch = 4, .srcHeight = 4,
		.dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = to, .dstPitch = 2, .dstHeight = 3, .WidthInBytes = 2, .Height = 3, .Depth = 2};
	OK(cuMemcpy3D(&c));
	for (int z = 0, i = 0; z < 2; z++)
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 2; x++)
				CHECK(to[i++] == (z + 2) * 16 + (y + 1) * 4 + x + 1);
	CHECK(to[12] == 0xff);
	c.srcHeight = 3; // of which three rows begin at the second
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
	c.srcHeight = 4;
	c.srcZ = 3;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
	c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c)); // of none
	CUDA_MEMCPY3D_PEER peer = {.srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = p, .srcContext = ctx, .srcPitch = 16, .srcHeight = 1,
		.dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = to, .dstContext = ctx, .dstPitch = 1, .dstHeight = 1, .WidthInBytes = 1, .Height = 1, .Depth = 4};
	OK(cuMemcpy3DPeer(&peer));
	CHECK(to[0] == 0 && to[1] == 16 && to[2] == 32 && to[3] == 48);
	OK(cuMemFree(p));
}

static void per_thread(void) {
	CUdeviceptr p;
	CUcontext ctx, got;
	unsigned long long id = 0, own = 0;
	OK(cuMemAlloc(&p, 16));
	OK(cuMemsetD32_v2_ptds(p, 7, 4));
	OK(cuMemsetD32Async_ptsz(p, 9, 1, NULL));
	OK(cuStreamSynchronize_ptsz(NULL));
	OK(cuMemcpyDtoH_v2_ptds(words, p, 16));
	CHECK(words[0] == 9 && words[1] == 7 && words[3] == 7);
	OK(cuStreamGetId_ptsz(NULL, &own));
	OK(cuStreamGetId(NULL, &id));
	CHECK(id != own);
	OK(cuCtxGetCurrent(&ctx));
	OK(cuStreamGetCtx_ptsz(NULL, &got));
	CHECK(ctx == got);
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(CU_STREAM_PER_THREAD));
	OK(cuMemFree(p));
}

static void pointers(void) {
	CUdeviceptr p, managed, start = 1;
	void *host;
	unsigned flags = 0, kind = 7;
	unsigned char is = 7;
	CUdevprop prop;
	OK(cuMemAlloc(&p, 256));
	OK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
	OK(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE));
	OK(cuMemHostGetFlags(&flags, host));
	CHECK(flags == (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemHostGetFlags(&flags, words));
	OK(cuPointerGetAttribute(&is, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
	CHECK(is == 1);
	CUpointer_attribute names[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR};
	void *data[] = {&kind, &is, &start};
	OK(cuPointerGetAttributes(3, names, data, p + 5));
	CHECK(kind == CU_MEMORYTYPE_DEVICE && is == 0 && start == p);
	OK(cuPointerGetAttributes(3, names, data, (CUdeviceptr)(uintptr_t)words));
	CHECK(kind == 0 && is == 0 && start == 0);
	unsigned sync = 1;
	OK(cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	int mostly = 7;
	OK(cuMemRangeGetAttribute(&mostly, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 64));
	CHECK(mostly == 0);
	OK(cuDeviceGetProperties(&prop, 0));
	CHECK(prop.maxThreadsPerBlock == 1024 && prop.SIMDWidth == 32 && prop.maxThreadsDim[2] == 64);
	OK(cuMemFreeHost(host));
	OK(cuMemFree(managed));
	OK(cuMemFree(p));
}

// virtual_memory maps memory at addresses that are reserved, and lets a stream wait for a number in it.
static void virtual_memory(void) {
	enum { PIECE = 1 << 21 };
	CUmemAllocationProp props = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
	CUmemAccessDesc both = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
	size_t granularity = 0;
	CUdeviceptr at;
	CUmemGenericAllocationHandle memory;
	CUstream stream;
	OK(cuMemGetAllocationGranularity(&granularity, &props, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	CHECK(granularity > 0 && PIECE % granularity == 0);
	OK(cuMemAddressReserve(&at, PIECE, 0, 0, 0));
	OK(cuMemCreate(&memory, PIECE, &props, 0));
	OK(cuMemMap(at, PIECE, 0, memory, 0));
	OK(cuMemSetAccess(at, PIECE, &both, 1));
	OK(cuMemRelease(memory));
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	OK(cuStreamWaitValue32(stream, at, 7, CU_STREAM_WAIT_VALUE_EQ));
	OK(cuStreamWriteValue64(stream, at + 8, 1ull << 40, 0));
	RESULT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	OK(cuStreamWriteValue32(CU_STREAM_PER_THREAD, at, 7, 0));
	OK(cuStreamSynchronize(stream));
	unsigned long long words[2];
	OK(cuMemcpyDtoH(words, at, sizeof words));
	CHECK(words[0] == 7 && words[1] == 1ull << 40);
	OK(cuStreamDestroy(stream));
	OK(cuMemUnmap(at, PIECE));
	OK(cuMemAddressFree(at, PIECE));
}

int main(void) {
	CUcontext ctx;
	unsigned total = 0;
	int3 dims = {1, 2, 3}; // of builtin_types.h
	CHECK(dims.z == 3 && sizeof(float4) == 16);
	OK(cuInit(0));
	CUctxCreateParams params = {0};
	OK(cuCtxCreate_v4(&ctx, &params, 0, 0));
#undef cuDeviceTotalMem
	OK(cuDeviceTotalMem(&total, 0));
	CHECK(total > 0);
	libraries();
	launches();
	pools();
	copies();
	per_thread();
	pointers();
	virtual_memory();
	CUipcMemHandle shared;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&shared, 0));
	RESULT(CUDA_ERROR_NOT_SUPPORTED, cuDestroyExternalMemory(0));
	OK(cuCtxDestroy(ctx));
	if (!failures)
		puts("all checks passed");
	return failures > 100 ? 100 : failures;
}
