// Two processes share memory and an event: the program, and what it runs once more with a pipe to each side.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define CHECK(x) \
	do { \
		if (!(x)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #x); \
			failures++; \
		} \
	} while (0)
#define RESULT(want, call) \
	do { \
		CUresult got_ = (call); \
		if (got_ != (want)) { \
			printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #call, got_); \
			failures++; \
		} \
	} while (0)
#define OK(call) RESULT(CUDA_SUCCESS, call)

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
			  ".visible .entry twice(.param .u64 p, .param .u32 n)\n{\n"
			  ".reg .b64 %rd<4>;\n.reg .b32 %r<6>;\n.reg .pred %p;\n"
			  "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
			  "mad.lo.u32 %r2, %r2, %r3, %r4;\nsetp.ge.u32 %p, %r2, %r1;\n@%p ret;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
			  "ld.global.u32 %r5, [%rd1];\nshl.b32 %r5, %r5, 1;\nst.global.u32 [%rd1], %r5;\nret;\n}\n";

enum { N = 100000 };

static struct {
	CUipcMemHandle memory;
	CUipcEventHandle event;
} handles;

static CUfunction twice;

static void begin(void) {
	CUcontext ctx;
	CUmodule m;
	OK(cuInit(0));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuModuleLoadData(&m, ptx));
	OK(cuModuleGetFunction(&twice, m, "twice"));
}

static void launch(CUdeviceptr p, CUstream s) {
	unsigned n = N;
	void *params[] = {&p, &n};
	OK(cuLaunchKernel(twice, (N + 255) / 256, 1, 1, 256, 1, 1, 0, s, params, NULL));
}

// second waits for the event, doubles the numbers, and records the event.
static void second(int in, int out) {
	CUdeviceptr p;
	CUevent e;
	CUstream s;
	char c = 'x';
	begin();
	CHECK(read(in, &handles, sizeof handles) == sizeof handles);
	OK(cuIpcOpenMemHandle(&p, handles.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	OK(cuIpcOpenEventHandle(&e, handles.event));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamWaitEvent(s, e, 0));
	launch(p, s);
	OK(cuEventRecord(e, s));
	CHECK(write(out, &c, 1) == 1);
	OK(cuStreamSynchronize(s));
	OK(cuIpcCloseMemHandle(p));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p));
	OK(cuEventDestroy(e));
}

static void first(char *self) {
	int to[2], from[2], status = 0;
	char a[16], b[16], c = 0;
	static unsigned numbers[N];
	if (pipe(to) || pipe(from))
		exit(2);
	sprintf(a, "%d", to[0]);
	sprintf(b, "%d", from[1]);
	pid_t child = fork();
	if (!child) {
		execl("/proc/self/exe", self, a, b, NULL);
		_exit(3);
	}
	begin();
	CUdeviceptr p, beside;
	CUevent e;
	CUstream s;
	OK(cuMemAlloc(&beside, 300));
	OK(cuMemsetD8(beside, 7, 300));
	OK(cuMemAlloc(&p, sizeof numbers));
	for (unsigned i = 0; i < N; i++)
		numbers[i] = i;
	OK(cuMemcpyHtoD(p, numbers, sizeof numbers));
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuIpcGetMemHandle(&handles.memory, p));
	OK(cuIpcGetEventHandle(&handles.event, e));
	CUdeviceptr none;
	RESULT(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenMemHandle(&none, handles.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	launch(p, s);
	OK(cuEventRecord(e, s));
	CHECK(write(to[1], &handles, sizeof handles) == sizeof handles);
	CHECK(read(from[0], &c, 1) == 1); // the other process has recorded the event
	OK(cuStreamWaitEvent(s, e, 0));
	launch(p, s);
	OK(cuStreamSynchronize(s));
	OK(cuMemcpyDtoH(numbers, p, sizeof numbers));
	int wrong = 0;
	for (unsigned i = 0; i < N; i++)
		wrong += numbers[i] != 8 * i;
	CHECK(wrong == 0);
	OK(cuMemcpyDtoH(numbers, beside, 300));
	CHECK(((char *)numbers)[299] == 7);
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	OK(cuMemFree(p));
	if (!failures)
		puts("all checks passed");
}

int main(int argc, char **argv) {
	if (argc > 2)
		second(atoi(argv[1]), atoi(argv[2]));
	else
		first(argv[0]);
	return failures;
}
