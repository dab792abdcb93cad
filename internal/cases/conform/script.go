package conform

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// script is a case whose kernels are written by hand, in the folder hand: what is
// about several instructions, or about operands that are no values. The expected
// bytes are computed all the same.
type script struct {
	name, notes string
	text        string // of the module, hand/NAME.ptx where empty
	open        string // what the expected bytes rest on that a GPU does otherwise
	buffers     []data
	launches    []launch
}

// data is a buffer.
type data struct {
	name string
	elem isa.Type
	in   []uint64 // what it holds first, nil for zeros
	want []uint64 // and afterwards, nil where nobody asks
}

// launch is a launch. Arguments are names of buffers, or numbers, each a .u32,
// together an array.
type launch struct {
	kernel      string
	grid, block int
	args        []string
	fault       string // JSON, empty where the launch must not fault
}

//go:embed hand
var hand embed.FS

// source is the text of the module.
func (s *script) source() string {
	if s.text != "" {
		return s.text
	}
	text, err := hand.ReadFile("hand/" + s.name + ".ptx")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// line is the number of the first line of the module that contains a text.
func (s *script) line(part string) int {
	before, _, ok := strings.Cut(s.source(), part)
	if !ok {
		panic("the kernel has no " + part)
	}
	return strings.Count(before, "\n") + 1
}

// directive is what the module says after a directive.
func (s *script) directive(name string) string {
	_, rest, _ := strings.Cut(s.source(), name+" ")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

func (s *script) files() []File {
	defer listed.About(s.name)
	files := []File{{s.name + "/kernel.ptx", []byte(s.source())}, {s.name + "/case.json", s.json()}}
	for _, d := range s.buffers {
		for _, f := range []struct {
			kind   string
			values []uint64
		}{{"in_", d.in}, {"out_", d.want}} {
			if f.values != nil {
				bytes := make([]byte, len(f.values)*d.elem.Bytes())
				put(bytes, f.values, d.elem.Bytes())
				files = append(files, File{s.name + "/" + f.kind + d.name + ".bin", bytes})
			}
		}
	}
	return files
}

func (s *script) json() []byte {
	notes, err := json.Marshal(s.notes)
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"format\":1,\n  \"name\":%q,\n  \"tolerance\":\"bits\",\n", s.name)
	if s.open != "" {
		fmt.Fprintf(&b, "  \"open\":%q,\n", s.open)
	}
	fmt.Fprintf(&b, "  \"notes\":%s,\n", notes)
	fmt.Fprintf(&b, "  \"ptx\":[\n    {\"file\":\"kernel.ptx\",\"target\":%q,\"version\":%q,\"producer\":\"hand\"}\n  ],\n",
		s.directive(".target"), s.directive(".version"))
	var lines []string
	for _, d := range s.buffers {
		init, expect := "zero", ""
		if d.in != nil {
			init = "in_" + d.name + ".bin"
		}
		if d.want != nil {
			expect = fmt.Sprintf(",%q:%q", "expect", "out_"+d.name+".bin")
		}
		n := max(len(d.in), len(d.want))
		symbol := ""
		if name, ok := strings.CutPrefix(d.name, "the_"); ok { // a variable of the module
			symbol = fmt.Sprintf(",%q:%q", "symbol", name)
		}
		lines = append(lines, fmt.Sprintf(`    {"name":%q,"elem":%q,"count":%d,"bytes":%d,"init":%q%s%s}`,
			d.name, d.elem.String(), n, n*d.elem.Bytes(), init, expect, symbol))
	}
	fmt.Fprintf(&b, "  \"buffers\":[\n%s\n  ],\n", strings.Join(lines, ",\n"))
	lines = nil
	for _, l := range s.launches {
		var args []string
		for _, a := range l.args {
			if a[0] < '0' || a[0] > '9' {
				args = append(args, fmt.Sprintf(`{"buf":%q}`, a))
				continue
			}
			typ, hex := "u32", ""
			for n := range strings.FieldsSeq(a) {
				if hex != "" {
					typ = "bytes"
				}
				u, err := strconv.ParseUint(n, 0, 32)
				if err != nil {
					panic(err)
				}
				for k := range 4 {
					hex += fmt.Sprintf("%02x", byte(u>>(8*k)))
				}
			}
			args = append(args, fmt.Sprintf(`{"type":%q,"hex":%q}`, typ, hex))
		}
		fault := ""
		if l.fault != "" {
			fault = `,"fault":` + l.fault
		}
		lines = append(lines, fmt.Sprintf(`    {"kernel":%q,"grid":[%d,1,1],"block":[%d,1,1],"dynamic_shared":0,"args":[%s]%s}`,
			l.kernel, l.grid, l.block, strings.Join(args, ","), fault))
	}
	fmt.Fprintf(&b, "  \"launches\":[\n%s\n  ]\n}\n", strings.Join(lines, ",\n"))
	return b.Bytes()
}
