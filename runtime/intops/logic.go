package intops

// Logic, funnel shifts and byte permutation (manual 9.7.8.5 to 9.7.8.7,
// 9.7.9.7).

// CnotB16 is cnot.b16: 1 for zero, 0 for everything else.
func CnotB16(a uint16) uint16 {
	if a == 0 {
		return 1
	}
	return 0
}

// CnotB32 is cnot.b32.
func CnotB32(a uint32) uint32 {
	if a == 0 {
		return 1
	}
	return 0
}

// CnotB64 is cnot.b64.
func CnotB64(a uint64) uint64 {
	if a == 0 {
		return 1
	}
	return 0
}

// Lop3B32 is lop3.b32: bit i of the result is bit a_i<<2|b_i<<1|c_i of lut.
func Lop3B32(a, b, c, lut uint32) uint32 {
	// The table's bit k spread over a word is -(lut>>k&1); c picks within the
	// pairs of the table, b among the pairs, a the half.
	p0 := -(lut&1)&^c | -(lut>>1&1)&c
	p1 := -(lut>>2&1)&^c | -(lut>>3&1)&c
	p2 := -(lut>>4&1)&^c | -(lut>>5&1)&c
	p3 := -(lut>>6&1)&^c | -(lut>>7&1)&c
	return (p0&^b|p1&b)&^a | (p2&^b|p3&b)&a
}

// ShfLClampB32 is shf.l.clamp.b32: the high word of b:a << min(c, 32).
func ShfLClampB32(a, b, c uint32) uint32 {
	if c >= 32 {
		return a
	}
	return b<<c | a>>(32-c)
}

// ShfLWrapB32 is shf.l.wrap.b32: the high word of b:a << c%32.
func ShfLWrapB32(a, b, c uint32) uint32 { return b<<(c&31) | a>>(32-c&31) }

// ShfRClampB32 is shf.r.clamp.b32: the low word of b:a >> min(c, 32).
func ShfRClampB32(a, b, c uint32) uint32 {
	if c >= 32 {
		return b
	}
	return a>>c | b<<(32-c)
}

// ShfRWrapB32 is shf.r.wrap.b32: the low word of b:a >> c%32.
func ShfRWrapB32(a, b, c uint32) uint32 { return a>>(c&31) | b<<(32-c&31) }

// permute returns the bytes of b:a that the four nibbles of sel name; the
// nibbles are 0 to 7.
func permute(a, b, sel uint32) uint32 {
	x := uint64(b)<<32 | uint64(a)
	return uint32(uint8(x>>(sel&7*8))) |
		uint32(uint8(x>>(sel>>4&7*8)))<<8 |
		uint32(uint8(x>>(sel>>8&7*8)))<<16 |
		uint32(uint8(x>>(sel>>12&7*8)))<<24
}

// PrmtB32 is prmt.b32: each nibble of c[15:0] names a byte of b:a with its low
// three bits; its top bit spreads the byte's sign over the byte.
func PrmtB32(a, b, c uint32) uint32 {
	r := permute(a, b, c)
	// 0xff in the bytes whose nibble has its top bit set.
	m := (c>>3&1 | c>>7&1<<8 | c>>11&1<<16 | c>>15&1<<24) * 255
	return r&^m | (r>>7&0x01010101)*255&m
}

// The selectors of the special modes, for c[1:0] from 0 to 3: result bytes from
// the highest to the lowest.
var (
	prmtF4e  = [4]uint16{0x3210, 0x4321, 0x5432, 0x6543}
	prmtB4e  = [4]uint16{0x5670, 0x6701, 0x7012, 0x0123}
	prmtRc8  = [4]uint16{0x0000, 0x1111, 0x2222, 0x3333}
	prmtEcl  = [4]uint16{0x3210, 0x3211, 0x3222, 0x3333}
	prmtEcr  = [4]uint16{0x0000, 0x1110, 0x2210, 0x3210}
	prmtRc16 = [4]uint16{0x1010, 0x3232, 0x1010, 0x3232}
)

// PrmtB32F4e is prmt.b32.f4e: four bytes of b:a forward from byte c[1:0].
func PrmtB32F4e(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtF4e[c&3])) }

// PrmtB32B4e is prmt.b32.b4e: four bytes backward from byte c[1:0], around b:a.
func PrmtB32B4e(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtB4e[c&3])) }

// PrmtB32Rc8 is prmt.b32.rc8: byte c[1:0] of a, four times.
func PrmtB32Rc8(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtRc8[c&3])) }

// PrmtB32Ecl is prmt.b32.ecl: the bytes of a, those below c[1:0] replaced by it.
func PrmtB32Ecl(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtEcl[c&3])) }

// PrmtB32Ecr is prmt.b32.ecr: the bytes of a, those above c[1:0] replaced by it.
func PrmtB32Ecr(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtEcr[c&3])) }

// PrmtB32Rc16 is prmt.b32.rc16: the half c[0] of a, twice.
func PrmtB32Rc16(a, b, c uint32) uint32 { return permute(a, b, uint32(prmtRc16[c&3])) }
