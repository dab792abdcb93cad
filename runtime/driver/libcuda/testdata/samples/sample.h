// What the samples have in common: checks, and the file of kernels beside the program's source, whose folder is
// the first argument.
#pragma once
#include <cuda.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

inline void check(CUresult got, CUresult want, const char *what, const char *file, int line) {
  if (got == want)
    return;
  const char *g = "?", *w = "?";
  cuGetErrorName(got, &g);
  cuGetErrorName(want, &w);
  std::fprintf(stderr, "%s:%d: %s is %s, not %s\n", file, line, what, g, w);
  std::exit(1);
}
#define OK(call) check((call), CUDA_SUCCESS, #call, __FILE__, __LINE__)
#define FAILS(want, ...) check((__VA_ARGS__), (want), #__VA_ARGS__, __FILE__, __LINE__)
#define REQUIRE(x)                                                      \
  do {                                                                  \
    if (!(x)) {                                                         \
      std::fprintf(stderr, "%s:%d: not %s\n", __FILE__, __LINE__, #x);  \
      std::exit(1);                                                     \
    }                                                                   \
  } while (0)

inline std::string readFile(const std::string &path) {
  std::ifstream f(path, std::ios::binary);
  if (!f) {
    std::fprintf(stderr, "%s cannot be read\n", path.c_str());
    std::exit(1);
  }
  std::stringstream s;
  s << f.rdbuf();
  return s.str();
}

inline CUfunction function(CUmodule m, const char *name) {
  CUfunction f;
  OK(cuModuleGetFunction(&f, m, name));
  return f;
}

inline int attribute(CUdevice_attribute a, CUdevice d = 0) {
  int v = -1;
  OK(cuDeviceGetAttribute(&v, a, d));
  return v;
}

// launch passes values of parameters.
template <typename... T> CUresult launch(CUfunction f, unsigned grid, unsigned block, unsigned shared, CUstream s, T... values) {
  void *params[] = {&values...};
  return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, s, params, nullptr);
}
