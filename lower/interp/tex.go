package interp

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Texture is what a texture reference or handle stands for: an image as it is read,
// and its memory.
type Texture struct {
	View texops.View
	Mem  []byte
}

// Surface is what a surface reference or handle stands for.
type Surface struct {
	Shape texops.Shape
	Mem   []byte
}

// Sampler is what a sampler reference or handle stands for.
type Sampler struct{ texops.Sampler }

// The high byte of handles, beside those of windows and functions.
const (
	refHandle   = 0x0400_0000_0000_0000
	imageHandle = 0x0500_0000_0000_0000
)

// Handle returns a handle for a *Texture, *Surface or *Sampler, to be passed to
// kernels of the machine. It lasts as long as the machine.
func (x *Machine) Handle(object any) uint64 {
	switch object.(type) {
	case *Texture, *Surface, *Sampler:
	default:
		panic(fmt.Sprintf("interp: a handle of %T", object))
	}
	x.images = append(x.images, object)
	return imageHandle + uint64(len(x.images))
}

// bindRefs looks up what the references stand for in a launch. One that the kernel
// can get at must be bound, and to what it is declared as.
func (g *grid) bindRefs() error {
	used := g.m.refsOf(g.kernel)
	for name := range g.cfg.Bind {
		known := false
		for _, r := range g.m.mod.Refs {
			known = known || r.Name == name
		}
		if !known {
			return fmt.Errorf("the module has no reference %s", name)
		}
	}
	for _, r := range g.m.mod.Refs {
		x := g.cfg.Bind[r.Name]
		if x == nil && r.Kind == ir.SamplerRef && len(r.Props) > 0 {
			x = initialSampler(r)
		}
		if x == nil {
			if used[r] {
				return fmt.Errorf("nothing is bound to the %s %s", r.Kind, r.Name)
			}
		} else if !isKind(x, r.Kind) {
			return fmt.Errorf("the %s %s is bound to %T", r.Kind, r.Name, x)
		}
		g.refs = append(g.refs, x)
	}
	return nil
}

// refsOf returns the references whose addresses a kernel takes, itself or in a
// function of the module that it may call.
func (x *Machine) refsOf(kernel *code) map[*ir.Ref]bool {
	used := map[*ir.Ref]bool{}
	seen := map[*code]bool{}
	var visit func(c *code)
	visit = func(c *code) {
		if c == nil || seen[c] {
			return
		}
		seen[c] = true
		for _, b := range c.f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpRefAddr:
					used[v.Attr.Ref] = true
				case ir.OpCall:
					visit(x.codes[v.Attr.Func])
				case ir.OpCallIndirect:
					for _, to := range x.targets {
						if to.fits(v.Attr.Sig) {
							visit(to)
						}
					}
				}
			}
		}
	}
	visit(kernel)
	return used
}

func isKind(x any, k ir.RefKind) bool {
	switch x.(type) {
	case *Texture:
		return k == ir.TexRef
	case *Surface:
		return k == ir.SurfRef
	case *Sampler:
		return k == ir.SamplerRef
	}
	return false
}

// initialSampler reads the properties of a sampler (section 5.3): coordinates are
// normalised and wrap unless they say otherwise.
func initialSampler(r *ir.Ref) *Sampler {
	s := &Sampler{texops.Sampler{Normalized: true}}
	modes := map[string]texops.Address{"wrap": texops.Wrap, "mirror": texops.Mirror, "clamp_ogl": texops.ClampOGL,
		"clamp_to_edge": texops.Clamp, "clamp_to_border": texops.Border}
	for _, p := range r.Props {
		switch name, value, _ := strings.Cut(p, "="); name {
		case "filter_mode":
			if value == "linear" {
				s.Filter = texops.Linear
			}
		case "force_unnormalized_coords":
			s.Normalized = value != "1"
		case "addr_mode_0":
			s.Address[0] = modes[value]
		case "addr_mode_1":
			s.Address[1] = modes[value]
		case "addr_mode_2":
			s.Address[2] = modes[value]
		}
	}
	return s
}

// refHandleOf returns the handle of a reference.
func (x *Machine) refHandleOf(r *ir.Ref) uint64 {
	for i, other := range x.mod.Refs {
		if other == r {
			return refHandle + uint64(i) + 1
		}
	}
	panic("interp: the reference of another module")
}

// image returns what a handle stands for, nil for nothing.
func (l *lane) image(h uint64) any {
	g := l.cta.grid
	if n := h - refHandle - 1; n < uint64(len(g.refs)) {
		return g.refs[n]
	}
	if n := h - imageHandle - 1; n < uint64(len(g.m.images)) {
		return g.m.images[n]
	}
	if find := g.m.opt.Images; find != nil {
		return find(h)
	}
	return nil
}

// imageOp executes an operation on textures and surfaces for some lanes.
func (w *warp) imageOp(group uint32, in *inst) {
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		fr := l.frame()
		switch in.v.Op {
		case ir.OpTex:
			l.tex(fr, in)
		case ir.OpTexQuery:
			l.texQuery(fr, in)
		default:
			l.surface(fr, in)
		}
	}
	if in.v.Op == ir.OpSurfStore || in.v.Op == ir.OpSurfRed {
		w.changed()
	}
}

// reader takes the operands of an image operation one after another.
type reader struct {
	fr   *frame
	rest []operand
}

func (r *reader) next() uint64 {
	x, _ := r.fr.get(r.rest[0])
	r.rest = r.rest[1:]
	return x
}

func (r *reader) floats(n int) (out [3]float32) {
	for i := range n {
		out[i] = math.Float32frombits(uint32(r.next()))
	}
	return out
}

func (r *reader) ints(n int) (out [3]int32) {
	for i := range n {
		out[i] = int32(uint32(r.next()))
	}
	return out
}

// tex fetches from a texture.
func (l *lane) tex(fr *frame, in *inst) {
	v := in.v
	r := reader{fr, in.args}
	h, sh := r.next(), r.next()
	t, ok := l.image(h).(*Texture)
	if !ok {
		l.failAddr(FaultAddress, v.Pos, h, "is no handle of a texture")
	}
	g := v.Attr.Geom
	p := texops.Position{Geometry: texops.Geometry(g), Mode: texops.Mode(v.Attr.Tex), Depth: v.Attr.Depth}
	if t.View.Geometry != p.Geometry {
		l.fail(FaultAddress, v.Pos, "the texture has the geometry %s, not %s", t.View.Geometry, p.Geometry)
	}
	s := &t.View.Sampler
	if sh != 0 {
		other, ok := l.image(sh).(*Sampler)
		if !ok {
			l.failAddr(FaultAddress, v.Pos, sh, "is no handle of a sampler")
		}
		s = &other.Sampler
	}
	if g.Multisample() {
		p.Sample = uint32(r.next())
	}
	if g.Layered() {
		p.Layer = uint32(r.next())
	}
	n := g.Coordinates()
	p.Integer = r.rest[0].typ != ir.F32
	if p.Integer {
		p.I = r.ints(n)
	} else {
		p.F = r.floats(n)
	}
	switch v.Attr.Tex {
	case ir.TexLevel:
		if p.Integer {
			p.LodInt = int32(uint32(r.next()))
		} else {
			p.Lod = math.Float32frombits(uint32(r.next()))
		}
	case ir.TexGrad:
		p.Dx, p.Dy = r.floats(n), r.floats(n)
	}
	if v.Attr.Offset {
		p.Offset = r.ints(len(v.ImageArgs().Offset))
	}
	if p.Depth {
		p.Ref = math.Float32frombits(uint32(r.next()))
	}
	var taps texops.Taps
	t.View.Taps(s, &p, &taps)
	for i, x := range t.View.Blend(s, &p, &taps, t.Mem) {
		fr.put(in.result(i), uint64(x), 0)
	}
}

func (l *lane) texQuery(fr *frame, in *inst) {
	r := reader{fr, in.args}
	h := r.next()
	level := uint32(0)
	if len(r.rest) > 0 {
		level = uint32(r.next())
	}
	q := texops.Query(in.v.Attr.Query)
	var x uint32
	switch o := l.image(h).(type) {
	case *Texture:
		x = o.View.Query(q, level)
	case *Surface:
		v := texops.View{Shape: o.Shape}
		x = v.Query(q, level)
	case *Sampler:
		x = o.Query(q)
	default:
		l.failAddr(FaultAddress, in.v.Pos, h, "is no handle of a texture, sampler or surface")
	}
	fr.put(in.dst, uint64(x), 0)
}

// surface executes SurfLoad, SurfStore or SurfRed.
func (l *lane) surface(fr *frame, in *inst) {
	v := in.v
	r := reader{fr, in.args}
	h := r.next()
	s, ok := l.image(h).(*Surface)
	if !ok {
		l.failAddr(FaultAddress, v.Pos, h, "is no handle of a surface")
	}
	g := v.Attr.Geom
	p := texops.Place{Geometry: texops.Geometry(g), Outside: texops.Outside(v.Attr.Outside), Texels: v.Attr.Texel != ir.TexelRaw}
	if !s.Shape.Accepts(p.Geometry) {
		l.fail(FaultAddress, v.Pos, "the surface has the geometry %s, not %s", s.Shape.Geometry, p.Geometry)
	}
	if g.Layered() {
		p.Layer = uint32(r.next())
	}
	at := r.ints(g.Coordinates())
	p.X, p.Y, p.Z = at[0], at[1], at[2]
	size := v.Attr.Mem.Bytes()
	n := size * v.Vec()
	if p.Texels {
		n = s.Shape.TexelBytes()
	}
	off, found := s.Shape.Place(&p, n)
	switch found {
	case texops.Faulty:
		l.fail(FaultAddress, v.Pos, "%s is outside of the surface", s.Shape.Where(&p))
	case texops.Misaligned:
		l.fail(FaultMisaligned, v.Pos, "%s is not aligned to the size of the access", s.Shape.Where(&p))
	}
	var mem []byte
	if found == texops.Inside {
		mem = s.Mem[off : off+n]
	}
	kind := texops.Kind(max(v.Attr.Texel, ir.TexelBits) - ir.TexelBits)
	switch v.Op {
	case ir.OpSurfLoad:
		var texel [4]uint32
		if p.Texels && mem != nil {
			texel = s.Shape.Load(mem, kind)
		}
		for i := range v.Vec() {
			dst := in.dst
			if v.Type == ir.Tuple {
				dst = in.result(i)
			}
			x := uint64(texel[i])
			if !p.Texels && mem != nil {
				x, _ = element(mem[i*size:], v.Attr.Mem)
			}
			fr.put(dst, x, 0)
		}
	case ir.OpSurfStore:
		var vals []uint32
		for i := range r.rest {
			x, _ := fr.get(r.rest[i])
			vals = append(vals, uint32(x))
			if !p.Texels && mem != nil {
				setElement(mem[i*size:], v.Attr.Mem, x, 0)
			}
		}
		if p.Texels && mem != nil {
			s.Shape.Store(mem, vals, kind)
		}
	case ir.OpSurfRed:
		l.surfRed(in, s, mem, r.next())
	}
}

// surfRed executes a reduction on the n bytes of an element, none if it is outside.
func (l *lane) surfRed(in *inst, s *Surface, mem []byte, x uint64) {
	v := in.v
	n := v.Attr.Mem.Bytes()
	if v.Attr.Texel != ir.TexelRaw && s.Shape.TexelBytes() != n {
		l.fail(FaultAddress, v.Pos, "the surface has %d bytes a texel, not %d", s.Shape.TexelBytes(), n)
	}
	if mem == nil {
		return
	}
	atom := v.Attr.Atom
	if v.Attr.Texel == ir.TexelBits && s.Shape.Channel.IsSigned() {
		atom = atom.ForSigned()
	}
	var b [8]byte
	copy(b[:], mem)
	old := binary.LittleEndian.Uint64(b[:])
	if n == 4 {
		old = uint64(uint32(old))
	}
	binary.LittleEndian.PutUint64(b[:], integer(atom.Op(), 8*n, old, x))
	copy(mem, b[:n])
}
