package codegen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/ir"
)

var refKindNames = [...]string{ir.TexRef: "TextureRef", ir.SamplerRef: "SamplerRef", ir.SurfRef: "SurfaceRef"}

// reference prints what makes a reference of the module.
func (g *fileGen) reference(r *ir.Ref) jen.Code {
	args := []jen.Code{jen.Id("in"), jen.Lit(r.Name), scalar.Runtime(refKindNames[r.Kind])}
	if len(r.Props) > 0 {
		args = append(args, g.sampler(r))
	}
	return scalar.Runtime("Reference").Call(args...)
}

// addressNames are the addressing modes of a sampler's properties.
var addressNames = map[string]string{
	"wrap": "AddressWrap", "mirror": "AddressMirror", "clamp_ogl": "AddressClampOGL",
	"clamp_to_edge": "AddressClamp", "clamp_to_border": "AddressBorder",
}

// sampler prints the initial properties of a sampler. Coordinates are normalised
// unless force_unnormalized_coords says otherwise; modes that are not given wrap.
func (g *fileGen) sampler(r *ir.Ref) *jen.Statement {
	modes := [3]string{"AddressWrap", "AddressWrap", "AddressWrap"}
	normalized := true
	linear := false
	for _, p := range r.Props {
		name, value, _ := strings.Cut(p, "=")
		switch name {
		case "filter_mode":
			linear = value == "linear"
		case "force_unnormalized_coords":
			normalized = value == "0"
		default:
			modes[name[len(name)-1]-'0'] = addressNames[value]
		}
	}
	fields := []jen.Code{jen.Id("Address").Op(":").Index(jen.Lit(3)).Add(scalar.Runtime("Address")).Values(scalar.Runtime(modes[0]), scalar.Runtime(modes[1]), scalar.Runtime(modes[2]))}
	if linear {
		fields = append(fields, jen.Id("Filter").Op(":").Add(scalar.Runtime("FilterLinear")))
	}
	if normalized {
		fields = append(fields, jen.Id("Normalized").Op(":").True())
	}
	return scalar.Runtime("Sampler").Values(fields...)
}

// usedRefs lists the references whose handles a kernel may use, through calls too.
func (g *fileGen) usedRefs(kernel *ir.Func) []*ir.Ref {
	if len(g.IR.Refs) == 0 {
		return nil
	}
	used := map[*ir.Ref]bool{}
	for f := range g.Graph.CalledFrom(kernel) {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpRefAddr {
					used[v.Attr.Ref] = true
				}
			}
		}
	}
	var out []*ir.Ref
	for _, r := range g.IR.Refs {
		if used[r] {
			out = append(out, r)
		}
	}
	return out
}

// refFields are the fields of a kernel's descriptor about references.
func (k *kernelGen) refFields() []jen.Code {
	var names []jen.Code
	for _, r := range k.file.usedRefs(k.Func) {
		names = append(names, jen.Lit(r.Name))
	}
	if len(names) == 0 {
		return nil
	}
	return []jen.Code{jen.Id("Refs").Op(":").Index().String().Values(names...)}
}
