package codegen

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// kernel is an .entry whose body is printed.
type kernel struct {
	mod *module
	f   *ir.Func

	body  string // function that runs a row, a CTA or a thread
	form  schedule.Form
	sched *schedule.Kernel

	params    []*param
	imageVar  *gosrc.Variable
	usesImage bool // some address reaches into parameter memory

	shared *layout
}

// param is a kernel parameter as the typed launch function sees it.
type param struct {
	*ir.Param
	name  string
	kind  gosrc.Kind      // scalar
	view  *view           // pointer with a view
	array bool            // aggregate passed as an array of bytes
	v     *gosrc.Variable // in a kernel that is cut: for the parameter lists of its regions

	// The address of a slice, where the kernel computes with it. It is not that of the
	// slice's first element where a launch by name is given an address that nothing
	// is known of: that one has no slice.
	addr     string
	addrVar  *gosrc.Variable
	usesAddr bool
}

// isSlice reports whether the parameter is a pointer that Go has a slice for.
func (p *param) isSlice() bool { return p.view != nil }

// elem is the element of the slice.
func (p *param) elem() gosrc.Kind { return p.view.elem }

// writes reports whether the kernel writes to the slice.
func (p *param) writes() bool { return p.view.writes }

// goType is the type of the parameter in Go.
func (p *param) goType() *jen.Statement {
	switch {
	case p.view != nil:
		return jen.Index().Add(p.view.elem.Type())
	case p.array:
		return jen.Index(jen.Id(strconv.FormatInt(p.Size, 10))).Byte()
	}
	return p.kind.Type()
}

// kernel names what belongs to the body of a kernel.
func (g *module) kernel(f *ir.Func) *kernel {
	k := &kernel{mod: g, f: f, sched: g.sched.Of(f), usesImage: takesParamAddress(f)}
	k.form = k.sched.Form
	base := g.kernelBase(f)
	k.body = g.names.Pick(base + [...]string{"Row", "CTA", "Thread"}[k.form])
	if syms := staticShared(f, g.views); len(syms) > 0 {
		k.shared = newLayout(g.names.Pick(base+"Shared"), syms, g.views)
	}
	return k
}

// sharedType is the struct of the static shared memory, nil where there is none.
func (k *kernel) sharedType() jen.Code {
	if k.shared == nil || len(k.shared.fields) == 0 {
		return nil
	}
	return k.shared.code("is the static shared memory of " + k.f.Name + ".")
}

// staticShared lists the static shared variables that a kernel names itself and does
// not reach beyond.
func staticShared(f *ir.Func, vs *views) []*ir.Symbol {
	var out []*ir.Symbol
	seen := map[*ir.Symbol]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if s := v.Attr.Sym; v.Op == ir.OpSymAddr && s.Space == ir.Shared && !s.Extern && vs.symbol(s).reach == within && !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// bindParams names the parameters and gives them Go types. It needs the plan,
// which knows how the kernel uses them.
func (k *kernel) bindParams(plans ...*plan) {
	names := gosrc.NewNamer(k.mod.names)
	names.Reserve("c", "t", "l", "ctx", "raw", "sh", "loc", "tx", "ty", "tz", "params")
	given := k.mod.settings.params[k.f.Name]
	votes := make([]int, len(k.f.Params))
	for _, p := range plans {
		for _, b := range p.f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpParam && isSignless(v.Type) && p.needed[v.ID] {
					if p.kinds[v.ID].Signed() {
						votes[v.Attr.Index]++
					} else {
						votes[v.Attr.Index]--
					}
				}
			}
		}
	}
	k.mod.views.signParams(plans)
	for i, q := range k.f.Params {
		wish := paramName(k.f.Name, q.Name)
		if i < len(given) {
			wish = given[i]
		}
		r := &param{Param: q, name: names.Pick(wish)}
		switch w := k.mod.views.params[k.f][i]; {
		case w != nil:
			r.view = w
		case q.Type == ir.Void || q.Type == ir.I128 || q.Size != int64(q.Type.Bytes()):
			r.array = true
		default:
			r.kind = kindOf(q.Type)
			if strings.HasPrefix(q.PTX, "s") || votes[i] > 0 {
				r.kind = r.kind.AsSigned()
			}
		}
		k.params = append(k.params, r)
	}
	for _, p := range k.params {
		if p.view != nil {
			p.addr = names.Pick(p.name + "Addr")
		}
	}
}

// addresses calls do for the parameters whose addresses bodies have as parameters of
// their own.
func (k *kernel) addresses(do func(i int, p *param)) {
	for i, p := range k.params {
		if p.usesAddr {
			do(i, p)
		}
	}
}

// signature is the parameter list that body functions share: the kernel's parameters
// and what else of them the body needs.
func (k *kernel) signature(lead ...jen.Code) []jen.Code {
	out := append(append([]jen.Code(nil), lead...), k.typed()...)
	var addrs []jen.Code
	k.addresses(func(_ int, p *param) { addrs = append(addrs, jen.Id(p.addr)) })
	if len(addrs) > 0 {
		out = append(out, jen.List(addrs...).Uint64())
	}
	if k.usesImage {
		out = append(out, jen.Id("params").Index().Byte())
	}
	return out
}

// arguments passes the parameters on.
func (k *kernel) arguments(lead ...jen.Code) []jen.Code {
	out := append([]jen.Code(nil), lead...)
	for _, p := range k.params {
		out = append(out, jen.Id(p.name))
	}
	k.addresses(func(_ int, p *param) { out = append(out, jen.Id(p.addr)) })
	if k.usesImage {
		out = append(out, jen.Id("params"))
	}
	return out
}

// typed is the parameter list of the kernel, those of one type in one group.
func (k *kernel) typed() []jen.Code {
	var out []jen.Code
	for i := 0; i < len(k.params); {
		j := i + 1
		typ := k.params[i].goType().GoString()
		names := []jen.Code{jen.Id(k.params[i].name)}
		for j < len(k.params) && k.params[j].goType().GoString() == typ {
			names = append(names, jen.Id(k.params[j].name))
			j++
		}
		out = append(out, jen.List(names...).Add(k.params[i].goType()))
		i = j
	}
	return out
}

// emit builds the bodies.
func (k *kernel) emit() []jen.Code {
	switch k.form {
	case schedule.Rows:
		return k.emitRows()
	case schedule.Regions:
		return k.emitParts()
	}
	return k.emitCoroutine()
}
