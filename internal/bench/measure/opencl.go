//go:build suite && opencl

package main

/*
#cgo LDFLAGS: -lOpenCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// openCL is an OpenCL runtime for the processor, with the kernels of kernels.cl.
var openCL struct {
	context C.cl_context
	queue   C.cl_command_queue
	program C.cl_program
}

func must(err C.cl_int, what string) {
	if err != C.CL_SUCCESS {
		check(fmt.Errorf("OpenCL: %s: error %d", what, err))
	}
}

// openCLStart compiles kernels.cl, which lies in dir.
func openCLStart(dir string) {
	var platform C.cl_platform_id
	var device C.cl_device_id
	var err C.cl_int
	must(C.clGetPlatformIDs(1, &platform, nil), "platform")
	must(C.clGetDeviceIDs(platform, C.CL_DEVICE_TYPE_CPU, 1, &device, nil), "device")
	openCL.context = C.clCreateContext(nil, 1, &device, nil, nil, &err)
	must(err, "context")
	openCL.queue = C.clCreateCommandQueue(openCL.context, device, 0, &err)
	must(err, "queue")
	data, ferr := os.ReadFile(filepath.Join(dir, "kernels.cl"))
	check(ferr)
	text := C.CString(string(data))
	options := C.CString("-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -I" + dir)
	openCL.program = C.clCreateProgramWithSource(openCL.context, 1, &text, nil, &err)
	must(err, "program")
	if C.clBuildProgram(openCL.program, 1, &device, options, nil, nil) != C.CL_SUCCESS {
		log := make([]byte, 1<<16)
		C.clGetProgramBuildInfo(openCL.program, device, C.CL_PROGRAM_BUILD_LOG, C.size_t(len(log)), unsafe.Pointer(&log[0]), nil)
		check(fmt.Errorf("OpenCL: %s", log))
	}
}

// openCLBind makes a launch of a kernel on buffers of its own; fetch copies them
// back. Kernels that kernels.cl does not have give nothing.
func openCLBind(k *kernel, values []any) (run func(reps int), fetch func()) {
	name := C.CString(k.entry)
	defer C.free(unsafe.Pointer(name))
	var err C.cl_int
	entry := C.clCreateKernel(openCL.program, name, &err)
	if err == C.CL_INVALID_KERNEL_NAME {
		return nil, nil
	}
	must(err, "kernel")
	var mems []C.cl_mem
	var host [][]byte
	for i, v := range values {
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Slice {
			b := bytesOf(v)
			mem := C.clCreateBuffer(openCL.context, C.CL_MEM_READ_WRITE, C.size_t(len(b)), nil, &err)
			must(err, "buffer")
			p := (*C.cl_mem)(C.malloc(C.size_t(unsafe.Sizeof(mem))))
			*p = mem
			must(C.clSetKernelArg(entry, C.cl_uint(i), C.size_t(unsafe.Sizeof(mem)), unsafe.Pointer(p)), "argument")
			mems, host = append(mems, mem), append(host, b)
			continue
		}
		box := reflect.New(rv.Type())
		box.Elem().Set(rv)
		must(C.clSetKernelArg(entry, C.cl_uint(i), C.size_t(rv.Type().Size()), box.UnsafePointer()), "argument")
	}
	global, local, dims := ranges(k)
	first := true
	run = func(reps int) {
		if first { // from what the buffers hold when results are compared
			for i, mem := range mems {
				must(C.clEnqueueWriteBuffer(openCL.queue, mem, C.CL_TRUE, 0, C.size_t(len(host[i])), unsafe.Pointer(&host[i][0]), 0, nil, nil), "write")
			}
			first = false
		}
		for range reps {
			must(C.clEnqueueNDRangeKernel(openCL.queue, entry, dims, nil, &global[0], &local[0], 0, nil, nil), "launch")
		}
		must(C.clFinish(openCL.queue), "finish")
	}
	fetch = func() {
		for i, mem := range mems {
			must(C.clEnqueueReadBuffer(openCL.queue, mem, C.CL_TRUE, 0, C.size_t(len(host[i])), unsafe.Pointer(&host[i][0]), 0, nil, nil), "read")
		}
	}
	return run, fetch
}

// ranges returns the work items of a launch, in all and of a group.
func ranges(k *kernel) (global, local [3]C.size_t, dims C.cl_uint) {
	dims = 1
	axis := func(i int, of func(ptx.Dim3) uint32) {
		l := max(of(k.block), 1)
		local[i], global[i] = C.size_t(l), C.size_t(l*max(of(k.grid), 1))
		if global[i] > 1 {
			dims = C.cl_uint(i + 1)
		}
	}
	axis(0, func(d ptx.Dim3) uint32 { return d.X })
	axis(1, func(d ptx.Dim3) uint32 { return d.Y })
	axis(2, func(d ptx.Dim3) uint32 { return d.Z })
	return global, local, dims
}
