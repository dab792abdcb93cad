// A program written against the CUDA driver API, as one that knows nothing of ptx2go. It
// ends with the number of checks that failed; each says what it was.
#include <cuda.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(x)                                                                \
	do {                                                                    \
		if (!(x)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); \
			failures++;                                             \
		}                                                               \
	} while (0)

#define RESULT(want, call)                                                                                  \
	do {                                                                                                \
		CUresult got_ = (call);                                                                     \
		if (got_ != (want)) {                                                                       \
			const char *name_ = "?";                                                            \
			cuGetErrorName(got_, &name_);                                                       \
			fprintf(stderr, "%s:%d: %s is %s (%d)\n", __FILE__, __LINE__, #call, name_, got_); \
			failures++;                                                                         \
		}                                                                                           \
	} while (0)

#define OK(call) RESULT(CUDA_SUCCESS, call)

static const char saxpy[] =
	".version 7.8\n.target sm_80\n.address_size 64\n"
	".visible .global .align 4 .u32 launches;\n"
	".visible .const .align 8 .f64 scale = 0d4000000000000000;\n"
	".visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)\n{\n"
	".reg .pred %p<3>; .reg .b32 %r<8>; .reg .f32 %f<5>; .reg .b64 %rd<8>;\n"
	"ld.param.u32 %r1, [n];\nld.param.f32 %f1, [a];\nld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\n"
	"mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\nmad.lo.s32 %r5, %r2, %r3, %r4;\n"
	"setp.ne.s32 %p2, %r5, 0;\n@%p2 bra BODY;\natom.global.add.u32 %r6, [launches], 1;\n"
	"BODY:\nsetp.ge.s32 %p1, %r5, %r1;\n@%p1 bra DONE;\n"
	"mul.wide.s32 %rd3, %r5, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
	"ld.global.f32 %f2, [%rd4];\nld.global.f32 %f3, [%rd5];\nfma.rn.f32 %f4, %f1, %f2, %f3;\n"
	"st.global.f32 [%rd5], %f4;\nDONE:\nret;\n}\n"
	".visible .entry mixed(.param .u64 out, .param .u8 a, .param .align 16 .b8 s[24], .param .u16 b)\n{\n"
	".reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
	"ld.param.u64 %rd1, [out];\nld.param.u8 %r1, [a];\nld.param.u32 %r2, [s+20];\nld.param.u16 %r3, [b];\n"
	"st.global.u32 [%rd1], %r1;\nst.global.u32 [%rd1+4], %r2;\nst.global.u32 [%rd1+8], %r3;\nret;\n}\n"
	".extern .shared .align 4 .b8 dyn[];\n"
	".visible .entry shared(.param .u64 out)\n{\n.reg .b32 %r<3>; .reg .b64 %rd<2>;\n"
	"ld.param.u64 %rd1, [out];\nmov.u32 %r1, %dynamic_smem_size;\nst.global.u32 [%rd1], %r1;\n"
	"st.shared.u32 [dyn], %r1;\nret;\n}\n"
	".visible .entry nothing()\n{\nret;\n}\n"
	".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
	".global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};\n"
	".visible .entry hello()\n{\n.reg .b64 %rd<3>;\nmov.u64 %rd1, text;\ncvta.global.u64 %rd2, %rd1;\n"
	"{\n.param .b64 p0; .param .b64 p1; .param .b32 r0;\nst.param.b64 [p0], %rd2;\nst.param.b64 [p1], 0;\n"
	"call.uni (r0), vprintf, (p0, p1);\n}\nret;\n}\n"
	".visible .entry wild(.param .u64 p)\n{\n.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
	"ld.param.u64 %rd1, [p];\nmov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

enum { N = 1000 };

static void not_ready(void) {
	CUdevice dev;
	int n;
	CUcontext ctx;
	RESULT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&dev, 0));
	RESULT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&n));
	RESULT(CUDA_ERROR_NOT_INITIALIZED, cuCtxCreate(&ctx, 0, 0));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuInit(1));
	OK(cuInit(0));
}

static void devices(void) {
	CUdevice dev = -1;
	int n = 0, v = 0, major = 0, minor = 0;
	char name[64], little[5], bus[16];
	size_t total = 0;
	CUuuid id, again;
	OK(cuDriverGetVersion(&v));
	CHECK(v == CUDA_VERSION);
	OK(cuDeviceGetCount(&n));
	CHECK(n == 1);
	OK(cuDeviceGet(&dev, 0));
	RESULT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&dev, 1));
	RESULT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&dev, -1));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuDeviceGet(NULL, 0));
	OK(cuDeviceGetName(name, sizeof name, dev));
	CHECK(strlen(name) > 5);
	OK(cuDeviceGetName(little, sizeof little, dev));
	CHECK(strlen(little) == 4 && !strncmp(little, name, 4));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetName(name, 0, dev));
	OK(cuDeviceGetUuid(&id, dev));
	OK(cuDeviceGetUuid(&again, dev));
	CHECK(!memcmp(&id, &again, sizeof id));
	OK(cuDeviceTotalMem(&total, dev));
	CHECK(total > 1 << 20);
	OK(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev));
	CHECK(v == 32);
	OK(cuDeviceComputeCapability(&major, &minor, dev));
	OK(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, dev));
	CHECK(v == major && major >= 8);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetAttribute(&v, (CUdevice_attribute)100000, dev));
	RESULT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 3));
	OK(cuDeviceGetPCIBusId(bus, sizeof bus, dev));
	dev = -1;
	OK(cuDeviceGetByPCIBusId(&dev, bus));
	CHECK(dev == 0);
}

static void errors(void) {
	const char *s = NULL;
	OK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &s));
	CHECK(!strcmp(s, "CUDA_ERROR_OUT_OF_MEMORY"));
	OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &s));
	CHECK(!strcmp(s, "out of memory"));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)12345, &s));
	CHECK(s == NULL);

	// Handles of nothing, and null pointers.
	CUfunction f = (CUfunction)0x10;
	CUstream bad = (CUstream)0x770;
	CUdeviceptr p;
	CUmodule m;
	CUevent e;
	float ms;
	int n;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(NULL, 16));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&p, 0));
	RESULT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&p, (size_t)1 << 50));
	RESULT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&p, ~(size_t)0));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemFree(4096));
	OK(cuMemFree(0));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(&n));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(4096, &n, sizeof n));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&n, 4096, sizeof n));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(4096, 0, 1));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(NULL, saxpy));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&m, NULL));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, ""));
	RESULT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&m, "/no/such/file.ptx"));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoad(&m, "/dev/zero"));
	CUlinkState endless = NULL;
	OK(cuLinkCreate(0, NULL, NULL, &endless));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuLinkAddFile(endless, CU_JIT_INPUT_PTX, "/dev/zero", 0, NULL, NULL));
	OK(cuLinkDestroy(endless));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(NULL));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload((CUmodule)1));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunction(&f, (CUmodule)0x20, "f"));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel((CUfunction)0x10, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(bad));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(bad));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy((CUevent)bad));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&e, 1u << 20));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchHostFunc(NULL, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy((CUcontext)0x30));
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent((CUcontext)0x30));

	// Machine code.
	static const unsigned char cubin[64] = {0x7f, 'E', 'L', 'F', 2, 1, 1}, fatbin[64] = {0x50, 0xed, 0x55, 0xba, 1},
				   wrapper[64] = {0xb1, 0x43, 0x62, 0x46, 1};
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, cubin));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, fatbin));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&m, wrapper));
}

static void memory(void) {
	CUdeviceptr p = 0, q = 0, base = 0;
	size_t size = 0, pitch = 0, left, total;
	unsigned char from[256], to[256] = {0};
	unsigned type = 0;
	for (int i = 0; i < 256; i++)
		from[i] = (unsigned char)i;
	OK(cuMemAlloc(&p, 1000));
	CHECK(p && p % 256 == 0);
	OK(cuMemGetAddressRange(&base, &size, p + 10));
	CHECK(base == p && size == 1000);
	OK(cuMemGetInfo(&left, &total));
	CHECK(left <= total);
	OK(cuMemcpyHtoD(p, from, 256));
	OK(cuMemcpyDtoD(p + 300, p, 256));
	OK(cuMemcpyDtoH(to, p + 300, 256));
	CHECK(!memcmp(from, to, 256));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(to, p + 900, 101));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, NULL, 1));
	OK(cuMemcpyHtoD(p, NULL, 0));
	OK(cuMemsetD8(p, 7, 10));
	OK(cuMemsetD16(p + 10, 0x0102, 5));
	OK(cuMemsetD32(p + 20, 0xa0b0c0d0, 2));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p + 2, 0, 1));
	OK(cuMemcpyDtoH(to, p, 28));
	CHECK(to[0] == 7 && to[9] == 7 && to[10] == 2 && to[19] == 1 && to[20] == 0xd0 && to[27] == 0xa0);
	OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	CHECK(type == CU_MEMORYTYPE_DEVICE);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(uintptr_t)to));

	// Addresses of both kinds.
	OK(cuMemcpy(p, (CUdeviceptr)(uintptr_t)from, 256));
	OK(cuMemcpy((CUdeviceptr)(uintptr_t)to, p, 256));
	CHECK(!memcmp(from, to, 256));
	memset(to, 0, sizeof to);
	OK(cuMemcpy((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, 256));
	CHECK(!memcmp(from, to, 256));

	// Rows.
	OK(cuMemAllocPitch(&q, &pitch, 10, 8, 4));
	CHECK(pitch >= 10 && pitch % 256 == 0);
	OK(cuMemsetD2D8(q, pitch, 0xdd, 10, 8));
	OK(cuMemsetD2D16Async(q, pitch, 0xeeee, 5, 8, NULL));
	CUDA_MEMCPY2D c = {0};
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = from;
	c.srcPitch = 16;
	c.srcXInBytes = 1;
	c.srcY = 2;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = q;
	c.dstPitch = pitch;
	c.WidthInBytes = 5;
	c.Height = 3;
	OK(cuMemcpy2D(&c));
	OK(cuMemcpyDtoH(to, q + 2 * pitch, 10));
	CHECK(to[0] == 16 * 4 + 1 && to[4] == 16 * 4 + 5 && to[5] == 0xee && to[9] == 0xee);
	// What is not all there is not begun.
	c.Height = 7;
	OK(cuMemsetD8(q, 9, 8 * pitch));
	c.dstY = 2;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&c));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DAsync(&c, NULL));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D8(q, pitch, 7, 16, 9));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D8(q, 0, 7, 1, SIZE_MAX));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D32(q, 4, 7, 2, 2));
	OK(cuMemcpyDtoH(to, q, 10));
	CHECK(to[0] == 9 && to[9] == 9);
	OK(cuMemcpyDtoH(to, q + 2 * pitch, 10));
	CHECK(to[0] == 9 && to[9] == 9);
	c.Height = 1;
	c.dstY = SIZE_MAX / 2;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&c));
	c.dstY = 0;
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&c)); // of none
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(NULL));
	OK(cuMemFree(q));
	OK(cuMemFree(p));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));

	// Memory of the host, and for both.
	unsigned char *h = NULL, *mine = malloc(512);
	OK(cuMemHostAlloc((void **)&h, 512, CU_MEMHOSTALLOC_DEVICEMAP));
	memset(h, 5, 512);
	OK(cuMemHostGetDevicePointer(&p, h, 0));
	OK(cuMemcpyDtoH(to, p, 256));
	CHECK(to[255] == 5);
	OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	CHECK(type == CU_MEMORYTYPE_HOST);
	OK(cuMemFreeHost(h));
	OK(cuMemAllocHost((void **)&h, 64));
	OK(cuMemFreeHost(h));
	OK(cuMemHostRegister(mine, 512, 0));
	RESULT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(mine, 512, 0));
	OK(cuMemHostUnregister(mine));
	RESULT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(mine));
	free(mine);
	OK(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL));
	((unsigned char *)(uintptr_t)p)[63] = 9;
	OK(cuMemPrefetchAsync(p, 64, 0, NULL));
	OK(cuMemcpyDtoH(to, p + 63, 1));
	CHECK(to[0] == 9);
	OK(cuMemFree(p));
}

// launch runs saxpy over x and y, and checks y.
static void launch(CUmodule m, CUstream s) {
	CUfunction f;
	CUdeviceptr x, y;
	float a = 2.5f, hx[N], hy[N];
	int n = N;
	for (int i = 0; i < N; i++) {
		hx[i] = (float)i;
		hy[i] = 1.0f / (float)(i + 1);
	}
	OK(cuModuleGetFunction(&f, m, "saxpy"));
	OK(cuMemAlloc(&x, sizeof hx));
	OK(cuMemAlloc(&y, sizeof hy));
	OK(cuMemcpyHtoDAsync(x, hx, sizeof hx, s));
	OK(cuMemcpyHtoDAsync(y, hy, sizeof hy, s));
	void *params[] = {&n, &a, &x, &y};
	OK(cuLaunchKernel(f, (N + 255) / 256, 1, 1, 256, 1, 1, 0, s, params, NULL));
	float got[N];
	OK(cuMemcpyDtoHAsync(got, y, sizeof got, s));
	OK(cuStreamSynchronize(s));
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += got[i] != fmaf(a, hx[i], hy[i]);
	CHECK(wrong == 0);

	// All parameters in one buffer.
	struct {
		int n;
		float a;
		CUdeviceptr x, y;
	} args = {N, a, x, y};
	size_t size = sizeof args;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
	OK(cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, s, NULL, extra));
	OK(cuStreamSynchronize(s));
	OK(cuMemcpyDtoH(got, y, sizeof got));
	for (int i = 0; i < N; i++)
		wrong += got[i] != fmaf(a, hx[i], fmaf(a, hx[i], hy[i]));
	CHECK(wrong == 0);
	size = 8;
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, s, NULL, extra));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, s, params, extra));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, s, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 0, 1, 1, 256, 1, 1, 0, s, params, NULL));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, s, params, NULL));
	void *none[] = {&n, NULL, &x, &y};
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, none, NULL));
	OK(cuMemFree(x));
	OK(cuMemFree(y));
}

static void modules(void) {
	CUmodule m, again;
	CUfunction f;
	CUdeviceptr g = 0, c = 0, out;
	size_t size = 0, offset = 99;
	unsigned count = 0, words[3] = {0};
	double scale = 0;
	OK(cuModuleLoadData(&m, saxpy));
	OK(cuModuleLoadData(&again, saxpy));
	launch(m, NULL);
	OK(cuModuleGetGlobal(&g, &size, m, "launches"));
	CHECK(size == 4);
	OK(cuMemcpyDtoH(&count, g, 4));
	CHECK(count == 2);
	OK(cuModuleGetGlobal(&c, NULL, m, "scale"));
	OK(cuMemcpyDtoH(&scale, c, 8));
	CHECK(scale == 2.0);
	OK(cuModuleGetGlobal(&g, NULL, again, "launches")); // of its own
	OK(cuMemcpyDtoH(&count, g, 4));
	CHECK(count == 0);
	RESULT(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&g, &size, m, "none"));
	RESULT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&f, m, "none"));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(&f, m, NULL));
	OK(cuModuleUnload(again));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(again));

	// Parameters of several sizes.
	OK(cuModuleGetFunction(&f, m, "mixed"));
	OK(cuMemAlloc(&out, 12));
	unsigned char a = 200;
	unsigned short b = 60000;
	unsigned s[6] = {0, 0, 0, 0, 0, 123456};
	void *params[] = {&out, &a, s, &b};
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
	OK(cuMemcpyDtoH(words, out, 12));
	CHECK(words[0] == 200 && words[1] == 123456 && words[2] == 60000);
	OK(cuFuncGetParamInfo(f, 2, &offset, &size));
	CHECK(offset == 16 && size == 24);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(f, 4, &offset, &size));

	// Shared memory.
	int v = 0, blocks = 0, block = 0;
	OK(cuModuleGetFunction(&f, m, "shared"));
	void *one[] = {&out};
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 60000, NULL, one, NULL));
	OK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 60000, NULL, one, NULL));
	OK(cuMemcpyDtoH(words, out, 4));
	CHECK(words[0] == 60000);
	OK(cuLaunchCooperativeKernel(f, 1, 1, 1, 1, 1, 1, 64, NULL, one));
	OK(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
	CHECK(v == 1024);
	OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, 0));
	CHECK(blocks == 6); // of 1536 threads, as on a GPU of 8.9
	OK(cuOccupancyMaxPotentialBlockSize(&blocks, &block, f, NULL, 0, 0));
	CHECK(blocks > 0 && block > 0);
	OK(cuMemFree(out));

	// What kernels print comes between what the program prints.
	OK(cuModuleGetFunction(&f, m, "hello"));
	puts("before");
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	OK(cuCtxSynchronize());
	puts("after");
	OK(cuModuleUnload(m));
}

static size_t half_a_kilobyte(int block) { return block > 512 ? 1 << 20 : 512; }

static void logs(void) {
	CUmodule m;
	char info[100] = "x", error[500] = "x", little[8];
	CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
	                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_WALL_TIME};
	void *values[] = {info, (void *)sizeof info, error, (void *)sizeof error, (void *)4, NULL};
	RESULT(CUDA_ERROR_INVALID_PTX,
	       cuModuleLoadDataEx(&m, ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k() {\n\tadd.s33 %r1, 1, 2;\n}\n", 6, options, values));
	CHECK(strstr(error, "5:") && strstr(error, "add.s33"));
	CHECK((size_t)values[3] == strlen(error));
	values[1] = (void *)sizeof info;
	values[2] = little;
	values[3] = (void *)sizeof little;
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadDataEx(&m, "no PTX", 6, options, values));
	CHECK(strlen(little) == 7);
	values[3] = (void *)sizeof little;
	OK(cuModuleLoadDataEx(&m, saxpy, 6, options, values));
	CHECK(little[0] == 0 && info[0] == 0);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadDataEx(&m, saxpy, 1, NULL, NULL));

	CUfunction f;
	int grid = 0, block = 0;
	OK(cuModuleGetFunction(&f, m, "nothing"));
	OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, half_a_kilobyte, 0, 0));
	CHECK(block <= 512);
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	OK(cuModuleUnload(m));

	// By way of the linker.
	CUlinkState link;
	void *cubin;
	size_t size;
	OK(cuLinkCreate(0, NULL, NULL, &link));
	OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)saxpy, sizeof saxpy, "saxpy", 0, NULL, NULL));
	RESULT(CUDA_ERROR_INVALID_IMAGE, cuLinkAddData(link, CU_JIT_INPUT_LIBRARY, (void *)saxpy, sizeof saxpy, "lib", 0, NULL, NULL));
	OK(cuLinkComplete(link, &cubin, &size));
	OK(cuModuleLoadData(&m, cubin));
	OK(cuLinkDestroy(link));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(link));
	launch(m, NULL);
	OK(cuModuleUnload(m));
	static const char caller[] = ".version 7.8\n.target sm_80\n.address_size 64\n.extern .func other ();\n"
	                             ".visible .entry k() {\ncall.uni other, ();\nret;\n}\n",
			  callee[] = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .func other () { ret; }\n";
	OK(cuLinkCreate(0, NULL, NULL, &link));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(link, &cubin, &size));
	OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0, NULL, NULL));
	OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "callee", 0, NULL, NULL));
	OK(cuLinkComplete(link, &cubin, &size));
	CHECK(size == strlen(cubin) + 1);
	OK(cuModuleLoadData(&m, cubin));
	OK(cuModuleGetFunction(&f, m, "k"));
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	OK(cuModuleUnload(m));
	OK(cuLinkDestroy(link));
}

static int order[4], calls;

static void host_func(void *data) { order[calls++] = (int)(intptr_t)data; }

static void callback(CUstream s, CUresult r, void *data) {
	CHECK(s != NULL && r == CUDA_SUCCESS);
	host_func(data);
}

static void streams(void) {
	CUstream s, t;
	CUevent start, end;
	CUmodule m;
	float ms = -1;
	OK(cuModuleLoadData(&m, saxpy));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamCreateWithPriority(&t, CU_STREAM_DEFAULT, -1));
	OK(cuEventCreate(&start, CU_EVENT_DEFAULT));
	OK(cuEventCreate(&end, CU_EVENT_DEFAULT));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, start, end));
	unsigned flags = 9;
	CUcontext here = NULL, now = NULL;
	OK(cuStreamGetFlags(s, &flags));
	CHECK(flags == CU_STREAM_NON_BLOCKING);
	OK(cuStreamGetCtx(s, &here));
	OK(cuCtxGetCurrent(&now));
	CHECK(here == now);
	OK(cuCtxGetFlags(&flags));
	CHECK(flags == 0);
	OK(cuEventRecord(start, s));
	OK(cuStreamAddCallback(s, callback, (void *)1, 0));
	launch(m, s);
	OK(cuLaunchHostFunc(s, host_func, (void *)2));
	OK(cuEventRecord(end, s));
	OK(cuStreamWaitEvent(t, end, 0));
	OK(cuLaunchHostFunc(t, host_func, (void *)3));
	OK(cuStreamSynchronize(t));
	CHECK(calls == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
	OK(cuEventSynchronize(end));
	OK(cuEventQuery(end));
	OK(cuStreamQuery(s));
	OK(cuEventElapsedTime(&ms, start, end));
	CHECK(ms >= 0);
	launch(m, CU_STREAM_LEGACY);
	launch(m, CU_STREAM_PER_THREAD);
	OK(cuEventDestroy(start));
	OK(cuEventDestroy(end));
	OK(cuStreamDestroy(s));
	RESULT(CUDA_ERROR_INVALID_HANDLE, cuStreamQuery(s));
	OK(cuStreamDestroy(t));
	OK(cuModuleUnload(m));
}

// work uses a context of its own, beside other threads that do.
static void *work(void *data) {
	CUcontext ctx, now = NULL;
	CUmodule m;
	(void)data;
	OK(cuCtxGetCurrent(&now));
	CHECK(now == NULL);
	CUdeviceptr p;
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 4));
	OK(cuCtxCreate(&ctx, 0, 0));
	for (int i = 0; i < 5; i++) {
		OK(cuModuleLoadData(&m, saxpy));
		launch(m, NULL);
		OK(cuModuleUnload(m));
	}
	OK(cuCtxGetCurrent(&now));
	CHECK(now == ctx);
	OK(cuCtxDestroy(ctx));
	return NULL;
}

static void threads(void) {
	pthread_t t[8];
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
}

static void names(void) {
	void *f = NULL;
	CUdriverProcAddressQueryResult status = 7;
	OK(cuGetProcAddress("cuMemAlloc", &f, CUDA_VERSION, 0, &status));
	CHECK(f == (void *)cuMemAlloc && status == CU_GET_PROC_ADDRESS_SUCCESS);
	OK(cuGetProcAddress("cuLaunchKernel", &f, 4000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL));
	CHECK(f == (void *)cuLaunchKernel_ptsz);
	OK(cuGetProcAddress("cuMemcpyHtoD", &f, CUDA_VERSION, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL));
	CHECK(f == (void *)cuMemcpyHtoD_v2_ptds);
	OK(cuGetProcAddress("cuGraphInstantiate", &f, CUDA_VERSION, 0, NULL));
	CHECK(f == (void *)cuGraphInstantiateWithFlags);
	OK(cuGetProcAddress("cuGraphInstantiateWithFlags", &f, CUDA_VERSION, 0, NULL));
	CHECK(f == (void *)cuGraphInstantiateWithFlags);
	OK(cuGetProcAddress("cuMemAlloc", &f, 2000, 0, &status));
	CHECK(f != NULL && f != (void *)cuMemAlloc);
	OK(cuGetProcAddress("cuMemAlloc", &f, 1000, 0, &status));
	CHECK(f == NULL && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
	OK(cuGetProcAddress("cuNoSuchThing", &f, CUDA_VERSION, 0, &status));
	CHECK(f == NULL && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
	OK(cuGetProcAddress("ptx2go_thread", &f, CUDA_VERSION, 0, &status));
	CHECK(f == NULL);
	OK(cuGetProcAddress("cuGetProcAddress", &f, CUDA_VERSION, 0, NULL));
	CHECK(f == (void *)cuGetProcAddress);
	void *older = NULL;
	OK(cuGetProcAddress("cuGetProcAddress", &older, 11030, 0, NULL));
	CHECK(older && older != f);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress("cuInit", &f, CUDA_VERSION + 1000, 0, NULL));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress(NULL, &f, CUDA_VERSION, 0, NULL));
	RESULT(CUDA_ERROR_NOT_FOUND, ((CUresult(*)(const char *, void **, int, cuuint64_t))older)("cuNoSuchThing", &f, CUDA_VERSION, 0));
}

static void contexts(void) {
	CUcontext ctx, primary, other, now;
	unsigned flags, version = 0;
	int active = 1;
	size_t stack = 0;
	OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
	CHECK(active == 0);
	OK(cuDevicePrimaryCtxRetain(&primary, 0));
	OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
	CHECK(active == 1);
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
	OK(cuCtxSetCurrent(primary));
	OK(cuCtxSynchronize());
	OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
	OK(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
	CHECK(stack == 4096);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuCtxSetLimit((CUlimit)77, 1));
	OK(cuCtxGetApiVersion(primary, &version));
	CHECK(version > 3000);
	OK(cuCtxCreate(&ctx, CU_CTX_SCHED_BLOCKING_SYNC, 0));
	OK(cuCtxPopCurrent(&now));
	CHECK(now == ctx);
	OK(cuCtxGetCurrent(&now));
	CHECK(now == primary);
	OK(cuCtxPushCurrent(ctx));

	// Memory of two contexts.
	CUdeviceptr here, there;
	unsigned word = 0;
	OK(cuMemAlloc(&here, 4));
	OK(cuMemsetD32(here, 77, 1));
	OK(cuCtxPushCurrent(primary));
	OK(cuMemAlloc(&there, 4));
	OK(cuMemcpyPeer(there, primary, here, ctx, 4));
	OK(cuMemcpyDtoH(&word, there, 4));
	CHECK(word == 77);
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyPeer(there, NULL, here, ctx, 4));
	RESULT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(ctx, 0));
	OK(cuMemFree(there));
	OK(cuCtxPopCurrent(NULL));

	// A kernel that fails ends its context, and no other.
	CUmodule m;
	CUfunction f;
	CUdeviceptr p = 0x1000;
	OK(cuModuleLoadData(&m, saxpy));
	OK(cuModuleGetFunction(&f, m, "wild"));
	void *params[] = {&p};
	RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
	RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
	RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&p, 4));
	OK(cuCtxDestroy(ctx));
	OK(cuCtxGetCurrent(&other));
	CHECK(other == primary);
	OK(cuMemAlloc(&p, 4));
	OK(cuDevicePrimaryCtxRelease(0));
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
}

int main(void) {
	CUcontext ctx;
	not_ready();
	devices();
	contexts();
	OK(cuCtxCreate(&ctx, 0, 0));
	errors();
	memory();
	modules();
	logs();
	streams();
	threads();
	names();
	OK(cuCtxDestroy(ctx));
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(ctx));
	if (!failures)
		puts("all checks passed");
	return failures > 100 ? 100 : failures;
}
