package conform

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// A program of wmma loads two matrices and a sum from memory, multiplies, and stores. Which lane
// has which element is not the program's business, so that expected bytes need the matrices alone.

// wmmaCases are the programs of each type, on GPUs of different tensor cores, and in the
// spellings of PTX 6.2.
func wmmaCases() []*script {
	return []*script{
		wmmaCase("wmma_f16_sm90", 90, "8.7", "f16"), wmmaCase("wmma_floats_sm90", 90, "8.7", "bf16 tf32 f64"),
		wmmaCase("wmma_integers_sm90", 90, "8.7", "s8 u8 s4 u4 b1"), wmmaCase("wmma_floats_sm80", 80, "7.1", "f16 bf16 tf32"),
		wmmaCase("wmma_f16_sm70", 70, "6.2", "f16"),
	}
}

// wmmaScript writes a case. It takes the ways to load and store a type in turn.
type wmmaScript struct {
	*script
	text strings.Builder
	r    *random
	// How often a matrix was loaded or stored, by the head without layout and space.
	uses    map[string]int
	aligned bool // as the product at hand
	copies  int  // loops so far
	version isa.Version
	target  isa.Target
}

func wmmaCase(name string, arch int, version, types string) *script {
	s := &wmmaScript{script: &script{name: name, notes: "Matrices that a warp loads, multiplies and stores, of " + types + ", as sm_" + strconv.Itoa(arch) + " computes: in rows and columns, with other lines between theirs, in global and shared memory."}, uses: map[string]int{}}
	s.target, _ = isa.ParseTarget("sm_" + strconv.Itoa(arch))
	s.version, _ = isa.ParseVersion(version)
	s.r = randomFor(name)
	fmt.Fprintf(&s.text, "// Written by internal/gen from internal/cases/conform: do not edit.\n// %s\n\n.version %s\n.target sm_%d\n.address_size 64\n\n.shared .align 32 .b8 window[%d];\n", s.notes, version, arch, wmmaBytes)
	seen := map[string]bool{}
	for _, f := range isa.Forms() {
		if f.Mnemonic != "wmma.mma" {
			continue
		}
		f.Expand(func(mods []string) bool {
			m := f.Match(mods)
			if m == nil || m.Lowering().Verb != isa.LowerWarp || seen[m.Head] || m.Gate(s.version, s.target) != nil {
				return true
			}
			if p := productOf(m, arch); slices.Contains(strings.Fields(types), p.a) {
				seen[m.Head] = true
				s.kernel(p)
			}
			return true
		})
	}
	s.script.text = s.text.String()
	return s.script
}

// wmmaBytes is the shared memory of a kernel.
const wmmaBytes = 1 << 14

// wmmaMatrix is a matrix in memory.
type wmmaMatrix struct {
	letter        string
	typ           string
	rows, columns int
	layout, space string
	at, line      int // where it begins, and the bytes from a line to the next
	padded        bool
}

// lines is how many lines there are, and how many elements they have.
func (m *wmmaMatrix) lines() (n, elements int) {
	if m.layout == "col" {
		return m.columns, m.rows
	}
	return m.rows, m.columns
}

// put puts an element into memory.
func (m *wmmaMatrix) put(memory []byte, row, column int, v uint64) {
	line, place := row, column
	if m.layout == "col" {
		line, place = column, row
	}
	n := registerBits(m.typ)
	bit := place * n
	b := memory[m.at+line*m.line+bit/8:]
	switch n {
	case 4:
		b[0] |= byte(v << (bit % 8))
	default:
		for i := range n / 8 {
			b[i] = byte(v >> (8 * i))
		}
	}
}

// head is the instruction that loads or stores the matrix.
func (m *wmmaMatrix) head(p matrixProduct, aligned bool) string {
	s := "wmma.load." + m.letter
	if m.letter == "d" {
		s = "wmma.store.d"
	}
	s += ".sync"
	if aligned {
		s += ".aligned"
	}
	s += "." + m.layout + "." + p.shape()
	if m.space != "" {
		s += "." + m.space
	}
	return s + "." + m.typ
}

// shape is the word of the head.
func (p matrixProduct) shape() string {
	for _, w := range strings.Split(p.head, ".") {
		if strings.HasPrefix(w, "m") && strings.Contains(w, "k") {
			return w
		}
	}
	return ""
}

// matrix is one whose ways of being loaded or stored follow each other: the layouts that a factor
// leaves open, and the spaces.
func (s *wmmaScript) matrix(p matrixProduct, letter, typ string, rows, columns int, layout string, padded bool) *wmmaMatrix {
	m := &wmmaMatrix{letter: letter, typ: typ, rows: rows, columns: columns, layout: layout, padded: padded}
	key := strings.Join([]string{letter, typ, p.shape(), layout, fmt.Sprint(s.aligned)}, " ")
	n := s.uses[key]
	s.uses[key]++
	if layout == "" {
		m.layout, n = [...]string{"row", "col"}[n%2], n/2
	}
	spaces := []string{"global", "shared", "", "shared::cta"}
	if s.version.Less(isa.Version{Major: 7, Minor: 8}) {
		spaces = spaces[:3]
	}
	m.space = spaces[n%len(spaces)]
	return m
}

// kernel adds a kernel that multiplies tiles, and its buffers.
func (s *wmmaScript) kernel(p matrixProduct) {
	s.aligned = p.has("aligned")
	name := strings.NewReplacer(".", "_", "::", "_").Replace(p.head)
	tiles := []int{len(s.launches) % productTiles}
	if p.a == "b1" {
		tiles = []int{0, 1, 2, 3} // there are but two products
	}
	var in, out []byte
	var body strings.Builder
	for i, tile := range tiles {
		list := []*wmmaMatrix{
			s.matrix(p, "a", p.a, p.m, p.k, p.layouts[0], (tile+i)%2 == 1), s.matrix(p, "b", p.b, p.k, p.n, p.layouts[1], tile > 1),
			s.matrix(p, "c", p.c, p.m, p.n, "", tile > 0), s.matrix(p, "d", p.d, p.m, p.n, "", tile < 2),
		}
		start := len(in)
		end := start
		for k, m := range list {
			n, elements := m.lines()
			m.line = elements * registerBits(m.typ) / 8
			if m.padded {
				m.line += 16 * (k + 1)
			}
			m.at = end
			end = (end + n*m.line + 31) &^ 31
		}
		d := list[3]
		in = append(in, make([]byte, end-start)...)
		whole := make([]byte, end)
		s.multiply(p, tile, list, in, whole)
		out = append(out, whole[d.at:end]...)
		s.program(&body, p, list, len(out)-(end-d.at), end-d.at)
	}
	if len(in) > wmmaBytes {
		panic("the matrices of " + p.head + " need more shared memory")
	}
	fmt.Fprintf(&s.text, "\n.visible .entry %s(.param .u64 pin, .param .u64 pout)\n{\n\t.reg .b32 %%t, %%w;\n\t.reg .b64 %%in, %%out, %%window, %%shared, %%p, %%q, %%n;\n\t.reg .pred %%more;\n", name)
	counts := p.wmmaRegisters()
	for i, typ := range []string{p.d, p.a, p.b, p.c} {
		fmt.Fprintf(&s.text, "\t.reg .%s %%%c<%d>;\n", registerType(typ), "dabc"[i], counts[i])
	}
	s.text.WriteString(`
	ld.param.u64 %in, [pin];
	ld.param.u64 %out, [pout];
	mov.u32 %t, %tid.x;
	mov.u64 %shared, window;
	cvta.shared.u64 %window, %shared;
`)
	copyLines(&s.text, "copy", "global", "%in", 0, "shared", "%shared", 0, len(in))
	s.text.WriteString(body.String())
	s.text.WriteString("\tret;\n}\n")
	s.buffers = append(s.buffers, data{"in_" + name, isa.B32, wordsOf(in), nil}, data{name, isa.B32, nil, wordsOf(out)})
	s.launches = append(s.launches, launch{kernel: name, grid: 1, block: warp, args: []string{"in_" + name, name}})
}

// multiply draws matrices, and puts the sums where they are expected.
func (s *wmmaScript) multiply(p matrixProduct, tile int, list []*wmmaMatrix, in, out []byte) {
	columns := make([][]uint64, p.n)
	for j := range columns {
		for k := range p.k {
			v := drawn(s.r, tile, p.b)
			columns[j] = append(columns[j], v)
			list[1].put(in, k, j, v)
		}
	}
	for i := range p.m {
		var row []uint64
		for k := range p.k {
			v := drawn(s.r, tile, p.a)
			row = append(row, v)
			list[0].put(in, i, k, v)
		}
		for j, column := range columns {
			c := p.addend(s.r, tile, row, column)
			list[2].put(in, i, j, c)
			list[3].put(out, i, j, p.element(row, column, c))
		}
	}
}

// wmmaRegisters is how many registers D, A, B and C have: the manual's numbers.
func (p matrixProduct) wmmaRegisters() (list [4]int) {
	for i, x := range []struct {
		rows, columns int
		typ           string
	}{{p.m, p.n, p.d}, {p.m, p.k, p.a}, {p.k, p.n, p.b}, {p.m, p.n, p.c}} {
		list[i] = p.count(x.rows, x.columns, x.typ)
		if (i == 1 || i == 2) && p.a == "f16" {
			list[i] = 8
		}
	}
	return list
}

// program writes what the warp does with a tile. Results go to the place at of the output, through
// shared memory if the space says so.
func (s *wmmaScript) program(b *strings.Builder, p matrixProduct, list []*wmmaMatrix, at, size int) {
	counts := p.wmmaRegisters()
	vector := func(letter string) string {
		var names []string
		for i := range counts[strings.Index("dabc", letter)] {
			names = append(names, fmt.Sprintf("%%%s%d", letter, i))
		}
		return "{" + strings.Join(names, ", ") + "}"
	}
	for i, m := range list {
		base, offset := "%in", m.at
		if m.letter == "d" {
			base, offset = "%out", at
		}
		switch {
		case strings.HasPrefix(m.space, "shared"):
			base, offset = "%shared", m.at
		case m.space == "" && (m.at/32+i)%2 == 0 && m.letter != "d":
			base = "%window"
		}
		stride := ""
		if m.padded {
			unit := registerBits(m.typ)
			if m.typ == "b1" {
				unit = 1
			}
			stride = fmt.Sprint(m.line * 8 / unit)
			if i%2 == 0 { // else an immediate
				fmt.Fprintf(b, "\tmov.u32 %%w, %s;\n", stride)
				stride = "%w"
			}
			stride = ", " + stride
		}
		address := fmt.Sprintf("[%s+%d]", base, offset)
		if m.letter != "d" {
			fmt.Fprintf(b, "\t%s %s, %s%s;\n", m.head(p, s.aligned), vector(m.letter), address, stride)
			continue
		}
		fmt.Fprintf(b, "\t%s %s, %s, %s, %s;\n", p.head, vector("d"), vector("a"), vector("b"), vector("c"))
		fmt.Fprintf(b, "\t%s %s, %s%s;\n", m.head(p, s.aligned), address, vector("d"), stride)
		if base == "%shared" {
			s.copies++
			copyLines(b, fmt.Sprintf("copy%d", s.copies), "shared", "%shared", m.at, "global", "%out", at, size)
		}
	}
}

// copyLines copies words from one memory to another, which all lanes see.
func copyLines(b *strings.Builder, label, from, source string, sourceAt int, to, destination string, at, size int) {
	fmt.Fprintf(b, `	bar.sync 0;
	mul.wide.u32 %%p, %%t, 4;
	add.u64 %%q, %%p, %[4]s;
	add.u64 %%p, %%p, %[3]s;
	mov.u32 %%w, %%t;
%[1]s:
	ld.%[2]s.b32 %%w, [%%p+%[5]d];
	st.%[6]s.b32 [%%q+%[7]d], %%w;
	add.u64 %%p, %%p, 128;
	add.u64 %%q, %%q, 128;
	sub.u64 %%n, %%p, %[3]s;
	setp.lt.u64 %%more, %%n, %[8]d;
	@%%more bra %[1]s;
	bar.sync 0;
`, label, from, source, destination, sourceAt, to, at, size)
}

func wordsOf(b []byte) (list []uint64) {
	for ; len(b) > 0; b = b[4:] {
		list = append(list, uint64(binary.LittleEndian.Uint32(b)))
	}
	return list
}
