// The program counts while the device works, until an event says that it is done; registered memory of the
// program's own is what is copied.
#include "sample.h"

int main(int, char **argv) {
  const int n = 1 << 16;
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, CU_CTX_SCHED_BLOCKING_SYNC, 0));
  CUmodule module;
  OK(cuModuleLoadDataEx(&module, readFile(std::string(argv[1]) + "/kernels.ptx").c_str(), 0, nullptr, nullptr));
  CUfunction inc = function(module, "increment");
  std::vector<int> a(n, 5);
  OK(cuMemHostRegister(a.data(), n * sizeof(int), CU_MEMHOSTREGISTER_PORTABLE));
  FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(a.data(), n * sizeof(int), 0));
  CUdeviceptr d;
  OK(cuMemAlloc(&d, n * sizeof(int)));
  OK(cuMemsetD8(d, 255, n * sizeof(int)));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CUevent start, stop;
  OK(cuEventCreate(&start, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventCreate(&stop, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventQuery(stop)); // nothing was recorded
  OK(cuEventRecord(start, s));
  OK(cuMemcpyHtoDAsync(d, a.data(), n * sizeof(int), s));
  for (int i = 0; i < 10; i++)
    OK(launch(inc, n / 512, 512, 0, s, d, 26, 20, n));
  OK(cuMemcpyDtoHAsync(a.data(), d, n * sizeof(int), s));
  OK(cuEventRecord(stop, s));
  unsigned long counter = 0;
  CUresult r;
  while ((r = cuEventQuery(stop)) == CUDA_ERROR_NOT_READY)
    counter++;
  OK(r);
  float ms = -1, backwards = 1;
  OK(cuEventElapsedTime(&ms, start, stop));
  OK(cuEventElapsedTime(&backwards, stop, start));
  REQUIRE(ms >= 0 && backwards <= 0);
  for (int x : a)
    REQUIRE(x == 5 + 26 * 20 * 10);
  OK(cuMemHostUnregister(a.data()));
  FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(a.data()));
  OK(cuEventDestroy(start));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventSynchronize(start));
  OK(cuEventDestroy(stop));
  OK(cuStreamDestroy(s));
  OK(cuMemFree(d));

  // Memory of the host that the device reaches by itself.
  int *mapped;
  OK(cuMemHostAlloc(reinterpret_cast<void **>(&mapped), n * sizeof(int), CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED));
  CUdeviceptr view;
  OK(cuMemHostGetDevicePointer(&view, mapped, 0));
  for (int i = 0; i < n; i++)
    mapped[i] = i;
  OK(launch(inc, n / 256, 256, 0, nullptr, view, -1, 1, n));
  OK(cuCtxSynchronize());
  for (int i = 0; i < n; i++)
    REQUIRE(mapped[i] == i - 1);
  OK(cuMemFreeHost(mapped));
  OK(cuCtxDestroy(ctx));
  std::printf("Result = PASS%s\n", counter > 1000000000 ? "!" : "");
}
