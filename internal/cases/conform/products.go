package conform

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/fused"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// A product of matrices is computed here from its definition, element by element, and its
// registers are filled from the matrices: the formulas of this file say in which lane an element
// is, those of runtime/tensorops what a lane has.

// productCases are the products of each type, on GPUs of different tensor cores. Not every type is
// asked of every GPU.
func productCases() []*script {
	return []*script{
		productCase("mma_f16_sm90", 90, "f16"), productCase("mma_wide_sm90", 90, "bf16 tf32"),
		productCase("mma_fp8_sm90", 90, "e4m3 e5m2"), productCase("mma_f64_sm90", 90, "f64"),
		productCase("mma_integers_sm90", 90, "s8 u8 s4 u4 b1"),
		productCase("mma_floats_sm80", 80, "f16 bf16 tf32"), productCase("mma_saturated_sm80", 80, "s8 u8"),
		productCase("mma_fp8_sm89", 89, "e4m3 e5m2"), productCase("mma_fp8_sm120", 120, "e4m3 e5m2"),
		productCase("mma_f16_sm70", 70, "f16"), smallCase("mma_small_sm120", "f8f6f4", false), smallCase("mma_scaled_sm120", "mx", false),
		smallCase("mma_sparse_small_sm120", "f8f6f4", true), smallCase("mma_sparse_scaled_sm120", "mx", true),
		sparseCase("mma_sparse_floats_sm90", 90, "f16 bf16 tf32 e4m3 e5m2"), sparseCase("mma_sparse_integers_sm90", 90, "s8 u8 s4 u4"),
		sparseCase("mma_sparse_floats_sm80", 80, "f16 bf16 tf32"),
	}
}

// matrixProduct is an instruction: D = A*B + C, of so many products for m8n8k4.
type matrixProduct struct {
	head       string
	m, n, k    int
	d, a, b, c string
	quads      bool // m8n8k4 of f16: four products
	layouts    [2]string
	arch       int
	selector   int
	sparse     bool // half of A is left out
	scales     *blockScales
	chosen     []int // tiles
}

// registerBits is the size of an element in a register.
func registerBits(typ string) int {
	switch typ {
	case "f64":
		return 64
	case "f16", "bf16":
		return 16
	case "s4", "u4", packedE2m1:
		return 4
	case "s8", "u8", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1":
		return 8
	}
	return 32 // b1: 32 elements
}

func perRegister(typ string) int { return max(1, 32/registerBits(typ)) }

// productOf reads a head.
func productOf(m *isa.Match, arch int) (p matrixProduct) {
	p = matrixProduct{head: m.Head, arch: arch, sparse: strings.HasPrefix(m.Head, "mma.sp")}
	var types []string
	for _, w := range strings.Split(m.Head, ".") {
		if _, ok := isa.ParseType(w); ok {
			types = append(types, w)
		}
		if w == "row" || w == "col" {
			p.layouts[slices.Index(p.layouts[:], "")] = w
		}
		if n, err := fmt.Sscanf(w, "m%dn%dk%d", &p.m, &p.n, &p.k); n == 3 && err == nil {
			continue
		}
	}
	if len(types) == 2 { // those of D and C; wmma.mma multiplies f16 without saying so
		types = []string{types[0], "f16", "f16", types[1]}
	}
	p.d, p.a, p.b, p.c = types[0], types[1], types[2], types[3]
	p.quads = p.m == 8 && p.k == 4 && p.a == "f16"
	if p.a == "b1" {
		p.k /= 32
	}
	if len(types) > 4 {
		p.scaled(types[4])
	}
	return p
}

func (p matrixProduct) has(word string) bool {
	return slices.Contains(strings.Split(p.head, "."), word)
}

// spot is where an element is: lane, register, and number in it from the low end.
type spot struct{ lane, r, e int }

// spotA and the others are where elements of a matrix are, of product q.

func (p matrixProduct) spotA(q, i, k int) spot {
	if p.quads {
		if p.layouts[0] == "row" {
			return quadSpot(q, i, k)
		}
		return spot{k + i/4*16 + 4*q, i % 4 / 2, i % 2}
	}
	e := perRegister(p.a)
	return spot{i%8*4 + k/e%4, k/(4*e)*(p.m/8) + i/8, k % e}
}

func (p matrixProduct) spotB(q, k, j int) spot {
	if p.quads {
		if p.layouts[1] == "col" {
			return quadSpot(q, j, k)
		}
		return spot{k + j/4*16 + 4*q, j % 4 / 2, j % 2}
	}
	e := perRegister(p.b)
	return spot{j*4 + k/e%4, k / (4 * e), k % e}
}

// quadSpot is an element of f16 of a matrix of which each lane has a row.
func quadSpot(q, row, at int) spot { return spot{row%4 + row/4*16 + 4*q, at / 2, at % 2} }

func (p matrixProduct) spotC(typ string, q, i, j int) spot {
	switch {
	case p.quads && typ == "f16":
		return quadSpot(q, i, j)
	case p.quads:
		return spot{i&1 + j&2 + i/4*16 + 4*q, i&2 + j&4 + j&1, 0}
	case typ == "f16":
		return spot{i%8*4 + j/2, i / 8, j % 2}
	}
	return spot{i%8*4 + j/2, i/8*2 + j%2, 0}
}

// count is how many registers a lane has of a matrix.
func (p matrixProduct) count(rows, columns int, typ string) int {
	n := rows * columns
	if p.quads {
		n *= 4
	}
	return n / warp / perRegister(typ)
}

// model is how the sums of floats are added on a GPU.
func (p matrixProduct) model() fused.Model {
	m := fused.Model{Sum: fused.Sum{Bits: 25, Floor: -133, Out: "f32"}}
	half := p.c == "f16" && p.d == "f16"
	if half {
		m.Out, m.Floor = "f16", -21
	}
	columns := p.kept()
	size := columns
	eight := strings.HasPrefix(p.a, "e")
	if eight {
		m.Floor = fused.NoFloor
	}
	switch {
	case p.arch < 75:
		size, m.Bits, m.Floor = 4, 23, fused.NoFloor
		if half {
			m.Floor = -19
		}
	case p.arch < 90 && eight:
		size, m.Bits, m.Keep = 16, 13, 13
		if half {
			m.Keep = 0
		}
	case p.arch < 90:
		size, m.Bits, m.Floor = 8, 24, m.Floor+1
		if p.a == "tf32" {
			size = 4
		}
	case p.arch < 120 && eight:
		m.Late, m.Groups = true, make([][]int, 2)
		for i := range columns {
			m.Groups[i/2%2] = append(m.Groups[i/2%2], i)
		}
		return m
	case p.a == "tf32" && strings.HasPrefix(p.head, "wmma"):
		size = 4
	}
	for at := 0; at < columns; at += size {
		var g []int
		for i := at; i < min(columns, at+size); i++ {
			g = append(g, i)
		}
		m.Groups = append(m.Groups, g)
	}
	return m
}

// element is an element of D.
func (p matrixProduct) element(a, b []uint64, c uint64) uint64 {
	switch {
	case p.a == "f64":
		return p.chain64(a, b, c)
	case p.d == "s32":
		return p.integer(a, b, c)
	case p.quads && p.arch >= 75 && p.d == "f16":
		return fused.InPairs(a, b, [2]string{p.a, p.b}, c)
	case p.scales != nil:
		return p.scales.element(p, a, b, c)
	case p.quads && p.arch >= 75:
		return fused.InTurn(a, b, [2]string{p.a, p.b}, c, p.c)
	}
	return p.model().Dot(a, b, [2]string{p.a, p.b}, c, p.c, p.d)
}

func (p matrixProduct) chain64(a, b []uint64, c uint64) uint64 {
	mode := "rn"
	for _, m := range []string{"rz", "rm", "rp"} {
		if p.has(m) {
			mode = m
		}
	}
	for i := range a {
		r := ieee.Add(ieee.Mul(ieee.Decode(ieee.F64, a[i]), ieee.Decode(ieee.F64, b[i])), ieee.Decode(ieee.F64, c), mode)
		switch f := ieee.F64; {
		case f.IsNaN(b[i]):
			c = b[i] | 1<<51
		case f.IsNaN(c):
			c |= 1 << 51
		case f.IsNaN(a[i]):
			c = a[i] | 1<<51
		default:
			c = ieee.Encode(f, r, mode, false)
		}
	}
	return c
}

// elementValue is that of an integer element.
func elementValue(typ string, v uint64) int64 {
	if n := 64 - registerBits(typ); typ[0] == 's' {
		return int64(v<<n) >> n
	}
	return int64(v)
}

func (p matrixProduct) integer(a, b []uint64, c uint64) uint64 {
	sum := elementValue("s32", c)
	for i := range a {
		switch {
		case p.has("xor"):
			sum += int64(bits.OnesCount64(a[i] ^ b[i]))
		case p.has("and"):
			sum += int64(bits.OnesCount64(a[i] & b[i]))
		default:
			sum += elementValue(p.a, a[i]) * elementValue(p.b, b[i])
		}
		half := p.arch < 90 && registerBits(p.a) == 8 && p.k == 32 && !p.sparse && i == 15
		if p.has("satfinite") && (half || i == len(a)-1) {
			sum = max(math.MinInt32, min(math.MaxInt32, sum))
		}
	}
	return low(32, uint64(sum))
}

// productCase is the case of all products of some types on a GPU.
func productCase(name string, arch int, types string) *script {
	return productsOf(name, "Products of matrices of the warp", askedOf(arch, types, false))
}

// sparseCase is that of products with a sparse A.
func sparseCase(name string, arch int, types string) *script {
	return productsOf(name, "Products of matrices of the warp, of which the first is sparse", askedOf(arch, types, true))
}

// productsAsked are the products of a case.
type productsAsked struct {
	target, version string
	arch            int
	types           string // of A
	kind            string // how the word after kind:: begins, "" where there is none
	sparse          bool
}

func askedOf(arch int, types string, sparse bool) productsAsked {
	version := map[int]string{70: "6.4", 80: "7.1", 89: "8.7", 90: "8.7", 120: "8.7"}[arch]
	return productsAsked{"sm_" + strconv.Itoa(arch), version, arch, types, "", sparse}
}

// has reports whether a product is one of them.
func (a productsAsked) has(p matrixProduct) bool {
	if a.kind == "" && p.kind() != "" || !strings.HasPrefix(p.kind(), a.kind) || p.sparse != a.sparse {
		return false
	}
	return slices.Contains(strings.Fields(a.types), p.a) && (a.arch != 80 || p.d != "s32" || p.has("satfinite"))
}

func productsOf(name, what string, asked productsAsked) *script {
	of := asked.types
	if asked.kind != "" {
		of = "floats of 8, 6 and 4 bits"
	}
	s := &script{name: name, notes: what + ", of " + of + ", as sm_" + strconv.Itoa(asked.arch) + " computes them: small integers, numbers near each other, any bits, sums that nearly cancel."}
	var b strings.Builder
	fmt.Fprintf(&b, "// Written by internal/gen from internal/cases/conform: do not edit.\n// %s\n\n.version %s\n.target %s\n.address_size 64\n", s.notes, asked.version, asked.target)
	target, _ := isa.ParseTarget(asked.target)
	v, _ := isa.ParseVersion(asked.version)
	r := randomFor(name)
	seen := map[string]bool{}
	for _, f := range isa.Forms() {
		if f.Opcode != "mma" {
			continue
		}
		f.Expand(func(mods []string) bool {
			m := f.Match(mods)
			if m == nil || m.Lowering().Verb != isa.LowerWarp || seen[m.Head] || m.Gate(v, target) != nil {
				return true
			}
			p := productOf(m, asked.arch)
			if !asked.has(p) {
				return true
			}
			seen[m.Head] = true
			p.chosen = p.tileNumbers(len(seen))
			p.selector = len(seen) % p.selectors()
			kernel := strings.NewReplacer(".", "_", "::", "_").Replace(m.Head)
			in, want := p.tiles(r)
			word := isa.B32
			if p.a == "f64" {
				word = isa.B64
			}
			b.WriteString(p.kernel(kernel, word))
			s.buffers = append(s.buffers, data{"in_" + kernel, word, in, nil}, data{kernel, word, nil, want})
			s.launches = append(s.launches, launch{kernel: kernel, grid: len(p.chosen), block: warp, args: []string{"in_" + kernel, kernel}})
			return true
		})
	}
	s.text = b.String()
	return s
}
