// A graph of a sum, built node by node: copies, a set, kernels, a function of the host, a graph in it.
#include "sample.h"

static void CUDA_CB onHost(void *data) {
  auto *p = static_cast<double *>(data);
  p[1] += p[0]; // the sum of all sums
}

int main(int, char **argv) {
  const int n = 1 << 14, blocks = 16, threads = 128;
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction sum = function(module, "blockSum"), last = function(module, "finalSum"), inc = function(module, "increment");
  std::vector<float> in(n);
  double want = 0;
  for (int i = 0; i < n; i++)
    want += in[i] = float(i % 37) * 0.25f;
  CUdeviceptr d, sums, total, counter;
  OK(cuMemAlloc(&d, n * sizeof(float)));
  OK(cuMemAlloc(&sums, blocks * sizeof(double)));
  OK(cuMemAlloc(&total, sizeof(double)));
  OK(cuMemAlloc(&counter, sizeof(int) * 4));
  OK(cuMemsetD32(counter, 0, 4));

  CUgraph graph;
  OK(cuGraphCreate(&graph, 0));
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = in.data();
  copy.srcPitch = copy.dstPitch = n * sizeof(float);
  copy.srcHeight = copy.dstHeight = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = d;
  copy.WidthInBytes = n * sizeof(float);
  copy.Height = copy.Depth = 1;
  CUgraphNode copied, cleared, summed, done, back, called, child;
  OK(cuGraphAddMemcpyNode(&copied, graph, nullptr, 0, &copy, ctx));
  CUDA_MEMSET_NODE_PARAMS set = {};
  set.dst = sums;
  set.elementSize = 4;
  set.width = blocks * 2;
  set.height = 1;
  OK(cuGraphAddMemsetNode(&cleared, graph, nullptr, 0, &set, ctx));
  int count = n, few = blocks;
  void *args[] = {&d, &sums, &count};
  CUDA_KERNEL_NODE_PARAMS kernel = {};
  kernel.func = sum;
  kernel.gridDimX = blocks, kernel.gridDimY = kernel.gridDimZ = 1;
  kernel.blockDimX = threads, kernel.blockDimY = kernel.blockDimZ = 1;
  kernel.sharedMemBytes = threads * sizeof(double);
  kernel.kernelParams = args;
  CUgraphNode both[] = {copied, cleared};
  OK(cuGraphAddKernelNode(&summed, graph, both, 2, &kernel));
  void *more[] = {&sums, &total, &few};
  CUDA_KERNEL_NODE_PARAMS one = kernel;
  one.func = last, one.gridDimX = one.blockDimX = 1, one.sharedMemBytes = 0, one.kernelParams = more;
  OK(cuGraphAddKernelNode(&done, graph, &summed, 1, &one));
  double results[2] = {-1, 0};
  CUDA_MEMCPY3D out = {};
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  out.srcDevice = total;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = results;
  out.WidthInBytes = sizeof(double);
  out.Height = out.Depth = 1;
  OK(cuGraphAddMemcpyNode(&back, graph, &done, 1, &out, ctx));
  CUDA_HOST_NODE_PARAMS fn = {};
  fn.fn = onHost;
  fn.userData = results;
  OK(cuGraphAddHostNode(&called, graph, &back, 1, &fn));
  // A graph in the graph, which is a copy of this one.
  CUgraph inner;
  OK(cuGraphCreate(&inner, 0));
  int value = 5, times = 1, four = 4;
  void *incs[] = {&counter, &value, &times, &four};
  CUDA_KERNEL_NODE_PARAMS add = one;
  add.func = inc, add.blockDimX = 4, add.kernelParams = incs;
  CUgraphNode node;
  OK(cuGraphAddKernelNode(&node, inner, nullptr, 0, &add));
  OK(cuGraphAddChildGraphNode(&child, graph, &called, 1, inner));
  OK(cuGraphDestroy(inner));

  size_t nodes = 0, roots = 0, edges = 0;
  OK(cuGraphGetNodes(graph, nullptr, &nodes));
  OK(cuGraphGetRootNodes(graph, nullptr, &roots));
  OK(cuGraphGetEdges(graph, nullptr, nullptr, &edges));
  REQUIRE(nodes == 7 && roots == 2 && edges == 6);
  CUgraphNodeType type;
  OK(cuGraphNodeGetType(child, &type));
  REQUIRE(type == CU_GRAPH_NODE_TYPE_GRAPH);
  // A circle is none of ours.
  FAILS(CUDA_ERROR_INVALID_VALUE, [&] {
    CUgraph circle;
    OK(cuGraphClone(&circle, graph));
    CUgraphNode from, to;
    OK(cuGraphNodeFindInClone(&from, child, circle));
    OK(cuGraphNodeFindInClone(&to, copied, circle));
    CUresult r = cuGraphAddDependencies(circle, &from, &to, 1);
    if (r == CUDA_SUCCESS) {
      CUgraphExec e;
      r = cuGraphInstantiate(&e, circle, 0);
    }
    OK(cuGraphDestroy(circle));
    return r;
  }());

  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuGraphUpload(exec, s));
  for (int i = 0; i < 3; i++)
    OK(cuGraphLaunch(exec, s));
  OK(cuStreamSynchronize(s));
  REQUIRE(results[0] == want && results[1] == 3 * want);
  int counted[4];
  OK(cuMemcpyDtoH(counted, counter, sizeof counted));
  REQUIRE(counted[0] == 15 && counted[3] == 15);

  // Half of the numbers, in the executable graph alone.
  count = n / 2;
  double half = 0;
  for (int i = 0; i < n / 2; i++)
    half += in[i];
  OK(cuGraphExecKernelNodeSetParams(exec, summed, &kernel));
  OK(cuGraphLaunch(exec, s));
  OK(cuStreamSynchronize(s));
  REQUIRE(results[0] == half);
  // And all of them again, from the graph.
  CUgraphExecUpdateResultInfo info;
  OK(cuGraphExecUpdate(exec, graph, &info));
  REQUIRE(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
  OK(cuGraphNodeSetEnabled(exec, cleared, 0));
  OK(cuGraphLaunch(exec, s));
  OK(cuStreamSynchronize(s));
  REQUIRE(results[0] == want);

  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(graph));
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
