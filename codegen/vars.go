package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// vars prints the type of the module's variables, and the function that makes them for an
// instance of the module.
func (g *fileGen) vars() {
	if g.newVars == "" {
		return
	}
	var fields, values, relocs []jen.Code
	var all []gosrc.Origin
	add := func(name string, typ, value jen.Code, what string, pos diag.Pos) {
		from := g.At(pos)
		all = append(all, from)
		fields = append(fields, jen.Id(name).Add(typ).Comment(what))
		values = append(values, jen.Line().Add(gosrc.Marked(jen.Id(name).Op(":").Add(value), from)))
	}
	for _, s := range g.IR.Symbols {
		if v := g.Vars.Symbols[s]; v != nil {
			space := ".global"
			if s.Space == ir.Const {
				space = ".const"
			}
			add(v.Field, jen.Index().Add(v.Elem.Type()), variable(s, v), fmt.Sprintf("%s %s, %s", space, s.Name, diag.Count(int(s.Size), "byte")), s.Pos)
		}
		for _, r := range s.Relocs {
			relocs = append(relocs, gosrc.Marked(jen.Add(g.reloc(s, r)), g.At(s.Pos)))
		}
	}
	for _, r := range g.IR.Refs {
		add(g.Vars.Refs[r], jen.Uint64(), g.reference(r), fmt.Sprintf(".%s %s", r.Kind, r.Name), r.Pos)
	}
	for _, f := range g.everywhere() {
		f.Comment(g.Vars.Type + " are the variables of an instance of the module.")
		f.Type().Id(g.Vars.Type).Struct(fields...)
		f.Line()
	}
	made := jen.Op("&").Id(g.Vars.Type).Values(append(values, jen.Line())...)
	body := []jen.Code{jen.Return(made)}
	if len(relocs) > 0 {
		body = append([]jen.Code{jen.Id("v").Op(":=").Add(made)}, append(relocs, jen.Return(jen.Id("v")))...)
	}
	g.f.Add(gosrc.Marked(jen.Func().Id(g.newVars).Params(jen.Id("in").Op("*").Add(scalar.Runtime("Instance"))).Op("*").Id(g.Vars.Type).Block(body...), all...))
	g.f.Line()
}

// registration prints what registers the kernels and the variables with the module.
func (g *fileGen) registration() {
	var init []jen.Code
	var list []jen.Code
	for _, k := range g.kernels {
		list = append(list, jen.Op("&").Id(k.desc))
	}
	if len(list) > 0 {
		init = append(init, jen.Id(g.moduleVar).Dot("Add").Call(list...))
	}
	if g.newVars != "" {
		init = append(init, scalar.Runtime("Variables").Call(jen.Id(g.moduleVar), jen.Id(g.newVars)))
	}
	if g.sitesVar != "" {
		init = append(init, jen.Id(g.moduleVar).Dot("Sanitized").Call(sanitizeOptions(g.opt.Sanitize), jen.Id(g.sitesVar)))
	}
	if g.stepsVar != "" {
		init = append(init, jen.Id(g.moduleVar).Dot("Counted").Call(jen.Op("&").Id(g.stepsVar)))
	}
	if g.IR.Points {
		init = append(init, jen.Id(g.moduleVar).Dot("Seeded").Call(jen.Lit(g.opt.Independent)))
	}
	if len(init) > 0 {
		g.f.Func().Id("init").Params().Block(init...)
		g.f.Line()
	}
}

// variable prints what makes a variable of the module: a slice over the runtime's memory,
// with its initial elements.
func variable(s *ir.Symbol, v *scalar.SymbolVar) jen.Code {
	size := v.Elem.Bits() / 8
	n := (s.Size + int64(size) - 1) / int64(size)
	args := []jen.Code{jen.Id("in"), jen.Lit(s.Name), jen.Id(strconv.FormatInt(n, 10))}
	values := initial(s, size)
	fn := "Global"
	if s.Space == ir.Const {
		fn = "Const"
	}
	made := scalar.Runtime(fn).Types(v.Elem.Type())
	const perLine = 8
	if len(values) <= perLine {
		if len(values) > 0 {
			args = append(args, spellRow(values, v.Elem))
		}
		return made.Call(args...)
	}
	return made.CallFunc(func(c *jen.Group) {
		c.List(args...)
		for i := 0; i < len(values); i += perLine {
			c.Line().Add(spellRow(values[i:min(i+perLine, len(values))], v.Elem))
		}
		c.Line()
	})
}

// spellRow spells constants in a line. One piece of text takes far less memory than
// its parts, and tables have millions.
func spellRow(values []uint64, k gosrc.Kind) jen.Code {
	text := make([]string, len(values))
	parts := make([]jen.Code, len(values))
	plain := true
	for i, x := range values {
		text[i] = gosrc.Literal(x, k)
		plain = plain && text[i] != ""
	}
	if plain {
		return jen.Id(strings.Join(text, ", "))
	}
	for i, x := range values {
		parts[i] = gosrc.Spell(x, k)
	}
	return jen.List(parts...)
}

// initial returns the elements of an initialiser, without trailing zeros.
func initial(s *ir.Symbol, size int) []uint64 {
	var out []uint64
	used := 0
	for i := 0; i < len(s.Init); i += size {
		var x uint64
		for j := 0; j < size && i+j < len(s.Init); j++ {
			x |= uint64(s.Init[i+j]) << (8 * j)
		}
		out = append(out, x)
		if x != 0 {
			used = len(out)
		}
	}
	return out[:used]
}

// reloc prints an address inside of an initialiser.
func (g *fileGen) reloc(s *ir.Symbol, r ir.Reloc) jen.Code {
	var target *jen.Statement
	switch {
	case r.Func != nil:
		target = jen.Id(gosrc.SpellUnsigned(g.Handle(r.Func)))
	case g.Vars.Symbols[r.Sym] != nil:
		field := jen.Id("v").Dot(g.Vars.Symbols[r.Sym].Field)
		target = scalar.Runtime("AddrOf").Call(field)
		if g.IR.Narrow() {
			target = jen.Id("uint64").Parens(scalar.Runtime("Addr32").Call(field))
		}
	default:
		target = jen.Id("uint64").Parens(jen.Id(strconv.FormatInt(r.Sym.Offset, 10)))
	}
	if r.Add != 0 {
		target = target.Op("+").Id(gosrc.SpellUnsigned(uint64(r.Add)))
	}
	if r.Shift != 0 {
		target = jen.Parens(target).Op(">>").Lit(r.Shift)
	}
	return scalar.Runtime("Reloc").Call(jen.Id("in"), jen.Lit(s.Name), jen.Id(strconv.FormatInt(r.Off, 10)), jen.Id(strconv.Itoa(r.Width)), target)
}

// moduleDecl prints the module's variable: the PTX files with their hashes.
func (g *fileGen) moduleDecl() {
	what, made := "is the PTX module "+diag.Shown(g.opt.Source), scalar.Runtime("NewModule").Call(jen.Lit(g.opt.Source), jen.Lit(g.opt.Hash))
	if n := len(g.opt.Linked); n > 0 {
		names := []string{diag.Shown(g.opt.Source)}
		for i, x := range g.opt.Linked {
			names = append(names, diag.Shown(x.Name))
			made.Op(".").Line().Id("Link").Call(jen.Lit(x.Name), jen.Lit(x.Hash), jen.Lit(g.linesBefore(i)))
		}
		what = "is the PTX modules " + strings.Join(names[:n], ", ") + " and " + names[n] + ", linked"
	}
	if g.opt.Accurate {
		made.Op(".").Line().Id("Rounded").Call()
	}
	if g.originsVar != "" {
		made.Op(".").Line().Id("CompiledFrom").Call(jen.Op("&").Id(g.originsVar))
	}
	g.f.Comment(fmt.Sprintf("%s %s: .version %s, .target %s.", g.moduleVar, what, g.IR.Version, g.IR.Target))
	g.f.Var().Id(g.moduleVar).Op("=").Add(made)
	g.f.Line()
}
