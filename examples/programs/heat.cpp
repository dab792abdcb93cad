// Heat that spreads in a plate: a program in C++ that hands PTX to the CUDA driver, as programs do that ship
// kernels. It captures two steps in a graph, launches that many times, and compares with its own loop.

#include <cuda.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static void check(CUresult r, const char *call) {
	if (r == CUDA_SUCCESS)
		return;
	const char *name = "?";
	cuGetErrorName(r, &name);
	throw std::runtime_error(std::string(call) + ": " + name);
}
#define CHECK(call) check(call, #call)

// One thread a point: its new temperature is that of its neighbours, half and half with its own. The edge
// stays as it is.
static const char ptx[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry step(.param .u64 to, .param .u64 from, .param .u32 width, .param .u32 height)
{
	.reg .pred %p<5>;
	.reg .b32 %r<12>;
	.reg .f32 %f<10>;
	.reg .b64 %rd<10>;
	ld.param.u64 %rd1, [to];
	ld.param.u64 %rd2, [from];
	ld.param.u32 %r1, [width];
	ld.param.u32 %r2, [height];
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %ntid.x;
	mov.u32 %r5, %tid.x;
	mad.lo.u32 %r6, %r3, %r4, %r5;
	mov.u32 %r7, %ctaid.y;
	add.u32 %r8, %r1, -1;
	add.u32 %r9, %r2, -1;
	setp.ge.u32 %p1, %r6, %r8;
	setp.eq.u32 %p2, %r6, 0;
	or.pred %p1, %p1, %p2;
	setp.ge.u32 %p3, %r7, %r9;
	or.pred %p1, %p1, %p3;
	setp.eq.u32 %p4, %r7, 0;
	or.pred %p1, %p1, %p4;
	@%p1 bra done;
	mad.lo.u32 %r10, %r7, %r1, %r6;
	mul.wide.u32 %rd3, %r10, 4;
	mul.wide.u32 %rd4, %r1, 4;
	add.u64 %rd5, %rd2, %rd3;
	add.u64 %rd6, %rd5, %rd4;
	sub.u64 %rd7, %rd5, %rd4;
	ld.global.f32 %f1, [%rd5];
	ld.global.f32 %f2, [%rd5+4];
	ld.global.f32 %f3, [%rd5+-4];
	ld.global.f32 %f4, [%rd6];
	ld.global.f32 %f5, [%rd7];
	add.rn.f32 %f6, %f2, %f3;
	add.rn.f32 %f7, %f4, %f5;
	add.rn.f32 %f6, %f6, %f7;
	mul.rn.f32 %f6, %f6, 0f3E000000;
	mul.rn.f32 %f8, %f1, 0f3F000000;
	add.rn.f32 %f9, %f8, %f6;
	add.u64 %rd8, %rd1, %rd3;
	st.global.f32 [%rd8], %f9;
done:
	ret;
}
)";

// Memory of the device, for as long as the object lives.
class Buffer {
public:
	explicit Buffer(std::size_t bytes) { CHECK(cuMemAlloc(&address, bytes)); }
	~Buffer() { cuMemFree(address); }
	Buffer(const Buffer &) = delete;
	Buffer &operator=(const Buffer &) = delete;
	CUdeviceptr address = 0;
};

static void run() {
	const unsigned width = 96, height = 64, pairs = 20;
	CHECK(cuInit(0));
	CUdevice device;
	CHECK(cuDeviceGet(&device, 0));
	char name[100];
	CHECK(cuDeviceGetName(name, sizeof name, device));
	CUcontext context;
	CHECK(cuCtxCreate(&context, 0, device));
	CUmodule module;
	CUfunction step;
	CHECK(cuModuleLoadData(&module, ptx));
	CHECK(cuModuleGetFunction(&step, module, "step"));

	std::vector<float> plate(width * height, 20.f);
	for (unsigned x = width / 4; x < width / 2; x++)
		plate[x] = 100.f; // a hot edge
	const std::size_t bytes = plate.size() * sizeof(float);
	{
		Buffer a(bytes), b(bytes);
		CHECK(cuMemcpyHtoD(a.address, plate.data(), bytes));
		CHECK(cuMemcpyDtoD(b.address, a.address, bytes));
		CUstream stream;
		CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
		auto launch = [&](CUdeviceptr to, CUdeviceptr from) {
			unsigned w = width, h = height;
			void *params[] = {&to, &from, &w, &h};
			CHECK(cuLaunchKernel(step, width / 32, height, 1, 32, 1, 1, 0, stream, params, nullptr));
		};
		CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
		launch(b.address, a.address);
		launch(a.address, b.address);
		CUgraph graph;
		CUgraphExec exec;
		CHECK(cuStreamEndCapture(stream, &graph));
		CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
		for (unsigned i = 0; i < pairs; i++)
			CHECK(cuGraphLaunch(exec, stream));
		CHECK(cuStreamSynchronize(stream));
		CHECK(cuGraphExecDestroy(exec));
		CHECK(cuGraphDestroy(graph));
		CHECK(cuStreamDestroy(stream));
		std::vector<float> got(plate.size());
		CHECK(cuMemcpyDtoH(got.data(), a.address, bytes));

		std::vector<float> next = plate;
		for (unsigned i = 0; i < 2 * pairs; i++) {
			for (unsigned y = 1; y + 1 < height; y++)
				for (unsigned x = 1; x + 1 < width; x++) {
					const float *p = &plate[y * width + x];
					const float row = p[1] + p[-1], column = p[width] + p[-static_cast<int>(width)];
					const float around = (row + column) * 0.125f;
					next[y * width + x] = p[0] * 0.5f + around;
				}
			std::swap(plate, next);
		}
		if (got != plate)
			throw std::runtime_error("the plate has other temperatures");
	}
	CHECK(cuModuleUnload(module));
	CHECK(cuCtxDestroy(context));
	std::printf("%u steps on %s: all bits as they should be\n", 2 * pairs, name);
}

int main() {
	try {
		run();
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
