// Calls of functions of the program.
#include "api.h"

void ptx2go_call_stream_callback(CUstreamCallback fn, uintptr_t stream, CUresult r, uintptr_t data);
void ptx2go_call_host_func(CUhostFn fn, uintptr_t data);
size_t ptx2go_call_size_of(CUoccupancyB2DSize fn, int blockSize);
