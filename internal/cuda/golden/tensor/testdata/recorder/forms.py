"""The instructions: PTX module, how elements become registers (or shared memory, or memory), which families run."""
import gen as G
import layouts as L

HEAD = '.version 8.7\n.target sm_90a\n.address_size 64\n'
EPW = {'f16': 2, 'bf16': 2, 'e4m3': 4, 'e5m2': 4, 's8': 4, 'u8': 4, 's4': 8, 'u4': 8}
FLOATS = set(G.FT)


def epr(t):
    return EPW.get(t, 1)


def wbytes(t):
    return 8 if t == 'f64' else 4


def regty(t):
    return {'f32': 'f32', 'f64': 'f64'}.get(t, 'b32')


def lst(p, n):
    return '{' + ', '.join(f'%{p}{i}' for i in range(n)) + '}'


def a_pos(m, k, t, lane, r, e):
    E, g, q = epr(t), lane >> 2, lane & 3
    if m == 8:
        return g, r * 4 * E + q * E + e
    return g + 8 * (r & 1), (r >> 1) * 4 * E + q * E + e


def b_pos(t, lane, r, e):
    E = epr(t)
    return r * 4 * E + (lane & 3) * E + e, lane >> 2


def c_pos(t, lane, r, e):
    g, q = lane >> 2, lane & 3
    return (g + 8 * r, 2 * q + e) if t == 'f16' else (g + 8 * (r >> 1), 2 * q + (r & 1))


def regs_kernel(nin, tin, nd, td, body, lanes=32):
    """nin: [(prefix, count, type)] read from [tile][word][lane]; d written likewise. Word: 4 bytes, for f64 8."""
    w = max(wbytes(t) for _, _, t in nin)
    tot = sum(n for _, n, _ in nin)
    o = HEAD + '.visible .entry k(.param .u64 pin, .param .u64 pout)\n.reqntid %d, 1, 1\n{\n' % lanes
    o += '\t.reg .b32 %t<4>;\n\t.reg .b64 %q<8>;\n\t.reg .pred %pp;\n'
    for p, n, t in nin:
        o += f'\t.reg .{regty(t)} %{p}<{n}>;\n'
    o += f'\t.reg .{regty(td)} %d<{nd}>;\n'
    o += '\tld.param.u64 %q0, [pin];\n\tcvta.to.global.u64 %q0, %q0;\n\tld.param.u64 %q1, [pout];\n\tcvta.to.global.u64 %q1, %q1;\n'
    o += '\tmov.u32 %t0, %tid.x;\n\tmov.u32 %t1, %ctaid.x;\n'
    o += f'\tmul.wide.u32 %q2, %t1, {tot * lanes * w};\n\tadd.s64 %q0, %q0, %q2;\n\tmul.wide.u32 %q2, %t0, {w};\n\tadd.s64 %q0, %q0, %q2;\n'
    wd = wbytes(td)
    o += f'\tmul.wide.u32 %q3, %t1, {nd * lanes * wd};\n\tadd.s64 %q1, %q1, %q3;\n\tmul.wide.u32 %q3, %t0, {wd};\n\tadd.s64 %q1, %q1, %q3;\n'
    x = 0
    for p, n, t in nin:
        for i in range(n):
            o += f'\tld.global.{regty(t)} %{p}{i}, [%q0+{x}];\n'
            x += lanes * w
    o += body
    for i in range(nd):
        o += f'\tst.global.{regty(td)} [%q1+{i * lanes * wd}], %d{i};\n'
    return o + '\tret;\n}\n'


class Form:
    """pack(tile, fam) -> list of words of `word` bytes; outputs: dwords words of dword bytes for a tile"""
    lanes = 32

    def header(self):
        return {'form': self.id, 'inst': self.inst, 'kind': self.kind, 'm': self.M, 'n': self.N, 'k': self.K, 'a': self.at, 'b': self.bt,
                'c': self.ct, 'd': self.dt, 'dregs': self.nd, 'lanes': self.lanes, **self.extra}

    def el(self, fam, t, mat, tile, i, j):
        return G.element(fam, t, mat, self.bases[mat], tile, i, j, self.K, self.dt if t in FLOATS else None,
                         self.at if mat == 2 else (self.bt if mat == 0 else self.at))

    def setbase(self, tile):
        self.bases = [G.base(self.seed, tile, m) for m in range(4)]


def put(words, idx, sh, v):
    words[idx] |= v << sh


class Mma(Form):
    kind = 'mma'

    def __init__(s, inst, M, N, K, at, bt, ct, dt, fams, seed=1, word=''):
        s.inst, s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed, s.extra = inst, M, N, K, at, bt, ct, dt, fams, seed, {}
        s.id = inst
        s.na, s.nb = M * K // 32 // epr(at), N * K // 32 // epr(bt)
        s.nc, s.nd = [M * N // 32 // (2 if t == 'f16' else 1) for t in (ct, dt)]
        s.word = wbytes(at)
        s.ptx = regs_kernel([('a', s.na, at), ('b', s.nb, bt), ('c', s.nc, ct)], s.word, s.nd, dt,
                            f'\t{inst} {lst("d", s.nd)}, {lst("a", s.na)}, {lst("b", s.nb)}, {lst("c", s.nc)};\n')
        s.outbytes = s.nd * 32 * wbytes(dt)
        wa, wb, wc = G.width(at), G.width(bt), G.width(ct)
        s.pa = [(r * 32 + l, e * wa, *a_pos(M, K, at, l, r, e)) for r in range(s.na) for l in range(32) for e in range(epr(at))]
        o = s.na * 32
        s.pb = [(o + r * 32 + l, e * wb, *b_pos(bt, l, r, e)) for r in range(s.nb) for l in range(32) for e in range(epr(bt))]
        o += s.nb * 32
        s.pc = [(o + r * 32 + l, e * wc, *c_pos(ct, l, r, e)) for r in range(s.nc) for l in range(32) for e in range(epr(ct) if ct == 'f16' else 1)]
        s.inwords = o + s.nc * 32

    def pack(s, tile, fam):
        s.setbase(tile)
        w = [0] * s.inwords
        for i, sh, r, c in s.pa:
            w[i] |= s.el(fam, s.at, 0, tile, r, c) << sh
        for i, sh, r, c in s.pb:
            w[i] |= s.el(fam, s.bt, 1, tile, r, c) << sh
        for i, sh, r, c in s.pc:
            w[i] |= s.el(fam, s.ct, 2, tile, r, c) << sh
        return w


class Mma884(Form):
    """m8n8k4 f16: four products, product p of tile t has the elements of tile 4t + p"""
    kind = 'mma884'

    def __init__(s, la, lb, ct, dt, fams, seed=1):
        s.inst = s.id = f'mma.sync.aligned.m8n8k4.{la}.{lb}.{dt}.f16.f16.{ct}'
        s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed = 8, 8, 4, 'f16', 'f16', ct, dt, fams, seed
        s.la, s.lb, s.extra = la, lb, {'layout': la + '.' + lb}
        nc, s.nd = [4 if t == 'f16' else 8 for t in (ct, dt)]
        s.nc, s.word = nc, 4
        s.ptx = regs_kernel([('a', 2, 'f16'), ('b', 2, 'f16'), ('c', nc, ct)], 4, s.nd, dt,
                            f'\t{s.inst} {lst("d", s.nd)}, {lst("a", 2)}, {lst("b", 2)}, {lst("c", nc)};\n')
        s.outbytes, s.inwords = s.nd * 128, (4 + nc) * 32

    def pack(s, tile, fam):
        w = [0] * s.inwords
        for l in range(32):
            t4 = tile * 4 + L.qp(l)
            s.setbase(t4)
            for r in range(2):
                for e in range(2):
                    w[r * 32 + l] |= s.el(fam, 'f16', 0, t4, *L.a884(s.la, l, r, e)) << 16 * e
                    w[64 + r * 32 + l] |= s.el(fam, 'f16', 1, t4, *L.b884(s.lb, l, r, e)) << 16 * e
            for r in range(s.nc):
                for e in range(2 if s.ct == 'f16' else 1):
                    w[128 + r * 32 + l] |= s.el(fam, s.ct, 2, t4, *L.c884(s.ct, l, r, e)) << 16 * e
        return w


class Sp(Form):
    kind = 'mma.sp'

    def __init__(s, inst, K, at, bt, ct, dt, sel, fams, seed=1):
        s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed, s.sel = 16, 8, K, at, bt, ct, dt, fams, seed, sel
        s.inst, s.id, s.extra = inst, f'{inst} sel{sel}', {'selector': sel}
        s.na, s.nb = 16 * K // 64 // epr(at), 8 * K // 32 // epr(bt)
        s.nc = s.nd = 2 if dt == 'f16' else 4
        s.word = 4
        s.ptx = regs_kernel([('a', s.na, at), ('b', s.nb, bt), ('c', s.nc, ct), ('e', 1, 'b32')], 4, s.nd, dt,
                            f'\t{inst} {lst("d", s.nd)}, {lst("a", s.na)}, {lst("b", s.nb)}, {lst("c", s.nc)}, %e0, {sel};\n')
        s.outbytes = s.nd * 128
        s.inwords = (s.na + s.nb + s.nc + 1) * 32

    def pack(s, tile, fam):
        s.setbase(tile)
        any16 = fam.startswith('meta')
        fam = fam[4:] if any16 else fam
        w = [0] * s.inwords
        ch, kept, _ = L.sp_chunk(s.K, s.at)
        wa = G.width(s.at)
        for r in range(s.na):
            for l in range(32):
                for e in range(epr(s.at)):
                    row, p = a_pos(16, s.K // 2, s.at, l, r, e)
                    nib = G.nibble(s.bases[3], row, p // kept, s.at, any16)
                    col = L.sp_column(s.K, s.at, p // kept, p % kept, nib)
                    w[r * 32 + l] |= s.el(fam, s.at, 0, tile, row, col) << e * wa
        o, wb = s.na * 32, G.width(s.bt)
        for r in range(s.nb):
            for l in range(32):
                for e in range(epr(s.bt)):
                    w[o + r * 32 + l] |= s.el(fam, s.bt, 1, tile, *b_pos(s.bt, l, r, e)) << e * wb
        o += s.nb * 32
        for r in range(s.nc):
            for l in range(32):
                for e in range(2 if s.ct == 'f16' else 1):
                    w[o + r * 32 + l] |= s.el(fam, s.ct, 2, tile, *c_pos(s.ct, l, r, e)) << e * 16
        o += s.nc * 32
        meta_words(s, w, o, 32, 16, s.K, s.at, s.sel, any16)
        return w


def meta_words(s, w, o, lanes, rows, K, at, sel, any16):
    """bits that no row uses are a hash of lane and bit, so that a wrong reading shows"""
    ch = L.sp_chunk(K, at)[0]
    for l in range(lanes):
        w[o + l] = G.hash2(s.bases[3], 500, l)
    for row in range(rows):
        for c in range(K // ch):
            q, bit = L.sp_meta(K, at, row % 16, c, sel)
            l = row // 16 * 32 + (row % 8) * 4 + q
            w[o + l] = w[o + l] & ~(15 << bit) | G.nibble(s.bases[3], row, c, at, any16) << bit


class Wgmma(Form):
    """A in registers (rs) or through a descriptor (ss); shared matrices K-major without swizzle: LBO 128, SBO 128 * chunks"""
    kind, lanes, word = 'wgmma', 128, 4

    def __init__(s, inst, N, K, at, bt, dt, fams, rs=False, sparse=False, sel=0, tail='', scaled=1, seed=1):
        s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed = 64, N, K, at, bt, dt, dt, fams, seed
        s.rs, s.sparse, s.sel = rs, sparse, sel
        s.inst, s.id = inst, f'{inst} {"rs" if rs else "ss"}{" sel%d" % sel if sparse else ""} [{tail}] d{scaled}'
        s.extra = {'a_in': 'registers' if rs else 'shared', 'tail': tail, 'scale_d': scaled, **({'selector': sel} if sparse else {})}
        s.nd = N // 4 if dt == 'f16' else N // 2
        ka = K // 2 if sparse else K
        s.ka = ka
        s.na = 4
        abytes, s.bbytes = 64 * ka * G.width(at) // 8, N * K * G.width(bt) // 8
        s.ca, s.cb = ka * G.width(at) // 128, K * G.width(bt) // 128
        s.aw, s.bw = (512 if rs else abytes // 4), s.bbytes // 4
        s.inwords = s.aw + s.bw + s.nd * 128 + 128
        s.outbytes = s.nd * 512
        rt = regty(dt)
        o = HEAD + '.visible .entry k(.param .u64 pin, .param .u64 pout)\n.reqntid 128, 1, 1\n{\n'
        o += '\t.reg .b32 %t<8>;\n\t.reg .b64 %q<12>;\n\t.reg .pred %pp;\n\t.reg .b32 %a<4>;\n\t.reg .b32 %e<1>;\n'
        o += f'\t.reg .{rt} %d<{s.nd}>;\n\t.shared .align 1024 .b8 sb[{s.bbytes}];\n'
        if not rs:
            o += f'\t.shared .align 1024 .b8 sa[{abytes}];\n'
        o += '\tld.param.u64 %q0, [pin];\n\tcvta.to.global.u64 %q0, %q0;\n\tld.param.u64 %q1, [pout];\n\tcvta.to.global.u64 %q1, %q1;\n'
        o += '\tmov.u32 %t0, %tid.x;\n\tmov.u32 %t1, %ctaid.x;\n'
        o += f'\tmul.wide.u32 %q2, %t1, {s.inwords * 4};\n\tadd.s64 %q0, %q0, %q2;\n\tmul.wide.u32 %q3, %t0, 4;\n\tadd.s64 %q0, %q0, %q3;\n'
        o += f'\tmul.wide.u32 %q2, %t1, {s.outbytes};\n\tadd.s64 %q1, %q1, %q2;\n\tadd.s64 %q1, %q1, %q3;\n'
        x = 0
        if rs:
            for i in range(4):
                o += f'\tld.global.b32 %a{i}, [%q0+{x}];\n'
                x += 512
        else:
            o += '\tmov.u32 %t2, sa;\n\tshl.b32 %t3, %t0, 2;\n\tadd.u32 %t2, %t2, %t3;\n'
            for i in range(0, s.aw, 128):
                o += f'\tld.global.b32 %t4, [%q0+{x}];\n\tst.shared.b32 [%t2+{i * 4}], %t4;\n'
                x += 512
        o += '\tmov.u32 %t2, sb;\n\tshl.b32 %t3, %t0, 2;\n\tadd.u32 %t2, %t2, %t3;\n'
        o += f'\tsetp.lt.u32 %pp, %t0, {s.bw};\n'
        for i in range(0, s.bw, 128):
            p = '@%pp ' if s.bw < 128 else ''
            o += f'\t{p}ld.global.b32 %t4, [%q0+{x}];\n\t{p}st.shared.b32 [%t2+{i * 4}], %t4;\n'
            x += min(512, s.bw * 4)
        for i in range(s.nd):
            o += f'\tld.global.{rt} %d{i}, [%q0+{x}];\n'
            x += 512
        o += f'\tld.global.b32 %e0, [%q0+{x}];\n'
        o += '\tfence.proxy.async.shared::cta;\n\tbar.sync 0;\n'
        for nm, q, c in [('sb', 4, s.cb)] + ([] if rs else [('sa', 5, s.ca)]):
            o += f'\tmov.u32 %t2, {nm};\n\tand.b32 %t2, %t2, 0x3ffff;\n\tshr.u32 %t2, %t2, 4;\n\tcvt.u64.u32 %q{q}, %t2;\n'
            o += f'\tor.b64 %q{q}, %q{q}, {(128 >> 4) << 16 | (128 * c >> 4) << 32:#x};\n'
        o += f'\tmov.u32 %t5, {scaled};\n\tsetp.ne.b32 %pp, %t5, 0;\n\twgmma.fence.sync.aligned;\n'
        o += f'\t{inst} {lst("d", s.nd)}, {lst("a", 4) if rs else "%q5"}, %q4{", %%e0, %d" % sel if sparse else ""}, %pp{tail};\n'
        o += '\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n'
        for i in range(s.nd):
            o += f'\tst.global.{rt} [%q1+{i * 512}], %d{i};\n'
        s.ptx = o + '\tret;\n}\n'

    def pack(s, tile, fam):
        s.setbase(tile)
        any16 = fam.startswith('meta')
        fam = fam[4:] if any16 else fam
        w = [0] * s.inwords
        wa, wb = G.width(s.at), G.width(s.bt)
        kept = L.sp_chunk(s.K, s.at)[1] if s.sparse else 1

        def a(row, p):
            if not s.sparse:
                return s.el(fam, s.at, 0, tile, row, p)
            nib = G.nibble(s.bases[3], row, p // kept, s.at, any16)
            return s.el(fam, s.at, 0, tile, row, L.sp_column(s.K, s.at, p // kept, p % kept, nib))
        if s.rs:
            for r in range(4):
                for l in range(128):
                    for e in range(epr(s.at)):
                        row, p = a_pos(16, s.ka, s.at, l & 31, r, e)
                        w[r * 128 + l] |= a(row + 16 * (l >> 5), p) << e * wa
        else:
            for row in range(64):
                for p in range(s.ka):
                    o = L.wg_smem(row, p, wa, 'K', 0, 128, 128 * s.ca)
                    w[o >> 2] |= a(row, p) << 8 * (o & 3)
        for n in range(s.N):
            for k in range(s.K):
                o = L.wg_smem(n, k, wb, 'K', 0, 128, 128 * s.cb)
                w[s.aw + (o >> 2)] |= s.el(fam, s.bt, 1, tile, k, n) << 8 * (o & 3)
        o = s.aw + s.bw
        for r in range(s.nd):
            for l in range(128):
                for e in range(2 if s.dt == 'f16' else 1):
                    w[o + r * 128 + l] |= s.el(fam, s.dt, 2, tile, *L.wg_d(s.N, s.dt, l, r, e)) << 16 * e
        o += s.nd * 128
        if s.sparse:
            meta_words(s, w, o, 128, 64, s.K, s.at, s.sel, any16)
        return w


WMREG = {}


def wm_regs(M, N, K, t, mat):
    if t == 'f16' and mat < 2:
        return 8
    if t in ('f64', 's4', 'u4', 'w32') and mat < 2:
        return 1
    if mat < 2:
        return (M if mat == 0 else N) * K // 32 // epr(t)
    n = M * N // 32
    return n // 2 if t == 'f16' else n


class Wmma(Form):
    """through memory: A, B in the layouts of the instruction, C row-major, D row-major; wmma.load, wmma.mma, wmma.store"""
    kind = 'wmma'

    def __init__(s, op, M, N, K, la, lb, at, bt, ct, dt, types, fams, pt=None, seed=1):
        s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed, s.la, s.lb = M, N, K, at, bt, ct, dt, fams, seed, la, lb
        kk = K * 32 if at == 'w32' else K
        shp = f'm{M}n{N}k{kk}'
        s.inst = s.id = f'{op}.sync.aligned.{la}.{lb}.{shp}.{types}'
        s.extra = {'layout': la + '.' + lb}
        s.word = wbytes(at)
        na, nb, nc, s.nd = wm_regs(M, N, K, at, 0), wm_regs(M, N, K, bt, 1), wm_regs(M, N, K, ct, 2), wm_regs(M, N, K, dt, 2)
        bits = lambda t: G.width(t)
        s.ab, s.bb, s.cb = M * K * bits(at) // 8, N * K * bits(bt) // 8, M * N * bits(ct) // 8
        s.inwords = (s.ab + s.bb + s.cb) // s.word
        s.outbytes = M * N * bits(dt) // 8
        pa = {'w32': 'b1'}.get(at, at)
        pb = {'w32': 'b1'}.get(bt, bt)
        o = HEAD + '.visible .entry k(.param .u64 pin, .param .u64 pout)\n.reqntid 32, 1, 1\n{\n'
        o += '\t.reg .b32 %t<4>;\n\t.reg .b64 %q<8>;\n'
        for p, n, t in (('a', na, at), ('b', nb, bt), ('c', nc, ct), ('d', s.nd, dt)):
            o += f'\t.reg .{regty(t)} %{p}<{n}>;\n'
        o += '\tld.param.u64 %q0, [pin];\n\tcvta.to.global.u64 %q0, %q0;\n\tld.param.u64 %q1, [pout];\n\tcvta.to.global.u64 %q1, %q1;\n'
        o += f'\tmov.u32 %t1, %ctaid.x;\n\tmul.wide.u32 %q2, %t1, {s.inwords * s.word};\n\tadd.s64 %q0, %q0, %q2;\n'
        o += f'\tmul.wide.u32 %q2, %t1, {s.outbytes};\n\tadd.s64 %q1, %q1, %q2;\n'
        o += f'\tadd.s64 %q3, %q0, {s.ab};\n\tadd.s64 %q4, %q0, {s.ab + s.bb};\n'
        o += f'\twmma.load.a.sync.aligned.{la}.{shp}.global.{pa} {lst("a", na)}, [%q0];\n'
        o += f'\twmma.load.b.sync.aligned.{lb}.{shp}.global.{pb} {lst("b", nb)}, [%q3];\n'
        o += f'\twmma.load.c.sync.aligned.row.{shp}.global.{ct} {lst("c", nc)}, [%q4];\n'
        o += f'\t{s.inst} {lst("d", s.nd)}, {lst("a", na)}, {lst("b", nb)}, {lst("c", nc)};\n'
        o += f'\twmma.store.d.sync.aligned.row.{shp}.global.{dt} [%q1], {lst("d", s.nd)};\n\tret;\n}}\n'
        s.ptx = o

    def header(s):
        h = Form.header(s)
        h['lanes'], h['dregs'] = 1, s.M * s.N
        return h

    def pack(s, tile, fam):
        s.setbase(tile)
        w = [0] * s.inwords
        wb8 = s.word * 8

        def place(bitbase, idx, width, v):
            x = bitbase + idx * width
            w[x // wb8] |= v << x % wb8
        for i in range(s.M):
            for k in range(s.K):
                place(0, i * s.K + k if s.la == 'row' else k * s.M + i, G.width(s.at), s.el(fam, s.at, 0, tile, i, k))
        for k in range(s.K):
            for j in range(s.N):
                place(s.ab * 8, k * s.N + j if s.lb == 'row' else j * s.K + k, G.width(s.bt), s.el(fam, s.bt, 1, tile, k, j))
        for i in range(s.M):
            for j in range(s.N):
                place((s.ab + s.bb) * 8, i * s.N + j, G.width(s.ct), s.el(fam, s.ct, 2, tile, i, j))
        return w


class WmmaRaw(Form):
    """wmma.mma on registers whose element e of register r of a lane is A[lane][r*E+e], B[r*E+e][lane], C[lane][r*E+e] of the family:
    the meaning of the registers is what group wmma_frags says"""
    kind, word = 'wmma_raw', 4

    def __init__(s, M, N, K, la, lb, at, ct, types, fams, seed=1):
        s.M, s.N, s.K, s.at, s.bt, s.ct, s.dt, s.fams, s.seed = M, N, K, at, at, ct, ct, fams, seed
        s.inst = f'wmma.mma.sync.aligned.{la}.{lb}.m{M}n{N}k{K}.{types}'
        s.id = s.inst + ' registers'
        s.n = [wm_regs(M, N, K, t, m) for m, t in enumerate((at, at, ct))]
        s.nd = s.n[2]
        s.extra = {'layout': la + '.' + lb, 'regs': s.n}
        s.inwords, s.outbytes = sum(s.n) * 32, s.nd * 128
        s.ptx = regs_kernel([('a', s.n[0], at), ('b', s.n[1], at), ('c', s.n[2], ct)], 4, s.nd, ct,
                            f'\t{s.inst} {lst("d", s.nd)}, {lst("a", s.n[0])}, {lst("b", s.n[1])}, {lst("c", s.n[2])};\n')

    def pack(s, tile, fam):
        s.setbase(tile)
        w = []
        for m, t in enumerate((s.at, s.bt, s.ct)):
            E, wd = (epr(t) if m < 2 or t == 'f16' else 1), G.width(t)
            for r in range(s.n[m]):
                for l in range(32):
                    v = 0
                    for e in range(E):
                        x = r * E + e
                        v |= (s.el(fam, t, m, tile, x, l) if m == 1 else s.el(fam, t, m, tile, l, x)) << e * wd
                    w.append(v)
        return w


def T(names, n):
    return [(f, n) for f in names]


ALL = ['mid', 'wide', 'full', 'sub', 'tiny', 'spec', 'zero', 'cancel', 'align', 'tie', 'big', 'floor']
LITE = [('mid', 1), ('cancel', 1), ('spec', 1)]


def full(n=4):
    return [(f, 5 if f in ('cancel', 'align') else n) for f in ALL]


INTF = [('bits', 2)]
SATF = [('bits', 1), ('sat', 10)]


def groups():
    g = {}

    def add(name, f):
        g.setdefault(name, []).append(f)
    # ---- dense mma
    for K in (8, 16):
        for d, c in (('f32', 'f32'), ('f16', 'f16'), ('f32', 'f16'), ('f16', 'f32')):
            add('mma_f16', Mma(f'mma.sync.aligned.m16n8k{K}.row.col.{d}.f16.f16.{c}', 16, 8, K, 'f16', 'f16', c, d, full(8) if c == d else LITE))
        add('mma_b', Mma(f'mma.sync.aligned.m16n8k{K}.row.col.f32.bf16.bf16.f32', 16, 8, K, 'bf16', 'bf16', 'f32', 'f32', full(8)))
        add('mma_b', Mma(f'mma.sync.aligned.m16n8k{K // 2}.row.col.f32.tf32.tf32.f32', 16, 8, K // 2, 'tf32', 'tf32', 'f32', 'f32', full(8)))
    P8 = [('e4m3', 'e4m3'), ('e5m2', 'e5m2'), ('e4m3', 'e5m2'), ('e5m2', 'e4m3')]
    for d in ('f32', 'f16'):
        for K in (32, 16):
            for a, b in P8:
                add('mma_fp8_' + d, Mma(f'mma.sync.aligned.m16n8k{K}.row.col.{d}.{a}.{b}.{d}', 16, 8, K, a, b, d, d, full(3) if a == b else LITE))
    F64F = T(['mid', 'wide', 'full', 'sub', 'tiny', 'spec', 'zero', 'cancel', 'align', 'big', 'floor'], 1)
    for M, K in ((8, 4), (16, 4), (16, 8), (16, 16)):
        for r in ('.rn', '.rz', '.rm', '.rp', ''):
            add('mma_f64', Mma(f'mma.sync.aligned.m{M}n8k{K}.row.col.f64.f64.f64.f64{r}', M, 8, K, 'f64', 'f64', 'f64', 'f64',
                               [(f, 2 if f in ('spec', 'zero') else n) for f, n in F64F] if r else LITE))
    for sat in ('', 'satfinite.'):
        for M, K, ts in ((8, 16, ('s8', 'u8')), (16, 16, ('s8', 'u8')), (16, 32, ('s8', 'u8')), (8, 32, ('s4', 'u4')), (16, 32, ('s4', 'u4')),
                         (16, 64, ('s4', 'u4'))):
            for a in ts:
                for b in ts:
                    add('mma_int', Mma(f'mma.sync.aligned.m{M}n8k{K}.row.col.{sat}s32.{a}.{b}.s32', M, 8, K, a, b, 's32', 's32', SATF if sat else INTF))
    for op in ('xor', 'and'):
        for M, K in ((8, 128), (16, 128), (16, 256)):
            add('mma_int', Mma(f'mma.sync.aligned.m{M}n8k{K}.row.col.s32.b1.b1.s32.{op}.popc', M, 8, K // 32, 'w32', 'w32', 's32', 's32', INTF))
    for la in ('row', 'col'):
        for lb in ('col', 'row'):
            for d, c in (('f32', 'f32'), ('f16', 'f16'), ('f32', 'f16')):
                add('mma_884', Mma884(la, lb, c, d, full(2) if (la, lb) == ('row', 'col') else LITE))
    # ---- sparse mma
    for sp in ('mma.sp::ordered_metadata', 'mma.sp'):
        o = sp != 'mma.sp'
        for K in (16, 32):
            for t, d in (('f16', 'f32'), ('f16', 'f16'), ('bf16', 'f32')):
                for sel in range(64 // K):
                    f = full(2) if o and sel == 0 else LITE[:2] if o else [('mid', 1), ('metamid', 1)]
                    add('sp_f16', Sp(f'{sp}.sync.aligned.m16n8k{K}.row.col.{d}.{t}.{t}.{d}', K, t, t, d, d, sel, f))
        for K in (8, 16):
            for sel in range(32 // K):
                f = full(2) if o and sel == 0 else LITE[:2] if o else [('mid', 1), ('metamid', 1)]
                add('sp_f16', Sp(f'{sp}.sync.aligned.m16n8k{K}.row.col.f32.tf32.tf32.f32', K, 'tf32', 'tf32', 'f32', 'f32', sel, f))
        for d in ('f32', 'f16'):
            for a, b in P8:
                f = full(2) if o and a == b else LITE[:2] if o else [('mid', 1), ('metamid', 1)]
                add('sp_fp8', Sp(f'{sp}.sync.aligned.m16n8k64.row.col.{d}.{a}.{b}.{d}', 64, a, b, d, d, 0, f))
        for sat in ('', 'satfinite.'):
            for K, ts, sels in ((32, ('s8', 'u8'), 2), (64, ('s8', 'u8'), 1), (64, ('s4', 'u4'), 2), (128, ('s4', 'u4'), 1)):
                for a in ts:
                    for b in ts:
                        for sel in range(sels if a == b else 1):
                            f = ([('bits', 1), ('sat', 10)] if sat and sel == 0 else [('bits', 1)] + ([] if o or sat else [('metabits', 1)]))
                            if not o and sat:
                                f = [('sat', 10)] if a == b and sel == 0 else [('bits', 1)]
                            add('sp_int', Sp(f'{sp}.sync.aligned.m16n8k{K}.row.col.{sat}s32.{a}.{b}.s32', K, a, b, 's32', 's32', sel, f))
    # ---- wgmma
    WF = [(f, 2 if f in ('cancel', 'align') else 1) for f in ALL]
    for sp, sx in (('', 1), ('.sp', 2)):
        S = bool(sp)
        for t, ds, K in (('f16', ('f32', 'f16'), 16), ('bf16', ('f32',), 16), ('tf32', ('f32',), 8)):
            for d in ds:
                for rs in (False, True):
                    tr = ('' if t == 'tf32' else ', 0' if rs else ', 0, 0')
                    i = f'wgmma.mma_async{sp}.sync.aligned.m64n8k{K * sx}.{d}.{t}.{t}'
                    add('wgmma_f' + sp, Wgmma(i, 8, K * sx, t, t, d, WF if not rs else [('cancel', 1), ('spec', 1)], rs, S, 0, ', 1, 1' + tr))
                    if not rs:
                        add('wgmma_f' + sp, Wgmma(i, 8, K * sx, t, t, d, [('mid', 1), ('spec', 1), ('zero', 1)], rs, S, 0, ', -1, 1' + tr))
                        add('wgmma_f' + sp, Wgmma(i, 8, K * sx, t, t, d, [('mid', 1), ('spec', 1), ('zero', 1)], rs, S, 0, ', 1, -1' + tr, 0))
                    if S:
                        for sel in range(1, 4 // (K * sx // 16) if t == 'f16' or t == 'bf16' else 4 // (K * sx // 8)):
                            add('wgmma_f' + sp, Wgmma(i, 8, K * sx, t, t, d, [('mid', 1)], rs, S, sel, ', 1, 1' + tr))
        for d in ('f32', 'f16'):
            for a, b in P8:
                i = f'wgmma.mma_async{sp}.sync.aligned.m64n8k{32 * sx}.{d}.{a}.{b}'
                add('wgmma_fp8' + sp, Wgmma(i, 8, 32 * sx, a, b, d, WF if a == b else [('mid', 1), ('cancel', 1)], False, S, 0, ', 1, 1'))
                if a == b:
                    add('wgmma_fp8' + sp, Wgmma(i, 8, 32 * sx, a, b, d, [('cancel', 1), ('spec', 1)], True, S, 0, ', 1, 1'))
                    add('wgmma_fp8' + sp, Wgmma(i, 8, 32 * sx, a, b, d, [('mid', 1), ('zero', 1)], False, S, 0, ', -1, 1', 0))
        for sat in ('', 'satfinite.'):
            for a in ('s8', 'u8'):
                for b in ('s8', 'u8'):
                    i = f'wgmma.mma_async{sp}.sync.aligned.m64n8k{32 * sx}.{sat}s32.{a}.{b}'
                    add('wgmma_int', Wgmma(i, 8, 32 * sx, a, b, 's32', [('bits', 1), ('sat', 10)] if sat and (a, b) in (('s8', 's8'), ('u8', 'u8')) else [('bits', 1)], False, S))
                    add('wgmma_int', Wgmma(i, 8, 32 * sx, a, b, 's32', [('bits', 1)], True, S))
    for rs in (False, True):
        add('wgmma_int', Wgmma('wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc', 8, 8, 'w32', 'w32', 's32', [('bits', 1)], rs))
    add('wgmma_f', Wgmma('wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16', 256, 16, 'f16', 'f16', 'f32', [('cancel', 1)], False, tail=', 1, 1, 0, 0'))
    add('wgmma_f', Wgmma('wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16', 64, 16, 'f16', 'f16', 'f16', [('cancel', 1)], False, tail=', 1, 1, 0, 0'))
    # ---- wmma
    for M, N in ((16, 16), (8, 32), (32, 8)):
        for la in ('row', 'col'):
            for lb in ('col', 'row'):
                main = (la, lb) == ('row', 'col')
                for d, c in (('f32', 'f32'), ('f16', 'f16'), ('f32', 'f16'), ('f16', 'f32')):
                    add('wmma_f', Wmma('wmma.mma', M, N, 16, la, lb, 'f16', 'f16', c, d, f'{d}.{c}',
                                       [(f, 1) for f in ALL] if main and M == 16 else [('cancel', 1), ('spec', 1)] if main else [('mid', 1)]))
                add('wmma_f', Wmma('wmma.mma', M, N, 16, la, lb, 'bf16', 'bf16', 'f32', 'f32', 'f32.bf16.bf16.f32',
                                   [(f, 1) for f in ALL] if main and M == 16 else [('cancel', 1)]))
                if M == 16:
                    add('wmma_f', Wmma('wmma.mma', 16, 16, 8, la, lb, 'tf32', 'tf32', 'f32', 'f32', 'f32.tf32.tf32.f32',
                                       [(f, 1) for f in ALL] if main else [('cancel', 1)]))
                for t in ('s8', 'u8'):
                    for sat in ('', '.satfinite'):
                        add('wmma_i', Wmma('wmma.mma', M, N, 16, la, lb, t, t, 's32', 's32', f's32.{t}.{t}.s32{sat}',
                                           [('bits', 1)] if not (sat and main) else [('sat', 10)]))
    for M, N in ((16, 16), (8, 32), (32, 8)):
        for la in ('row', 'col'):
            for lb in ('col', 'row'):
                add('wmma_raw', WmmaRaw(M, N, 16, la, lb, 'f16', 'f32', 'f32.f32', [('mid', 1)]))
                add('wmma_raw', WmmaRaw(M, N, 16, la, lb, 'f16', 'f16', 'f16.f16', [('mid', 1)]))
                add('wmma_raw', WmmaRaw(M, N, 16, la, lb, 'bf16', 'f32', 'f32.bf16.bf16.f32', [('mid', 1)]))
                if M == 16:
                    add('wmma_raw', WmmaRaw(M, N, 8, la, lb, 'tf32', 'f32', 'f32.tf32.tf32.f32', [('mid', 1)]))
    for t in ('s4', 'u4'):
        for sat in ('', '.satfinite'):
            add('wmma_i', Wmma('wmma.mma', 8, 8, 32, 'row', 'col', t, t, 's32', 's32', f's32.{t}.{t}.s32{sat}', [('bits', 1), ('sat', 10)] if sat else INTF))
    for d, c in (('f32', 'f32'), ('f16', 'f16')):      # until PTX 6.4
        f = Wmma('wmma.mma', 16, 16, 16, 'row', 'col', 'f16', 'f16', c, d, f'{d}.{c}.satfinite', [('big', 1), ('spec', 1), ('mid', 1)])
        f.ptx = f.ptx.replace('.version 8.7\n.target sm_90a', '.version 6.4\n.target sm_70')
        add('wmma_f', f)
    for op in ('xor', 'and'):
        add('wmma_i', Wmma(f'wmma.mma.{op}.popc', 8, 8, 4, 'row', 'col', 'w32', 'w32', 's32', 's32', 's32.b1.b1.s32', INTF))
    for la in ('row', 'col'):
        for lb in ('col', 'row'):
            for r in ('', '.rn', '.rz', '.rm', '.rp'):
                if r in ('', '.rz') or (la, lb) == ('row', 'col'):
                    add('wmma_f', Wmma('wmma.mma', 8, 8, 4, la, lb, 'f64', 'f64', 'f64', 'f64', f'f64.f64.f64.f64{r}',
                                       T(['mid', 'cancel', 'spec', 'zero'], 1) if r == '' else [('mid', 1)]))
    return g


if __name__ == '__main__':
    import sys
    tot = 0
    for n, fs in groups().items():
        b = sum(f.outbytes * sum(t for _, t in f.fams) for f in fs)
        tot += b
        print(n, len(fs), b)
    print(tot)
