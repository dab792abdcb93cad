// What clang's header of intrinsics takes from the toolkit for sm_70.
#pragma once

#define PTX2GO_MATCH(type, bits)                                                                       \
  inline __device__ unsigned int __match_any_sync(unsigned int mask, type v) { return __match##bits##_any_sync(mask, v); } \
  inline __device__ unsigned int __match_all_sync(unsigned int mask, type v, int *pred) { return __match##bits##_all_sync(mask, v, pred); }
PTX2GO_MATCH(int, 32)
PTX2GO_MATCH(unsigned int, 32)
PTX2GO_MATCH(long long, 64)
PTX2GO_MATCH(unsigned long long, 64)
#undef PTX2GO_MATCH
