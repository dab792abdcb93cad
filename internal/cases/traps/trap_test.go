package traps

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// trap is one entry of the list. It has a body with results, or a text with a
// diagnostic, or both.
type trap struct {
	n    int
	what string

	// Instructions and what they leave in registers. Every kernel has %p0-9, %h0-9
	// of 16 bits, %r0-39, %d0-39 of 64, %f0-19, %g0-19 of f64, and %tid.
	body    string
	out     string     // the registers to look at, without %
	want    []uint64   // their bits, for every thread the same
	each    [][]uint64 // or for each thread
	rounded []uint64   // where nothing is contracted, if they are not want
	threads int        // of the one CTA, 1 if 0
	decl    string     // what stands before the kernel
	head    string     // version and target where they matter, see module
	fixed   bool       // constants stay in the text: the trap is about them

	// What the launch fails with, where it has to.
	fault string

	// A body of statements, or a module where it has a .version, and what the
	// diagnostic must say.
	bad  string
	says string
}

// modern is the head of most traps.
const modern = "8.6 sm_90"

func (t *trap) module() string {
	if t.head != "" {
		return t.head
	}
	return modern
}

// text is the head of a module: "8.6 sm_90" or "1.2 sm_10 map_f64_to_f32".
func text(head string) string {
	version, target, _ := strings.Cut(head, " ")
	s := ".version " + version + "\n.target " + strings.ReplaceAll(target, " ", ", ") + "\n"
	if !older(version, 2, 3) {
		s += ".address_size 64\n"
	}
	return s
}

func older(version string, major, minor int) bool {
	var a, b int
	fmt.Sscanf(version, "%d.%d", &a, &b)
	return a < major || a == major && b < minor
}

var registers = `	.reg .pred %p<10>, %q<16>;
	.reg .b16 %h<10>;
	.reg .b32 %r<40>, %t<4>;
	.reg .b64 %d<40>, %a<4>;
	.reg .f32 %f<20>;
	.reg .f64 %g<20>;
`

// results are the names in out.
func (t *trap) results() []string { return strings.Fields(t.out) }

// kernel prints the entry. With memory, constants that go into registers come
// from memory instead, so that nothing can be computed at compile time; it
// returns the bytes of that memory.
func (t *trap) kernel(name string, memory bool) (string, []byte) {
	var in []byte
	body := t.body
	if memory {
		body = constant.ReplaceAllStringFunc(body, func(s string) string {
			m := constant.FindStringSubmatch(s)
			at := len(in)
			in = append(in, make([]byte, 8)...)
			v, ok := parse(m[4])
			if !ok {
				return s
			}
			binary.LittleEndian.PutUint64(in[at:], v)
			return fmt.Sprintf("%sld.global.%s%s %s, [%%a0+%d];", m[1], m[2], width(m[3]), m[3], at)
		})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d. %s\n.visible .entry %s(.param .u64 in, .param .u64 out)\n{\n%s", t.n, t.what, name, registers)
	fmt.Fprintf(&b, "\tld.param.u64 %%a0, [in];\n\tld.param.u64 %%a1, [out];\n")
	fmt.Fprintf(&b, "\tmov.u32 %%t0, %%tid.x;\n\tmul.wide.u32 %%a2, %%t0, %d;\n\tadd.s64 %%a1, %%a1, %%a2;\n", 8*len(t.results()))
	for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
		b.WriteString("\t" + strings.TrimSpace(line) + "\n")
	}
	for i, r := range t.results() {
		switch r[0] {
		case 'p':
			fmt.Fprintf(&b, "\tselp.u32 %%t1, 1, 0, %%%s;\n\tst.global.u32 [%%a1+%d], %%t1;\n", r, 8*i)
		default:
			fmt.Fprintf(&b, "\tst.global.b%s [%%a1+%d], %%%s;\n", width("%"+r), 8*i, r)
		}
	}
	b.WriteString("\tret;\n}\n")
	return b.String(), in
}

// constant matches "mov.u32 %r1, 5;".
var constant = regexp.MustCompile(`(@!?%p\d\s+)?mov\.([bsuf])(?:16|32|64)\s+(%[hrdfg]\d+),\s*(0[fFdD][0-9a-fA-F]+|-?0x[0-9a-fA-F]+|-?\d+);`)

// width is the size of a register in bits, after the letter of a type.
func width(reg string) string {
	return map[byte]string{'h': "16", 'r': "32", 't': "32", 'd': "64", 'a': "64", 'f': "32", 'g': "64"}[reg[1]]
}

func parse(s string) (v uint64, ok bool) {
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	var err error
	switch {
	case len(s) > 2 && (s[1] == 'f' || s[1] == 'F' || s[1] == 'd' || s[1] == 'D' || s[1] == 'x'):
		_, err = fmt.Sscanf(s[2:], "%x", &v)
	default:
		_, err = fmt.Sscanf(s, "%d", &v)
	}
	if neg {
		v = -v
	}
	return v, err == nil
}

// expected are the bytes of the output buffer, with contraction or without.
func (t *trap) expected(contracted bool) []byte {
	var out []byte
	for i := range max(t.threads, 1) {
		row := t.want
		if t.rounded != nil && !contracted {
			row = t.rounded
		}
		if t.each != nil {
			row = t.each[i]
		}
		if len(row) != len(t.results()) {
			panic(fmt.Sprintf("trap %d: %d results, %d registers", t.n, len(row), len(t.results())))
		}
		for _, v := range row {
			out = binary.LittleEndian.AppendUint64(out, v)
		}
	}
	return out
}

// all are the traps, in order.
var all = slices.Concat(integer, float, conversion, compare, warp, memory, flow, legacy)
