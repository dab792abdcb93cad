"""Inputs of the recordings: elements as functions of (seed, tile, matrix, row, column) and a family; integers only."""
M32 = 0xffffffff


def mix(x):
    x ^= x >> 16
    x = x * 0x7feb352d & M32
    x ^= x >> 15
    x = x * 0x846ca68b & M32
    return x ^ x >> 16


def base(seed, tile, mat):
    return mix((seed * 0x9E3779B9 + tile * 4 + mat) & M32)


def hash2(b, i, j):
    return mix((b + (i * 1024 + j) * 0x9E3779B9) & M32)


# w32: 32 elements of type b1. name -> (exponent bits, mantissa bits, bias, width). tf32 is held in 32 bits, so it is made like f32: the low 13 bits are not zero.
FT = {'f16': (5, 10, 15, 16), 'bf16': (8, 7, 127, 16), 'tf32': (8, 23, 127, 32), 'f32': (8, 23, 127, 32),
      'e4m3': (4, 3, 7, 8), 'e5m2': (5, 2, 15, 8), 'f64': (11, 52, 1023, 64)}
IT = {'s8': 8, 'u8': 8, 's4': 4, 'u4': 4, 'w32': 32, 's32': 32}
SPREAD = {'f16': 7, 'bf16': 12, 'tf32': 12, 'f32': 12, 'e4m3': 6, 'e5m2': 7, 'f64': 12}


def width(t):
    return FT[t][3] if t in FT else IT[t]


def man(t, h):
    mb = FT[t][1]
    if mb == 52:
        return (h & 0xfffff) << 32 | mix(h ^ 0x5bd1e995)
    return h & (1 << mb) - 1


def num(t, h, lo, hi, m=None):
    """sign bit 31 of h, exponent field uniform in lo..hi (cut to what is finite), mantissa low bits of h"""
    eb, mb, bias, w = FT[t]
    top = (1 << eb) - 1 - (0 if t == 'e4m3' else 1)
    lo, hi = max(0, min(lo, top)), max(0, min(hi, top))
    f = lo + (h >> 23 & 0xff) % (hi - lo + 1)
    if m is None:
        m = man(t, h)
    if t == 'e4m3' and f == 15 and m == 7:
        m = 6
    return (h >> 31) << (w - 1) | f << mb | m


def pow2(t, e, sign, half=0):
    """±2^e (times 1.5 when half and the format has the bit), as far as the format reaches"""
    eb, mb, bias, w = FT[t]
    emin = 1 - bias
    if e >= emin:
        return sign << (w - 1) | (e + bias) << mb | half << (mb - 1)
    sh = mb - (emin - e)
    return sign << (w - 1) | (1 << sh if sh >= 0 else 1)


def special(t, h):
    eb, mb, bias, w = FT[t]
    s, n, m = 1 << (w - 1), (h >> 4) % 12, man(t, mix(h ^ 0xabcd))
    top = ((1 << eb) - 1) << mb
    if t == 'e4m3':
        l = [0, s, 0x7f, 0xff, 0x7f, 0xff, 1, s | 7, 8, 0x7e, 0xfe, 0x38]
    else:
        l = [0, s, top, s | top, top | 1 << (mb - 1) | m, s | top | (m & (1 << (mb - 1)) - 1 or 1), 1, s | (1 << mb) - 1, 1 << mb,
             top - 1, s | top - 1, bias << mb]
    return l[n]


def dist(tile, K):
    return 1 << tile % max(1, (K - 1).bit_length())


FAMS = ['mid', 'wide', 'full', 'sub', 'tiny', 'spec', 'zero', 'cancel', 'align', 'tie', 'big', 'floor']


def fl(fam, t, mat, b, tile, i, j, K, out, ab='f16'):
    """one element of a floating matrix. mat 0: A[i=row][j=k], 1: B[i=k][j=column], 2: C[i=row][j=column].
    K all columns of A; out: type of D; ab: type of A when t is C's"""
    eb, mb, bias, w = FT[t]
    h = hash2(b, i, j)
    g = mix(h ^ 0x1234567)
    W = SPREAD[t]
    if fam == 'mid':
        return num(t, h, bias - 3, bias + 3)
    if fam == 'wide':
        return num(t, h, bias - W, bias + W) if mat < 2 else num(t, h, bias - 2 * W, bias + 2 * W)
    if fam == 'full':
        return num(t, h, 0, (1 << eb) - 1)
    if fam == 'sub':
        if mat < 2:
            return num(t, h, 0, 2)
        e = 2 * (1 - FT[ab][2]) + bias
        if g & 3 == 0:
            return (g >> 8 & 1) << (w - 1)
        return num(t, h, max(0, e - 4), max(2, e + 6))
    if fam == 'tiny':
        if mat < 2:
            if eb >= 8:
                c = (bias + 3) // 2 + (0 if eb == 8 else 7)
                return num(t, h, bias - c - 10, bias - c + 5)
            return num(t, h, 0, 3 if eb == 4 else 8)
        return (h >> 1 & 1) << (w - 1) if h & 1 else num(t, h, 0, 6 if eb >= 8 else 2)
    if fam == 'spec':
        if g & (15 if mat < 2 else 7) == 0:
            return special(t, g)
        return num(t, h, bias - 3, bias + 3)
    if fam == 'zero':
        return (h >> 31) << (w - 1) | (1 if h & 7 == 0 else 0)
    if fam == 'cancel':
        if mat == 2:
            return (h >> 1 & 1) << (w - 1) if h & 1 else num(t, h, bias - 2 * W, bias + 2 * W)
        k = j if mat == 0 else i
        d = dist(tile, K)
        o = k & ~d
        h0 = hash2(b, i, o) if mat == 0 else hash2(b, o, j)
        v = num(t, h0, bias - W, bias + W)
        if k & d:
            if mat == 1:
                v ^= 1 << (w - 1)
            elif g & 3 == 0:
                v ^= 1 << (g >> 4 & (3 if mb < 10 else 7)) % mb
        return v
    if fam == 'align':
        if mat == 2:
            return (h >> 31) << (w - 1) if h & 1 else num(t, h, bias - 12, bias - 4)
        k = j if mat == 0 else i
        p0, p1 = tile * 5 % K, (tile * 5 + dist(tile, K)) % K
        if k in (p0, p1):
            h0 = hash2(b, i, p0) if mat == 0 else hash2(b, p0, j)
            v = num(t, h0, bias + 6, bias + (6 if eb == 4 else 8))
            return v ^ 1 << (w - 1) if mat == 1 and k == p1 else v
        return num(t, h, bias - min(7, bias - 1), bias)
    if fam == 'tie':
        if mat == 2:
            return num(t, h, bias + 4, bias + 12, man(t, h) & ~((1 << max(0, mb - 10)) - 1))
        return num(t, h, bias - 2, bias + 2, man(t, h) >> max(0, mb - 3) << max(0, mb - 3))
    if fam == 'big':
        if mat == 2:
            return num(t, h, (1 << eb) - 4, (1 << eb) - 2)
        return num(t, h, bias + 5, bias + 8) if eb < 8 else num(t, h, bias + (bias - 3) // 2 - 2, bias + (bias - 3) // 2 + 3)
    if fam == 'floor':
        # one product near the least result, one far below it, all else zero
        if mat == 2:
            return 0 if h & 3 else (h >> 31) << (w - 1) | (h >> 8 & 3)
        k = j if mat == 0 else i
        p0, p1 = tile * 3 % K, (tile * 3 + 1 + tile % (K - 1)) % K
        if k == p0:
            if eb >= 8:
                e = (-70 if mat == 0 else -79) if eb == 8 else (-500 if mat == 0 else -574)
            else:
                e = -12 if mat == 0 else -13
            return pow2(t, e + (h & 1 if eb >= 8 or mat else 0), h >> 31, h >> 8 & (1 if eb >= 8 else h >> 9 & h >> 10 & 1))
        if k == p1:
            if eb == 8:
                e = -75 - h % 8 if mat == 0 else -75 - h % 15
            elif eb == 11:
                e = -530 - h % 8 if mat == 0 else -530 - h % 30
            elif mb == 2:
                e = -10 - h % 7
            elif eb == 4:
                e = -(h % 10)
            else:
                e = -20 - h % 5
            return pow2(t, e, h >> 31)
        return 0
    raise ValueError(fam)


IFAMS = ['bits', 'sat']


def it(fam, t, mat, b, tile, i, j, K, other):
    """one element of an integer matrix; other: the type of the other factor"""
    w = IT[t]
    h = hash2(b, i, j)
    if t == 's32':
        if fam == 'bits':
            return h
        d = h % 300000 if other in ('s8', 'u8') else h % 1200
        return (0x7fffffff - d if i + j & 1 else 0x80000000 + d) & M32
    if fam == 'bits' or t == 'w32':
        return h & (1 << w) - 1
    k = j if mat == 0 else i
    size, pol = 4 << tile % 5, tile // 5 & 1
    neg = (k // size & 1) ^ pol
    mag = 127 - h % 32 if w == 8 else 7 - h % 2
    if t[0] == 'u':
        return 2 * mag + (h >> 9 & 1)
    if mat == 0 and other[0] == 's':       # both signed: B carries the sign
        return mag
    return (-mag if neg else mag) & (1 << w) - 1


def element(fam, t, mat, b, tile, i, j, K, dt, ab):
    return fl(fam, t, mat, b, tile, i, j, K, dt, ab) if t in FT else it(fam, t, mat, b, tile, i, j, K, ab)


def nibble(b, row, chunk, t, any16=False):
    """4 metadata bits"""
    h = hash2(b, row, chunk)
    if any16:
        return h & 15
    return [4, 14][h & 1] if t == 'tf32' else [4, 8, 9, 12, 13, 14][h % 6]
