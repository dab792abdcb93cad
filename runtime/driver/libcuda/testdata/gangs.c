// Launches a kernel of a PTX file whose Go code is linked into the library, and compares its bits with C.
// Prints whether the library runs its threads as gangs.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int translatedGangs(void); // of the library, for tests

enum { N = 100003 };

#define OK(call)                                                         \
	do {                                                             \
		if ((call) != CUDA_SUCCESS) {                            \
			fprintf(stderr, "%d: %s\n", __LINE__, #call);    \
			return 2;                                        \
		}                                                        \
	} while (0)

int main(int argc, char **argv) {
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	CUdeviceptr x, y, out;
	static float xs[N], ys[N], got[N];
	float a = 1.1f;
	unsigned n = N, wrong = 0;
	if (argc != 2)
		return 2;
	OK(cuInit(0));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuModuleLoad(&m, argv[1]));
	OK(cuModuleGetFunction(&f, m, "add"));
	for (int i = 0; i < N; i++) {
		xs[i] = (float)i * 0.37f;
		ys[i] = 1 / (float)(i + 1);
	}
	OK(cuMemAlloc(&x, sizeof xs));
	OK(cuMemAlloc(&y, sizeof ys));
	OK(cuMemAlloc(&out, sizeof got));
	OK(cuMemcpyHtoD(x, xs, sizeof xs));
	OK(cuMemcpyHtoD(y, ys, sizeof ys));
	void *params[] = {&x, &y, &out, &a, &n};
	OK(cuLaunchKernel(f, (N + 255) / 256, 1, 1, 256, 1, 1, 0, 0, params, 0));
	OK(cuCtxSynchronize());
	OK(cuMemcpyDtoH(got, out, sizeof got));
	for (int i = 0; i < N; i++) {
		volatile float product = a * xs[i];
		float want = product + ys[i];
		wrong += memcmp(&want, &got[i], sizeof want) != 0;
	}
	printf("gangs %d, %u wrong\n", translatedGangs(), wrong);
	return cuCtxDestroy(ctx);
}
