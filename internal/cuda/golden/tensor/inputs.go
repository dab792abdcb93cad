package tensor

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// matrices are the inputs of one tile: the functions give the bits of an element.
type matrices struct {
	r        *Record
	tile     int
	family   string
	anyMeta  bool
	bases    [4]uint32
	columns  int // of a chunk
	kept     int
	typeOfAB [2]string
}

func (r *Record) matrices(tile int) *matrices {
	m := &matrices{r: r, tile: tile, typeOfAB: [2]string{r.A, r.B}}
	m.family, m.anyMeta = r.family()
	m.columns, m.kept = chunk(r.A)
	for i := range m.bases {
		m.bases[i] = base(r.Seed, tile, i)
	}
	return m
}

func (m *matrices) at(matrix int, typ, other string, i, j int) uint64 {
	return element(m.family, typ, place{matrix, m.tile, i, j, m.r.K, m.bases[matrix], other})
}

func (m *matrices) a(row, k int) uint64    { return m.at(0, m.r.A, m.r.B, row, k) }
func (m *matrices) b(k, column int) uint64 { return m.at(1, m.r.B, m.r.A, k, column) }
func (m *matrices) c(row, col int) uint64  { return m.at(2, m.r.C, m.r.A, row, col) }

func (m *matrices) meta(row, chunk int) uint32 {
	return nibble(m.bases[3], row, chunk, m.r.A, m.anyMeta)
}

// from is the column of A from which element p of a packed row comes.
func (m *matrices) from(row, p int) int {
	if !m.r.Sparse() {
		return p
	}
	return column(m.r.A, p/m.kept, p%m.kept, m.meta(row, p/m.kept))
}

// packed is an element of A as the instruction has it.
func (m *matrices) packed(row, p int) uint64 { return m.a(row, m.from(row, p)) }

// words are registers: [register][lane].
type words struct {
	lanes int
	v     []uint64
}

// registers appends n registers whose elements f gives.
func (w *words) registers(n int, typ string, perRegister int, f func(lane, r, e int) uint64) {
	first := len(w.v)
	w.v = append(w.v, make([]uint64, n*w.lanes)...)
	for r := range n {
		for l := range w.lanes {
			for e := range perRegister {
				w.v[first+r*w.lanes+l] |= f(l, r, e) << (uint(e) * width(typ))
			}
		}
	}
}

func (w *words) bytes(size int) []byte {
	var b []byte
	for _, v := range w.v {
		if size == 8 {
			b = binary.LittleEndian.AppendUint64(b, v)
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	return b
}

// accumulators is how many elements a register of C or D has.
func accumulators(typ string) int {
	if typ == "f16" {
		return 2
	}
	return 1
}

// Input is the words that the kernel of the recording read for a tile, or nil for
// kinds that have none of this form.
func (r *Record) Input(tile int) []byte {
	switch r.Kind {
	case Mma, MmaSp:
		return r.inputMma(tile)
	case Mma884:
		return r.input884(tile)
	case Wgmma:
		return r.inputWgmma(tile)
	case Wmma:
		return r.inputWmma(tile)
	case WmmaRaw:
		w := &words{lanes: 32}
		for m, typ := range []string{r.A, r.B, r.C} {
			n := accumulators(typ)
			if m < 2 {
				n = perRegister(typ)
			}
			w.registers(r.Regs[m], typ, n, func(l, reg, e int) uint64 { return r.Register(tile, m, l, reg*n+e) })
		}
		return w.bytes(4)
	}
	return nil
}

// Register is element x of a lane of A, B or C (0, 1, 2) of wmma_raw.
func (r *Record) Register(tile, matrix, lane, x int) uint64 {
	m := r.matrices(tile)
	switch matrix {
	case 0:
		return m.a(lane, x)
	case 1:
		return m.b(x, lane)
	}
	return m.c(lane, x)
}

func (r *Record) inputMma(tile int) []byte {
	m, w := r.matrices(tile), &words{lanes: 32}
	k := r.K
	if r.Sparse() {
		k /= 2
	}
	w.registers(r.M*k/32/perRegister(r.A), r.A, perRegister(r.A), func(l, n, e int) uint64 {
		return m.packed(positionA(r.M, r.A, l, n, e))
	})
	w.registers(r.N*r.K/32/perRegister(r.B), r.B, perRegister(r.B), func(l, n, e int) uint64 { return m.b(positionB(r.B, l, n, e)) })
	w.registers(r.M*r.N/32/accumulators(r.C), r.C, accumulators(r.C), func(l, n, e int) uint64 { return m.c(positionC(r.C, l, n, e)) })
	if r.Sparse() {
		m.metadata(w, 16)
	}
	return w.bytes(wordOf(r.A))
}

// metadata appends a register with the metadata. Bits that no row uses are a hash.
func (m *matrices) metadata(w *words, rows int) {
	first := len(w.v)
	for l := range w.lanes {
		w.v = append(w.v, uint64(hash2(m.bases[3], 500, l)))
	}
	for row := range rows {
		for c := range m.r.K / m.columns {
			q, bit := metaAt(m.r.K, m.r.A, row%16, c, *m.r.Selector)
			at := first + row/16*32 + row%8*4 + q
			w.v[at] = w.v[at]&^(15<<bit) | uint64(m.meta(row, c))<<bit
		}
	}
}

func (r *Record) input884(tile int) []byte {
	la, lb, _ := strings.Cut(r.Layout, ".")
	var m [4]*matrices
	for p := range m {
		m[p] = r.matrices(tile*4 + p)
	}
	w := &words{lanes: 32}
	w.registers(2, "f16", 2, func(l, n, e int) uint64 { return m[pair(l)].a(position884A(la, l, n, e)) })
	w.registers(2, "f16", 2, func(l, n, e int) uint64 { return m[pair(l)].b(position884B(lb, l, n, e)) })
	w.registers(8/accumulators(r.C), r.C, accumulators(r.C), func(l, n, e int) uint64 { return m[pair(l)].c(position884C(r.C, l, n, e)) })
	return w.bytes(4)
}

func (r *Record) inputWgmma(tile int) []byte {
	m, w := r.matrices(tile), &words{lanes: 128}
	k := r.K
	if r.Sparse() {
		k /= 2
	}
	if r.AIn == "registers" {
		w.registers(4, r.A, perRegister(r.A), func(l, n, e int) uint64 {
			row, p := positionA(16, r.A, l&31, n, e)
			return m.packed(row+l>>5*16, p)
		})
	} else {
		w.shared(64, k, r.A, m.packed)
	}
	w.shared(r.N, r.K, r.B, func(n, k int) uint64 { return m.b(k, n) })
	w.registers(r.N/2/accumulators(r.D), r.D, accumulators(r.D), func(l, n, e int) uint64 { return m.c(positionD(r.D, l, n, e)) })
	if r.Sparse() {
		m.metadata(w, 64)
	} else {
		w.v = append(w.v, make([]uint64, 128)...)
	}
	return w.bytes(4)
}

// shared appends a matrix as wgmma has it in shared memory.
func (w *words) shared(mn, k int, typ string, f func(mn, k int) uint64) {
	first, chunks := len(w.v), k*int(width(typ))/128
	w.v = append(w.v, make([]uint64, mn*k*int(width(typ))/32)...)
	for i := range mn {
		for j := range k {
			at := sharedAt(i, j, chunks, typ)
			w.v[first+at/4] |= f(i, j) << (8 * (at % 4))
		}
	}
}

func (r *Record) inputWmma(tile int) []byte {
	m := r.matrices(tile)
	la, lb, _ := strings.Cut(r.Layout, ".")
	size := wordOf(r.A)
	w := &words{lanes: 1}
	w.memory(r.M, r.K, la == "row", r.A, size, m.a)
	w.memory(r.K, r.N, lb == "row", r.B, size, m.b)
	w.memory(r.M, r.N, true, r.C, size, m.c)
	return w.bytes(size)
}

// memory appends a matrix in rows, or in columns.
func (w *words) memory(rows, columns int, inRows bool, typ string, size int, f func(i, j int) uint64) {
	first, bits, wide := len(w.v), int(width(typ)), size*8
	w.v = append(w.v, make([]uint64, rows*columns*bits/wide)...)
	for i := range rows {
		for j := range columns {
			at := i*columns + j
			if !inRows {
				at = j*rows + i
			}
			w.v[first+at*bits/wide] |= f(i, j) << (at * bits % wide)
		}
	}
}

// ImageBytes is the size of the shared memory of ldmatrix and stmatrix.
const ImageBytes = 2048

// Move is the inputs of a tile of ldmatrix, stmatrix or movmatrix: the words of
// the shared memory (ldmatrix) or of the registers, [register][lane], and what each
// lane has as its address in shared memory: the rows in order in tile 0, in the
// others any row, so that rows may be used twice.
func (r *Record) Move(tile int) (data, addresses []uint32) {
	b := base(r.Seed, tile, 0)
	switch {
	case strings.HasPrefix(r.Inst, "ldmatrix"):
		for i := range ImageBytes / 4 {
			data = append(data, hash2(b, 0, i))
		}
	case strings.HasPrefix(r.Inst, "stmatrix"):
		for reg := range r.Matrices() {
			for l := range 32 {
				data = append(data, hash2(b, reg, l)|1)
			}
		}
	default:
		for l := range 32 {
			data = append(data, hash2(b, 0, l))
		}
		return data, nil
	}
	b = base(r.Seed, tile, 1)
	for l := range 32 {
		at := uint32(l * 16)
		if tile > 0 {
			at = hash2(b, 0, l) % (ImageBytes / 16) * 16
		}
		addresses = append(addresses, at)
	}
	return data, addresses
}

// Matrices is how many matrices ldmatrix or stmatrix moves.
func (r *Record) Matrices() int {
	for _, n := range []int{2, 4} {
		if strings.Contains(r.Inst, fmt.Sprintf(".x%d.", n)) {
			return n
		}
	}
	return 1
}
