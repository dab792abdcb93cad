// Links two texts, with options and logs; loads what comes of it as a module and as a library; reads and writes
// variables of modules.
#include "sample.h"

int main(int, char **argv) {
  const std::string dir = argv[1];
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  char errors[1024] = "", infos[1024] = "";
  float wall = 0;
  CUjit_option options[] = {CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE};
  void *values[] = {&wall, infos, (void *)sizeof infos, errors, (void *)sizeof errors, (void *)1};
  CUlinkState link;
  OK(cuLinkCreate(6, options, values, &link));
  std::string first = readFile(dir + "/polynomial.ptx");
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)first.c_str(), first.size() + 1, "polynomial.ptx", 0, nullptr, nullptr));
  OK(cuLinkAddFile(link, CU_JIT_INPUT_PTX, (dir + "/evaluate.ptx").c_str(), 0, nullptr, nullptr));
  void *cubin;
  size_t size;
  OK(cuLinkComplete(link, &cubin, &size));
  REQUIRE(size > 0);
  CUmodule module;
  OK(cuModuleLoadData(&module, cubin));
  OK(cuLinkDestroy(link));
  CUfunction apply = function(module, "apply");
  const int n = 1000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = float(i % 20) - 10;
  CUdeviceptr dx, dy, table;
  OK(cuMemAlloc(&dx, n * 4));
  OK(cuMemAlloc(&dy, n * 4));
  OK(cuMemcpyHtoD(dx, x.data(), n * 4));
  auto all = [&](float c0) {
    OK(launch(apply, (n + 63) / 64, 64, 0, nullptr, dx, dy, n));
    OK(cuMemcpyDtoH(y.data(), dy, n * 4));
    for (int i = 0; i < n; i++)
      REQUIRE(y[i] == ((x[i] + 0.25f) * x[i] - 2) * x[i] + c0 + c0); // all exact
  };
  all(0.5f);
  size_t bytes;
  OK(cuModuleGetGlobal(&table, &bytes, module, "coefficients"));
  REQUIRE(bytes == 16);
  float c0 = 4;
  OK(cuMemcpyHtoD(table, &c0, 4));
  all(4);
  OK(cuModuleUnload(module));

  // One half alone has no body.
  CUresult r = cuModuleLoadData(&module, first.c_str());
  REQUIRE(r == CUDA_ERROR_INVALID_PTX || r == CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND);
  // What is wrong is in the log.
  std::string wrong = ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n\tbogus.u32 %r1;\n\tret;\n}\n";
  CUjit_option two[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *room[] = {errors, (void *)sizeof errors};
  FAILS(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&module, wrong.c_str(), 2, two, room));
  REQUIRE(std::strstr(errors, "bogus") || std::strstr(errors, "line 6") || std::strstr(errors, ":6:"));

  // A library, whose kernels need no context until they are launched.
  std::string kernels = readFile(dir + "/kernels.ptx");
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kernels.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel filter, weighted;
  OK(cuLibraryGetKernel(&filter, library, "filter"));
  OK(cuLibraryGetKernel(&weighted, library, "weighted"));
  unsigned count = 0;
  OK(cuLibraryGetKernelCount(&count, library));
  REQUIRE(count == 10);
  CUdeviceptr taps, visits;
  OK(cuLibraryGetGlobal(&taps, &bytes, library, "taps"));
  REQUIRE(bytes == 36);
  OK(cuLibraryGetGlobal(&visits, &bytes, library, "visits"));
  const float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  OK(cuMemcpyHtoD(taps, weights, sizeof weights));
  OK(cuMemsetD32(visits, 0, 1));
  int width = 50, height = 37, pitch = 52;
  std::vector<float> in(pitch * height), out(pitch * height);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = float(i * 13 % 101);
  CUdeviceptr from, to;
  OK(cuMemAlloc(&from, in.size() * 4));
  OK(cuMemAlloc(&to, in.size() * 4));
  OK(cuMemcpyHtoD(from, in.data(), in.size() * 4));
  void *params[] = {&from, &to, &width, &height, &pitch};
  OK(cuLaunchKernel((CUfunction)filter, 4, 3, 1, 16, 16, 1, 0, nullptr, params, nullptr));
  OK(cuMemcpyDtoH(out.data(), to, out.size() * 4));
  for (int v = 0; v < height; v++)
    for (int u = 0; u < width; u++) {
      float want = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (u + i >= 0 && u + i < width && v + j >= 0 && v + j < height)
            want += weights[3 * (j + 1) + i + 1] * in[(v + j) * pitch + u + i];
      REQUIRE(out[v * pitch + u] == want);
    }
  unsigned seen = 0;
  OK(cuMemcpyDtoH(&seen, visits, 4));
  REQUIRE(seen == 12);

  // A static variable, by the name that the compiler has given it, and a structure for a parameter.
  CUmodule of;
  OK(cuLibraryGetModule(&of, library));
  CUdeviceptr hidden;
  OK(cuModuleGetGlobal(&hidden, &bytes, of, "_ZL6hidden"));
  REQUIRE(bytes == 16);
  OK(launch(function(of, "readHidden"), 1, 4, 0, nullptr, to));
  int four[4], after[4];
  OK(cuMemcpyDtoH(four, to, sizeof four));
  OK(cuMemcpyDtoH(after, hidden, sizeof after));
  for (int i = 0; i < 4; i++)
    REQUIRE(four[i] == 10 * (i + 1) && after[i] == four[i] + 1);
  struct {
    char kind;
    double scale;
    short offset[3];
  } w = {'s', 1.5, {1, 2, 3}};
  size_t offset, paramSize;
  OK(cuKernelGetParamInfo(weighted, 0, &offset, &paramSize));
  REQUIRE(offset == 0 && paramSize == sizeof w);
  OK(cuKernelGetParamInfo(weighted, 3, &offset, &paramSize));
  REQUIRE(offset == 40 && paramSize == 8);
  std::vector<short> s(100);
  for (size_t i = 0; i < s.size(); i++)
    s[i] = short(i * 7 - 300);
  OK(cuMemcpyHtoD(from, s.data(), s.size() * 2));
  CUfunction wf;
  OK(cuKernelGetFunction(&wf, weighted));
  OK(launch(wf, 4, 32, 0, nullptr, w, from, to, 100l));
  std::vector<double> results(100);
  OK(cuMemcpyDtoH(results.data(), to, 800));
  for (int i = 0; i < 100; i++)
    REQUIRE(results[i] == 1.5 * s[i] + w.offset[i % 3]);
  OK(cuLibraryUnload(library));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
