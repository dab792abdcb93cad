// A program with arrays, mipmaps, textures, surfaces and references. The argument is textures.ptx.

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

enum { W = 12, H = 5 };

static CUmodule module;
static CUdeviceptr out;
static float image[H][W];

// launch runs a kernel with a block of threads, and returns what it has written.
static float *launch(const char *name, int x, int y, void **params) {
	static float got[W * H];
	CUfunction f;
	CHECK(cuModuleGetFunction(&f, module, name));
	CHECK(cuLaunchKernel(f, 1, 1, 1, x, y, 1, 0, 0, params, 0));
	CHECK(cuMemcpyDtoH(got, out, sizeof got));
	return got;
}

static void is(float got, float want, const char *what, int i) {
	if (got == want)
		return;
	fprintf(stderr, "%s: %d is %g, want %g\n", what, i, got, want);
	exit(1);
}

static CUtexObject texture(const CUDA_RESOURCE_DESC *r, unsigned flags, CUfilter_mode filter, CUaddress_mode mode) {
	CUDA_TEXTURE_DESC d = {.addressMode = {mode, mode, mode}, .filterMode = filter, .flags = flags, .mipmapFilterMode = filter, .maxMipmapLevelClamp = 99};
	CUDA_RESOURCE_DESC back;
	CUDA_TEXTURE_DESC same;
	CUtexObject t;
	CHECK(cuTexObjectCreate(&t, r, &d, 0));
	CHECK(cuTexObjectGetResourceDesc(&back, t));
	CHECK(cuTexObjectGetTextureDesc(&same, t));
	WANTS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceViewDesc(&(CUDA_RESOURCE_VIEW_DESC){0}, t));
	if (back.resType != r->resType || same.flags != flags || same.filterMode != filter)
		exit(3);
	return t;
}

static void copy(CUarray to, const void *from, size_t width, size_t height, size_t depth) {
	CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = from, .srcPitch = width, .srcHeight = height,
		.dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to, .WidthInBytes = width, .Height = height, .Depth = depth};
	CHECK(cuMemcpy3D(&c));
}

static void arrays(void) {
	CUarray a, b;
	CUDA_ARRAY_DESCRIPTOR d = {W, H, CU_AD_FORMAT_FLOAT, 1}, back;
	CUDA_ARRAY3D_DESCRIPTOR back3;
	CHECK(cuArrayCreate(&a, &d));
	CHECK(cuArrayGetDescriptor(&back, a));
	CHECK(cuArray3DGetDescriptor(&back3, a));
	if (back.Width != W || back.Height != H || back.Format != CU_AD_FORMAT_FLOAT || back.NumChannels != 1 || back3.Depth != 0)
		exit(3);
	copy(a, image, sizeof image[0], H, 1);
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a};
	CUtexObject t = texture(&r, 0, CU_TR_FILTER_MODE_POINT, CU_TR_ADDRESS_MODE_CLAMP);
	float at = 0.5f;
	float *got = launch("fetch2", W, H, (void *[]){&out, &t, &at});
	for (int i = 0; i < W * H; i++)
		is(got[i], image[i / W][i % W], "an array", i);
	// Between four texels, and at the edge between those that there are.
	CUtexObject linear = texture(&r, 0, CU_TR_FILTER_MODE_LINEAR, CU_TR_ADDRESS_MODE_CLAMP);
	at = 1;
	got = launch("fetch2", W, H, (void *[]){&out, &linear, &at});
	for (int i = 0; i < W * H; i++) {
		int x = i % W, y = i / W, x1 = x + 1 < W ? x + 1 : x, y1 = y + 1 < H ? y + 1 : y;
		is(got[i], (image[y][x] + image[y][x1] + image[y1][x] + image[y1][x1]) / 4, "a filter", i);
	}
	// A part of the array to another one, and a line of it to the program.
	CHECK(cuArrayCreate(&b, &d));
	CUDA_MEMCPY2D part = {.srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = a, .srcXInBytes = 8, .srcY = 1,
		.dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = b, .dstXInBytes = 4, .dstY = 2, .WidthInBytes = 16, .Height = 3};
	CHECK(cuMemcpy2D(&part));
	part.Height = 4; // beyond the end of the second one
	WANTS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&part));
	float line[W] = {0};
	CHECK(cuMemcpyAtoH(line, b, 2 * sizeof line, sizeof line));
	for (int x = 0; x < W; x++)
		is(line[x], x >= 1 && x < 5 ? image[1][x + 1] : 0, "a part", x);
	WANTS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoH(line, b, H * sizeof line - 4, 8));
	CHECK(cuMemcpyAtoA(b, 0, a, 0, sizeof line));
	CHECK(cuMemcpyAtoD(out, b, 0, sizeof line));
	CHECK(cuMemcpyDtoA(b, sizeof line, out, sizeof line));
	CHECK(cuMemcpyHtoA(b, 0, image[3], sizeof line));
	CHECK(cuMemcpyAtoH(line, b, sizeof line, sizeof line));
	for (int x = 0; x < W; x++)
		is(line[x], image[0][x], "AtoD, DtoA", x);
	CHECK(cuTexObjectDestroy(t));
	WANTS(CUDA_ERROR_INVALID_VALUE, cuTexObjectDestroy(t));
	CHECK(cuTexObjectDestroy(linear));
	CHECK(cuArrayDestroy(a));
	WANTS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(a));
	CHECK(cuArrayDestroy(b));
	d.NumChannels = 3;
	WANTS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(&a, &d));
}

static void memory(void) {
	CUdeviceptr p;
	size_t pitch;
	CHECK(cuMemAllocPitch(&p, &pitch, W * 4, H, 4));
	CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = image, .srcPitch = sizeof image[0],
		.dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = p, .dstPitch = pitch, .WidthInBytes = sizeof image[0], .Height = H};
	CHECK(cuMemcpy2D(&c));
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_PITCH2D,
		.res.pitch2D = {p, CU_AD_FORMAT_FLOAT, 1, W, H, pitch}};
	CUtexObject t = texture(&r, CU_TRSF_NORMALIZED_COORDINATES, CU_TR_FILTER_MODE_POINT, CU_TR_ADDRESS_MODE_WRAP);
	float at = 0; // all threads of x = 0, 1, 2, .. are at the first texel, which wraps
	float *got = launch("fetch2", W, H, (void *[]){&out, &t, &at});
	for (int i = 0; i < W * H; i++)
		is(got[i], image[0][0], "wrapped", i);
	CHECK(cuTexObjectDestroy(t));
	t = texture(&r, 0, CU_TR_FILTER_MODE_POINT, CU_TR_ADDRESS_MODE_BORDER);
	got = launch("fetch2", W, H, (void *[]){&out, &t, &at});
	for (int i = 0; i < W * H; i++)
		is(got[i], image[i / W][i % W], "rows with gaps", i);
	at = 3;
	got = launch("fetch2", W, H, (void *[]){&out, &t, &at});
	for (int i = 0; i < W * H; i++)
		is(got[i], i % W + 3 < W && i / W + 3 < H ? image[i / W + 3][i % W + 3] : 0, "the border", i);
	CHECK(cuTexObjectDestroy(t));
	short numbers[20];
	for (int i = 0; i < 20; i++)
		numbers[i] = 100 * i - 700;
	CHECK(cuMemcpyHtoD(p, numbers, sizeof numbers));
	r = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR, .res.linear = {p, CU_AD_FORMAT_SIGNED_INT16, 1, sizeof numbers}};
	t = texture(&r, CU_TRSF_READ_AS_INTEGER, CU_TR_FILTER_MODE_POINT, CU_TR_ADDRESS_MODE_CLAMP);
	got = launch("fetch1", 20, 1, (void *[]){&out, &t});
	for (int i = 0; i < 20; i++)
		is(((int *)got)[i], numbers[i], "memory", i);
	CHECK(cuTexObjectDestroy(t));
	r.res.linear.sizeInBytes = (size_t)1 << 40; // more than there is
	CUDA_TEXTURE_DESC d = {.flags = CU_TRSF_READ_AS_INTEGER};
	WANTS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &d, 0));
	CHECK(cuMemFree(p));
}

static void mipmaps(void) {
	CUmipmappedArray m;
	CUarray level;
	CUDA_ARRAY3D_DESCRIPTOR d = {16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0}, back;
	CHECK(cuMipmappedArrayCreate(&m, &d, 4));
	float flat[16 * 16];
	for (int l = 0; l < 4; l++) {
		int side = 16 >> l;
		for (int i = 0; i < side * side; i++)
			flat[i] = 10 * l + 1;
		CHECK(cuMipmappedArrayGetLevel(&level, m, l));
		CHECK(cuArray3DGetDescriptor(&back, level));
		is(back.Width, side, "a level's width", l);
		copy(level, flat, side * 4, side, 1);
		WANTS(CUDA_ERROR_INVALID_VALUE, cuArrayDestroy(level));
	}
	WANTS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, m, 4));
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, .res.mipmap.hMipmappedArray = m};
	CUtexObject t = texture(&r, CU_TRSF_NORMALIZED_COORDINATES, CU_TR_FILTER_MODE_LINEAR, CU_TR_ADDRESS_MODE_CLAMP);
	float *got = launch("levels", 6, 1, (void *[]){&out, &t});
	for (int l = 0; l < 6; l++)
		is(got[l], 10 * (l < 4 ? l : 3) + 1, "a level", l);
	CHECK(cuTexObjectDestroy(t));
	CHECK(cuMipmappedArrayDestroy(m));
}

static void layers(void) {
	unsigned char bytes[6][4][4];
	for (int i = 0; i < 6; i++)
		memset(bytes[i], i == 5 ? 255 : 51 * i, 16);
	CUarray a;
	CUDA_ARRAY3D_DESCRIPTOR d = {4, 4, 6, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_LAYERED};
	CHECK(cuArray3DCreate(&a, &d));
	copy(a, bytes, 4, 4, 6);
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a};
	CUtexObject t = texture(&r, 0, CU_TR_FILTER_MODE_LINEAR, CU_TR_ADDRESS_MODE_CLAMP);
	float *got = launch("layers", 6, 1, (void *[]){&out, &t});
	for (int i = 0; i < 6; i++)
		is(got[i], (i == 5 ? 255 : 51 * i) / 255.f, "a layer", i);
	CHECK(cuTexObjectDestroy(t));
	CHECK(cuArrayDestroy(a));
	d.Flags = CUDA_ARRAY3D_CUBEMAP;
	CHECK(cuArray3DCreate(&a, &d));
	copy(a, bytes, 4, 4, 6);
	r.res.array.hArray = a;
	t = texture(&r, CU_TRSF_NORMALIZED_COORDINATES, CU_TR_FILTER_MODE_POINT, CU_TR_ADDRESS_MODE_CLAMP);
	got = launch("faces", 6, 1, (void *[]){&out, &t});
	for (int i = 0; i < 6; i++)
		is(got[i], (i == 5 ? 255 : 51 * i) / 255.f, "a face", i);
	CHECK(cuTexObjectDestroy(t));
	CHECK(cuArrayDestroy(a));
	d.Depth = 5;
	WANTS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&a, &d));
}

static void surfaces(void) {
	CUarray a;
	CUDA_ARRAY3D_DESCRIPTOR d = {W, H, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST};
	CHECK(cuArray3DCreate(&a, &d));
	unsigned numbers[H][W], n = 7;
	for (int i = 0; i < W * H; i++)
		numbers[i / W][i % W] = 3 * i;
	copy(a, numbers, sizeof numbers[0], H, 1);
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a}, back;
	CUsurfObject s;
	CHECK(cuSurfObjectCreate(&s, &r));
	CHECK(cuSurfObjectGetResourceDesc(&back, s));
	launch("add", W + 1, H, (void *[]){&s, &n}); // what is outside is not there
	CHECK(cuMemcpyAtoH(numbers, a, 0, sizeof numbers));
	for (int i = 0; i < W * H; i++)
		is(numbers[i / W][i % W], 3 * i + 7, "a surface", i);
	CHECK(cuSurfObjectDestroy(s));
	WANTS(CUDA_ERROR_INVALID_VALUE, cuTexObjectDestroy(s));
	CHECK(cuArrayDestroy(a));
}

static void references(void) {
	CUtexref t, none;
	CUsurfref s;
	CUarray a, b;
	CUDA_ARRAY_DESCRIPTOR d = {W, H, CU_AD_FORMAT_FLOAT, 1};
	CUaddress_mode mode;
	CUarray_format format;
	int channels;
	CHECK(cuArrayCreate(&a, &d));
	CHECK(cuArrayCreate(&b, &d));
	CHECK(cuModuleGetTexRef(&t, module, "image"));
	CHECK(cuModuleGetSurfRef(&s, module, "target"));
	WANTS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&none, module, "target"));
	WANTS(CUDA_ERROR_NOT_FOUND, cuModuleGetSurfRef(&s, module, "fetch2"));
	copy(a, image, sizeof image[0], H, 1);
	CHECK(cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
	CHECK(cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_CLAMP));
	CHECK(cuTexRefSetFlags(t, 0));
	CHECK(cuTexRefGetAddressMode(&mode, t, 0));
	CHECK(cuTexRefGetFormat(&format, &channels, t));
	if (mode != CU_TR_ADDRESS_MODE_CLAMP || format != CU_AD_FORMAT_FLOAT || channels != 1)
		exit(3);
	CHECK(cuSurfRefSetArray(s, b, 0));
	launch("references", W, H, 0);
	float got[H][W];
	CHECK(cuMemcpyAtoH(got, b, 0, sizeof got));
	for (int i = 0; i < W * H; i++)
		is(got[i / W][i % W], 2 * image[i / W][i % W], "references", i);
	// Memory in the place of the array.
	CUdeviceptr p;
	CHECK(cuMemAlloc(&p, H * 256));
	CHECK(cuMemsetD32(p, 0x40400000, H * 64)); // 3
	CHECK(cuTexRefSetAddress2D(t, &d, p, 256));
	launch("references", W, H, 0);
	CHECK(cuMemcpyAtoH(got, b, 0, sizeof got));
	for (int i = 0; i < W * H; i++)
		is(got[i / W][i % W], 6, "memory", i);
	WANTS(CUDA_ERROR_INVALID_VALUE, cuTexRefDestroy(t));
	CHECK(cuTexRefCreate(&none));
	CHECK(cuTexRefDestroy(none));
	CHECK(cuMemFree(p));
	CHECK(cuArrayDestroy(a));
	CHECK(cuArrayDestroy(b));
}

int main(int argc, char **argv) {
	CUcontext ctx;
	if (argc != 2)
		return 2;
	CHECK(cuInit(0));
	CHECK(cuCtxCreate(&ctx, 0, 0));
	CHECK(cuModuleLoad(&module, argv[1]));
	CHECK(cuMemAlloc(&out, W * H * 4));
	for (int i = 0; i < W * H; i++)
		image[i / W][i % W] = i * i % 64 + 1;
	arrays();
	memory();
	mipmaps();
	layers();
	surfaces();
	references();
	CHECK(cuCtxDestroy(ctx));
	puts("all checks passed");
	return 0;
}
