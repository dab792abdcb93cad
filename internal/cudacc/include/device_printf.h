// printf and assert of kernels, as clang calls the functions of the device's runtime.
#pragma once

extern "C" __device__ int vprintf(const char *, const char *);
extern "C" __device__ int printf(const char *, ...); // a built-in function of clang, which calls vprintf
extern "C" __device__ void __assertfail(const char *, const char *, unsigned int, const char *, size_t);
extern "C" inline __device__ void __assert_fail(const char *text, const char *file, unsigned int line, const char *function) {
  __assertfail(text, file, line, function, 1);
}
