// Code generated from internal/api/api.txt by internal/api/generate. DO NOT EDIT.

#include "api.h"

static CUstream per_thread(CUstream s) { return s ? s : CU_STREAM_PER_THREAD; }

static CUresult waited(CUresult r) { return r ? r : cuStreamSynchronize(CU_STREAM_PER_THREAD); }

CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId) { return ptx2go_refuse("cuGetExportTable", "undocumented tables of functions"); }
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) { return cuDeviceGetUuid_v2(uuid, dev); }
CUresult cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags) { return ptx2go_refuse("cuDeviceGetNvSciSyncAttributes", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) { return cuDevicePrimaryCtxRelease_v2(dev); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) { return cuDevicePrimaryCtxSetFlags_v2(dev, flags); }
CUresult cuDevicePrimaryCtxReset(CUdevice dev) { return cuDevicePrimaryCtxReset_v2(dev); }
CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev) { return cuCtxCreate_v2(pctx, flags, dev); }
CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }
CUresult cuCtxPopCurrent(CUcontext *pctx) { return cuCtxPopCurrent_v2(pctx); }
CUresult cuModuleGetGlobal(CUdeviceptr_v1 *dptr, unsigned int *bytes, CUmodule hmod, const char *name) { return ptx2go_refuse("cuModuleGetGlobal", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut) { return cuLinkCreate_v2(numOptions, options, optionValues, stateOut); }
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues) { return cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues); }
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues) { return cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues); }
CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize) { return ptx2go_refuse("cuMemAlloc", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes) { return ptx2go_refuse("cuMemAllocPitch", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemFree(CUdeviceptr_v1 dptr) { return cuMemFree_v2(dptr); }
CUresult cuMemGetAddressRange(CUdeviceptr_v1 *pbase, unsigned int *psize, CUdeviceptr_v1 dptr) { return ptx2go_refuse("cuMemGetAddressRange", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemAllocHost(void **pp, unsigned int bytesize) { return cuMemAllocHost_v2(pp, bytesize); }
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *pdptr, void *p, unsigned int Flags) { return ptx2go_refuse("cuMemHostGetDevicePointer", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags) { return cuMemHostRegister_v2(p, bytesize, Flags); }
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return cuMemPrefetchAsync(devPtr, count, dstDevice, per_thread(hStream)); }
CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) { return cuIpcOpenMemHandle_v2(pdptr, handle, Flags); }
CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) { return cuMemAllocAsync(dptr, bytesize, per_thread(hStream)); }
CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) { return cuMemFreeAsync(dptr, per_thread(hStream)); }
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return cuMemAllocFromPoolAsync(dptr, bytesize, pool, per_thread(hStream)); }
CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags) { return ptx2go_refuse("cuMemPoolExportToShareableHandle", "memory pools are of one process, and one device"); }
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType, unsigned long long flags) { return ptx2go_refuse("cuMemPoolImportFromShareableHandle", "memory pools are of one process, and one device"); }
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr) { return ptx2go_refuse("cuMemPoolExportPointer", "memory pools are of one process, and one device"); }
CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData) { return ptx2go_refuse("cuMemPoolImportPointer", "memory pools are of one process, and one device"); }
CUresult cuMemMapArrayAsync(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) { return ptx2go_refuse("cuMemMapArrayAsync", "arrays are not sparse, and have all their memory from the beginning"); }
CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) { return ptx2go_refuse("cuMemMapArrayAsync_ptsz", "arrays are not sparse, and have all their memory from the beginning"); }
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags) { return ptx2go_refuse("cuMemGetHandleForAddressRange", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return waited(cuMemcpyAsync(dst, src, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return cuMemcpyAsync(dst, src, ByteCount, per_thread(hStream)); }
CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return waited(cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, per_thread(hStream)); }
CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount) { return cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) { return waited(cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return waited(cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return waited(cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream) { return cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) { return cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, per_thread(hStream)); }
CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, per_thread(hStream)); }
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, per_thread(hStream)); }
CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *pCopy) { return ptx2go_refuse("cuMemcpy2D", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *pCopy) { return waited(cuMemcpy2DAsync_v2(pCopy, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *pCopy) { return ptx2go_refuse("cuMemcpy2DUnaligned", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *pCopy) { return waited(cuMemcpy2DAsync_v2(pCopy, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream) { return ptx2go_refuse("cuMemcpy2DAsync", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *pCopy, CUstream hStream) { return cuMemcpy2DAsync_v2(pCopy, per_thread(hStream)); }
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *pCopy) { return ptx2go_refuse("cuMemcpy3D", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *pCopy) { return waited(cuMemcpy3DAsync_v2(pCopy, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream) { return ptx2go_refuse("cuMemcpy3DAsync", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *pCopy, CUstream hStream) { return cuMemcpy3DAsync_v2(pCopy, per_thread(hStream)); }
CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER *pCopy) { return waited(cuMemcpy3DPeerAsync(pCopy, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) { return cuMemcpy3DPeerAsync(pCopy, per_thread(hStream)); }
CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) { return cuMemsetD8_v2(dstDevice, uc, N); }
CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return waited(cuMemsetD8Async(dstDevice, uc, N, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) { return cuMemsetD16_v2(dstDevice, us, N); }
CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) { return waited(cuMemsetD16Async(dstDevice, us, N, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) { return cuMemsetD32_v2(dstDevice, ui, N); }
CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return waited(cuMemsetD32Async(dstDevice, ui, N, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return cuMemsetD8Async(dstDevice, uc, N, per_thread(hStream)); }
CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return cuMemsetD16Async(dstDevice, us, N, per_thread(hStream)); }
CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return cuMemsetD32Async(dstDevice, ui, N, per_thread(hStream)); }
CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) { return cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return waited(cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) { return cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return waited(cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) { return cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return waited(cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, CU_STREAM_PER_THREAD)); }
CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, per_thread(hStream)); }
CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, per_thread(hStream)); }
CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, per_thread(hStream)); }
CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray) { return ptx2go_refuse("cuArrayCreate", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) { return ptx2go_refuse("cuArrayGetDescriptor", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray) { return ptx2go_refuse("cuArray3DCreate", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) { return ptx2go_refuse("cuArray3DGetDescriptor", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return ptx2go_refuse("cuMemcpyDtoA", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) { return cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ptx2go_refuse("cuMemcpyAtoD", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount) { return ptx2go_refuse("cuMemcpyHtoA", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) { return waited(cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ptx2go_refuse("cuMemcpyAtoH", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return waited(cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, CU_STREAM_PER_THREAD)); }
CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ptx2go_refuse("cuMemcpyAtoA", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream) { return ptx2go_refuse("cuMemcpyHtoAAsync", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) { return cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, per_thread(hStream)); }
CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream) { return ptx2go_refuse("cuMemcpyAtoHAsync", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) { return cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, per_thread(hStream)); }
CUresult cuStreamGetPriority_ptsz(CUstream hStream, int *priority) { return cuStreamGetPriority(per_thread(hStream), priority); }
CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int *flags) { return cuStreamGetFlags(per_thread(hStream), flags); }
CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long *streamId) { return cuStreamGetId(per_thread(hStream), streamId); }
CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext *pctx) { return cuStreamGetCtx(per_thread(hStream), pctx); }
CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) { return cuStreamWaitEvent(per_thread(hStream), hEvent, Flags); }
CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) { return cuStreamAddCallback(per_thread(hStream), callback, userData, flags); }
CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return cuStreamAttachMemAsync(per_thread(hStream), dptr, length, flags); }
CUresult cuStreamQuery_ptsz(CUstream hStream) { return cuStreamQuery(per_thread(hStream)); }
CUresult cuStreamSynchronize_ptsz(CUstream hStream) { return cuStreamSynchronize(per_thread(hStream)); }
CUresult cuStreamDestroy(CUstream hStream) { return cuStreamDestroy_v2(hStream); }
CUresult cuStreamCopyAttributes_ptsz(CUstream dst, CUstream src) { return cuStreamCopyAttributes(per_thread(dst), per_thread(src)); }
CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out) { return cuStreamGetAttribute(per_thread(hStream), attr, value_out); }
CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value) { return cuStreamSetAttribute(per_thread(hStream), attr, value); }
CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) { return cuEventRecord(hEvent, per_thread(hStream)); }
CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) { return cuEventRecordWithFlags(hEvent, per_thread(hStream), flags); }
CUresult cuEventDestroy(CUevent hEvent) { return cuEventDestroy_v2(hEvent); }
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWaitValue32_v2(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWaitValue32(per_thread(stream), addr, value, flags); }
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWriteValue32_v2(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWriteValue32(per_thread(stream), addr, value, flags); }
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWaitValue64_v2(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWaitValue64(per_thread(stream), addr, value, flags); }
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWriteValue64_v2(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWriteValue64(per_thread(stream), addr, value, flags); }
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return cuStreamBatchMemOp_v2(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return cuStreamBatchMemOp(per_thread(stream), count, paramArray, flags); }
CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWaitValue32_v2(per_thread(stream), addr, value, flags); }
CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return cuStreamWriteValue32_v2(per_thread(stream), addr, value, flags); }
CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWaitValue64_v2(per_thread(stream), addr, value, flags); }
CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return cuStreamWriteValue64_v2(per_thread(stream), addr, value, flags); }
CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return cuStreamBatchMemOp_v2(per_thread(stream), count, paramArray, flags); }
CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) { return cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, per_thread(hStream), kernelParams, extra); }
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) { return cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, per_thread(hStream), kernelParams); }
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList, unsigned int numDevices, unsigned int flags) { return ptx2go_refuse("cuLaunchCooperativeKernelMultiDevice", "a launch is on one device"); }
CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData) { return cuLaunchHostFunc(per_thread(hStream), fn, userData); }
CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const CUlaunchConfig *config) { return ptx2go_refuse("cuOccupancyMaxPotentialClusterSize", "blocks form no clusters"); }
CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const CUlaunchConfig *config) { return ptx2go_refuse("cuOccupancyMaxActiveClusters", "blocks form no clusters"); }
CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphAddExternalSemaphoresSignalNode", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out) { return ptx2go_refuse("cuGraphExternalSemaphoresSignalNodeGetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphExternalSemaphoresSignalNodeSetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphAddExternalSemaphoresWaitNode", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out) { return ptx2go_refuse("cuGraphExternalSemaphoresWaitNodeGetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphExternalSemaphoresWaitNodeSetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphExecExternalSemaphoresSignalNodeSetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ptx2go_refuse("cuGraphExecExternalSemaphoresWaitNodeSetParams", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphUpload_ptsz(CUgraphExec hGraphExec, CUstream hStream) { return cuGraphUpload(hGraphExec, per_thread(hStream)); }
CUresult cuGraphLaunch_ptsz(CUgraphExec hGraphExec, CUstream hStream) { return cuGraphLaunch(hGraphExec, per_thread(hStream)); }
CUresult cuStreamBeginCapture_ptsz(CUstream hStream) { return cuStreamBeginCapture(per_thread(hStream)); }
CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) { return cuStreamBeginCapture_v2(per_thread(hStream), mode); }
CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return cuStreamBeginCaptureToGraph(per_thread(hStream), hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph) { return cuStreamEndCapture(per_thread(hStream), phGraph); }
CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus) { return cuStreamIsCapturing(per_thread(hStream), captureStatus); }
CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) { return cuStreamGetCaptureInfo(per_thread(hStream), captureStatus_out, id_out); }
CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out) { return cuStreamGetCaptureInfo_v2(per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) { return cuStreamGetCaptureInfo_v3(per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) { return cuStreamUpdateCaptureDependencies(per_thread(hStream), dependencies, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags) { return cuStreamUpdateCaptureDependencies_v2(per_thread(hStream), dependencies, dependencyData, numDependencies, flags); }
CUresult cuTexRefSetAddress(unsigned int *ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes) { return ptx2go_refuse("cuTexRefSetAddress", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc, CUdeviceptr_v1 dptr, unsigned int Pitch) { return ptx2go_refuse("cuTexRefSetAddress2D", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuTexRefGetAddress(CUdeviceptr_v1 *pdptr, CUtexref hTexRef) { return ptx2go_refuse("cuTexRefGetAddress", "an address of a device has 64 bits, this function's has 32"); }
CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return ptx2go_refuse("cuTensorMapEncodeTiled", "descriptors of tensors are for bulk copies, which are not there yet"); }
CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return ptx2go_refuse("cuTensorMapEncodeIm2col", "descriptors of tensors are for bulk copies, which are not there yet"); }
CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) { return ptx2go_refuse("cuTensorMapReplaceAddress", "descriptors of tensors are for bulk copies, which are not there yet"); }
CUresult cuImportExternalMemory(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc) { return ptx2go_refuse("cuImportExternalMemory", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc) { return ptx2go_refuse("cuExternalMemoryGetMappedBuffer", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc) { return ptx2go_refuse("cuExternalMemoryGetMappedMipmappedArray", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuDestroyExternalMemory(CUexternalMemory extMem) { return ptx2go_refuse("cuDestroyExternalMemory", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc) { return ptx2go_refuse("cuImportExternalSemaphore", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ptx2go_refuse("cuSignalExternalSemaphoresAsync", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ptx2go_refuse("cuSignalExternalSemaphoresAsync_ptsz", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ptx2go_refuse("cuWaitExternalSemaphoresAsync", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ptx2go_refuse("cuWaitExternalSemaphoresAsync_ptsz", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem) { return ptx2go_refuse("cuDestroyExternalSemaphore", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) { return ptx2go_refuse("cuGraphicsUnregisterResource", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel) { return ptx2go_refuse("cuGraphicsSubResourceGetMappedArray", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *pMipmappedArray, CUgraphicsResource resource) { return ptx2go_refuse("cuGraphicsResourceGetMappedMipmappedArray", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *pDevPtr, unsigned int *pSize, CUgraphicsResource resource) { return ptx2go_refuse("cuGraphicsResourceGetMappedPointer", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *pDevPtr, size_t *pSize, CUgraphicsResource resource) { return ptx2go_refuse("cuGraphicsResourceGetMappedPointer_v2", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags) { return ptx2go_refuse("cuGraphicsResourceSetMapFlags", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags) { return ptx2go_refuse("cuGraphicsResourceSetMapFlags_v2", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ptx2go_refuse("cuGraphicsMapResources", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ptx2go_refuse("cuGraphicsMapResources_ptsz", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ptx2go_refuse("cuGraphicsUnmapResources", "memory and semaphores of graphics libraries and of other devices"); }
CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ptx2go_refuse("cuGraphicsUnmapResources_ptsz", "memory and semaphores of graphics libraries and of other devices"); }

const struct ptx2go_version ptx2go_versions[] = {
	{"cuGetErrorString", 0, (void *)cuGetErrorString, (void *)cuGetErrorString},
	{"cuGetErrorName", 0, (void *)cuGetErrorName, (void *)cuGetErrorName},
	{"cuInit", 0, (void *)cuInit, (void *)cuInit},
	{"cuDriverGetVersion", 0, (void *)cuDriverGetVersion, (void *)cuDriverGetVersion},
	{"cuGetProcAddress", 11030, (void *)cuGetProcAddress, (void *)cuGetProcAddress},
	{"cuGetProcAddress", 12000, (void *)cuGetProcAddress_v2, (void *)cuGetProcAddress_v2},
	{"cuGetExportTable", 0, (void *)cuGetExportTable, (void *)cuGetExportTable},
	{"cuProfilerStart", 0, (void *)cuProfilerStart, (void *)cuProfilerStart},
	{"cuProfilerStop", 0, (void *)cuProfilerStop, (void *)cuProfilerStop},
	{"cuDeviceGet", 0, (void *)cuDeviceGet, (void *)cuDeviceGet},
	{"cuDeviceGetCount", 0, (void *)cuDeviceGetCount, (void *)cuDeviceGetCount},
	{"cuDeviceGetName", 0, (void *)cuDeviceGetName, (void *)cuDeviceGetName},
	{"cuDeviceGetUuid", 9020, (void *)cuDeviceGetUuid, (void *)cuDeviceGetUuid},
	{"cuDeviceGetUuid", 11040, (void *)cuDeviceGetUuid_v2, (void *)cuDeviceGetUuid_v2},
	{"cuDeviceGetLuid", 0, (void *)cuDeviceGetLuid, (void *)cuDeviceGetLuid},
	{"cuDeviceTotalMem", 2000, (void *)cuDeviceTotalMem, (void *)cuDeviceTotalMem},
	{"cuDeviceTotalMem", 3020, (void *)cuDeviceTotalMem_v2, (void *)cuDeviceTotalMem_v2},
	{"cuDeviceGetTexture1DLinearMaxWidth", 0, (void *)cuDeviceGetTexture1DLinearMaxWidth, (void *)cuDeviceGetTexture1DLinearMaxWidth},
	{"cuDeviceGetAttribute", 0, (void *)cuDeviceGetAttribute, (void *)cuDeviceGetAttribute},
	{"cuDeviceGetNvSciSyncAttributes", 0, (void *)cuDeviceGetNvSciSyncAttributes, (void *)cuDeviceGetNvSciSyncAttributes},
	{"cuDeviceSetMemPool", 0, (void *)cuDeviceSetMemPool, (void *)cuDeviceSetMemPool},
	{"cuDeviceGetMemPool", 0, (void *)cuDeviceGetMemPool, (void *)cuDeviceGetMemPool},
	{"cuDeviceGetDefaultMemPool", 0, (void *)cuDeviceGetDefaultMemPool, (void *)cuDeviceGetDefaultMemPool},
	{"cuDeviceGetExecAffinitySupport", 0, (void *)cuDeviceGetExecAffinitySupport, (void *)cuDeviceGetExecAffinitySupport},
	{"cuFlushGPUDirectRDMAWrites", 0, (void *)cuFlushGPUDirectRDMAWrites, (void *)cuFlushGPUDirectRDMAWrites},
	{"cuDeviceGetProperties", 0, (void *)cuDeviceGetProperties, (void *)cuDeviceGetProperties},
	{"cuDeviceComputeCapability", 0, (void *)cuDeviceComputeCapability, (void *)cuDeviceComputeCapability},
	{"cuDeviceGetByPCIBusId", 0, (void *)cuDeviceGetByPCIBusId, (void *)cuDeviceGetByPCIBusId},
	{"cuDeviceGetPCIBusId", 0, (void *)cuDeviceGetPCIBusId, (void *)cuDeviceGetPCIBusId},
	{"cuDeviceCanAccessPeer", 0, (void *)cuDeviceCanAccessPeer, (void *)cuDeviceCanAccessPeer},
	{"cuDeviceGetP2PAttribute", 0, (void *)cuDeviceGetP2PAttribute, (void *)cuDeviceGetP2PAttribute},
	{"cuDeviceGraphMemTrim", 0, (void *)cuDeviceGraphMemTrim, (void *)cuDeviceGraphMemTrim},
	{"cuDeviceGetGraphMemAttribute", 0, (void *)cuDeviceGetGraphMemAttribute, (void *)cuDeviceGetGraphMemAttribute},
	{"cuDeviceSetGraphMemAttribute", 0, (void *)cuDeviceSetGraphMemAttribute, (void *)cuDeviceSetGraphMemAttribute},
	{"cuDevicePrimaryCtxRetain", 0, (void *)cuDevicePrimaryCtxRetain, (void *)cuDevicePrimaryCtxRetain},
	{"cuDevicePrimaryCtxRelease", 7000, (void *)cuDevicePrimaryCtxRelease, (void *)cuDevicePrimaryCtxRelease},
	{"cuDevicePrimaryCtxRelease", 11000, (void *)cuDevicePrimaryCtxRelease_v2, (void *)cuDevicePrimaryCtxRelease_v2},
	{"cuDevicePrimaryCtxSetFlags", 7000, (void *)cuDevicePrimaryCtxSetFlags, (void *)cuDevicePrimaryCtxSetFlags},
	{"cuDevicePrimaryCtxSetFlags", 11000, (void *)cuDevicePrimaryCtxSetFlags_v2, (void *)cuDevicePrimaryCtxSetFlags_v2},
	{"cuDevicePrimaryCtxGetState", 0, (void *)cuDevicePrimaryCtxGetState, (void *)cuDevicePrimaryCtxGetState},
	{"cuDevicePrimaryCtxReset", 7000, (void *)cuDevicePrimaryCtxReset, (void *)cuDevicePrimaryCtxReset},
	{"cuDevicePrimaryCtxReset", 11000, (void *)cuDevicePrimaryCtxReset_v2, (void *)cuDevicePrimaryCtxReset_v2},
	{"cuCtxCreate", 2000, (void *)cuCtxCreate, (void *)cuCtxCreate},
	{"cuCtxCreate", 3020, (void *)cuCtxCreate_v2, (void *)cuCtxCreate_v2},
	{"cuCtxCreate_v3", 0, (void *)cuCtxCreate_v3, (void *)cuCtxCreate_v3},
	{"cuCtxCreate_v4", 0, (void *)cuCtxCreate_v4, (void *)cuCtxCreate_v4},
	{"cuCtxDestroy", 2000, (void *)cuCtxDestroy, (void *)cuCtxDestroy},
	{"cuCtxDestroy", 4000, (void *)cuCtxDestroy_v2, (void *)cuCtxDestroy_v2},
	{"cuCtxAttach", 0, (void *)cuCtxAttach, (void *)cuCtxAttach},
	{"cuCtxDetach", 0, (void *)cuCtxDetach, (void *)cuCtxDetach},
	{"cuCtxPushCurrent", 2000, (void *)cuCtxPushCurrent, (void *)cuCtxPushCurrent},
	{"cuCtxPushCurrent", 4000, (void *)cuCtxPushCurrent_v2, (void *)cuCtxPushCurrent_v2},
	{"cuCtxPopCurrent", 2000, (void *)cuCtxPopCurrent, (void *)cuCtxPopCurrent},
	{"cuCtxPopCurrent", 4000, (void *)cuCtxPopCurrent_v2, (void *)cuCtxPopCurrent_v2},
	{"cuCtxSetCurrent", 0, (void *)cuCtxSetCurrent, (void *)cuCtxSetCurrent},
	{"cuCtxGetCurrent", 0, (void *)cuCtxGetCurrent, (void *)cuCtxGetCurrent},
	{"cuCtxGetDevice", 0, (void *)cuCtxGetDevice, (void *)cuCtxGetDevice},
	{"cuCtxGetFlags", 0, (void *)cuCtxGetFlags, (void *)cuCtxGetFlags},
	{"cuCtxSetFlags", 0, (void *)cuCtxSetFlags, (void *)cuCtxSetFlags},
	{"cuCtxGetId", 0, (void *)cuCtxGetId, (void *)cuCtxGetId},
	{"cuCtxSynchronize", 0, (void *)cuCtxSynchronize, (void *)cuCtxSynchronize},
	{"cuCtxSetLimit", 0, (void *)cuCtxSetLimit, (void *)cuCtxSetLimit},
	{"cuCtxGetLimit", 0, (void *)cuCtxGetLimit, (void *)cuCtxGetLimit},
	{"cuCtxGetCacheConfig", 0, (void *)cuCtxGetCacheConfig, (void *)cuCtxGetCacheConfig},
	{"cuCtxSetCacheConfig", 0, (void *)cuCtxSetCacheConfig, (void *)cuCtxSetCacheConfig},
	{"cuCtxGetSharedMemConfig", 0, (void *)cuCtxGetSharedMemConfig, (void *)cuCtxGetSharedMemConfig},
	{"cuCtxSetSharedMemConfig", 0, (void *)cuCtxSetSharedMemConfig, (void *)cuCtxSetSharedMemConfig},
	{"cuCtxGetApiVersion", 0, (void *)cuCtxGetApiVersion, (void *)cuCtxGetApiVersion},
	{"cuCtxGetStreamPriorityRange", 0, (void *)cuCtxGetStreamPriorityRange, (void *)cuCtxGetStreamPriorityRange},
	{"cuCtxResetPersistingL2Cache", 0, (void *)cuCtxResetPersistingL2Cache, (void *)cuCtxResetPersistingL2Cache},
	{"cuCtxGetExecAffinity", 0, (void *)cuCtxGetExecAffinity, (void *)cuCtxGetExecAffinity},
	{"cuCtxEnablePeerAccess", 0, (void *)cuCtxEnablePeerAccess, (void *)cuCtxEnablePeerAccess},
	{"cuCtxDisablePeerAccess", 0, (void *)cuCtxDisablePeerAccess, (void *)cuCtxDisablePeerAccess},
	{"cuModuleLoad", 0, (void *)cuModuleLoad, (void *)cuModuleLoad},
	{"cuModuleLoadData", 0, (void *)cuModuleLoadData, (void *)cuModuleLoadData},
	{"cuModuleLoadDataEx", 0, (void *)cuModuleLoadDataEx, (void *)cuModuleLoadDataEx},
	{"cuModuleLoadFatBinary", 0, (void *)cuModuleLoadFatBinary, (void *)cuModuleLoadFatBinary},
	{"cuModuleUnload", 0, (void *)cuModuleUnload, (void *)cuModuleUnload},
	{"cuModuleGetLoadingMode", 0, (void *)cuModuleGetLoadingMode, (void *)cuModuleGetLoadingMode},
	{"cuModuleGetFunction", 0, (void *)cuModuleGetFunction, (void *)cuModuleGetFunction},
	{"cuModuleGetFunctionCount", 0, (void *)cuModuleGetFunctionCount, (void *)cuModuleGetFunctionCount},
	{"cuModuleEnumerateFunctions", 0, (void *)cuModuleEnumerateFunctions, (void *)cuModuleEnumerateFunctions},
	{"cuModuleGetGlobal", 2000, (void *)cuModuleGetGlobal, (void *)cuModuleGetGlobal},
	{"cuModuleGetGlobal", 3020, (void *)cuModuleGetGlobal_v2, (void *)cuModuleGetGlobal_v2},
	{"cuModuleGetTexRef", 0, (void *)cuModuleGetTexRef, (void *)cuModuleGetTexRef},
	{"cuModuleGetSurfRef", 0, (void *)cuModuleGetSurfRef, (void *)cuModuleGetSurfRef},
	{"cuLinkCreate", 5050, (void *)cuLinkCreate, (void *)cuLinkCreate},
	{"cuLinkCreate", 6050, (void *)cuLinkCreate_v2, (void *)cuLinkCreate_v2},
	{"cuLinkAddData", 5050, (void *)cuLinkAddData, (void *)cuLinkAddData},
	{"cuLinkAddData", 6050, (void *)cuLinkAddData_v2, (void *)cuLinkAddData_v2},
	{"cuLinkAddFile", 5050, (void *)cuLinkAddFile, (void *)cuLinkAddFile},
	{"cuLinkAddFile", 6050, (void *)cuLinkAddFile_v2, (void *)cuLinkAddFile_v2},
	{"cuLinkComplete", 0, (void *)cuLinkComplete, (void *)cuLinkComplete},
	{"cuLinkDestroy", 0, (void *)cuLinkDestroy, (void *)cuLinkDestroy},
	{"cuLibraryLoadData", 0, (void *)cuLibraryLoadData, (void *)cuLibraryLoadData},
	{"cuLibraryLoadFromFile", 0, (void *)cuLibraryLoadFromFile, (void *)cuLibraryLoadFromFile},
	{"cuLibraryUnload", 0, (void *)cuLibraryUnload, (void *)cuLibraryUnload},
	{"cuLibraryGetKernel", 0, (void *)cuLibraryGetKernel, (void *)cuLibraryGetKernel},
	{"cuLibraryGetKernelCount", 0, (void *)cuLibraryGetKernelCount, (void *)cuLibraryGetKernelCount},
	{"cuLibraryEnumerateKernels", 0, (void *)cuLibraryEnumerateKernels, (void *)cuLibraryEnumerateKernels},
	{"cuLibraryGetModule", 0, (void *)cuLibraryGetModule, (void *)cuLibraryGetModule},
	{"cuKernelGetFunction", 0, (void *)cuKernelGetFunction, (void *)cuKernelGetFunction},
	{"cuLibraryGetGlobal", 0, (void *)cuLibraryGetGlobal, (void *)cuLibraryGetGlobal},
	{"cuLibraryGetManaged", 0, (void *)cuLibraryGetManaged, (void *)cuLibraryGetManaged},
	{"cuLibraryGetUnifiedFunction", 0, (void *)cuLibraryGetUnifiedFunction, (void *)cuLibraryGetUnifiedFunction},
	{"cuKernelGetAttribute", 0, (void *)cuKernelGetAttribute, (void *)cuKernelGetAttribute},
	{"cuKernelSetAttribute", 0, (void *)cuKernelSetAttribute, (void *)cuKernelSetAttribute},
	{"cuKernelSetCacheConfig", 0, (void *)cuKernelSetCacheConfig, (void *)cuKernelSetCacheConfig},
	{"cuKernelGetName", 0, (void *)cuKernelGetName, (void *)cuKernelGetName},
	{"cuKernelGetParamInfo", 0, (void *)cuKernelGetParamInfo, (void *)cuKernelGetParamInfo},
	{"cuMemGetInfo", 2000, (void *)cuMemGetInfo, (void *)cuMemGetInfo},
	{"cuMemGetInfo", 3020, (void *)cuMemGetInfo_v2, (void *)cuMemGetInfo_v2},
	{"cuMemAlloc", 2000, (void *)cuMemAlloc, (void *)cuMemAlloc},
	{"cuMemAlloc", 3020, (void *)cuMemAlloc_v2, (void *)cuMemAlloc_v2},
	{"cuMemAllocPitch", 2000, (void *)cuMemAllocPitch, (void *)cuMemAllocPitch},
	{"cuMemAllocPitch", 3020, (void *)cuMemAllocPitch_v2, (void *)cuMemAllocPitch_v2},
	{"cuMemFree", 2000, (void *)cuMemFree, (void *)cuMemFree},
	{"cuMemFree", 3020, (void *)cuMemFree_v2, (void *)cuMemFree_v2},
	{"cuMemGetAddressRange", 2000, (void *)cuMemGetAddressRange, (void *)cuMemGetAddressRange},
	{"cuMemGetAddressRange", 3020, (void *)cuMemGetAddressRange_v2, (void *)cuMemGetAddressRange_v2},
	{"cuMemAllocHost", 2000, (void *)cuMemAllocHost, (void *)cuMemAllocHost},
	{"cuMemAllocHost", 3020, (void *)cuMemAllocHost_v2, (void *)cuMemAllocHost_v2},
	{"cuMemFreeHost", 0, (void *)cuMemFreeHost, (void *)cuMemFreeHost},
	{"cuMemHostAlloc", 0, (void *)cuMemHostAlloc, (void *)cuMemHostAlloc},
	{"cuMemHostGetDevicePointer", 2020, (void *)cuMemHostGetDevicePointer, (void *)cuMemHostGetDevicePointer},
	{"cuMemHostGetDevicePointer", 3020, (void *)cuMemHostGetDevicePointer_v2, (void *)cuMemHostGetDevicePointer_v2},
	{"cuMemHostGetFlags", 0, (void *)cuMemHostGetFlags, (void *)cuMemHostGetFlags},
	{"cuMemHostRegister", 4000, (void *)cuMemHostRegister, (void *)cuMemHostRegister},
	{"cuMemHostRegister", 6050, (void *)cuMemHostRegister_v2, (void *)cuMemHostRegister_v2},
	{"cuMemHostUnregister", 0, (void *)cuMemHostUnregister, (void *)cuMemHostUnregister},
	{"cuMemAllocManaged", 0, (void *)cuMemAllocManaged, (void *)cuMemAllocManaged},
	{"cuMemPrefetchAsync", 0, (void *)cuMemPrefetchAsync, (void *)cuMemPrefetchAsync_ptsz},
	{"cuMemAdvise", 0, (void *)cuMemAdvise, (void *)cuMemAdvise},
	{"cuMemRangeGetAttribute", 0, (void *)cuMemRangeGetAttribute, (void *)cuMemRangeGetAttribute},
	{"cuMemRangeGetAttributes", 0, (void *)cuMemRangeGetAttributes, (void *)cuMemRangeGetAttributes},
	{"cuPointerGetAttribute", 0, (void *)cuPointerGetAttribute, (void *)cuPointerGetAttribute},
	{"cuPointerGetAttributes", 0, (void *)cuPointerGetAttributes, (void *)cuPointerGetAttributes},
	{"cuPointerSetAttribute", 0, (void *)cuPointerSetAttribute, (void *)cuPointerSetAttribute},
	{"cuIpcGetEventHandle", 0, (void *)cuIpcGetEventHandle, (void *)cuIpcGetEventHandle},
	{"cuIpcOpenEventHandle", 0, (void *)cuIpcOpenEventHandle, (void *)cuIpcOpenEventHandle},
	{"cuIpcGetMemHandle", 0, (void *)cuIpcGetMemHandle, (void *)cuIpcGetMemHandle},
	{"cuIpcOpenMemHandle", 4010, (void *)cuIpcOpenMemHandle, (void *)cuIpcOpenMemHandle},
	{"cuIpcOpenMemHandle", 11000, (void *)cuIpcOpenMemHandle_v2, (void *)cuIpcOpenMemHandle_v2},
	{"cuIpcCloseMemHandle", 0, (void *)cuIpcCloseMemHandle, (void *)cuIpcCloseMemHandle},
	{"cuMemAllocAsync", 0, (void *)cuMemAllocAsync, (void *)cuMemAllocAsync_ptsz},
	{"cuMemFreeAsync", 0, (void *)cuMemFreeAsync, (void *)cuMemFreeAsync_ptsz},
	{"cuMemAllocFromPoolAsync", 0, (void *)cuMemAllocFromPoolAsync, (void *)cuMemAllocFromPoolAsync_ptsz},
	{"cuMemPoolTrimTo", 0, (void *)cuMemPoolTrimTo, (void *)cuMemPoolTrimTo},
	{"cuMemPoolSetAttribute", 0, (void *)cuMemPoolSetAttribute, (void *)cuMemPoolSetAttribute},
	{"cuMemPoolGetAttribute", 0, (void *)cuMemPoolGetAttribute, (void *)cuMemPoolGetAttribute},
	{"cuMemPoolSetAccess", 0, (void *)cuMemPoolSetAccess, (void *)cuMemPoolSetAccess},
	{"cuMemPoolGetAccess", 0, (void *)cuMemPoolGetAccess, (void *)cuMemPoolGetAccess},
	{"cuMemPoolCreate", 0, (void *)cuMemPoolCreate, (void *)cuMemPoolCreate},
	{"cuMemPoolDestroy", 0, (void *)cuMemPoolDestroy, (void *)cuMemPoolDestroy},
	{"cuMemPoolExportToShareableHandle", 0, (void *)cuMemPoolExportToShareableHandle, (void *)cuMemPoolExportToShareableHandle},
	{"cuMemPoolImportFromShareableHandle", 0, (void *)cuMemPoolImportFromShareableHandle, (void *)cuMemPoolImportFromShareableHandle},
	{"cuMemPoolExportPointer", 0, (void *)cuMemPoolExportPointer, (void *)cuMemPoolExportPointer},
	{"cuMemPoolImportPointer", 0, (void *)cuMemPoolImportPointer, (void *)cuMemPoolImportPointer},
	{"cuMemAddressReserve", 0, (void *)cuMemAddressReserve, (void *)cuMemAddressReserve},
	{"cuMemAddressFree", 0, (void *)cuMemAddressFree, (void *)cuMemAddressFree},
	{"cuMemCreate", 0, (void *)cuMemCreate, (void *)cuMemCreate},
	{"cuMemRelease", 0, (void *)cuMemRelease, (void *)cuMemRelease},
	{"cuMemMap", 0, (void *)cuMemMap, (void *)cuMemMap},
	{"cuMemMapArrayAsync", 0, (void *)cuMemMapArrayAsync, (void *)cuMemMapArrayAsync_ptsz},
	{"cuMemUnmap", 0, (void *)cuMemUnmap, (void *)cuMemUnmap},
	{"cuMemSetAccess", 0, (void *)cuMemSetAccess, (void *)cuMemSetAccess},
	{"cuMemGetAccess", 0, (void *)cuMemGetAccess, (void *)cuMemGetAccess},
	{"cuMemExportToShareableHandle", 0, (void *)cuMemExportToShareableHandle, (void *)cuMemExportToShareableHandle},
	{"cuMemImportFromShareableHandle", 0, (void *)cuMemImportFromShareableHandle, (void *)cuMemImportFromShareableHandle},
	{"cuMemGetAllocationGranularity", 0, (void *)cuMemGetAllocationGranularity, (void *)cuMemGetAllocationGranularity},
	{"cuMemGetAllocationPropertiesFromHandle", 0, (void *)cuMemGetAllocationPropertiesFromHandle, (void *)cuMemGetAllocationPropertiesFromHandle},
	{"cuMemRetainAllocationHandle", 0, (void *)cuMemRetainAllocationHandle, (void *)cuMemRetainAllocationHandle},
	{"cuMemGetHandleForAddressRange", 0, (void *)cuMemGetHandleForAddressRange, (void *)cuMemGetHandleForAddressRange},
	{"cuMemcpy", 0, (void *)cuMemcpy, (void *)cuMemcpy_ptds},
	{"cuMemcpyAsync", 0, (void *)cuMemcpyAsync, (void *)cuMemcpyAsync_ptsz},
	{"cuMemcpyPeer", 0, (void *)cuMemcpyPeer, (void *)cuMemcpyPeer_ptds},
	{"cuMemcpyPeerAsync", 0, (void *)cuMemcpyPeerAsync, (void *)cuMemcpyPeerAsync_ptsz},
	{"cuMemcpyHtoD", 2000, (void *)cuMemcpyHtoD, (void *)cuMemcpyHtoD},
	{"cuMemcpyHtoD", 3020, (void *)cuMemcpyHtoD_v2, (void *)cuMemcpyHtoD_v2_ptds},
	{"cuMemcpyDtoH", 2000, (void *)cuMemcpyDtoH, (void *)cuMemcpyDtoH},
	{"cuMemcpyDtoH", 3020, (void *)cuMemcpyDtoH_v2, (void *)cuMemcpyDtoH_v2_ptds},
	{"cuMemcpyDtoD", 2000, (void *)cuMemcpyDtoD, (void *)cuMemcpyDtoD},
	{"cuMemcpyDtoD", 3020, (void *)cuMemcpyDtoD_v2, (void *)cuMemcpyDtoD_v2_ptds},
	{"cuMemcpyHtoDAsync", 2000, (void *)cuMemcpyHtoDAsync, (void *)cuMemcpyHtoDAsync},
	{"cuMemcpyHtoDAsync", 3020, (void *)cuMemcpyHtoDAsync_v2, (void *)cuMemcpyHtoDAsync_v2_ptsz},
	{"cuMemcpyDtoHAsync", 2000, (void *)cuMemcpyDtoHAsync, (void *)cuMemcpyDtoHAsync},
	{"cuMemcpyDtoHAsync", 3020, (void *)cuMemcpyDtoHAsync_v2, (void *)cuMemcpyDtoHAsync_v2_ptsz},
	{"cuMemcpyDtoDAsync", 3000, (void *)cuMemcpyDtoDAsync, (void *)cuMemcpyDtoDAsync},
	{"cuMemcpyDtoDAsync", 3020, (void *)cuMemcpyDtoDAsync_v2, (void *)cuMemcpyDtoDAsync_v2_ptsz},
	{"cuMemcpy2D", 2000, (void *)cuMemcpy2D, (void *)cuMemcpy2D},
	{"cuMemcpy2D", 3020, (void *)cuMemcpy2D_v2, (void *)cuMemcpy2D_v2_ptds},
	{"cuMemcpy2DUnaligned", 2000, (void *)cuMemcpy2DUnaligned, (void *)cuMemcpy2DUnaligned},
	{"cuMemcpy2DUnaligned", 3020, (void *)cuMemcpy2DUnaligned_v2, (void *)cuMemcpy2DUnaligned_v2_ptds},
	{"cuMemcpy2DAsync", 2000, (void *)cuMemcpy2DAsync, (void *)cuMemcpy2DAsync},
	{"cuMemcpy2DAsync", 3020, (void *)cuMemcpy2DAsync_v2, (void *)cuMemcpy2DAsync_v2_ptsz},
	{"cuMemcpy3D", 2000, (void *)cuMemcpy3D, (void *)cuMemcpy3D},
	{"cuMemcpy3D", 3020, (void *)cuMemcpy3D_v2, (void *)cuMemcpy3D_v2_ptds},
	{"cuMemcpy3DAsync", 2000, (void *)cuMemcpy3DAsync, (void *)cuMemcpy3DAsync},
	{"cuMemcpy3DAsync", 3020, (void *)cuMemcpy3DAsync_v2, (void *)cuMemcpy3DAsync_v2_ptsz},
	{"cuMemcpy3DPeer", 0, (void *)cuMemcpy3DPeer, (void *)cuMemcpy3DPeer_ptds},
	{"cuMemcpy3DPeerAsync", 0, (void *)cuMemcpy3DPeerAsync, (void *)cuMemcpy3DPeerAsync_ptsz},
	{"cuMemsetD8", 2000, (void *)cuMemsetD8, (void *)cuMemsetD8},
	{"cuMemsetD8", 3020, (void *)cuMemsetD8_v2, (void *)cuMemsetD8_v2_ptds},
	{"cuMemsetD16", 2000, (void *)cuMemsetD16, (void *)cuMemsetD16},
	{"cuMemsetD16", 3020, (void *)cuMemsetD16_v2, (void *)cuMemsetD16_v2_ptds},
	{"cuMemsetD32", 2000, (void *)cuMemsetD32, (void *)cuMemsetD32},
	{"cuMemsetD32", 3020, (void *)cuMemsetD32_v2, (void *)cuMemsetD32_v2_ptds},
	{"cuMemsetD8Async", 0, (void *)cuMemsetD8Async, (void *)cuMemsetD8Async_ptsz},
	{"cuMemsetD16Async", 0, (void *)cuMemsetD16Async, (void *)cuMemsetD16Async_ptsz},
	{"cuMemsetD32Async", 0, (void *)cuMemsetD32Async, (void *)cuMemsetD32Async_ptsz},
	{"cuMemsetD2D8", 2000, (void *)cuMemsetD2D8, (void *)cuMemsetD2D8},
	{"cuMemsetD2D8", 3020, (void *)cuMemsetD2D8_v2, (void *)cuMemsetD2D8_v2_ptds},
	{"cuMemsetD2D16", 2000, (void *)cuMemsetD2D16, (void *)cuMemsetD2D16},
	{"cuMemsetD2D16", 3020, (void *)cuMemsetD2D16_v2, (void *)cuMemsetD2D16_v2_ptds},
	{"cuMemsetD2D32", 2000, (void *)cuMemsetD2D32, (void *)cuMemsetD2D32},
	{"cuMemsetD2D32", 3020, (void *)cuMemsetD2D32_v2, (void *)cuMemsetD2D32_v2_ptds},
	{"cuMemsetD2D8Async", 0, (void *)cuMemsetD2D8Async, (void *)cuMemsetD2D8Async_ptsz},
	{"cuMemsetD2D16Async", 0, (void *)cuMemsetD2D16Async, (void *)cuMemsetD2D16Async_ptsz},
	{"cuMemsetD2D32Async", 0, (void *)cuMemsetD2D32Async, (void *)cuMemsetD2D32Async_ptsz},
	{"cuArrayCreate", 2000, (void *)cuArrayCreate, (void *)cuArrayCreate},
	{"cuArrayCreate", 3020, (void *)cuArrayCreate_v2, (void *)cuArrayCreate_v2},
	{"cuArrayGetDescriptor", 2000, (void *)cuArrayGetDescriptor, (void *)cuArrayGetDescriptor},
	{"cuArrayGetDescriptor", 3020, (void *)cuArrayGetDescriptor_v2, (void *)cuArrayGetDescriptor_v2},
	{"cuArrayGetSparseProperties", 0, (void *)cuArrayGetSparseProperties, (void *)cuArrayGetSparseProperties},
	{"cuMipmappedArrayGetSparseProperties", 0, (void *)cuMipmappedArrayGetSparseProperties, (void *)cuMipmappedArrayGetSparseProperties},
	{"cuArrayGetMemoryRequirements", 0, (void *)cuArrayGetMemoryRequirements, (void *)cuArrayGetMemoryRequirements},
	{"cuMipmappedArrayGetMemoryRequirements", 0, (void *)cuMipmappedArrayGetMemoryRequirements, (void *)cuMipmappedArrayGetMemoryRequirements},
	{"cuArrayGetPlane", 0, (void *)cuArrayGetPlane, (void *)cuArrayGetPlane},
	{"cuArrayDestroy", 0, (void *)cuArrayDestroy, (void *)cuArrayDestroy},
	{"cuArray3DCreate", 2000, (void *)cuArray3DCreate, (void *)cuArray3DCreate},
	{"cuArray3DCreate", 3020, (void *)cuArray3DCreate_v2, (void *)cuArray3DCreate_v2},
	{"cuArray3DGetDescriptor", 2000, (void *)cuArray3DGetDescriptor, (void *)cuArray3DGetDescriptor},
	{"cuArray3DGetDescriptor", 3020, (void *)cuArray3DGetDescriptor_v2, (void *)cuArray3DGetDescriptor_v2},
	{"cuMipmappedArrayCreate", 0, (void *)cuMipmappedArrayCreate, (void *)cuMipmappedArrayCreate},
	{"cuMipmappedArrayGetLevel", 0, (void *)cuMipmappedArrayGetLevel, (void *)cuMipmappedArrayGetLevel},
	{"cuMipmappedArrayDestroy", 0, (void *)cuMipmappedArrayDestroy, (void *)cuMipmappedArrayDestroy},
	{"cuMemcpyDtoA", 2000, (void *)cuMemcpyDtoA, (void *)cuMemcpyDtoA},
	{"cuMemcpyDtoA", 3020, (void *)cuMemcpyDtoA_v2, (void *)cuMemcpyDtoA_v2_ptds},
	{"cuMemcpyAtoD", 2000, (void *)cuMemcpyAtoD, (void *)cuMemcpyAtoD},
	{"cuMemcpyAtoD", 3020, (void *)cuMemcpyAtoD_v2, (void *)cuMemcpyAtoD_v2_ptds},
	{"cuMemcpyHtoA", 2000, (void *)cuMemcpyHtoA, (void *)cuMemcpyHtoA},
	{"cuMemcpyHtoA", 3020, (void *)cuMemcpyHtoA_v2, (void *)cuMemcpyHtoA_v2_ptds},
	{"cuMemcpyAtoH", 2000, (void *)cuMemcpyAtoH, (void *)cuMemcpyAtoH},
	{"cuMemcpyAtoH", 3020, (void *)cuMemcpyAtoH_v2, (void *)cuMemcpyAtoH_v2_ptds},
	{"cuMemcpyAtoA", 2000, (void *)cuMemcpyAtoA, (void *)cuMemcpyAtoA},
	{"cuMemcpyAtoA", 3020, (void *)cuMemcpyAtoA_v2, (void *)cuMemcpyAtoA_v2_ptds},
	{"cuMemcpyHtoAAsync", 2000, (void *)cuMemcpyHtoAAsync, (void *)cuMemcpyHtoAAsync},
	{"cuMemcpyHtoAAsync", 3020, (void *)cuMemcpyHtoAAsync_v2, (void *)cuMemcpyHtoAAsync_v2_ptsz},
	{"cuMemcpyAtoHAsync", 2000, (void *)cuMemcpyAtoHAsync, (void *)cuMemcpyAtoHAsync},
	{"cuMemcpyAtoHAsync", 3020, (void *)cuMemcpyAtoHAsync_v2, (void *)cuMemcpyAtoHAsync_v2_ptsz},
	{"cuStreamCreate", 0, (void *)cuStreamCreate, (void *)cuStreamCreate},
	{"cuStreamCreateWithPriority", 0, (void *)cuStreamCreateWithPriority, (void *)cuStreamCreateWithPriority},
	{"cuStreamGetPriority", 0, (void *)cuStreamGetPriority, (void *)cuStreamGetPriority_ptsz},
	{"cuStreamGetFlags", 0, (void *)cuStreamGetFlags, (void *)cuStreamGetFlags_ptsz},
	{"cuStreamGetId", 0, (void *)cuStreamGetId, (void *)cuStreamGetId_ptsz},
	{"cuStreamGetCtx", 0, (void *)cuStreamGetCtx, (void *)cuStreamGetCtx_ptsz},
	{"cuStreamWaitEvent", 0, (void *)cuStreamWaitEvent, (void *)cuStreamWaitEvent_ptsz},
	{"cuStreamAddCallback", 0, (void *)cuStreamAddCallback, (void *)cuStreamAddCallback_ptsz},
	{"cuStreamAttachMemAsync", 0, (void *)cuStreamAttachMemAsync, (void *)cuStreamAttachMemAsync_ptsz},
	{"cuStreamQuery", 0, (void *)cuStreamQuery, (void *)cuStreamQuery_ptsz},
	{"cuStreamSynchronize", 0, (void *)cuStreamSynchronize, (void *)cuStreamSynchronize_ptsz},
	{"cuStreamDestroy", 2000, (void *)cuStreamDestroy, (void *)cuStreamDestroy},
	{"cuStreamDestroy", 4000, (void *)cuStreamDestroy_v2, (void *)cuStreamDestroy_v2},
	{"cuStreamCopyAttributes", 0, (void *)cuStreamCopyAttributes, (void *)cuStreamCopyAttributes_ptsz},
	{"cuStreamGetAttribute", 0, (void *)cuStreamGetAttribute, (void *)cuStreamGetAttribute_ptsz},
	{"cuStreamSetAttribute", 0, (void *)cuStreamSetAttribute, (void *)cuStreamSetAttribute_ptsz},
	{"cuEventCreate", 0, (void *)cuEventCreate, (void *)cuEventCreate},
	{"cuEventRecord", 0, (void *)cuEventRecord, (void *)cuEventRecord_ptsz},
	{"cuEventRecordWithFlags", 0, (void *)cuEventRecordWithFlags, (void *)cuEventRecordWithFlags_ptsz},
	{"cuEventQuery", 0, (void *)cuEventQuery, (void *)cuEventQuery},
	{"cuEventSynchronize", 0, (void *)cuEventSynchronize, (void *)cuEventSynchronize},
	{"cuEventDestroy", 2000, (void *)cuEventDestroy, (void *)cuEventDestroy},
	{"cuEventDestroy", 4000, (void *)cuEventDestroy_v2, (void *)cuEventDestroy_v2},
	{"cuEventElapsedTime", 0, (void *)cuEventElapsedTime, (void *)cuEventElapsedTime},
	{"cuStreamWaitValue32", 8000, (void *)cuStreamWaitValue32, (void *)cuStreamWaitValue32_ptsz},
	{"cuStreamWriteValue32", 8000, (void *)cuStreamWriteValue32, (void *)cuStreamWriteValue32_ptsz},
	{"cuStreamWaitValue64", 9000, (void *)cuStreamWaitValue64, (void *)cuStreamWaitValue64_ptsz},
	{"cuStreamWriteValue64", 9000, (void *)cuStreamWriteValue64, (void *)cuStreamWriteValue64_ptsz},
	{"cuStreamBatchMemOp", 8000, (void *)cuStreamBatchMemOp, (void *)cuStreamBatchMemOp_ptsz},
	{"cuStreamWaitValue32", 12000, (void *)cuStreamWaitValue32_v2, (void *)cuStreamWaitValue32_v2_ptsz},
	{"cuStreamWriteValue32", 12000, (void *)cuStreamWriteValue32_v2, (void *)cuStreamWriteValue32_v2_ptsz},
	{"cuStreamWaitValue64", 12000, (void *)cuStreamWaitValue64_v2, (void *)cuStreamWaitValue64_v2_ptsz},
	{"cuStreamWriteValue64", 12000, (void *)cuStreamWriteValue64_v2, (void *)cuStreamWriteValue64_v2_ptsz},
	{"cuStreamBatchMemOp", 12000, (void *)cuStreamBatchMemOp_v2, (void *)cuStreamBatchMemOp_v2_ptsz},
	{"cuFuncGetAttribute", 0, (void *)cuFuncGetAttribute, (void *)cuFuncGetAttribute},
	{"cuFuncSetAttribute", 0, (void *)cuFuncSetAttribute, (void *)cuFuncSetAttribute},
	{"cuFuncSetCacheConfig", 0, (void *)cuFuncSetCacheConfig, (void *)cuFuncSetCacheConfig},
	{"cuFuncSetSharedMemConfig", 0, (void *)cuFuncSetSharedMemConfig, (void *)cuFuncSetSharedMemConfig},
	{"cuFuncGetModule", 0, (void *)cuFuncGetModule, (void *)cuFuncGetModule},
	{"cuFuncGetName", 0, (void *)cuFuncGetName, (void *)cuFuncGetName},
	{"cuFuncGetParamInfo", 0, (void *)cuFuncGetParamInfo, (void *)cuFuncGetParamInfo},
	{"cuFuncIsLoaded", 0, (void *)cuFuncIsLoaded, (void *)cuFuncIsLoaded},
	{"cuFuncLoad", 0, (void *)cuFuncLoad, (void *)cuFuncLoad},
	{"cuLaunchKernel", 0, (void *)cuLaunchKernel, (void *)cuLaunchKernel_ptsz},
	{"cuLaunchKernelEx", 0, (void *)cuLaunchKernelEx, (void *)cuLaunchKernelEx_ptsz},
	{"cuLaunchCooperativeKernel", 0, (void *)cuLaunchCooperativeKernel, (void *)cuLaunchCooperativeKernel_ptsz},
	{"cuLaunchCooperativeKernelMultiDevice", 0, (void *)cuLaunchCooperativeKernelMultiDevice, (void *)cuLaunchCooperativeKernelMultiDevice},
	{"cuLaunchHostFunc", 0, (void *)cuLaunchHostFunc, (void *)cuLaunchHostFunc_ptsz},
	{"cuFuncSetBlockShape", 0, (void *)cuFuncSetBlockShape, (void *)cuFuncSetBlockShape},
	{"cuFuncSetSharedSize", 0, (void *)cuFuncSetSharedSize, (void *)cuFuncSetSharedSize},
	{"cuParamSetSize", 0, (void *)cuParamSetSize, (void *)cuParamSetSize},
	{"cuParamSeti", 0, (void *)cuParamSeti, (void *)cuParamSeti},
	{"cuParamSetf", 0, (void *)cuParamSetf, (void *)cuParamSetf},
	{"cuParamSetv", 0, (void *)cuParamSetv, (void *)cuParamSetv},
	{"cuParamSetTexRef", 0, (void *)cuParamSetTexRef, (void *)cuParamSetTexRef},
	{"cuLaunch", 0, (void *)cuLaunch, (void *)cuLaunch},
	{"cuLaunchGrid", 0, (void *)cuLaunchGrid, (void *)cuLaunchGrid},
	{"cuLaunchGridAsync", 0, (void *)cuLaunchGridAsync, (void *)cuLaunchGridAsync},
	{"cuOccupancyMaxActiveBlocksPerMultiprocessor", 0, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessor, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessor},
	{"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 0, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (void *)cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags},
	{"cuOccupancyMaxPotentialBlockSize", 0, (void *)cuOccupancyMaxPotentialBlockSize, (void *)cuOccupancyMaxPotentialBlockSize},
	{"cuOccupancyMaxPotentialBlockSizeWithFlags", 0, (void *)cuOccupancyMaxPotentialBlockSizeWithFlags, (void *)cuOccupancyMaxPotentialBlockSizeWithFlags},
	{"cuOccupancyAvailableDynamicSMemPerBlock", 0, (void *)cuOccupancyAvailableDynamicSMemPerBlock, (void *)cuOccupancyAvailableDynamicSMemPerBlock},
	{"cuOccupancyMaxPotentialClusterSize", 0, (void *)cuOccupancyMaxPotentialClusterSize, (void *)cuOccupancyMaxPotentialClusterSize},
	{"cuOccupancyMaxActiveClusters", 0, (void *)cuOccupancyMaxActiveClusters, (void *)cuOccupancyMaxActiveClusters},
	{"cuGraphCreate", 0, (void *)cuGraphCreate, (void *)cuGraphCreate},
	{"cuGraphAddKernelNode", 10000, (void *)cuGraphAddKernelNode, (void *)cuGraphAddKernelNode},
	{"cuGraphAddKernelNode", 12000, (void *)cuGraphAddKernelNode_v2, (void *)cuGraphAddKernelNode_v2},
	{"cuGraphKernelNodeGetParams", 10000, (void *)cuGraphKernelNodeGetParams, (void *)cuGraphKernelNodeGetParams},
	{"cuGraphKernelNodeGetParams", 12000, (void *)cuGraphKernelNodeGetParams_v2, (void *)cuGraphKernelNodeGetParams_v2},
	{"cuGraphKernelNodeSetParams", 10000, (void *)cuGraphKernelNodeSetParams, (void *)cuGraphKernelNodeSetParams},
	{"cuGraphKernelNodeSetParams", 12000, (void *)cuGraphKernelNodeSetParams_v2, (void *)cuGraphKernelNodeSetParams_v2},
	{"cuGraphAddMemcpyNode", 0, (void *)cuGraphAddMemcpyNode, (void *)cuGraphAddMemcpyNode},
	{"cuGraphMemcpyNodeGetParams", 0, (void *)cuGraphMemcpyNodeGetParams, (void *)cuGraphMemcpyNodeGetParams},
	{"cuGraphMemcpyNodeSetParams", 0, (void *)cuGraphMemcpyNodeSetParams, (void *)cuGraphMemcpyNodeSetParams},
	{"cuGraphAddMemsetNode", 0, (void *)cuGraphAddMemsetNode, (void *)cuGraphAddMemsetNode},
	{"cuGraphMemsetNodeGetParams", 0, (void *)cuGraphMemsetNodeGetParams, (void *)cuGraphMemsetNodeGetParams},
	{"cuGraphMemsetNodeSetParams", 0, (void *)cuGraphMemsetNodeSetParams, (void *)cuGraphMemsetNodeSetParams},
	{"cuGraphAddHostNode", 0, (void *)cuGraphAddHostNode, (void *)cuGraphAddHostNode},
	{"cuGraphHostNodeGetParams", 0, (void *)cuGraphHostNodeGetParams, (void *)cuGraphHostNodeGetParams},
	{"cuGraphHostNodeSetParams", 0, (void *)cuGraphHostNodeSetParams, (void *)cuGraphHostNodeSetParams},
	{"cuGraphAddChildGraphNode", 0, (void *)cuGraphAddChildGraphNode, (void *)cuGraphAddChildGraphNode},
	{"cuGraphChildGraphNodeGetGraph", 0, (void *)cuGraphChildGraphNodeGetGraph, (void *)cuGraphChildGraphNodeGetGraph},
	{"cuGraphAddEmptyNode", 0, (void *)cuGraphAddEmptyNode, (void *)cuGraphAddEmptyNode},
	{"cuGraphAddEventRecordNode", 0, (void *)cuGraphAddEventRecordNode, (void *)cuGraphAddEventRecordNode},
	{"cuGraphEventRecordNodeGetEvent", 0, (void *)cuGraphEventRecordNodeGetEvent, (void *)cuGraphEventRecordNodeGetEvent},
	{"cuGraphEventRecordNodeSetEvent", 0, (void *)cuGraphEventRecordNodeSetEvent, (void *)cuGraphEventRecordNodeSetEvent},
	{"cuGraphAddEventWaitNode", 0, (void *)cuGraphAddEventWaitNode, (void *)cuGraphAddEventWaitNode},
	{"cuGraphEventWaitNodeGetEvent", 0, (void *)cuGraphEventWaitNodeGetEvent, (void *)cuGraphEventWaitNodeGetEvent},
	{"cuGraphEventWaitNodeSetEvent", 0, (void *)cuGraphEventWaitNodeSetEvent, (void *)cuGraphEventWaitNodeSetEvent},
	{"cuGraphAddExternalSemaphoresSignalNode", 0, (void *)cuGraphAddExternalSemaphoresSignalNode, (void *)cuGraphAddExternalSemaphoresSignalNode},
	{"cuGraphExternalSemaphoresSignalNodeGetParams", 0, (void *)cuGraphExternalSemaphoresSignalNodeGetParams, (void *)cuGraphExternalSemaphoresSignalNodeGetParams},
	{"cuGraphExternalSemaphoresSignalNodeSetParams", 0, (void *)cuGraphExternalSemaphoresSignalNodeSetParams, (void *)cuGraphExternalSemaphoresSignalNodeSetParams},
	{"cuGraphAddExternalSemaphoresWaitNode", 0, (void *)cuGraphAddExternalSemaphoresWaitNode, (void *)cuGraphAddExternalSemaphoresWaitNode},
	{"cuGraphExternalSemaphoresWaitNodeGetParams", 0, (void *)cuGraphExternalSemaphoresWaitNodeGetParams, (void *)cuGraphExternalSemaphoresWaitNodeGetParams},
	{"cuGraphExternalSemaphoresWaitNodeSetParams", 0, (void *)cuGraphExternalSemaphoresWaitNodeSetParams, (void *)cuGraphExternalSemaphoresWaitNodeSetParams},
	{"cuGraphAddBatchMemOpNode", 0, (void *)cuGraphAddBatchMemOpNode, (void *)cuGraphAddBatchMemOpNode},
	{"cuGraphBatchMemOpNodeGetParams", 0, (void *)cuGraphBatchMemOpNodeGetParams, (void *)cuGraphBatchMemOpNodeGetParams},
	{"cuGraphBatchMemOpNodeSetParams", 0, (void *)cuGraphBatchMemOpNodeSetParams, (void *)cuGraphBatchMemOpNodeSetParams},
	{"cuGraphExecBatchMemOpNodeSetParams", 0, (void *)cuGraphExecBatchMemOpNodeSetParams, (void *)cuGraphExecBatchMemOpNodeSetParams},
	{"cuGraphAddMemAllocNode", 0, (void *)cuGraphAddMemAllocNode, (void *)cuGraphAddMemAllocNode},
	{"cuGraphMemAllocNodeGetParams", 0, (void *)cuGraphMemAllocNodeGetParams, (void *)cuGraphMemAllocNodeGetParams},
	{"cuGraphAddMemFreeNode", 0, (void *)cuGraphAddMemFreeNode, (void *)cuGraphAddMemFreeNode},
	{"cuGraphMemFreeNodeGetParams", 0, (void *)cuGraphMemFreeNodeGetParams, (void *)cuGraphMemFreeNodeGetParams},
	{"cuGraphClone", 0, (void *)cuGraphClone, (void *)cuGraphClone},
	{"cuGraphNodeFindInClone", 0, (void *)cuGraphNodeFindInClone, (void *)cuGraphNodeFindInClone},
	{"cuGraphNodeGetType", 0, (void *)cuGraphNodeGetType, (void *)cuGraphNodeGetType},
	{"cuGraphGetNodes", 0, (void *)cuGraphGetNodes, (void *)cuGraphGetNodes},
	{"cuGraphGetRootNodes", 0, (void *)cuGraphGetRootNodes, (void *)cuGraphGetRootNodes},
	{"cuGraphGetEdges", 0, (void *)cuGraphGetEdges, (void *)cuGraphGetEdges},
	{"cuGraphGetEdges_v2", 0, (void *)cuGraphGetEdges_v2, (void *)cuGraphGetEdges_v2},
	{"cuGraphNodeGetDependencies", 0, (void *)cuGraphNodeGetDependencies, (void *)cuGraphNodeGetDependencies},
	{"cuGraphNodeGetDependencies_v2", 0, (void *)cuGraphNodeGetDependencies_v2, (void *)cuGraphNodeGetDependencies_v2},
	{"cuGraphNodeGetDependentNodes", 0, (void *)cuGraphNodeGetDependentNodes, (void *)cuGraphNodeGetDependentNodes},
	{"cuGraphNodeGetDependentNodes_v2", 0, (void *)cuGraphNodeGetDependentNodes_v2, (void *)cuGraphNodeGetDependentNodes_v2},
	{"cuGraphAddDependencies", 0, (void *)cuGraphAddDependencies, (void *)cuGraphAddDependencies},
	{"cuGraphAddDependencies_v2", 0, (void *)cuGraphAddDependencies_v2, (void *)cuGraphAddDependencies_v2},
	{"cuGraphRemoveDependencies", 0, (void *)cuGraphRemoveDependencies, (void *)cuGraphRemoveDependencies},
	{"cuGraphRemoveDependencies_v2", 0, (void *)cuGraphRemoveDependencies_v2, (void *)cuGraphRemoveDependencies_v2},
	{"cuGraphDestroyNode", 0, (void *)cuGraphDestroyNode, (void *)cuGraphDestroyNode},
	{"cuGraphInstantiate", 10000, (void *)cuGraphInstantiate, (void *)cuGraphInstantiate},
	{"cuGraphInstantiate", 11000, (void *)cuGraphInstantiate_v2, (void *)cuGraphInstantiate_v2},
	{"cuGraphInstantiate", 12000, (void *)cuGraphInstantiateWithFlags, (void *)cuGraphInstantiateWithFlags},
	{"cuGraphInstantiateWithFlags", 12000, (void *)cuGraphInstantiateWithFlags, (void *)cuGraphInstantiateWithFlags},
	{"cuGraphInstantiateWithParams", 0, (void *)cuGraphInstantiateWithParams, (void *)cuGraphInstantiateWithParams_ptsz},
	{"cuGraphExecGetFlags", 0, (void *)cuGraphExecGetFlags, (void *)cuGraphExecGetFlags},
	{"cuGraphExecKernelNodeSetParams", 10000, (void *)cuGraphExecKernelNodeSetParams, (void *)cuGraphExecKernelNodeSetParams},
	{"cuGraphExecKernelNodeSetParams", 12000, (void *)cuGraphExecKernelNodeSetParams_v2, (void *)cuGraphExecKernelNodeSetParams_v2},
	{"cuGraphExecMemcpyNodeSetParams", 0, (void *)cuGraphExecMemcpyNodeSetParams, (void *)cuGraphExecMemcpyNodeSetParams},
	{"cuGraphExecMemsetNodeSetParams", 0, (void *)cuGraphExecMemsetNodeSetParams, (void *)cuGraphExecMemsetNodeSetParams},
	{"cuGraphExecHostNodeSetParams", 0, (void *)cuGraphExecHostNodeSetParams, (void *)cuGraphExecHostNodeSetParams},
	{"cuGraphExecChildGraphNodeSetParams", 0, (void *)cuGraphExecChildGraphNodeSetParams, (void *)cuGraphExecChildGraphNodeSetParams},
	{"cuGraphExecEventRecordNodeSetEvent", 0, (void *)cuGraphExecEventRecordNodeSetEvent, (void *)cuGraphExecEventRecordNodeSetEvent},
	{"cuGraphExecEventWaitNodeSetEvent", 0, (void *)cuGraphExecEventWaitNodeSetEvent, (void *)cuGraphExecEventWaitNodeSetEvent},
	{"cuGraphExecExternalSemaphoresSignalNodeSetParams", 0, (void *)cuGraphExecExternalSemaphoresSignalNodeSetParams, (void *)cuGraphExecExternalSemaphoresSignalNodeSetParams},
	{"cuGraphExecExternalSemaphoresWaitNodeSetParams", 0, (void *)cuGraphExecExternalSemaphoresWaitNodeSetParams, (void *)cuGraphExecExternalSemaphoresWaitNodeSetParams},
	{"cuGraphNodeSetEnabled", 0, (void *)cuGraphNodeSetEnabled, (void *)cuGraphNodeSetEnabled},
	{"cuGraphNodeGetEnabled", 0, (void *)cuGraphNodeGetEnabled, (void *)cuGraphNodeGetEnabled},
	{"cuGraphUpload", 0, (void *)cuGraphUpload, (void *)cuGraphUpload_ptsz},
	{"cuGraphLaunch", 0, (void *)cuGraphLaunch, (void *)cuGraphLaunch_ptsz},
	{"cuGraphExecDestroy", 0, (void *)cuGraphExecDestroy, (void *)cuGraphExecDestroy},
	{"cuGraphDestroy", 0, (void *)cuGraphDestroy, (void *)cuGraphDestroy},
	{"cuGraphExecUpdate", 10020, (void *)cuGraphExecUpdate, (void *)cuGraphExecUpdate},
	{"cuGraphExecUpdate", 12000, (void *)cuGraphExecUpdate_v2, (void *)cuGraphExecUpdate_v2},
	{"cuGraphKernelNodeCopyAttributes", 0, (void *)cuGraphKernelNodeCopyAttributes, (void *)cuGraphKernelNodeCopyAttributes},
	{"cuGraphKernelNodeGetAttribute", 0, (void *)cuGraphKernelNodeGetAttribute, (void *)cuGraphKernelNodeGetAttribute},
	{"cuGraphKernelNodeSetAttribute", 0, (void *)cuGraphKernelNodeSetAttribute, (void *)cuGraphKernelNodeSetAttribute},
	{"cuGraphDebugDotPrint", 0, (void *)cuGraphDebugDotPrint, (void *)cuGraphDebugDotPrint},
	{"cuGraphConditionalHandleCreate", 0, (void *)cuGraphConditionalHandleCreate, (void *)cuGraphConditionalHandleCreate},
	{"cuGraphAddNode", 0, (void *)cuGraphAddNode, (void *)cuGraphAddNode},
	{"cuGraphAddNode_v2", 0, (void *)cuGraphAddNode_v2, (void *)cuGraphAddNode_v2},
	{"cuGraphNodeSetParams", 0, (void *)cuGraphNodeSetParams, (void *)cuGraphNodeSetParams},
	{"cuGraphExecNodeSetParams", 0, (void *)cuGraphExecNodeSetParams, (void *)cuGraphExecNodeSetParams},
	{"cuUserObjectCreate", 0, (void *)cuUserObjectCreate, (void *)cuUserObjectCreate},
	{"cuUserObjectRetain", 0, (void *)cuUserObjectRetain, (void *)cuUserObjectRetain},
	{"cuUserObjectRelease", 0, (void *)cuUserObjectRelease, (void *)cuUserObjectRelease},
	{"cuGraphRetainUserObject", 0, (void *)cuGraphRetainUserObject, (void *)cuGraphRetainUserObject},
	{"cuGraphReleaseUserObject", 0, (void *)cuGraphReleaseUserObject, (void *)cuGraphReleaseUserObject},
	{"cuStreamBeginCapture", 10000, (void *)cuStreamBeginCapture, (void *)cuStreamBeginCapture_ptsz},
	{"cuStreamBeginCapture", 10010, (void *)cuStreamBeginCapture_v2, (void *)cuStreamBeginCapture_v2_ptsz},
	{"cuStreamBeginCaptureToGraph", 0, (void *)cuStreamBeginCaptureToGraph, (void *)cuStreamBeginCaptureToGraph_ptsz},
	{"cuThreadExchangeStreamCaptureMode", 0, (void *)cuThreadExchangeStreamCaptureMode, (void *)cuThreadExchangeStreamCaptureMode},
	{"cuStreamEndCapture", 0, (void *)cuStreamEndCapture, (void *)cuStreamEndCapture_ptsz},
	{"cuStreamIsCapturing", 0, (void *)cuStreamIsCapturing, (void *)cuStreamIsCapturing_ptsz},
	{"cuStreamGetCaptureInfo", 10010, (void *)cuStreamGetCaptureInfo, (void *)cuStreamGetCaptureInfo_ptsz},
	{"cuStreamGetCaptureInfo", 12000, (void *)cuStreamGetCaptureInfo_v2, (void *)cuStreamGetCaptureInfo_v2_ptsz},
	{"cuStreamGetCaptureInfo_v3", 0, (void *)cuStreamGetCaptureInfo_v3, (void *)cuStreamGetCaptureInfo_v3_ptsz},
	{"cuStreamUpdateCaptureDependencies", 0, (void *)cuStreamUpdateCaptureDependencies, (void *)cuStreamUpdateCaptureDependencies_ptsz},
	{"cuStreamUpdateCaptureDependencies_v2", 0, (void *)cuStreamUpdateCaptureDependencies_v2, (void *)cuStreamUpdateCaptureDependencies_v2_ptsz},
	{"cuTexRefCreate", 0, (void *)cuTexRefCreate, (void *)cuTexRefCreate},
	{"cuTexRefDestroy", 0, (void *)cuTexRefDestroy, (void *)cuTexRefDestroy},
	{"cuTexRefSetArray", 0, (void *)cuTexRefSetArray, (void *)cuTexRefSetArray},
	{"cuTexRefSetMipmappedArray", 0, (void *)cuTexRefSetMipmappedArray, (void *)cuTexRefSetMipmappedArray},
	{"cuTexRefSetAddress", 2000, (void *)cuTexRefSetAddress, (void *)cuTexRefSetAddress},
	{"cuTexRefSetAddress", 3020, (void *)cuTexRefSetAddress_v2, (void *)cuTexRefSetAddress_v2},
	{"cuTexRefSetAddress2D", 2000, (void *)cuTexRefSetAddress2D, (void *)cuTexRefSetAddress2D},
	{"cuTexRefSetAddress2D", 3020, (void *)cuTexRefSetAddress2D_v2, (void *)cuTexRefSetAddress2D_v2},
	{"cuTexRefSetAddress2D", 4010, (void *)cuTexRefSetAddress2D_v3, (void *)cuTexRefSetAddress2D_v3},
	{"cuTexRefSetFormat", 0, (void *)cuTexRefSetFormat, (void *)cuTexRefSetFormat},
	{"cuTexRefSetAddressMode", 0, (void *)cuTexRefSetAddressMode, (void *)cuTexRefSetAddressMode},
	{"cuTexRefSetFilterMode", 0, (void *)cuTexRefSetFilterMode, (void *)cuTexRefSetFilterMode},
	{"cuTexRefSetMipmapFilterMode", 0, (void *)cuTexRefSetMipmapFilterMode, (void *)cuTexRefSetMipmapFilterMode},
	{"cuTexRefSetMipmapLevelBias", 0, (void *)cuTexRefSetMipmapLevelBias, (void *)cuTexRefSetMipmapLevelBias},
	{"cuTexRefSetMipmapLevelClamp", 0, (void *)cuTexRefSetMipmapLevelClamp, (void *)cuTexRefSetMipmapLevelClamp},
	{"cuTexRefSetMaxAnisotropy", 0, (void *)cuTexRefSetMaxAnisotropy, (void *)cuTexRefSetMaxAnisotropy},
	{"cuTexRefSetBorderColor", 0, (void *)cuTexRefSetBorderColor, (void *)cuTexRefSetBorderColor},
	{"cuTexRefSetFlags", 0, (void *)cuTexRefSetFlags, (void *)cuTexRefSetFlags},
	{"cuTexRefGetAddress", 2000, (void *)cuTexRefGetAddress, (void *)cuTexRefGetAddress},
	{"cuTexRefGetAddress", 3020, (void *)cuTexRefGetAddress_v2, (void *)cuTexRefGetAddress_v2},
	{"cuTexRefGetArray", 0, (void *)cuTexRefGetArray, (void *)cuTexRefGetArray},
	{"cuTexRefGetMipmappedArray", 0, (void *)cuTexRefGetMipmappedArray, (void *)cuTexRefGetMipmappedArray},
	{"cuTexRefGetAddressMode", 0, (void *)cuTexRefGetAddressMode, (void *)cuTexRefGetAddressMode},
	{"cuTexRefGetFilterMode", 0, (void *)cuTexRefGetFilterMode, (void *)cuTexRefGetFilterMode},
	{"cuTexRefGetFormat", 0, (void *)cuTexRefGetFormat, (void *)cuTexRefGetFormat},
	{"cuTexRefGetMipmapFilterMode", 0, (void *)cuTexRefGetMipmapFilterMode, (void *)cuTexRefGetMipmapFilterMode},
	{"cuTexRefGetMipmapLevelBias", 0, (void *)cuTexRefGetMipmapLevelBias, (void *)cuTexRefGetMipmapLevelBias},
	{"cuTexRefGetMipmapLevelClamp", 0, (void *)cuTexRefGetMipmapLevelClamp, (void *)cuTexRefGetMipmapLevelClamp},
	{"cuTexRefGetMaxAnisotropy", 0, (void *)cuTexRefGetMaxAnisotropy, (void *)cuTexRefGetMaxAnisotropy},
	{"cuTexRefGetBorderColor", 0, (void *)cuTexRefGetBorderColor, (void *)cuTexRefGetBorderColor},
	{"cuTexRefGetFlags", 0, (void *)cuTexRefGetFlags, (void *)cuTexRefGetFlags},
	{"cuSurfRefSetArray", 0, (void *)cuSurfRefSetArray, (void *)cuSurfRefSetArray},
	{"cuSurfRefGetArray", 0, (void *)cuSurfRefGetArray, (void *)cuSurfRefGetArray},
	{"cuTexObjectCreate", 0, (void *)cuTexObjectCreate, (void *)cuTexObjectCreate},
	{"cuTexObjectDestroy", 0, (void *)cuTexObjectDestroy, (void *)cuTexObjectDestroy},
	{"cuTexObjectGetResourceDesc", 0, (void *)cuTexObjectGetResourceDesc, (void *)cuTexObjectGetResourceDesc},
	{"cuTexObjectGetTextureDesc", 0, (void *)cuTexObjectGetTextureDesc, (void *)cuTexObjectGetTextureDesc},
	{"cuTexObjectGetResourceViewDesc", 0, (void *)cuTexObjectGetResourceViewDesc, (void *)cuTexObjectGetResourceViewDesc},
	{"cuSurfObjectCreate", 0, (void *)cuSurfObjectCreate, (void *)cuSurfObjectCreate},
	{"cuSurfObjectDestroy", 0, (void *)cuSurfObjectDestroy, (void *)cuSurfObjectDestroy},
	{"cuSurfObjectGetResourceDesc", 0, (void *)cuSurfObjectGetResourceDesc, (void *)cuSurfObjectGetResourceDesc},
	{"cuTensorMapEncodeTiled", 0, (void *)cuTensorMapEncodeTiled, (void *)cuTensorMapEncodeTiled},
	{"cuTensorMapEncodeIm2col", 0, (void *)cuTensorMapEncodeIm2col, (void *)cuTensorMapEncodeIm2col},
	{"cuTensorMapReplaceAddress", 0, (void *)cuTensorMapReplaceAddress, (void *)cuTensorMapReplaceAddress},
	{"cuImportExternalMemory", 0, (void *)cuImportExternalMemory, (void *)cuImportExternalMemory},
	{"cuExternalMemoryGetMappedBuffer", 0, (void *)cuExternalMemoryGetMappedBuffer, (void *)cuExternalMemoryGetMappedBuffer},
	{"cuExternalMemoryGetMappedMipmappedArray", 0, (void *)cuExternalMemoryGetMappedMipmappedArray, (void *)cuExternalMemoryGetMappedMipmappedArray},
	{"cuDestroyExternalMemory", 0, (void *)cuDestroyExternalMemory, (void *)cuDestroyExternalMemory},
	{"cuImportExternalSemaphore", 0, (void *)cuImportExternalSemaphore, (void *)cuImportExternalSemaphore},
	{"cuSignalExternalSemaphoresAsync", 0, (void *)cuSignalExternalSemaphoresAsync, (void *)cuSignalExternalSemaphoresAsync_ptsz},
	{"cuWaitExternalSemaphoresAsync", 0, (void *)cuWaitExternalSemaphoresAsync, (void *)cuWaitExternalSemaphoresAsync_ptsz},
	{"cuDestroyExternalSemaphore", 0, (void *)cuDestroyExternalSemaphore, (void *)cuDestroyExternalSemaphore},
	{"cuGraphicsUnregisterResource", 0, (void *)cuGraphicsUnregisterResource, (void *)cuGraphicsUnregisterResource},
	{"cuGraphicsSubResourceGetMappedArray", 0, (void *)cuGraphicsSubResourceGetMappedArray, (void *)cuGraphicsSubResourceGetMappedArray},
	{"cuGraphicsResourceGetMappedMipmappedArray", 0, (void *)cuGraphicsResourceGetMappedMipmappedArray, (void *)cuGraphicsResourceGetMappedMipmappedArray},
	{"cuGraphicsResourceGetMappedPointer", 3000, (void *)cuGraphicsResourceGetMappedPointer, (void *)cuGraphicsResourceGetMappedPointer},
	{"cuGraphicsResourceGetMappedPointer", 3020, (void *)cuGraphicsResourceGetMappedPointer_v2, (void *)cuGraphicsResourceGetMappedPointer_v2},
	{"cuGraphicsResourceSetMapFlags", 3000, (void *)cuGraphicsResourceSetMapFlags, (void *)cuGraphicsResourceSetMapFlags},
	{"cuGraphicsResourceSetMapFlags", 6050, (void *)cuGraphicsResourceSetMapFlags_v2, (void *)cuGraphicsResourceSetMapFlags_v2},
	{"cuGraphicsMapResources", 0, (void *)cuGraphicsMapResources, (void *)cuGraphicsMapResources_ptsz},
	{"cuGraphicsUnmapResources", 0, (void *)cuGraphicsUnmapResources, (void *)cuGraphicsUnmapResources_ptsz},
};

const size_t ptx2go_version_count = sizeof ptx2go_versions / sizeof ptx2go_versions[0];
