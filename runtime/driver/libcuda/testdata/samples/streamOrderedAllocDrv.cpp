// Memory that is allocated and freed in the order of a stream, from pools; boxes of bytes with pitches.
#include "sample.h"

int main(int, char **argv) {
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  REQUIRE(attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) == 1);
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction add = function(module, "vectorAdd");
  const int n = 1 << 13;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; i++)
    a[i] = float(i), b[i] = float(-i / 2);
  CUmemoryPool pool;
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  cuuint64_t threshold = ~0ull;
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  for (int round = 0; round < 5; round++) {
    CUdeviceptr da, db, dc;
    OK(cuMemAllocAsync(&da, n * 4, s));
    OK(cuMemAllocAsync(&db, n * 4, s));
    OK(cuMemAllocAsync(&dc, n * 4, s));
    OK(cuMemcpyHtoDAsync(da, a.data(), n * 4, s));
    OK(cuMemcpyHtoDAsync(db, b.data(), n * 4, s));
    OK(launch(add, n / 256, 256, 0, s, da, db, dc, n));
    OK(cuMemFreeAsync(da, s));
    OK(cuMemFreeAsync(db, s));
    OK(cuMemcpyDtoHAsync(c.data(), dc, n * 4, s));
    OK(cuMemFreeAsync(dc, s));
    OK(cuStreamSynchronize(s));
    for (int i = 0; i < n; i++)
      REQUIRE(c[i] == a[i] + b[i]);
  }
  cuuint64_t used = 1, reserved = 0;
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  REQUIRE(used == 0);
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &reserved));
  REQUIRE(reserved >= 3 * n * 4);
  OK(cuMemPoolTrimTo(pool, 0));
  CUmemPoolProps props = {};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = CU_MEM_HANDLE_TYPE_NONE;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemoryPool own;
  OK(cuMemPoolCreate(&own, &props));
  CUdeviceptr p;
  OK(cuMemAllocFromPoolAsync(&p, 1000, own, s));
  OK(cuMemPoolGetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  REQUIRE(used >= 1000);
  OK(cuMemsetD8Async(p, 7, 1000, s));
  unsigned char bytes[1000];
  OK(cuMemcpyDtoHAsync(bytes, p, 1000, s));
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));
  REQUIRE(bytes[0] == 7 && bytes[999] == 7);
  OK(cuMemPoolDestroy(own));

  // A box of 5 by 4 by 3 in one with pitches, from and to packed memory.
  CUdeviceptr box;
  size_t pitch;
  OK(cuMemAllocPitch(&box, &pitch, 40, 6 * 3, 4));
  OK(cuMemsetD2D8(box, pitch, 0xee, 40, 18));
  unsigned char small[60], back[60] = {};
  for (int i = 0; i < 60; i++)
    small[i] = (unsigned char)(i + 1);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = small, copy.srcPitch = 5, copy.srcHeight = 4;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = box, copy.dstPitch = pitch, copy.dstHeight = 6;
  copy.dstXInBytes = 10, copy.dstY = 1;
  copy.WidthInBytes = 5, copy.Height = 4, copy.Depth = 3;
  OK(cuMemcpy3D(&copy));
  std::vector<unsigned char> whole(40 * 18);
  CUDA_MEMCPY2D flat = {};
  flat.srcMemoryType = CU_MEMORYTYPE_DEVICE, flat.srcDevice = box, flat.srcPitch = pitch;
  flat.dstMemoryType = CU_MEMORYTYPE_HOST, flat.dstHost = whole.data(), flat.dstPitch = 40;
  flat.WidthInBytes = 40, flat.Height = 18;
  OK(cuMemcpy2DAsync(&flat, s));
  OK(cuStreamSynchronize(s));
  for (int z = 0; z < 3; z++)
    for (int y = 0; y < 6; y++)
      for (int x = 0; x < 40; x++) {
        bool in = x >= 10 && x < 15 && y >= 1 && y < 5;
        REQUIRE(whole[(z * 6 + y) * 40 + x] == (in ? small[(z * 4 + y - 1) * 5 + x - 10] : 0xee));
      }
  CUDA_MEMCPY3D out = {};
  out.srcMemoryType = CU_MEMORYTYPE_UNIFIED, out.srcDevice = box, out.srcPitch = pitch, out.srcHeight = 6, out.srcXInBytes = 10, out.srcY = 1;
  out.dstMemoryType = CU_MEMORYTYPE_HOST, out.dstHost = back, out.dstPitch = 5, out.dstHeight = 4;
  out.WidthInBytes = 5, out.Height = 4, out.Depth = 3;
  OK(cuMemcpy3D(&out));
  REQUIRE(!std::memcmp(small, back, sizeof small));
  OK(cuMemFree(box));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
