package texcase

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/driver"
)

var update = flag.Bool("update", false, "write the case folders")

const folders = "../casefile/testdata/cases"

// maker collects one case.
type maker struct {
	c      *casefile.Case
	r      *rand.Rand
	decls  strings.Builder
	code   strings.Builder
	have   map[string]bool // kernels
	in     []byte
	want   []byte
	images int
	texels []byte         // of all images
	after  map[int][]byte // what images hold in the end, by their place
	files  map[string][]byte
}

func newMaker(name, version, target string) *maker {
	c := &casefile.Case{Format: 1, Name: name, Tolerance: "bits", Notes: "Written by internal/cases/texcase.",
		PTX: []casefile.PTX{{File: "kernel.ptx", Target: target, Version: version, Opt: "hand", Producer: "hand"}}}
	m := &maker{c: c, r: rand.New(rand.NewPCG(5, uint64(len(name)))), have: map[string]bool{}, after: map[int][]byte{}, files: map[string][]byte{}}
	fmt.Fprintf(&m.decls, ".version %s\n.target %s\n", version, target)
	if version >= "2.3" {
		m.decls.WriteString(".address_size 64\n")
	}
	return m
}

// image adds an image with its memory to a buffer.
func (m *maker) image(im *refImage, s *casefile.Sampler) {
	m.images++
	im.Name = fmt.Sprintf("i%d", m.images)
	im.Buf, im.Offset, im.Sampler = "texels", len(m.texels), s
	m.texels = append(m.texels, im.mem...)
	m.texels = append(m.texels, make([]byte, -len(m.texels)&15)...)
	m.c.Images = append(m.c.Images, im.Image)
}

// launch adds a launch of n threads that read words of input and write words of
// output each.
func (m *maker) launch(kernel string, n int, in, want []byte, args ...casefile.Arg) {
	m.c.Launches = append(m.c.Launches, &casefile.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(n), 1, 1},
		Args: append([]casefile.Arg{{Buf: "in", Offset: len(m.in)}, {Buf: "out", Offset: len(m.want)}}, args...)})
	m.in, m.want = append(m.in, in...), append(m.want, want...)
}

// write makes the folder.
func (m *maker) write(dir string) error {
	dir = filepath.Join(dir, m.c.Name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	m.c.Buffers = append(m.c.Buffers,
		&casefile.Buffer{Name: "in", Elem: "b32", Count: len(m.in) / 4, Bytes: len(m.in), Contents: m.in},
		&casefile.Buffer{Name: "out", Elem: "b32", Count: len(m.want) / 4, Bytes: len(m.want), Init: "zero", Expect: "out.bin"})
	end := slices.Clone(m.texels)
	for at, b := range m.after {
		copy(end[at:], b)
	}
	m.files["texels.bin"] = end
	m.c.Buffers = append(m.c.Buffers, &casefile.Buffer{Name: "texels", Elem: "b8", Count: len(end), Bytes: len(end), Contents: m.texels, Expect: "texels.bin"})
	m.files["out.bin"] = m.want
	m.files["kernel.ptx"] = []byte(m.decls.String() + m.code.String())
	for name, data := range m.files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	return m.c.Save(dir)
}

// words appends numbers of 32 bits.
func words(b []byte, list ...uint32) []byte {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// kernel writes a kernel once: thread i reads nin words at 4*nin*i of the first
// parameter into %r0 ..., does what the body says, and stores %o0 ... at 4*nout*i of
// the second. params are further parameters.
func (m *maker) kernel(name string, nin, nout int, params, body string) {
	if m.have[name] {
		return
	}
	m.have[name] = true
	w := &m.code
	fmt.Fprintf(w, "\n.visible .entry %s(.param .u64 in, .param .u64 out%s)\n{\n", name, params)
	w.WriteString("\t.reg .b32 %t, %r<20>, %o<8>;\n\t.reg .b64 %in, %out, %off, %h<4>;\n\t.reg .pred %p;\n\t.reg .f16 %q<4>;\n")
	w.WriteString("\tmov.u32 %t, %tid.x;\n\tld.param.u64 %in, [in];\n\tcvta.to.global.u64 %in, %in;\n\tld.param.u64 %out, [out];\n\tcvta.to.global.u64 %out, %out;\n")
	fmt.Fprintf(w, "\tmul.wide.u32 %%off, %%t, %d;\n\tadd.s64 %%in, %%in, %%off;\n\tmul.wide.u32 %%off, %%t, %d;\n\tadd.s64 %%out, %%out, %%off;\n", 4*nin, 4*nout)
	for i := range nin {
		fmt.Fprintf(w, "\tld.global.b32 %%r%d, [%%in+%d];\n", i, 4*i)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
		fmt.Fprintf(w, "\t%s\n", strings.TrimSpace(line))
	}
	for i := range nout {
		fmt.Fprintf(w, "\tst.global.b32 [%%out+%d], %%o%d;\n", 4*i, i)
	}
	w.WriteString("\tret;\n}\n")
}

// list writes {%r3, %r4} or what is as long as a geometry wants.
func list(from, n int) string {
	if n == 3 {
		return fmt.Sprintf("{%%r%d, %%r%d, %%r%d, %%r%d}", from, from+1, from+2, from)
	}
	var s []string
	for i := range n {
		s = append(s, fmt.Sprintf("%%r%d", from+i))
	}
	return "{" + strings.Join(s, ", ") + "}"
}

// coordinates returns the words of a position: sample, layer, coordinates.
func coordinates(im *refImage, p at) (ws []uint32) {
	if im.Samples > 0 {
		ws = append(ws, p.sample)
	}
	if im.Layers > 0 {
		ws = append(ws, p.layer)
	}
	n := im.dims()
	if im.cube() {
		n = 3
	}
	for d := range n {
		if p.ints {
			ws = append(ws, uint32(p.i[d]))
		} else {
			ws = append(ws, math.Float32bits(p.c[d]))
		}
	}
	return ws
}

// fetchKernel writes the kernel of a texture instruction and returns its name. name
// is [tex or [tex, sampler as the instruction has it, loads what comes before.
func (m *maker) fetchKernel(im *refImage, p at, dtype, way, name, params, loads string) (kernel string, nin int) {
	n := len(coordinates(im, p))
	ctype := "f32"
	if p.ints {
		ctype = "s32"
	}
	op, more := "tex", ""
	nin = n
	switch p.mode {
	case "base":
		op += ".base"
	case "level":
		op += ".level"
		more = fmt.Sprintf(", %%r%d", nin)
		nin++
	case "grad":
		op += ".grad"
		more = ", " + list(nin, im.dims()) + ", " + list(nin+im.dims(), im.dims())
		nin += 2 * im.dims()
	case "r", "g", "b", "a":
		op = "tld4." + p.mode
	}
	kernel = strings.ReplaceAll(fmt.Sprintf("%s_%s_%s_%s_%s", op, im.Geometry, dtype, ctype, way), ".", "_")
	if p.offset != [3]int32{} {
		kernel += "_offset"
		more += ", " + list(nin, im.dims())
		nin += im.dims()
	}
	if p.depth {
		kernel += "_depth"
		more += fmt.Sprintf(", %%f%d", 0)
		loads += fmt.Sprintf("\n.reg .f32 %%f<1>;\nmov.b32 %%f0, %%r%d;", nin)
		nin++
	}
	d, v, after := "{%o0, %o1, %o2, %o3}", "v4", ""
	if dtype == "f16x2" {
		d, v, after = "{%o0, %o1}", "v2", "\nmov.b32 %o2, 0;\nmov.b32 %o3, 0;"
	} else if dtype == "f16" {
		d = "{%q0, %q1, %q2, %q3}"
		after = "\nmov.b32 %o0, {%q0, %q1};\nmov.b32 %o1, {%q2, %q3};\nmov.b32 %o2, 0;\nmov.b32 %o3, 0;"
	}
	m.kernel(kernel, nin, 4, params, fmt.Sprintf("%s\n%s.%s.%s.%s.%s %s, [%s, %s]%s;%s", loads, op, im.Geometry, v, dtype, ctype, d, name, list(0, n), more, after))
	return kernel, nin
}

// inputs returns the words that fetchKernel's kernel reads.
func inputs(im *refImage, p at) []uint32 {
	ws := coordinates(im, p)
	switch {
	case p.mode == "level" && p.ints:
		ws = append(ws, uint32(int32(p.lod)))
	case p.mode == "level":
		ws = append(ws, math.Float32bits(p.lod))
	case p.mode == "grad":
		for d := range im.dims() {
			ws = append(ws, math.Float32bits(p.dx[d]))
		}
		for d := range im.dims() {
			ws = append(ws, math.Float32bits(p.dy[d]))
		}
	}
	if p.offset != [3]int32{} {
		for d := range im.dims() {
			ws = append(ws, uint32(p.offset[d]))
		}
	}
	if p.depth {
		ws = append(ws, math.Float32bits(p.ref))
	}
	return ws
}

// results returns the expected words of a fetch.
func results(im *refImage, s *casefile.Sampler, p at, dtype string) []uint32 {
	v := im.fetch(s, p)
	if dtype == "f16" || dtype == "f16x2" {
		var h [4]uint32
		for i := range h {
			h[i] = toHalf(math.Float32frombits(v[i]))
		}
		return []uint32{h[0] | h[1]<<16, h[2] | h[3]<<16, 0, 0}
	}
	return v[:]
}

// toHalf rounds a finite number to the nearest half by trying all.
func toHalf(x float32) uint32 {
	best, dist := uint32(0), math.Inf(1)
	for h := range uint32(0x7c00) {
		d := math.Abs(half(uint16(h)) - math.Abs(float64(x)))
		if d < dist || d == dist && h&1 == 0 {
			best, dist = h, d
		}
	}
	if math.Signbit(float64(x)) {
		best |= 0x8000
	}
	return best
}

// fetches adds a launch that fetches at several positions.
func (m *maker) fetches(im *refImage, s *casefile.Sampler, p at, dtype, way, name, params, loads string, args ...casefile.Arg) {
	const threads = 24
	var in, want []byte
	kernel := ""
	for range threads {
		q := position(m.r, im, s, p.mode, p.ints)
		q.offset, q.depth, q.ref = p.offset, p.depth, p.ref
		kernel, _ = m.fetchKernel(im, q, dtype, way, name, params, loads)
		in = words(in, inputs(im, q)...)
		want = words(want, results(im, s, q, dtype)...)
	}
	m.launch(kernel, threads, in, want, args...)
}

const handleParam = ", .param .u64 tex"

const loadHandle = "ld.param.u64 %h0, [tex];"

// unified is every geometry, channel type, filter and addressing mode through
// handles.
func unified() *maker {
	m := newMaker("tex_bindless", "4.3", "sm_53")
	for _, geometry := range geometries {
		for k, channel := range channels {
			im := newImage(m.r, geometry, channel, []int{1, 2, 4}[(k+len(geometry))%3], 1)
			im.Normalized = k < 4 && k%2 == m.r.IntN(2)
			im.SRGB = im.Normalized && channel == "u8"
			if im.Normalized && im.SRGB {
				im.Channels = 4
				im = remake(m.r, im)
			}
			mode := addresses[(k+len(geometry))%len(addresses)]
			s := &casefile.Sampler{Address: []string{mode, addresses[k%5], addresses[(k+2)%5]}, Linear: im.floats() && k%3 != 0,
				Normalized: k%2 == 0, Border: [4]float32{3, 5, 2, 7}}
			m.image(im, s)
			arg := casefile.Arg{Texture: im.Name}
			dtype := []string{"u32", "s32", "f32"}[k%3]
			if im.floats() {
				dtype = "f32"
			}
			m.fetches(im, s, at{}, dtype, "h", "%h0", handleParam, loadHandle, arg)
			if !im.cube() {
				m.fetches(im, s, at{ints: true}, "u32", "h", "%h0", handleParam, loadHandle, arg)
				m.fetches(im, s, at{offset: [3]int32{2, -3, 1}}, dtype, "h", "%h0", handleParam, loadHandle, arg)
			}
			if im.dims() == 2 && im.Samples == 0 {
				m.fetches(im, s, at{mode: []string{"r", "g", "b", "a"}[k%4]}, dtype, "h", "%h0", handleParam, loadHandle, arg)
			}
			if channel == "f16" || channel == "u8" && im.Normalized {
				m.fetches(im, s, at{}, []string{"f16", "f16x2"}[len(geometry)%2], "h", "%h0", handleParam, loadHandle, arg)
			}
			if channel == "f32" {
				s.Compare = compares[len(geometry)]
				m.fetches(im, s, at{depth: true, ref: 0.5}, "f32", "h", "%h0", handleParam, loadHandle, arg)
			}
		}
	}
	return m
}

// remake gives an image memory for its changed number of channels.
func remake(r *rand.Rand, im *refImage) *refImage {
	x := newImage(r, im.Geometry, im.Channel, im.Channels, max(im.Levels, 1))
	x.Normalized, x.SRGB = im.Normalized, im.SRGB
	return x
}

// mipmaps is levels of detail.
func mipmaps() *maker {
	m := newMaker("tex_mipmap", "4.3", "sm_53")
	for _, geometry := range geometries[:7] {
		for k := range 4 {
			im := newImage(m.r, geometry, "f32", 4, 3)
			s := &casefile.Sampler{Address: []string{"wrap", "mirror", "clamp"}, Linear: k&1 != 0, MipLinear: k&2 != 0, Normalized: true}
			if k == 3 {
				s.Bias, s.MinLod, s.MaxLod = 0.25, 0.5, 1.75
			}
			m.image(im, s)
			arg := casefile.Arg{Texture: im.Name}
			for _, mode := range []string{"base", "level", "grad"} {
				if mode == "grad" && im.cube() {
					continue
				}
				m.fetches(im, s, at{mode: mode}, "f32", "h", "%h0", handleParam, loadHandle, arg)
			}
			if !im.cube() {
				m.fetches(im, s, at{mode: "level", ints: true}, "f32", "h", "%h0", handleParam, loadHandle, arg)
			}
		}
	}
	return m
}

// references is textures bound by name, and a parameter that is a reference.
func references() *maker {
	m := newMaker("tex_references", "4.0", "sm_30")
	for i, geometry := range geometries[:5] {
		im := newImage(m.r, geometry, "f32", 4, 1)
		s := &casefile.Sampler{Address: []string{"border", "wrap", "clamp"}, Linear: i%2 == 0, Normalized: i%2 == 1, Border: [4]float32{1, 2, 3, 4}}
		ref := "t" + geometry
		fmt.Fprintf(&m.decls, ".global .texref %s;\n", ref)
		im.Image.Textures = []string{ref}
		m.image(im, s)
		m.fetches(im, s, at{}, "f32", "name", ref, "", "")
		m.fetches(im, s, at{}, "f32", "address", "%h0", "", "mov.u64 %h0, "+ref+";")
		m.fetches(im, s, at{}, "f32", "param", "tex", ", .param .texref tex", "", casefile.Arg{Texture: im.Name})
	}
	return m
}

// ptx12 is the first form of tex: no brackets, and four coordinates for any
// geometry.
func ptx12() *maker {
	m := newMaker("tex_ptx12", "1.2", "sm_13")
	m.decls.WriteString(".tex .u32 t;\n")
	im := newImage(m.r, "2d", "u8", 4, 1)
	im.Normalized = true
	s := &casefile.Sampler{Address: []string{"clamp", "clamp", "clamp"}, Linear: true}
	im.Image.Textures = []string{"t"}
	m.image(im, s)
	var in, want []byte
	const threads = 16
	for range threads {
		p := position(m.r, im, s, "", false)
		in = words(in, inputs(im, p)...)
		want = words(want, results(im, s, p, "f32")...)
	}
	m.code.WriteString(`
.entry old
{
	.param .u64 in;
	.param .u64 out;
	.reg .u16 %h;
	.reg .u32 %t;
	.reg .u64 %in, %out, %off;
	.reg .f32 %f<8>;
	mov.u16 %h, %tid.x;
	cvt.u32.u16 %t, %h;
	ld.param.u64 %in, [in];
	ld.param.u64 %out, [out];
	mul.wide.u32 %off, %t, 8;
	add.u64 %in, %in, %off;
	mul.wide.u32 %off, %t, 16;
	add.u64 %out, %out, %off;
	ld.global.f32 %f0, [%in];
	ld.global.f32 %f1, [%in+4];
	tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, t, {%f0, %f1, %f0, %f1};
	st.global.v4.f32 [%out], {%f4, %f5, %f6, %f7};
	exit;
}
`)
	m.launch("old", threads, in, want)
	return m
}

// independent is samplers apart from textures.
func independent() *maker {
	m := newMaker("tex_independent", "4.3", "sm_53, texmode_independent")
	m.decls.WriteString(".global .samplerref fixed = { addr_mode_0 = mirror, addr_mode_1 = clamp_to_border, addr_mode_2 = clamp_to_edge, filter_mode = linear };\n.global .samplerref smp;\n")
	static := &casefile.Sampler{Address: []string{"mirror", "border", "clamp"}, Linear: true, Normalized: true}
	bound := &casefile.Sampler{Name: "bound", Address: []string{"clamp_ogl", "wrap", "mirror"}, Normalized: true, Border: [4]float32{1, 2, 3, 4}, Refs: []string{"smp"}}
	m.c.Samplers = []*casefile.Sampler{bound}
	for _, geometry := range geometries[:5] {
		im := newImage(m.r, geometry, "f16", 4, 1)
		m.image(im, nil)
		arg := casefile.Arg{Texture: im.Name}
		m.fetches(im, static, at{}, "f32", "static", "%h0, fixed", handleParam, loadHandle, arg)
		m.fetches(im, bound, at{}, "f32", "bound", "%h0, smp", handleParam, loadHandle, arg)
		m.fetches(im, bound, at{}, "f32", "handle", "%h0, %h1", handleParam+", .param .u64 s", loadHandle+"\nld.param.u64 %h1, [s];", arg, casefile.Arg{Sampler: "bound"})
		m.fetches(im, bound, at{ints: true}, "f32", "none", "%h0", handleParam, loadHandle, arg)
	}
	m.kernel("queries", 1, 5, "", `
		txq.addr_mode_0.b32 %o0, [fixed];
		txq.addr_mode_1.b32 %o1, [fixed];
		txq.addr_mode_2.b32 %o2, [fixed];
		txq.filter_mode.b32 %o3, [fixed];
		txq.force_unnormalized_coords.b32 %o4, [fixed];`)
	m.launch("queries", 1, words(nil, 0), words(nil, 1, 4, 3, 1, 0))
	return m
}

func makers() []*maker {
	return []*maker{ptx12(), unified(), mipmaps(), references(), independent(), queries(), surfaces()}
}

// TestFolders makes sure that the committed case folders are current.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, m := range makers() {
		if *update {
			if err := os.RemoveAll(filepath.Join(folders, m.c.Name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.write(dir); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(filepath.Join(dir, m.c.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			want, err := os.ReadFile(filepath.Join(dir, m.c.Name, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(folders, m.c.Name, f.Name())
			if *update {
				if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(to, want, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not current: run go test ./internal/cases/texcase -update", m.c.Name, f.Name())
			}
		}
	}
}

// TestEngines runs the cases in both engines.
func TestEngines(t *testing.T) {
	for _, engine := range []string{"interp", "go"} {
		t.Run(engine, func(t *testing.T) {
			if engine == "go" && testing.Short() {
				t.Skip("builds a program")
			}
			dir := t.TempDir()
			for _, m := range makers() {
				if err := m.write(dir); err != nil {
					t.Fatal(err)
				}
			}
			var b bytes.Buffer
			status := driver.Main(context.Background(), []string{"verify", "-engine=" + engine, dir}, driver.Stdio{In: strings.NewReader(""), Out: &b, Err: &b})
			if status != 0 || strings.Contains(b.String(), "left out") {
				t.Errorf("%s", b.String())
			}
		})
	}
}
