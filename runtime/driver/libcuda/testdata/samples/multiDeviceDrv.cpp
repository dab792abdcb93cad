// Several devices, each with a thread of the host and a context, that add up parts; copies between them.
#include "sample.h"

#include <thread>

static std::string text;

static void part(int device, const float *data, int n, double *sum) {
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, device));
  CUdevice now;
  OK(cuCtxGetDevice(&now));
  REQUIRE(now == device);
  CUmodule module;
  OK(cuModuleLoadData(&module, text.c_str()));
  CUdeviceptr in, sums, total;
  OK(cuMemAlloc(&in, n * 4));
  OK(cuMemAlloc(&sums, 8 * 8));
  OK(cuMemAlloc(&total, 8));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuMemcpyHtoDAsync(in, data, n * 4, s));
  OK(launch(function(module, "blockSum"), 8, 64, 64 * 8, s, in, sums, n));
  OK(launch(function(module, "finalSum"), 1, 1, 0, s, sums, total, 8));
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(sum, total, 8));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
}

int main(int, char **argv) {
  text = readFile(std::string(argv[1]) + "/kernels.ptx");
  OK(cuInit(0));
  int devices = 0;
  OK(cuDeviceGetCount(&devices));
  REQUIRE(devices == 3);
  CUuuid first, other;
  OK(cuDeviceGetUuid(&first, 0));
  OK(cuDeviceGetUuid(&other, 1));
  REQUIRE(std::memcmp(&first, &other, sizeof first) != 0);
  char bus[32];
  CUdevice same;
  OK(cuDeviceGetPCIBusId(bus, sizeof bus, 2));
  OK(cuDeviceGetByPCIBusId(&same, bus));
  REQUIRE(same == 2);
  CUdevice none;
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&none, devices));

  const int n = 30000;
  std::vector<float> data(n);
  double want = 0;
  for (int i = 0; i < n; i++)
    want += data[i] = float(i % 100) * 0.5f;
  std::vector<double> sums(devices);
  std::vector<std::thread> threads;
  for (int d = 0; d < devices; d++)
    threads.emplace_back(part, d, data.data() + d * (n / devices), n / devices, &sums[d]);
  for (auto &t : threads)
    t.join();
  double got = 0;
  for (double s : sums)
    got += s;
  REQUIRE(got == want);

  // From device to device.
  CUcontext a, b;
  int can = 0;
  OK(cuDeviceCanAccessPeer(&can, 0, 1));
  REQUIRE(can == 1);
  OK(cuDeviceCanAccessPeer(&can, 1, 1));
  REQUIRE(can == 0);
  OK(cuCtxCreate(&b, 0, 1));
  CUdeviceptr onB;
  OK(cuMemAlloc(&onB, n * 4));
  OK(cuCtxCreate(&a, 0, 0));
  CUdeviceptr onA, sumsA;
  OK(cuMemAlloc(&onA, n * 4));
  OK(cuMemAlloc(&sumsA, 8 * 8));
  OK(cuCtxEnablePeerAccess(b, 0));
  FAILS(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cuCtxEnablePeerAccess(b, 0));
  OK(cuMemcpyHtoD(onA, data.data(), n * 4));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuMemcpyPeerAsync(onB, b, onA, a, n * 4, s));
  CUmodule module;
  OK(cuModuleLoadData(&module, text.c_str()));
  // A kernel on device 0 reads memory of device 1.
  OK(launch(function(module, "blockSum"), 8, 64, 64 * 8, s, onB, sumsA, n));
  double eight[8];
  OK(cuMemcpyDtoHAsync(eight, sumsA, sizeof eight, s));
  OK(cuStreamSynchronize(s));
  got = 0;
  for (double x : eight)
    got += x;
  REQUIRE(got == want);
  int ordinal = -1;
  OK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, onB));
  REQUIRE(ordinal == 1);
  CUcontext popped;
  OK(cuCtxPopCurrent(&popped));
  REQUIRE(popped == a);
  OK(cuCtxGetCurrent(&popped));
  REQUIRE(popped == b);
  std::vector<float> back(n);
  OK(cuMemcpyDtoH(back.data(), onB, n * 4));
  REQUIRE(back == data);
  OK(cuMemFree(onB));
  OK(cuCtxDestroy(b));
  OK(cuCtxSetCurrent(a));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(a));
  std::puts("Result = PASS");
}
