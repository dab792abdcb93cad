// Calls each function that is named on the command line, with a letter for each of its parameters: half of
// what it gets is of the kind that the letter says, in use or gone, and the rest all kinds of numbers and
// pointers, in an order that the seed says. It ends with 0 where all calls return a result of CUDA. It writes
// the name of a function before it calls it, and each call where the log is wanted.
#define _GNU_SOURCE
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 18 };	   // parameters
enum { PIECE = 2 << 20 }; // of virtual memory

typedef CUresult (*function)(long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long);

static const char kernels[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .u32 v;\n"
			      ".global .texref t;\n.global .surfref s;\n"
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
	memset(registered, 0, page);
	strcpy(scratch, kernels);
	strcpy(scratch + page, "k");
	strcpy(scratch + page + 8, "/dev/zero");
	strcpy(scratch + page + 24, "cuMemAlloc");
	for (size_t i = 0; i < page / 8; i++) {
		((long *)twos)[i] = 1 + i % 2; // names and values of extra, options
		((long *)ones)[i] = (long)(scratch + 64);
	}
}

// What there is of each kind of handle, by the letter for it: in use, and gone.
static long used[128], gone[128];

// make makes an object of each kind.
static void make(long *h) {
	CUcontext ctx;
	CUmodule module;
	CUlibrary library;
	CUkernel kernel;
	CUfunction k;
	CUstream stream;
	CUevent event;
	CUlinkState link;
	CUmemoryPool pool;
	CUgraph graph;
	CUgraphNode node;
	CUgraphExec exec;
	CUarray array;
	CUmipmappedArray mipmap;
	CUtexref tex;
	CUsurfref surf;
	CUtexObject texture;
	CUsurfObject surface;
	CUdeviceptr d, v;
	CUmemGenericAllocationHandle memory;
	CUgraphConditionalHandle handle;
	CUmemAllocationProp shared = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
	CUmemAccessDesc both = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
	CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
	CUDA_ARRAY_DESCRIPTOR flat = {.Width = 8, .Height = 8, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	CUDA_ARRAY3D_DESCRIPTOR levels = {.Width = 8, .Height = 8, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
	CUDA_TEXTURE_DESC sampler = {.flags = 0};
	OK(cuInit(0));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuModuleLoadData(&module, kernels));
	OK(cuModuleGetFunction(&k, module, "k"));
	OK(cuModuleGetTexRef(&tex, module, "t"));
	OK(cuModuleGetSurfRef(&surf, module, "s"));
	OK(cuLibraryLoadData(&library, kernels, NULL, NULL, 0, NULL, NULL, 0));
	OK(cuLibraryGetKernel(&kernel, library, "k"));
	OK(cuStreamCreate(&stream, 0));
	OK(cuEventCreate(&event, 0));
	OK(cuLinkCreate(0, NULL, NULL, &link));
	OK(cuMemPoolCreate(&pool, &props));
	OK(cuMemAlloc(&d, 4096));
	OK(cuArrayCreate(&array, &flat));
	OK(cuMipmappedArrayCreate(&mipmap, &levels, 3));
	resource.res.array.hArray = array;
	OK(cuTexObjectCreate(&texture, &resource, &sampler, NULL));
	OK(cuSurfObjectCreate(&surface, &resource));
	OK(cuMemAddressReserve(&v, 2 * PIECE, 0, 0, 0));
	OK(cuMemCreate(&memory, PIECE, &shared, 0));
	OK(cuMemMap(v, PIECE, 0, memory, 0));
	OK(cuMemSetAccess(v, PIECE, &both, 1));
	OK(cuGraphCreate(&graph, 0));
	CUDA_MEMSET_NODE_PARAMS set = {.dst = d, .elementSize = 4, .width = 4, .height = 1};
	OK(cuGraphAddMemsetNode(&node, graph, NULL, 0, &set, NULL));
	OK(cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 0));
	OK(cuGraphInstantiate(&exec, graph, 0));
	h['c'] = (long)ctx, h['m'] = (long)module, h['l'] = (long)library, h['k'] = (long)kernel, h['f'] = (long)k, h['s'] = (long)stream;
	h['e'] = (long)event, h['L'] = (long)link, h['P'] = (long)pool, h['g'] = (long)graph, h['n'] = (long)node, h['x'] = (long)exec;
	h['a'] = (long)array, h['M'] = (long)mipmap, h['t'] = (long)tex, h['S'] = (long)surf, h['T'] = (long)texture, h['U'] = (long)surface;
	h['d'] = (long)d, h['v'] = (long)v, h['H'] = (long)memory;
}

// drop destroys them, if calls have not.
static void drop(const long *h) {
	cuCtxPushCurrent((CUcontext)h['c']);
	cuGraphExecDestroy((CUgraphExec)h['x']);
	cuGraphDestroy((CUgraph)h['g']);
	cuLibraryUnload((CUlibrary)h['l']);
	cuLinkDestroy((CUlinkState)h['L']);
	cuMemPoolDestroy((CUmemoryPool)h['P']);
	cuCtxDestroy((CUcontext)h['c']);
	cuMemUnmap((CUdeviceptr)h['v'], PIECE);
	cuMemUnmap((CUdeviceptr)h['v'] + PIECE, PIECE);
	cuMemAddressFree((CUdeviceptr)h['v'], 2 * PIECE);
	cuMemRelease((CUmemGenericAllocationHandle)h['H']);
}

// keep gives back what a call has made of which there are not many: file descriptors.
static void keep(const char *name, const long *a) {
	int file;
	CUmemGenericAllocationHandle memory;
	if (!strcmp(name, "cuMemExportToShareableHandle")) {
		memcpy(&file, (void *)a[0], sizeof file); // at any address
		close(file);
	}
	if (!strcmp(name, "cuMemImportFromShareableHandle")) {
		memcpy(&memory, (void *)a[0], sizeof memory);
		cuMemRelease(memory);
	}
}

// ends lets a wait be one that ends: for a number that is not negative, or not all ones, as a zero is.
static void ends(const char *name, long *a) {
	if (!strncmp(name, "cuStreamWaitValue", 17))
		a[2] = 0, a[3] = (long[]){CU_STREAM_WAIT_VALUE_GEQ, CU_STREAM_WAIT_VALUE_NOR, 4, -1}[roll(4)];
}

// value is one for a parameter of a kind.
static long value(char kind) {
	const long values[] = {0, 1, 2, 3, 4, 8, 100, 1023, -1, -8, (long)(1ul << 63), 0x7fffffffffffffffl, 1l << 32,
#ifndef __SANITIZE_ADDRESS__ // where that is memory of the sanitizer
		1l << 31,
#endif
		1l << 62, -0x10000, (long)0x8000000000000001ul, PIECE, used['v'], used['v'] + PIECE, used['d'], used['d'] + 4095, used['d'] + 1, 4095, 4096, (long)scratch, (long)scratch + 1, (long)scratch + 64,
		(long)(scratch + page), (long)(scratch + page + 8), (long)(scratch + page + 24), (long)(scratch + 4 * page - 1),
		(long)(scratch + 4 * page - 8), (long)(scratch + 4 * page), (long)constant, (long)constant + 8, (long)nothing,
		(long)registered, (long)twos, (long)(twos + page / 2), (long)ones, (long)kernels};
	const int numbers = 17, all = sizeof values / sizeof *values;
	static const char handles[] = "cmlkfseLPgnxaMtSTUdvHC";
	switch (kind) {
	case 'F': // a number in the place of a function is the program's own end
		return 0;
	case 'G': // a large grid of one is a long wait
		return roll(3);
	}
	if (roll(2))
		switch (kind) {
		case 'p':
			return values[numbers + roll(all - numbers)];
		case 'i':
			return values[roll(numbers)];
		default:
			if (used[(int)kind])
				return roll(4) ? used[(int)kind] : gone[(int)kind];
		}
	if (roll(2))
		return values[roll(all)];
	kind = handles[roll(sizeof handles - 1)];
	return roll(2) ? used[(int)kind] : gone[(int)kind];
}

static void attack(const char *name, const char *kinds, int rounds, int calls, int log) {
	function f;
	*(void **)&f = dlsym(RTLD_DEFAULT, name);
	if (!f || strlen(kinds) > MOST)
		exit(2);
	int ex = !strncmp(name, "cuLaunchKernelEx", 16); // whose first parameter has the grid
	for (int round = 0; round < rounds; round++) {
		refill();
		make(used);
		OK(cuMemsetD8((CUdeviceptr)used['d'], 0, 4096)); // what waits look at, see ends
		OK(cuMemsetD8((CUdeviceptr)used['v'], 0, 4096));
		cuMemHostRegister(registered, page, 0);
		memcpy(twos + page / 2, (void *[]){(void *)used['n'], (void *)gone['n'], (void *)used['n'], (void *)used['n']}, 4 * sizeof(void *));
		for (int i = 0; i < calls; i++) {
			long a[MOST] = {0};
			for (int j = 0; kinds[j]; j++)
				a[j] = ex && j == 0 && roll(2) ? (long)twos : value(kinds[j]);
			ends(name, a);
			if (log) {
				printf("%s(", name);
				for (int j = 0; kinds[j]; j++)
					printf("%s%#lx", j ? ", " : "", a[j]);
				puts(")");
			}
			CUresult r = f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17]);
			if (!r)
				keep(name, a);
			const char *is = NULL;
			if (cuGetErrorName(r, &is)) {
				printf("%s returns %d, which is no result\n", name, r);
				exit(4);
			}
		}
		drop(used);
	}
}

int main(int argc, char **argv) {
	if (argc < 5)
		return 2;
	setbuf(stdout, NULL);
	unsigned long seed = strtoul(argv[1], NULL, 10);
	int rounds = atoi(argv[2]), calls = atoi(argv[3]), log = !strcmp(argv[4], "log");
	prepare();
	make(gone);
	drop(gone);
	for (int i = 4 + log; i < argc; i++) {
		char *kinds = strchr(argv[i], ':');
		if (!kinds)
			return 2;
		*kinds++ = 0;
		state = seed;
		printf("%s\n", argv[i]);
		attack(argv[i], kinds, rounds, calls, log);
	}
	return 0;
}
