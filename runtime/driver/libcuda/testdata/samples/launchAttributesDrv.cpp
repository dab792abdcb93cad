// Launches with attributes, and attributes of functions, devices and limits.
#include "sample.h"

int main(int, char **argv) {
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction inc = function(module, "increment"), sum = function(module, "blockSum"), mul = function(module, "matrixMul");
  const int n = 5000;
  CUdeviceptr d;
  OK(cuMemAlloc(&d, n * 4));
  OK(cuMemsetD32(d, 1, n));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CUevent done;
  OK(cuEventCreate(&done, CU_EVENT_DISABLE_TIMING));

  CUlaunchAttribute attrs[2] = {};
  attrs[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attrs[0].value.priority = 0;
  attrs[1].id = CU_LAUNCH_ATTRIBUTE_IGNORE;
  CUlaunchConfig config = {};
  config.gridDimX = (n + 127) / 128, config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 128, config.blockDimY = config.blockDimZ = 1;
  config.hStream = s;
  config.attrs = attrs;
  config.numAttrs = 2;
  int value = 3, times = 4, count = n;
  void *params[] = {&d, &value, &times, &count};
  OK(cuLaunchKernelEx(&config, inc, params, nullptr));
  attrs[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attrs[0].value.cooperative = 1;
  config.gridDimX = 2;
  OK(cuLaunchKernelEx(&config, inc, params, nullptr));
  config.attrs = nullptr, config.numAttrs = 0;
  OK(cuLaunchKernelEx(&config, inc, params, nullptr));
  OK(cuStreamSynchronize(s));
  std::vector<int> got(n);
  OK(cuMemcpyDtoH(got.data(), d, n * 4));
  for (int i = 0; i < n; i++)
    REQUIRE(got[i] == 1 + 12 * (i < 256 ? 3 : 1));
  config.blockDimX = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK) + 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernelEx(&config, inc, params, nullptr));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(inc, 0, 1, 1, 32, 1, 1, 0, s, params, nullptr));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(nullptr, 1, 1, 1, 32, 1, 1, 0, s, params, nullptr));

  // Attributes of functions.
  int a = -1;
  OK(cuFuncGetAttribute(&a, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, mul));
  REQUIRE(a >= 256 && a <= 1024);
  OK(cuFuncGetAttribute(&a, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, mul));
  REQUIRE(a == 2 * 16 * 16 * 4);
  OK(cuFuncGetAttribute(&a, CU_FUNC_ATTRIBUTE_PTX_VERSION, mul));
  REQUIRE(a >= 60);
  const char *name;
  OK(cuFuncGetName(&name, mul));
  REQUIRE(!std::strcmp(name, "matrixMul"));
  CUmodule of;
  OK(cuFuncGetModule(&of, mul));
  REQUIRE(of == module);
  OK(cuFuncSetCacheConfig(mul, CU_FUNC_CACHE_PREFER_SHARED));

  // More shared memory than there is without asking.
  int optin = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  int plain = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  REQUIRE(plain == 49152 && optin > plain);
  CUdeviceptr in, out;
  OK(cuMemAlloc(&in, n * 4));
  OK(cuMemAlloc(&out, 8));
  std::vector<float> ones(n, 1.f);
  OK(cuMemcpyHtoD(in, ones.data(), n * 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, launch(sum, 1, 1024, 65536, s, in, out, n));
  OK(cuFuncSetAttribute(sum, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncSetAttribute(sum, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
  OK(launch(sum, 1, 1024, 65536, s, in, out, n));
  double total = 0;
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(&total, out, 8));
  REQUIRE(total == n);

  // Limits, and names of devices.
  size_t stack = 0;
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 8192));
  OK(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
  REQUIRE(stack >= 8192);
  char device[128];
  OK(cuDeviceGetName(device, sizeof device, 0));
  REQUIRE(std::strlen(device) > 0);
  REQUIRE(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE) == 32 && attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) > 0);
  REQUIRE(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) >= 7);

  // The pointer of a function, as libraries look for it.
  typedef CUresult (*Sync)(CUstream);
  void *address = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuStreamSynchronize", &address, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  REQUIRE(status == CU_GET_PROC_ADDRESS_SUCCESS && address);
  OK(reinterpret_cast<Sync>(address)(s));
  OK(cuEventRecord(done, s));
  OK(cuEventSynchronize(done));
  OK(cuEventDestroy(done));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
