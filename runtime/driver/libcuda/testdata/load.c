// Loads a PTX file and finds a kernel in it; says what the driver says, and what the device is.
#include <cuda.h>
#include <stdio.h>

int main(int argc, char **argv) {
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	const char *name = "?";
	int major = 0, minor = 0;
	if (argc != 3 || cuInit(0) || cuCtxCreate(&ctx, 0, 0))
		return 2;
	CUresult r = cuModuleLoad(&m, argv[1]);
	if (!r)
		r = cuModuleGetFunction(&f, m, argv[2]);
	cuGetErrorName(r, &name);
	cuDeviceComputeCapability(&major, &minor, 0);
	printf("%s on %d.%d\n", name, major, minor);
	return cuCtxDestroy(ctx);
}
