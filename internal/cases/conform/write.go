package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

// File is a file of a case folder.
type File struct {
	Name string // folder and name
	Data []byte
}

// Files returns the files of all folders. They are the same every time. An error is a
// *listed.Mistake.
func Files() (list []File, err error) {
	defer listed.Caught(&err)
	all, hand := folders(), scripts()
	out := make([][]File, len(all)+len(hand))
	parallel.Do(len(out), func(i int) {
		if i < len(all) {
			out[i] = all[i].files()
		} else {
			out[i] = hand[i-len(all)].files()
		}
	})
	return slices.Concat(out...), nil
}

// buffers collects memory by element type. What is appended is aligned to 256
// bytes.
type buffers struct {
	order []string
	data  map[string][]byte
	at    map[string]int // where the column of that key is
}

func (b *buffers) reserve(elem string, n int) (at int) {
	if b.data == nil {
		b.data, b.at = map[string][]byte{}, map[string]int{}
	}
	if b.data[elem] == nil {
		b.order = append(b.order, elem)
	}
	at = (len(b.data[elem]) + 255) / 256 * 256
	b.data[elem] = append(b.data[elem], make([]byte, at+n-len(b.data[elem]))...)
	return at
}

// put writes values of some bytes each, the lowest first.
func put(dst []byte, values []uint64, bytes int) {
	for i, u := range values {
		for k := range bytes {
			dst[i*bytes+k] = byte(u >> (8 * k))
		}
	}
}

// column returns where operand i of a list is in its buffer.
func (b *buffers) column(l *list, i int) (elem string, at int) {
	t := l.container(i)
	elem = memory(t).String()
	key := elem + " " + l.types[i].String() + " " + fmt.Sprint(hash(l.cols[i]))
	if at, ok := b.at[key]; ok {
		return elem, at
	}
	at = b.reserve(elem, l.length()*size(t))
	b.at[key] = at
	put(b.data[elem][at:], l.cols[i], size(t))
	return elem, at
}

func hash(col []uint64) uint64 {
	h := uint64(0)
	for _, u := range col {
		r := seeded.Numbers(u ^ h)
		h = r.Next()
	}
	return h
}

// outBuffer is the name of the buffer for results of a type.
func outBuffer(t isa.Type) string { return "out_" + memory(t).String() }

// files computes a folder.
func (c *folder) files() []File {
	defer listed.About(c.name)
	var in, out buffers
	var ptx, launches strings.Builder
	c.header(&ptx)
	for i, k := range c.kernels() {
		var args []string
		for n := range k.list.types {
			elem, at := in.column(k.list, n)
			args = append(args, fmt.Sprintf(`{"buf":"in_%s","offset":%d}`, elem, at))
		}
		elem := memory(k.out).String()
		block := k.list.length() * k.out.Bytes()
		at := out.reserve(elem, block*len(k.insts))
		for n, x := range k.insts {
			put(out.data[elem][at+n*block:], c.results(k, x), k.out.Bytes())
		}
		args = append(args, fmt.Sprintf(`{"buf":"out_%s","offset":%d}`, elem, at))
		b := body{c: c, k: k}
		ptx.WriteString("\n" + b.write(at/memory(k.out).Bytes()))
		if i > 0 {
			launches.WriteString(",\n")
		}
		fmt.Fprintf(&launches, `    {"kernel":%q,"grid":[%d,1,1],"block":[64,1,1],"dynamic_shared":0,"args":[%s]}`,
			k.name, k.list.length()/64, strings.Join(args, ","))
	}
	files := []File{{c.name + "/kernel.ptx", []byte(ptx.String())}}
	files = append(files, File{c.name + "/case.json", c.json(&in, &out, launches.String())})
	for _, elem := range in.order {
		files = append(files, File{c.name + "/in_" + elem + ".bin", in.data[elem]})
	}
	for _, elem := range out.order {
		files = append(files, File{c.name + "/out_" + elem + ".bin", out.data[elem]})
	}
	return files
}

func (c *folder) header(b *strings.Builder) {
	fmt.Fprintf(b, "// Written by internal/gen from internal/cases/conform: do not edit.\n// %s\n\n", c.notes)
	fmt.Fprintf(b, ".version %s\n.target %s\n", c.module.Version, c.module.Target)
	if !c.module.Version.Less(isa.Version{Major: 2, Minor: 3}) {
		b.WriteString(".address_size 64\n")
	}
}

// json writes case.json, a line for each buffer and launch.
func (c *folder) json(in, out *buffers, launches string) []byte {
	quote := func(s string) string {
		q, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		return string(q)
	}
	tolerance := c.tolerance
	if tolerance == "" {
		tolerance = "bits"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"format\":1,\n  \"name\":%q,\n  \"tolerance\":%q,\n", c.name, tolerance)
	if c.open != "" {
		fmt.Fprintf(&b, "  \"open\":%s,\n", quote(c.open))
	}
	fmt.Fprintf(&b, "  \"notes\":%s,\n", quote(c.notes))
	fmt.Fprintf(&b, "  \"ptx\":[\n    {\"file\":\"kernel.ptx\",\"target\":%q,\"version\":%q,\"producer\":\"internal/cases/conform\"}\n  ],\n",
		c.module.Target.String(), c.module.Version.String())
	b.WriteString("  \"buffers\":[\n")
	n := len(in.order) + len(out.order)
	buffer := func(kind, elem string, data []byte, init, expect string) {
		t, _ := isa.ParseType(elem)
		fmt.Fprintf(&b, "    {\"name\":\"%s_%s\",\"elem\":%q,\"count\":%d,\"bytes\":%d,\"init\":%q%s}",
			kind, elem, elem, len(data)/t.Bytes(), len(data), init, expect)
		if n--; n > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	for _, elem := range in.order {
		buffer("in", elem, in.data[elem], "in_"+elem+".bin", "")
	}
	for _, elem := range out.order {
		buffer("out", elem, out.data[elem], "zero", `,"expect":"out_`+elem+`.bin"`)
	}
	b.WriteString("  ],\n  \"launches\":[\n" + launches + "\n  ]\n}\n")
	return b.Bytes()
}
