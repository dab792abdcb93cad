package scalar

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func buildRefAddr(g *memGen, v *ir.Value) gosrc.Expr {
	w := g.field(g.mod.Vars.Refs[v.Attr.Ref], gosrc.U64, nil)
	g.use(w)
	return w.Expr()
}

// handleExpr prints a handle.
func (g *memGen) handleExpr(v *ir.Value) jen.Code {
	return gosrc.Convert(g.value(v), gosrc.U64).Code()
}

// as32 prints a number of 32 bits in a carrier.
func (g *memGen) as32(v *ir.Value, k gosrc.Kind) jen.Code {
	return gosrc.Bitcast(g.value(v), k).Code()
}

// vector prints an array of three numbers.
func (g *memGen) vector(list []*ir.Value, k gosrc.Kind) *jen.Statement {
	var xs []jen.Code
	for _, v := range list {
		xs = append(xs, g.as32(v, k))
	}
	return jen.Index(jen.Lit(3)).Add(k.Type()).Values(xs...)
}

var geomConstants = [...]string{
	ir.Geom1D: "Geom1D", ir.Geom2D: "Geom2D", ir.Geom3D: "Geom3D", ir.GeomA1D: "GeomA1D", ir.GeomA2D: "GeomA2D",
	ir.GeomCube: "GeomCube", ir.GeomACube: "GeomACube", ir.Geom2DMS: "Geom2DMS", ir.GeomA2DMS: "GeomA2DMS",
}

var modeConstants = [...]string{
	ir.TexBase: "TexBase", ir.TexLevel: "TexLevel", ir.TexGrad: "TexGrad",
	ir.TexGatherR: "TexGatherR", ir.TexGatherG: "TexGatherG", ir.TexGatherB: "TexGatherB", ir.TexGatherA: "TexGatherA",
}

// stmtTex prints a call of Tex or TexF32 with where it reads.
func stmtTex(g *memGen, v *ir.Value) {
	a := v.ImageArgs()
	field := func(name string, x jen.Code) jen.Code { return jen.Id(name).Op(":").Add(x) }
	at := []jen.Code{field("Geometry", Runtime(geomConstants[v.Attr.Geom]))}
	if m := v.Attr.Tex; m != ir.TexPlain {
		at = append(at, field("Mode", Runtime(modeConstants[m])))
	}
	if a.Sample != nil {
		at = append(at, field("Sample", g.as32(a.Sample, gosrc.U32)))
	}
	if a.Layer != nil {
		at = append(at, field("Layer", g.as32(a.Layer, gosrc.U32)))
	}
	integer := a.Coords[0].Type != ir.F32
	if integer {
		at = append(at, field("Integer", jen.True()), field("I", g.vector(a.Coords, gosrc.I32)))
	} else {
		at = append(at, field("F", g.vector(a.Coords, gosrc.F32)))
	}
	switch {
	case a.Lod != nil && integer:
		at = append(at, field("LodInt", g.as32(a.Lod, gosrc.I32)))
	case a.Lod != nil:
		at = append(at, field("Lod", g.as32(a.Lod, gosrc.F32)))
	}
	if len(a.Dx) > 0 {
		at = append(at, field("Dx", g.vector(a.Dx, gosrc.F32)), field("Dy", g.vector(a.Dy, gosrc.F32)))
	}
	if len(a.Offset) > 0 {
		at = append(at, field("Offset", g.vector(a.Offset, gosrc.I32)))
	}
	if a.Ref != nil {
		at = append(at, field("Depth", jen.True()), field("Ref", g.as32(a.Ref, gosrc.F32)))
	}
	fn, k := "Tex", gosrc.U32
	if v.Results[0] == ir.F32 {
		fn, k = "TexF32", gosrc.F32
	}
	code := g.mem().Dot(fn).Call(g.handleExpr(a.Image), g.handleExpr(a.Sampler), Runtime("TexAt").Values(at...))
	g.finishTuple(v, code, k, k, k, k)
}

var queryConstants = [...]string{
	ir.QueryWidth: "QueryWidth", ir.QueryHeight: "QueryHeight", ir.QueryDepth: "QueryDepth",
	ir.QueryChannelDataType: "QueryChannelDataType", ir.QueryChannelOrder: "QueryChannelOrder",
	ir.QueryNormalizedCoords: "QueryNormalizedCoords", ir.QueryArraySize: "QueryArraySize",
	ir.QueryNumMipmapLevels: "QueryNumMipmapLevels", ir.QueryNumSamples: "QueryNumSamples", ir.QueryMemoryLayout: "QueryMemoryLayout",
	ir.QueryForceUnnormalizedCoords: "QueryForceUnnormalizedCoords", ir.QueryFilterMode: "QueryFilterMode",
	ir.QueryAddrMode0: "QueryAddrMode0", ir.QueryAddrMode1: "QueryAddrMode1", ir.QueryAddrMode2: "QueryAddrMode2",
}

func stmtTexQuery(g *memGen, v *ir.Value) {
	level := jen.Code(jen.Lit(0))
	if len(v.Args) > 1 {
		level = g.as32(v.Args[1], gosrc.U32)
	}
	g.finishSync(v, g.mem().Dot("TexQuery").Call(g.handleExpr(v.Args[0]), Runtime(queryConstants[v.Attr.Query]), level), gosrc.U32)
}

var isRefNames = [...]string{ir.TexRef: "IsTexture", ir.SamplerRef: "IsSampler", ir.SurfRef: "IsSurface"}

func buildIsRef(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Call(g.mem().Dot(isRefNames[v.Attr.RefKind]), gosrc.Bool, gosrc.Convert(g.value(v.Args[0]), gosrc.U64))
}

// surfArgs prints what all surface operations begin with: the surface and where.
func (g *memGen) surfArgs(v *ir.Value, a *ir.ImageArgs) []jen.Code {
	at := []jen.Code{jen.Id("Geometry").Op(":").Add(Runtime(geomConstants[v.Attr.Geom]))}
	switch v.Attr.Outside {
	case ir.OutsideClamp:
		at = append(at, jen.Id("Outside").Op(":").Add(Runtime("SurfClamp")))
	case ir.OutsideZero:
		at = append(at, jen.Id("Outside").Op(":").Add(Runtime("SurfZero")))
	}
	if v.Attr.Texel != ir.TexelRaw {
		at = append(at, jen.Id("Texels").Op(":").True())
	}
	for i, c := range a.Coords {
		at = append(at, jen.Id("XYZ"[i:i+1]).Op(":").Add(g.as32(c, gosrc.I32)))
	}
	if a.Layer != nil {
		at = append(at, jen.Id("Layer").Op(":").Add(g.as32(a.Layer, gosrc.U32)))
	}
	return []jen.Code{g.handleExpr(a.Image), Runtime("SurfAt").Values(at...)}
}

var texelConstants = [...]string{
	ir.TexelBits: "TexelBits", ir.TexelUnsigned: "TexelUnsigned", ir.TexelSigned: "TexelSigned", ir.TexelFloat: "TexelFloat",
}

func stmtSurfLoad(g *memGen, v *ir.Value) {
	a := v.ImageArgs()
	args := g.surfArgs(v, &a)
	k := KindOf(v.Attr.Mem).AsUnsigned()
	kinds := []gosrc.Kind{k, k, k, k}
	if v.Attr.Texel != ir.TexelRaw {
		code := g.mem().Dot("SurfLoadTexel").Call(append(args, Runtime(texelConstants[v.Attr.Texel]))...)
		if v.Type == ir.Tuple {
			g.finishSome(v, code, 4, gosrc.U32)
			return
		}
		w := g.variable(v)
		t := g.temp(w.Name, gosrc.U32)
		g.emit(v, &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{t, nil, nil, nil}, RHS: []jen.Code{code}})
		g.use(t)
		g.assign(nil, []*gosrc.Variable{w}, gosrc.Bitcast(t.Expr(), w.Kind))
		return
	}
	fn := fmt.Sprintf("SurfLoad%d", v.Attr.Mem.Bits())
	if v.Type != ir.Tuple {
		g.finishSync(v, g.mem().Dot(fn).Call(args...), k)
		return
	}
	g.finishTuple(v, g.mem().Dot(fmt.Sprintf("%sx%d", fn, v.Vec())).Call(args...), kinds[:v.Vec()]...)
}

// finishSome emits a call with n results of one carrier, the first of which are
// those of the tuple.
func (g *memGen) finishSome(v *ir.Value, code *jen.Statement, n int, k gosrc.Kind) {
	ws := g.results(v)
	lhs := make([]*gosrc.Variable, n)
	var fix []func()
	for i, w := range ws {
		if w == nil {
			continue
		}
		lhs[i] = w
		if w.Kind != k {
			t := g.temp(w.Name, k)
			lhs[i] = t
			fix = append(fix, func() {
				g.use(t)
				g.assign(nil, []*gosrc.Variable{w}, gosrc.Bitcast(t.Expr(), w.Kind))
			})
		}
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: lhs, RHS: []jen.Code{code}})
	for _, f := range fix {
		f()
	}
}

func stmtSurfStore(g *memGen, v *ir.Value) {
	a := v.ImageArgs()
	args := g.surfArgs(v, &a)
	fn, k := fmt.Sprintf("SurfStore%d", v.Attr.Mem.Bits()), KindOf(v.Attr.Mem).AsUnsigned()
	if v.Attr.Texel != ir.TexelRaw {
		fn = "SurfStoreTexel"
		args = append(args, Runtime(texelConstants[v.Attr.Texel]))
	}
	for _, x := range a.Values {
		args = append(args, g.valueAs(x, k))
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.mem().Dot(fn).Call(args...)})
}

// valueAs prints a value of the width of an integer carrier in it.
func (g *memGen) valueAs(v *ir.Value, k gosrc.Kind) jen.Code {
	x := g.value(v)
	if x.Kind.IsFloat() {
		x = gosrc.Bitcast(x, k)
	}
	return gosrc.Convert(x, k).Code()
}

func stmtSurfRed(g *memGen, v *ir.Value) {
	a := v.ImageArgs()
	op := "Surf" + v.Attr.Atom.Name()
	if v.Attr.Texel == ir.TexelBits {
		op = strings.TrimSuffix(op, "U") // the sign is that of the surface
	}
	args := append(g.surfArgs(v, &a), Runtime(op), g.valueAs(a.Values[0], KindOf(v.Attr.Mem).AsUnsigned()))
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.mem().Dot(fmt.Sprintf("SurfRed%d", v.Attr.Mem.Bits())).Call(args...)})
}
