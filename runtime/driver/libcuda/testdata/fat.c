// A program that loads a fat binary, and an ELF file with one in it, in all ways that there are. Each
// kernel "which" writes the target that its text is for.

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) wants(call, CUDA_SUCCESS, #call, __LINE__)
#define WANTS(want, call) wants(call, want, #call, __LINE__)

static void wants(CUresult r, CUresult want, const char *call, int line) {
	if (r == want)
		return;
	fprintf(stderr, "line %d: %s is %d, want %d\n", line, call, r, want);
	exit(1);
}

static void *read_file(const char *name, size_t *size) {
	FILE *f = fopen(name, "rb");
	if (!f)
		exit(2);
	fseek(f, 0, SEEK_END);
	*size = ftell(f);
	rewind(f);
	void *data = malloc(*size); // of this size: the sanitizer sees an access past it
	if (fread(data, 1, *size, f) != *size)
		exit(2);
	fclose(f);
	return data;
}

static void run(CUfunction f, int want, const char *how) {
	CUdeviceptr out;
	int got = 0;
	CHECK(cuMemAlloc(&out, sizeof got));
	void *params[] = {&out};
	CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, params, 0));
	CHECK(cuMemcpyDtoH(&got, out, sizeof got));
	CHECK(cuMemFree(out));
	if (got != want) {
		fprintf(stderr, "%s: %d, want %d\n", how, got, want);
		exit(1);
	}
}

static void module(CUmodule m, int want, const char *how) {
	CUfunction f;
	CHECK(cuModuleGetFunction(&f, m, "which"));
	run(f, want, how);
	CHECK(cuModuleUnload(m));
}

static void linked(CUjitInputType kind, void *data, size_t size, int want) {
	CUlinkState l;
	CUmodule m;
	void *image;
	size_t n;
	CHECK(cuLinkCreate(0, 0, 0, &l));
	CHECK(cuLinkAddData(l, kind, data, size, "name", 0, 0, 0));
	CHECK(cuLinkComplete(l, &image, &n));
	CHECK(cuModuleLoadData(&m, image));
	CHECK(cuLinkDestroy(l));
	module(m, want, "link");
}

// fat FATBIN ELF NONE WANT: NONE has no PTX for the device.
int main(int argc, char **argv) {
	if (argc != 5)
		return 2;
	size_t size, elf_size, none_size;
	void *fat = read_file(argv[1], &size), *elf = read_file(argv[2], &elf_size), *none = read_file(argv[3], &none_size);
	int want = atoi(argv[4]);
	struct {
		unsigned magic, version;
		const void *data;
		void *unused;
	} wrapper = {0x466243b1, 1, fat, 0};
	CUcontext ctx;
	CUmodule m;
	CUlibrary lib;
	CUkernel k;
	CUfunction f;
	CHECK(cuInit(0));
	CHECK(cuCtxCreate(&ctx, 0, 0));
	CHECK(cuModuleLoadData(&m, fat));
	module(m, want, "cuModuleLoadData");
	CHECK(cuModuleLoadDataEx(&m, fat, 0, 0, 0));
	module(m, want, "cuModuleLoadDataEx");
	CHECK(cuModuleLoadFatBinary(&m, fat));
	module(m, want, "cuModuleLoadFatBinary");
	CHECK(cuModuleLoadFatBinary(&m, &wrapper));
	module(m, want, "a wrapper");
	CHECK(cuModuleLoad(&m, argv[1]));
	module(m, want, "cuModuleLoad");
	CHECK(cuModuleLoadData(&m, elf));
	module(m, want, "an ELF file");
	CHECK(cuModuleLoad(&m, argv[2]));
	module(m, want, "an ELF file by name");
	CHECK(cuLibraryLoadData(&lib, fat, 0, 0, 0, 0, 0, 0));
	CHECK(cuLibraryGetKernel(&k, lib, "which"));
	CHECK(cuKernelGetFunction(&f, k));
	run(f, want, "cuLibraryLoadData");
	CHECK(cuLibraryUnload(lib));
	CHECK(cuLibraryLoadFromFile(&lib, argv[1], 0, 0, 0, 0, 0, 0));
	CHECK(cuLibraryUnload(lib));
	linked(CU_JIT_INPUT_FATBINARY, fat, size, want);
	linked(CU_JIT_INPUT_OBJECT, elf, elf_size, want);
	WANTS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&m, none));
	// One that says it is longer than it is, and one that is cut off.
	wrapper.data = 0;
	WANTS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&m, &wrapper));
	unsigned char big[64] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0xff};
	WANTS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, big));
	unsigned char empty[64] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
	WANTS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, empty));
	memset(empty + 32, 0xff, 32);
	WANTS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, empty));
	CHECK(cuCtxDestroy(ctx));
	free(fat);
	free(elf);
	free(none);
	puts("all checks passed");
	return 0;
}
