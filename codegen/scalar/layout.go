package scalar

import (
	"sort"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
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
	sym  *ir.Symbol
	name string
	view *view
}

// newLayout places variables at their offsets.
func newLayout(name string, syms []*ir.Symbol, vs *views) *layout {
	l := &layout{name: name, byName: map[*ir.Symbol]string{}}
	names := gosrc.NewNamer(nil)
	syms = append([]*ir.Symbol(nil), syms...)
	sort.SliceStable(syms, func(i, j int) bool { return syms[i].Offset < syms[j].Offset })
	for _, s := range syms {
		n := names.Pick(gosrc.LowerFirst(gosrc.Identifier(localName(s.Name))))
		l.byName[s] = n
		l.fields = append(l.fields, layoutField{s, n, vs.symbol(s)})
		l.size = max(l.size, s.Offset+s.Size)
	}
	return l
}

// placeLocals gives the local variables of a function their places in its
// frame.
func placeLocals(f *ir.Func) {
	for s, at := range f.Frame().Offset {
		s.Offset = at
	}
}

// sizeof is the size of the struct: Go makes it a multiple of the largest element's.
func (l *layout) sizeof() int64 {
	align := int64(1)
	for _, x := range l.fields {
		if x.sym.Size > 0 {
			align = max(align, int64(x.view.elem.Bits()/8))
		}
	}
	return (l.size + align - 1) / align * align
}

// localName shortens the mangled name of a function's static variable:
// _ZZ6matmulE2as is as.
func localName(s string) string {
	if len(s) < 4 || s[:3] != "_ZZ" {
		return s
	}
	// _ZZ <function> E <length> <name>
	for i := len(s) - 1; i > 3; i-- {
		if s[i] != 'E' {
			continue
		}
		if n := Demangle("_Z" + s[i+1:]); n != "_Z"+s[i+1:] {
			return n
		}
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
		if pad := x.sym.Offset - at; pad > 0 {
			fields = append(fields, jen.Id("_").Index(jen.Id(gosrc.Num(pad))).Byte())
		}
		fields = append(fields, jen.Id(x.name).Add(x.view.arrayOf(x.sym.Size)))
		at = x.sym.Offset + x.sym.Size
	}
	return jen.Comment("// " + l.name + " " + doc).Line().Type().Id(l.name).Struct(fields...)
}
