// What streams would do becomes a graph: with a second stream that forks off and joins, and what is not allowed
// meanwhile.
#include "sample.h"

int main(int, char **argv) {
  const int n = 4096;
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction inc = function(module, "increment"), add = function(module, "vectorAdd");
  CUdeviceptr a, b, c;
  OK(cuMemAlloc(&a, n * 4));
  OK(cuMemAlloc(&b, n * 4));
  OK(cuMemAlloc(&c, n * 4));
  OK(cuMemsetD32(a, 0, n));
  OK(cuMemsetD32(b, 0, n));
  float *out;
  OK(cuMemAllocHost(reinterpret_cast<void **>(&out), n * 4));
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  CUevent fork, join;
  OK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));

  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  CUstreamCaptureStatus status;
  OK(cuStreamIsCapturing(s, &status));
  REQUIRE(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  OK(cuStreamIsCapturing(t, &status));
  REQUIRE(status == CU_STREAM_CAPTURE_STATUS_NONE);
  OK(cuEventRecord(fork, s));
  OK(cuStreamWaitEvent(t, fork, 0));
  OK(cuStreamIsCapturing(t, &status));
  REQUIRE(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  OK(launch(inc, n / 256, 256, 0, s, a, 0x00400000, 1, n)); // adds to the bits of floats
  OK(launch(inc, n / 256, 256, 0, t, b, 0x00800000, 1, n));
  OK(cuEventRecord(join, t));
  OK(cuStreamWaitEvent(s, join, 0));
  OK(launch(add, n / 128, 128, 0, s, a, b, c, n));
  OK(cuMemcpyDtoHAsync(out, c, n * 4, s));
  CUgraph graph;
  OK(cuStreamEndCapture(s, &graph));
  // Nothing has run.
  std::vector<int> bits(n, 1);
  OK(cuMemcpyDtoH(bits.data(), a, n * 4));
  for (int x : bits)
    REQUIRE(x == 0);
  size_t nodes = 0, edges = 0;
  OK(cuGraphGetNodes(graph, nullptr, &nodes));
  OK(cuGraphGetEdges(graph, nullptr, nullptr, &edges));
  REQUIRE(nodes == 4 && edges == 3);
  CUgraphExec exec;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  for (int k = 1; k <= 5; k++) {
    OK(cuGraphLaunch(exec, s));
    OK(cuStreamSynchronize(s));
    int x = k * 0x00400000, y = k * 0x00800000;
    float fx, fy;
    std::memcpy(&fx, &x, 4);
    std::memcpy(&fy, &y, 4);
    for (int i = 0; i < n; i++)
      REQUIRE(out[i] == fx + fy);
  }
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));

  // To wait for a stream that is being captured ends the capture.
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(launch(inc, 1, 32, 0, s, a, 1, 1, 32));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(s));
  OK(cuStreamIsCapturing(s, &status));
  REQUIRE(status == CU_STREAM_CAPTURE_STATUS_INVALIDATED);
  graph = reinterpret_cast<CUgraph>(8);
  FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(s, &graph));
  REQUIRE(graph == nullptr);
  // And so does a stream that does not join.
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK(cuEventRecord(fork, s));
  OK(cuStreamWaitEvent(t, fork, 0));
  OK(launch(inc, 1, 32, 0, t, a, 1, 1, 32));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cuStreamEndCapture(s, &graph));
  OK(cuStreamIsCapturing(t, &status));
  REQUIRE(status == CU_STREAM_CAPTURE_STATUS_NONE);
  OK(cuStreamSynchronize(t));

  OK(cuMemFreeHost(out));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuEventDestroy(fork));
  OK(cuEventDestroy(join));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
