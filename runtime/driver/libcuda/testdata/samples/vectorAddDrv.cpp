// Adds vectors: a module from a file, memory of the device, a launch with parameters in one buffer, and times.
#include "sample.h"

int main(int, char **argv) {
  const int n = 50000;
  OK(cuInit(0));
  CUdevice dev;
  OK(cuDeviceGet(&dev, 0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, CU_CTX_SCHED_AUTO, dev));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  FAILS(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/nowhere/kernels.fatbin"));
  CUfunction add = function(module, "vectorAdd"), none;
  FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&none, module, "vectorSub"));

  std::vector<float> a(n), b(n), c(n, -1.f);
  for (int i = 0; i < n; i++)
    a[i] = float(i % 1000), b[i] = float(i / 7);
  size_t bytes = n * sizeof(float), freeBefore, freeAfter, total;
  OK(cuMemGetInfo(&freeBefore, &total));
  CUdeviceptr da, db, dc;
  OK(cuMemAlloc(&da, bytes));
  OK(cuMemAlloc(&db, bytes));
  OK(cuMemAlloc(&dc, bytes));
  OK(cuMemGetInfo(&freeAfter, &total));
  REQUIRE(freeAfter + 3 * bytes <= freeBefore && freeBefore <= total);
  OK(cuMemcpyHtoD(da, a.data(), bytes));
  OK(cuMemcpyHtoD(db, b.data(), bytes));

  CUevent start, stop;
  OK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  OK(cuEventRecord(start, 0));
  struct {
    CUdeviceptr a, b, c;
    int n;
  } arguments = {da, db, dc, n};
  size_t size = 28;
  void *config[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  const int threads = 256;
  OK(cuLaunchKernel(add, (n + threads - 1) / threads, 1, 1, threads, 1, 1, 0, nullptr, nullptr, config));
  OK(cuEventRecord(stop, 0));
  OK(cuEventSynchronize(stop));
  float ms = -1;
  OK(cuEventElapsedTime(&ms, start, stop));
  REQUIRE(ms >= 0);
  OK(cuMemcpyDtoH(c.data(), dc, bytes));
  for (int i = 0; i < n; i++)
    REQUIRE(c[i] == a[i] + b[i]);

  // The old way of launches.
  OK(cuMemsetD32(dc, 0, n));
  OK(cuFuncSetBlockShape(add, threads, 1, 1));
  OK(cuParamSetv(add, 0, &da, sizeof da));
  OK(cuParamSetv(add, 8, &db, sizeof db));
  OK(cuParamSetv(add, 16, &dc, sizeof dc));
  OK(cuParamSeti(add, 24, n));
  OK(cuParamSetSize(add, 28));
  OK(cuLaunchGrid(add, (n + threads - 1) / threads, 1));
  std::fill(c.begin(), c.end(), -1.f);
  OK(cuMemcpyDtoH(c.data(), dc, bytes));
  for (int i = 0; i < n; i++)
    REQUIRE(c[i] == a[i] + b[i]);

  OK(cuEventDestroy(start));
  OK(cuEventDestroy(stop));
  OK(cuMemFree(da));
  OK(cuMemFree(db));
  OK(cuMemFree(dc));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(dc));
  OK(cuModuleUnload(module));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
