// Launches a kernel that adds one to a number in two streams, which an event orders if there is an argument.
#include <cuda.h>
#include <stdio.h>

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
			  ".visible .entry adds(.param .u64 p)\n{\n.reg .b64 %rd1;\n.reg .b32 %r1;\nld.param.u64 %rd1, [p];\n"
			  "ld.global.u32 %r1, [%rd1];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

int main(int argc, char **argv) {
	(void)argv;
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	CUstream a, b;
	CUevent e;
	CUdeviceptr p;
	unsigned n = 0;
	void *params[] = {&p};
	if (cuInit(0) || cuCtxCreate(&ctx, 0, 0) || cuModuleLoadData(&m, ptx) || cuModuleGetFunction(&f, m, "adds") || cuMemAlloc(&p, 4) || cuMemsetD32(p, 40, 1))
		return 1;
	if (cuStreamCreate(&a, CU_STREAM_NON_BLOCKING) || cuStreamCreate(&b, CU_STREAM_NON_BLOCKING) || cuEventCreate(&e, 0))
		return 2;
	if (cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, a, params, NULL))
		return 3;
	if (argc > 1 && (cuEventRecord(e, a) || cuStreamWaitEvent(b, e, 0)))
		return 4;
	if (cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, b, params, NULL))
		return 5;
	if (cuCtxSynchronize() || cuMemcpyDtoH(&n, p, 4))
		return 6;
	printf("%u\n", n);
	return 0;
}
