package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// kernelGen prints everything that belongs to one .entry.
type kernelGen struct {
	file *fileGen
	f    *ir.Func

	launch string // exported launch function
	desc   string // variable of the ptx.Kernel
	body   string // function that runs a row, a CTA or a thread
	form   schedule.Form
	sched  *schedule.Kernel

	params    []*param
	imageVar  *variable
	usesImage bool // some address reaches into parameter memory

	shared *layout
}

// param is a kernel parameter as the typed launch function sees it.
type param struct {
	*ir.Param
	name  string
	kind  kind      // scalar
	view  *view     // pointer with a view
	array bool      // aggregate passed as an array of bytes
	v     *variable // in a kernel that is cut: for the parameter lists of its regions

	// The address of a slice, where the kernel computes with it. It is not that of the
	// slice's first element where a launch by name is given an address that nothing
	// is known of: that one has no slice.
	addr     string
	addrVar  *variable
	usesAddr bool
}

func (p *param) goType() *jen.Statement {
	switch {
	case p.view != nil:
		return jen.Index().Add(p.view.elem.id())
	case p.array:
		return jen.Index(jen.Id(strconv.FormatInt(p.Size, 10))).Byte()
	}
	return p.kind.id()
}

func newKernelGen(g *fileGen, f *ir.Func) *kernelGen {
	k := &kernelGen{file: g, f: f}
	k.launch = g.names.pick(g.exported(f.Name))
	base := g.kernelBase(f)
	k.desc = g.names.pick(base + "Kernel")
	k.sched = g.sched.Of(f)
	k.form = k.sched.Form
	k.usesImage = takesParamAddress(f)
	k.body = g.names.pick(base + [...]string{"Row", "CTA", "Thread"}[k.form])
	if syms := staticShared(f, g.views); len(syms) > 0 {
		k.shared = newLayout(g.names.pick(base+"Shared"), syms, g.views)
	}
	return k
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
func (k *kernelGen) bindParams(plans ...*plan) {
	names := newNamer(k.file.names)
	names.reserve("c", "t", "l", "ctx", "raw", "sh", "loc", "tx", "ty", "tz", "params")
	given := k.file.opt.Params[k.f.Name]
	votes := make([]int, len(k.f.Params))
	for _, p := range plans {
		for _, b := range p.f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpParam && isSignless(v.Type) && p.needed[v.ID] {
					if p.kinds[v.ID].signed() {
						votes[v.Attr.Index]++
					} else {
						votes[v.Attr.Index]--
					}
				}
			}
		}
	}
	k.file.views.signParams(plans)
	for i, q := range k.f.Params {
		wish := paramName(k.f.Name, q.Name)
		if i < len(given) {
			wish = given[i]
		}
		r := &param{Param: q, name: names.pick(wish)}
		switch w := k.file.views.params[k.f][i]; {
		case w != nil:
			r.view = w
		case q.Type == ir.Void || q.Type == ir.I128 || q.Size != int64(q.Type.Bytes()):
			r.array = true
		default:
			r.kind = kindOf(q.Type)
			if strings.HasPrefix(q.PTX, "s") || votes[i] > 0 {
				r.kind = r.kind.asSigned()
			}
		}
		k.params = append(k.params, r)
	}
	for _, p := range k.params {
		if p.view != nil {
			p.addr = names.pick(p.name + "Addr")
		}
	}
}

// addresses calls do for the parameters whose addresses bodies have as parameters of
// their own.
func (k *kernelGen) addresses(do func(i int, p *param)) {
	for i, p := range k.params {
		if p.usesAddr {
			do(i, p)
		}
	}
}

// signature is the parameter list that body functions share: the kernel's parameters
// and what else of them the body needs.
func (k *kernelGen) signature(lead ...jen.Code) []jen.Code {
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
func (k *kernelGen) arguments(lead ...jen.Code) []jen.Code {
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

// emit builds the bodies.
func (k *kernelGen) emit() []jen.Code {
	switch k.form {
	case schedule.Rows:
		return k.emitRows()
	case schedule.Regions:
		return k.emitParts()
	}
	return k.emitCoroutine()
}

// print emits the launch function, the descriptor and the types, then the
// bodies that were built before.
func (k *kernelGen) print(bodies []jen.Code) {
	g := k.file
	f := g.f
	rt := g.rt
	// Launch function.
	for _, line := range k.doc() {
		f.Comment(line)
	}
	run := jen.Func().Params(jen.Id("c").Op("*").Add(rt("CTA"))).Block(jen.Id(k.body).Call(k.arguments(jen.Id("c"))...))
	if k.form == schedule.Coroutines {
		run = k.coroutineRun()
	}
	sig := append([]jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("l").Add(rt("Launch"))}, k.typed()...)
	if k.usesImage && g.m.Narrow() {
		// What the image holds of the slices are addresses that the launch chooses.
		args := []jen.Code{jen.Id("ctx"), jen.Id("l")}
		for _, p := range k.params {
			args = append(args, jen.Id(p.name))
		}
		f.Func().Id(k.launch).Params(sig...).Error().Block(jen.Return(jen.Id(k.desc).Dot("LaunchArgs").Call(args...)))
		f.Line()
		k.finishPrint(bodies)
		return
	}
	var stmts []jen.Code
	k.addresses(func(_ int, p *param) {
		stmts = append(stmts, jen.Id(p.addr).Op(":=").Add(rt("AddrOf")).Call(jen.Id(p.name)))
	})
	if k.usesImage {
		stmts = append(stmts, k.image())
	}
	call, method := []jen.Code{jen.Id("ctx"), jen.Id("l"), run}, "Run"
	if k.usesImage {
		call, method = append(call, jen.Id("params")), "RunImage"
	}
	for _, p := range k.params {
		if p.view != nil {
			call = append(call, rt("BytesOf").Call(jen.Id(p.name)))
		}
	}
	stmts = append(stmts, jen.Return(jen.Id(k.desc).Dot(method).Call(call...)))
	f.Func().Id(k.launch).Params(sig...).Error().Block(stmts...)
	f.Line()
	k.finishPrint(bodies)
}

// finishPrint emits what stands behind the launch function.
func (k *kernelGen) finishPrint(bodies []jen.Code) {
	f := k.file.f
	k.descriptor()
	if k.shared != nil && len(k.shared.fields) > 0 {
		f.Add(k.shared.code("is the static shared memory of " + k.f.Name + "."))
		f.Line()
	}
	for _, b := range bodies {
		if b != nil {
			f.Add(b)
			f.Line()
		}
	}
}

// typed is the parameter list of the kernel, those of one type in one group.
func (k *kernelGen) typed() []jen.Code {
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

// coroutineRun runs the body once per thread.
func (k *kernelGen) coroutineRun() *jen.Statement {
	rt := k.file.rt
	return jen.Func().Params(jen.Id("c").Op("*").Add(rt("CTA"))).Block(
		jen.Id("c").Dot("Coroutines").Call(jen.Func().Params(jen.Id("t").Op("*").Add(rt("Thread"))).Block(
			jen.Id(k.body).Call(k.arguments(jen.Id("t"))...))))
}

// image packs the parameters into bytes, for kernels that take the address of
// one.
func (k *kernelGen) image() jen.Code {
	args := []jen.Code{jen.Op("&").Id(k.desc)}
	for _, p := range k.params {
		switch {
		case p.view != nil:
			args = append(args, k.file.rt("AddrOf").Call(jen.Id(p.name)))
		default:
			args = append(args, jen.Id(p.name))
		}
	}
	return jen.Id("params").Op(":=").Add(k.file.rt("ParamImage")).Call(args...)
}

// doc is the comment of the launch function: the signature in PTX, what each
// parameter is, and how the block must look.
func (k *kernelGen) doc() []string {
	var ps []string
	for _, p := range k.params {
		t := "." + p.PTX
		if p.array {
			t = fmt.Sprintf(".b8[%d]", p.Size)
		}
		ps = append(ps, t+" "+p.name)
	}
	out := []string{fmt.Sprintf("%s launches .entry %s(%s).", k.launch, k.f.Name, strings.Join(ps, ", "))}
	if r := k.f.ReqNTID; r != [3]int64{} {
		out = append(out, fmt.Sprintf("The block must be %d x %d x %d threads.", r[0], max(r[1], 1), max(r[2], 1)))
	} else if m := k.f.MaxNTID; m != [3]int64{} {
		out = append(out, fmt.Sprintf("The block may have up to %d threads.", m[0]*max(m[1], 1)*max(m[2], 1)))
	}
	if k.form == schedule.Coroutines {
		out = append(out, fmt.Sprintf("Its threads run as coroutines, which is slow, because of %s (line %d).", k.sched.Why.Text, k.file.line(k.sched.Why.Pos)))
	}
	return out
}

// descriptor prints the ptx.Kernel.
func (k *kernelGen) descriptor() {
	g := k.file
	rt := g.rt
	fields := []jen.Code{
		jen.Id("Name").Op(":").Lit(k.f.Name),
		jen.Id("File").Op(":").Lit(g.sourceName(k.f.Pos)),
		jen.Id("GoFile").Op(":").Lit(g.opt.Output),
		jen.Id("Lines").Op(":").Id(g.linesVar),
	}
	if len(k.params) > 0 {
		var ps []jen.Code
		for _, p := range k.params {
			ps = append(ps, jen.Values(jen.Id("Name").Op(":").Lit(p.Name), jen.Id("Type").Op(":").Lit(p.PTX),
				jen.Id("Size").Op(":").Id(num(p.Size)), jen.Id("Align").Op(":").Id(num(int64(p.Align))), jen.Id("Offset").Op(":").Id(num(p.Off))))
		}
		list := jen.Index().Add(rt("Param")).ValuesFunc(func(v *jen.Group) {
			for _, p := range ps {
				v.Line().Add(p)
			}
			v.Line()
		})
		fields = append(fields, jen.Id("Params").Op(":").Add(list))
	}
	if n := sharedSize(k.f); n > 0 {
		fields = append(fields, jen.Id("Shared").Op(":").Id(num(n)))
	}
	if n := g.m.MaxShared(); n != (isa.Target{}).MostShared() {
		fields = append(fields, jen.Id("MaxShared").Op(":").Id(num(n)))
	}
	if d := k.f.MaxNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("MaxNTID").Op(":").Add(dim(g, d)))
	}
	if d := k.f.ReqNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("ReqNTID").Op(":").Add(dim(g, d)))
	}
	mode := "Rows"
	if k.form != schedule.Rows {
		mode = "CTAs"
	}
	fields = append(fields, jen.Id("Mode").Op(":").Add(rt(mode)))
	if g.m.Narrow() {
		fields = append(fields, jen.Id("Addr32").Op(":").True())
	}
	if k.sched.RowWarps {
		fields = append(fields, jen.Id("RowWarps").Op(":").True())
	}
	if k.sched.LayerWarps {
		fields = append(fields, jen.Id("LayerWarps").Op(":").True())
	}
	if k.f.MaxRow != 0 {
		fields = append(fields, jen.Id("MinRow").Op(":").Id(num(k.f.MinRow)), jen.Id("MaxRow").Op(":").Id(num(k.f.MaxRow)))
	}
	if k.f.Spins {
		fields = append(fields, jen.Id("Spins").Op(":").True())
	}
	if independent(g.m.Target) {
		fields = append(fields, jen.Id("Independent").Op(":").True())
	}
	fields = append(fields, k.externFields()...)
	fields = append(fields, k.refFields()...)
	fields = append(fields, jen.Id("Raw").Op(":").Add(k.raw()))
	g.f.Var().Id(k.desc).Op("=").Add(rt("Kernel")).ValuesFunc(func(v *jen.Group) {
		for _, x := range fields {
			v.Line().Add(x)
		}
		v.Line()
	})
	g.f.Line()
}

// independent reports whether the lanes of a warp make progress on their own, as
// they do from sm_70 on.
func independent(target string) bool {
	t, _, _ := strings.Cut(target, ",")
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(t), "sm_"), "af"))
	return err == nil && n >= 70
}

func num(n int64) string { return strconv.FormatInt(n, 10) }

func dim(g *fileGen, d [3]int64) *jen.Statement {
	return g.rt("Dim3").Values(jen.Id("X").Op(":").Id(num(d[0])), jen.Id("Y").Op(":").Id(num(max(d[1], 1))), jen.Id("Z").Op(":").Id(num(max(d[2], 1))))
}

var rawNames = map[kind]string{
	kI8: "Int8", kU8: "Uint8", kI16: "Int16", kU16: "Uint16", kI32: "Int32", kU32: "Uint32",
	kI64: "Int64", kU64: "Uint64", kF32: "Float32", kF64: "Float64",
}

// raw prints the function that binds raw parameters to the body.
func (k *kernelGen) raw() *jen.Statement {
	rt := k.file.rt
	cta := func() jen.Code { return jen.Op("*").Add(rt("CTA")) }
	var body []jen.Code
	for i, p := range k.params {
		var x *jen.Statement
		switch {
		case p.view != nil:
			fn := "SliceArg"
			if p.view.writes {
				fn = "WriteArg"
			}
			x = rt(fn).Types(p.view.elem.id()).Call(jen.Id("raw"), jen.Lit(i))
		case p.array:
			x = jen.Parens(p.goType()).Parens(jen.Id("raw").Dot("Bytes").Call(jen.Lit(i)))
		default:
			x = jen.Id("raw").Dot(rawNames[p.kind]).Call(jen.Lit(i))
		}
		body = append(body, jen.Id(p.name).Op(":=").Add(x))
	}
	k.addresses(func(i int, p *param) {
		body = append(body, jen.Id(p.addr).Op(":=").Id("raw").Dot("Uint64").Call(jen.Lit(i)))
	})
	if k.usesImage {
		body = append(body, jen.Id("params").Op(":=").Id("raw").Dot("Image").Call())
	}
	if k.form == schedule.Coroutines {
		body = append(body, jen.Return(k.coroutineRun()))
	} else {
		body = append(body, jen.Return(jen.Func().Params(jen.Id("c").Add(cta())).Block(jen.Id(k.body).Call(k.arguments(jen.Id("c"))...))))
	}
	arg := jen.Id("raw").Op("*").Add(rt("RawArgs"))
	if len(k.params) == 0 && !k.usesImage {
		arg = jen.Op("*").Add(rt("RawArgs"))
	}
	return jen.Func().Params(arg).Func().Params(cta()).Block(body...)
}

// sharedSize is the static shared memory of a kernel in bytes.
func sharedSize(f *ir.Func) int64 { return f.SharedSize }
