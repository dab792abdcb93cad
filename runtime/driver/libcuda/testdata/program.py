"""A program that loads the driver by its name and uses it through ctypes, as bindings in
Python do: versions of functions by cuGetProcAddress, launches with pointers to parameters."""
import ctypes
import sys
import threading
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p

PTX = b"""
.version 7.8
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 x, .param .u32 n, .param .f64 a)
{
	.reg .pred %p;
	.reg .b32 %i, %n;
	.reg .b64 %x, %off;
	.reg .f64 %a, %v;
	ld.param.u64 %x, [x];
	ld.param.u32 %n, [n];
	ld.param.f64 %a, [a];
	mov.u32 %i, %tid.x;
	setp.ge.u32 %p, %i, %n;
	@%p ret;
	mul.wide.u32 %off, %i, 8;
	add.u64 %x, %x, %off;
	ld.global.f64 %v, [%x];
	mul.rn.f64 %v, %v, %a;
	st.global.f64 [%x], %v;
	ret;
}
"""

cuda = ctypes.CDLL("libcuda.so.1")


def check(result):
    if result:
        name = c_char_p()
        cuda.cuGetErrorName(result, byref(name))
        sys.exit(f"{name.value} ({result})")


def function(name, *argtypes):
    """function finds a function of the driver in the version of CUDA 12."""
    address = c_void_p()
    status = c_int()
    check(cuda.cuGetProcAddress_v2(c_char_p(name), byref(address), 12000, c_uint64(0), byref(status)))
    if status.value or not address.value:
        sys.exit(f"there is no {name}")
    return ctypes.CFUNCTYPE(c_int, *argtypes)(address.value)


check(cuda.cuInit(0))
context = c_void_p()
check(cuda.cuDevicePrimaryCtxRetain(byref(context), 0))
set_current = function(b"cuCtxSetCurrent", c_void_p)
alloc = function(b"cuMemAlloc", ctypes.POINTER(c_uint64), c_size_t)
to_device = function(b"cuMemcpyHtoD", c_uint64, c_void_p, c_size_t)
to_host = function(b"cuMemcpyDtoH", c_void_p, c_uint64, c_size_t)
free = function(b"cuMemFree", c_uint64)
launch = function(b"cuLaunchKernel", c_void_p, *[c_uint] * 7, c_void_p, c_void_p, c_void_p)
callback_type = ctypes.CFUNCTYPE(None, c_void_p)
host_func = function(b"cuLaunchHostFunc", c_void_p, callback_type, c_void_p)

check(set_current(context))
module, scale = c_void_p(), c_void_p()
check(cuda.cuModuleLoadData(byref(module), c_char_p(PTX)))
check(cuda.cuModuleGetFunction(byref(scale), module, c_char_p(b"scale")))


def work(number, results):
    """work scales an array in a stream of its own, on a thread of its own."""
    check(set_current(context))
    count = 100
    data = (ctypes.c_double * count)(*[number + i for i in range(count)])
    stream, pointer, done = c_void_p(), c_uint64(), []
    check(cuda.cuStreamCreate(byref(stream), 1))
    check(alloc(byref(pointer), ctypes.sizeof(data)))
    check(to_device(pointer, data, ctypes.sizeof(data)))
    n, a = c_uint(count), ctypes.c_double(0.1)
    values = (c_void_p * 3)(*[ctypes.cast(byref(v), c_void_p) for v in (pointer, n, a)])
    check(launch(scale, 1, 1, 1, 128, 1, 1, 0, stream, values, None))
    called = callback_type(lambda data: done.append(data))
    check(host_func(stream, called, 7))
    check(cuda.cuStreamSynchronize(stream))
    check(to_host(data, pointer, ctypes.sizeof(data)))
    check(free(pointer))
    check(cuda.cuStreamDestroy_v2(stream))
    results[number] = done == [7] and list(data) == [(number + i) * 0.1 for i in range(count)]


results = {}
threads = [threading.Thread(target=work, args=(number, results)) for number in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
if results != {number: True for number in range(4)}:
    sys.exit(f"wrong: {results}")
check(cuda.cuModuleUnload(module))
check(cuda.cuDevicePrimaryCtxRelease_v2(0))
print("all checks passed")
