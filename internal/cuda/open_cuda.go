//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// Built says whether this program can use a GPU.
const Built = true

// load finds the library and its functions.
func load(path string) (*api, error) {
	lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("cuda: there is no NVIDIA driver that this program can use: %w", err)
	}
	a := new(api)
	for _, s := range a.symbols() {
		addr, err := purego.Dlsym(lib, s.name)
		if err != nil {
			return nil, fmt.Errorf("cuda: %s has no %s: %w", path, s.name, err)
		}
		purego.RegisterFunc(s.fn, addr)
	}
	return a, a.findFlush()
}

// findFlush finds fflush in the C library that the driver has been linked with.
func (a *api) findFlush() error {
	addr, err := purego.Dlsym(purego.RTLD_DEFAULT, "fflush")
	if err != nil {
		return fmt.Errorf("cuda: the C library has no fflush: %w", err)
	}
	var fflush func(stream uintptr) int32
	purego.RegisterFunc(&fflush, addr)
	a.flush = func() { fflush(0) }
	return nil
}

// symbols lists the functions with the names under which the library exports
// them. A suffix _v2 is part of the stable interface since CUDA 3.2.
func (a *api) symbols() []symbol {
	return []symbol{
		{"cuInit", &a.init},
		{"cuDriverGetVersion", &a.driverGetVersion},
		{"cuDeviceGetCount", &a.deviceGetCount},
		{"cuDeviceGet", &a.deviceGet},
		{"cuDeviceGetName", &a.deviceGetName},
		{"cuDeviceGetAttribute", &a.deviceGetAttribute},
		{"cuDeviceTotalMem_v2", &a.deviceTotalMem},
		{"cuDevicePrimaryCtxRetain", &a.primaryCtxRetain},
		{"cuDevicePrimaryCtxRelease_v2", &a.primaryCtxRelease},
		{"cuCtxSetCurrent", &a.ctxSetCurrent},
		{"cuCtxSetLimit", &a.ctxSetLimit},
		{"cuCtxSynchronize", &a.ctxSynchronize},
		{"cuStreamQuery", &a.streamQuery},
		{"cuModuleLoadDataEx", &a.moduleLoadDataEx},
		{"cuLinkCreate_v2", &a.linkCreate},
		{"cuLinkAddData_v2", &a.linkAddData},
		{"cuLinkComplete", &a.linkComplete},
		{"cuLinkDestroy", &a.linkDestroy},
		{"cuModuleUnload", &a.moduleUnload},
		{"cuModuleGetFunction", &a.moduleGetFunction},
		{"cuModuleGetGlobal_v2", &a.moduleGetGlobal},
		{"cuMemAlloc_v2", &a.memAlloc},
		{"cuMemFree_v2", &a.memFree},
		{"cuMemcpyHtoD_v2", &a.memcpyHtoD},
		{"cuMemcpyDtoH_v2", &a.memcpyDtoH},
		{"cuMemsetD8_v2", &a.memsetD8},
		{"cuFuncSetAttribute", &a.funcSetAttribute},
		{"cuFuncGetAttribute", &a.funcGetAttribute},
		{"cuLaunchKernel", &a.launchKernel},
		{"cuLaunchCooperativeKernel", &a.launchCooperative},
		{"cuGetErrorName", &a.getErrorName},
		{"cuGetErrorString", &a.getErrorString},
	}
}

// symbol is a function of the library: fn is a pointer to a Go function.
type symbol struct {
	name string
	fn   any
}
