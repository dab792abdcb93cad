// A program that makes as many PTX texts as it is told, runs each, and checks what comes of it: the
// n-th step of a sequence modulo 2^32, of which each text has another factor.

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
	do { \
		CUresult r = call; \
		if (r) { \
			fprintf(stderr, "%s:%d: %s is %d\n", __FILE__, __LINE__, #call, r); \
			exit(1); \
		} \
	} while (0)

static const char text[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .entry steps(.param .u64 out, .param .u32 n)\n{\n"
	"	.reg .pred %%p;\n	.reg .b32 %%r<5>;\n	.reg .b64 %%rd<4>;\n"
	"	ld.param.u64 %%rd1, [out];\n	ld.param.u32 %%r2, [n];\n"
	"	mov.u32 %%r1, %%tid.x;\n	mul.wide.u32 %%rd2, %%r1, 4;\n	add.s64 %%rd1, %%rd1, %%rd2;\n"
	"	mov.u32 %%r3, 0;\n"
	"loop:\n"
	"	mad.lo.u32 %%r1, %%r1, %d, 12345;\n	add.u32 %%r3, %%r3, 1;\n"
	"	setp.lt.u32 %%p, %%r3, %%r2;\n	@%%p bra loop;\n"
	"	st.global.u32 [%%rd1], %%r1;\n	ret;\n}\n";

enum { threads = 64 };

int main(int argc, char **argv) {
	int texts = argc > 1 ? atoi(argv[1]) : 200;
	unsigned n = argc > 2 ? atoi(argv[2]) : 100;
	CUcontext context;
	CUdeviceptr out;
	CHECK(cuInit(0));
	CHECK(cuCtxCreate(&context, 0, 0));
	CHECK(cuMemAlloc(&out, threads * 4));
	for (int i = 0; i < texts; i++) {
		char ptx[sizeof text + 20];
		snprintf(ptx, sizeof ptx, text, 2 * i + 3);
		CUmodule module;
		CUfunction f;
		CHECK(cuModuleLoadData(&module, ptx));
		CHECK(cuModuleGetFunction(&f, module, "steps"));
		void *params[] = {&out, &n};
		CHECK(cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, 0, params, 0));
		unsigned got[threads];
		CHECK(cuMemcpyDtoH(got, out, sizeof got));
		for (unsigned t = 0; t < threads; t++) {
			unsigned want = t;
			for (unsigned k = 0; k < n; k++)
				want = want * (2 * i + 3) + 12345;
			if (got[t] != want) {
				fprintf(stderr, "text %d, thread %u: %u, want %u\n", i, t, got[t], want);
				return 1;
			}
		}
		CHECK(cuModuleUnload(module));
	}
	CHECK(cuMemFree(out));
	CHECK(cuCtxDestroy(context));
	printf("%d texts\n", texts);
	return 0;
}
