// Calls each function that is named on the command line with all kinds of numbers and pointers
// in its parameters, in an order that the seed says, and ends with 0 where all calls return. It
// writes the name of a function before it calls it, and each call where the log is wanted.
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

static char *scratch, *constant, *nothing, *registered, *twos, *ones;
static size_t page;

// prepare lays out the memory that pointers lead to.
static void prepare(void) {
	page = (size_t)sysconf(_SC_PAGESIZE);
	scratch = mapped(4, PROT_READ | PROT_WRITE), constant = mapped(1, PROT_READ), nothing = mapped(1, PROT_NONE);
	registered = mapped(1, PROT_READ | PROT_WRITE), twos = mapped(1, PROT_READ | PROT_WRITE), ones = mapped(1, PROT_READ | PROT_WRITE);
}

// refill writes to it what calls may have changed.
static void refill(void) {
	strcpy(scratch, kernels);
	strcpy(scratch + page, "k");
	strcpy(scratch + page + 8, "/dev/zero");
	strcpy(scratch + page + 24, "cuMemAlloc");
	for (size_t i = 0; i < page / 8; i++) {
		((long *)twos)[i] = 1 + i % 2; // names and values of extra, options
		((long *)ones)[i] = (long)(scratch + 64);
	}
}

static void attack(const char *name, int rounds, int log) {
	function f;
	*(void **)&f = dlsym(RTLD_DEFAULT, name);
	if (!f)
		exit(2);
	// A number in the place of a function is the program's own end; a large grid of one, a long wait.
	int callback = !strncmp(name, "cuStreamAddCallback", 19) || !strncmp(name, "cuLaunchHostFunc", 16) ? 1
		: !strcmp(name, "cuUserObjectCreate")							   ? 2
		: !strncmp(name, "cuOccupancyMaxPotential", 23)						   ? 3
													   : -1;
	int grid = !strncmp(name, "cuLaunchKernel", 14) || !strncmp(name, "cuLaunchCooperativeKernel", 25) || !strncmp(name, "cuLaunchGrid", 12);
	for (int round = 0; round < rounds; round++) {
		CUcontext ctx = NULL;
		CUmodule module = NULL;
		CUlibrary library = NULL;
		CUkernel kernel = NULL;
		CUfunction k = NULL, e = NULL;
		CUstream stream = NULL;
		CUevent event = NULL;
		CUlinkState link = NULL;
		CUmemoryPool pool = NULL;
		CUgraph graph = NULL;
		CUgraphNode node = NULL, second = NULL;
		CUgraphExec exec = NULL;
		CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
		CUdeviceptr d = 0;
		refill();
		OK(cuInit(0));
		OK(cuCtxCreate(&ctx, 0, 0));
		OK(cuModuleLoadData(&module, kernels));
		OK(cuModuleGetFunction(&k, module, "k"));
		OK(cuModuleGetFunction(&e, module, "e"));
		OK(cuLibraryLoadData(&library, kernels, NULL, NULL, 0, NULL, NULL, 0));
		OK(cuLibraryGetKernel(&kernel, library, "k"));
		OK(cuStreamCreate(&stream, 0));
		OK(cuEventCreate(&event, 0));
		OK(cuLinkCreate(0, NULL, NULL, &link));
		OK(cuMemPoolCreate(&pool, &props));
		OK(cuMemAlloc(&d, 4096));
		OK(cuGraphCreate(&graph, 0));
		CUDA_MEMSET_NODE_PARAMS set = {.dst = d, .elementSize = 4, .width = 4, .height = 1};
		OK(cuGraphAddMemsetNode(&node, graph, NULL, 0, &set, NULL));
		OK(cuGraphAddEmptyNode(&second, graph, &node, 1));
		OK(cuGraphInstantiate(&exec, graph, 0));
		cuMemHostRegister(registered, page, 0);
		memcpy(twos + page / 2, (void *[]){node, second, node, node}, 4 * sizeof(void *));
		const long values[] = {0, 1, 2, 3, 4, 8, 100, 1023, -1, -8, (long)(1ul << 63), 0x7fffffffffffffffl, 1l << 32, 1l << 31, 1l << 62, -0x10000,
			(long)0x8000000000000001ul, (long)ctx, (long)module, (long)library, (long)kernel, (long)k, (long)e, (long)stream, (long)event,
			(long)link, (long)pool, (long)graph, (long)node, (long)exec, (long)d, (long)d + 4095, (long)d + 1, 4095, 4096, (long)scratch, (long)scratch + 1, (long)scratch + 64,
			(long)(scratch + page), (long)(scratch + page + 8), (long)(scratch + page + 24), (long)(scratch + 4 * page - 1),
			(long)(scratch + 4 * page - 8), (long)(scratch + 4 * page), (long)constant, (long)constant + 8, (long)nothing,
			(long)registered, (long)twos, (long)(twos + page / 2), (long)ones, (long)kernels};
		const int handles = 17, all = sizeof values / sizeof *values;
		for (int i = 0; i < 40; i++) {
			long a[12];
			for (int j = 0; j < 12; j++)
				a[j] = j == callback ? 0 : values[roll(grid && j >= 1 && j <= 3 ? 3 : roll(3) ? all : handles)];
			if (grid && roll(2))
				a[0] = roll(2) ? (long)k : (long)e;
			if (log)
				printf("%s(%#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx, %#lx)\n", name, a[0], a[1], a[2], a[3], a[4],
					a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
			f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
		}
		cuGraphExecDestroy(exec);
		cuGraphDestroy(graph);
		cuLibraryUnload(library);
		cuLinkDestroy(link);
		cuMemPoolDestroy(pool);
		cuCtxDestroy(ctx);
	}
}

int main(int argc, char **argv) {
	if (argc < 4)
		return 2;
	setbuf(stdout, NULL);
	unsigned long seed = strtoul(argv[1], NULL, 10);
	int rounds = atoi(argv[2]), log = !strcmp(argv[3], "log");
	prepare();
	for (int i = 3 + log; i < argc; i++) {
		state = seed;
		printf("%s\n", argv[i]);
		attack(argv[i], rounds, log);
	}
	return 0;
}
