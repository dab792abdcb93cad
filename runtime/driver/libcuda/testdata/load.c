// Loads a PTX file and finds a kernel in it; says what the driver says.
#include <cuda.h>
#include <stdio.h>

int main(int argc, char **argv) {
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	const char *name = "?";
	if (argc != 3 || cuInit(0) || cuCtxCreate(&ctx, 0, 0))
		return 2;
	CUresult r = cuModuleLoad(&m, argv[1]);
	if (!r)
		r = cuModuleGetFunction(&f, m, argv[2]);
	cuGetErrorName(r, &name);
	puts(name);
	return cuCtxDestroy(ctx);
}
