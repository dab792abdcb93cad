// Code generated from internal/api/api.txt by internal/api/generate. DO NOT EDIT.

#include "front.h"

CUresult cuGetErrorString(CUresult error, const char **pStr) { return ((__typeof__(&cuGetErrorString))ptx2go_function(0))(error, pStr); }
CUresult cuGetErrorName(CUresult error, const char **pStr) { return ((__typeof__(&cuGetErrorName))ptx2go_function(1))(error, pStr); }
CUresult cuInit(unsigned int Flags) { return ((__typeof__(&cuInit))ptx2go_function(2))(Flags); }
CUresult cuDriverGetVersion(int *driverVersion) { return ((__typeof__(&cuDriverGetVersion))ptx2go_function(3))(driverVersion); }
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags) { return ((__typeof__(&cuGetProcAddress))ptx2go_function(4))(symbol, pfn, cudaVersion, flags); }
CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult *symbolStatus) { return ((__typeof__(&cuGetProcAddress_v2))ptx2go_function(5))(symbol, pfn, cudaVersion, flags, symbolStatus); }
CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId) { return ((__typeof__(&cuGetExportTable))ptx2go_function(6))(ppExportTable, pExportTableId); }
CUresult cuProfilerStart(void) { return ((__typeof__(&cuProfilerStart))ptx2go_function(7))(); }
CUresult cuProfilerStop(void) { return ((__typeof__(&cuProfilerStop))ptx2go_function(8))(); }
CUresult cuDeviceGet(CUdevice *device, int ordinal) { return ((__typeof__(&cuDeviceGet))ptx2go_function(9))(device, ordinal); }
CUresult cuDeviceGetCount(int *count) { return ((__typeof__(&cuDeviceGetCount))ptx2go_function(10))(count); }
CUresult cuDeviceGetName(char *name, int len, CUdevice dev) { return ((__typeof__(&cuDeviceGetName))ptx2go_function(11))(name, len, dev); }
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) { return ((__typeof__(&cuDeviceGetUuid))ptx2go_function(12))(uuid, dev); }
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev) { return ((__typeof__(&cuDeviceGetUuid_v2))ptx2go_function(13))(uuid, dev); }
CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev) { return ((__typeof__(&cuDeviceGetLuid))ptx2go_function(14))(luid, deviceNodeMask, dev); }
CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice dev) { return ((__typeof__(&cuDeviceTotalMem))ptx2go_function(15))(bytes, dev); }
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev) { return ((__typeof__(&cuDeviceTotalMem_v2))ptx2go_function(16))(bytes, dev); }
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned numChannels, CUdevice dev) { return ((__typeof__(&cuDeviceGetTexture1DLinearMaxWidth))ptx2go_function(17))(maxWidthInElements, format, numChannels, dev); }
CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev) { return ((__typeof__(&cuDeviceGetAttribute))ptx2go_function(18))(pi, attrib, dev); }
CUresult cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags) { return ((__typeof__(&cuDeviceGetNvSciSyncAttributes))ptx2go_function(19))(nvSciSyncAttrList, dev, flags); }
CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) { return ((__typeof__(&cuDeviceSetMemPool))ptx2go_function(20))(dev, pool); }
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev) { return ((__typeof__(&cuDeviceGetMemPool))ptx2go_function(21))(pool, dev); }
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev) { return ((__typeof__(&cuDeviceGetDefaultMemPool))ptx2go_function(22))(pool_out, dev); }
CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev) { return ((__typeof__(&cuDeviceGetExecAffinitySupport))ptx2go_function(23))(pi, type, dev); }
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope) { return ((__typeof__(&cuFlushGPUDirectRDMAWrites))ptx2go_function(24))(target, scope); }
CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev) { return ((__typeof__(&cuDeviceGetProperties))ptx2go_function(25))(prop, dev); }
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev) { return ((__typeof__(&cuDeviceComputeCapability))ptx2go_function(26))(major, minor, dev); }
CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) { return ((__typeof__(&cuDeviceGetByPCIBusId))ptx2go_function(27))(dev, pciBusId); }
CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev) { return ((__typeof__(&cuDeviceGetPCIBusId))ptx2go_function(28))(pciBusId, len, dev); }
CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) { return ((__typeof__(&cuDeviceCanAccessPeer))ptx2go_function(29))(canAccessPeer, dev, peerDev); }
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) { return ((__typeof__(&cuDeviceGetP2PAttribute))ptx2go_function(30))(value, attrib, srcDevice, dstDevice); }
CUresult cuDeviceGraphMemTrim(CUdevice device) { return ((__typeof__(&cuDeviceGraphMemTrim))ptx2go_function(31))(device); }
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value) { return ((__typeof__(&cuDeviceGetGraphMemAttribute))ptx2go_function(32))(device, attr, value); }
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value) { return ((__typeof__(&cuDeviceSetGraphMemAttribute))ptx2go_function(33))(device, attr, value); }
CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) { return ((__typeof__(&cuDevicePrimaryCtxRetain))ptx2go_function(34))(pctx, dev); }
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) { return ((__typeof__(&cuDevicePrimaryCtxRelease))ptx2go_function(35))(dev); }
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) { return ((__typeof__(&cuDevicePrimaryCtxRelease_v2))ptx2go_function(36))(dev); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) { return ((__typeof__(&cuDevicePrimaryCtxSetFlags))ptx2go_function(37))(dev, flags); }
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) { return ((__typeof__(&cuDevicePrimaryCtxSetFlags_v2))ptx2go_function(38))(dev, flags); }
CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active) { return ((__typeof__(&cuDevicePrimaryCtxGetState))ptx2go_function(39))(dev, flags, active); }
CUresult cuDevicePrimaryCtxReset(CUdevice dev) { return ((__typeof__(&cuDevicePrimaryCtxReset))ptx2go_function(40))(dev); }
CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) { return ((__typeof__(&cuDevicePrimaryCtxReset_v2))ptx2go_function(41))(dev); }
CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev) { return ((__typeof__(&cuCtxCreate))ptx2go_function(42))(pctx, flags, dev); }
CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev) { return ((__typeof__(&cuCtxCreate_v2))ptx2go_function(43))(pctx, flags, dev); }
CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev) { return ((__typeof__(&cuCtxCreate_v3))ptx2go_function(44))(pctx, paramsArray, numParams, flags, dev); }
CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev) { return ((__typeof__(&cuCtxCreate_v4))ptx2go_function(45))(pctx, ctxCreateParams, flags, dev); }
CUresult cuCtxDestroy(CUcontext ctx) { return ((__typeof__(&cuCtxDestroy))ptx2go_function(46))(ctx); }
CUresult cuCtxDestroy_v2(CUcontext ctx) { return ((__typeof__(&cuCtxDestroy_v2))ptx2go_function(47))(ctx); }
CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags) { return ((__typeof__(&cuCtxAttach))ptx2go_function(48))(pctx, flags); }
CUresult cuCtxDetach(CUcontext ctx) { return ((__typeof__(&cuCtxDetach))ptx2go_function(49))(ctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return ((__typeof__(&cuCtxPushCurrent))ptx2go_function(50))(ctx); }
CUresult cuCtxPushCurrent_v2(CUcontext ctx) { return ((__typeof__(&cuCtxPushCurrent_v2))ptx2go_function(51))(ctx); }
CUresult cuCtxPopCurrent(CUcontext *pctx) { return ((__typeof__(&cuCtxPopCurrent))ptx2go_function(52))(pctx); }
CUresult cuCtxPopCurrent_v2(CUcontext *pctx) { return ((__typeof__(&cuCtxPopCurrent_v2))ptx2go_function(53))(pctx); }
CUresult cuCtxSetCurrent(CUcontext ctx) { return ((__typeof__(&cuCtxSetCurrent))ptx2go_function(54))(ctx); }
CUresult cuCtxGetCurrent(CUcontext *pctx) { return ((__typeof__(&cuCtxGetCurrent))ptx2go_function(55))(pctx); }
CUresult cuCtxGetDevice(CUdevice *device) { return ((__typeof__(&cuCtxGetDevice))ptx2go_function(56))(device); }
CUresult cuCtxGetFlags(unsigned int *flags) { return ((__typeof__(&cuCtxGetFlags))ptx2go_function(57))(flags); }
CUresult cuCtxSetFlags(unsigned int flags) { return ((__typeof__(&cuCtxSetFlags))ptx2go_function(58))(flags); }
CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId) { return ((__typeof__(&cuCtxGetId))ptx2go_function(59))(ctx, ctxId); }
CUresult cuCtxSynchronize(void) { return ((__typeof__(&cuCtxSynchronize))ptx2go_function(60))(); }
CUresult cuCtxSetLimit(CUlimit limit, size_t value) { return ((__typeof__(&cuCtxSetLimit))ptx2go_function(61))(limit, value); }
CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit) { return ((__typeof__(&cuCtxGetLimit))ptx2go_function(62))(pvalue, limit); }
CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig) { return ((__typeof__(&cuCtxGetCacheConfig))ptx2go_function(63))(pconfig); }
CUresult cuCtxSetCacheConfig(CUfunc_cache config) { return ((__typeof__(&cuCtxSetCacheConfig))ptx2go_function(64))(config); }
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig) { return ((__typeof__(&cuCtxGetSharedMemConfig))ptx2go_function(65))(pConfig); }
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) { return ((__typeof__(&cuCtxSetSharedMemConfig))ptx2go_function(66))(config); }
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version) { return ((__typeof__(&cuCtxGetApiVersion))ptx2go_function(67))(ctx, version); }
CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) { return ((__typeof__(&cuCtxGetStreamPriorityRange))ptx2go_function(68))(leastPriority, greatestPriority); }
CUresult cuCtxResetPersistingL2Cache(void) { return ((__typeof__(&cuCtxResetPersistingL2Cache))ptx2go_function(69))(); }
CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type) { return ((__typeof__(&cuCtxGetExecAffinity))ptx2go_function(70))(pExecAffinity, type); }
CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) { return ((__typeof__(&cuCtxEnablePeerAccess))ptx2go_function(71))(peerContext, Flags); }
CUresult cuCtxDisablePeerAccess(CUcontext peerContext) { return ((__typeof__(&cuCtxDisablePeerAccess))ptx2go_function(72))(peerContext); }
CUresult cuModuleLoad(CUmodule *module, const char *fname) { return ((__typeof__(&cuModuleLoad))ptx2go_function(73))(module, fname); }
CUresult cuModuleLoadData(CUmodule *module, const void *image) { return ((__typeof__(&cuModuleLoadData))ptx2go_function(74))(module, image); }
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, void **optionValues) { return ((__typeof__(&cuModuleLoadDataEx))ptx2go_function(75))(module, image, numOptions, options, optionValues); }
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin) { return ((__typeof__(&cuModuleLoadFatBinary))ptx2go_function(76))(module, fatCubin); }
CUresult cuModuleUnload(CUmodule hmod) { return ((__typeof__(&cuModuleUnload))ptx2go_function(77))(hmod); }
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) { return ((__typeof__(&cuModuleGetLoadingMode))ptx2go_function(78))(mode); }
CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name) { return ((__typeof__(&cuModuleGetFunction))ptx2go_function(79))(hfunc, hmod, name); }
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod) { return ((__typeof__(&cuModuleGetFunctionCount))ptx2go_function(80))(count, mod); }
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions, CUmodule mod) { return ((__typeof__(&cuModuleEnumerateFunctions))ptx2go_function(81))(functions, numFunctions, mod); }
CUresult cuModuleGetGlobal(CUdeviceptr_v1 *dptr, unsigned int *bytes, CUmodule hmod, const char *name) { return ((__typeof__(&cuModuleGetGlobal))ptx2go_function(82))(dptr, bytes, hmod, name); }
CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name) { return ((__typeof__(&cuModuleGetGlobal_v2))ptx2go_function(83))(dptr, bytes, hmod, name); }
CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name) { return ((__typeof__(&cuModuleGetTexRef))ptx2go_function(84))(pTexRef, hmod, name); }
CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name) { return ((__typeof__(&cuModuleGetSurfRef))ptx2go_function(85))(pSurfRef, hmod, name); }
CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut) { return ((__typeof__(&cuLinkCreate))ptx2go_function(86))(numOptions, options, optionValues, stateOut); }
CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut) { return ((__typeof__(&cuLinkCreate_v2))ptx2go_function(87))(numOptions, options, optionValues, stateOut); }
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues) { return ((__typeof__(&cuLinkAddData))ptx2go_function(88))(state, type, data, size, name, numOptions, options, optionValues); }
CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues) { return ((__typeof__(&cuLinkAddData_v2))ptx2go_function(89))(state, type, data, size, name, numOptions, options, optionValues); }
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues) { return ((__typeof__(&cuLinkAddFile))ptx2go_function(90))(state, type, path, numOptions, options, optionValues); }
CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues) { return ((__typeof__(&cuLinkAddFile_v2))ptx2go_function(91))(state, type, path, numOptions, options, optionValues); }
CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut) { return ((__typeof__(&cuLinkComplete))ptx2go_function(92))(state, cubinOut, sizeOut); }
CUresult cuLinkDestroy(CUlinkState state) { return ((__typeof__(&cuLinkDestroy))ptx2go_function(93))(state); }
CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions) { return ((__typeof__(&cuLibraryLoadData))ptx2go_function(94))(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions) { return ((__typeof__(&cuLibraryLoadFromFile))ptx2go_function(95))(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult cuLibraryUnload(CUlibrary library) { return ((__typeof__(&cuLibraryUnload))ptx2go_function(96))(library); }
CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name) { return ((__typeof__(&cuLibraryGetKernel))ptx2go_function(97))(pKernel, library, name); }
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib) { return ((__typeof__(&cuLibraryGetKernelCount))ptx2go_function(98))(count, lib); }
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib) { return ((__typeof__(&cuLibraryEnumerateKernels))ptx2go_function(99))(kernels, numKernels, lib); }
CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library) { return ((__typeof__(&cuLibraryGetModule))ptx2go_function(100))(pMod, library); }
CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel) { return ((__typeof__(&cuKernelGetFunction))ptx2go_function(101))(pFunc, kernel); }
CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name) { return ((__typeof__(&cuLibraryGetGlobal))ptx2go_function(102))(dptr, bytes, library, name); }
CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name) { return ((__typeof__(&cuLibraryGetManaged))ptx2go_function(103))(dptr, bytes, library, name); }
CUresult cuLibraryGetUnifiedFunction(void **fptr, CUlibrary library, const char *symbol) { return ((__typeof__(&cuLibraryGetUnifiedFunction))ptx2go_function(104))(fptr, library, symbol); }
CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) { return ((__typeof__(&cuKernelGetAttribute))ptx2go_function(105))(pi, attrib, kernel, dev); }
CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) { return ((__typeof__(&cuKernelSetAttribute))ptx2go_function(106))(attrib, val, kernel, dev); }
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) { return ((__typeof__(&cuKernelSetCacheConfig))ptx2go_function(107))(kernel, config, dev); }
CUresult cuKernelGetName(const char **name, CUkernel hfunc) { return ((__typeof__(&cuKernelGetName))ptx2go_function(108))(name, hfunc); }
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize) { return ((__typeof__(&cuKernelGetParamInfo))ptx2go_function(109))(kernel, paramIndex, paramOffset, paramSize); }
CUresult cuMemGetInfo(unsigned int *free, unsigned int *total) { return ((__typeof__(&cuMemGetInfo))ptx2go_function(110))(free, total); }
CUresult cuMemGetInfo_v2(size_t *free, size_t *total) { return ((__typeof__(&cuMemGetInfo_v2))ptx2go_function(111))(free, total); }
CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize) { return ((__typeof__(&cuMemAlloc))ptx2go_function(112))(dptr, bytesize); }
CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize) { return ((__typeof__(&cuMemAlloc_v2))ptx2go_function(113))(dptr, bytesize); }
CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes) { return ((__typeof__(&cuMemAllocPitch))ptx2go_function(114))(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes) { return ((__typeof__(&cuMemAllocPitch_v2))ptx2go_function(115))(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult cuMemFree(CUdeviceptr_v1 dptr) { return ((__typeof__(&cuMemFree))ptx2go_function(116))(dptr); }
CUresult cuMemFree_v2(CUdeviceptr dptr) { return ((__typeof__(&cuMemFree_v2))ptx2go_function(117))(dptr); }
CUresult cuMemGetAddressRange(CUdeviceptr_v1 *pbase, unsigned int *psize, CUdeviceptr_v1 dptr) { return ((__typeof__(&cuMemGetAddressRange))ptx2go_function(118))(pbase, psize, dptr); }
CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr) { return ((__typeof__(&cuMemGetAddressRange_v2))ptx2go_function(119))(pbase, psize, dptr); }
CUresult cuMemAllocHost(void **pp, unsigned int bytesize) { return ((__typeof__(&cuMemAllocHost))ptx2go_function(120))(pp, bytesize); }
CUresult cuMemAllocHost_v2(void **pp, size_t bytesize) { return ((__typeof__(&cuMemAllocHost_v2))ptx2go_function(121))(pp, bytesize); }
CUresult cuMemFreeHost(void *p) { return ((__typeof__(&cuMemFreeHost))ptx2go_function(122))(p); }
CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags) { return ((__typeof__(&cuMemHostAlloc))ptx2go_function(123))(pp, bytesize, Flags); }
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *pdptr, void *p, unsigned int Flags) { return ((__typeof__(&cuMemHostGetDevicePointer))ptx2go_function(124))(pdptr, p, Flags); }
CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pdptr, void *p, unsigned int Flags) { return ((__typeof__(&cuMemHostGetDevicePointer_v2))ptx2go_function(125))(pdptr, p, Flags); }
CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p) { return ((__typeof__(&cuMemHostGetFlags))ptx2go_function(126))(pFlags, p); }
CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags) { return ((__typeof__(&cuMemHostRegister))ptx2go_function(127))(p, bytesize, Flags); }
CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned int Flags) { return ((__typeof__(&cuMemHostRegister_v2))ptx2go_function(128))(p, bytesize, Flags); }
CUresult cuMemHostUnregister(void *p) { return ((__typeof__(&cuMemHostUnregister))ptx2go_function(129))(p); }
CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags) { return ((__typeof__(&cuMemAllocManaged))ptx2go_function(130))(dptr, bytesize, flags); }
CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return ((__typeof__(&cuMemPrefetchAsync))ptx2go_function(131))(devPtr, count, dstDevice, hStream); }
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return ((__typeof__(&cuMemPrefetchAsync_ptsz))ptx2go_function(132))(devPtr, count, dstDevice, hStream); }
CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) { return ((__typeof__(&cuMemAdvise))ptx2go_function(133))(devPtr, count, advice, device); }
CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count) { return ((__typeof__(&cuMemRangeGetAttribute))ptx2go_function(134))(data, dataSize, attribute, devPtr, count); }
CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count) { return ((__typeof__(&cuMemRangeGetAttributes))ptx2go_function(135))(data, dataSizes, attributes, numAttributes, devPtr, count); }
CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr) { return ((__typeof__(&cuPointerGetAttribute))ptx2go_function(136))(data, attribute, ptr); }
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data, CUdeviceptr ptr) { return ((__typeof__(&cuPointerGetAttributes))ptx2go_function(137))(numAttributes, attributes, data, ptr); }
CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr) { return ((__typeof__(&cuPointerSetAttribute))ptx2go_function(138))(value, attribute, ptr); }
CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event) { return ((__typeof__(&cuIpcGetEventHandle))ptx2go_function(139))(pHandle, event); }
CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) { return ((__typeof__(&cuIpcOpenEventHandle))ptx2go_function(140))(phEvent, handle); }
CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) { return ((__typeof__(&cuIpcGetMemHandle))ptx2go_function(141))(pHandle, dptr); }
CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) { return ((__typeof__(&cuIpcOpenMemHandle))ptx2go_function(142))(pdptr, handle, Flags); }
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) { return ((__typeof__(&cuIpcOpenMemHandle_v2))ptx2go_function(143))(pdptr, handle, Flags); }
CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) { return ((__typeof__(&cuIpcCloseMemHandle))ptx2go_function(144))(dptr); }
CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) { return ((__typeof__(&cuMemAllocAsync))ptx2go_function(145))(dptr, bytesize, hStream); }
CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) { return ((__typeof__(&cuMemAllocAsync_ptsz))ptx2go_function(146))(dptr, bytesize, hStream); }
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) { return ((__typeof__(&cuMemFreeAsync))ptx2go_function(147))(dptr, hStream); }
CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) { return ((__typeof__(&cuMemFreeAsync_ptsz))ptx2go_function(148))(dptr, hStream); }
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return ((__typeof__(&cuMemAllocFromPoolAsync))ptx2go_function(149))(dptr, bytesize, pool, hStream); }
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return ((__typeof__(&cuMemAllocFromPoolAsync_ptsz))ptx2go_function(150))(dptr, bytesize, pool, hStream); }
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) { return ((__typeof__(&cuMemPoolTrimTo))ptx2go_function(151))(pool, minBytesToKeep); }
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) { return ((__typeof__(&cuMemPoolSetAttribute))ptx2go_function(152))(pool, attr, value); }
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) { return ((__typeof__(&cuMemPoolGetAttribute))ptx2go_function(153))(pool, attr, value); }
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) { return ((__typeof__(&cuMemPoolSetAccess))ptx2go_function(154))(pool, map, count); }
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location) { return ((__typeof__(&cuMemPoolGetAccess))ptx2go_function(155))(flags, memPool, location); }
CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) { return ((__typeof__(&cuMemPoolCreate))ptx2go_function(156))(pool, poolProps); }
CUresult cuMemPoolDestroy(CUmemoryPool pool) { return ((__typeof__(&cuMemPoolDestroy))ptx2go_function(157))(pool); }
CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags) { return ((__typeof__(&cuMemPoolExportToShareableHandle))ptx2go_function(158))(handle_out, pool, handleType, flags); }
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType, unsigned long long flags) { return ((__typeof__(&cuMemPoolImportFromShareableHandle))ptx2go_function(159))(pool_out, handle, handleType, flags); }
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr) { return ((__typeof__(&cuMemPoolExportPointer))ptx2go_function(160))(shareData_out, ptr); }
CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData) { return ((__typeof__(&cuMemPoolImportPointer))ptx2go_function(161))(ptr_out, pool, shareData); }
CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags) { return ((__typeof__(&cuMemAddressReserve))ptx2go_function(162))(ptr, size, alignment, addr, flags); }
CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) { return ((__typeof__(&cuMemAddressFree))ptx2go_function(163))(ptr, size); }
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags) { return ((__typeof__(&cuMemCreate))ptx2go_function(164))(handle, size, prop, flags); }
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) { return ((__typeof__(&cuMemRelease))ptx2go_function(165))(handle); }
CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) { return ((__typeof__(&cuMemMap))ptx2go_function(166))(ptr, size, offset, handle, flags); }
CUresult cuMemMapArrayAsync(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) { return ((__typeof__(&cuMemMapArrayAsync))ptx2go_function(167))(mapInfoList, count, hStream); }
CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) { return ((__typeof__(&cuMemMapArrayAsync_ptsz))ptx2go_function(168))(mapInfoList, count, hStream); }
CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) { return ((__typeof__(&cuMemUnmap))ptx2go_function(169))(ptr, size); }
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count) { return ((__typeof__(&cuMemSetAccess))ptx2go_function(170))(ptr, size, desc, count); }
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr) { return ((__typeof__(&cuMemGetAccess))ptx2go_function(171))(flags, location, ptr); }
CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags) { return ((__typeof__(&cuMemExportToShareableHandle))ptx2go_function(172))(shareableHandle, handle, handleType, flags); }
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle, CUmemAllocationHandleType shHandleType) { return ((__typeof__(&cuMemImportFromShareableHandle))ptx2go_function(173))(handle, osHandle, shHandleType); }
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option) { return ((__typeof__(&cuMemGetAllocationGranularity))ptx2go_function(174))(granularity, prop, option); }
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle) { return ((__typeof__(&cuMemGetAllocationPropertiesFromHandle))ptx2go_function(175))(prop, handle); }
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr) { return ((__typeof__(&cuMemRetainAllocationHandle))ptx2go_function(176))(handle, addr); }
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags) { return ((__typeof__(&cuMemGetHandleForAddressRange))ptx2go_function(177))(handle, dptr, size, handleType, flags); }
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return ((__typeof__(&cuMemcpy))ptx2go_function(178))(dst, src, ByteCount); }
CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return ((__typeof__(&cuMemcpy_ptds))ptx2go_function(179))(dst, src, ByteCount); }
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyAsync))ptx2go_function(180))(dst, src, ByteCount, hStream); }
CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyAsync_ptsz))ptx2go_function(181))(dst, src, ByteCount, hStream); }
CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return ((__typeof__(&cuMemcpyPeer))ptx2go_function(182))(dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return ((__typeof__(&cuMemcpyPeer_ptds))ptx2go_function(183))(dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyPeerAsync))ptx2go_function(184))(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyPeerAsync_ptsz))ptx2go_function(185))(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyHtoD))ptx2go_function(186))(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) { return ((__typeof__(&cuMemcpyHtoD_v2))ptx2go_function(187))(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) { return ((__typeof__(&cuMemcpyHtoD_v2_ptds))ptx2go_function(188))(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyDtoH))ptx2go_function(189))(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoH_v2))ptx2go_function(190))(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoH_v2_ptds))ptx2go_function(191))(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyDtoD))ptx2go_function(192))(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoD_v2))ptx2go_function(193))(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoD_v2_ptds))ptx2go_function(194))(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoDAsync))ptx2go_function(195))(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoDAsync_v2))ptx2go_function(196))(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoDAsync_v2_ptsz))ptx2go_function(197))(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoHAsync))ptx2go_function(198))(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoHAsync_v2))ptx2go_function(199))(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoHAsync_v2_ptsz))ptx2go_function(200))(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoDAsync))ptx2go_function(201))(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoDAsync_v2))ptx2go_function(202))(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyDtoDAsync_v2_ptsz))ptx2go_function(203))(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *pCopy) { return ((__typeof__(&cuMemcpy2D))ptx2go_function(204))(pCopy); }
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy) { return ((__typeof__(&cuMemcpy2D_v2))ptx2go_function(205))(pCopy); }
CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *pCopy) { return ((__typeof__(&cuMemcpy2D_v2_ptds))ptx2go_function(206))(pCopy); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *pCopy) { return ((__typeof__(&cuMemcpy2DUnaligned))ptx2go_function(207))(pCopy); }
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy) { return ((__typeof__(&cuMemcpy2DUnaligned_v2))ptx2go_function(208))(pCopy); }
CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *pCopy) { return ((__typeof__(&cuMemcpy2DUnaligned_v2_ptds))ptx2go_function(209))(pCopy); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy2DAsync))ptx2go_function(210))(pCopy, hStream); }
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy2DAsync_v2))ptx2go_function(211))(pCopy, hStream); }
CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy2DAsync_v2_ptsz))ptx2go_function(212))(pCopy, hStream); }
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *pCopy) { return ((__typeof__(&cuMemcpy3D))ptx2go_function(213))(pCopy); }
CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy) { return ((__typeof__(&cuMemcpy3D_v2))ptx2go_function(214))(pCopy); }
CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *pCopy) { return ((__typeof__(&cuMemcpy3D_v2_ptds))ptx2go_function(215))(pCopy); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy3DAsync))ptx2go_function(216))(pCopy, hStream); }
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy3DAsync_v2))ptx2go_function(217))(pCopy, hStream); }
CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy3DAsync_v2_ptsz))ptx2go_function(218))(pCopy, hStream); }
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy) { return ((__typeof__(&cuMemcpy3DPeer))ptx2go_function(219))(pCopy); }
CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER *pCopy) { return ((__typeof__(&cuMemcpy3DPeer_ptds))ptx2go_function(220))(pCopy); }
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy3DPeerAsync))ptx2go_function(221))(pCopy, hStream); }
CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) { return ((__typeof__(&cuMemcpy3DPeerAsync_ptsz))ptx2go_function(222))(pCopy, hStream); }
CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) { return ((__typeof__(&cuMemsetD8))ptx2go_function(223))(dstDevice, uc, N); }
CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return ((__typeof__(&cuMemsetD8_v2))ptx2go_function(224))(dstDevice, uc, N); }
CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return ((__typeof__(&cuMemsetD8_v2_ptds))ptx2go_function(225))(dstDevice, uc, N); }
CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) { return ((__typeof__(&cuMemsetD16))ptx2go_function(226))(dstDevice, us, N); }
CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) { return ((__typeof__(&cuMemsetD16_v2))ptx2go_function(227))(dstDevice, us, N); }
CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) { return ((__typeof__(&cuMemsetD16_v2_ptds))ptx2go_function(228))(dstDevice, us, N); }
CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) { return ((__typeof__(&cuMemsetD32))ptx2go_function(229))(dstDevice, ui, N); }
CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return ((__typeof__(&cuMemsetD32_v2))ptx2go_function(230))(dstDevice, ui, N); }
CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return ((__typeof__(&cuMemsetD32_v2_ptds))ptx2go_function(231))(dstDevice, ui, N); }
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD8Async))ptx2go_function(232))(dstDevice, uc, N, hStream); }
CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD8Async_ptsz))ptx2go_function(233))(dstDevice, uc, N, hStream); }
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD16Async))ptx2go_function(234))(dstDevice, us, N, hStream); }
CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD16Async_ptsz))ptx2go_function(235))(dstDevice, us, N, hStream); }
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD32Async))ptx2go_function(236))(dstDevice, ui, N, hStream); }
CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return ((__typeof__(&cuMemsetD32Async_ptsz))ptx2go_function(237))(dstDevice, ui, N, hStream); }
CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) { return ((__typeof__(&cuMemsetD2D8))ptx2go_function(238))(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D8_v2))ptx2go_function(239))(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D8_v2_ptds))ptx2go_function(240))(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) { return ((__typeof__(&cuMemsetD2D16))ptx2go_function(241))(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D16_v2))ptx2go_function(242))(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D16_v2_ptds))ptx2go_function(243))(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) { return ((__typeof__(&cuMemsetD2D32))ptx2go_function(244))(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D32_v2))ptx2go_function(245))(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return ((__typeof__(&cuMemsetD2D32_v2_ptds))ptx2go_function(246))(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D8Async))ptx2go_function(247))(dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D8Async_ptsz))ptx2go_function(248))(dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D16Async))ptx2go_function(249))(dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D16Async_ptsz))ptx2go_function(250))(dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D32Async))ptx2go_function(251))(dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return ((__typeof__(&cuMemsetD2D32Async_ptsz))ptx2go_function(252))(dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray) { return ((__typeof__(&cuArrayCreate))ptx2go_function(253))(pHandle, pAllocateArray); }
CUresult cuArrayCreate_v2(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray) { return ((__typeof__(&cuArrayCreate_v2))ptx2go_function(254))(pHandle, pAllocateArray); }
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) { return ((__typeof__(&cuArrayGetDescriptor))ptx2go_function(255))(pArrayDescriptor, hArray); }
CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray) { return ((__typeof__(&cuArrayGetDescriptor_v2))ptx2go_function(256))(pArrayDescriptor, hArray); }
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array) { return ((__typeof__(&cuArrayGetSparseProperties))ptx2go_function(257))(sparseProperties, array); }
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap) { return ((__typeof__(&cuMipmappedArrayGetSparseProperties))ptx2go_function(258))(sparseProperties, mipmap); }
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device) { return ((__typeof__(&cuArrayGetMemoryRequirements))ptx2go_function(259))(memoryRequirements, array, device); }
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap, CUdevice device) { return ((__typeof__(&cuMipmappedArrayGetMemoryRequirements))ptx2go_function(260))(memoryRequirements, mipmap, device); }
CUresult cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx) { return ((__typeof__(&cuArrayGetPlane))ptx2go_function(261))(pPlaneArray, hArray, planeIdx); }
CUresult cuArrayDestroy(CUarray hArray) { return ((__typeof__(&cuArrayDestroy))ptx2go_function(262))(hArray); }
CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray) { return ((__typeof__(&cuArray3DCreate))ptx2go_function(263))(pHandle, pAllocateArray); }
CUresult cuArray3DCreate_v2(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray) { return ((__typeof__(&cuArray3DCreate_v2))ptx2go_function(264))(pHandle, pAllocateArray); }
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) { return ((__typeof__(&cuArray3DGetDescriptor))ptx2go_function(265))(pArrayDescriptor, hArray); }
CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray) { return ((__typeof__(&cuArray3DGetDescriptor_v2))ptx2go_function(266))(pArrayDescriptor, hArray); }
CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels) { return ((__typeof__(&cuMipmappedArrayCreate))ptx2go_function(267))(pHandle, pMipmappedArrayDesc, numMipmapLevels); }
CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level) { return ((__typeof__(&cuMipmappedArrayGetLevel))ptx2go_function(268))(pLevelArray, hMipmappedArray, level); }
CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) { return ((__typeof__(&cuMipmappedArrayDestroy))ptx2go_function(269))(hMipmappedArray); }
CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyDtoA))ptx2go_function(270))(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoA_v2))ptx2go_function(271))(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) { return ((__typeof__(&cuMemcpyDtoA_v2_ptds))ptx2go_function(272))(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyAtoD))ptx2go_function(273))(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoD_v2))ptx2go_function(274))(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoD_v2_ptds))ptx2go_function(275))(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyHtoA))ptx2go_function(276))(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) { return ((__typeof__(&cuMemcpyHtoA_v2))ptx2go_function(277))(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) { return ((__typeof__(&cuMemcpyHtoA_v2_ptds))ptx2go_function(278))(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyAtoH))ptx2go_function(279))(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoH_v2))ptx2go_function(280))(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoH_v2_ptds))ptx2go_function(281))(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return ((__typeof__(&cuMemcpyAtoA))ptx2go_function(282))(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoA_v2))ptx2go_function(283))(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return ((__typeof__(&cuMemcpyAtoA_v2_ptds))ptx2go_function(284))(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoAAsync))ptx2go_function(285))(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoAAsync_v2))ptx2go_function(286))(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyHtoAAsync_v2_ptsz))ptx2go_function(287))(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyAtoHAsync))ptx2go_function(288))(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyAtoHAsync_v2))ptx2go_function(289))(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) { return ((__typeof__(&cuMemcpyAtoHAsync_v2_ptsz))ptx2go_function(290))(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags) { return ((__typeof__(&cuStreamCreate))ptx2go_function(291))(phStream, Flags); }
CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority) { return ((__typeof__(&cuStreamCreateWithPriority))ptx2go_function(292))(phStream, flags, priority); }
CUresult cuStreamGetPriority(CUstream hStream, int *priority) { return ((__typeof__(&cuStreamGetPriority))ptx2go_function(293))(hStream, priority); }
CUresult cuStreamGetPriority_ptsz(CUstream hStream, int *priority) { return ((__typeof__(&cuStreamGetPriority_ptsz))ptx2go_function(294))(hStream, priority); }
CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags) { return ((__typeof__(&cuStreamGetFlags))ptx2go_function(295))(hStream, flags); }
CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int *flags) { return ((__typeof__(&cuStreamGetFlags_ptsz))ptx2go_function(296))(hStream, flags); }
CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId) { return ((__typeof__(&cuStreamGetId))ptx2go_function(297))(hStream, streamId); }
CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long *streamId) { return ((__typeof__(&cuStreamGetId_ptsz))ptx2go_function(298))(hStream, streamId); }
CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx) { return ((__typeof__(&cuStreamGetCtx))ptx2go_function(299))(hStream, pctx); }
CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext *pctx) { return ((__typeof__(&cuStreamGetCtx_ptsz))ptx2go_function(300))(hStream, pctx); }
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) { return ((__typeof__(&cuStreamWaitEvent))ptx2go_function(301))(hStream, hEvent, Flags); }
CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) { return ((__typeof__(&cuStreamWaitEvent_ptsz))ptx2go_function(302))(hStream, hEvent, Flags); }
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) { return ((__typeof__(&cuStreamAddCallback))ptx2go_function(303))(hStream, callback, userData, flags); }
CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) { return ((__typeof__(&cuStreamAddCallback_ptsz))ptx2go_function(304))(hStream, callback, userData, flags); }
CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return ((__typeof__(&cuStreamAttachMemAsync))ptx2go_function(305))(hStream, dptr, length, flags); }
CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return ((__typeof__(&cuStreamAttachMemAsync_ptsz))ptx2go_function(306))(hStream, dptr, length, flags); }
CUresult cuStreamQuery(CUstream hStream) { return ((__typeof__(&cuStreamQuery))ptx2go_function(307))(hStream); }
CUresult cuStreamQuery_ptsz(CUstream hStream) { return ((__typeof__(&cuStreamQuery_ptsz))ptx2go_function(308))(hStream); }
CUresult cuStreamSynchronize(CUstream hStream) { return ((__typeof__(&cuStreamSynchronize))ptx2go_function(309))(hStream); }
CUresult cuStreamSynchronize_ptsz(CUstream hStream) { return ((__typeof__(&cuStreamSynchronize_ptsz))ptx2go_function(310))(hStream); }
CUresult cuStreamDestroy(CUstream hStream) { return ((__typeof__(&cuStreamDestroy))ptx2go_function(311))(hStream); }
CUresult cuStreamDestroy_v2(CUstream hStream) { return ((__typeof__(&cuStreamDestroy_v2))ptx2go_function(312))(hStream); }
CUresult cuStreamCopyAttributes(CUstream dst, CUstream src) { return ((__typeof__(&cuStreamCopyAttributes))ptx2go_function(313))(dst, src); }
CUresult cuStreamCopyAttributes_ptsz(CUstream dst, CUstream src) { return ((__typeof__(&cuStreamCopyAttributes_ptsz))ptx2go_function(314))(dst, src); }
CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out) { return ((__typeof__(&cuStreamGetAttribute))ptx2go_function(315))(hStream, attr, value_out); }
CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out) { return ((__typeof__(&cuStreamGetAttribute_ptsz))ptx2go_function(316))(hStream, attr, value_out); }
CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value) { return ((__typeof__(&cuStreamSetAttribute))ptx2go_function(317))(hStream, attr, value); }
CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value) { return ((__typeof__(&cuStreamSetAttribute_ptsz))ptx2go_function(318))(hStream, attr, value); }
CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags) { return ((__typeof__(&cuEventCreate))ptx2go_function(319))(phEvent, Flags); }
CUresult cuEventRecord(CUevent hEvent, CUstream hStream) { return ((__typeof__(&cuEventRecord))ptx2go_function(320))(hEvent, hStream); }
CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) { return ((__typeof__(&cuEventRecord_ptsz))ptx2go_function(321))(hEvent, hStream); }
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) { return ((__typeof__(&cuEventRecordWithFlags))ptx2go_function(322))(hEvent, hStream, flags); }
CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) { return ((__typeof__(&cuEventRecordWithFlags_ptsz))ptx2go_function(323))(hEvent, hStream, flags); }
CUresult cuEventQuery(CUevent hEvent) { return ((__typeof__(&cuEventQuery))ptx2go_function(324))(hEvent); }
CUresult cuEventSynchronize(CUevent hEvent) { return ((__typeof__(&cuEventSynchronize))ptx2go_function(325))(hEvent); }
CUresult cuEventDestroy(CUevent hEvent) { return ((__typeof__(&cuEventDestroy))ptx2go_function(326))(hEvent); }
CUresult cuEventDestroy_v2(CUevent hEvent) { return ((__typeof__(&cuEventDestroy_v2))ptx2go_function(327))(hEvent); }
CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd) { return ((__typeof__(&cuEventElapsedTime))ptx2go_function(328))(pMilliseconds, hStart, hEnd); }
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue32))ptx2go_function(329))(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue32_ptsz))ptx2go_function(330))(stream, addr, value, flags); }
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue32))ptx2go_function(331))(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue32_ptsz))ptx2go_function(332))(stream, addr, value, flags); }
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue64))ptx2go_function(333))(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue64_ptsz))ptx2go_function(334))(stream, addr, value, flags); }
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue64))ptx2go_function(335))(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue64_ptsz))ptx2go_function(336))(stream, addr, value, flags); }
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return ((__typeof__(&cuStreamBatchMemOp))ptx2go_function(337))(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return ((__typeof__(&cuStreamBatchMemOp_ptsz))ptx2go_function(338))(stream, count, paramArray, flags); }
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue32_v2))ptx2go_function(339))(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue32_v2_ptsz))ptx2go_function(340))(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue32_v2))ptx2go_function(341))(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue32_v2_ptsz))ptx2go_function(342))(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue64_v2))ptx2go_function(343))(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWaitValue64_v2_ptsz))ptx2go_function(344))(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue64_v2))ptx2go_function(345))(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return ((__typeof__(&cuStreamWriteValue64_v2_ptsz))ptx2go_function(346))(stream, addr, value, flags); }
CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return ((__typeof__(&cuStreamBatchMemOp_v2))ptx2go_function(347))(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) { return ((__typeof__(&cuStreamBatchMemOp_v2_ptsz))ptx2go_function(348))(stream, count, paramArray, flags); }
CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc) { return ((__typeof__(&cuFuncGetAttribute))ptx2go_function(349))(pi, attrib, hfunc); }
CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) { return ((__typeof__(&cuFuncSetAttribute))ptx2go_function(350))(hfunc, attrib, value); }
CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) { return ((__typeof__(&cuFuncSetCacheConfig))ptx2go_function(351))(hfunc, config); }
CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) { return ((__typeof__(&cuFuncSetSharedMemConfig))ptx2go_function(352))(hfunc, config); }
CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc) { return ((__typeof__(&cuFuncGetModule))ptx2go_function(353))(hmod, hfunc); }
CUresult cuFuncGetName(const char **name, CUfunction hfunc) { return ((__typeof__(&cuFuncGetName))ptx2go_function(354))(name, hfunc); }
CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize) { return ((__typeof__(&cuFuncGetParamInfo))ptx2go_function(355))(func, paramIndex, paramOffset, paramSize); }
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) { return ((__typeof__(&cuFuncIsLoaded))ptx2go_function(356))(state, function); }
CUresult cuFuncLoad(CUfunction function) { return ((__typeof__(&cuFuncLoad))ptx2go_function(357))(function); }
CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) { return ((__typeof__(&cuLaunchKernel))ptx2go_function(358))(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) { return ((__typeof__(&cuLaunchKernel_ptsz))ptx2go_function(359))(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra) { return ((__typeof__(&cuLaunchKernelEx))ptx2go_function(360))(config, f, kernelParams, extra); }
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra) { return ((__typeof__(&cuLaunchKernelEx_ptsz))ptx2go_function(361))(config, f, kernelParams, extra); }
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) { return ((__typeof__(&cuLaunchCooperativeKernel))ptx2go_function(362))(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) { return ((__typeof__(&cuLaunchCooperativeKernel_ptsz))ptx2go_function(363))(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList, unsigned int numDevices, unsigned int flags) { return ((__typeof__(&cuLaunchCooperativeKernelMultiDevice))ptx2go_function(364))(launchParamsList, numDevices, flags); }
CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData) { return ((__typeof__(&cuLaunchHostFunc))ptx2go_function(365))(hStream, fn, userData); }
CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData) { return ((__typeof__(&cuLaunchHostFunc_ptsz))ptx2go_function(366))(hStream, fn, userData); }
CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) { return ((__typeof__(&cuFuncSetBlockShape))ptx2go_function(367))(hfunc, x, y, z); }
CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) { return ((__typeof__(&cuFuncSetSharedSize))ptx2go_function(368))(hfunc, bytes); }
CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) { return ((__typeof__(&cuParamSetSize))ptx2go_function(369))(hfunc, numbytes); }
CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) { return ((__typeof__(&cuParamSeti))ptx2go_function(370))(hfunc, offset, value); }
CUresult cuParamSetf(CUfunction hfunc, int offset, float value) { return ((__typeof__(&cuParamSetf))ptx2go_function(371))(hfunc, offset, value); }
CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes) { return ((__typeof__(&cuParamSetv))ptx2go_function(372))(hfunc, offset, ptr, numbytes); }
CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef) { return ((__typeof__(&cuParamSetTexRef))ptx2go_function(373))(hfunc, texunit, hTexRef); }
CUresult cuLaunch(CUfunction f) { return ((__typeof__(&cuLaunch))ptx2go_function(374))(f); }
CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) { return ((__typeof__(&cuLaunchGrid))ptx2go_function(375))(f, grid_width, grid_height); }
CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) { return ((__typeof__(&cuLaunchGridAsync))ptx2go_function(376))(f, grid_width, grid_height, hStream); }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize) { return ((__typeof__(&cuOccupancyMaxActiveBlocksPerMultiprocessor))ptx2go_function(377))(numBlocks, func, blockSize, dynamicSMemSize); }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags) { return ((__typeof__(&cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags))ptx2go_function(378))(numBlocks, func, blockSize, dynamicSMemSize, flags); }
CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit) { return ((__typeof__(&cuOccupancyMaxPotentialBlockSize))ptx2go_function(379))(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit); }
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) { return ((__typeof__(&cuOccupancyMaxPotentialBlockSizeWithFlags))ptx2go_function(380))(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags); }
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, int numBlocks, int blockSize) { return ((__typeof__(&cuOccupancyAvailableDynamicSMemPerBlock))ptx2go_function(381))(dynamicSmemSize, func, numBlocks, blockSize); }
CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const CUlaunchConfig *config) { return ((__typeof__(&cuOccupancyMaxPotentialClusterSize))ptx2go_function(382))(clusterSize, func, config); }
CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const CUlaunchConfig *config) { return ((__typeof__(&cuOccupancyMaxActiveClusters))ptx2go_function(383))(numClusters, func, config); }
CUresult cuGraphCreate(CUgraph *phGraph, unsigned int flags) { return ((__typeof__(&cuGraphCreate))ptx2go_function(384))(phGraph, flags); }
CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) { return ((__typeof__(&cuGraphAddKernelNode))ptx2go_function(385))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddKernelNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddKernelNode_v2))ptx2go_function(386))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) { return ((__typeof__(&cuGraphKernelNodeGetParams))ptx2go_function(387))(hNode, nodeParams); }
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphKernelNodeGetParams_v2))ptx2go_function(388))(hNode, nodeParams); }
CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) { return ((__typeof__(&cuGraphKernelNodeSetParams))ptx2go_function(389))(hNode, nodeParams); }
CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphKernelNodeSetParams_v2))ptx2go_function(390))(hNode, nodeParams); }
CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx) { return ((__typeof__(&cuGraphAddMemcpyNode))ptx2go_function(391))(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx); }
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams) { return ((__typeof__(&cuGraphMemcpyNodeGetParams))ptx2go_function(392))(hNode, nodeParams); }
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams) { return ((__typeof__(&cuGraphMemcpyNodeSetParams))ptx2go_function(393))(hNode, nodeParams); }
CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx) { return ((__typeof__(&cuGraphAddMemsetNode))ptx2go_function(394))(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx); }
CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphMemsetNodeGetParams))ptx2go_function(395))(hNode, nodeParams); }
CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphMemsetNodeSetParams))ptx2go_function(396))(hNode, nodeParams); }
CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddHostNode))ptx2go_function(397))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphHostNodeGetParams))ptx2go_function(398))(hNode, nodeParams); }
CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphHostNodeSetParams))ptx2go_function(399))(hNode, nodeParams); }
CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraph childGraph) { return ((__typeof__(&cuGraphAddChildGraphNode))ptx2go_function(400))(phGraphNode, hGraph, dependencies, numDependencies, childGraph); }
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph) { return ((__typeof__(&cuGraphChildGraphNodeGetGraph))ptx2go_function(401))(hNode, phGraph); }
CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies) { return ((__typeof__(&cuGraphAddEmptyNode))ptx2go_function(402))(phGraphNode, hGraph, dependencies, numDependencies); }
CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event) { return ((__typeof__(&cuGraphAddEventRecordNode))ptx2go_function(403))(phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out) { return ((__typeof__(&cuGraphEventRecordNodeGetEvent))ptx2go_function(404))(hNode, event_out); }
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) { return ((__typeof__(&cuGraphEventRecordNodeSetEvent))ptx2go_function(405))(hNode, event); }
CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event) { return ((__typeof__(&cuGraphAddEventWaitNode))ptx2go_function(406))(phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out) { return ((__typeof__(&cuGraphEventWaitNodeGetEvent))ptx2go_function(407))(hNode, event_out); }
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) { return ((__typeof__(&cuGraphEventWaitNodeSetEvent))ptx2go_function(408))(hNode, event); }
CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddExternalSemaphoresSignalNode))ptx2go_function(409))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out) { return ((__typeof__(&cuGraphExternalSemaphoresSignalNodeGetParams))ptx2go_function(410))(hNode, params_out); }
CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExternalSemaphoresSignalNodeSetParams))ptx2go_function(411))(hNode, nodeParams); }
CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddExternalSemaphoresWaitNode))ptx2go_function(412))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out) { return ((__typeof__(&cuGraphExternalSemaphoresWaitNodeGetParams))ptx2go_function(413))(hNode, params_out); }
CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExternalSemaphoresWaitNodeSetParams))ptx2go_function(414))(hNode, nodeParams); }
CUresult cuGraphAddBatchMemOpNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddBatchMemOpNode))ptx2go_function(415))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out) { return ((__typeof__(&cuGraphBatchMemOpNodeGetParams))ptx2go_function(416))(hNode, nodeParams_out); }
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphBatchMemOpNodeSetParams))ptx2go_function(417))(hNode, nodeParams); }
CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExecBatchMemOpNodeSetParams))ptx2go_function(418))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphAddMemAllocNode))ptx2go_function(419))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out) { return ((__typeof__(&cuGraphMemAllocNodeGetParams))ptx2go_function(420))(hNode, params_out); }
CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUdeviceptr dptr) { return ((__typeof__(&cuGraphAddMemFreeNode))ptx2go_function(421))(phGraphNode, hGraph, dependencies, numDependencies, dptr); }
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out) { return ((__typeof__(&cuGraphMemFreeNodeGetParams))ptx2go_function(422))(hNode, dptr_out); }
CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph) { return ((__typeof__(&cuGraphClone))ptx2go_function(423))(phGraphClone, originalGraph); }
CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) { return ((__typeof__(&cuGraphNodeFindInClone))ptx2go_function(424))(phNode, hOriginalNode, hClonedGraph); }
CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type) { return ((__typeof__(&cuGraphNodeGetType))ptx2go_function(425))(hNode, type); }
CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes) { return ((__typeof__(&cuGraphGetNodes))ptx2go_function(426))(hGraph, nodes, numNodes); }
CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes) { return ((__typeof__(&cuGraphGetRootNodes))ptx2go_function(427))(hGraph, rootNodes, numRootNodes); }
CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges) { return ((__typeof__(&cuGraphGetEdges))ptx2go_function(428))(hGraph, from, to, numEdges); }
CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges) { return ((__typeof__(&cuGraphGetEdges_v2))ptx2go_function(429))(hGraph, from, to, edgeData, numEdges); }
CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies, size_t *numDependencies) { return ((__typeof__(&cuGraphNodeGetDependencies))ptx2go_function(430))(hNode, dependencies, numDependencies); }
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData, size_t *numDependencies) { return ((__typeof__(&cuGraphNodeGetDependencies_v2))ptx2go_function(431))(hNode, dependencies, edgeData, numDependencies); }
CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *numDependentNodes) { return ((__typeof__(&cuGraphNodeGetDependentNodes))ptx2go_function(432))(hNode, dependentNodes, numDependentNodes); }
CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData, size_t *numDependentNodes) { return ((__typeof__(&cuGraphNodeGetDependentNodes_v2))ptx2go_function(433))(hNode, dependentNodes, edgeData, numDependentNodes); }
CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies) { return ((__typeof__(&cuGraphAddDependencies))ptx2go_function(434))(hGraph, from, to, numDependencies); }
CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies) { return ((__typeof__(&cuGraphAddDependencies_v2))ptx2go_function(435))(hGraph, from, to, edgeData, numDependencies); }
CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies) { return ((__typeof__(&cuGraphRemoveDependencies))ptx2go_function(436))(hGraph, from, to, numDependencies); }
CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies) { return ((__typeof__(&cuGraphRemoveDependencies_v2))ptx2go_function(437))(hGraph, from, to, edgeData, numDependencies); }
CUresult cuGraphDestroyNode(CUgraphNode hNode) { return ((__typeof__(&cuGraphDestroyNode))ptx2go_function(438))(hNode); }
CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize) { return ((__typeof__(&cuGraphInstantiate))ptx2go_function(439))(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize) { return ((__typeof__(&cuGraphInstantiate_v2))ptx2go_function(440))(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags) { return ((__typeof__(&cuGraphInstantiateWithFlags))ptx2go_function(441))(phGraphExec, hGraph, flags); }
CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) { return ((__typeof__(&cuGraphInstantiateWithParams))ptx2go_function(442))(phGraphExec, hGraph, instantiateParams); }
CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) { return ((__typeof__(&cuGraphInstantiateWithParams_ptsz))ptx2go_function(443))(phGraphExec, hGraph, instantiateParams); }
CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags) { return ((__typeof__(&cuGraphExecGetFlags))ptx2go_function(444))(hGraphExec, flags); }
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) { return ((__typeof__(&cuGraphExecKernelNodeSetParams))ptx2go_function(445))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExecKernelNodeSetParams_v2))ptx2go_function(446))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams, CUcontext ctx) { return ((__typeof__(&cuGraphExecMemcpyNodeSetParams))ptx2go_function(447))(hGraphExec, hNode, copyParams, ctx); }
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx) { return ((__typeof__(&cuGraphExecMemsetNodeSetParams))ptx2go_function(448))(hGraphExec, hNode, memsetParams, ctx); }
CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExecHostNodeSetParams))ptx2go_function(449))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) { return ((__typeof__(&cuGraphExecChildGraphNodeSetParams))ptx2go_function(450))(hGraphExec, hNode, childGraph); }
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return ((__typeof__(&cuGraphExecEventRecordNodeSetEvent))ptx2go_function(451))(hGraphExec, hNode, event); }
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return ((__typeof__(&cuGraphExecEventWaitNodeSetEvent))ptx2go_function(452))(hGraphExec, hNode, event); }
CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExecExternalSemaphoresSignalNodeSetParams))ptx2go_function(453))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) { return ((__typeof__(&cuGraphExecExternalSemaphoresWaitNodeSetParams))ptx2go_function(454))(hGraphExec, hNode, nodeParams); }
CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) { return ((__typeof__(&cuGraphNodeSetEnabled))ptx2go_function(455))(hGraphExec, hNode, isEnabled); }
CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled) { return ((__typeof__(&cuGraphNodeGetEnabled))ptx2go_function(456))(hGraphExec, hNode, isEnabled); }
CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream) { return ((__typeof__(&cuGraphUpload))ptx2go_function(457))(hGraphExec, hStream); }
CUresult cuGraphUpload_ptsz(CUgraphExec hGraphExec, CUstream hStream) { return ((__typeof__(&cuGraphUpload_ptsz))ptx2go_function(458))(hGraphExec, hStream); }
CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) { return ((__typeof__(&cuGraphLaunch))ptx2go_function(459))(hGraphExec, hStream); }
CUresult cuGraphLaunch_ptsz(CUgraphExec hGraphExec, CUstream hStream) { return ((__typeof__(&cuGraphLaunch_ptsz))ptx2go_function(460))(hGraphExec, hStream); }
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) { return ((__typeof__(&cuGraphExecDestroy))ptx2go_function(461))(hGraphExec); }
CUresult cuGraphDestroy(CUgraph hGraph) { return ((__typeof__(&cuGraphDestroy))ptx2go_function(462))(hGraph); }
CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out, CUgraphExecUpdateResult *updateResult_out) { return ((__typeof__(&cuGraphExecUpdate))ptx2go_function(463))(hGraphExec, hGraph, hErrorNode_out, updateResult_out); }
CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo *resultInfo) { return ((__typeof__(&cuGraphExecUpdate_v2))ptx2go_function(464))(hGraphExec, hGraph, resultInfo); }
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) { return ((__typeof__(&cuGraphKernelNodeCopyAttributes))ptx2go_function(465))(dst, src); }
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out) { return ((__typeof__(&cuGraphKernelNodeGetAttribute))ptx2go_function(466))(hNode, attr, value_out); }
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value) { return ((__typeof__(&cuGraphKernelNodeSetAttribute))ptx2go_function(467))(hNode, attr, value); }
CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned int flags) { return ((__typeof__(&cuGraphDebugDotPrint))ptx2go_function(468))(hGraph, path, flags); }
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags) { return ((__typeof__(&cuGraphConditionalHandleCreate))ptx2go_function(469))(pHandle_out, hGraph, ctx, defaultLaunchValue, flags); }
CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraphNodeParams *nodeParams) { return ((__typeof__(&cuGraphAddNode))ptx2go_function(470))(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams) { return ((__typeof__(&cuGraphAddNode_v2))ptx2go_function(471))(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams); }
CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams) { return ((__typeof__(&cuGraphNodeSetParams))ptx2go_function(472))(hNode, nodeParams); }
CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams) { return ((__typeof__(&cuGraphExecNodeSetParams))ptx2go_function(473))(hGraphExec, hNode, nodeParams); }
CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags) { return ((__typeof__(&cuUserObjectCreate))ptx2go_function(474))(object_out, ptr, destroy, initialRefcount, flags); }
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) { return ((__typeof__(&cuUserObjectRetain))ptx2go_function(475))(object, count); }
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) { return ((__typeof__(&cuUserObjectRelease))ptx2go_function(476))(object, count); }
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) { return ((__typeof__(&cuGraphRetainUserObject))ptx2go_function(477))(graph, object, count, flags); }
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) { return ((__typeof__(&cuGraphReleaseUserObject))ptx2go_function(478))(graph, object, count); }
CUresult cuStreamBeginCapture(CUstream hStream) { return ((__typeof__(&cuStreamBeginCapture))ptx2go_function(479))(hStream); }
CUresult cuStreamBeginCapture_ptsz(CUstream hStream) { return ((__typeof__(&cuStreamBeginCapture_ptsz))ptx2go_function(480))(hStream); }
CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) { return ((__typeof__(&cuStreamBeginCapture_v2))ptx2go_function(481))(hStream, mode); }
CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) { return ((__typeof__(&cuStreamBeginCapture_v2_ptsz))ptx2go_function(482))(hStream, mode); }
CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return ((__typeof__(&cuStreamBeginCaptureToGraph))ptx2go_function(483))(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return ((__typeof__(&cuStreamBeginCaptureToGraph_ptsz))ptx2go_function(484))(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) { return ((__typeof__(&cuThreadExchangeStreamCaptureMode))ptx2go_function(485))(mode); }
CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph) { return ((__typeof__(&cuStreamEndCapture))ptx2go_function(486))(hStream, phGraph); }
CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph) { return ((__typeof__(&cuStreamEndCapture_ptsz))ptx2go_function(487))(hStream, phGraph); }
CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus) { return ((__typeof__(&cuStreamIsCapturing))ptx2go_function(488))(hStream, captureStatus); }
CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus) { return ((__typeof__(&cuStreamIsCapturing_ptsz))ptx2go_function(489))(hStream, captureStatus); }
CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) { return ((__typeof__(&cuStreamGetCaptureInfo))ptx2go_function(490))(hStream, captureStatus_out, id_out); }
CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) { return ((__typeof__(&cuStreamGetCaptureInfo_ptsz))ptx2go_function(491))(hStream, captureStatus_out, id_out); }
CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out) { return ((__typeof__(&cuStreamGetCaptureInfo_v2))ptx2go_function(492))(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out) { return ((__typeof__(&cuStreamGetCaptureInfo_v2_ptsz))ptx2go_function(493))(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) { return ((__typeof__(&cuStreamGetCaptureInfo_v3))ptx2go_function(494))(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) { return ((__typeof__(&cuStreamGetCaptureInfo_v3_ptsz))ptx2go_function(495))(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) { return ((__typeof__(&cuStreamUpdateCaptureDependencies))ptx2go_function(496))(hStream, dependencies, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) { return ((__typeof__(&cuStreamUpdateCaptureDependencies_ptsz))ptx2go_function(497))(hStream, dependencies, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags) { return ((__typeof__(&cuStreamUpdateCaptureDependencies_v2))ptx2go_function(498))(hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags) { return ((__typeof__(&cuStreamUpdateCaptureDependencies_v2_ptsz))ptx2go_function(499))(hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult cuTexRefCreate(CUtexref *pTexRef) { return ((__typeof__(&cuTexRefCreate))ptx2go_function(500))(pTexRef); }
CUresult cuTexRefDestroy(CUtexref hTexRef) { return ((__typeof__(&cuTexRefDestroy))ptx2go_function(501))(hTexRef); }
CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) { return ((__typeof__(&cuTexRefSetArray))ptx2go_function(502))(hTexRef, hArray, Flags); }
CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags) { return ((__typeof__(&cuTexRefSetMipmappedArray))ptx2go_function(503))(hTexRef, hMipmappedArray, Flags); }
CUresult cuTexRefSetAddress(unsigned int *ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes) { return ((__typeof__(&cuTexRefSetAddress))ptx2go_function(504))(ByteOffset, hTexRef, dptr, bytes); }
CUresult cuTexRefSetAddress_v2(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes) { return ((__typeof__(&cuTexRefSetAddress_v2))ptx2go_function(505))(ByteOffset, hTexRef, dptr, bytes); }
CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc, CUdeviceptr_v1 dptr, unsigned int Pitch) { return ((__typeof__(&cuTexRefSetAddress2D))ptx2go_function(506))(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch) { return ((__typeof__(&cuTexRefSetAddress2D_v2))ptx2go_function(507))(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch) { return ((__typeof__(&cuTexRefSetAddress2D_v3))ptx2go_function(508))(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) { return ((__typeof__(&cuTexRefSetFormat))ptx2go_function(509))(hTexRef, fmt, NumPackedComponents); }
CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) { return ((__typeof__(&cuTexRefSetAddressMode))ptx2go_function(510))(hTexRef, dim, am); }
CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) { return ((__typeof__(&cuTexRefSetFilterMode))ptx2go_function(511))(hTexRef, fm); }
CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) { return ((__typeof__(&cuTexRefSetMipmapFilterMode))ptx2go_function(512))(hTexRef, fm); }
CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) { return ((__typeof__(&cuTexRefSetMipmapLevelBias))ptx2go_function(513))(hTexRef, bias); }
CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp) { return ((__typeof__(&cuTexRefSetMipmapLevelClamp))ptx2go_function(514))(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp); }
CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) { return ((__typeof__(&cuTexRefSetMaxAnisotropy))ptx2go_function(515))(hTexRef, maxAniso); }
CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor) { return ((__typeof__(&cuTexRefSetBorderColor))ptx2go_function(516))(hTexRef, pBorderColor); }
CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) { return ((__typeof__(&cuTexRefSetFlags))ptx2go_function(517))(hTexRef, Flags); }
CUresult cuTexRefGetAddress(CUdeviceptr_v1 *pdptr, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetAddress))ptx2go_function(518))(pdptr, hTexRef); }
CUresult cuTexRefGetAddress_v2(CUdeviceptr *pdptr, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetAddress_v2))ptx2go_function(519))(pdptr, hTexRef); }
CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetArray))ptx2go_function(520))(phArray, hTexRef); }
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetMipmappedArray))ptx2go_function(521))(phMipmappedArray, hTexRef); }
CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim) { return ((__typeof__(&cuTexRefGetAddressMode))ptx2go_function(522))(pam, hTexRef, dim); }
CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetFilterMode))ptx2go_function(523))(pfm, hTexRef); }
CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetFormat))ptx2go_function(524))(pFormat, pNumChannels, hTexRef); }
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetMipmapFilterMode))ptx2go_function(525))(pfm, hTexRef); }
CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetMipmapLevelBias))ptx2go_function(526))(pbias, hTexRef); }
CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetMipmapLevelClamp))ptx2go_function(527))(pminMipmapLevelClamp, pmaxMipmapLevelClamp, hTexRef); }
CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetMaxAnisotropy))ptx2go_function(528))(pmaxAniso, hTexRef); }
CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetBorderColor))ptx2go_function(529))(pBorderColor, hTexRef); }
CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef) { return ((__typeof__(&cuTexRefGetFlags))ptx2go_function(530))(pFlags, hTexRef); }
CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags) { return ((__typeof__(&cuSurfRefSetArray))ptx2go_function(531))(hSurfRef, hArray, Flags); }
CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef) { return ((__typeof__(&cuSurfRefGetArray))ptx2go_function(532))(phArray, hSurfRef); }
CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc) { return ((__typeof__(&cuTexObjectCreate))ptx2go_function(533))(pTexObject, pResDesc, pTexDesc, pResViewDesc); }
CUresult cuTexObjectDestroy(CUtexObject texObject) { return ((__typeof__(&cuTexObjectDestroy))ptx2go_function(534))(texObject); }
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject) { return ((__typeof__(&cuTexObjectGetResourceDesc))ptx2go_function(535))(pResDesc, texObject); }
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject) { return ((__typeof__(&cuTexObjectGetTextureDesc))ptx2go_function(536))(pTexDesc, texObject); }
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject) { return ((__typeof__(&cuTexObjectGetResourceViewDesc))ptx2go_function(537))(pResViewDesc, texObject); }
CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc) { return ((__typeof__(&cuSurfObjectCreate))ptx2go_function(538))(pSurfObject, pResDesc); }
CUresult cuSurfObjectDestroy(CUsurfObject surfObject) { return ((__typeof__(&cuSurfObjectDestroy))ptx2go_function(539))(surfObject); }
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject) { return ((__typeof__(&cuSurfObjectGetResourceDesc))ptx2go_function(540))(pResDesc, surfObject); }
CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return ((__typeof__(&cuTensorMapEncodeTiled))ptx2go_function(541))(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill); }
CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return ((__typeof__(&cuTensorMapEncodeIm2col))ptx2go_function(542))(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill); }
CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) { return ((__typeof__(&cuTensorMapReplaceAddress))ptx2go_function(543))(tensorMap, globalAddress); }
CUresult cuImportExternalMemory(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc) { return ((__typeof__(&cuImportExternalMemory))ptx2go_function(544))(extMem_out, memHandleDesc); }
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc) { return ((__typeof__(&cuExternalMemoryGetMappedBuffer))ptx2go_function(545))(devPtr, extMem, bufferDesc); }
CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc) { return ((__typeof__(&cuExternalMemoryGetMappedMipmappedArray))ptx2go_function(546))(mipmap, extMem, mipmapDesc); }
CUresult cuDestroyExternalMemory(CUexternalMemory extMem) { return ((__typeof__(&cuDestroyExternalMemory))ptx2go_function(547))(extMem); }
CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc) { return ((__typeof__(&cuImportExternalSemaphore))ptx2go_function(548))(extSem_out, semHandleDesc); }
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ((__typeof__(&cuSignalExternalSemaphoresAsync))ptx2go_function(549))(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ((__typeof__(&cuSignalExternalSemaphoresAsync_ptsz))ptx2go_function(550))(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ((__typeof__(&cuWaitExternalSemaphoresAsync))ptx2go_function(551))(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) { return ((__typeof__(&cuWaitExternalSemaphoresAsync_ptsz))ptx2go_function(552))(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem) { return ((__typeof__(&cuDestroyExternalSemaphore))ptx2go_function(553))(extSem); }
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) { return ((__typeof__(&cuGraphicsUnregisterResource))ptx2go_function(554))(resource); }
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel) { return ((__typeof__(&cuGraphicsSubResourceGetMappedArray))ptx2go_function(555))(pArray, resource, arrayIndex, mipLevel); }
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *pMipmappedArray, CUgraphicsResource resource) { return ((__typeof__(&cuGraphicsResourceGetMappedMipmappedArray))ptx2go_function(556))(pMipmappedArray, resource); }
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *pDevPtr, unsigned int *pSize, CUgraphicsResource resource) { return ((__typeof__(&cuGraphicsResourceGetMappedPointer))ptx2go_function(557))(pDevPtr, pSize, resource); }
CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *pDevPtr, size_t *pSize, CUgraphicsResource resource) { return ((__typeof__(&cuGraphicsResourceGetMappedPointer_v2))ptx2go_function(558))(pDevPtr, pSize, resource); }
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags) { return ((__typeof__(&cuGraphicsResourceSetMapFlags))ptx2go_function(559))(resource, flags); }
CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags) { return ((__typeof__(&cuGraphicsResourceSetMapFlags_v2))ptx2go_function(560))(resource, flags); }
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ((__typeof__(&cuGraphicsMapResources))ptx2go_function(561))(count, resources, hStream); }
CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ((__typeof__(&cuGraphicsMapResources_ptsz))ptx2go_function(562))(count, resources, hStream); }
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ((__typeof__(&cuGraphicsUnmapResources))ptx2go_function(563))(count, resources, hStream); }
CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) { return ((__typeof__(&cuGraphicsUnmapResources_ptsz))ptx2go_function(564))(count, resources, hStream); }

const char *const ptx2go_names[] = {
	"cuGetErrorString",
	"cuGetErrorName",
	"cuInit",
	"cuDriverGetVersion",
	"cuGetProcAddress",
	"cuGetProcAddress_v2",
	"cuGetExportTable",
	"cuProfilerStart",
	"cuProfilerStop",
	"cuDeviceGet",
	"cuDeviceGetCount",
	"cuDeviceGetName",
	"cuDeviceGetUuid",
	"cuDeviceGetUuid_v2",
	"cuDeviceGetLuid",
	"cuDeviceTotalMem",
	"cuDeviceTotalMem_v2",
	"cuDeviceGetTexture1DLinearMaxWidth",
	"cuDeviceGetAttribute",
	"cuDeviceGetNvSciSyncAttributes",
	"cuDeviceSetMemPool",
	"cuDeviceGetMemPool",
	"cuDeviceGetDefaultMemPool",
	"cuDeviceGetExecAffinitySupport",
	"cuFlushGPUDirectRDMAWrites",
	"cuDeviceGetProperties",
	"cuDeviceComputeCapability",
	"cuDeviceGetByPCIBusId",
	"cuDeviceGetPCIBusId",
	"cuDeviceCanAccessPeer",
	"cuDeviceGetP2PAttribute",
	"cuDeviceGraphMemTrim",
	"cuDeviceGetGraphMemAttribute",
	"cuDeviceSetGraphMemAttribute",
	"cuDevicePrimaryCtxRetain",
	"cuDevicePrimaryCtxRelease",
	"cuDevicePrimaryCtxRelease_v2",
	"cuDevicePrimaryCtxSetFlags",
	"cuDevicePrimaryCtxSetFlags_v2",
	"cuDevicePrimaryCtxGetState",
	"cuDevicePrimaryCtxReset",
	"cuDevicePrimaryCtxReset_v2",
	"cuCtxCreate",
	"cuCtxCreate_v2",
	"cuCtxCreate_v3",
	"cuCtxCreate_v4",
	"cuCtxDestroy",
	"cuCtxDestroy_v2",
	"cuCtxAttach",
	"cuCtxDetach",
	"cuCtxPushCurrent",
	"cuCtxPushCurrent_v2",
	"cuCtxPopCurrent",
	"cuCtxPopCurrent_v2",
	"cuCtxSetCurrent",
	"cuCtxGetCurrent",
	"cuCtxGetDevice",
	"cuCtxGetFlags",
	"cuCtxSetFlags",
	"cuCtxGetId",
	"cuCtxSynchronize",
	"cuCtxSetLimit",
	"cuCtxGetLimit",
	"cuCtxGetCacheConfig",
	"cuCtxSetCacheConfig",
	"cuCtxGetSharedMemConfig",
	"cuCtxSetSharedMemConfig",
	"cuCtxGetApiVersion",
	"cuCtxGetStreamPriorityRange",
	"cuCtxResetPersistingL2Cache",
	"cuCtxGetExecAffinity",
	"cuCtxEnablePeerAccess",
	"cuCtxDisablePeerAccess",
	"cuModuleLoad",
	"cuModuleLoadData",
	"cuModuleLoadDataEx",
	"cuModuleLoadFatBinary",
	"cuModuleUnload",
	"cuModuleGetLoadingMode",
	"cuModuleGetFunction",
	"cuModuleGetFunctionCount",
	"cuModuleEnumerateFunctions",
	"cuModuleGetGlobal",
	"cuModuleGetGlobal_v2",
	"cuModuleGetTexRef",
	"cuModuleGetSurfRef",
	"cuLinkCreate",
	"cuLinkCreate_v2",
	"cuLinkAddData",
	"cuLinkAddData_v2",
	"cuLinkAddFile",
	"cuLinkAddFile_v2",
	"cuLinkComplete",
	"cuLinkDestroy",
	"cuLibraryLoadData",
	"cuLibraryLoadFromFile",
	"cuLibraryUnload",
	"cuLibraryGetKernel",
	"cuLibraryGetKernelCount",
	"cuLibraryEnumerateKernels",
	"cuLibraryGetModule",
	"cuKernelGetFunction",
	"cuLibraryGetGlobal",
	"cuLibraryGetManaged",
	"cuLibraryGetUnifiedFunction",
	"cuKernelGetAttribute",
	"cuKernelSetAttribute",
	"cuKernelSetCacheConfig",
	"cuKernelGetName",
	"cuKernelGetParamInfo",
	"cuMemGetInfo",
	"cuMemGetInfo_v2",
	"cuMemAlloc",
	"cuMemAlloc_v2",
	"cuMemAllocPitch",
	"cuMemAllocPitch_v2",
	"cuMemFree",
	"cuMemFree_v2",
	"cuMemGetAddressRange",
	"cuMemGetAddressRange_v2",
	"cuMemAllocHost",
	"cuMemAllocHost_v2",
	"cuMemFreeHost",
	"cuMemHostAlloc",
	"cuMemHostGetDevicePointer",
	"cuMemHostGetDevicePointer_v2",
	"cuMemHostGetFlags",
	"cuMemHostRegister",
	"cuMemHostRegister_v2",
	"cuMemHostUnregister",
	"cuMemAllocManaged",
	"cuMemPrefetchAsync",
	"cuMemPrefetchAsync_ptsz",
	"cuMemAdvise",
	"cuMemRangeGetAttribute",
	"cuMemRangeGetAttributes",
	"cuPointerGetAttribute",
	"cuPointerGetAttributes",
	"cuPointerSetAttribute",
	"cuIpcGetEventHandle",
	"cuIpcOpenEventHandle",
	"cuIpcGetMemHandle",
	"cuIpcOpenMemHandle",
	"cuIpcOpenMemHandle_v2",
	"cuIpcCloseMemHandle",
	"cuMemAllocAsync",
	"cuMemAllocAsync_ptsz",
	"cuMemFreeAsync",
	"cuMemFreeAsync_ptsz",
	"cuMemAllocFromPoolAsync",
	"cuMemAllocFromPoolAsync_ptsz",
	"cuMemPoolTrimTo",
	"cuMemPoolSetAttribute",
	"cuMemPoolGetAttribute",
	"cuMemPoolSetAccess",
	"cuMemPoolGetAccess",
	"cuMemPoolCreate",
	"cuMemPoolDestroy",
	"cuMemPoolExportToShareableHandle",
	"cuMemPoolImportFromShareableHandle",
	"cuMemPoolExportPointer",
	"cuMemPoolImportPointer",
	"cuMemAddressReserve",
	"cuMemAddressFree",
	"cuMemCreate",
	"cuMemRelease",
	"cuMemMap",
	"cuMemMapArrayAsync",
	"cuMemMapArrayAsync_ptsz",
	"cuMemUnmap",
	"cuMemSetAccess",
	"cuMemGetAccess",
	"cuMemExportToShareableHandle",
	"cuMemImportFromShareableHandle",
	"cuMemGetAllocationGranularity",
	"cuMemGetAllocationPropertiesFromHandle",
	"cuMemRetainAllocationHandle",
	"cuMemGetHandleForAddressRange",
	"cuMemcpy",
	"cuMemcpy_ptds",
	"cuMemcpyAsync",
	"cuMemcpyAsync_ptsz",
	"cuMemcpyPeer",
	"cuMemcpyPeer_ptds",
	"cuMemcpyPeerAsync",
	"cuMemcpyPeerAsync_ptsz",
	"cuMemcpyHtoD",
	"cuMemcpyHtoD_v2",
	"cuMemcpyHtoD_v2_ptds",
	"cuMemcpyDtoH",
	"cuMemcpyDtoH_v2",
	"cuMemcpyDtoH_v2_ptds",
	"cuMemcpyDtoD",
	"cuMemcpyDtoD_v2",
	"cuMemcpyDtoD_v2_ptds",
	"cuMemcpyHtoDAsync",
	"cuMemcpyHtoDAsync_v2",
	"cuMemcpyHtoDAsync_v2_ptsz",
	"cuMemcpyDtoHAsync",
	"cuMemcpyDtoHAsync_v2",
	"cuMemcpyDtoHAsync_v2_ptsz",
	"cuMemcpyDtoDAsync",
	"cuMemcpyDtoDAsync_v2",
	"cuMemcpyDtoDAsync_v2_ptsz",
	"cuMemcpy2D",
	"cuMemcpy2D_v2",
	"cuMemcpy2D_v2_ptds",
	"cuMemcpy2DUnaligned",
	"cuMemcpy2DUnaligned_v2",
	"cuMemcpy2DUnaligned_v2_ptds",
	"cuMemcpy2DAsync",
	"cuMemcpy2DAsync_v2",
	"cuMemcpy2DAsync_v2_ptsz",
	"cuMemcpy3D",
	"cuMemcpy3D_v2",
	"cuMemcpy3D_v2_ptds",
	"cuMemcpy3DAsync",
	"cuMemcpy3DAsync_v2",
	"cuMemcpy3DAsync_v2_ptsz",
	"cuMemcpy3DPeer",
	"cuMemcpy3DPeer_ptds",
	"cuMemcpy3DPeerAsync",
	"cuMemcpy3DPeerAsync_ptsz",
	"cuMemsetD8",
	"cuMemsetD8_v2",
	"cuMemsetD8_v2_ptds",
	"cuMemsetD16",
	"cuMemsetD16_v2",
	"cuMemsetD16_v2_ptds",
	"cuMemsetD32",
	"cuMemsetD32_v2",
	"cuMemsetD32_v2_ptds",
	"cuMemsetD8Async",
	"cuMemsetD8Async_ptsz",
	"cuMemsetD16Async",
	"cuMemsetD16Async_ptsz",
	"cuMemsetD32Async",
	"cuMemsetD32Async_ptsz",
	"cuMemsetD2D8",
	"cuMemsetD2D8_v2",
	"cuMemsetD2D8_v2_ptds",
	"cuMemsetD2D16",
	"cuMemsetD2D16_v2",
	"cuMemsetD2D16_v2_ptds",
	"cuMemsetD2D32",
	"cuMemsetD2D32_v2",
	"cuMemsetD2D32_v2_ptds",
	"cuMemsetD2D8Async",
	"cuMemsetD2D8Async_ptsz",
	"cuMemsetD2D16Async",
	"cuMemsetD2D16Async_ptsz",
	"cuMemsetD2D32Async",
	"cuMemsetD2D32Async_ptsz",
	"cuArrayCreate",
	"cuArrayCreate_v2",
	"cuArrayGetDescriptor",
	"cuArrayGetDescriptor_v2",
	"cuArrayGetSparseProperties",
	"cuMipmappedArrayGetSparseProperties",
	"cuArrayGetMemoryRequirements",
	"cuMipmappedArrayGetMemoryRequirements",
	"cuArrayGetPlane",
	"cuArrayDestroy",
	"cuArray3DCreate",
	"cuArray3DCreate_v2",
	"cuArray3DGetDescriptor",
	"cuArray3DGetDescriptor_v2",
	"cuMipmappedArrayCreate",
	"cuMipmappedArrayGetLevel",
	"cuMipmappedArrayDestroy",
	"cuMemcpyDtoA",
	"cuMemcpyDtoA_v2",
	"cuMemcpyDtoA_v2_ptds",
	"cuMemcpyAtoD",
	"cuMemcpyAtoD_v2",
	"cuMemcpyAtoD_v2_ptds",
	"cuMemcpyHtoA",
	"cuMemcpyHtoA_v2",
	"cuMemcpyHtoA_v2_ptds",
	"cuMemcpyAtoH",
	"cuMemcpyAtoH_v2",
	"cuMemcpyAtoH_v2_ptds",
	"cuMemcpyAtoA",
	"cuMemcpyAtoA_v2",
	"cuMemcpyAtoA_v2_ptds",
	"cuMemcpyHtoAAsync",
	"cuMemcpyHtoAAsync_v2",
	"cuMemcpyHtoAAsync_v2_ptsz",
	"cuMemcpyAtoHAsync",
	"cuMemcpyAtoHAsync_v2",
	"cuMemcpyAtoHAsync_v2_ptsz",
	"cuStreamCreate",
	"cuStreamCreateWithPriority",
	"cuStreamGetPriority",
	"cuStreamGetPriority_ptsz",
	"cuStreamGetFlags",
	"cuStreamGetFlags_ptsz",
	"cuStreamGetId",
	"cuStreamGetId_ptsz",
	"cuStreamGetCtx",
	"cuStreamGetCtx_ptsz",
	"cuStreamWaitEvent",
	"cuStreamWaitEvent_ptsz",
	"cuStreamAddCallback",
	"cuStreamAddCallback_ptsz",
	"cuStreamAttachMemAsync",
	"cuStreamAttachMemAsync_ptsz",
	"cuStreamQuery",
	"cuStreamQuery_ptsz",
	"cuStreamSynchronize",
	"cuStreamSynchronize_ptsz",
	"cuStreamDestroy",
	"cuStreamDestroy_v2",
	"cuStreamCopyAttributes",
	"cuStreamCopyAttributes_ptsz",
	"cuStreamGetAttribute",
	"cuStreamGetAttribute_ptsz",
	"cuStreamSetAttribute",
	"cuStreamSetAttribute_ptsz",
	"cuEventCreate",
	"cuEventRecord",
	"cuEventRecord_ptsz",
	"cuEventRecordWithFlags",
	"cuEventRecordWithFlags_ptsz",
	"cuEventQuery",
	"cuEventSynchronize",
	"cuEventDestroy",
	"cuEventDestroy_v2",
	"cuEventElapsedTime",
	"cuStreamWaitValue32",
	"cuStreamWaitValue32_ptsz",
	"cuStreamWriteValue32",
	"cuStreamWriteValue32_ptsz",
	"cuStreamWaitValue64",
	"cuStreamWaitValue64_ptsz",
	"cuStreamWriteValue64",
	"cuStreamWriteValue64_ptsz",
	"cuStreamBatchMemOp",
	"cuStreamBatchMemOp_ptsz",
	"cuStreamWaitValue32_v2",
	"cuStreamWaitValue32_v2_ptsz",
	"cuStreamWriteValue32_v2",
	"cuStreamWriteValue32_v2_ptsz",
	"cuStreamWaitValue64_v2",
	"cuStreamWaitValue64_v2_ptsz",
	"cuStreamWriteValue64_v2",
	"cuStreamWriteValue64_v2_ptsz",
	"cuStreamBatchMemOp_v2",
	"cuStreamBatchMemOp_v2_ptsz",
	"cuFuncGetAttribute",
	"cuFuncSetAttribute",
	"cuFuncSetCacheConfig",
	"cuFuncSetSharedMemConfig",
	"cuFuncGetModule",
	"cuFuncGetName",
	"cuFuncGetParamInfo",
	"cuFuncIsLoaded",
	"cuFuncLoad",
	"cuLaunchKernel",
	"cuLaunchKernel_ptsz",
	"cuLaunchKernelEx",
	"cuLaunchKernelEx_ptsz",
	"cuLaunchCooperativeKernel",
	"cuLaunchCooperativeKernel_ptsz",
	"cuLaunchCooperativeKernelMultiDevice",
	"cuLaunchHostFunc",
	"cuLaunchHostFunc_ptsz",
	"cuFuncSetBlockShape",
	"cuFuncSetSharedSize",
	"cuParamSetSize",
	"cuParamSeti",
	"cuParamSetf",
	"cuParamSetv",
	"cuParamSetTexRef",
	"cuLaunch",
	"cuLaunchGrid",
	"cuLaunchGridAsync",
	"cuOccupancyMaxActiveBlocksPerMultiprocessor",
	"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
	"cuOccupancyMaxPotentialBlockSize",
	"cuOccupancyMaxPotentialBlockSizeWithFlags",
	"cuOccupancyAvailableDynamicSMemPerBlock",
	"cuOccupancyMaxPotentialClusterSize",
	"cuOccupancyMaxActiveClusters",
	"cuGraphCreate",
	"cuGraphAddKernelNode",
	"cuGraphAddKernelNode_v2",
	"cuGraphKernelNodeGetParams",
	"cuGraphKernelNodeGetParams_v2",
	"cuGraphKernelNodeSetParams",
	"cuGraphKernelNodeSetParams_v2",
	"cuGraphAddMemcpyNode",
	"cuGraphMemcpyNodeGetParams",
	"cuGraphMemcpyNodeSetParams",
	"cuGraphAddMemsetNode",
	"cuGraphMemsetNodeGetParams",
	"cuGraphMemsetNodeSetParams",
	"cuGraphAddHostNode",
	"cuGraphHostNodeGetParams",
	"cuGraphHostNodeSetParams",
	"cuGraphAddChildGraphNode",
	"cuGraphChildGraphNodeGetGraph",
	"cuGraphAddEmptyNode",
	"cuGraphAddEventRecordNode",
	"cuGraphEventRecordNodeGetEvent",
	"cuGraphEventRecordNodeSetEvent",
	"cuGraphAddEventWaitNode",
	"cuGraphEventWaitNodeGetEvent",
	"cuGraphEventWaitNodeSetEvent",
	"cuGraphAddExternalSemaphoresSignalNode",
	"cuGraphExternalSemaphoresSignalNodeGetParams",
	"cuGraphExternalSemaphoresSignalNodeSetParams",
	"cuGraphAddExternalSemaphoresWaitNode",
	"cuGraphExternalSemaphoresWaitNodeGetParams",
	"cuGraphExternalSemaphoresWaitNodeSetParams",
	"cuGraphAddBatchMemOpNode",
	"cuGraphBatchMemOpNodeGetParams",
	"cuGraphBatchMemOpNodeSetParams",
	"cuGraphExecBatchMemOpNodeSetParams",
	"cuGraphAddMemAllocNode",
	"cuGraphMemAllocNodeGetParams",
	"cuGraphAddMemFreeNode",
	"cuGraphMemFreeNodeGetParams",
	"cuGraphClone",
	"cuGraphNodeFindInClone",
	"cuGraphNodeGetType",
	"cuGraphGetNodes",
	"cuGraphGetRootNodes",
	"cuGraphGetEdges",
	"cuGraphGetEdges_v2",
	"cuGraphNodeGetDependencies",
	"cuGraphNodeGetDependencies_v2",
	"cuGraphNodeGetDependentNodes",
	"cuGraphNodeGetDependentNodes_v2",
	"cuGraphAddDependencies",
	"cuGraphAddDependencies_v2",
	"cuGraphRemoveDependencies",
	"cuGraphRemoveDependencies_v2",
	"cuGraphDestroyNode",
	"cuGraphInstantiate",
	"cuGraphInstantiate_v2",
	"cuGraphInstantiateWithFlags",
	"cuGraphInstantiateWithParams",
	"cuGraphInstantiateWithParams_ptsz",
	"cuGraphExecGetFlags",
	"cuGraphExecKernelNodeSetParams",
	"cuGraphExecKernelNodeSetParams_v2",
	"cuGraphExecMemcpyNodeSetParams",
	"cuGraphExecMemsetNodeSetParams",
	"cuGraphExecHostNodeSetParams",
	"cuGraphExecChildGraphNodeSetParams",
	"cuGraphExecEventRecordNodeSetEvent",
	"cuGraphExecEventWaitNodeSetEvent",
	"cuGraphExecExternalSemaphoresSignalNodeSetParams",
	"cuGraphExecExternalSemaphoresWaitNodeSetParams",
	"cuGraphNodeSetEnabled",
	"cuGraphNodeGetEnabled",
	"cuGraphUpload",
	"cuGraphUpload_ptsz",
	"cuGraphLaunch",
	"cuGraphLaunch_ptsz",
	"cuGraphExecDestroy",
	"cuGraphDestroy",
	"cuGraphExecUpdate",
	"cuGraphExecUpdate_v2",
	"cuGraphKernelNodeCopyAttributes",
	"cuGraphKernelNodeGetAttribute",
	"cuGraphKernelNodeSetAttribute",
	"cuGraphDebugDotPrint",
	"cuGraphConditionalHandleCreate",
	"cuGraphAddNode",
	"cuGraphAddNode_v2",
	"cuGraphNodeSetParams",
	"cuGraphExecNodeSetParams",
	"cuUserObjectCreate",
	"cuUserObjectRetain",
	"cuUserObjectRelease",
	"cuGraphRetainUserObject",
	"cuGraphReleaseUserObject",
	"cuStreamBeginCapture",
	"cuStreamBeginCapture_ptsz",
	"cuStreamBeginCapture_v2",
	"cuStreamBeginCapture_v2_ptsz",
	"cuStreamBeginCaptureToGraph",
	"cuStreamBeginCaptureToGraph_ptsz",
	"cuThreadExchangeStreamCaptureMode",
	"cuStreamEndCapture",
	"cuStreamEndCapture_ptsz",
	"cuStreamIsCapturing",
	"cuStreamIsCapturing_ptsz",
	"cuStreamGetCaptureInfo",
	"cuStreamGetCaptureInfo_ptsz",
	"cuStreamGetCaptureInfo_v2",
	"cuStreamGetCaptureInfo_v2_ptsz",
	"cuStreamGetCaptureInfo_v3",
	"cuStreamGetCaptureInfo_v3_ptsz",
	"cuStreamUpdateCaptureDependencies",
	"cuStreamUpdateCaptureDependencies_ptsz",
	"cuStreamUpdateCaptureDependencies_v2",
	"cuStreamUpdateCaptureDependencies_v2_ptsz",
	"cuTexRefCreate",
	"cuTexRefDestroy",
	"cuTexRefSetArray",
	"cuTexRefSetMipmappedArray",
	"cuTexRefSetAddress",
	"cuTexRefSetAddress_v2",
	"cuTexRefSetAddress2D",
	"cuTexRefSetAddress2D_v2",
	"cuTexRefSetAddress2D_v3",
	"cuTexRefSetFormat",
	"cuTexRefSetAddressMode",
	"cuTexRefSetFilterMode",
	"cuTexRefSetMipmapFilterMode",
	"cuTexRefSetMipmapLevelBias",
	"cuTexRefSetMipmapLevelClamp",
	"cuTexRefSetMaxAnisotropy",
	"cuTexRefSetBorderColor",
	"cuTexRefSetFlags",
	"cuTexRefGetAddress",
	"cuTexRefGetAddress_v2",
	"cuTexRefGetArray",
	"cuTexRefGetMipmappedArray",
	"cuTexRefGetAddressMode",
	"cuTexRefGetFilterMode",
	"cuTexRefGetFormat",
	"cuTexRefGetMipmapFilterMode",
	"cuTexRefGetMipmapLevelBias",
	"cuTexRefGetMipmapLevelClamp",
	"cuTexRefGetMaxAnisotropy",
	"cuTexRefGetBorderColor",
	"cuTexRefGetFlags",
	"cuSurfRefSetArray",
	"cuSurfRefGetArray",
	"cuTexObjectCreate",
	"cuTexObjectDestroy",
	"cuTexObjectGetResourceDesc",
	"cuTexObjectGetTextureDesc",
	"cuTexObjectGetResourceViewDesc",
	"cuSurfObjectCreate",
	"cuSurfObjectDestroy",
	"cuSurfObjectGetResourceDesc",
	"cuTensorMapEncodeTiled",
	"cuTensorMapEncodeIm2col",
	"cuTensorMapReplaceAddress",
	"cuImportExternalMemory",
	"cuExternalMemoryGetMappedBuffer",
	"cuExternalMemoryGetMappedMipmappedArray",
	"cuDestroyExternalMemory",
	"cuImportExternalSemaphore",
	"cuSignalExternalSemaphoresAsync",
	"cuSignalExternalSemaphoresAsync_ptsz",
	"cuWaitExternalSemaphoresAsync",
	"cuWaitExternalSemaphoresAsync_ptsz",
	"cuDestroyExternalSemaphore",
	"cuGraphicsUnregisterResource",
	"cuGraphicsSubResourceGetMappedArray",
	"cuGraphicsResourceGetMappedMipmappedArray",
	"cuGraphicsResourceGetMappedPointer",
	"cuGraphicsResourceGetMappedPointer_v2",
	"cuGraphicsResourceSetMapFlags",
	"cuGraphicsResourceSetMapFlags_v2",
	"cuGraphicsMapResources",
	"cuGraphicsMapResources_ptsz",
	"cuGraphicsUnmapResources",
	"cuGraphicsUnmapResources_ptsz",
};
void *ptx2go_functions[565];
const int ptx2go_count = 565;
