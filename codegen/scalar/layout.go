package scalar

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// layout is a Go struct over a window of memory: static shared memory of a
// kernel, or the local variables of a function.
type layout struct {
	name   string
	fields []layoutField
	byName map[*ir.Symbol]string
	size   int64
}

type layoutField struct {
	sym   *ir.Symbol
	name  string
	start int64
	view  *schedule.View
}

// newLayout places variables of a function where they begin.
func (g *Module) newLayout(name string, f *ir.Func, syms []*ir.Symbol) *layout {
	l := &layout{name: name, byName: map[*ir.Symbol]string{}}
	names := gosrc.NewNamer(nil)
	start := func(s *ir.Symbol) int64 { return g.memory.Start(f, s) }
	syms = slices.Clone(syms)
	slices.SortStableFunc(syms, func(a, b *ir.Symbol) int { return cmp.Compare(start(a), start(b)) })
	for _, s := range syms {
		n := names.Pick(gosrc.LowerFirst(gosrc.Identifier(localName(s.Name))))
		l.byName[s] = n
		l.fields = append(l.fields, layoutField{s, n, start(s), g.memory.Symbol(s)})
		l.size = max(l.size, start(s)+s.Size)
	}
	return l
}

// sizeof is the size of the struct: Go makes it a multiple of the largest element's.
func (l *layout) sizeof() int64 {
	align := int64(1)
	for _, x := range l.fields {
		if x.sym.Size > 0 {
			align = max(align, int64(x.view.Elem.Bytes()))
		}
	}
	return (l.size + align - 1) / align * align
}

// localName is the name of a variable in its scope: as of _ZZ6matmulE2as.
func localName(s string) string {
	if c := cxx.Parse(s); c != nil {
		return c.Name
	}
	return s
}

func (l *layout) field(s *ir.Symbol) string { return l.byName[s] }

// code is the struct type.
func (l *layout) code(doc string) jen.Code {
	var fields []jen.Code
	at := int64(0)
	for _, x := range l.fields {
		if x.sym.Size == 0 {
			continue
		}
		if pad := x.start - at; pad > 0 {
			fields = append(fields, jen.Id("_").Index(jen.Id(gosrc.Num(pad))).Byte())
		}
		fields = append(fields, jen.Id(x.name).Add(arrayOf(x.view, x.sym.Size)))
		at = x.start + x.sym.Size
	}
	return jen.Comment("// " + l.name + " " + doc).Line().Type().Id(l.name).Struct(fields...)
}

// arrayOf returns the Go array that holds a variable inside a struct.
func arrayOf(w *schedule.View, size int64) *jen.Statement {
	return jen.Index(jen.Id(gosrc.SpellUnsigned(uint64(size / int64(w.Elem.Bytes()))))).Add(KindOf(w.Elem).Type())
}
