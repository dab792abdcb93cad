// Calls each function that is named on the command line with nothing but zeros and null
// pointers, without a context and with one. It ends with 0 where the calls return.
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>

typedef CUresult (*function)(long, long, long, long, long, long, long, long, long, long, long, long);

int main(int argc, char **argv) {
	for (int round = 0; round < 3; round++) {
		for (int i = 1; i < argc; i++) {
			CUcontext ctx = NULL;
			const char *name = NULL;
			if (round == 2 && (cuInit(0) || cuCtxCreate(&ctx, 0, 0)))
				return 2;
			function f;
			*(void **)&f = dlsym(RTLD_DEFAULT, argv[i]);
			if (!f)
				return 3;
			CUresult r = f(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
			if (cuGetErrorName(r, &name))
				return 4;
			if (round == 2) {
				printf("%s %s\n", argv[i], name);
				cuCtxDestroy(ctx);
			}
		}
	}
	return 0;
}
