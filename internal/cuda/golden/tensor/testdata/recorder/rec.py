#!/usr/bin/env python3
"""rec.py all OUT | group NAME OUT | work NAME OUT START | ptx DIR | list
A group is a list of jobs. A job makes one or more records: a line of JSON, then its "bytes" raw bytes. A worker that dies or hangs loses its job only."""
import sys, os, json, struct, array, time, subprocess, hashlib, ctypes as C
import gen as G, forms, raw
import tma

FAKE = bool(os.environ.get('FAKE'))
HERE = os.path.dirname(os.path.abspath(__file__))


class Dead(Exception):
    pass


class Cu:
    def __init__(s):
        if FAKE:
            return
        s.cu = C.CDLL('libcuda.so.1')
        s.ck(s.cu.cuInit(0), 'init')
        dev = C.c_int()
        s.ck(s.cu.cuDeviceGet(C.byref(dev), 0), 'device')
        ctx = C.c_void_p()
        s.ck(s.cu.cuDevicePrimaryCtxRetain(C.byref(ctx), dev), 'context')
        s.ck(s.cu.cuCtxSetCurrent(ctx), 'current')
        s.bufs = {}

    def name(s, r):
        n = C.c_char_p()
        s.cu.cuGetErrorName(r, C.byref(n))
        return (n.value or b'?').decode() + f' ({r})'

    def ck(s, r, what):
        if r:
            raise Dead(f'{what}: {s.name(r)}')

    def load(s, ptx):
        """-> module, or a string: why not"""
        if FAKE:
            return 1
        log = C.create_string_buffer(8192)
        opts, vals = (C.c_int * 2)(5, 6), (C.c_void_p * 2)(C.cast(log, C.c_void_p), C.c_void_p(8192))
        mod = C.c_void_p()
        r = s.cu.cuModuleLoadDataEx(C.byref(mod), ptx.encode() + b'\0', 2, opts, vals)
        return f'load {s.name(r)}: {log.value.decode(errors="replace")[:400]}' if r else mod

    def unload(s, mod):
        if not FAKE:
            s.cu.cuModuleUnload(mod)

    def buf(s, key, n):
        if FAKE:
            return 0x1000000
        if key not in s.bufs or s.bufs[key][1] < n:
            p = C.c_uint64()
            n = max(n, 1 << 22)
            s.ck(s.cu.cuMemAlloc_v2(C.byref(p), C.c_size_t(n)), 'alloc')
            s.bufs[key] = (p.value, n)
        return s.bufs[key][0]

    def put(s, a, data):
        if not FAKE:
            s.ck(s.cu.cuMemcpyHtoD_v2(C.c_uint64(a), bytes(data), C.c_size_t(len(data))), 'h2d')

    def get(s, a, n):
        if FAKE:
            return bytes(n)
        b = C.create_string_buffer(n)
        s.ck(s.cu.cuMemcpyDtoH_v2(b, C.c_uint64(a), C.c_size_t(n)), 'd2h')
        return b.raw

    def launch(s, mod, name, grid, block, args, shared=0):
        if FAKE:
            s.n = getattr(s, 'n', 0) + 1
            if os.environ.get('FAKE_DIE') and s.n % 7 == 0:
                raise Dead('fake')
            if os.environ.get('FAKE_HANG') and s.n % 40 == 0:
                time.sleep(1000)
            return
        fn = C.c_void_p()
        s.ck(s.cu.cuModuleGetFunction(C.byref(fn), mod, name.encode()), 'function')
        keep = [C.create_string_buffer(a, len(a)) for a in args]
        # a tensor map wants 64 bytes of alignment only in the parameter space, which the driver gives
        arr = (C.c_void_p * max(1, len(keep)))(*[C.cast(k, C.c_void_p) for k in keep])
        s.ck(s.cu.cuLaunchKernel(fn, grid, 1, 1, block, 1, 1, shared, None, arr, None), 'launch')
        s.ck(s.cu.cuCtxSynchronize(), 'sync')


class Out:
    def __init__(s, d, name):
        s.f, s.l = open(f'{d}/{name}.rec', 'ab', 0), open(f'{d}/{name}.log', 'a', 1)

    def rec(s, head, data):
        s.f.write(json.dumps({**head, 'bytes': len(data)}, separators=(',', ':')).encode() + b'\n' + data)

    def log(s, **k):
        s.l.write(json.dumps(k) + '\n')


def words(w, word):
    return array.array('I' if word == 4 else 'Q', w).tobytes()


def run_form(cu, out, f):
    mod = cu.load(f.ptx)
    if isinstance(mod, str):
        out.log(job=f.id, error=mod)
        return
    ins, plan = [], []
    for fam, n in f.fams:
        b = b''.join(words(f.pack(t, fam), f.word) for t in range(n))
        assert len(b) == n * f.inwords * f.word, f.id
        ins.append(b)
        plan.append((fam, n, hashlib.sha256(b).hexdigest()[:16]))
    data = b''.join(ins)
    tiles = sum(n for _, n in f.fams)
    pin, pout = cu.buf('in', len(data)), cu.buf('out', tiles * f.outbytes)
    cu.put(pin, data)
    cu.put(pout, b'\xee' * (tiles * f.outbytes))
    cu.launch(mod, 'k', tiles, getattr(f, 'block', f.lanes), [struct.pack('<Q', pin), struct.pack('<Q', pout)])
    r = cu.get(pout, tiles * f.outbytes)
    cu.unload(mod)
    o = 0
    for fam, n, sha in plan:
        out.rec({**f.header(), 'family': fam, 'seed': f.seed, 'tiles': n, 'in_sha256': sha}, r[o:o + n * f.outbytes])
        o += n * f.outbytes


def jobs(name):
    if name in ('moves', 'wmma_frags', 'wgmma_desc', 'tmap_replace', 'faults'):
        return [(f.id, lambda cu, out, f=f: run_form(cu, out, f)) for f in getattr(raw, name)()]
    if name in tma.GROUPS:
        return tma.GROUPS[name]()
    return [(f.id, lambda cu, out, f=f: run_form(cu, out, f)) for f in forms.groups()[name]]


NAMES = ['tmap', 'mma_f16', 'mma_b', 'mma_fp8_f32', 'mma_fp8_f16', 'mma_f64', 'mma_int', 'mma_884', 'wgmma_desc', 'wgmma_f', 'wgmma_fp8',
         'wgmma_int', 'wgmma_f.sp', 'wgmma_fp8.sp', 'sp_f16', 'sp_fp8', 'sp_int', 'wmma_f', 'wmma_i', 'wmma_raw', 'moves', 'wmma_frags', 'tmap_replace', 'cases',
         'tma_load0', 'tma_load1', 'tma_load2', 'tma_load3', 'tma_store0', 'tma_store1', 'tma_im2col', 'faults']


def work(name, outdir, start):
    out = Out(outdir, name)
    try:
        cu = Cu()
    except Exception as e:
        out.log(job='(start)', error=str(e))
        sys.exit(4)
    js = jobs(name)
    for i in range(start, len(js)):
        open(f'{outdir}/{name}.at', 'w').write(str(i))
        try:
            js[i][1](cu, out)
        except Dead as e:
            out.log(job=js[i][0], error=str(e))
            os._exit(3)
        except Exception as e:
            import traceback
            out.log(job=js[i][0], error=repr(e), trace=traceback.format_exc()[-600:])
    open(f'{outdir}/{name}.at', 'w').write('done')
    out.log(job='(end)', jobs=len(js))
    os._exit(0)


def group(name, outdir):
    """start the worker again after a job that killed it; stop at the deadline"""
    end = float(os.environ.get('DEADLINE', time.time() + 60))
    start, tries, at = 0, 0, f'{outdir}/{name}.at'
    out = Out(outdir, name)
    while time.time() < end and tries < 60:
        tries += 1
        p = subprocess.Popen([sys.executable, f'{HERE}/rec.py', 'work', name, outdir, str(start)], cwd=HERE)
        last, since, hung = None, time.time(), False
        while p.poll() is None:
            time.sleep(0.02)
            now = open(at).read() if os.path.exists(at) else ''
            if now != last:
                last, since = now, time.time()
            if time.time() - since > (7 if last else 20) or time.time() > end:
                hung = True
                p.kill()
                p.wait()
        s = open(at).read() if os.path.exists(at) else ''
        if s == 'done':
            return
        if hung:
            out.log(job=f'#{s}', error='hang or deadline')
        elif p.returncode not in (3,):
            out.log(job=f'#{s}', error=f'worker ended with {p.returncode}')
            if p.returncode == 4:
                return
        start = int(s or 0) + 1
    out.log(job='(supervisor)', error='deadline or too many restarts', next=start)


def main():
    a = sys.argv[1:]
    if a[0] == 'list':
        for n in NAMES:
            print(n, len(jobs(n)))
    elif a[0] == 'ptx':
        os.makedirs(a[1], exist_ok=True)
        k = 0
        for n in NAMES:
            if n in tma.GROUPS:
                continue
            for f in (getattr(raw, n)() if hasattr(raw, n) else forms.groups()[n]):
                open(f'{a[1]}/{n}.{k:04d}.ptx', 'w').write(f.ptx)
                k += 1
        for n, p in tma.all_ptx():
            open(f'{a[1]}/tma.{n}.ptx', 'w').write(p)
    elif a[0] == 'work':
        work(a[1], a[2], int(a[3]))
    elif a[0] == 'group':
        group(a[1], a[2])
    elif a[0] == 'all':
        os.makedirs(a[1], exist_ok=True)
        os.environ.setdefault('DEADLINE', str(time.time() + float(os.environ.get('SECONDS_MAX', '66'))))
        os.environ['CUDA_CACHE_DISABLE'] = '1'
        os.environ.setdefault('CUDA_MODULE_LOADING', 'LAZY')
        par = int(os.environ.get('PAR', '9'))
        todo, run, t0 = list(NAMES), [], time.time()
        while todo or run:
            run = [p for p in run if p.poll() is None]
            while todo and len(run) < par:
                run.append(subprocess.Popen([sys.executable, f'{HERE}/rec.py', 'group', todo.pop(0), a[1]], cwd=HERE))
            time.sleep(0.05)
        print('recorded in %.1f s' % (time.time() - t0))


if __name__ == '__main__':
    main()
