// How many blocks run at a time, and which size of blocks is best; a product of matrices with it.
#include "sample.h"

static size_t CUDA_CB dynamic(int block) { return size_t(block) * sizeof(double); }

int main(int, char **argv) {
  OK(cuInit(0));
  CUcontext ctx;
  OK(cuCtxCreate(&ctx, 0, 0));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/kernels.ptx").c_str()));
  CUfunction add = function(module, "vectorAdd"), sum = function(module, "blockSum"), mul = function(module, "matrixMul");
  int perSM = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR), sms = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  int before = 1 << 30;
  for (int block = 32; block <= 1024; block *= 2) {
    int blocks = 0;
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, block, 0));
    REQUIRE(blocks > 0 && blocks <= before && blocks * block <= perSM);
    before = blocks;
    size_t bytes = 0;
    OK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, add, blocks, block));
    REQUIRE(bytes > 0);
    int again = 0;
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&again, add, block, bytes, CU_OCCUPANCY_DEFAULT));
    REQUIRE(again >= 1);
  }
  int blocks = -1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 0, 0));
  int grid = 0, block = 0;
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, sum, dynamic, 0, 0));
  REQUIRE(grid >= sms && block >= 32 && block <= 1024 && block % 32 == 0);
  int limited = 0;
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &limited, sum, dynamic, 0, 128));
  REQUIRE(limited <= 128);
  const int n = 100000;
  std::vector<float> in(n);
  double want = 0;
  for (int i = 0; i < n; i++)
    want += in[i] = float(i % 9);
  int power = 32; // the kernel halves
  while (power * 2 <= block)
    power *= 2;
  CUdeviceptr d, out;
  OK(cuMemAlloc(&d, n * 4));
  OK(cuMemAlloc(&out, 64 * 8));
  OK(cuMemcpyHtoD(d, in.data(), n * 4));
  OK(launch(sum, 10, power, unsigned(dynamic(power)), nullptr, d, out, n));
  std::vector<double> sums(10);
  OK(cuMemcpyDtoH(sums.data(), out, 80));
  double got = 0;
  for (double x : sums)
    got += x;
  REQUIRE(got == want);

  const int size = 64;
  std::vector<float> a(size * size), b(size * size), c(size * size);
  for (int i = 0; i < size * size; i++)
    a[i] = float(i % 7 - 3), b[i] = float(i % 11 - 5);
  CUdeviceptr da, db, dc;
  OK(cuMemAlloc(&da, a.size() * 4));
  OK(cuMemAlloc(&db, a.size() * 4));
  OK(cuMemAlloc(&dc, a.size() * 4));
  OK(cuMemcpyHtoD(da, a.data(), a.size() * 4));
  OK(cuMemcpyHtoD(db, b.data(), a.size() * 4));
  int order = size;
  void *params[] = {&dc, &da, &db, &order};
  OK(cuLaunchKernel(mul, size / 16, size / 16, 1, 16, 16, 1, 0, nullptr, params, nullptr));
  OK(cuMemcpyDtoH(c.data(), dc, c.size() * 4));
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      float x = 0;
      for (int k = 0; k < size; k++)
        x += a[i * size + k] * b[k * size + j];
      REQUIRE(c[i * size + j] == x);
    }
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
