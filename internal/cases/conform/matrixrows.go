package conform

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// windowBytes is the shared memory that rows of matrices lie in.
const windowBytes = 2048

// matrixMove is an ldmatrix or stmatrix.
type matrixMove struct {
	head          string
	matrices      int
	rows, columns int // of a matrix
	registers     int // of all matrices
	bits          int // of an element in memory
	trans         bool
}

func moveOf(head string) (m matrixMove) {
	m = matrixMove{head: head, bits: 16, trans: strings.Contains(head, ".trans")}
	for _, w := range strings.Split(head, ".") {
		fmt.Sscanf(w, "m%dn%d", &m.rows, &m.columns)
		fmt.Sscanf(w, "x%d", &m.matrices)
		switch w {
		case "m16n8": // stored as columns
			m.rows, m.columns = m.columns, m.rows
		case "b8":
			m.bits = 8
		case "b6x16_p32":
			m.bits = 6
		case "b4x16_p64":
			m.bits = 4
		}
	}
	m.registers = m.matrices * m.rows / 8
	return m
}

// at is where an element of a row of memory is in the fragment.
func (m matrixMove) at(matrix, row, column int) spot {
	per := 32 / max(m.bits, 8)
	base := matrix * m.registers / m.matrices
	if m.trans && m.rows < m.columns { // the transpose of a sum, of which a lane has two neighbours in each half
		return spot{column%8*4 + row/2, base, column/8*2 + row%2}
	}
	if m.trans {
		return spot{column%8*4 + row/per, base + column/8, row % per}
	}
	return spot{row*4 + column/per, base, column % per}
}

// matrixMoves has each ldmatrix and stmatrix. Addresses of lanes that are not used are nowhere.
func matrixMoves() []*script {
	s := &script{name: "matrix_rows", notes: "ldmatrix and stmatrix: rows of shared memory in any order, the former also one row for several. What lanes have whose addresses are not used is no address."}
	narrow := &script{name: "matrix_rows_sm120", notes: "ldmatrix and stmatrix of elements of 8, 6 and 4 bits: " + strings.TrimPrefix(s.notes, "ldmatrix and stmatrix: ")}
	for _, c := range []struct {
		s               *script
		target, version string
	}{{s, "sm_90", "8.7"}, {narrow, "sm_120f", "8.8"}} {
		var b strings.Builder
		fmt.Fprintf(&b, "// Written by internal/gen from internal/cases/conform: do not edit.\n// %s\n\n.version %s\n.target %s\n.address_size 64\n\n.shared .align 16 .b8 window[%d];\n", c.s.notes, c.version, c.target, windowBytes)
		target, _ := isa.ParseTarget(c.target)
		v, _ := isa.ParseVersion(c.version)
		r := randomFor(c.s.name)
		for _, f := range isa.Forms() {
			if f.Opcode != "ldmatrix" && f.Opcode != "stmatrix" || len(f.Lower) == 0 || f.Lower[0].Verb != "build" {
				continue
			}
			f.Expand(func(mods []string) bool {
				m := f.Match(mods)
				if m == nil || m.Gate(v, target) != nil {
					return true
				}
				if p := moveOf(m.Head); (c.s == narrow) == (p.bits < 16) {
					p.add(c.s, &b, r)
				}
				return true
			})
		}
		c.s.text = b.String()
	}
	return []*script{s, narrow}
}

// add adds a kernel with its buffers: shared memory, or registers, and addresses.
func (m matrixMove) add(s *script, b *strings.Builder, r *random) {
	name := strings.NewReplacer(".", "_", "::", "_").Replace(m.head)
	loads := strings.HasPrefix(m.head, "ld")
	memory := make([]byte, windowBytes)
	fragment := make([][warp]uint64, m.registers)
	if loads {
		copy(memory, r.Bytes(windowBytes))
	} else {
		for i := range fragment {
			for lane := range warp {
				fragment[i][lane] = low(32, r.Next())
			}
		}
	}
	addresses := make([]uint64, warp)
	free := make([]int, windowBytes/16)
	for i := range free {
		free[i] = i
	}
	for lane := range addresses {
		addresses[lane] = 0xfffffff3
		if lane < m.matrices*m.rows {
			n := r.Below(len(free))
			addresses[lane] = uint64(16 * free[n])
			if !loads { // the rows of stores do not overlap
				free = append(free[:n], free[n+1:]...)
			}
		}
	}
	for matrix := range m.matrices {
		for row := range m.rows {
			start := int(addresses[matrix*m.rows+row])
			for column := range m.columns {
				at := m.at(matrix, row, column)
				shift := at.e * max(m.bits, 8)
				for i := range m.bits {
					bit := column*m.bits + i
					if loads {
						fragment[at.r][at.lane] |= uint64(memory[start+bit/8]>>(bit%8)&1) << (shift + i)
					} else {
						memory[start+bit/8] |= byte(fragment[at.r][at.lane]>>(shift+i)&1) << (bit % 8)
					}
				}
			}
		}
	}
	var words, registers []uint64
	for i := 0; i < windowBytes; i += 4 {
		words = append(words, uint64(memory[i])|uint64(memory[i+1])<<8|uint64(memory[i+2])<<16|uint64(memory[i+3])<<24)
	}
	for _, x := range fragment {
		registers = append(registers, x[:]...)
	}
	in, want := words, registers
	if !loads {
		in, want = registers, words
	}
	s.buffers = append(s.buffers, data{"in_" + name, isa.B32, append(append([]uint64{}, addresses...), in...), nil}, data{name, isa.B32, nil, want})
	s.launches = append(s.launches, launch{kernel: name, grid: 1, block: warp, args: []string{"in_" + name, name}})
	b.WriteString(m.kernel(name, loads))
}

func (m matrixMove) kernel(name string, loads bool) string {
	var list []string
	var load, store strings.Builder
	for i := range m.registers {
		list = append(list, fmt.Sprintf("%%r%d", i))
		fmt.Fprintf(&load, "\tld.global.b32 %%r%d, [%%p+%d];\n", i, 128*(i+1))
		fmt.Fprintf(&store, "\tst.global.b32 [%%q+%d], %%r%d;\n", 128*i, i)
	}
	fragment := "{" + strings.Join(list, ", ") + "}"
	text := `
.visible .entry NAME(.param .u64 pin, .param .u64 pout)
{
	.reg .b32 %r<4>, %t, %s, %a, %w;
	.reg .b64 %p, %q, %g;

	ld.param.u64 %p, [pin];
	ld.param.u64 %q, [pout];
	mov.u32 %t, %tid.x;
	mad.wide.u32 %p, %t, 4, %p;
	mad.wide.u32 %q, %t, 4, %q;
	mov.u32 %s, window;
	mad.lo.u32 %w, %t, 4, %s;
	ld.global.u32 %a, [%p];
	add.u32 %a, %a, %s;
`
	var copyIn, copyOut, clear strings.Builder
	for at := 0; at < windowBytes; at += 128 {
		fmt.Fprintf(&copyIn, "\tld.global.b32 %%r0, [%%p+%d];\n\tst.shared.b32 [%%w+%d], %%r0;\n", 128+at, at)
		fmt.Fprintf(&copyOut, "\tld.shared.b32 %%r0, [%%w+%d];\n\tst.global.b32 [%%q+%d], %%r0;\n", at, at)
		fmt.Fprintf(&clear, "\tst.shared.b32 [%%w+%d], 0;\n", at)
	}
	address := "%a"
	if !strings.Contains(m.head, ".shared") { // generic
		text += "\tcvt.u64.u32 %g, %a;\n\tcvta.shared.u64 %g, %g;\n"
		address = "%g"
	}
	if loads {
		text += copyIn.String() + "\tbar.sync 0;\n\t" + m.head + " " + fragment + ", [" + address + "];\n" + store.String()
	} else {
		text += clear.String() + load.String() + "\tbar.sync 0;\n\t" + m.head + " [" + address + "], " + fragment + ";\n\tbar.sync 0;\n" + copyOut.String()
	}
	return strings.ReplaceAll(text, "NAME", name) + "\tret;\n}\n"
}

// matrixFaults are rows that are not aligned, or outside of shared memory: what any access of 16
// bytes by that lane would be.
func matrixFaults() []*script {
	var list []*script
	for _, c := range []struct{ name, inst, add, what string }{
		{"matrix_fault_load", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [%a];", "4", "the access"},
		{"matrix_fault_bounds", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r0, %r1, %r2, %r3}, [%a];", "4096", "of shared memory"},
		{"matrix_fault_store", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%a], {%r0};", "8", "the access"},
	} {
		s := &script{name: c.name, notes: "The row of lane 5 is not aligned to its 16 bytes, or outside of shared memory."}
		s.text = "// Written by internal/gen from internal/cases/conform: do not edit.\n// " + s.notes + `

.version 7.8
.target sm_90
.address_size 64

.shared .align 16 .b8 window[512];

.visible .entry rows(.param .u64 pout)
{
	.reg .b32 %r<4>, %t, %a;
	.reg .b64 %q;
	.reg .pred %p;

	ld.param.u64 %q, [pout];
	mov.u32 %t, %tid.x;
	mov.u32 %a, window;
	mad.lo.u32 %a, %t, 16, %a;
	setp.eq.u32 %p, %t, 5;
	@%p add.u32 %a, %a, ` + c.add + `;
	mov.u32 %r0, %t;
	` + c.inst + `
	mad.wide.u32 %q, %t, 4, %q;
	st.global.u32 [%q], %r0;
	ret;
}
`
		fault := fmt.Sprintf(`{"cta":[0,0,0],"thread":[5,0,0],"line":%d,"what":%q}`, s.line("\t"+c.inst), c.what)
		s.buffers = []data{{"out", isa.U32, make([]uint64, warp), nil}} // what others have stored is open
		s.launches = []launch{{kernel: "rows", grid: 1, block: warp, args: []string{"out"}, fault: fault}}
		list = append(list, s)
	}
	return list
}
