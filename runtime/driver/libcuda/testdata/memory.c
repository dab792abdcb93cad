// Prints how much memory the device has, and what becomes of as much and one byte more, by each way to allocate.
#include "cuda.h"
#include <stdio.h>
#include <string.h>

int main(void) {
	CUcontext c;
	CUdeviceptr p;
	void *host;
	CUmemGenericAllocationHandle memory;
	CUmemAllocationProp props = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
	size_t n = 0, left = 0, total = 0;
	if (cuInit(0) || cuCtxCreate(&c, 0, 0) || cuDeviceTotalMem(&n, 0) || cuMemGetInfo(&left, &total))
		return 1;
	printf("%zu %zu %zu\n", n, left, total);
	printf("device %d, managed %d, in a stream %d, host %d, without addresses %d\n", cuMemAlloc(&p, left + 1), cuMemAllocManaged(&p, left + 1, CU_MEM_ATTACH_GLOBAL),
	       cuMemAllocAsync(&p, left + 1, NULL), cuMemHostAlloc(&host, left + 1, 0), cuMemCreate(&memory, (left + (2 << 21)) >> 21 << 21, &props, 0));
	// What is left is there, and then there is nothing.
	int r = cuMemAllocManaged(&p, left - 4096, CU_MEM_ATTACH_GLOBAL);
	memset((void *)p, 1, left - 4096);
	printf("%d %d\n", r, cuMemAlloc(&p, 4097));
	return 0;
}
