// Streams: pieces of pinned memory go to the device, are changed, and come back, each in a stream of its own;
// events order them, and callbacks tell of them.
#include "sample.h"

#include <atomic>

static std::atomic<int> called{0};
struct Note {
  int stream;
  bool failed, done;
};

static void CUDA_CB told(CUstream, CUresult r, void *data) {
  auto *n = static_cast<Note *>(data);
  n->failed = r != CUDA_SUCCESS;
  n->done = true;
  called++;
}

static void CUDA_CB host(void *data) { *static_cast<int *>(data) += 1; }

int main(int, char **argv) {
  const int streams = 4, each = 20000, n = streams * each;
  OK(cuInit(0));
  CUdevice dev;
  CUcontext ctx;
  OK(cuDeviceGet(&dev, 0));
  OK(cuDevicePrimaryCtxRetain(&ctx, dev));
  OK(cuCtxSetCurrent(ctx));
  CUmodule module;
  OK(cuModuleLoadData(&module, readFile(std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction inc = function(module, "increment");

  int least, greatest;
  OK(cuCtxGetStreamPriorityRange(&least, &greatest));
  REQUIRE(greatest <= least);
  int *data;
  OK(cuMemHostAlloc(reinterpret_cast<void **>(&data), n * sizeof(int), CU_MEMHOSTALLOC_PORTABLE));
  unsigned flags = 0;
  OK(cuMemHostGetFlags(&flags, data));
  REQUIRE(flags & CU_MEMHOSTALLOC_PORTABLE);
  CUdeviceptr d;
  OK(cuMemAlloc(&d, n * sizeof(int)));
  CUstream s[streams];
  CUevent ready[streams];
  for (int i = 0; i < streams; i++) {
    OK(cuStreamCreateWithPriority(&s[i], CU_STREAM_NON_BLOCKING, i % 2 ? greatest : least));
    OK(cuEventCreate(&ready[i], CU_EVENT_DISABLE_TIMING));
  }
  for (int i = 0; i < n; i++)
    data[i] = i;
  Note notes[streams] = {};
  int after = 0;
  for (int i = 0; i < streams; i++) {
    CUdeviceptr p = d + CUdeviceptr(i) * each * sizeof(int);
    OK(cuMemcpyHtoDAsync(p, data + i * each, each * sizeof(int), s[i]));
    OK(launch(inc, (each + 255) / 256, 256, 0, s[i], p, i + 1, 3, each));
    OK(cuEventRecord(ready[i], s[i]));
  }
  // The last one adds to all pieces, when they are ready.
  for (int i = 0; i < streams - 1; i++)
    OK(cuStreamWaitEvent(s[streams - 1], ready[i], 0));
  OK(launch(inc, (n + 255) / 256, 256, 0, s[streams - 1], d, 1000000, 1, n));
  CUevent all;
  OK(cuEventCreate(&all, CU_EVENT_DISABLE_TIMING));
  OK(cuEventRecord(all, s[streams - 1]));
  for (int i = 0; i < streams; i++) {
    notes[i].stream = i;
    OK(cuStreamWaitEvent(s[i], all, 0));
    OK(cuMemcpyDtoHAsync(data + i * each, d + CUdeviceptr(i) * each * sizeof(int), each * sizeof(int), s[i]));
    OK(cuStreamAddCallback(s[i], told, &notes[i], 0));
  }
  OK(cuLaunchHostFunc(s[0], host, &after));
  OK(cuLaunchHostFunc(s[0], host, &after));
  for (int i = 0; i < streams; i++) {
    OK(cuStreamSynchronize(s[i]));
    OK(cuStreamQuery(s[i]));
    REQUIRE(notes[i].done && !notes[i].failed);
    CUcontext of;
    OK(cuStreamGetCtx(s[i], &of));
    REQUIRE(of == ctx);
  }
  REQUIRE(called == streams && after == 2);
  for (int i = 0; i < n; i++)
    REQUIRE(data[i] == i + 3 * (i / each + 1) + 1000000);
  // An event without times tells none.
  float ms;
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, ready[0], all));

  // The default stream waits for others that are not CU_STREAM_NON_BLOCKING.
  CUstream blocking;
  OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
  OK(launch(inc, (n + 255) / 256, 256, 0, blocking, d, 1, 1, n));
  OK(launch(inc, (n + 255) / 256, 256, 0, nullptr, d, 2, 1, n));
  OK(cuMemcpyDtoH(data, d, n * sizeof(int)));
  for (int i = 0; i < n; i++)
    REQUIRE(data[i] == i + 3 * (i / each + 1) + 1000003);
  OK(cuStreamDestroy(blocking));
  for (int i = 0; i < streams; i++) {
    OK(cuStreamDestroy(s[i]));
    OK(cuEventDestroy(ready[i]));
  }
  OK(cuEventDestroy(all));
  OK(cuMemFreeHost(data));
  OK(cuMemFree(d));
  OK(cuModuleUnload(module));
  OK(cuDevicePrimaryCtxRelease(dev));
  std::puts("Result = PASS");
}
