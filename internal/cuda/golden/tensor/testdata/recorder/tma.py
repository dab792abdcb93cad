"""Tensor maps made by the driver, tensor copies with them, and whole cases."""
import ctypes as C, struct, json, os, re
from forms import HEAD

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = bool(os.environ.get('FAKE'))
SIZE = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4, 1, 1, 1]


def encode(cu, p):
    """-> (return code, 128 bytes)"""
    if FAKE:
        return 0, bytes(128)
    b = C.create_string_buffer(256)
    a = (C.addressof(b) + 63) & ~63
    C.memset(a, 0xCC, 128)
    r = p['rank']
    u64, u32, i32 = lambda l: (C.c_uint64 * 8)(*(list(l) + [0] * 8)[:8]), lambda l: (C.c_uint32 * 8)(*(list(l) + [0] * 8)[:8]), lambda l: (C.c_int * 8)(*(list(l) + [0] * 8)[:8])
    dim, st, es = u64(p['dim']), u64(p['stride']), u32(p['es'])
    tail = [C.c_int(p['il'])]
    end = [C.c_int(p['sw']), C.c_int(p['l2']), C.c_int(p['oob'])]
    head = [C.c_void_p(a), C.c_int(p['dt']), C.c_uint32(r), C.c_void_p(p['addr']), dim, st]
    f = p.get('f', 'tiled')
    if f == 'tiled':
        rc = cu.cu.cuTensorMapEncodeTiled(*head, u32(p['box']), es, *tail, *end)
    elif f == 'im2col':
        rc = cu.cu.cuTensorMapEncodeIm2col(*head, i32(p['lower']), i32(p['upper']), C.c_uint32(p['cpp']), C.c_uint32(p['ppc']), es, *tail, *end)
    elif f == 'im2colwide':
        rc = cu.cu.cuTensorMapEncodeIm2colWide(*head, C.c_int(p['lower'][0]), C.c_int(p['upper'][0]), C.c_uint32(p['cpp']), C.c_uint32(p['ppc']), es,
                                               *tail, C.c_int(p['mode']), *end)
    return rc, C.string_at(a, 128)


BASE = dict(f='tiled', dt=6, rank=3, addr=0x7fabcde01000, dim=[1000, 200, 30], stride=[2048, 2048 * 256], box=[64, 8, 2], es=[1, 1, 1], il=0, sw=3, l2=2, oob=0)
BASE5 = dict(f='tiled', dt=2, rank=5, addr=0x7fabcde01000, dim=[100, 90, 80, 70, 60], stride=[0x200, 0x20000, 0x2000000, 0x200000000], box=[16, 2, 3, 4, 5],
             es=[1, 1, 1, 1, 1], il=0, sw=0, l2=0, oob=0)
IM = dict(f='im2col', dt=6, rank=4, addr=0x7fabcde01000, dim=[64, 50, 40, 8], stride=[128, 128 * 64, 128 * 64 * 64], lower=[-1, -2], upper=[-3, -1], cpp=64, ppc=32,
          es=[1, 1, 1, 1], il=0, sw=3, l2=2, oob=0)
IM5 = dict(f='im2col', dt=6, rank=5, addr=0x7fabcde01000, dim=[64, 50, 40, 30, 8], stride=[128, 8192, 524288, 524288 * 32], lower=[-1, -2, -3], upper=[1, 2, 3],
           cpp=32, ppc=64, es=[1, 1, 1, 1, 1], il=0, sw=0, l2=0, oob=0)
IM3 = dict(f='im2col', dt=6, rank=3, addr=0x7fabcde01000, dim=[64, 50, 8], stride=[128, 8192], lower=[-5], upper=[7], cpp=16, ppc=64, es=[1, 1, 1], il=0, sw=0, l2=0, oob=0)


def tmap_sets():
    l = []

    def v(base, **k):
        l.append({**base, **k})

    def vi(base, key, i, val):
        x = list(base[key])
        x[i] = val
        l.append({**base, key: x})
    for B in (BASE, BASE5, IM, IM5, IM3):
        v(B)
        for dt in range(17):
            v(B, dt=dt)
            if B is BASE:
                v(B, dt=dt, sw=0, oob=1)
                v(B, dt=dt, sw=0, box=[16, 8, 2])
                v(B, dt=dt, sw=0, box=[128, 8, 2], dim=[1024, 200, 30])
                for il in (1, 2):
                    v(B, dt=dt, sw=0, il=il, box=[16, 8, 2])
        for k in ('l2', 'oob', 'il', 'sw'):
            for x in range(8 if k == 'sw' else 5):
                v(B, **{k: x})
        for il in range(3):
            for sw in range(7):
                for b0 in (8, 16, 32, 64):
                    v(B, il=il, sw=sw, **({'box': [b0] + B['box'][1:]} if 'box' in B else {'cpp': b0}))
        for x in list(range(4, 48)):
            v(B, addr=1 << x)
        for x in (0, 8, 16, 32, 64, 0x7fffffffffff, 0x123456789ab0, 1 << 48, 1 << 56, 0xfffffffffffffff0):
            v(B, addr=x)
        for i in range(B['rank']):
            for x in (0, 1, 2, 3, 4, 7, 8, 15, 16, 255, 256, 257, 0x12345, 0x10000, 0x80000000, 0xffffffff, 1 << 32, (1 << 32) + 1):
                vi(B, 'dim', i, x)
            for x in range(0, 10):
                vi(B, 'es', i, x)
                if 'box' in B and x:
                    l.append({**B, 'es': [x if q == i else 1 for q in range(B['rank'])], 'box': [8 * x if q == i else B['box'][q] for q in range(B['rank'])]})
            if 'box' in B:
                for x in (0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 32, 33, 48, 64, 65, 128, 255, 256, 257, 512):
                    vi(B, 'box', i, x)
        for i in range(B['rank'] - 1):
            for x in [0, 8, 16, 32, 48, 2000, 2008, 2032, 0xfffffffff0, (1 << 40) - 16, 1 << 40] + [1 << q for q in range(11, 40, 1)]:
                vi(B, 'stride', i, x)
        if 'lower' in B:
            for i in range(B['rank'] - 2):
                for k in ('lower', 'upper'):
                    for x in (-32769, -32768, -32767, -129, -128, -127, -64, -17, -16, -15, -9, -8, -7, -5, -3, -2, -1, 0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 63, 64, 127, 128, 129, 32767, 32768):
                        vi(B, k, i, x)
            for x in (0, 1, 2, 4, 8, 16, 24, 32, 64, 128, 255, 256, 257):
                v(B, cpp=x)
            for x in (0, 1, 2, 3, 8, 16, 31, 32, 63, 64, 128, 255, 256, 512, 1023, 1024, 1025):
                v(B, ppc=x)
    for r in range(0, 7):
        v(BASE5, rank=r)
        v(BASE, rank=r)
    for x in range(1, 6):      # ranks with sizes of their own
        l.append({**BASE5, 'rank': x, 'dim': BASE5['dim'][:x], 'stride': BASE5['stride'][:x - 1], 'box': BASE5['box'][:x], 'es': [1] * x})
    for m in (0, 1, 2):
        v({**IM, 'f': 'im2colwide', 'mode': m})
        v({**IM, 'f': 'im2colwide', 'mode': m, 'sw': 0})
    # a tensor that is dense, large sizes together, all small fields at once
    v(BASE, dim=[0xfffffff0, 0xfedcba98, 0x89abcdef], stride=[0x123456780, 0xfedcba9870], box=[64, 255, 3], es=[1, 3, 5], sw=2, l2=3, oob=1)
    v(BASE, dt=7, dim=[0x1234, 0x5678, 0x9abc], stride=[0x12340, 0x56780000], box=[8, 255, 3], es=[1, 3, 5], sw=1, l2=1, oob=1)
    v(BASE5, dim=[0x1111, 0x2222, 0x3333, 0x4444, 0x5555], stride=[0x6660, 0x77770, 0x888880, 0x9999990], box=[4, 7, 6, 5, 3], es=[1, 2, 3, 4, 5], l2=3, dt=10, oob=1)
    return l


def tmap_jobs():
    """the 128 bytes for many parameters: out int32 return code and 128 bytes for each set"""
    l = tmap_sets()
    step = 100

    def job(cu, out, part, o):
        data = b''
        for p in part:
            try:
                rc, b = encode(cu, p)
            except Exception as e:
                rc, b = -1, repr(e)[:128].encode().ljust(128, b'\0')
            data += struct.pack('<i', rc) + b
        out.rec({'form': f'tensor maps {o}', 'kind': 'tmap', 'sets': part}, data)
    return [(f'tmap {o}', lambda cu, out, o=o: job(cu, out, l[o:o + step], o)) for o in range(0, len(l), step)]


SMW = 16384
FILL = 0xabababab


def copy_ptx(kind, rank):
    """kind: load, store, im2col. Parameters: map, out, c0..c4, bytes, offset in shared memory, o0..o2. Shared memory holds 0xab (store: its
    half n is 0x8000 + n); out: flag (1 = the copy completed), 12 bytes, then the 16 KiB of shared memory (store: nothing)."""
    o = HEAD + '.visible .entry k(.param .align 64 .b8 pm[128], .param .u64 pout'
    for i in range(5):
        o += f', .param .u32 pc{i}'
    o += ', .param .u32 pn, .param .u32 ps, .param .u32 po0, .param .u32 po1, .param .u32 po2)\n.reqntid 128, 1, 1\n{\n'
    o += '\t.reg .b32 %t<24>;\n\t.reg .b64 %q<12>;\n\t.reg .b16 %h<4>;\n\t.reg .pred %pp, %pz, %pw;\n'
    o += f'\t.shared .align 1024 .b8 sm[{SMW}];\n\t.shared .align 8 .b64 bar;\n'
    o += '\tmov.b64 %q0, pm;\n\tcvta.param.u64 %q1, %q0;\n\tld.param.u64 %q2, [pout];\n\tcvta.to.global.u64 %q2, %q2;\n'
    for i in range(5):
        o += f'\tld.param.u32 %t{10 + i}, [pc{i}];\n'
    o += '\tld.param.u32 %t15, [pn];\n\tld.param.u32 %t16, [ps];\n'
    for i in range(3):
        o += f'\tld.param.u32 %t17, [po{i}];\n\tcvt.u16.u32 %h{i}, %t17;\n'
    o += '\tmov.u32 %t0, %tid.x;\n\tmov.u32 %t1, sm;\n\tmov.u32 %t2, bar;\n\tadd.u32 %t3, %t1, %t16;\n\tsetp.eq.u32 %pz, %t0, 0;\n\tmov.u32 %t4, %t0;\n'
    o += 'F:\n\tshl.b32 %t5, %t4, 2;\n\tadd.u32 %t5, %t5, %t1;\n'
    if kind == 'store':
        o += '\tshl.b32 %t6, %t4, 1;\n\tadd.u32 %t7, %t6, 1;\n\tshl.b32 %t7, %t7, 16;\n\tor.b32 %t6, %t6, %t7;\n\tor.b32 %t6, %t6, 0x80008000;\n'
    else:
        o += f'\tmov.u32 %t6, {FILL:#x};\n'
    o += f'\tst.shared.b32 [%t5], %t6;\n\tadd.u32 %t4, %t4, 128;\n\tsetp.lt.u32 %pp, %t4, {SMW // 4};\n\t@%pp bra F;\n'
    o += '\t@%pz mbarrier.init.shared::cta.b64 [%t2], 1;\n\t@%pz fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;\n\tbar.sync 0;\n'
    cs = '{' + ', '.join(f'%t{10 + i}' for i in range(rank)) + '}'
    if kind == 'store':
        o += '\t@!%pz bra W;\n'
        o += f'\tcp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group [%q1, {cs}], [%t3];\n\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;\n'
        o += '\tmov.u32 %t8, 1;\n\tst.global.b32 [%q2], %t8;\nW:\n\tret;\n}\n'
        return o
    o += '\t@!%pz bra W;\n\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%t2], %t15;\n'
    if kind == 'load':
        o += f'\tcp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%t3], [%q1, {cs}], [%t2];\n'
    else:
        of = '{' + ', '.join(f'%h{i}' for i in range(rank - 2)) + '}'
        o += f'\tcp.async.bulk.tensor.{rank}d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%t3], [%q1, {cs}], [%t2], {of};\n'
    o += 'W:\n\tmov.u32 %t9, 0;\nL:\n\tmbarrier.test_wait.parity.shared::cta.b64 %pw, [%t2], 0;\n\t@%pw bra D;\n\tadd.u32 %t9, %t9, 1;\n\tsetp.lt.u32 %pp, %t9, 60000;\n\t@%pp bra L;\nD:\n'
    o += '\tselp.b32 %t8, 1, 0, %pw;\n\t@%pz st.global.b32 [%q2], %t8;\n\tbar.sync 0;\n\tmov.u32 %t4, %t0;\n'
    o += 'C:\n\tshl.b32 %t5, %t4, 2;\n\tcvt.u64.u32 %q3, %t5;\n\tadd.s64 %q3, %q3, %q2;\n\tadd.u32 %t5, %t5, %t1;\n\tld.shared.b32 %t6, [%t5];\n\tst.global.b32 [%q3+16], %t6;\n'
    o += f'\tadd.u32 %t4, %t4, 128;\n\tsetp.lt.u32 %pp, %t4, {SMW // 4};\n\t@%pp bra C;\n\tret;\n}}\n'
    return o


SRC = struct.pack('<131072H', *[i & 0xffff for i in range(131072)])
MODS = {}


def module(cu, kind, rank):
    if (kind, rank) not in MODS:
        m = cu.load(copy_ptx(kind, rank))
        if isinstance(m, str):
            raise RuntimeError(m)
        MODS[kind, rank] = m
    return MODS[kind, rank]


def P(dt, dim, stride, box, es=None, sw=0, il=0, oob=0, l2=0, **k):
    return dict(f='tiled', dt=dt, rank=len(dim), dim=dim, stride=stride, box=box, es=es or [1] * len(dim), sw=sw, il=il, oob=oob, l2=l2, **k)


def count(p):
    if p.get('f') == 'im2col':
        return p['cpp'] * p['ppc'] * SIZE[p['dt']]
    n = SIZE[p['dt']]
    for b, e in zip(p['box'], p['es']):
        n *= -(-b // e)
    return n


def copy_job(cu, out, kind, p, c, soff=0, offs=(0, 0, 0), more=''):
    src = cu.buf('src', 1 << 18)
    dst = cu.buf('dst', 1 << 16)
    if kind == 'store':
        cu.put(src, b'\xee' * 16384)
    else:
        cu.put(src, SRC)
    q = {**p, 'addr': src}
    rc, m = encode(cu, q)
    h = {'form': f'tensor {kind}', 'kind': 'copy', 'copy': kind, 'map': {k: v for k, v in p.items() if k != 'addr'}, 'at': list(c), 'shared_offset': soff,
         'offsets': list(offs), 'rc': rc, 'note': more}
    if rc:
        out.rec({**h, 'result': 'no map'}, b'')
        return
    n = count(p)
    cu.put(dst, bytes(SMW + 16))
    args = [m, struct.pack('<Q', dst)] + [struct.pack('<i', x) for x in (list(c) + [0] * 5)[:5]] + [struct.pack('<I', x) for x in (n, soff, *offs)]
    mod = module(cu, kind, p['rank'])
    try:
        cu.launch(mod, 'k', 1, 128, args)
    except Exception as e:
        out.rec({**h, 'result': str(e)}, b'')
        raise
    r = cu.get(dst, SMW + 16)
    done = struct.unpack('<I', r[:4])[0]
    data = cu.get(src, 4096) if kind == 'store' else r[16:16 + min(SMW, (soff + n + 255) // 128 * 128)]
    out.rec({**h, 'expect': n, 'done': done}, data)


def J(kind, p, c, soff=0, offs=(0, 0, 0), more=''):
    return (f'{kind} {p} {c} {soff} {offs}', lambda cu, out: copy_job(cu, out, kind, p, c, soff, offs, more))


def load_jobs():
    l = []
    for dt in range(13):
        s = SIZE[dt]
        for oob in (0, 1):
            l.append(J('load', P(dt, [48 // s, 3], [64], [64 // s, 4], oob=oob), (-(16 // s), -1), more='fill'))
        l.append(J('load', P(dt, [48 // s, 3], [64], [64 // s, 4], sw=2), (16 // s, 1), more='fill swizzled'))
        l.append(J('load', P(dt, [2048 // s, 4], [2048], [128 // s, 4]), (0, 0), more='plain'))
    for sw in range(1, 7):
        for ib in (16, 32, 48, 64, 96, 112, 128, 256):
            for so in (0, 128, 512) if ib in (16, 32, 64) else (0,):
                l.append(J('load', P(1, [128, 32], [256], [ib // 2, 16], sw=sw), (0, 0), so, more='swizzle'))
        l.append(J('load', P(0, [256, 32], [256], [16, 24], sw=sw), (16, 3), 256, more='swizzle'))
        l.append(J('load', P(1, [128, 16, 4], [256, 4096], [16, 3, 3], sw=sw), (8, 1, 1), 0, more='swizzle 3d'))
        l.append(J('load', P(1, [128, 32], [256], [8, 5], sw=sw), (4, 30), 0, more='swizzle narrow, part outside'))
    for es in ([1, 2], [1, 3], [2, 1], [2, 3], [4, 1], [8, 8], [3, 1]):
        l.append(J('load', P(1, [128, 32], [256], [32, 8], es=es), (0, 0), more='stride'))
        l.append(J('load', P(1, [128, 32], [256], [32, 8], es=es), (-3, -1), more='stride'))
        l.append(J('load', P(2, [61, 30], [256], [24, 7], es=es), (50, 25), more='stride'))
        l.append(J('load', P(1, [128, 32], [256], [64, 8], es=es, sw=2), (0, 0), more='stride swizzle'))
    # the parameters of case tma_oob
    for c in ((12,), (-8,), (40,), (0,), (19,), (20,), (-15,), (-16,), (-17,), (2147483647,), (-2147483648,)):
        l.append(J('load', P(2, [20], [], [16]), c, more='oob1'))
    for c in ((8, 5), (-4, -2), (16, 100), (-16, 0), (0, 7), (20, 0), (0, -4), (-1, 6), (2147483647, 2147483647)):
        l.append(J('load', P(6, [20, 7], [48], [16, 4]), c, more='oob2'))
    for c in ((8, 3, 2), (-1, -1, -1), (0, 5, 0), (10, 0, 0), (0, 0, -2), (0, 0, 3)):
        l.append(J('load', P(7, [10, 5, 3], [48, 240], [4, 4, 2]), c, more='oob3'))
    # odd sizes of the inner dimension
    for dt, w in ((0, 33), (0, 1), (1, 17), (1, 20), (2, 5), (2, 7), (4, 3)):
        s = SIZE[dt]
        for c in ((0, 0), (-(16 // s), 0), (16 // s, 0)):
            l.append(J('load', P(dt, [w, 4], [64], [48 // s, 4]), c, more='odd width'))
    l.append(J('load', P(1, [32, 8, 6, 4], [64, 512, 3072], [8, 3, 2, 2]), (28, 6, 5, 2), more='4d'))
    l.append(J('load', P(1, [16, 5, 4, 3, 3], [32, 160, 640, 1920], [8, 2, 2, 2, 2]), (12, 4, 3, 2, 2), more='5d'))
    l.append(J('load', P(1, [16, 5, 4, 3, 3], [32, 160, 640, 1920], [8, 2, 2, 2, 2]), (-4, -1, -1, -1, -1), more='5d'))
    # overlapping rows and a stride of zero
    l.append(J('load', P(1, [64, 8], [16], [32, 8]), (0, 0), more='overlapping rows'))
    l.append(J('load', P(1, [64, 8], [0], [32, 8]), (0, 0), more='stride 0'))
    for il in (1, 2):
        for sw in (0, 1, 3):
            for d0 in (8, 16, 32):
                l.append(J('load', P(1, [d0, 10, 6], [32 * d0 // 8, 1024], [8 * il, 4, 2], il=il, sw=sw), (0, 0, 0), more='interleave'))
                l.append(J('load', P(1, [d0, 10, 6, 3], [32 * d0 // 8, 1024, 8192], [8 * il, 4, 2, 2], il=il, sw=sw), (0, 8, 1, 1), more='interleave'))
    return l


def store_jobs():
    l = []
    for dt, w in ((1, 20), (1, 17), (1, 18), (1, 24), (1, 28), (1, 31), (0, 33), (0, 40), (0, 1), (2, 5), (2, 10), (4, 3), (6, 20), (7, 10)):
        s = SIZE[dt]
        for c in ((16 // s, 5), (0, 0), (-(8 // s) if s < 8 else -1, -2), (32 // s, 2), (-1, 1), (3, 3)):
            l.append(J('store', P(dt, [w, 7], [64], [32 // s, 4]), c, more='store edge'))
    for sw in range(0, 7):
        for ib in (16, 32, 64, 128):
            l.append(J('store', P(1, [64, 24], [128], [ib // 2, 8], sw=sw), (0, 4), more='store swizzle'))
        l.append(J('store', P(1, [64, 24], [128], [8, 5], sw=sw), (8, 20), 128, more='store swizzle'))
    for es in ([1, 2], [2, 1], [2, 3], [1, 5]):
        l.append(J('store', P(1, [64, 24], [128], [32, 6], es=es), (0, 0), more='store stride'))
        l.append(J('store', P(1, [60, 22], [128], [32, 6], es=es), (40, 19), more='store stride'))
    l.append(J('store', P(2, [20], [], [16]), (12,), more='store 1d'))
    l.append(J('store', P(2, [18], [], [16]), (12,), more='store 1d'))
    l.append(J('store', P(2, [20], [], [16]), (40,), more='store 1d'))
    l.append(J('store', P(7, [10, 5, 3], [48, 240], [4, 4, 2]), (8, 3, 2), more='store 3d'))
    l.append(J('store', P(7, [10, 5, 3], [48, 240], [4, 4, 2]), (-1, -1, -1), more='store 3d'))
    return l


def im2col_jobs():
    l = []

    def I(dim, lower, upper, cpp, ppc, es=None, sw=0, oob=0, dt=1):
        s = SIZE[dt]
        st, x = [], dim[0] * s
        for d in dim[1:]:
            st.append(x)
            x *= d
        return dict(f='im2col', dt=dt, rank=len(dim), dim=dim, stride=st, lower=lower, upper=upper, cpp=cpp, ppc=ppc, es=es or [1] * len(dim), il=0, sw=sw, l2=0, oob=oob)
    a = I([8, 4, 4, 2], [-1, -1], [-1, -1], 8, 16)
    for c in ((0, -1, -1, 0), (0, 0, 0, 0), (0, 2, -1, 0), (0, -1, 2, 1), (0, 1, 1, 1)):
        for o in ((0, 0, 0), (1, 1, 0), (2, 0, 0), (0, 2, 0)):
            l.append(J('im2col', a, c, 0, o))
    b = I([16, 9, 7, 3], [-1, -2], [0, -1], 8, 64)
    for c in ((0, -1, -2, 0), (8, 0, 3, 1), (0, 5, 5, 2)):
        for o in ((0, 0, 0), (1, 2, 0)):
            l.append(J('im2col', b, c, 0, o))
    for es in ([1, 2, 2, 1], [1, 3, 1, 1], [1, 1, 2, 1], [2, 1, 1, 1]):
        for c in ((0, -1, -2, 0), (0, 1, 2, 1)):
            l.append(J('im2col', I([16, 9, 7, 3], [-1, -2], [0, -1], 8, 48, es=es), c, 0, (1, 0, 0)))
    for c in ((0, -1, 0), (0, 3, 1)):
        for o in ((0, 0, 0), (2, 0, 0)):
            l.append(J('im2col', I([32, 11, 4], [-1], [-2], 32, 40, sw=2), c, 0, o))
            l.append(J('im2col', I([24, 11, 4], [-1], [1], 32, 20), c, 0, o))
    for c in ((0, 0, 0, 0, 0), (0, -1, -1, -1, 0), (0, 2, 3, 1, 1)):
        for o in ((0, 0, 0), (1, 1, 1), (0, 1, 2)):
            l.append(J('im2col', I([8, 5, 4, 3, 2], [-1, -1, -1], [-1, -1, -1], 8, 96), c, 0, o))
    l.append(J('im2col', I([8, 4, 4, 2], [-1, -1], [-1, -1], 8, 16, oob=1, dt=6), (0, -1, -1, 0)))
    l.append(J('im2col', I([8, 4, 4, 2], [0, 0], [-2, -2], 8, 40), (0, 3, 3, 0), 0, (2, 2, 0), more='start outside the window'))
    return l


def case_job(cu, out, d, only=None, edit=None, tag=''):
    """a folder of cases: all expected buffers, in full"""
    j = json.load(open(f'{d}/case.json'))
    t = open(f'{d}/kernel.ptx').read()
    if edit:
        t = edit(t)
    mod = cu.load(t)
    if isinstance(mod, str):
        raise RuntimeError(mod)
    addr = {}
    for b in j['buffers']:
        addr[b['name']] = cu.buf(b['name'], (b['bytes'] + 511) & ~255)
        data = bytes(b['bytes']) if b['init'] == 'zero' else open(f"{d}/{b['init']}", 'rb').read()
        cu.put(addr[b['name']], data)
    for l in j['launches']:
        if only and l['kernel'] != only:
            continue
        args = [struct.pack('<Q', addr[a['buf']] + a['offset']) if 'buf' in a else bytes.fromhex(a['hex']) for a in l['args']]
        cu.launch(mod, l['kernel'], l['grid'][0], l['block'][0], args, l['dynamic_shared'])
    for b in j['buffers']:
        if 'expect' in b or b['name'].startswith('m') and d.split('/')[-1].startswith('tma'):
            out.rec({'form': f"case {j['name']}{tag}", 'kind': 'case', 'case': j['name'], 'buffer': b['name'], 'only': only, 'tag': tag}, cu.get(addr[b['name']], b['bytes']))
    cu.unload(mod)


def keep_copy(i):
    """leave only the i-th tensor load of a kernel that makes n of them, and expect its part of the bytes"""
    def f(t):
        parts = re.split(r'(?=\.visible \.entry)', t)
        for x in range(1, len(parts)):
            ls = parts[x].split('\n')
            at = [n for n, s in enumerate(ls) if 'cp.async.bulk.tensor' in s]
            for k, n in enumerate(at):
                if k != i:
                    ls[n] = ''
            parts[x] = '\n'.join(ls)
            parts[x] = re.sub(r'(expect_tx\S* _, \[%r6\], )(\d+)', lambda m: m[1] + str(int(m[2]) // len(at)), parts[x])
        return ''.join(parts)
    return f


def case_jobs():
    l = []
    for c in ('card_satfinite', 'mma_int_overflow', 'model_specials', 'hw_rtx4090', 'mma_f64_m8n8k4', 'hw_ada_e4m3', 'hw_ada_e5m2', 'tma_store'):
        l.append((c, lambda cu, out, c=c: case_job(cu, out, f'{HERE}/cases/{c}')))
    for k in range(3):
        for i in range(3):
            if (k, i) != (2, 2):
                l.append((f'tma_oob k{k} copy {i}', lambda cu, out, k=k, i=i: case_job(cu, out, f'{HERE}/cases/tma_oob', f'k{k}', keep_copy(i), f' k{k} copy {i}')))
    return l


GROUPS = {'tmap': tmap_jobs, 'tma_im2col': im2col_jobs, 'cases': case_jobs}
for _i in range(4):      # in parts, since a copy that is refused costs its process
    GROUPS[f'tma_load{_i}'] = lambda i=_i: load_jobs()[i::4]
for _i in range(2):
    GROUPS[f'tma_store{_i}'] = lambda i=_i: store_jobs()[i::2]


def all_ptx():
    for r in range(1, 6):
        yield f'load{r}', copy_ptx('load', r)
        yield f'store{r}', copy_ptx('store', r)
        if r > 2:
            yield f'im2col{r}', copy_ptx('im2col', r)
    for k in range(3):
        yield f'oob{k}', keep_copy(k)(open(f'{HERE}/cases/tma_oob/kernel.ptx').read())
