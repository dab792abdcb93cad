// Graphs, built and captured, as programs and frameworks use them.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(x) \
	do { \
		if (!(x)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #x); \
			failures++; \
		} \
	} while (0)
#define OK(call) \
	do { \
		CUresult got_ = (call); \
		if (got_) { \
			printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #call, got_); \
			failures++; \
		} \
	} while (0)
#define RESULT(want, call) CHECK((call) == (want))

// note appends a number to a list, whose first word is how many it has.
static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
			  ".visible .entry note(.param .u64 list, .param .u32 number)\n{\n"
			  ".reg .b64 %rd<4>;\n.reg .b32 %r<4>;\n"
			  "ld.param.u64 %rd1, [list];\nld.param.u32 %r1, [number];\nld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\n"
			  "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nst.global.u32 [%rd1], %r3;\nret;\n}\n";

static CUfunction note;
static CUdeviceptr list;
static unsigned words[64];

// noted reports whether the list has these numbers, and empties it.
static int noted(unsigned n, unsigned a, unsigned b, unsigned c) {
	OK(cuCtxSynchronize());
	OK(cuMemcpyDtoH(words, list, sizeof words));
	OK(cuMemsetD32(list, 0, 64));
	return words[0] == n && words[1] == a && words[2] == b && words[3] == c;
}

static CUDA_KERNEL_NODE_PARAMS kernel(unsigned *number, void **params) {
	params[0] = &list;
	params[1] = number;
	CUDA_KERNEL_NODE_PARAMS p = {.func = note, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1, .kernelParams = params};
	return p;
}

static void count(void *data) { ++*(int *)data; }

static void built(void) {
	CUgraph g, child, clone, of;
	CUgraphNode a, b, c, d, e, f, h, copied, nodes[16], others[16];
	CUgraphExec exec, again;
	CUevent event, got;
	CUstream s;
	void *params[2];
	unsigned one = 1, two = 2, three = 3;
	int calls = 0;
	unsigned from[4] = {7, 8, 9, 10}, to[4] = {0};
	CUdeviceptr x;
	OK(cuMemAlloc(&x, 16));
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuEventCreate(&event, 0));
	OK(cuGraphCreate(&g, 0));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphCreate(&child, 1));
	OK(cuGraphCreate(&child, 0));
	CUDA_KERNEL_NODE_PARAMS p = kernel(&two, params);
	OK(cuGraphAddKernelNode(&h, child, NULL, 0, &p));

	p = kernel(&one, params);
	OK(cuGraphAddKernelNode(&a, g, NULL, 0, &p));
	OK(cuGraphAddChildGraphNode(&b, g, &a, 1, child));
	CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = from, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = x,
		.WidthInBytes = 16, .Height = 1, .Depth = 1};
	OK(cuGraphAddMemcpyNode(&c, g, &b, 1, &copy, NULL));
	CUDA_MEMSET_NODE_PARAMS set = {.dst = x + 4, .value = 99, .elementSize = 4, .width = 1, .height = 1};
	OK(cuGraphAddMemsetNode(&d, g, &c, 1, &set, NULL));
	CUDA_HOST_NODE_PARAMS host = {count, &calls}, host_out;
	OK(cuGraphAddHostNode(&e, g, &d, 1, &host));
	// Parameters in a buffer.
	struct {
		CUdeviceptr list;
		unsigned number;
	} buffer = {list, 3};
	size_t size = sizeof buffer;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
	p = kernel(&three, params);
	p.kernelParams = NULL;
	p.extra = extra;
	OK(cuGraphAddKernelNode(&f, g, &e, 1, &p));
	OK(cuGraphAddEventRecordNode(&h, g, &f, 1, event));
	OK(cuGraphEventRecordNodeGetEvent(h, &got));
	CHECK(got == event);
	OK(cuGraphInstantiate(&exec, g, 0));
	for (int i = 0; i < 3; i++) {
		OK(cuGraphLaunch(exec, i ? s : NULL));
		CHECK(noted(3, 1, 2, 3));
		OK(cuMemcpyDtoH(to, x, 16));
		CHECK(to[0] == 7 && to[1] == 99 && to[3] == 10 && calls == i + 1);
		OK(cuEventQuery(event));
	}

	// What nodes are asked for.
	CUDA_KERNEL_NODE_PARAMS out;
	OK(cuGraphKernelNodeGetParams(f, &out));
	CHECK(out.func == note && out.gridDimX == 1 && !out.extra && *(unsigned *)out.kernelParams[1] == 3);
	OK(cuGraphHostNodeGetParams(e, &host_out));
	CHECK(host_out.fn == count && host_out.userData == &calls);
	CUDA_MEMSET_NODE_PARAMS set_out;
	OK(cuGraphMemsetNodeGetParams(d, &set_out));
	CHECK(set_out.dst == x + 4 && set_out.value == 99 && set_out.elementSize == 4);
	CUDA_MEMCPY3D copy_out;
	OK(cuGraphMemcpyNodeGetParams(c, &copy_out));
	CHECK(copy_out.dstDevice == x && copy_out.WidthInBytes == 16);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(e, &out));
	CUgraphNodeType type;
	OK(cuGraphNodeGetType(c, &type));
	CHECK(type == CU_GRAPH_NODE_TYPE_MEMCPY);
	size_t n = 0, m = 16;
	OK(cuGraphGetNodes(g, NULL, &n));
	CHECK(n == 7);
	OK(cuGraphGetNodes(g, nodes, &m));
	CHECK(m == 7 && nodes[0] == a && nodes[6] == h && nodes[7] == NULL);
	m = 2;
	OK(cuGraphGetEdges(g, nodes, others, &m));
	CHECK(m == 2 && nodes[0] == a && others[0] == b && nodes[1] == b && others[1] == c);
	m = 16;
	OK(cuGraphGetRootNodes(g, nodes, &m));
	CHECK(m == 1 && nodes[0] == a);
	OK(cuGraphChildGraphNodeGetGraph(b, &of));
	CHECK(of != child);
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(of));
	CUkernelNodeAttrValue value;
	memset(&value, 0, sizeof value);
	value.cooperative = 1;
	OK(cuGraphKernelNodeSetAttribute(a, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE, &value));
	OK(cuGraphKernelNodeCopyAttributes(f, a));
	value.cooperative = 0;
	OK(cuGraphKernelNodeGetAttribute(f, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE, &value));
	CHECK(value.cooperative == 1);

	// Changes of what is executed, without the graph.
	unsigned ten = 10;
	p = kernel(&ten, params);
	OK(cuGraphExecKernelNodeSetParams(exec, a, &p));
	from[0] = 70;
	copy.WidthInBytes = 4;
	OK(cuGraphExecMemcpyNodeSetParams(exec, c, &copy, NULL));
	OK(cuGraphNodeSetEnabled(exec, f, 0));
	OK(cuGraphLaunch(exec, s));
	CHECK(noted(2, 10, 2, 0));
	OK(cuMemcpyDtoH(to, x, 16));
	CHECK(to[0] == 70);
	CUgraphExecUpdateResultInfo info;
	OK(cuGraphExecUpdate(exec, g, &info));
	CHECK(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
	OK(cuGraphNodeSetEnabled(exec, f, 1));
	OK(cuGraphLaunch(exec, s));
	CHECK(noted(3, 1, 2, 3));

	// Clones, and graphs of another shape.
	OK(cuGraphClone(&clone, g));
	OK(cuGraphNodeFindInClone(&copied, f, clone));
	p = kernel(&ten, params);
	OK(cuGraphKernelNodeSetParams(copied, &p));
	CUDA_GRAPH_INSTANTIATE_PARAMS how = {.flags = CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD, .hUploadStream = s};
	OK(cuGraphInstantiateWithParams(&again, clone, &how));
	CHECK(how.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS);
	OK(cuGraphDestroyNode(copied));
	RESULT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(again, clone, &info));
	CHECK(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
	OK(cuGraphDestroy(clone));
	OK(cuGraphLaunch(again, NULL));
	CHECK(noted(3, 1, 2, 10));
	OK(cuGraphAddDependencies(g, &f, &a, 1));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiate(&again, g, 0));
	OK(cuGraphRemoveDependencies(g, &f, &a, 1));

	// Functions of CUDA 11.
#undef cuGraphInstantiate
	CUgraphExec old;
	char log[8] = "x";
	OK(cuGraphInstantiate(&old, g, &copied, log, sizeof log));
	CHECK(!copied && !log[0]);
	OK(cuGraphExecDestroy(old));
	OK(cuGraphExecDestroy(again));
	OK(cuGraphExecDestroy(exec));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, s));
	OK(cuGraphDestroy(child));
	OK(cuGraphDestroy(g));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(g));
	OK(cuEventDestroy(event));
	OK(cuStreamDestroy(s));
	OK(cuMemFree(x));
}

static void launch(unsigned number, CUstream s) {
	void *params[] = {&list, &number};
	OK(cuLaunchKernel(note, 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
}

static void captured(void) {
	CUstream a, b;
	CUevent event;
	CUgraph g = NULL, during = NULL;
	CUgraphExec exec;
	CUstreamCaptureStatus status;
	CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
	const CUgraphNode *after = NULL;
	cuuint64_t id = 0;
	size_t n = 0;
	int calls = 0;
	OK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
	OK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
	OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
	OK(cuStreamBeginCapture(a, CU_STREAM_CAPTURE_MODE_GLOBAL));
	launch(1, a);
	OK(cuEventRecord(event, a));
	OK(cuStreamWaitEvent(b, event, 0));
	launch(2, b);
	OK(cuLaunchHostFunc(b, count, &calls));
	OK(cuEventRecord(event, b));
	OK(cuStreamWaitEvent(a, event, 0));
	launch(3, a);
	OK(cuStreamIsCapturing(b, &status));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
	OK(cuStreamGetCaptureInfo(a, &status, &id, &during, &after, &n));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id && during && n == 1 && after && after[0]);
	OK(cuStreamEndCapture(a, &g));
	CHECK(g == during && calls == 0);
	CUuserObject object;
	static int kept; // which is counted up on another thread, after the end of the graph
	RESULT(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&object, &kept, count, 1, 0));
	OK(cuUserObjectCreate(&object, &kept, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	OK(cuGraphRetainUserObject(g, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
	OK(cuUserObjectRetain(object, 2));
	OK(cuUserObjectRelease(object, 2));
	RESULT(CUDA_ERROR_INVALID_VALUE, cuGraphReleaseUserObject(g, object, 2));
	OK(cuGraphInstantiateWithFlags(&exec, g, 0));
	CHECK(noted(0, 0, 0, 0));
	for (int i = 0; i < 3; i++) {
		OK(cuGraphLaunch(exec, b));
		CHECK(noted(3, 1, 2, 3));
	}
	CHECK(calls == 3);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));

	CUdeviceptr p;
	OK(cuStreamBeginCapture(a, CU_STREAM_CAPTURE_MODE_GLOBAL));
	RESULT(CUDA_ERROR_ILLEGAL_STATE, cuStreamBeginCapture(a, CU_STREAM_CAPTURE_MODE_GLOBAL));
	OK(cuThreadExchangeStreamCaptureMode(&mode));
	CHECK(mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
	OK(cuMemAlloc(&p, 4));
	OK(cuMemFree(p));
	OK(cuThreadExchangeStreamCaptureMode(&mode));
	RESULT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc(&p, 4));
	RESULT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(a, &g));
	CHECK(g == NULL);
	RESULT(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(a, &g));
	RESULT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamBeginCapture(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL));
	OK(cuStreamBeginCapture_v2_ptsz(NULL, CU_STREAM_CAPTURE_MODE_RELAXED));
	launch(5, CU_STREAM_PER_THREAD);
	OK(cuStreamEndCapture(CU_STREAM_PER_THREAD, &g));
	OK(cuGraphDestroy(g));
	OK(cuEventDestroy(event));
	OK(cuStreamDestroy(a));
	OK(cuStreamDestroy(b));
}

// many launches a small graph often.
static void many(int launches) {
	CUgraph g;
	CUgraphNode n;
	CUgraphExec exec;
	CUstream s;
	OK(cuStreamCreate(&s, 0));
	OK(cuGraphCreate(&g, 0));
	CUDA_MEMSET_NODE_PARAMS set = {.dst = list, .value = 0, .elementSize = 4, .width = 1, .height = 1};
	OK(cuGraphAddMemsetNode(&n, g, NULL, 0, &set, NULL));
	OK(cuGraphInstantiate(&exec, g, NULL, NULL, 0));
	for (int i = 0; i < launches; i++) {
		if (cuGraphLaunch(exec, s))
			failures++;
		if (i % 1000 == 0)
			OK(cuStreamSynchronize(s));
	}
	OK(cuStreamSynchronize(s));
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuStreamDestroy(s));
}

// resident is how many pages of memory the process has.
static long resident(void) {
	long size = 0, pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f || fscanf(f, "%ld %ld", &size, &pages) != 2)
		pages = 0;
	if (f)
		fclose(f);
	return pages;
}

int main(int argc, char **argv) {
	CUcontext ctx;
	CUmodule m;
	OK(cuInit(0));
	OK(cuCtxCreate(&ctx, 0, 0));
	OK(cuModuleLoadData(&m, ptx));
	OK(cuModuleGetFunction(&note, m, "note"));
	OK(cuMemAlloc(&list, sizeof words));
	OK(cuMemsetD32(list, 0, 64));
	built();
	captured();
	int launches = argc > 1 ? atoi(argv[1]) : 1000;
	many(launches);
	long before = resident();
	many(launches);
	long grown = resident() - before;
	if (grown * 4096 > 16 << 20)
		printf("%d launches need %ld pages more\n", launches, grown);
	OK(cuCtxDestroy(ctx));
	if (!failures)
		puts("all checks passed");
	return failures > 100 ? 100 : failures;
}
