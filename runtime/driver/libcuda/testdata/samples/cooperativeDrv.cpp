// A cooperative launch, whose blocks wait for each other at a barrier of atomics.
#include "sample.h"

int main(int, char **argv) {
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  REQUIRE(attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 1);
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction f = function(module, "together");
  const int n = 500, steps = 6;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = i * i % 17;
  CUdeviceptr a, b;
  OK(cuMemAlloc(&a, n * 4));
  OK(cuMemAlloc(&b, n * 4));
  OK(cuMemcpyHtoD(a, x.data(), n * 4));
  int perSM = 0;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, f, 64, 0));
  int most = perSM * attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  REQUIRE(most >= 4 && most < 1 << 20);
  int count = n, times = steps;
  void *params[] = {&a, &b, &count, &times};
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuLaunchCooperativeKernel(f, 4, 1, 1, 64, 1, 1, 0, s, params));
  FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cuLaunchCooperativeKernel(f, 1 << 20, 1, 1, 64, 1, 1, 0, s, params));
  OK(cuStreamSynchronize(s));
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] + x[(i + 1) % n] + x[(i + n - 1) % n];
    x.swap(y);
  }
  std::vector<int> got(n);
  OK(cuMemcpyDtoH(got.data(), a, n * 4)); // after an even number of steps
  REQUIRE(got == x);
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
