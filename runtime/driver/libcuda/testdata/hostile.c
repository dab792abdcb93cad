// Calls the function that is named on the command line with all kinds of numbers and pointers
// in its parameters, in an order that the seed says, and ends with 0 where all calls return. A
// third argument lets it write each call before it is made.
#define _GNU_SOURCE
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef CUresult (*function)(long, long, long, long, long, long, long, long, long, long, long, long);

static const char kernels[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .u32 v;\n"
			      ".visible .entry k(.param .u64 p, .param .u32 n) { ret; }\n.visible .entry e() { ret; }\n";

static unsigned long state;

static unsigned roll(unsigned n) {
	state = state * 6364136223846793005ul + 1442695040888963407ul;
	return (unsigned)(state >> 33) % n;
}

// mapped returns pages between two that nobody may access.
static char *mapped(size_t pages, int protection) {
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, (pages + 2) * page, PROT_NONE, MAP_ANON | MAP_PRIVATE, -1, 0);
	if (p == MAP_FAILED || mprotect(p + page, pages * page, PROT_READ | PROT_WRITE))
		exit(2);
	memset(p + page, 0, pages * page);
	strcpy(p + page, kernels);
	if (mprotect(p + page, pages * page, protection))
		exit(2);
	return p + page;
}

#define OK(call) \
	do { \
		if (call) { \
			printf("%s\n", #call); \
			exit(3); \
		} \
	} while (0)

int main(int argc, char **argv) {
	if (argc < 3)
		return 2;
	char *name = argv[1];
	state = strtoul(argv[2], NULL, 10);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	function f;
	*(void **)&f = dlsym(RTLD_DEFAULT, name);
	if (!f)
		return 2;
	// A number in the place of a function is the program's own end; a large grid of one, a long wait.
	int callback = !strcmp(name, "cuStreamAddCallback") || !strcmp(name, "cuLaunchHostFunc") ? 1
		: !strncmp(name, "cuOccupancyMaxPotential", 23)				    ? 3
											      : -1;
	int grid = !strcmp(name, "cuLaunchKernel") || !strcmp(name, "cuLaunchCooperativeKernel");
	char *scratch = mapped(4, PROT_READ | PROT_WRITE), *constant = mapped(1, PROT_READ), *nothing = mapped(1, PROT_NONE);
	char *registered = mapped(1, PROT_READ | PROT_WRITE), *twos = mapped(1, PROT_READ | PROT_WRITE), *ones = mapped(1, PROT_READ | PROT_WRITE);
	for (size_t i = 0; i < page / 8; i++) {
		((long *)twos)[i] = 1 + i % 2; // names and values of extra, options
		((long *)ones)[i] = (long)(scratch + 64);
	}
	strcpy(scratch + page, "k");
	strcpy(scratch + page + 8, "/dev/zero");
	strcpy(scratch + page + 24, "cuMemAlloc");
	for (int round = 0; round < 12; round++) {
		CUcontext ctx = NULL;
		CUmodule module = NULL;
		CUfunction k = NULL, e = NULL;
		CUstream stream = NULL;
		CUevent event = NULL;
		CUlinkState link = NULL;
		CUdeviceptr d = 0;
		strcpy(scratch, kernels);
		OK(cuInit(0));
		OK(cuCtxCreate(&ctx, 0, 0));
		OK(cuModuleLoadData(&module, kernels));
		OK(cuModuleGetFunction(&k, module, "k"));
		OK(cuModuleGetFunction(&e, module, "e"));
		OK(cuStreamCreate(&stream, 0));
		OK(cuEventCreate(&event, 0));
		OK(cuLinkCreate(0, NULL, NULL, &link));
		OK(cuMemAlloc(&d, 4096));
		cuMemHostRegister(registered, page, 0);
		const long values[] = {0, 1, 2, 3, 4, 8, 100, 1023, -1, -8, (long)(1ul << 63), 0x7fffffffffffffffl, 1l << 32, 1l << 31, 1l << 62, -0x10000,
			(long)0x8000000000000001ul, (long)ctx, (long)module, (long)k, (long)e, (long)stream, (long)event, (long)link, (long)d, (long)d + 4095,
			(long)d + 1, 4095, 4096, (long)scratch, (long)scratch + 1, (long)scratch + 64, (long)(scratch + page), (long)(scratch + page + 8),
			(long)(scratch + page + 24), (long)(scratch + 4 * page - 1), (long)(scratch + 4 * page - 8), (long)(scratch + 4 * page),
			(long)constant, (long)constant + 8, (long)nothing, (long)registered, (long)twos, (long)ones, (long)kernels};
		const int handles = 17, all = sizeof values / sizeof *values;
		for (int i = 0; i < 40; i++) {
			long a[12];
			for (int j = 0; j < 12; j++)
				a[j] = j == callback ? 0 : values[roll(grid && j >= 1 && j <= 3 ? 3 : roll(3) ? all : handles)];
			if (grid && roll(2))
				a[0] = roll(2) ? (long)k : (long)e;
			if (argc > 3)
				fprintf(stderr, "%s(%#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx)\n", name, a[0], a[1], a[2], a[3],
					a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
			f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
		}
		cuCtxDestroy(ctx);
	}
	return 0;
}
