// Graphs that allocate memory, decide what runs, and are built of nodes of any type.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define CHECK(x) \
	do { \
		if (!(x)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #x); \
			failures++; \
		} \
	} while (0)
#define RESULT(want, call) \
	do { \
		CUresult got_ = (call); \
		if (got_ != (want)) { \
			printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #call, got_); \
			failures++; \
		} \
	} while (0)
#define OK(call) RESULT(CUDA_SUCCESS, call)

// add adds a number to another one. halve halves a number, and says by a handle whether something is left.
static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
			  ".extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);\n"
			  ".visible .entry add(.param .u64 to, .param .u64 from)\n{\n"
			  ".reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n"
			  "ld.param.u64 %rd1, [to];\nld.param.u64 %rd2, [from];\nld.global.u32 %r1, [%rd1];\nld.global.u32 %r2, [%rd2];\n"
			  "add.u32 %r1, %r1, %r2;\nst.global.u32 [%rd1], %r1;\nret;\n}\n"
			  ".visible .entry halve(.param .u64 handle, .param .u64 number)\n{\n"
			  ".reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n.reg .pred %p;\n"
			  "ld.param.u64 %rd1, [handle];\nld.param.u64 %rd2, [number];\nld.global.u32 %r1, [%rd2];\nshr.u32 %r1, %r1, 1;\n"
			  "st.global.u32 [%rd2], %r1;\nsetp.ne.u32 %p, %r1, 0;\nselp.u32 %r2, 1, 0, %p;\n"
			  "{\n.param .b64 h;\n.param .b32 v;\nst.param.b64 [h], %rd1;\nst.param.b32 [v], %r2;\ncall.uni cudaGraphSetConditional, (h, v);\n}\nret;\n}\n";

static CUfunction add, halve;

static CUgraphNodeParams kernel(CUfunction f, void **params) {
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
	p.kernel.func = f;
	p.kernel.gridDimX = p.kernel.gridDimY = p.kernel.gridDimZ = 1;
	p.kernel.blockDimX = p.kernel.blockDimY = p.kernel.blockDimZ = 1;
	p.kernel.kernelParams = params;
	return p;
}

static CUgraphNodeParams memset32(CUdeviceptr to, unsigned value) {
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
	p.memset.dst = to;
	p.memset.value = value;
	p.memset.elementSize = 4;
	p.memset.width = p.memset.height = 1;
	return p;
}

static unsigned at(CUdeviceptr p) {
	unsigned v = 0;
	OK(cuCtxSynchronize());
	OK(cuMemcpyDtoH(&v, p, sizeof v));
	return v;
}

static size_t used(void) {
	cuuint64_t n = 0;
	OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &n));
	return n;
}

// counts counts how often a number can be halved: sum += one, in a loop, where one is memory of the graph.
static void counts(int launches) {
	CUgraph g, body;
	CUgraphNode alloc, set, loop, release, node, deps[2], from[8], to[8];
	CUgraphExec exec;
	CUgraphConditionalHandle handle;
	CUdeviceptr sum, number;
	CUgraphEdgeData data[8], other = {.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC};
	size_t n = 8;
	OK(cuMemAlloc(&sum, 4));
	OK(cuMemAlloc(&number, 4));
	OK(cuGraphCreate(&g, 0));
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
	p.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	p.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	p.alloc.bytesize = 4;
	OK(cuGraphAddNode(&alloc, g, NULL, 0, &p));
	CUdeviceptr one = p.alloc.dptr;
	CHECK(one);
	CUDA_MEM_ALLOC_NODE_PARAMS back;
	OK(cuGraphMemAllocNodeGetParams(alloc, &back));
	CHECK(back.dptr == one && back.bytesize == 4 && back.poolProps.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
	p = memset32(one, 1);
	OK(cuGraphAddNode_v2(&set, g, &alloc, NULL, 1, &p));
	OK(cuGraphConditionalHandleCreate(&handle, g, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	p = (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_CONDITIONAL};
	p.conditional.handle = handle;
	p.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
	p.conditional.size = 1;
	RESULT(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddNode_v2(&loop, g, &set, &other, 1, &p));
	OK(cuGraphAddNode_v2(&loop, g, &set, &(CUgraphEdgeData){0}, 1, &p));
	body = p.conditional.phGraph_out[0];
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, g, &set, 1, &p));
	void *adds[] = {&sum, &one}, *halves[] = {&handle, &number};
	p = kernel(add, adds);
	OK(cuGraphAddNode(&node, body, NULL, 0, &p));
	p = kernel(halve, halves);
	OK(cuGraphAddNode(&node, body, &node, 1, &p));
	p = (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_MEM_FREE};
	p.free.dptr = one;
	OK(cuGraphAddNode(&release, g, &loop, 1, &p));
	OK(cuGraphGetEdges_v2(g, from, to, data, &n));
	CHECK(n == 3 && from[2] == loop && to[2] == release && !data[2].type);
	OK(cuGraphNodeGetDependencies_v2(release, deps, data, (n = 2, &n)));
	CHECK(n == 1 && deps[0] == loop);
	CUgraphNodeType type;
	OK(cuGraphNodeGetType(loop, &type));
	CHECK(type == CU_GRAPH_NODE_TYPE_CONDITIONAL);
	CUdeviceptr freed;
	OK(cuGraphMemFreeNodeGetParams(release, &freed));
	CHECK(freed == one);
	RESULT(CUDA_ERROR_NOT_SUPPORTED, cuGraphDestroyNode(set));
	OK(cuGraphInstantiate(&exec, g, 0));
	for (int i = 0; i < launches; i++) {
		OK(cuMemsetD32(sum, 0, 1));
		OK(cuMemsetD32(number, i % 2 ? 5 : 1, 1));
		OK(cuGraphLaunch(exec, CU_STREAM_PER_THREAD));
		if (i < 4)
			CHECK(at(sum) == (i % 2 ? 3 : 1) && used() == 0);
	}
	p = memset32(one, 10);
	OK(cuGraphExecNodeSetParams(exec, set, &p));
	OK(cuMemsetD32(number, 7, 1));
	OK(cuMemsetD32(sum, 0, 1));
	OK(cuGraphLaunch(exec, NULL));
	CHECK(at(sum) == 30);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuMemFree(sum));
	OK(cuMemFree(number));
}

// captures captures memory in the order of a stream, and a stream into the body of a node that decides.
static void captures(void) {
	CUstream s;
	CUgraph g, got;
	CUgraphNode node;
	CUgraphExec exec;
	CUdeviceptr p, to;
	CUgraphConditionalHandle handle;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuMemAlloc(&to, 4));
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
	OK(cuMemAllocAsync(&p, 1 << 20, s));
	OK(cuMemsetD32Async(p, 8, 1 << 18, s));
	OK(cuMemcpyDtoDAsync(to, p + 4000, 4, s));
	const CUgraphNode *after;
	const CUgraphEdgeData *edges = (const CUgraphEdgeData *)s;
	CUstreamCaptureStatus status;
	size_t n = 0;
	OK(cuStreamGetCaptureInfo_v3(s, &status, NULL, &got, &after, &edges, &n));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && n == 1 && !edges);
	OK(cuStreamEndCapture(s, &g));
	CHECK(g == got);
	OK(cuGraphInstantiate(&exec, g, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
	for (int i = 0; i < 3; i++) {
		OK(cuGraphLaunch(exec, s));
		OK(cuMemcpyDtoDAsync(to, p + 8, 4, s));
		OK(cuMemsetD8Async(p, 9, 1 << 20, s));
	}
	OK(cuStreamSynchronize(s));
	CHECK(at(to) == 8 && at(p) == 0x09090909 && used() >= 1 << 20);
	OK(cuMemFreeAsync(p, s));
	OK(cuStreamSynchronize(s));
	CHECK(used() == 0);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));

	OK(cuGraphCreate(&g, 0));
	OK(cuGraphConditionalHandleCreate(&handle, g, NULL, 1, 0));
	CUgraphNodeParams c = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL};
	c.conditional.handle = handle;
	c.conditional.type = CU_GRAPH_COND_TYPE_IF;
	c.conditional.size = 1;
	OK(cuGraphAddNode(&node, g, NULL, 0, &c));
	OK(cuMemsetD32(to, 1, 1));
	OK(cuMemsetD32((CUdeviceptr)handle, 1, 1));
	OK(cuStreamBeginCaptureToGraph(s, c.conditional.phGraph_out[0], NULL, NULL, 0, CU_STREAM_CAPTURE_MODE_RELAXED));
	void *halves[] = {&handle, &to};
	OK(cuLaunchKernel(halve, 1, 1, 1, 1, 1, 1, 0, s, halves, NULL));
	OK(cuMemsetD32Async(to, 4, 1, s));
	OK(cuStreamEndCapture(s, &got));
	CHECK(got == c.conditional.phGraph_out[0]);
	OK(cuGraphInstantiate(&exec, g, 0));
	OK(cuGraphLaunch(exec, s));
	OK(cuStreamSynchronize(s));
	CHECK(at(to) == 4);
	OK(cuMemsetD32(to, 6, 1));
	OK(cuGraphLaunch(exec, s)); // nothing was left
	OK(cuStreamSynchronize(s));
	CHECK(at(to) == 6);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuStreamDestroy(s));
}

// resident is how many pages of memory the process has.
static long resident(void) {
	long all = 0, pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (f) {
		if (fscanf(f, "%ld %ld", &all, &pages) != 2)
			pages = 0;
		fclose(f);
	}
	return pages;
}

int main(int argc, char **argv) {
	CUcontext ctx;
	CUmodule m;
	int launches = argc > 1 ? atoi(argv[1]) : 1000;
	OK(cuInit(0));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuModuleLoadData(&m, ptx));
	OK(cuModuleGetFunction(&add, m, "add"));
	OK(cuModuleGetFunction(&halve, m, "halve"));
	captures();
	counts(launches);
	long before = resident();
	counts(launches);
	long grown = resident() - before;
	if (grown * 4096 > 16 << 20)
		printf("%d launches need %ld pages more\n", launches, grown);
	OK(cuCtxDestroy(ctx));
	if (!failures)
		puts("all checks passed");
	return failures > 100 ? 100 : failures;
}
