// Managed memory, which host and device read and write by the same pointers; and what can be asked about pointers.
#include "sample.h"

int main(int, char **argv) {
  const int n = 10000;
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  REQUIRE(attribute(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) == 1);
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction add = function(module, "vectorAdd"), histogram = function(module, "histogram");
  CUdeviceptr a, b, c;
  OK(cuMemAllocManaged(&a, n * sizeof(float), CU_MEM_ATTACH_GLOBAL));
  OK(cuMemAllocManaged(&b, n * sizeof(float), CU_MEM_ATTACH_GLOBAL));
  OK(cuMemAllocManaged(&c, n * sizeof(float), CU_MEM_ATTACH_GLOBAL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocManaged(&c, 0, CU_MEM_ATTACH_GLOBAL));
  auto *ha = reinterpret_cast<float *>(a), *hb = reinterpret_cast<float *>(b), *hc = reinterpret_cast<float *>(c);
  for (int i = 0; i < n; i++)
    ha[i] = float(i), hb[i] = 0.5f;
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuMemAdvise(a, n * sizeof(float), CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
  OK(cuMemAdvise(c, n * sizeof(float), CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
  OK(cuMemPrefetchAsync(a, n * sizeof(float), 0, s));
  OK(cuMemPrefetchAsync(b, n * sizeof(float), 0, s));
  OK(launch(add, (n + 255) / 256, 256, 0, s, a, b, c, n));
  OK(cuMemPrefetchAsync(c, n * sizeof(float), CU_DEVICE_CPU, s));
  OK(cuStreamSynchronize(s));
  for (int i = 0; i < n; i++)
    REQUIRE(hc[i] == float(i) + 0.5f);

  int managed = 0, ordinal = -1;
  CUmemorytype type;
  CUdeviceptr start;
  size_t size;
  OK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, c + 400));
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, c + 400));
  OK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, c + 400));
  OK(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, c + 400));
  OK(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, c + 400));
  REQUIRE(managed == 1 && type == CU_MEMORYTYPE_DEVICE && ordinal == 0 && start == c && size == n * sizeof(float));
  CUdeviceptr base;
  OK(cuMemGetAddressRange(&base, &size, c + 1234));
  REQUIRE(base == c && size == n * sizeof(float));
  int local = 0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, reinterpret_cast<CUdeviceptr>(&local)));
  CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_POINTER};
  CUdeviceptr pointer = 1;
  void *to[] = {&type, &pointer};
  OK(cuPointerGetAttributes(2, which, to, b));
  REQUIRE(type == CU_MEMORYTYPE_DEVICE && pointer == b);
  int mostly = 0;
  OK(cuMemRangeGetAttribute(&mostly, sizeof mostly, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, a, n * sizeof(float)));

  // Bytes that the host has made are counted in managed memory.
  CUdeviceptr bytes, bins;
  OK(cuMemAllocManaged(&bytes, n, CU_MEM_ATTACH_HOST));
  OK(cuMemAllocManaged(&bins, 256 * 4, CU_MEM_ATTACH_GLOBAL));
  auto *hbytes = reinterpret_cast<unsigned char *>(bytes);
  auto *hbins = reinterpret_cast<unsigned *>(bins);
  unsigned want[256] = {};
  unsigned x = 12345;
  for (int i = 0; i < n; i++) {
    x = x * 1664525u + 1013904223u;
    hbytes[i] = (unsigned char)(x >> 24);
    want[hbytes[i]]++;
  }
  std::memset(hbins, 0, 256 * 4);
  OK(cuStreamAttachMemAsync(s, bytes, 0, CU_MEM_ATTACH_SINGLE));
  OK(launch(histogram, 6, 192, 0, s, bytes, bins, n));
  OK(cuCtxSynchronize());
  for (int i = 0; i < 256; i++)
    REQUIRE(hbins[i] == want[i]);
  for (CUdeviceptr p : {a, b, c, bytes, bins})
    OK(cuMemFree(p));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
