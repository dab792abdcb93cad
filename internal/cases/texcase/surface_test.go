package texcase

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// queries asks for all attributes of textures and surfaces.
func queries() *maker {
	m := newMaker("tex_query", "4.3", "sm_53")
	names := strings.Fields("width height depth channel_data_type channel_order normalized_coords array_size num_mipmap_levels num_samples filter_mode addr_mode_0 addr_mode_1 addr_mode_2 force_unnormalized_coords")
	body := loadHandle + "\n"
	for i, q := range names {
		body += fmt.Sprintf("txq.%s.b32 %%r1, [%%h0];\nst.global.b32 [%%out+%d], %%r1;\n", q, 4*i)
	}
	body += fmt.Sprintf("txq.level.width.b32 %%r1, [%%h0], 1;\nst.global.b32 [%%out+%d], %%r1;\n", 4*len(names))
	for i, q := range []string{"texref", "samplerref", "surfref"} {
		body += fmt.Sprintf("istypep.%s %%p, %%h0;\nselp.b32 %%r1, 1, 0, %%p;\nst.global.b32 [%%out+%d], %%r1;\n", q, 4*(len(names)+1+i))
	}
	m.kernel("texture", 1, 0, handleParam, body)
	types := map[string]uint32{"u8": 0x10da, "s8": 0x10d7, "u16": 0x10db, "s16": 0x10d8, "u32": 0x10dc, "s32": 0x10d9, "f16": 0x10dd, "f32": 0x10de,
		"nu8": 0x10d2, "ns8": 0x10d0, "nu16": 0x10d3, "ns16": 0x10d1}
	modes := map[string]uint32{"wrap": 0, "mirror": 1, "clamp_ogl": 2, "clamp": 3, "border": 4}
	yes := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	for k, channel := range channels {
		im := newImage(m.r, geometries[k], channel, []int{1, 2, 4}[k%3], 2)
		im.Normalized = k < 4 && k%2 == 0
		s := newSampler(m.r)
		s.Normalized = s.Normalized || im.Levels > 1
		s.Linear = s.Linear && im.floats()
		m.image(im, s)
		typ := types[channel]
		if im.Normalized {
			typ = types["n"+channel]
		}
		want := []uint32{uint32(im.Width), uint32(im.Height), uint32(im.Depth), typ, map[int]uint32{1: 0x10b0, 2: 0x10b2, 4: 0x10b5}[im.Channels],
			yes(s.Normalized), uint32(im.Layers), uint32(im.Levels), uint32(max(im.Samples, 1)), yes(s.Linear),
			modes[s.Address[0]], modes[s.Address[1]], modes[s.Address[2]], yes(!s.Normalized), uint32(im.Width / 2), 1, 0, 0}
		m.launch("texture", 1, words(nil, 0), words(nil, want...), casefile.Arg{Texture: im.Name})
		if im.Samples > 0 {
			continue
		}
		body := "ld.param.u64 %h0, [tex];\n"
		for i, q := range []string{"width", "height", "depth", "channel_data_type", "channel_order", "array_size", "memory_layout"} {
			body += fmt.Sprintf("suq.%s.b32 %%o%d, [%%h0];\n", q, i)
		}
		m.kernel("surface", 1, 7, handleParam, body)
		m.launch("surface", 1, words(nil, 0), words(nil, want[0], want[1], want[2], types[channel], want[4], want[6], 0), casefile.Arg{Surface: im.Name})
	}
	return m
}

// place is where a surface instruction works: layer, x in bytes, y, z.
type place struct {
	layer   uint32
	x, y, z int32
}

// find returns the place of n bytes in memory, or false where a load gives zero.
func (im *refImage) find(p place, n int, clamp bool) (int, bool) {
	s := im.sides(0)
	row := s[0] * im.channelBytes() * im.Channels
	limit := []int{row/n - 1, s[1] - 1, s[2] - 1, im.slices() - 1}
	at := []int{int(p.x) / n, int(p.y), int(p.z), int(p.layer)}
	if p.x < 0 {
		at[0] = -1
	}
	if im.dims() < 2 {
		at[1] = 0
	}
	if im.dims() < 3 {
		at[2] = 0
	}
	if im.Layers == 0 {
		at[3] = 0
	}
	for i := range at {
		if at[i] < 0 || at[i] > limit[i] {
			if !clamp {
				return 0, false
			}
			at[i] = min(max(at[i], 0), limit[i])
		}
	}
	return ((at[3]*s[2]+at[2])*s[1]+at[1])*row + at[0]*n, true
}

// places returns some places, no two of them at the same bytes of the image.
func (m *maker) places(im *refImage, n, count int) (list []place) {
	s := im.sides(0)
	seen := map[int]bool{}
	for range count {
		p := place{uint32(m.r.IntN(im.slices() + 1)), int32((m.r.IntN(s[0]+4) - 2) * n), int32(m.r.IntN(s[1]+2) - 1), int32(m.r.IntN(s[2]+2) - 1)}
		if off, ok := im.find(p, n, false); ok {
			if seen[off] {
				p.x = -int32(n)
			}
			seen[off] = true
		}
		list = append(list, p)
	}
	return list
}

// surfaceWords are the numbers of a place as an instruction takes them.
func surfaceWords(im *refImage, p place) []uint32 {
	var ws []uint32
	if im.Layers > 0 {
		ws = append(ws, p.layer)
	}
	return append(ws, []uint32{uint32(p.x), uint32(p.y), uint32(p.z)}[:im.dims()]...)
}

const loadSurface = "ld.param.u64 %h0, [tex];\n.reg .b16 %s<4>;\n.reg .b64 %d<4>;\n"

// surfaces is loads, stores and reductions.
func surfaces() *maker {
	m := newMaker("tex_surface", "4.3", "sm_53")
	regs := map[int]string{8: "%s", 16: "%s", 32: "%o", 64: "%d"}
	vector := func(reg string, n int) string {
		var s []string
		for i := range n {
			s = append(s, fmt.Sprintf("%s%d", reg, i))
		}
		if n == 1 {
			return s[0]
		}
		return "{" + strings.Join(s, ", ") + "}"
	}
	dots := map[int]string{1: "", 2: ".v2", 4: ".v4"}
	for _, geometry := range geometries[:5] {
		for _, bits := range []int{8, 16, 32, 64} {
			for _, v := range []int{1, 2, 4} {
				n := bits / 8 * v
				for _, outside := range []string{"clamp", "zero"} {
					if n > 16 {
						continue // the largest texel
					}
					channel := map[int]string{1: "u8", 2: "u16", 4: "u32", 8: "u32", 16: "u32"}[n]
					im := newImage(m.r, geometry, channel, map[int]int{8: 2, 16: 4}[n]+yesInt(n < 8), 1)
					m.image(im, nil)
					arg := casefile.Arg{Surface: im.Name}
					const threads = 20
					at := m.places(im, n, threads)
					if outside == "clamp" {
						at = at[:1] // several would meet at the edge
					}
					coords := len(surfaceWords(im, at[0]))
					body := loadSurface
					out, in := "", ""
					for i := range v {
						switch bits {
						case 64:
							out += fmt.Sprintf("st.global.b64 [%%out+%d], %%d%d;\n", 8*i, i)
							in += fmt.Sprintf("mov.b64 %%d%d, {%%r%d, %%r%d};\n", i, coords+2*i, coords+2*i+1)
						case 32:
							out += fmt.Sprintf("st.global.b32 [%%out+%d], %%o%d;\n", 4*i, i)
							in += fmt.Sprintf("mov.b32 %%o%d, %%r%d;\n", i, coords+i)
						default:
							out += fmt.Sprintf("st.global.b%d [%%out+%d], %%s%d;\n", bits, bits/8*i, i)
							in += fmt.Sprintf("cvt.u16.u32 %%s%d, %%r%d;\n", i, coords+i)
						}
					}
					name := fmt.Sprintf("%s_b%d_v%d_%s", geometry, bits, v, outside)
					form := fmt.Sprintf(".b.%s%s.b%d.%s", geometry, dots[v], bits, outside)
					row := (n + 3) / 4
					m.kernel("suld_"+name, coords, 0, handleParam, body+
						fmt.Sprintf("mul.wide.u32 %%off, %%t, %d;\nadd.s64 %%out, %%out, %%off;\nsuld%s %s, [%%h0, %s];\n%s", 4*row, form, vector(regs[bits], v), list(0, coords), out))
					var words32, want []byte
					for _, p := range at {
						words32 = words(words32, surfaceWords(im, p)...)
						got := make([]byte, 4*row)
						if off, ok := im.find(p, n, outside == "clamp"); ok {
							copy(got, im.mem[off:off+n])
						}
						want = append(want, got...)
					}
					m.launch("suld_"+name, len(at), words32, want, arg)

					nin := coords + max(v*bits/32, v)
					m.kernel("sust_"+name, nin, 0, handleParam, body+in+fmt.Sprintf("sust%s [%%h0, %s], %s;", form, list(0, coords), vector(regs[bits], v)))
					words32 = nil
					after := slices.Clone(im.mem)
					for _, p := range at {
						words32 = words(words32, surfaceWords(im, p)...)
						off, ok := im.find(p, n, outside == "clamp")
						for i := range nin - coords {
							x := m.r.Uint32()
							words32 = words(words32, x)
							if ok {
								var b [4]byte
								binary.LittleEndian.PutUint32(b[:], x)
								size := min(bits/8, 4)
								copy(after[off+i*size:], b[:size])
							}
						}
					}
					m.launch("sust_"+name, len(at), words32, nil, arg)
					m.expect(im, after)
				}
			}
		}
	}
	m.formatted()
	m.reductions()
	return m
}

func yesInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// expect says what the memory of an image is afterwards.
func (m *maker) expect(im *refImage, after []byte) {
	m.after[im.Offset] = after
}

// formatted is sust.p and suld.p for each channel type.
func (m *maker) formatted() {
	for _, channel := range channels {
		im := newImage(m.r, "2d", channel, 4, 1)
		m.image(im, nil)
		value := map[byte]string{'u': "u32", 's': "s32", 'f': "f32"}[channel[0]]
		regs := "{%o0, %o1, %o2, %o3}"
		m.kernel("suldp_"+value, 2, 4, handleParam, fmt.Sprintf("ld.param.u64 %%h0, [tex];\nsuld.p.2d.v4.%s.zero %s, [%%h0, {%%r0, %%r1}];", value, regs))
		stored := "b32"
		if channel[1:] == "32" {
			stored = value // the types of PTX 2.x
		}
		m.kernel("sustp_"+stored, 6, 0, handleParam, "ld.param.u64 %h0, [tex];\nsust.p.2d.v4."+stored+".zero [%h0, {%r0, %r1}], {%r2, %r3, %r4, %r5};")
		size := im.channelBytes()
		var in, want []byte
		at := m.places(im, 4*size, 12)
		for _, p := range at {
			in = words(in, uint32(p.x/int32(4*size)), uint32(p.y))
			off, ok := im.find(p, 4*size, false)
			if !ok {
				want = words(want, 0, 0, 0, 0)
				continue
			}
			x := (off / (4 * size)) % im.Width
			y := (off / (4 * size)) / im.Width
			want = words(want, func() []uint32 { v := im.bits(im.texel(0, 0, [3]int{x, y, 0})); return v[:] }()...)
		}
		m.launch("suldp_"+value, len(at), in, want, casefile.Arg{Surface: im.Name})
		in = nil
		after := slices.Clone(im.mem)
		for _, p := range at {
			in = words(in, uint32(p.x/int32(4*size)), uint32(p.y))
			off, ok := im.find(p, 4*size, false)
			for i := range 4 {
				x, bytes := m.value(channel)
				in = words(in, x)
				if ok {
					copy(after[off+i*size:], bytes)
				}
			}
		}
		m.launch("sustp_"+stored, len(at), in, nil, casefile.Arg{Surface: im.Name})
		m.expect(im, after)
	}
}

// value makes a 32-bit value and the channel that it becomes.
func (m *maker) value(channel string) (uint32, []byte) {
	var b [4]byte
	switch channel {
	case "f32":
		x := math.Float32bits(float32(m.r.IntN(1000)) / 8)
		binary.LittleEndian.PutUint32(b[:], x)
		return x, b[:]
	case "f16":
		x := float32(m.r.IntN(100000)-50000) / 16
		binary.LittleEndian.PutUint16(b[:], uint16(toHalf(x)))
		return math.Float32bits(x), b[:2]
	}
	bits := map[string]int{"8": 8, "16": 16, "32": 32}[channel[1:]]
	x := int64(m.r.IntN(1<<12) - 1<<11)
	lo, hi := int64(0), int64(1)<<bits-1
	if channel[0] == 's' {
		lo, hi = -1<<(bits-1), 1<<(bits-1)-1
	} else {
		x = max(x, 0)
	}
	binary.LittleEndian.PutUint32(b[:], uint32(min(max(x, lo), hi)))
	return uint32(int32(x)), b[:bits/8]
}

// reductions is sured: all threads at a few places.
func (m *maker) reductions() {
	for _, geometry := range geometries[:3] {
		for _, t := range []string{"b.add.u32", "b.add.s32", "b.add.u64", "b.min.u32", "b.min.s32", "b.max.u64", "b.max.s64", "b.and.b32", "b.or.b32", "p.add.b32", "p.min.b32", "p.max.b32", "p.min.u32", "p.max.s32", "p.and.b32", "p.or.b32"} {
			part := strings.Split(t, ".")
			wide := part[2][1:] == "64"
			channel, n, nch := "s32", 4, 1
			if wide {
				channel, n, nch = "u32", 8, 2
			}
			im := newImage(m.r, geometry, channel, nch, 1)
			m.image(im, nil)
			name := strings.ReplaceAll("sured_"+t+"_"+geometry, ".", "_")
			coords := im.dims()
			load, reg, nin := "", fmt.Sprintf("%%r%d", coords), coords+1
			if wide {
				load, reg, nin = fmt.Sprintf("mov.b64 %%d0, {%%r%d, %%r%d};\n", coords, coords+1), "%d0", coords+2
			}
			m.kernel(name, nin, 0, handleParam, loadSurface+load+fmt.Sprintf("sured.%s.%s.%s.%s.clamp [%%h0, %s], %s;", part[0], part[1], geometry, part[2], list(0, coords), reg))
			after := slices.Clone(im.mem)
			var in []byte
			const threads = 40
			for range threads {
				p := place{0, int32(m.r.IntN(3) * n), int32(m.r.IntN(3) - 1), int32(m.r.IntN(2))}
				off, _ := im.find(p, n, true)
				if part[0] == "p" {
					p.x /= int32(n)
				}
				in = words(in, surfaceWords(im, p)...)
				x := m.r.Uint64()
				var b [8]byte
				copy(b[:], after[off:off+n])
				old := binary.LittleEndian.Uint64(b[:])
				if n == 4 {
					x = uint64(int64(int32(x)))
					old = uint64(int64(int32(old)))
					in = words(in, uint32(x))
				} else {
					in = words(in, uint32(x), uint32(x>>32))
				}
				signed := part[2][0] == 's' || part[0] == "p" && part[2] == "b32" // by the format
				less := old < x
				if signed {
					less = int64(old) < int64(x)
				}
				switch part[1] {
				case "add":
					old += x
				case "and":
					old &= x
				case "or":
					old |= x
				default:
					if less != (part[1] == "min") {
						old = x
					}
				}
				binary.LittleEndian.PutUint64(b[:], old)
				copy(after[off:off+n], b[:n])
			}
			m.launch(name, threads, in, nil, casefile.Arg{Surface: im.Name})
			m.expect(im, after)
		}
	}
}
