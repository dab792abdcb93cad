package lanes

import "unsafe"

func loadF32(p *[Width]float32) F32  { return *p }
func loadI32(p *[Width]int32) I32    { return *p }
func loadU32(p *[Width]uint32) U32   { return *p }
func loadF64h(p *[Half]float64) F64h { return *p }
func loadI64h(p *[Half]int64) I64h   { return *p }
func loadU64h(p *[Half]uint64) U64h  { return *p }

// StoreArray sets all numbers of an array.
func (x F32) StoreArray(p *[Width]float32) { *p = x }
func (x I32) StoreArray(p *[Width]int32)   { *p = x }
func (x U32) StoreArray(p *[Width]uint32)  { *p = x }
func (x F64h) StoreArray(p *[Half]float64) { *p = x }
func (x I64h) StoreArray(p *[Half]int64)   { *p = x }
func (x U64h) StoreArray(p *[Half]uint64)  { *p = x }

// StoreArrayMasked sets those of an array's numbers that are in m.
func (x F32) StoreArrayMasked(p *[Width]float32, m M)    { *p = chosen(x, *p, m) }
func (x I32) StoreArrayMasked(p *[Width]int32, m M)      { *p = chosen(x, *p, m) }
func (x U32) StoreArrayMasked(p *[Width]uint32, m M)     { *p = chosen(x, *p, m) }
func (x F64h) StoreArrayMasked(p *[Half]float64, m M64h) { *p = chosenHalf(x, *p, m) }
func (x I64h) StoreArrayMasked(p *[Half]int64, m M64h)   { *p = chosenHalf(x, *p, m) }
func (x U64h) StoreArrayMasked(p *[Half]uint64, m M64h)  { *p = chosenHalf(x, *p, m) }

// Elements of 8 and 16 bits: loads extend them, stores keep their low bits.

func extended[E, R integer](s []E, i int) (r [Width]R) {
	for l, x := range s[i : i+Width : len(s)] {
		r[l] = R(x)
	}
	return r
}

func cutTo[E, R integer](s []E, i int, v [Width]R) {
	for l := range s[i : i+Width : len(s)] {
		s[i+l] = E(v[l])
	}
}

// LoadU8 returns s[i] to s[i+Width-1].
func LoadU8(s []uint8, i int) U32 { return extended[uint8, uint32](s, i) }

// LoadI8 returns s[i] to s[i+Width-1].
func LoadI8(s []int8, i int) I32 { return extended[int8, int32](s, i) }

// LoadU16 returns s[i] to s[i+Width-1].
func LoadU16(s []uint16, i int) U32 { return extended[uint16, uint32](s, i) }

// LoadI16 returns s[i] to s[i+Width-1].
func LoadI16(s []int16, i int) I32 { return extended[int16, int32](s, i) }

// StoreU8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreU8(s []uint8, i int, v U32) { cutTo(s, i, v) }

// StoreI8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreI8(s []int8, i int, v I32) { cutTo(s, i, v) }

// StoreU16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreU16(s []uint16, i int, v U32) { cutTo(s, i, v) }

// StoreI16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreI16(s []int16, i int, v I32) { cutTo(s, i, v) }

// gather8 returns elements of an array, of 8 bits and extended, for lanes of m. Those after it are
// for more bits, and scatter8 and others set elements, in the order of lanes.
func gather8(p unsafe.Pointer, idx I32, m M) U32  { return gathered[uint8](p, idx, m) }
func gather16(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint16](p, idx, m) }
func gather32(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint32](p, idx, m) }

func gathered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, m M) (r U32) {
	for l := range r {
		if m[l] {
			r[l] = uint32(element[E](p, uint64(uint32(idx[l]))))
		}
	}
	return r
}

func gather64(p unsafe.Pointer, idx I32, m M) (r U64) {
	for l := range Half {
		if m[l] {
			r.Lo[l] = element[uint64](p, uint64(uint32(idx[l])))
		}
		if m[l+Half] {
			r.Hi[l] = element[uint64](p, uint64(uint32(idx[l+Half])))
		}
	}
	return r
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M)  { scattered[uint8](p, idx, v, m) }
func scatter16(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint16](p, idx, v, m) }
func scatter32(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint32](p, idx, v, m) }

func scattered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, v U32, m M) {
	for l := range v {
		if m[l] {
			set(p, uint64(uint32(idx[l])), E(v[l]))
		}
	}
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	for l, x := range append(v.Lo[:], v.Hi[:]...) {
		if m[l] {
			set(p, uint64(uint32(idx[l])), x)
		}
	}
}

// strided8 returns elements of an array at a distance of by, of 8 bits and extended. Those after it
// are for more bits, and setStrided8 and others set elements.
func strided8(_ U32, p unsafe.Pointer, by int) U32  { return distant[uint8](p, by) }
func strided16(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint16](p, by) }
func strided32(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint32](p, by) }

func distant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int) (r U32) {
	for l := range r {
		r[l] = uint32(*(*E)(unsafe.Add(p, l*by*int(unsafe.Sizeof(E(0))))))
	}
	return r
}

func stridedTwice(p unsafe.Pointer, by int) (r U64) {
	for l := range Half {
		r.Lo[l], r.Hi[l] = *(*uint64)(unsafe.Add(p, 8*l*by)), *(*uint64)(unsafe.Add(p, 8*(l+Half)*by))
	}
	return r
}

func setStrided8(p unsafe.Pointer, by int, v U32)  { setDistant[uint8](p, by, v) }
func setStrided16(p unsafe.Pointer, by int, v U32) { setDistant[uint16](p, by, v) }
func setStrided32(p unsafe.Pointer, by int, v U32) { setDistant[uint32](p, by, v) }

func setDistant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int, v U32) {
	for l, x := range v {
		*(*E)(unsafe.Add(p, l*by*int(unsafe.Sizeof(E(0))))) = E(x)
	}
}

func setTwice(p unsafe.Pointer, by int, v U64) {
	for l, x := range append(v.Lo[:], v.Hi[:]...) {
		*(*uint64)(unsafe.Add(p, 8*l*by)) = x
	}
}

// square32 returns four elements of each lane, n bytes behind those of the lane before it;
// setSquare32 sets them.
func square32(_ U32, p unsafe.Pointer, n int) (a, b, c, d U32) {
	for l := range a {
		s := side(p, n, l)
		a[l], b[l], c[l], d[l] = s[0], s[1], s[2], s[3]
	}
	return a, b, c, d
}

func setSquare32(p unsafe.Pointer, n int, a, b, c, d U32) {
	for l := range a {
		*side(p, n, l) = [4]uint32{a[l], b[l], c[l], d[l]}
	}
}
