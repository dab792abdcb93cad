"""A program in Python that writes its kernels itself: for each polynomial a PTX text, which the CUDA driver
compiles. It finds the driver by its name, libcuda.so.1, as frameworks do, through ctypes."""

import array
import ctypes
import sys
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p

cuda = ctypes.CDLL("libcuda.so.1")


def check(result):
    if result:
        name = c_char_p()
        cuda.cuGetErrorName(result, byref(name))
        sys.exit(f"{name.value.decode()} ({result})")


def kernel(coefficients):
    """kernel returns a text whose kernel computes a polynomial of 32-bit integers, by Horner's rule."""
    steps = "\n".join(f"\tmad.lo.s32 %r2, %r2, %r1, {c};" for c in coefficients[1:])
    return f"""
.version 7.0
.target sm_70
.address_size 64
.visible .entry polynomial(.param .u64 data, .param .u32 n)
{{
	.reg .pred %p;
	.reg .b32 %r<7>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [data];
	ld.param.u32 %r6, [n];
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %ntid.x;
	mov.u32 %r5, %tid.x;
	mad.lo.u32 %r3, %r3, %r4, %r5;
	setp.ge.u32 %p, %r3, %r6;
	@%p ret;
	mul.wide.u32 %rd2, %r3, 4;
	add.u64 %rd3, %rd1, %rd2;
	ld.global.u32 %r1, [%rd3];
	mov.u32 %r2, {coefficients[0]};
{steps}
	st.global.u32 [%rd3], %r2;
	ret;
}}
""".encode()


def run(coefficients, numbers):
    """run computes a polynomial of numbers on the device."""
    module, function, memory, n = c_void_p(), c_void_p(), c_uint64(), c_uint(len(numbers))
    data = array.array("i", numbers)
    size = c_size_t(4 * len(numbers))
    address, _ = data.buffer_info()
    check(cuda.cuModuleLoadData(byref(module), kernel(coefficients)))
    check(cuda.cuModuleGetFunction(byref(function), module, b"polynomial"))
    check(cuda.cuMemAlloc_v2(byref(memory), size))
    check(cuda.cuMemcpyHtoD_v2(memory, c_void_p(address), size))
    params = (c_void_p * 2)(ctypes.addressof(memory), ctypes.addressof(n))
    blocks = (len(numbers) + 127) // 128
    check(cuda.cuLaunchKernel(function, blocks, 1, 1, 128, 1, 1, 0, None, params, None))
    check(cuda.cuMemcpyDtoH_v2(c_void_p(address), memory, size))
    check(cuda.cuMemFree_v2(memory))
    check(cuda.cuModuleUnload(module))
    return data.tolist()


def wanted(coefficients, x):
    y = 0
    for c in coefficients:
        y = y * x + c
    return (y + 2**31) % 2**32 - 2**31


check(cuda.cuInit(0))
device, context = c_int(), c_void_p()
check(cuda.cuDeviceGet(byref(device), 0))
check(cuda.cuDevicePrimaryCtxRetain(byref(context), device))
check(cuda.cuCtxSetCurrent(context))
numbers = list(range(-500, 500))
for degree in range(1, 9):
    coefficients = [(-1) ** i * (3 * i + degree) for i in range(degree + 1)]
    if run(coefficients, numbers) != [wanted(coefficients, x) for x in numbers]:
        sys.exit(f"the polynomial {coefficients} has other values")
check(cuda.cuDevicePrimaryCtxRelease_v2(device))
print("8 kernels, 8000 values: all as they should be")
