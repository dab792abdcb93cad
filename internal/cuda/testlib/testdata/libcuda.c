// A stand-in for libcuda.so.1; testlib.go describes it. The signatures are those of
// the driver API, with void* for its handles.
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int CUresult;
typedef uint64_t CUdeviceptr;

enum {
	SUCCESS = 0,
	INVALID_VALUE = 1,
	OUT_OF_MEMORY = 2,
	INVALID_DEVICE = 101,
	INVALID_CONTEXT = 201,
	NO_BINARY_FOR_GPU = 209,
	INVALID_PTX = 218,
	UNSUPPORTED_PTX_VERSION = 222,
	NOT_FOUND = 500,
	NOT_READY = 600,
	ILLEGAL_ADDRESS = 700,
	LAUNCH_OUT_OF_RESOURCES = 701,
};

#define EXPORT __attribute__((visibility("default")))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread void *current;      // the context of this thread
static int context;                 // its address is the handle
static int retained;
static CUresult lost;               // sticky error, 0 for none
static CUresult pending;            // error of a kernel that nobody has asked about
static int spinning;
static char printed[1 << 16];       // by kernels, not written yet
static int live_allocations, live_modules, stack_limit;

#define NEEDS_CONTEXT                             \
	do {                                      \
		if (current != &context)          \
			return INVALID_CONTEXT;   \
		if (lost)                         \
			return lost;              \
	} while (0)

EXPORT CUresult cuInit(unsigned flags) { return flags ? INVALID_VALUE : SUCCESS; }
EXPORT CUresult cuDriverGetVersion(int *v) { *v = 12080; return SUCCESS; }
EXPORT CUresult cuDeviceGetCount(int *n) { *n = 1; return SUCCESS; }

EXPORT CUresult cuDeviceGet(int *dev, int ordinal) {
	if (ordinal != 0)
		return INVALID_DEVICE;
	*dev = 7;
	return SUCCESS;
}

EXPORT CUresult cuDeviceGetName(char *name, int size, int dev) {
	snprintf(name, size, "Test GPU");
	return dev == 7 ? SUCCESS : INVALID_DEVICE;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, int dev) {
	if (dev != 7)
		return INVALID_DEVICE;
	switch (attribute) {
	case 75: *value = 9; break;
	case 76: *value = 0; break;
	case 16: *value = 1; break;
	case 9001: *value = live_allocations; break; // for tests
	case 9002: *value = live_modules; break;
	case 9003: *value = stack_limit; break;
	default: return INVALID_VALUE;
	}
	return SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, int dev) {
	*bytes = (size_t)1 << 34;
	return dev == 7 ? SUCCESS : INVALID_DEVICE;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(void **ctx, int dev) {
	retained++;
	*ctx = &context;
	return dev == 7 ? SUCCESS : INVALID_DEVICE;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(int dev) {
	return --retained < 0 ? INVALID_CONTEXT : SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(void *ctx) {
	if (ctx != &context || !retained)
		return INVALID_CONTEXT;
	current = ctx;
	return SUCCESS;
}

EXPORT CUresult cuCtxSetLimit(int limit, size_t value) {
	NEEDS_CONTEXT;
	if (limit != 0)
		return INVALID_VALUE;
	stack_limit = value;
	return SUCCESS;
}

static CUresult finish(void) {
	pthread_mutex_lock(&lock);
	fputs(printed, stdout); // which buffers it, as the driver's does
	printed[0] = 0;
	CUresult r = pending;
	if (r == ILLEGAL_ADDRESS)
		lost = r;
	pending = SUCCESS;
	pthread_mutex_unlock(&lock);
	return r;
}

EXPORT CUresult cuStreamQuery(void *stream) {
	NEEDS_CONTEXT;
	return spinning ? NOT_READY : pending == ILLEGAL_ADDRESS ? finish() : SUCCESS;
}

EXPORT CUresult cuCtxSynchronize(void) {
	NEEDS_CONTEXT;
	while (spinning)
		sleep(1);
	return finish();
}

// Memory.

struct block {
	uint64_t addr;
	size_t size;
	struct block *next;
};
static struct block *blocks;

static int inside(uint64_t addr, size_t size) {
	for (struct block *b = blocks; b; b = b->next)
		if (addr >= b->addr && addr + size <= b->addr + b->size)
			return 1;
	return 0;
}

static uint64_t allocate(size_t size) {
	struct block *b = malloc(sizeof *b);
	b->addr = (uint64_t)(uintptr_t)aligned_alloc(256, (size + 255) / 256 * 256);
	b->size = size;
	b->next = blocks;
	blocks = b;
	memset((void *)b->addr, 0xcd, size);
	return b->addr;
}

static int release(uint64_t addr) {
	for (struct block **p = &blocks; *p; p = &(*p)->next)
		if ((*p)->addr == addr) {
			struct block *b = *p;
			*p = b->next;
			free((void *)(uintptr_t)addr);
			free(b);
			return 1;
		}
	return 0;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *addr, size_t size) {
	NEEDS_CONTEXT;
	if (size == 0)
		return INVALID_VALUE;
	if (size > (size_t)1 << 34)
		return OUT_OF_MEMORY;
	pthread_mutex_lock(&lock);
	*addr = allocate(size);
	live_allocations++;
	pthread_mutex_unlock(&lock);
	return SUCCESS;
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr addr) {
	NEEDS_CONTEXT;
	pthread_mutex_lock(&lock);
	int ok = release(addr);
	live_allocations -= ok;
	pthread_mutex_unlock(&lock);
	return ok ? SUCCESS : INVALID_VALUE;
}

static CUresult copy(uint64_t check, size_t size, void *to, const void *from) {
	NEEDS_CONTEXT;
	pthread_mutex_lock(&lock);
	int ok = inside(check, size);
	if (ok)
		memcpy(to, from, size);
	pthread_mutex_unlock(&lock);
	return ok ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
	return copy(to, size, (void *)(uintptr_t)to, from);
}

EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) {
	return copy(from, size, to, (void *)(uintptr_t)from);
}

EXPORT CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t size) {
	NEEDS_CONTEXT;
	pthread_mutex_lock(&lock);
	int ok = inside(to, size);
	if (ok)
		memset((void *)(uintptr_t)to, value, size);
	pthread_mutex_unlock(&lock);
	return ok ? SUCCESS : INVALID_VALUE;
}

// Modules.

struct global {
	char name[64];
	uint64_t addr;
	size_t size;
	struct global *next;
};

struct function;

struct module {
	char *text;
	char head[64];
	struct global *globals;
	struct function *functions;
};

struct function {
	struct module *m;
	char name[64];
	int dynamic; // allowed bytes of dynamic shared memory
	struct function *next;
};

// variable reads the declaration behind a ".global" or ".const": the type, the name
// and the number of elements.
static void variable(struct module *m, const char *s) {
	char decl[200];
	size_t n = strcspn(s, ";=");
	if (n >= sizeof decl)
		return;
	memcpy(decl, s, n);
	decl[n] = 0;
	size_t size = 4, count = 1;
	char name[64] = "";
	for (char *w = strtok(decl, " \t\n"); w; w = strtok(NULL, " \t\n")) {
		int bits;
		char kind;
		if (sscanf(w, ".%c%d", &kind, &bits) == 2)
			size = bits / 8;
		else if (w[0] != '.' && strspn(w, "0123456789") != strlen(w))
			snprintf(name, sizeof name, "%s", w);
	}
	char *bracket = strchr(name, '[');
	if (bracket) {
		count = atoi(bracket + 1);
		*bracket = 0;
	}
	struct global *g = calloc(1, sizeof *g);
	strcpy(g->name, name);
	g->size = size * count;
	g->addr = allocate(g->size);
	memset((void *)(uintptr_t)g->addr, 0, g->size);
	g->next = m->globals;
	m->globals = g;
}

static void report(unsigned n, int *options, void **values, int which, const char *text) {
	char *buf = NULL;
	size_t size = 0;
	for (unsigned i = 0; i < n; i++) {
		if (options[i] == which)
			buf = values[i];
		if (options[i] == which + 1)
			size = (size_t)values[i];
	}
	if (buf && size)
		snprintf(buf, size, "%s", text);
}

EXPORT CUresult cuModuleLoadDataEx(void **module, const void *image, unsigned n, int *options, void **values) {
	NEEDS_CONTEXT;
	const char *text = image;
	const char *p = strstr(text, "syntax_error");
	if (p) {
		int line = 1;
		for (const char *q = text; q < p; q++)
			line += *q == '\n';
		char msg[200];
		snprintf(msg, sizeof msg, "ptxas application ptx input, line %d; fatal   : Parsing error near 'syntax_error': syntax error", line);
		report(n, options, values, 5, msg);
		return INVALID_PTX;
	}
	double version;
	int target;
	if ((p = strstr(text, ".version ")) && sscanf(p, ".version %lf", &version) == 1 && version > 8.9)
		return UNSUPPORTED_PTX_VERSION;
	if ((p = strstr(text, ".target sm_")) && sscanf(p, ".target sm_%d", &target) == 1 && target > 90)
		return NO_BINARY_FOR_GPU;
	pthread_mutex_lock(&lock);
	struct module *m = calloc(1, sizeof *m);
	m->text = strdup(text);
	sscanf(text, "// head: %63s", m->head);
	for (p = text; (p = strstr(p, ".visible .global ")); p++)
		variable(m, p + strlen(".visible .global "));
	for (p = text; (p = strstr(p, ".visible .const ")); p++)
		variable(m, p + strlen(".visible .const "));
	report(n, options, values, 3, "info    : 0 bytes gmem");
	live_modules++;
	pthread_mutex_unlock(&lock);
	*module = m;
	return SUCCESS;
}

EXPORT CUresult cuModuleUnload(void *module) {
	NEEDS_CONTEXT;
	struct module *m = module;
	pthread_mutex_lock(&lock);
	while (m->globals) {
		struct global *g = m->globals;
		m->globals = g->next;
		release(g->addr);
		free(g);
	}
	while (m->functions) {
		struct function *f = m->functions;
		m->functions = f->next;
		free(f);
	}
	free(m->text);
	free(m);
	live_modules--;
	spinning = 0;
	pthread_mutex_unlock(&lock);
	return SUCCESS;
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *addr, size_t *size, void *module, const char *name) {
	NEEDS_CONTEXT;
	for (struct global *g = ((struct module *)module)->globals; g; g = g->next)
		if (!strcmp(g->name, name)) {
			*addr = g->addr;
			*size = g->size;
			return SUCCESS;
		}
	return NOT_FOUND;
}

EXPORT CUresult cuModuleGetFunction(void **fn, void *module, const char *name) {
	NEEDS_CONTEXT;
	struct module *m = module;
	char entry[100];
	snprintf(entry, sizeof entry, ".entry %s(", name);
	if (!strstr(m->text, entry))
		return NOT_FOUND;
	struct function *f = calloc(1, sizeof *f);
	f->m = m;
	f->dynamic = 48 << 10;
	snprintf(f->name, sizeof f->name, "%s", name);
	pthread_mutex_lock(&lock);
	f->next = m->functions;
	m->functions = f;
	pthread_mutex_unlock(&lock);
	*fn = f;
	return SUCCESS;
}

EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, void *fn) {
	NEEDS_CONTEXT;
	*value = 0;
	return attribute == 1 ? SUCCESS : INVALID_VALUE;
}

EXPORT CUresult cuFuncSetAttribute(void *fn, int attribute, int value) {
	NEEDS_CONTEXT;
	if (attribute != 8 || value > 227 << 10)
		return INVALID_VALUE;
	((struct function *)fn)->dynamic = value;
	return SUCCESS;
}

// Kernels.

static float f32(uint64_t u) { uint32_t v = u; float f; memcpy(&f, &v, 4); return f; }
static uint64_t b32(float f) { uint32_t v; if (f != f) return 0x7fffffff; memcpy(&v, &f, 4); return v; }

static uint64_t neg_f32(const uint64_t *a) { return a[0] ^ 0x80000000; }
static uint64_t abs_f32(const uint64_t *a) { return b32(fabsf(f32(a[0]))); }
static uint64_t rcp_f32(const uint64_t *a) { return b32(1 / f32(a[0])); }
static uint64_t add_f32(const uint64_t *a) { return b32(f32(a[0]) + f32(a[1])); }
static uint64_t neg_f16(const uint64_t *a) { return (a[0] & 0x7fff) > 0x7c00 ? 0x7fff : a[0] ^ 0x8000; }

static uint64_t cvt_s32(const uint64_t *a) {
	float f = f32(a[0]);
	if (f != f)
		return 0;
	if (f >= 0x1p31f)
		return 0x7fffffff;
	if (f < -0x1p31f)
		return 0x80000000;
	return (uint32_t)(int32_t)f;
}

static const struct head {
	const char *name;
	int sources;
	uint64_t (*fn)(const uint64_t *);
} heads[] = {
	{"neg.f32", 1, neg_f32}, {"abs.f32", 1, abs_f32}, {"rcp.rn.f32", 1, rcp_f32},
	{"cvt.rzi.s32.f32", 1, cvt_s32}, {"neg.f16", 1, neg_f16}, {"add.rn.f32", 2, add_f32},
};

static uint64_t mix(uint64_t x) {
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

// The parameters of a launch are pointers to their bytes.
static uint64_t wide(void **params, int i) { uint64_t v; memcpy(&v, params[i], 8); return v; }
static uint32_t word(void **params, int i) { uint32_t v; memcpy(&v, params[i], 4); return v; }

static CUresult probe(const struct function *f, unsigned groups, unsigned threads, void **params) {
	const struct head *h = NULL;
	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
		if (!strcmp(heads[i].name, f->m->head))
			h = &heads[i];
	if (!h)
		return NOT_FOUND;
	if (!strcmp(f->name, "tuples")) {
		uint32_t *out = (uint32_t *)(uintptr_t)wide(params, 0);
		uint32_t n = word(params, 1 + h->sources);
		if (!inside(wide(params, 0), 4ull * n) || groups * threads < n)
			return ILLEGAL_ADDRESS;
		for (uint32_t i = 0; i < n; i++) {
			uint64_t a[3];
			for (int k = 0; k < h->sources; k++)
				a[k] = ((uint32_t *)(uintptr_t)wide(params, 1 + k))[i];
			out[i] = h->fn(a);
		}
		return SUCCESS;
	}
	uint64_t *out = (uint64_t *)(uintptr_t)wide(params, 0);
	uint32_t first = word(params, 1), n = word(params, 2);
	if (!inside(wide(params, 0), 8ull * groups))
		return ILLEGAL_ADDRESS;
	for (uint32_t g = 0; g < groups; g++)
		for (uint32_t i = 0; i < n; i++) {
			uint64_t a = (first + g) << 23 | (i * 0x5bd1e995u & 0x7fffff);
			out[g] += mix(h->fn(&a) << 32 | a);
		}
	return SUCCESS;
}

EXPORT CUresult cuLaunchKernel(void *fn, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned shared, void *stream, void **params, void **extra) {
	NEEDS_CONTEXT;
	struct function *f = fn;
	if (!gx || !gy || !gz || !bx || !by || !bz || bx * by * bz > 1024 || extra)
		return INVALID_VALUE;
	if ((int)shared > f->dynamic)
		return LAUNCH_OUT_OF_RESOURCES;
	CUresult r = SUCCESS;
	pthread_mutex_lock(&lock);
	if (!strcmp(f->name, "copy")) {
		uint32_t n = word(params, 2);
		if (inside(wide(params, 0), 4ull * n) && inside(wide(params, 1), 4ull * n))
			memcpy((void *)(uintptr_t)wide(params, 0), (void *)(uintptr_t)wide(params, 1), 4ull * n);
		else
			pending = ILLEGAL_ADDRESS;
	} else if (!strcmp(f->name, "addone")) {
		uint32_t *p = (uint32_t *)(uintptr_t)wide(params, 0);
		for (uint32_t i = 0; i < word(params, 1); i++)
			p[i]++;
	} else if (!strcmp(f->name, "dynamic")) {
		*(uint32_t *)(uintptr_t)wide(params, 0) = shared;
	} else if (!strcmp(f->name, "hello")) {
		strcat(printed, "hello from the GPU\n");
	} else if (!strcmp(f->name, "illegal")) {
		pending = ILLEGAL_ADDRESS;
	} else if (!strcmp(f->name, "spin")) {
		spinning = 1;
	} else if (!strcmp(f->name, "tuples")) {
		pending = probe(f, gx, bx, params);
	} else if (!strcmp(f->name, "hashes")) {
		pending = probe(f, gy, bx, params);
	} else {
		r = NOT_FOUND;
	}
	pthread_mutex_unlock(&lock);
	return r;
}

EXPORT CUresult cuLaunchCooperativeKernel(void *fn, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                          unsigned bz, unsigned shared, void *stream, void **params) {
	if (gx * gy * gz > 1)
		return 720; // CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
	return cuLaunchKernel(fn, gx, gy, gz, bx, by, bz, shared, stream, params, NULL);
}

// Errors.

static const struct { int code; const char *name, *text; } errors[] = {
	{INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	{OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	{INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	{INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	{NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
	{INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
	{UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
	{NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	{NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
	{ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	{LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
	{720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"},
};

EXPORT CUresult cuGetErrorName(int code, const char **name) {
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].code == code) {
			*name = errors[i].name;
			return SUCCESS;
		}
	*name = NULL;
	return INVALID_VALUE;
}

EXPORT CUresult cuGetErrorString(int code, const char **text) {
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].code == code) {
			*text = errors[i].text;
			return SUCCESS;
		}
	*text = NULL;
	return INVALID_VALUE;
}
