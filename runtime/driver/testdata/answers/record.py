"""Asks a GPU what functions of the driver API answer: python3 record.py KERNELS.ptx OUT.json

Each section is asked in a process of its own, since some of the answers end a context. An answer
is a CUresult, or a list of one and of what the call returned. No answer is an address, a size of
the machine or a time."""
import ctypes as C
import json
import os
import signal
import sys

KERNELS = open(sys.argv[1], "rb").read() + b"\0"
SECTIONS = {}


def section(f):
    SECTIONS[f.__name__.replace("_", " ")] = f
    return f


def apart(f, seconds=30):
    """Runs f in a process of its own."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(seconds)
        os.write(w, json.dumps(f()).encode())
        os._exit(0)
    os.close(w)
    text = b""
    while more := os.read(r, 1 << 16):
        text += more
    status = os.waitpid(pid, 0)[1]
    if status:
        sys.exit("%s: status %#x" % (f.__name__, status))
    return json.loads(text)


def ref(x):
    return C.byref(x)


def ptr(value=None):
    return C.c_void_p(value)


def u64(value=0):
    return C.c_uint64(value)


def array(*values):
    return (C.c_void_p * len(values))(*[v.value if isinstance(v, C.c_void_p) else v for v in values])


def context():
    cu = C.CDLL("libcuda.so.1")
    c = ptr()
    cu.cuInit(0)
    cu.cuDevicePrimaryCtxRetain(ref(c), 0)
    cu.cuCtxSetCurrent(c)
    return cu


class World:
    """A context with the kernels, 64 bytes at p, and the parameters of inc."""

    def __init__(self):
        self.cu = context()
        self.module = ptr()
        self.cu.cuModuleLoadData(ref(self.module), KERNELS)
        self.p, self.n = u64(), C.c_uint(4)
        self.cu.cuMemAlloc_v2(ref(self.p), C.c_size_t(64))
        self.cu.cuMemsetD32_v2(self.p, 0, C.c_size_t(16))
        self.inc, self.sh, self.trap = (self.function(k) for k in (b"inc", b"sh", b"trapk"))
        self.args = self.pointers(self.p, self.n)

    def function(self, name):
        f = ptr()
        self.cu.cuModuleGetFunction(ref(f), self.module, name)
        return f

    def pointers(self, *values):
        self.kept = getattr(self, "kept", []) + list(values)
        return array(*[C.addressof(v) for v in values])

    def launch(self, f, grid=(1, 1, 1), block=(1, 1, 1), shared=0, stream=None, args=None):
        return self.cu.cuLaunchKernel(f, *grid, *block, shared, stream, args, None)

    def sync(self):
        return self.cu.cuCtxSynchronize()


@section
def errors():
    cu = C.CDLL("libcuda.so.1")
    o = {}
    for i in range(1001):
        name, text = C.c_char_p(), C.c_char_p()
        r = [cu.cuGetErrorName(i, ref(name)), cu.cuGetErrorString(i, ref(text))]
        if r == [0, 0]:
            o[str(i)] = [name.value.decode(), text.value.decode()]
        elif i == 1000:
            o["unknown"] = r
    return o


@section
def limits():
    cu, o = context(), {}
    for i in range(12):
        v = C.c_size_t()
        o[str(i)] = cu.cuCtxGetLimit(ref(v), i)
    for i in (0, 2):  # those that are the same on all devices
        v = C.c_size_t()
        o["value of %d" % i] = [cu.cuCtxGetLimit(ref(v), i), v.value]
    return o


@section
def functions():
    w, o = World(), {}
    cu = w.cu
    for name, f in (("inc", w.inc), ("sh", w.sh)):
        for i in (0, 1, 3, 5, 6, 7, 8, 9, 16, 17):
            v = C.c_int(-1)
            o["%s attribute %d" % (name, i)] = [cu.cuFuncGetAttribute(ref(v), i, f), v.value]
    f, at, size = ptr(), u64(), C.c_size_t()
    o["absent"] = cu.cuModuleGetFunction(ref(f), w.module, b"nope")
    o["empty name"] = cu.cuModuleGetFunction(ref(f), w.module, b"")
    for name in ("v", "c"):
        o["variable " + name] = [cu.cuModuleGetGlobal_v2(ref(at), ref(size), w.module, name.encode()), size.value]
    o["variable that is a kernel"] = cu.cuModuleGetGlobal_v2(ref(at), ref(size), w.module, b"inc")
    for what, grid, block, shared in (
            ("ok", (1, 1, 1), (1, 1, 1), 0), ("grid 0", (0, 1, 1), (1, 1, 1), 0), ("block 0", (1, 1, 1), (0, 1, 1), 0),
            ("block 1025", (1, 1, 1), (1025, 1, 1), 0), ("block z 65", (1, 1, 1), (1, 1, 65), 0), ("grid y 65536", (1, 65536, 1), (1, 1, 1), 0),
            ("shared 49153", (1, 1, 1), (1, 1, 1), 49153), ("shared 300000", (1, 1, 1), (1, 1, 1), 300000)):
        o["launch " + what] = w.launch(w.inc, grid, block, shared, None, w.args)
    o["launch no arguments"] = w.launch(w.inc)
    o["launch above maxntid"] = w.launch(w.sh, (1, 1, 1), (65, 1, 1), 0, None, w.args)
    o["launch null"] = w.launch(None, args=w.args)
    o["synchronize"] = w.sync()
    n = C.c_int()
    for threads in (0, 1, 32, 100, 1024, 1025):
        for shared in (0, 1000, 60000, 300000):
            o["occupancy %d %d" % (threads, shared)] = [cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(ref(n), w.inc, threads, C.c_size_t(shared)), n.value]
    return o


@section
def texts():
    cu, o, m = context(), {}, ptr()
    head = b".version 7.0\n.target sm_70\n.address_size 64\n"
    for what, text in (
            ("empty", b""), ("garbage", b"hello world, this is not PTX at all"), ("syntax", head + b".visible .entry f() { bogus; }"),
            ("newer version", head.replace(b"7.0", b"9.9")),
            ("newer target", b".version 8.7\n.target sm_120\n.address_size 64\n.visible .entry f() { ret; }"),
            ("undefined", head + b".extern .func g();\n.visible .entry f() { call g; ret; }"), ("elf", b"\x7fELF" + b"\0" * 200)):
        o[what] = cu.cuModuleLoadData(ref(m), text + b"\0")
    o["no file"] = cu.cuModuleLoad(ref(m), b"/nonexistent")
    o["unload null"] = cu.cuModuleUnload(None)
    return o


@section
def mistakes():
    cu, o = context(), {}
    p, q, size, host = u64(), u64(), C.c_size_t(), C.create_string_buffer(4096)
    o["alloc 0"] = cu.cuMemAlloc_v2(ref(p), C.c_size_t(0))
    o["alloc much"] = cu.cuMemAlloc_v2(ref(p), C.c_size_t(1 << 50))
    o["free 0"] = cu.cuMemFree_v2(u64(0))
    o["free wrong"] = cu.cuMemFree_v2(u64(12345))
    cu.cuMemAlloc_v2(ref(p), C.c_size_t(100))
    o["free inside"] = cu.cuMemFree_v2(u64(p.value + 4))
    for what, dst, src, n in (
            ("1 byte over", p, host, 101), ("over 512", p, host, 513), ("of nothing", p, host, 0), ("from null", p, None, 4),
            ("to null", u64(0), host, 4), ("far over", p, host, 1 << 33)):
        o["copy " + what] = cu.cuMemcpyHtoD_v2(dst, src, C.c_size_t(n))
    o["range"] = [cu.cuMemGetAddressRange_v2(ref(q), ref(size), u64(p.value + 50)), size.value, p.value - q.value]
    o["range of nothing"] = cu.cuMemGetAddressRange_v2(ref(q), ref(size), u64(5))
    o["memset odd"] = cu.cuMemsetD32_v2(u64(p.value + 1), 0, C.c_size_t(1))
    o["free"] = cu.cuMemFree_v2(p)
    o["free twice"] = cu.cuMemFree_v2(p)
    o["destroy stream null"] = cu.cuStreamDestroy_v2(None)
    o["query stream null"] = cu.cuStreamQuery(None)
    o["record null"] = cu.cuEventRecord(None, None)
    e, e1, e2, s, ms = ptr(), ptr(), ptr(), ptr(), C.c_float()
    o["flags of events"] = [cu.cuEventCreate(ref(e), i) for i in range(9)]
    cu.cuEventCreate(ref(e1), 0)
    cu.cuEventCreate(ref(e2), 0)
    o["time unrecorded"] = cu.cuEventElapsedTime(ref(ms), e1, e2)
    o["query unrecorded"] = cu.cuEventQuery(e1)
    cu.cuEventCreate(ref(e2), 2)
    cu.cuEventRecord(e1, None)
    cu.cuEventRecord(e2, None)
    cu.cuCtxSynchronize()
    o["time of an event without"] = cu.cuEventElapsedTime(ref(ms), e1, e2)
    o["flags of streams"] = [cu.cuStreamCreate(ref(s), i) for i in range(4)]
    o["type of nothing"] = cu.cuPointerGetAttribute(ref(q), 2, u64(12345))
    return o


@section
def after_trap():
    w, o = World(), {}
    cu, x = w.cu, ptr()
    q = u64()
    o["launch"] = w.launch(w.trap)
    o["synchronize"] = w.sync()
    o["again"] = w.sync()
    o["alloc"] = cu.cuMemAlloc_v2(ref(q), C.c_size_t(4))
    o["free"] = cu.cuMemFree_v2(w.p)
    o["launch another"] = w.launch(w.inc, args=w.args)
    o["query stream"] = cu.cuStreamQuery(None)
    o["variable"] = cu.cuModuleGetGlobal_v2(ref(q), None, w.module, b"v")
    o["unload"] = cu.cuModuleUnload(w.module)
    o["load"] = cu.cuModuleLoadData(ref(x), KERNELS)
    o["event"] = cu.cuEventCreate(ref(x), 0)
    o["attribute of the device"] = cu.cuDeviceGetAttribute(ref(C.c_int()), 1, 0)
    o["reset"] = cu.cuDevicePrimaryCtxReset_v2(0)
    o["after reset"] = w.sync()
    return o


def at(address):
    w = World()
    return {"launch": w.launch(w.inc, args=w.pointers(u64(address(w)), w.n)), "synchronize": w.sync()}


@section
def wild_address():
    return at(lambda w: 16)


@section
def odd_address():
    return at(lambda w: w.p.value + 1)


class KernelNode(C.Structure):
    _fields_ = [("f", C.c_void_p)] + [(k, C.c_uint) for k in ("gx", "gy", "gz", "bx", "by", "bz", "shared")] + [
        (k, C.c_void_p) for k in ("args", "extra", "kernel", "context")]


class MemsetNode(C.Structure):
    _fields_ = [("dst", C.c_uint64), ("pitch", C.c_size_t), ("value", C.c_uint), ("size", C.c_uint), ("width", C.c_size_t), ("height", C.c_size_t)]


class HostNode(C.Structure):
    _fields_ = [("f", C.c_void_p), ("data", C.c_void_p)]


class Update(C.Structure):
    _fields_ = [("result", C.c_int), ("node", C.c_void_p), ("other", C.c_void_p)]


@section
def graphs():
    w, o = World(), {}
    cu, zero, one, two = w.cu, C.c_size_t(0), C.c_size_t(1), C.c_size_t(2)
    g, g2, k, k2, e, x = ptr(), ptr(), ptr(), ptr(), ptr(), ptr()

    def launch(f, grid, block):
        return ref(KernelNode(f.value, grid, 1, 1, block, 1, 1, 0, C.addressof(w.args), None, None, None))

    o["flags"] = [cu.cuGraphCreate(ref(x), i) for i in (1, 2)]
    o["create"] = cu.cuGraphCreate(ref(g), 0)
    o["kernel"] = cu.cuGraphAddKernelNode_v2(ref(k), g, None, zero, launch(w.inc, 1, 4))
    o["second kernel"] = cu.cuGraphAddKernelNode_v2(ref(k2), g, array(k), one, launch(w.inc, 1, 4))
    o["empty"] = cu.cuGraphAddEmptyNode(ref(e), g, array(k, k2), two)
    o["after a node twice"] = cu.cuGraphAddEmptyNode(ref(x), g, array(k, k), two)
    cu.cuGraphCreate(ref(g2), 0)
    o["after a node of another graph"] = cu.cuGraphAddEmptyNode(ref(x), g2, array(k), one)
    o["edge again"] = cu.cuGraphAddDependencies(g, array(k), array(k2), one)
    o["cycle"] = cu.cuGraphAddDependencies(g, array(k2), array(k), one)
    o["edge to itself"] = cu.cuGraphAddDependencies(g, array(k), array(k), one)
    o["remove"] = cu.cuGraphRemoveDependencies(g, array(k2), array(k), one)
    o["remove absent"] = cu.cuGraphRemoveDependencies(g, array(e), array(k), one)
    n, all = C.c_size_t(9), array(*[None] * 9)
    r = cu.cuGraphGetNodes(g, all, ref(n))
    o["nodes"] = [r, [[k.value, k2.value, e.value].index(v) for v in all[:n.value]]]
    n = C.c_size_t(9)
    o["roots"] = [cu.cuGraphGetRootNodes(g, all, ref(n)), n.value]
    n = C.c_size_t(9)
    o["edges"] = [cu.cuGraphGetEdges(g, all, array(*[None] * 9), ref(n)), n.value]
    t = C.c_int()
    o["types"] = [[cu.cuGraphNodeGetType(v, ref(t)), t.value] for v in (k, e)]
    c = ptr()
    cu.cuCtxGetCurrent(ref(c))
    o["memset"] = cu.cuGraphAddMemsetNode(ref(x), g, None, zero, ref(MemsetNode(w.p.value, 0, 7, 4, 2, 1)), c)
    o["memset of 3 bytes each"] = cu.cuGraphAddMemsetNode(ref(x), g, None, zero, ref(MemsetNode(w.p.value, 0, 7, 3, 2, 1)), c)
    o["kernel grid 0"] = cu.cuGraphAddKernelNode_v2(ref(x), g2, None, zero, launch(w.inc, 0, 4))
    o["kernel block 2000"] = cu.cuGraphAddKernelNode_v2(ref(x), g2, None, zero, launch(w.inc, 1, 2000))
    calls, h = [], ptr()
    call = C.CFUNCTYPE(None, C.c_void_p)(calls.append)
    o["host"] = cu.cuGraphAddHostNode(ref(h), g, array(e), one, ref(HostNode(C.cast(call, C.c_void_p), 5)))
    o["child"] = cu.cuGraphAddChildGraphNode(ref(x), g, None, zero, g2)
    exe = ptr()
    o["instantiate"] = cu.cuGraphInstantiateWithFlags(ref(exe), g, u64(0))
    o["launch"] = cu.cuGraphLaunch(exe, None)
    o["synchronize"] = w.sync()
    o["calls"] = len(calls)
    o["exec set"] = cu.cuGraphExecKernelNodeSetParams_v2(exe, k, launch(w.inc, 2, 3))
    o["exec set another function"] = cu.cuGraphExecKernelNodeSetParams_v2(exe, k, launch(w.sh, 2, 3))
    q = KernelNode()
    o["get"] = [cu.cuGraphKernelNodeGetParams_v2(k, ref(q)), q.gx, q.bx, q.f == w.inc.value]
    u = Update()
    o["update"] = [cu.cuGraphExecUpdate_v2(exe, g, ref(u)), u.result]
    o["destroy node"] = cu.cuGraphDestroyNode(h)
    o["update from fewer"] = [cu.cuGraphExecUpdate_v2(exe, g, ref(u)), u.result]
    copy = ptr()
    o["clone"] = cu.cuGraphClone(ref(copy), g)
    o["find in clone"] = cu.cuGraphNodeFindInClone(ref(x), k, copy)
    o["find in another graph"] = cu.cuGraphNodeFindInClone(ref(x), k, g2)
    o["destroy"] = [cu.cuGraphExecDestroy(exe), cu.cuGraphDestroy(g)]
    g3 = ptr()
    cu.cuGraphCreate(ref(g3), 0)
    o["graph of nothing"] = [cu.cuGraphInstantiateWithFlags(ref(exe), g3, u64(0)), cu.cuGraphLaunch(exe, None), w.sync()]
    o["upload"] = cu.cuGraphUpload(exe, None)
    f = u64()
    o["exec flags"] = [cu.cuGraphExecGetFlags(exe, ref(f)), f.value]
    for i in (1, 2, 4, 8, 16):
        o["instantiate with flags %d" % i] = cu.cuGraphInstantiateWithFlags(ref(x), g3, u64(i))
    return o


@section
def capture():
    w, o = World(), {}
    cu, s, s2, g, x = w.cu, ptr(), ptr(), ptr(), ptr()
    cu.cuStreamCreate(ref(s), 1)
    cu.cuStreamCreate(ref(s2), 1)
    host, q = C.create_string_buffer(64), u64()

    def launch(on):
        return w.launch(w.inc, (1, 1, 1), (4, 1, 1), 0, on, w.args)

    def status(of):
        v = C.c_int()
        return [cu.cuStreamIsCapturing(of, ref(v)), v.value]

    def end(of):
        """The result, and of a graph how many nodes it has."""
        n = C.c_size_t()
        r = cu.cuStreamEndCapture(of, ref(g))
        return [r, n.value] if r == 0 and cu.cuGraphGetNodes(g, None, ref(n)) == 0 else [r]

    def begin(mode):
        return cu.cuStreamBeginCapture_v2(s, mode)

    def event():
        e = ptr()
        cu.cuEventCreate(ref(e), 2)
        return e

    o["begin in the default stream"] = [cu.cuStreamBeginCapture_v2(None, i) for i in range(3)]
    for mode in range(3):
        o["mode %d" % mode] = [
            begin(mode), begin(mode), status(s), launch(s), cu.cuMemcpyHtoDAsync_v2(w.p, host, C.c_size_t(16), s),
            cu.cuMemsetD32Async(w.p, 1, C.c_size_t(4), s), cu.cuMemAlloc_v2(ref(q), C.c_size_t(4)), status(s), end(s)]
    o["mode 3"] = begin(3)
    call = C.CFUNCTYPE(None, C.c_void_p)(lambda data: None)
    for what, act in (
            ("synchronize stream", lambda e: cu.cuStreamSynchronize(s)), ("query stream", lambda e: cu.cuStreamQuery(s)), ("synchronize", lambda e: w.sync()),
            ("synchronize another", lambda e: cu.cuStreamSynchronize(s2)), ("launch in another", lambda e: launch(s2)),
            ("launch in the default", lambda e: launch(None)), ("copy", lambda e: cu.cuMemcpyHtoD_v2(w.p, host, C.c_size_t(16))),
            ("destroy stream null", lambda e: cu.cuStreamDestroy_v2(None)), ("synchronize event", cu.cuEventSynchronize),
            ("alloc in stream", lambda e: cu.cuMemAllocAsync(ref(q), C.c_size_t(64), s)), ("host", lambda e: cu.cuLaunchHostFunc(s, call, None)),
            ("free 0", lambda e: cu.cuMemFree_v2(u64(0))), ("load", lambda e: cu.cuModuleLoadData(ref(x), KERNELS)),
            ("record", lambda e: cu.cuEventRecord(e, s)), ("wait for unrecorded", lambda e: cu.cuStreamWaitEvent(s, e, 0)),
            ("begin another", lambda e: cu.cuStreamBeginCapture_v2(s2, 2)), ("end another", lambda e: cu.cuStreamEndCapture(s2, ref(x)))):
        for mode in range(3):
            e = event()
            begin(mode)
            launch(s)
            o["%s, mode %d" % (what, mode)] = [act(e), status(s), end(s)]
            cu.cuStreamEndCapture(s2, ref(x))
            w.sync()
    e, e2 = event(), event()
    begin(2)
    launch(s)
    o["fork"] = [cu.cuEventRecord(e, s), cu.cuStreamWaitEvent(s2, e, 0), status(s2), launch(s2), cu.cuEventRecord(e2, s2)]
    o["fork, query event"] = [cu.cuEventQuery(e2), cu.cuStreamWaitEvent(s, e2, 0), end(s2), end(s)]
    w.sync()
    begin(2)
    launch(s)
    cu.cuEventRecord(e, s)
    cu.cuStreamWaitEvent(s2, e, 0)
    launch(s2)
    o["unjoined"] = [end(s), status(s2), cu.cuStreamWaitEvent(None, e, 0)]
    o["end without begin"] = end(s)
    o["capture of nothing"] = [begin(2), end(s)]
    v, identity = C.c_int(), u64()
    o["info of no capture"] = [cu.cuStreamGetCaptureInfo_v2(s, ref(v), ref(identity), None, None, None), v.value]
    return o


@section
def pools():
    w, o = World(), {}
    cu, q, s, pool, v = w.cu, u64(), ptr(), ptr(), u64()
    cu.cuStreamCreate(ref(s), 1)
    o["alloc"] = cu.cuMemAllocAsync(ref(q), C.c_size_t(100), s)
    o["free"] = cu.cuMemFreeAsync(q, s)
    o["alloc 0"] = cu.cuMemAllocAsync(ref(q), C.c_size_t(0), s)
    o["free 0"] = cu.cuMemFreeAsync(u64(0), s)
    o["default"] = cu.cuDeviceGetDefaultMemPool(ref(pool), 0)
    for i in range(10):
        v = u64()
        r = cu.cuMemPoolGetAttribute(pool, i, ref(v))
        o["attribute %d" % i] = r if i in (5, 6) else [r, v.value]
    o["destroy default"] = cu.cuMemPoolDestroy(pool)
    cu.cuMemAllocAsync(ref(q), C.c_size_t(100), s)
    o["cuMemFree"] = cu.cuMemFree_v2(q)
    host = ptr()
    cu.cuMemAllocManaged(ref(q), C.c_size_t(100), 1)
    cu.cuMemHostAlloc(ref(host), C.c_size_t(100), 0)
    for what, p in (("managed", q), ("device", w.p), ("host", u64(host.value))):
        for i, name in ((2, "type"), (8, "is managed")):
            v = u64()
            o["%s of %s memory" % (name, what)] = [cu.cuPointerGetAttribute(ref(v), i, p), v.value]
    f = C.c_uint()
    o["flags of host memory"] = [cu.cuMemHostGetFlags(ref(f), host), f.value]
    return o


with open(sys.argv[2], "w") as out:
    lines = []
    for name, f in SECTIONS.items():
        rows = ",\n".join("  %s: %s" % (json.dumps(k), json.dumps(v)) for k, v in apart(f).items())
        lines.append("%s: {\n%s\n}" % (json.dumps(name), rows))
    out.write("{\n%s\n}\n" % ",\n".join(lines))
