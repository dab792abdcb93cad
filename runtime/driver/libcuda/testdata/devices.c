// A program with two devices: contexts, peers, copies between them, streams and events across.

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) wants(call, CUDA_SUCCESS, #call, __LINE__)
#define WANTS(want, call) wants(call, want, #call, __LINE__)
#define TRUE(x) wants(!(x), 0, #x, __LINE__)

static void wants(CUresult r, CUresult want, const char *call, int line) {
	if (r == want)
		return;
	fprintf(stderr, "line %d: %s is %d, want %d\n", line, call, r, want);
	exit(1);
}

// Doubles what another device has.
static const char text[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .entry twice(.param .u64 to, .param .u64 from)\n{\n"
	"	.reg .b32 %r<3>;\n	.reg .b64 %rd<6>;\n"
	"	ld.param.u64 %rd1, [to];\n	ld.param.u64 %rd2, [from];\n"
	"	mov.u32 %r1, %tid.x;\n	mul.wide.u32 %rd3, %r1, 4;\n"
	"	add.u64 %rd4, %rd2, %rd3;\n	add.u64 %rd5, %rd1, %rd3;\n"
	"	ld.global.u32 %r2, [%rd4];\n	add.u32 %r2, %r2, %r2;\n	st.global.u32 [%rd5], %r2;\n	ret;\n}\n";

enum { N = 256 };

int main(void) {
	int n, can, value;
	CUdevice d[2], back;
	CUcontext c[2];
	CUstream s[2];
	CUdeviceptr p[2];
	CUevent e;
	CUmodule m;
	CUfunction f;
	CUuuid id[2];
	char bus[2][20];
	CHECK(cuInit(0));
	CHECK(cuDeviceGetCount(&n));
	TRUE(n == 2);
	WANTS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&back, 2));
	for (int i = 0; i < 2; i++) {
		CHECK(cuDeviceGet(&d[i], i));
		CHECK(cuDeviceGetUuid(&id[i], d[i]));
		CHECK(cuDeviceGetPCIBusId(bus[i], sizeof bus[i], d[i]));
		CHECK(cuDeviceGetByPCIBusId(&back, bus[i]));
		TRUE(back == d[i]);
		CHECK(cuDevicePrimaryCtxRetain(&c[i], d[i]));
		CHECK(cuCtxSetCurrent(c[i]));
		CHECK(cuCtxGetDevice(&back));
		TRUE(back == d[i]);
		CHECK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
		CHECK(cuMemAlloc(&p[i], 4 * N));
		CHECK(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p[i]));
		TRUE(value == i);
	}
	TRUE(memcmp(&id[0], &id[1], sizeof id[0]) != 0 && strcmp(bus[0], bus[1]) != 0 && c[0] != c[1]);
	CHECK(cuDeviceCanAccessPeer(&can, d[0], d[1]));
	TRUE(can == 1);
	CHECK(cuDeviceCanAccessPeer(&can, d[0], d[0]));
	TRUE(can == 0);
	CHECK(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, d[0], d[1]));
	TRUE(value == 1);
	WANTS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, d[1], d[1]));
	// The second device reads what the first one has.
	unsigned numbers[N];
	for (int i = 0; i < N; i++)
		numbers[i] = 7 * i;
	CHECK(cuCtxSetCurrent(c[0]));
	CHECK(cuMemcpyHtoD(p[0], numbers, sizeof numbers));
	CHECK(cuCtxSetCurrent(c[1]));
	WANTS(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(c[0]));
	CHECK(cuCtxEnablePeerAccess(c[0], 0));
	WANTS(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cuCtxEnablePeerAccess(c[0], 0));
	WANTS(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(c[1], 0));
	CHECK(cuModuleLoadData(&m, text));
	CHECK(cuModuleGetFunction(&f, m, "twice"));
	CHECK(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, 0, s[1], (void *[]){&p[1], &p[0]}, 0));
	WANTS(CUDA_ERROR_INVALID_CONTEXT, cuLaunchKernel(f, 1, 1, 1, N, 1, 1, 0, s[0], (void *[]){&p[1], &p[0]}, 0));
	CHECK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	CHECK(cuEventRecord(e, s[1]));
	// The first one waits for it, and copies the result back.
	CHECK(cuCtxSetCurrent(c[0]));
	CHECK(cuStreamWaitEvent(s[0], e, 0));
	CHECK(cuMemcpyPeerAsync(p[0], c[0], p[1], c[1], sizeof numbers, s[0]));
	CHECK(cuStreamSynchronize(s[0]));
	CHECK(cuMemcpyDtoH(numbers, p[0], sizeof numbers));
	for (int i = 0; i < N; i++)
		TRUE(numbers[i] == 14u * i);
	CHECK(cuStreamSynchronize(s[1])); // from the context of the other
	WANTS(CUDA_ERROR_INVALID_CONTEXT, cuLaunchKernel(f, 1, 1, 1, N, 1, 1, 0, s[0], (void *[]){&p[1], &p[0]}, 0));
	CHECK(cuMemFree(p[1])); // of the other
	CHECK(cuMemFree(p[0]));
	WANTS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p[1]));
	// Each device has a pool, and memory of it.
	CUmemoryPool pool[2];
	for (int i = 0; i < 2; i++)
		CHECK(cuDeviceGetDefaultMemPool(&pool[i], d[i]));
	TRUE(pool[0] != pool[1]);
	CHECK(cuCtxSetCurrent(c[1]));
	CHECK(cuMemAllocAsync(&p[1], 100, s[1]));
	CHECK(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p[1]));
	TRUE(value == 1);
	cuuint64_t used[2];
	for (int i = 0; i < 2; i++)
		CHECK(cuMemPoolGetAttribute(pool[i], CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used[i]));
	TRUE(used[0] == 0 && used[1] > 0);
	CHECK(cuMemFreeAsync(p[1], s[1]));
	CHECK(cuCtxDisablePeerAccess(c[0]));
	for (int i = 0; i < 2; i++)
		CHECK(cuDevicePrimaryCtxRelease(d[i]));
	puts("all checks passed");
	return 0;
}
