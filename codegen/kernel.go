package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// kernelGen prints everything that belongs to one .entry.
type kernelGen struct {
	*scalar.Kernel
	file *fileGen

	launch string // exported launch function
	desc   string // variable of the ptx.Kernel

	apart *kernelGen // the copy of the kernel for launches of which ir.Func.Apart holds, nil where there is none

	bodyVar     string     // variable with the function that launches call, "" where that is Body
	gangBodies  [][]string // what it is where gangs run, by the indices of fileGen.asm and of their width; "" where it has none
	otherBodies []string   // what it is besides, and where that stands
}

func newKernelGen(g *fileGen, f *ir.Func) *kernelGen {
	k := &kernelGen{file: g}
	if f.Whole == nil {
		k.launch = g.Names.Pick(g.Exported(f.Name))
		k.desc = g.Names.Pick(g.KernelBase(f) + "Kernel")
	}
	k.Kernel = g.Kernel(f)
	return k
}

// print emits the launch function, the descriptor and the types, then the
// bodies that were built before.
func (k *kernelGen) print(bodies []jen.Code) {
	g := k.file
	f := g.f
	// Launch function.
	for _, line := range k.doc() {
		f.Comment(line)
	}
	run := jen.Func().Params(jen.Id("c").Op("*").Add(scalar.Runtime("CTA"))).Block(k.callBody((*scalar.Kernel).LaunchArguments, "c")...)
	if k.Form == schedule.Coroutines {
		run = k.coroutineRun((*scalar.Kernel).LaunchArguments)
	}
	sig := append([]jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("l").Add(scalar.Runtime("Launch"))}, k.LaunchParams()...)
	if k.UsesImage && g.IR.Narrow() {
		// What the image holds of the slices are addresses that the launch chooses.
		args := []jen.Code{jen.Id("ctx"), jen.Id("l")}
		for _, p := range k.Params {
			args = append(args, jen.Id(p.Converted()))
		}
		f.Add(gosrc.Marked(jen.Func().Id(k.launch).Params(sig...).Error().Block(jen.Return(jen.Id(k.desc).Dot("LaunchArgs").Call(args...))), g.Head(k.Func)))
		f.Line()
		k.finishPrint(bodies)
		return
	}
	stmts := k.Conversions()
	k.Addresses(func(_ int, p *scalar.Param) {
		stmts = append(stmts, jen.Id(p.Addr).Op(":=").Add(scalar.Runtime("AddrOf")).Call(jen.Id(p.Converted())))
	})
	if k.UsesImage {
		stmts = append(stmts, k.image())
	}
	call, method := []jen.Code{jen.Id("ctx"), jen.Id("l"), run}, "Run"
	switch {
	case k.UsesImage:
		call, method = append(call, jen.Id("params")), "RunImage"
	case k.apart != nil:
		stmts = append(stmts, k.image())
		call, method = append(call, jen.Id("params")), "RunApart"
	}
	for _, p := range k.Params {
		if p.IsSlice() {
			call = append(call, scalar.Runtime("BytesOf").Call(jen.Id(p.Converted())))
		}
	}
	stmts = append(stmts, jen.Return(jen.Id(k.desc).Dot(method).Call(call...)))
	f.Add(gosrc.Marked(jen.Func().Id(k.launch).Params(sig...).Error().Block(stmts...), g.Head(k.Func)))
	f.Line()
	k.finishPrint(bodies)
}

// finishPrint emits what stands behind the launch function.
func (k *kernelGen) finishPrint(bodies []jen.Code) {
	f := k.file.f
	k.descriptor()
	k.declareBody()
	if shared := k.SharedType(); shared != nil {
		f.Add(shared)
		f.Line()
	}
	k.printBodies(bodies)
}

func (k *kernelGen) printBodies(bodies []jen.Code) {
	f := k.file.f
	for _, b := range bodies {
		if b != nil {
			f.Add(b)
			f.Line()
		}
	}
}

// printApart emits the bodies of the copy of a kernel, which has no launch function.
func (k *kernelGen) printApart(bodies []jen.Code) {
	if shared := k.SharedType(); shared != nil {
		k.file.f.Add(shared)
		k.file.f.Line()
	}
	k.printBodies(bodies)
}

// choosesApart reports whether launches may call the bodies of a copy in the place of a kernel's: with the same
// arguments, in the same form.
func (k *kernelGen) choosesApart(a *kernelGen) bool {
	if k.Form != a.Form || k.Form == schedule.Coroutines || k.UsesImage || a.UsesImage || len(k.Params) != len(a.Params) {
		return false
	}
	if s, t := k.Sched, a.Sched; s.RowWarps != t.RowWarps || s.LayerWarps != t.LayerWarps || (s.CTA == nil) != (t.CTA == nil) || s.CTA != nil && s.CTA.FirstRow != t.CTA.FirstRow {
		return false
	}
	if k.Func.MinRow != a.Func.MinRow || k.Func.MaxRow != a.Func.MaxRow {
		return false
	}
	for i, p := range k.Params {
		q := a.Params[i]
		if p.IsSlice() != q.IsSlice() || p.GoName != q.GoName || p.Kind != q.Kind || p.Array != q.Array || p.Converted() != q.Converted() || p.IsSlice() && p.Writes() != q.Writes() {
			return false
		}
	}
	for _, w := range strings.Fields(k.Func.Apart) {
		if f := strings.Split(w, ":"); f[0] == "t" && f[3] == "-1" && !slices.ContainsFunc(k.Params, func(p *scalar.Param) bool { return p.IsSlice() && strconv.FormatInt(p.Off, 10) == f[2] }) {
			return false // it may go anywhere
		}
	}
	has := map[string]bool{}
	k.Addresses(func(_ int, p *scalar.Param) { has[p.Addr] = true })
	whole := true
	a.Addresses(func(_ int, p *scalar.Param) { whole = whole && has[p.Addr] })
	return whole
}

// coroutineRun runs the body once per thread.
func (k *kernelGen) coroutineRun(args arguments) *jen.Statement {
	return jen.Func().Params(jen.Id("c").Op("*").Add(scalar.Runtime("CTA"))).Block(
		jen.Id("c").Dot("Coroutines").Call(jen.Func().Params(jen.Id("t").Op("*").Add(scalar.Runtime("Thread"))).Block(
			k.callBody(args, "t")...)))
}

// image packs the parameters into bytes, for kernels that take the address of
// one.
func (k *kernelGen) image() jen.Code {
	args := []jen.Code{jen.Op("&").Id(k.desc)}
	for _, p := range k.Params {
		switch {
		case p.IsSlice():
			args = append(args, scalar.Runtime("AddrOf").Call(jen.Id(p.Converted())))
		default:
			args = append(args, jen.Id(p.Converted()))
		}
	}
	return jen.Id("params").Op(":=").Add(scalar.Runtime("ParamImage")).Call(args...)
}

// doc is the comment of the launch function: the signature in PTX, what each
// parameter is, and how the block must look.
func (k *kernelGen) doc() []string {
	var ps []string
	for _, p := range k.Params {
		t := "." + p.PTX
		if p.Array {
			t = fmt.Sprintf(".b8[%d]", p.Size)
		}
		ps = append(ps, t+" "+p.GoName)
	}
	out := []string{fmt.Sprintf("%s launches .entry %s(%s).", k.launch, k.Func.Name, strings.Join(ps, ", "))}
	if s := cxx.Parse(k.Func.Name); s != nil {
		language := "C++"
		if s.Rust {
			language = "Rust"
		}
		out = append(out, "In "+language+" it is "+s.Text+".")
	}
	if r := k.Func.ReqNTID; r != [3]int64{} {
		out = append(out, fmt.Sprintf("The block must be %d x %d x %d threads.", r[0], max(r[1], 1), max(r[2], 1)))
	} else if m := k.Func.MaxNTID; m != [3]int64{} {
		out = append(out, fmt.Sprintf("The block may have up to %d threads.", m[0]*max(m[1], 1)*max(m[2], 1)))
	}
	for _, c := range k.Contradicted {
		out = append(out, "The type of "+c+".")
	}
	if k.Form == schedule.Coroutines {
		out = append(out, fmt.Sprintf("Its threads run as coroutines, which is slow: %s (line %d).", k.Sched.Why.Text, k.file.Line(k.Sched.Why.Pos)))
	}
	return out
}

// descriptor prints the ptx.Kernel.
func (k *kernelGen) descriptor() {
	g := k.file
	fields := []jen.Code{
		jen.Id("Name").Op(":").Lit(k.Func.Name),
		jen.Id("File").Op(":").Lit(g.sourceName(k.Func.Pos)),
		jen.Id("GoFile").Op(":").Lit(g.opt.Output),
		jen.Id("Lines").Op(":").Id(g.linesVar),
	}
	if len(k.Params) > 0 {
		var ps []jen.Code
		for _, p := range k.Params {
			ps = append(ps, jen.Values(jen.Id("Name").Op(":").Lit(p.Name), jen.Id("Type").Op(":").Lit(p.PTX),
				jen.Id("Size").Op(":").Id(gosrc.Num(p.Size)), jen.Id("Align").Op(":").Id(gosrc.Num(int64(p.Align))), jen.Id("Offset").Op(":").Id(gosrc.Num(p.Off))))
		}
		list := jen.Index().Add(scalar.Runtime("Param")).ValuesFunc(func(v *jen.Group) {
			for _, p := range ps {
				v.Line().Add(p)
			}
			v.Line()
		})
		fields = append(fields, jen.Id("Params").Op(":").Add(list))
	}
	if names := k.sliceNames(); len(names) > 0 {
		fields = append(fields, jen.Id("Slices").Op(":").Index().String().Values(names...))
	}
	if n := sharedSize(k.Func); n > 0 {
		fields = append(fields, jen.Id("Shared").Op(":").Id(gosrc.Num(n)))
	}
	if n := g.IR.MaxShared(); n != (isa.Target{}).MostShared() {
		fields = append(fields, jen.Id("MaxShared").Op(":").Id(gosrc.Num(n)))
	}
	if d := k.Func.MaxNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("MaxNTID").Op(":").Add(dim(d)))
	}
	if d := k.Func.ReqNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("ReqNTID").Op(":").Add(dim(d)))
	}
	mode := "Rows"
	if k.Form != schedule.Rows {
		mode = "CTAs"
	}
	fields = append(fields, jen.Id("Mode").Op(":").Add(scalar.Runtime(mode)))
	if g.IR.Narrow() {
		fields = append(fields, jen.Id("Addr32").Op(":").True())
	}
	if k.apart != nil {
		fields = append(fields, jen.Id("Apart").Op(":").Lit(k.Func.Apart))
	}
	if k.Func.BarriersOnly {
		fields = append(fields, jen.Id("BarriersOnly").Op(":").True())
	}
	if k.Sched.RowWarps {
		fields = append(fields, jen.Id("RowWarps").Op(":").True())
	}
	if k.Sched.LayerWarps {
		fields = append(fields, jen.Id("LayerWarps").Op(":").True())
	}
	if k.Func.MaxRow != 0 {
		fields = append(fields, jen.Id("MinRow").Op(":").Id(gosrc.Num(k.Func.MinRow)), jen.Id("MaxRow").Op(":").Id(gosrc.Num(k.Func.MaxRow)))
	}
	if k.Sched.CTA != nil && k.Sched.CTA.FirstRow {
		fields = append(fields, jen.Id("FirstRow").Op(":").True())
	}
	if k.Func.Spins {
		fields = append(fields, jen.Id("Spins").Op(":").True())
	}
	if g.Graph.ReadsWorkspace(k.Func) {
		fields = append(fields, jen.Id("Workspace").Op(":").True())
	}
	if independent(g.IR.Target) {
		fields = append(fields, jen.Id("Independent").Op(":").True())
	}
	fields = append(fields, k.externFields()...)
	fields = append(fields, k.refFields()...)
	fields = append(fields, jen.Id("Raw").Op(":").Add(k.raw()))
	g.f.Var().Id(k.desc).Op("=").Add(scalar.Runtime("Kernel")).ValuesFunc(func(v *jen.Group) {
		for _, x := range fields {
			v.Line().Add(x)
		}
		v.Line()
	})
	g.f.Line()
}

// sliceNames are what faults call the slices: as people have named them, or as the PTX does.
func (k *kernelGen) sliceNames() (names []jen.Code) {
	given := k.file.opt.Params[k.Func.Name]
	for i, p := range k.Params {
		name := p.Name
		if i < len(given) {
			name = given[i].Name
		}
		if p.IsSlice() {
			names = append(names, jen.Lit(name))
		}
	}
	return names
}

// independent reports whether the lanes of a warp make progress on their own, as
// they do from sm_70 on.
func independent(target string) bool {
	t, _, _ := strings.Cut(target, ",")
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(t), "sm_"), "af"))
	return err == nil && n >= 70
}

func dim(d [3]int64) *jen.Statement {
	return scalar.Runtime("Dim3").Values(jen.Id("X").Op(":").Id(gosrc.Num(d[0])), jen.Id("Y").Op(":").Id(gosrc.Num(max(d[1], 1))), jen.Id("Z").Op(":").Id(gosrc.Num(max(d[2], 1))))
}

var rawNames = map[gosrc.Kind]string{
	gosrc.I8: "Int8", gosrc.U8: "Uint8", gosrc.I16: "Int16", gosrc.U16: "Uint16", gosrc.I32: "Int32", gosrc.U32: "Uint32",
	gosrc.I64: "Int64", gosrc.U64: "Uint64", gosrc.F32: "Float32", gosrc.F64: "Float64",
}

// raw prints the function that binds raw parameters to the body.
func (k *kernelGen) raw() *jen.Statement {
	cta := func() jen.Code { return jen.Op("*").Add(scalar.Runtime("CTA")) }
	var body []jen.Code
	for i, p := range k.Params {
		var x *jen.Statement
		switch {
		case p.IsSlice():
			fn := "SliceArg"
			if p.Writes() {
				fn = "WriteArg"
			}
			x = scalar.Runtime(fn).Types(p.Elem().Type()).Call(jen.Id("raw"), jen.Lit(i))
		case p.Array:
			x = jen.Parens(p.BodyType()).Parens(jen.Id("raw").Dot("Bytes").Call(jen.Lit(i)))
		default:
			x = jen.Id("raw").Dot(rawNames[p.Kind]).Call(jen.Lit(i))
		}
		body = append(body, jen.Id(p.GoName).Op(":=").Add(x))
	}
	k.Addresses(func(i int, p *scalar.Param) {
		body = append(body, jen.Id(p.Addr).Op(":=").Id("raw").Dot("Uint64").Call(jen.Lit(i)))
	})
	if k.UsesImage {
		body = append(body, jen.Id("params").Op(":=").Id("raw").Dot("Image").Call())
	}
	if k.Form == schedule.Coroutines {
		body = append(body, jen.Return(k.coroutineRun((*scalar.Kernel).Arguments)))
	} else {
		body = append(body, jen.Return(jen.Func().Params(jen.Id("c").Add(cta())).Block(k.callBody((*scalar.Kernel).Arguments, "c")...)))
	}
	arg := jen.Id("raw").Op("*").Add(scalar.Runtime("RawArgs"))
	if len(k.Params) == 0 && !k.UsesImage {
		arg = jen.Op("*").Add(scalar.Runtime("RawArgs"))
	}
	return jen.Func().Params(arg).Func().Params(cta()).Block(body...)
}

// sharedSize is the static shared memory of a kernel in bytes.
func sharedSize(f *ir.Func) int64 { return f.SharedSize }

// callBody is the call of the kernel's body by a launch.
func (k *kernelGen) callBody(args arguments, lead string) []jen.Code {
	name := k.Body
	if k.bodyVar != "" {
		name = k.bodyVar
	}
	call := jen.Id(name).Call(args(k.Kernel, jen.Id(lead))...)
	if k.apart == nil {
		return []jen.Code{call}
	}
	other := jen.Id(k.apart.Body).Call(args(k.apart.Kernel, jen.Id(lead))...)
	return []jen.Code{jen.If(jen.Id(lead).Dot("Apart").Call()).Block(other, jen.Return()), call}
}

// declareBody prints the variable with the body that launches call.
func (k *kernelGen) declareBody() {
	if k.bodyVar == "" {
		return
	}
	f := k.file.f
	f.Var().Id(k.bodyVar).Op("=").Id(k.Body).Comment("or " + strings.Join(k.otherBodies, ", or "))
	f.Line()
}

// arguments are those of a body, behind others.
type arguments func(k *scalar.Kernel, lead ...jen.Code) []jen.Code
