package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Kernel is an .entry whose body is printed.
type Kernel struct {
	mod  *Module
	Func *ir.Func

	Body  string // function that runs a row, a CTA or a thread
	Form  schedule.Form
	Sched *schedule.Kernel

	Params    []*Param
	imageVar  *gosrc.Variable
	UsesImage bool // some address reaches into parameter memory

	// Polled says that each loop over gangs polls, however short it seems to be.
	Polled bool

	// Contradicted says of parameters what is declared and cannot be.
	Contradicted []string

	shared *layout
	parts  *parts // of a kernel that is cut, once they are printed

	gangFuncs []GangFunc             // the loops over gangs so far
	laneFuncs map[*ir.Func]*laneFunc // those of them that are functions with lanes
	narrower  string                 // the body with narrower gangs than those at hand, "" for none
}

// Param is a kernel parameter as the typed launch function sees it.
type Param struct {
	*ir.Param
	GoName string
	Kind   gosrc.Kind      // of a scalar, or of the elements of a slice
	view   *schedule.View  // pointer with a view
	Array  bool            // aggregate passed as an array of bytes
	v      *gosrc.Variable // in a kernel that is cut: for the parameter lists of its regions

	// The address of a slice, where the kernel computes with it. It is not that of the
	// slice's first element where a launch by name is given an address that nothing
	// is known of: that one has no slice.
	Addr     string
	face     *face // nil where the launch function has the type that the body has
	addrVar  *gosrc.Variable
	usesAddr bool
}

// IsSlice reports whether the parameter is a pointer that Go has a slice for.
func (p *Param) IsSlice() bool { return p.view != nil }

// Elem is the element of the slice.
func (p *Param) Elem() gosrc.Kind { return p.Kind }

// Writes reports whether the kernel writes to the slice.
func (p *Param) Writes() bool { return p.view.Writes }

// BodyType is the type of the parameter in the kernel's bodies.
func (p *Param) BodyType() *jen.Statement {
	switch {
	case p.view != nil:
		return jen.Index().Add(p.Kind.Type())
	case p.Array:
		return jen.Index(jen.Id(strconv.FormatInt(p.Size, 10))).Byte()
	}
	return p.Kind.Type()
}

// variable is the parameter as one of a Go function.
func (p *Param) variable() *gosrc.Variable {
	v := &gosrc.Variable{Name: p.GoName, Kind: p.Kind, Param: true}
	if p.view != nil || p.Array {
		v.Type = p.BodyType()
	}
	return v
}

// Kernel names what belongs to the body of a kernel.
func (g *Module) Kernel(f *ir.Func) *Kernel {
	k := &Kernel{mod: g, Func: f, Sched: g.sched.Of(f), UsesImage: takesParamAddress(f)}
	k.Form = k.Sched.Form
	base := g.KernelBase(f)
	k.Body = g.Names.Pick(base + [...]string{"Row", "CTA", "Thread"}[k.Form])
	if syms := g.memory.Static(f); len(syms) > 0 {
		k.shared = g.newLayout(g.Names.Pick(base+"Shared"), f, syms)
	}
	return k
}

// SharedType is the struct of the static shared memory, nil where there is none.
func (k *Kernel) SharedType() jen.Code {
	if k.shared == nil || len(k.shared.fields) == 0 {
		return nil
	}
	return k.shared.code("is the static shared memory of " + k.Func.Name + ".")
}

// Addresses calls do for the parameters whose addresses bodies have as parameters of
// their own.
func (k *Kernel) Addresses(do func(i int, p *Param)) {
	for i, p := range k.Params {
		if p.usesAddr {
			do(i, p)
		}
	}
}

// signature is the parameter list that body functions share: the kernel's parameters
// and what else of them the body needs.
func (k *Kernel) signature(lead ...jen.Code) []jen.Code {
	out := append(append([]jen.Code(nil), lead...), k.TypedParams()...)
	var addrs []jen.Code
	k.Addresses(func(_ int, p *Param) { addrs = append(addrs, jen.Id(p.Addr)) })
	if len(addrs) > 0 {
		out = append(out, jen.List(addrs...).Uint64())
	}
	if k.UsesImage {
		out = append(out, jen.Id("params").Index().Byte())
	}
	return out
}

// Arguments passes the parameters on.
func (k *Kernel) Arguments(lead ...jen.Code) []jen.Code {
	return k.arguments((*Param).goName, lead...)
}

func (p *Param) goName() string { return p.GoName }

func (k *Kernel) arguments(name func(*Param) string, lead ...jen.Code) []jen.Code {
	out := append([]jen.Code(nil), lead...)
	for _, p := range k.Params {
		out = append(out, jen.Id(name(p)))
	}
	k.Addresses(func(_ int, p *Param) { out = append(out, jen.Id(p.Addr)) })
	if k.UsesImage {
		out = append(out, jen.Id("params"))
	}
	return out
}

// TypedParams is the parameter list of the kernel, those of one type in one group.
func (k *Kernel) TypedParams() []jen.Code {
	vars := make([]*gosrc.Variable, len(k.Params))
	for i, p := range k.Params {
		vars[i] = p.variable()
	}
	return gosrc.GroupParams(vars)
}

// takesParamAddress reports whether a kernel reaches its parameters by address.
func takesParamAddress(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Attr.Space == ir.ParamSpace {
				return true
			}
		}
	}
	return false
}

// face is the type of a parameter of the launch function, where the body has another.
type face struct {
	typ  *jen.Statement
	name string // of what the body is given
}

// GangFunc is a function of the file with the gangs.
type GangFunc struct {
	Name string
	Code jen.Code

	// Decl is the function without its body, where that is vectors from one end to the other and calls
	// nothing but functions of them: a leaf. Else it is nil, and the function calls leaves.
	Decl jen.Code
}
