"""Jobs whose inputs are plain words: moves (ldmatrix ...), layouts of wmma fragments, wgmma descriptors."""
import gen as G
from forms import HEAD, Form, regty, lst, epr, wbytes, wm_regs


class Raw(Form):
    kind, lanes, word = 'raw', 32, 4

    def __init__(s, id, inst, ptx, inwords, outbytes, fams, fn, seed=1, extra=None, block=32, word=4):
        s.id, s.inst, s.ptx, s.inwords, s.outbytes, s.fams, s.fn, s.seed, s.extra, s.word = id, inst, ptx, inwords, outbytes, fams, fn, seed, extra or {}, word
        s.block = block

    def header(s):
        return {'form': s.id, 'inst': s.inst, 'kind': 'raw', **s.extra}

    def pack(s, tile, fam):
        return s.fn(s, tile, fam)


def entry(block, inb, outb):
    o = HEAD + f'.visible .entry k(.param .u64 pin, .param .u64 pout)\n.reqntid {block}, 1, 1\n{{\n'
    o += '\t.reg .b32 %t<16>;\n\t.reg .b64 %q<12>;\n\t.reg .pred %pp;\n'
    b = '\tld.param.u64 %q0, [pin];\n\tcvta.to.global.u64 %q0, %q0;\n\tld.param.u64 %q1, [pout];\n\tcvta.to.global.u64 %q1, %q1;\n'
    b += f'\tmov.u32 %t0, %tid.x;\n\tmov.u32 %t1, %ctaid.x;\n\tmul.wide.u32 %q2, %t1, {inb};\n\tadd.s64 %q0, %q0, %q2;\n'
    b += f'\tmul.wide.u32 %q2, %t1, {outb};\n\tadd.s64 %q1, %q1, %q2;\n\tmul.wide.u32 %q3, %t0, 4;\n'
    return o, b


SM = 512          # words of the shared image


def addrs(s, tile, n):
    """tile 0: rows in order; 1: rows anywhere, may overlap; 2: as 1, lanes that are not used have an address far outside"""
    b = G.base(s.seed, tile, 1)
    r = []
    for l in range(32):
        if tile == 0:
            a = l * 16
        else:
            a = G.hash2(b, 0, l) % (SM // 4) * 16
        if tile == 2 and l >= 8 * n:
            a = 0x00fffff1
        r.append(a)
    return r


def moves(T=2):
    out = []
    for tr in ('', '.trans'):
        for n in (1, 2, 4):
            inst = f'ldmatrix.sync.aligned.m8n8.x{n}{tr}.shared.b16'
            h, b = entry(32, (SM + 32) * 4, n * 128)
            p = h + f'\t.reg .b32 %r<4>;\n\t.shared .align 128 .b8 sm[{SM * 4}];\n' + b
            p += '\tadd.s64 %q0, %q0, %q3;\n\tadd.s64 %q1, %q1, %q3;\n\tmov.u32 %t2, sm;\n\tshl.b32 %t3, %t0, 2;\n\tadd.u32 %t3, %t3, %t2;\n'
            for i in range(0, SM, 32):
                p += f'\tld.global.b32 %t4, [%q0+{i * 4}];\n\tst.shared.b32 [%t3+{i * 4}], %t4;\n'
            p += f'\tld.global.b32 %t5, [%q0+{SM * 4}];\n\tadd.u32 %t5, %t5, %t2;\n\tbar.sync 0;\n\t{inst} {lst("r", n)}, [%t5];\n'
            for i in range(n):
                p += f'\tst.global.b32 [%q1+{i * 128}], %r{i};\n'
            p += '\tret;\n}\n'

            def fn(s, tile, fam, n=n):
                bb = G.base(s.seed, tile, 0)
                return [G.hash2(bb, 0, i) for i in range(SM)] + addrs(s, tile, n)
            out.append(Raw(inst, inst, p, SM + 32, n * 128, [('hash', T)], fn, extra={'lanes': 32, 'dregs': n}))
            inst = f'stmatrix.sync.aligned.m8n8.x{n}{tr}.shared.b16'
            h, b = entry(32, (n + 32 // 32) * 128, SM * 4)
            p = h + f'\t.reg .b32 %r<4>;\n\t.shared .align 128 .b8 sm[{SM * 4}];\n' + b
            p += '\tadd.s64 %q0, %q0, %q3;\n\tadd.s64 %q1, %q1, %q3;\n\tmov.u32 %t2, sm;\n\tshl.b32 %t3, %t0, 2;\n\tadd.u32 %t3, %t3, %t2;\n\tmov.u32 %t4, 0;\n'
            for i in range(0, SM, 32):
                p += f'\tst.shared.b32 [%t3+{i * 4}], %t4;\n'
            for i in range(n):
                p += f'\tld.global.b32 %r{i}, [%q0+{i * 128}];\n'
            p += f'\tld.global.b32 %t5, [%q0+{n * 128}];\n\tadd.u32 %t5, %t5, %t2;\n\tbar.sync 0;\n\t{inst} [%t5], {lst("r", n)};\n\tbar.sync 0;\n'
            for i in range(0, SM, 32):
                p += f'\tld.shared.b32 %t4, [%t3+{i * 4}];\n\tst.global.b32 [%q1+{i * 4}], %t4;\n'
            p += '\tret;\n}\n'

            def fn2(s, tile, fam, n=n):
                bb = G.base(s.seed, tile, 0)
                return [G.hash2(bb, r, l) | 1 for r in range(n) for l in range(32)] + addrs(s, tile, n)
            out.append(Raw(inst, inst, p, n * 32 + 32, SM * 4, [('hash', T)], fn2, extra={'image_words': SM}))
    inst = 'movmatrix.sync.aligned.m8n8.trans.b16'
    h, b = entry(32, 128, 128)
    p = h + b + f'\tadd.s64 %q0, %q0, %q3;\n\tadd.s64 %q1, %q1, %q3;\n\tld.global.b32 %t4, [%q0];\n\t{inst} %t5, %t4;\n\tst.global.b32 [%q1], %t5;\n\tret;\n}}\n'
    out.append(Raw(inst, inst, p, 32, 128, [('hash', 2)], lambda s, tile, fam: [G.hash2(G.base(s.seed, tile, 0), 0, l) for l in range(32)],
                   extra={'lanes': 32, 'dregs': 1}))
    return out


def wmma_frags():
    """wmma.load of a matrix whose element n holds bits n >> (tile*width); wmma.store of registers whose element (lane, r, e) holds the
    same of (r*32 + lane)*E + e"""
    out = []
    L = []
    for M, N in ((16, 16), (8, 32), (32, 8)):
        L += [(M, N, 16, t) for t in ('f16', 'bf16', 's8')]
    L += [(16, 16, 8, 'tf32'), (8, 8, 32, 's4'), (8, 8, 128, 'b1'), (8, 8, 4, 'f64')]
    done = set()
    for M, N, K, t in L:
        w = {'b1': 1}.get(t) or G.width(t)
        E = max(1, 32 // w)
        shp = f'm{M}n{N}k{K}'
        accs = {'f16': ('f32', 'f16'), 'bf16': ('f32',), 'tf32': ('f32',), 'f64': ('f64',)}.get(t, ('s32',))
        for mat in 'abc':
            for lay in ('row', 'col'):
                if t in ('s4', 'b1') and (mat, lay) in (('a', 'col'), ('b', 'row')):
                    continue
                for ty in (accs if mat == 'c' else (t,)):
                    if (shp, mat, lay, ty) in done:
                        continue
                    done.add((shp, mat, lay, ty))
                    wt = {'b1': 1, 's32': 32}.get(ty) or G.width(ty)
                    n = {'a': M * K, 'b': N * K, 'c': M * N}[mat]
                    nr = wm_regs(M, N, K // 32 if t == 'b1' else K, 'w32' if ty == 'b1' else ty, 'abc'.index(mat))
                    wb = 8 if ty == 'f64' else 4
                    inst = f'wmma.load.{mat}.sync.aligned.{lay}.{shp}.global.{ty}'
                    iw = n * wt // 8 // wb
                    h, b = entry(32, iw * wb, nr * 32 * wb)
                    p = h + f'\t.reg .{regty(ty)} %r<{nr}>;\n' + b + (f'\tadd.s64 %q3, %q3, %q3;\n' if wb == 8 else '')
                    p += f'\tadd.s64 %q1, %q1, %q3;\n\t{inst} {lst("r", nr)}, [%q0];\n'
                    for i in range(nr):
                        p += f'\tst.global.{regty(ty)} [%q1+{i * 32 * wb}], %r{i};\n'
                    p += '\tret;\n}\n'
                    tiles = -(-(n - 1).bit_length() // wt) if wt < 16 else 1

                    def fn(s, tile, fam, n=n, wt=wt, wb=wb, iw=iw):
                        wd = [0] * iw
                        for x in range(n):
                            bit = x * wt
                            wd[bit // (wb * 8)] |= (x >> tile * wt & (1 << wt) - 1) << bit % (wb * 8)
                        return wd
                    out.append(Raw(inst, inst, p, iw, nr * 32 * wb, [('index', tiles)], fn, extra={'lanes': 32, 'dregs': nr}, word=wb))
                    if mat == 'c':
                        inst2 = f'wmma.store.d.sync.aligned.{lay}.{shp}.global.{ty}'
                        h, b = entry(32, nr * 32 * wb, n * wt // 8)
                        p = h + f'\t.reg .{regty(ty)} %r<{nr}>;\n' + b + (f'\tadd.s64 %q3, %q3, %q3;\n' if wb == 8 else '')
                        p += '\tadd.s64 %q0, %q0, %q3;\n'
                        for i in range(nr):
                            p += f'\tld.global.{regty(ty)} %r{i}, [%q0+{i * 32 * wb}];\n'
                        p += f'\t{inst2} [%q1], {lst("r", nr)};\n\tret;\n}}\n'

                        def fn3(s, tile, fam, nr=nr, wt=wt):
                            if wt == 16:
                                return [x * 2 | (x * 2 + 1) << 16 for x in range(nr * 32)]
                            return list(range(nr * 32))
                        out.append(Raw(inst2, inst2, p, nr * 32, n * wt // 8, [('index', 1)], fn3, word=wb))
    return out


IMG = 32768


def wgmma_desc():
    """Shared memory holds at half n the number n (two passes: n & 2047, n >> 11, exact in f16). D of a product with a unit matrix
    then says which half every element of A (or B) was read from: out u16 [register][lane] = number of the half, lanes 128 (B: 32)."""
    out = []
    sets = {}
    for op in 'AB':
        for tr in (0, 1):
            l = []
            for sw in (0, 1, 2, 3):
                for lbo, sbo in ((128, 1024), (2048, 512)):
                    for st in (0, 32, 128, 640):
                        l.append((st, lbo, sbo, 0, sw))
                if sw and not tr:
                    for bo in range(1, 8):
                        for st in (0, bo * 128):
                            l.append((st, 128, 1024, bo, sw))
                if sw and tr:
                    for bo in (1, 4):
                        l.append((bo * 128, 2048, 1024, bo, sw))
            # 1024-byte aligned in the table above; further: reserved bits and large strides
            l.append((0, 16, 4096, 0, 0))
            l.append((0, 4096, 16, 0, 0))
            sets[op, tr] = l
    for (op, tr), l in sets.items():
        lanes = 128 if op == 'A' else 32
        inst = 'wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16'
        h, b = entry(128, 8, lanes * 16)
        p = h + f'\t.reg .f32 %d<8>;\n\t.reg .b32 %a<4>, %u<8>, %v<8>;\n\t.reg .b16 %h<4>;\n\t.shared .align 1024 .b8 sm[{IMG + 1024}];\n' + b
        p += '\tld.global.b64 %q4, [%q0];\n\tmov.u32 %t2, sm;\n\tand.b32 %t3, %t2, 0x3ffff;\n\tshr.u32 %t3, %t3, 4;\n\tcvt.u64.u32 %q5, %t3;\n\tadd.s64 %q4, %q4, %q5;\n'
        if op == 'A':      # B unit matrix at IMG: (k, n), K-major, LBO 128, SBO 256
            p += f'\tadd.u32 %t4, %t2, {IMG};\n\tshl.b32 %t5, %t0, 2;\n\tadd.u32 %t4, %t4, %t5;\n\tmov.u32 %t6, 0;\n\tst.shared.b32 [%t4], %t6;\n\tst.shared.b32 [%t4+512], %t6;\n'
            p += '\tbar.sync 0;\n\tsetp.lt.u32 %pp, %t0, 16;\n'
            # n = tid, k = tid: 16*(n%8) + 256*(n/8) + 128*(k/8) + 2*(k%8)
            p += f'\tand.b32 %t5, %t0, 7;\n\tmul.lo.u32 %t5, %t5, 18;\n\tshr.u32 %t6, %t0, 3;\n\tmul.lo.u32 %t6, %t6, 384;\n\tadd.u32 %t5, %t5, %t6;\n\tadd.u32 %t5, %t5, %t2;\n'
            p += f'\tmov.b16 %h0, 0x3c00;\n\t@%pp st.shared.b16 [%t5+{IMG}], %h0;\n'
            p += f'\tcvt.u64.u32 %q6, %t3;\n\tadd.s64 %q6, %q6, {IMG >> 4};\n\tor.b64 %q6, %q6, {8 << 16 | 16 << 32:#x};\n'
        else:              # A unit matrix: row r%16 == k; lane (g, t): reg r: row g+8(r&1), k 8(r>>1)+2t+e
            p += '\tand.b32 %t4, %t0, 31;\n\tshr.u32 %t5, %t4, 2;\n\tand.b32 %t4, %t4, 3;\n\tshl.b32 %t4, %t4, 1;\n'   # t5 = g, t4 = 2t
            p += '\tmov.u32 %a0, 0;\n\tmov.u32 %a1, 0;\n\tmov.u32 %a2, 0;\n\tmov.u32 %a3, 0;\n'
            p += '\tsetp.eq.u32 %pp, %t5, %t4;\n\tselp.b32 %a0, 0x3c00, 0, %pp;\n\tadd.u32 %t4, %t4, 1;\n\tsetp.eq.u32 %pp, %t5, %t4;\n\tselp.b32 %t6, 0x3c000000, 0, %pp;\n\tor.b32 %a0, %a0, %t6;\n\tmov.b32 %a3, %a0;\n'
        for ps in (0, 1):
            p += '\tbar.sync 0;\n\tmov.u32 %t4, %t0;\n'
            p += f'L{ps}:\n\tshl.b32 %t5, %t4, 1;\n\tadd.u32 %t6, %t5, 1;\n'
            p += ('\tand.b32 %t5, %t5, 2047;\n\tand.b32 %t6, %t6, 2047;\n' if ps == 0 else '\tshr.u32 %t5, %t5, 11;\n\tshr.u32 %t6, %t6, 11;\n')
            p += '\tcvt.rn.f16.u32 %h1, %t5;\n\tcvt.rn.f16.u32 %h2, %t6;\n\tmov.b32 %t7, {%h1, %h2};\n\tshl.b32 %t8, %t4, 2;\n\tadd.u32 %t8, %t8, %t2;\n\tst.shared.b32 [%t8], %t7;\n'
            p += f'\tadd.u32 %t4, %t4, 128;\n\tsetp.lt.u32 %pp, %t4, {IMG // 4};\n\t@%pp bra L{ps};\n'
            p += '\tfence.proxy.async.shared::cta;\n\tbar.sync 0;\n'
            for i in range(8):
                p += f'\tmov.f32 %d{i}, 0f00000000;\n'
            p += '\tsetp.ne.b32 %pp, %t2, %t2;\n\twgmma.fence.sync.aligned;\n'
            if op == 'A':
                p += f'\t{inst} {lst("d", 8)}, %q4, %q6, %pp, 1, 1, {tr}, 0;\n'
            else:
                p += f'\t{inst} {lst("d", 8)}, {lst("a", 4)}, %q4, %pp, 1, 1, {tr};\n'
            p += '\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n'
            for i in range(8):
                p += f'\tcvt.rzi.u32.f32 %{"uv"[ps]}{i}, %d{i};\n'
        p += f'\tsetp.lt.u32 %pp, %t0, {lanes};\n\tshl.b32 %t4, %t0, 1;\n\tcvt.u64.u32 %q7, %t4;\n\tadd.s64 %q1, %q1, %q7;\n'
        for i in range(8):
            p += f'\tmad.lo.u32 %u{i}, %v{i}, 2048, %u{i};\n\tcvt.u16.u32 %h0, %u{i};\n\t@%pp st.global.b16 [%q1+{i * lanes * 2}], %h0;\n'
        p += '\tret;\n}\n'

        def fn(s, tile, fam, l=l):
            st, lbo, sbo, bo, sw = l[tile]
            d = st >> 4 | lbo >> 4 << 16 | sbo >> 4 << 32 | bo << 49 | sw << 62
            return [d & G.M32, d >> 32]
        out.append(Raw(f'wgmma descriptor {op} trans{tr}', inst, p, 2, lanes * 16, [('desc', len(l))], fn,
                       extra={'lanes': lanes, 'dregs': 8, 'sets': l, 'set_fields': ['start', 'lbo', 'sbo', 'base_offset', 'swizzle']}, block=128))
    return out


def faults():
    """as moves, with a third tile whose unused lanes have addresses far outside; and rows that are not aligned to 16 bytes"""
    out = [f for f in moves(3) if '.x1' in f.inst or '.x2' in f.inst]
    for f in out:
        f.id += ' outside'
    for f in moves(1):
        if f.inst in ('ldmatrix.sync.aligned.m8n8.x4.shared.b16', 'stmatrix.sync.aligned.m8n8.x4.shared.b16'):
            g = f.fn
            f.id += ' misaligned'
            f.fn = lambda s, tile, fam, g=g: [x + (8 if i >= s.inwords - 32 else 0) for i, x in enumerate(g(s, tile, fam))]
            out.append(f)
    return out


FIELDS = [('global_address', 'b64', 0), ('rank', 'b32', 0)] + [(n, t, k) for n, t, k in (('box_dim', 'b32', 5), ('global_dim', 'b32', 5),
                                                                  ('global_stride', 'b64', 4), ('element_stride', 'b32', 5))]
IMMS = [('elemtype', range(16)), ('interleave_layout', range(3)), ('swizzle_mode', range(5)), ('fill_mode', range(2)), ('swizzle_atomicity', range(4))]
V32 = [0, 1, 2, 3, 4, 7, 8, 16, 0x55, 0xff, 0x100, 0x101, 0x12345, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]
V64 = [0, 1, 8, 16, 32, 48, 0x100, 0x12340, 0x123456780, 0xfffffffff0, 0x7fabcdef0120, 0x1000000000, 0xffffffffffffffff]


def tmap_replace():
    """tensormap.replace on 128 bytes of zeros, then of ones; out: the 128 bytes"""
    out = []

    def one(text, vals, extra):
        inst = f'tensormap.replace.tile.{text}'
        h, b = entry(32, 34 * 4, 128)
        p = h + '\t.shared .align 128 .b8 sm[128];\n' + b
        p += '\tadd.s64 %q4, %q0, %q3;\n\tadd.s64 %q1, %q1, %q3;\n\tmov.u32 %t2, sm;\n\tshl.b32 %t3, %t0, 2;\n\tadd.u32 %t3, %t3, %t2;\n'
        p += '\tld.global.b32 %t4, [%q4];\n\tst.shared.b32 [%t3], %t4;\n\tld.global.b64 %q5, [%q0+128];\n\tcvt.u32.u64 %t5, %q5;\n\tbar.sync 0;\n'
        p += f'\tsetp.ne.u32 %pp, %t0, 0;\n\t@%pp bra X;\n\t{inst};\nX:\n\tbar.sync 0;\n\tld.shared.b32 %t4, [%t3];\n\tst.global.b32 [%q1], %t4;\n\tret;\n}}\n'

        def fn(s, tile, fam):
            v = vals[tile // 2]
            return [0xffffffff if tile & 1 else 0] * 32 + [v & 0xffffffff, v >> 32]
        out.append(Raw(inst, inst, p, 34, 128, [('replace', 2 * len(vals))], fn, extra={'values': vals, **extra}))
    for n, t, k in FIELDS:
        for o in range(max(1, k)):
            one(f'{n}.shared::cta.b1024.{t} [%t2]{", %d" % o if k else ""}, {"%q5" if t == "b64" else "%t5"}', V64 if t == 'b64' else V32, {'field': n, 'ordinal': o})
    for n, vs in IMMS:
        for v in vs:
            one(f'{n}.shared::cta.b1024.b32 [%t2], {v}', [0], {'field': n, 'imm': v})
    return out
